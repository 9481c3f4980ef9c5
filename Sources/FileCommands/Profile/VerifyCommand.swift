import ArgumentParser
import Commands
import FlintRules
import Sessions
import Storage
import Views

struct VerifyCommand: Subcommand {
  static let name = "verify"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Check the integrity of a profile: file, records and caches.",
    discussion: """
      The exit status is 0 if the profile is valid, and 1 if a problem was found.

      With --backup, a copy is checked instead and compared with the profile. The
      status is 0 if the copy is sound and has nothing that the profile lacks; it
      may be older, and the answer says what it lacks.

      Examples:
        flint verify --db work.db
        flint verify --backup backups/flint-2026-03-01.db
      """)

  @OptionGroup var profile: ProfileOptions
  @Option(
    help: ArgumentHelp(
      "Check a copy and compare it with the profile: a backup, or the directory of a dump.",
      valueName: "path"),
    completion: .file())
  var backup: String?
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false

  func run() throws {
    if let backup { return try compare(backup) }
    let found = try profile.reading { try $0.reader.verify() }
    for void in found.voids where !quiet || !found.problems.isEmpty {
      note("void: event \(void.event) has no effect: \(void.reason.text)")
    }
    if let text = found.removedDraws.text, !quiet { note(text) }
    guard found.problems.isEmpty else {
      throw CommandFailure(
        .failure,
        "\(profile.path): \(counted(found.problems.count, "problem"))\n"
          + found.problems.map { "  \($0)" }.joined(separator: "\n"))
    }
    if !quiet {
      StandardOutput.shared.write(
        "valid: \(counted(found.records, "record")), \(counted(found.events, "event")) folded"
          + (found.hadCache ? ", the cache agrees" : "") + "\n")
    }
  }

  /// Checks a copy, and compares it with the profile.
  private func compare(_ backup: String) throws {
    try Sandbox.enter(
      profile: profile.path, others: ScriptText.isDirectory(backup) ? [] : [backup],
      loadsLibraries: false)
    let store = try profile.openForReading()
    let copy: Store
    do {
      copy = try Store.openCopy(backup)
    } catch let error as DumpError {
      throw CommandFailure(.failure, error.fault)
    }
    try copy.checkContent(completely: true)
    let found = try Comparison(of: store, with: copy)
    guard found.isSameProfile else {
      throw CommandFailure(.failure, "\(backup): a copy of another profile than \(profile.path)")
    }
    let lines = found.lines(profile: profile.path, copy: backup)
    let text =
      found.isEqual
      ? "\(backup): a sound copy, equal to \(profile.path)"
      : "\(backup): a sound copy; it differs from \(profile.path):\n"
        + lines.map { "  \($0)" }.joined(separator: "\n")
    guard found.additional.isEmpty && found.differing == 0 else {
      throw CommandFailure(.failure, text)
    }
    if !quiet { StandardOutput.shared.write(text + "\n") }
  }
}
