import ArgumentParser
import FlintCalendar
import Commands
import Foundation
import FlintRules
import Sessions
import Storage
import Views

/// Merges other copies of a profile into the profile.
struct MergeCommand: Subcommand {
  static let name = "merge"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Merge other copies of this profile into it.",
    discussion: """
      Combines two copies of one profile that were changed separately: the result
      contains the events and corrections of both, and is recomputed from them. It
      does not depend on which copy is merged into which, nor on repetition. The
      other copies are not changed. Each of several is a batch of its own.

      If both copies recorded different events under the same key, the earlier one
      applies; the other one is retained as a removed event and reported. A tracker
      created in both copies becomes one tracker: the earlier creation defines it,
      and the later one changes it. Events without effect in the merged history are
      listed. What was removed or undone in one copy is removed in both: events of
      this copy that the merge removes or changes are named.

      Examples:
        flint merge laptop.db
        flint merge --dry-run laptop.db
        flint merge laptop.db desktop.db
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var sandbox: SandboxOptions
  @Argument(help: "The paths of the other copies.", completion: .file(extensions: ["db"]))
  var others: [String]

  func run() throws {
    for other in others where !FileManager.default.fileExists(atPath: other) {
      throw CommandFailure(.storage, "\(other): \(String(cString: strerror(ENOENT)))")
    }
    let paths = others.map { ProfilePath.resolved($0) }
    if change.dryRun {
      try Sandbox.enter(profile: change.profile.path, others: paths)
      try merge(paths)
    } else {
      try Sandbox.enterWithTemporaryDirectory(profile: change.profile.path, others: paths) {
        try withCleanupOnInterrupt { try merge(paths) }
      }
    }
  }

  private func merge(_ paths: [String]) throws {
    let store = try change.open()
    let copies = try paths.map { try Store.openForReading(path: $0) }
    // One that is no copy of the profile is found before anything is merged.
    for copy in copies { try store.checkIsCopy(copy) }
    for (name, copy) in zip(others, copies) {
      let prefix = others.count > 1 ? name + ": " : ""
      let text = try store.merged(copy, change, kind: Self.name, name) { prefix + $0 }
      if !change.quiet || change.dryRun { note(text) }
    }
  }
}

extension Store {
  /// Merges another copy of the profile, as a batch of its own.
  ///
  /// - Parameters:
  ///   - heading: Returns the first line of the report, given the counts.
  ///   - check: Called before the commit; if it throws, nothing is merged.
  /// - Returns: The report.
  func merged(
    _ copy: Store, _ change: ChangeOptions, kind: String, _ name: String,
    heading: (String) -> String, check: (MergeReport) throws -> Void = { _ in }
  ) throws -> String {
    // The summary is read before: when the session of the merge begins, the copies are combined
    // already.
    let (before, voids) = try session(
      SessionOptions(now: change.profile.now?.expression, isWriting: false)
    ) { (try $0.reader.summary(), try $0.state().events.voids) }
    var text = ""
    try merge(copy, change.session(kind: kind, source: name)) { session, report in
      try check(report)
      text =
        try change.message(heading(report.tally), session, before: before)
        + report.text(session, since: voids)
    }
    return text
  }
}
