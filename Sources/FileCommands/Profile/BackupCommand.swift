import ArgumentParser
import Commands
import Storage

/// Copies a profile, even while it is in use.
struct BackupCommand: Subcommand {
  static let name = "backup"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Copy the profile to a new file, even while it is in use.",
    discussion: """
      The copy is a complete profile. It is created atomically.

      Examples:
        flint backup "profile-$(date +%F).db"
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(help: "The new file; its directory must exist.", completion: .file()) var path: String
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false

  func run() throws {
    let store = try profile.openForReading(outputs: dryRun ? [] : [path])
    // Creating the folder would hide that a drive is not mounted.
    let folder = ScriptText.folder(of: path)
    guard ScriptText.isDirectory(folder) else {
      throw CommandFailure(.storage, "\(path): the folder \(folder) does not exist")
    }
    if dryRun {
      try ProfilePath.checkIsFree(path)
      if !quiet { note("dry run: would copy \(profile.path) to \(path)") }
      return
    }
    try withCleanupOnInterrupt { try store.backUp(to: path) }
    if !quiet { note("copied \(profile.path) to \(path)") }
  }
}
