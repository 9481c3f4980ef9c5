import ArgumentParser
import Foundation
import Rules
import Sessions
import Storage

/// Merges another copy of a profile into it.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Add what another copy of this profile has and this one has not.",
    discussion: """
      Two copies of one profile that went separate ways become one again: the union of their
      events and corrections, folded anew. It does not matter which is merged into which, or how
      often. The other copy is not changed.

      Examples:
        flint merge laptop.db
        flint merge --dry-run laptop.db
      """)

  @OptionGroup var change: ChangeOptions
  @Argument(help: "The other copy's file.") var other: String

  func run() throws {
    guard FileManager.default.fileExists(atPath: other) else {
      throw CommandFailure(
        status: .storage, message: "\(other): \(String(cString: strerror(ENOENT)))")
    }
    var text = ""
    try change.open().merge(other, change.session(kind: "merge", source: other)) {
      session, report in
      text = report.text(session)
      if change.dryRun { text = "dry run, nothing was kept: " + text }
    }
    if !change.quiet || change.dryRun { note(text) }
  }
}

extension MergeReport {
  fileprivate func text(_ session: Session) -> String {
    var text = "merged \(counted(events, "event")) and \(counted(corrections, "correction"))"
    for conflict in conflicts {
      if conflict.isOriginal {
        text += "\nrecorded differently in the two copies, the earlier counts: \(conflict.event)"
      } else {
        let at = conflict.countingAt.map { session.zone.text($0) } ?? "?"
        text += "\ncorrected differently in the two copies, that of \(at) counts: \(conflict.event)"
      }
    }
    if let otherRulebook {
      text += "\nthe other copy is folded with rulebook \(otherRulebook); this one keeps its own"
    }
    return text
  }
}
