import ArgumentParser
import Commands
import Lua
import Storage

/// Exchanges a profile with other devices by way of a folder.
struct SyncCommand: Subcommand {
  static let name = "sync"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Exchange the profile with other devices through a folder.",
    discussion: """
      Each device keeps its copy of the profile in the folder, which any program may
      move between them: Syncthing, Dropbox, rsync, Git. The copies of the other
      devices are merged, as flint merge does, and the copy of this device is
      written; copies of others are never changed. A copy that has not arrived
      completely is left for the next time. Without changes, nothing is written.

      The lines of the files inbox/*.txt in the folder are recorded, each once; see
      flint help inbox.

      Where there is no profile yet, it is created from the copies in the folder.
      flint undo passes over what was brought, unless it is given its number.

      Examples:
        flint sync ~/Sync/flint
        flint sync ~/Sync/flint --device laptop
        flint sync ~/flint-history --dump
      """)

  @OptionGroup var change: ChangeOptions
  @Flag(help: .create) var create = false
  @Option(
    help: ArgumentHelp(
      "The name of this device in the folder (default: the host name and a few digits).",
      valueName: "name"))
  var device: String?
  @Flag(help: "Keep the copy of this device as a dump, for Git.") var dump = false
  @OptionGroup var sandbox: SandboxOptions
  @Argument(help: "The folder; it must exist.", completion: .directory) var folder: String

  func validate() throws {
    if let device, !SyncFolder.isDeviceName(device) {
      throw ValidationError(
        "--device: expected up to 64 letters, digits, - and _, other than inbox, got "
          + Suggestion.quoted(device))
    }
  }

  func run() throws {
    guard ScriptText.isDirectory(folder) else {
      throw CommandFailure(
        .storage,
        "\(folder): no such folder; flint sync uses one that exists, as a drive may be missing")
    }
    let path = change.profile.path
    let shared = SyncFolder(
      folder, device: device ?? SyncFolder.deviceName(ofProfile: path))
    guard !shared.contains(profile: path) else {
      throw CommandFailure(
        .failure,
        "\(folder): \(path) itself is in this folder, so that a program which moves the folder would replace "
          + "it while it is in use; keep it elsewhere, as the folder gets copies")
    }
    try change.profile.checkMayBeCreated(isAskedFor: create)
    var run = SyncRun(change: change, folder: shared, keepsDump: dump)
    if change.dryRun {
      try Sandbox.enter(profile: path)
      try run.synchronize()
    } else {
      let folders = [shared.path] + (ScriptText.isDirectory(shared.inbox) ? [shared.inbox] : [])
      try Sandbox.enterWithTemporaryDirectory(profile: path, folders: folders) {
        try withCleanupOnInterrupt { try run.synchronize() }
      }
    }
    if let failure = run.failure { throw failure }
  }
}
