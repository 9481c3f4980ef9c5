import ArgumentParser
import Rules
import Sessions

/// Checks a profile.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: "flint",
    abstract: "Check a profile: the file, the records, and that caches say what events say.",
    discussion: """
      Exits with 0 when the profile is sound, with 1 when something differs.

      Example:
        flint verify --db work.db
      """)

  @OptionGroup var profile: ProfileOptions
  @Flag(help: "Say nothing when the profile is sound.") var quiet = false

  func run() throws {
    let found = try profile.reading { try $0.verify() }
    for void in found.voids {
      note("void: event \(void.event) has no effect at its place: \(void.reason.text)")
    }
    guard found.problems.isEmpty else {
      throw CommandFailure(
        status: .failure,
        message: "\(profile.path): \(counted(found.problems.count, "problem"))\n"
          + found.problems.map { "  \($0)" }.joined(separator: "\n"))
    }
    if !quiet {
      StandardOutput.shared.write(
        "sound: \(counted(found.records, "record")), \(counted(found.events, "event")) folded, "
          + (found.hadCache ? "cache agrees" : "nothing cached") + "\n")
    }
  }
}
