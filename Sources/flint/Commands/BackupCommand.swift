import ArgumentParser
import Storage

/// Copies a profile while it may be in use.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", _superCommandName: "flint",
    abstract: "Copy the profile to a new file, also while it is in use.",
    discussion: """
      The copy is a profile like any other, and appears whole or not at all.

      Examples:
        flint backup "profile-$(date +%F).db"
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(help: "The new file, in a folder that exists.", completion: .file()) var path: String
  @Flag(help: "Say nothing.") var quiet = false
  @Flag(help: "Copy nothing; check that it could be done.") var dryRun = false

  func run() throws {
    let store = try Store.openForReading(path: profile.path)
    // Made here, it would hide that a drive is not mounted.
    let folder = ScriptText.folder(of: path)
    guard ScriptText.isDirectory(folder) else {
      throw CommandFailure(status: .storage, message: "\(path): there is no folder \(folder)")
    }
    if dryRun {
      try Store.checkIsFree(path)
      if !quiet { note("dry run: it would copy \(profile.path) to \(path)") }
      return
    }
    try withoutRemains { try store.backUp(to: path) }
    if !quiet { note("copied \(profile.path) to \(path)") }
  }
}
