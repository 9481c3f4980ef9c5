import ArgumentParser
import Commands
import Rules
import Sessions
import Views

struct VerifyCommand: Subcommand {
  static let name = "verify"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Check the integrity of a profile: file, records and caches.",
    discussion: """
      The exit status is 0 if the profile is valid, and 1 if a problem was found.

      Example:
        flint verify --db work.db
      """)

  @OptionGroup var profile: ProfileOptions
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false

  func run() throws {
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
}
