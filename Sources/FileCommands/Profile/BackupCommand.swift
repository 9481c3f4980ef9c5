import ArgumentParser
import FlintCalendar
import Commands
import Foundation
import Lua
import FlintRules
import Sessions
import Storage

/// Copies a profile, even while it is in use.
struct BackupCommand: Subcommand {
  static let name = "backup"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Copy the profile to a new file, even while it is in use.",
    discussion: """
      The copy is a complete profile. It is checked, and created atomically. In a
      folder it is named after the profile and the day, and nothing is copied if the
      latest copy there is equal. With --keep, the oldest copies of the profile in
      the folder that are more than a number are removed, and named.

      Examples:
        flint backup before-import.db
        flint backup ~/backups --keep 14
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(help: "The new file, or a folder that exists.", completion: .file()) var path: String
  @Option(
    help: ArgumentHelp(
      "The number of copies of the profile to keep in the folder.", valueName: "number"))
  var keep: Int?
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false

  func validate() throws {
    if let keep, !(1...10_000).contains(keep) {
      throw ValidationError("--keep: expected a number from 1 to 10000, got \(keep)")
    }
  }

  func run() throws {
    let isFolder = ScriptText.isDirectory(path)
    if keep != nil, !isFolder {
      throw ValidationError(
        "--keep: expected a folder that exists, since copies are kept in one, got "
          + Suggestion.quoted(path))
    }
    let folder = isFolder ? BackupFolder(path, profile: profile.path) : nil
    let store = try profile.openForReading(
      outputs: dryRun ? [] : [folder.map { $0.path + "/new" } ?? path])
    let own = try store.access { try $0.profile.read() }
    if let folder, let current = folder.current(store, own.id) {
      if !quiet { note("\(current) is equal to \(profile.path); nothing was copied") }
      return try removeSurplus(folder, own.id, beside: nil)
    }
    let target =
      try folder.map { folder in
        let zone = try CivilZone.named(own.zone, dayStart: own.dayStart)
        let now = try profile.now.map { try $0.instant(in: zone) } ?? .present()
        return folder.newCopy(at: zone.minuteText(now))
      } ?? path
    // Creating the folder would hide that a drive is not mounted.
    let parent = ScriptText.folder(of: target)
    guard ScriptText.isDirectory(parent) else {
      throw CommandFailure(.storage, "\(target): the folder \(parent) does not exist")
    }
    if dryRun {
      try ProfilePath.checkIsFree(target)
      if !quiet { note("dry run: would copy \(profile.path) to \(target)") }
    } else {
      try withCleanupOnInterrupt { try store.backUp(to: target) }
      if !quiet { note("copied \(profile.path) to \(target)") }
    }
    if let folder { try removeSurplus(folder, own.id, beside: target) }
  }

  /// Removes the copies that are more than are kept.
  ///
  /// - Parameter new: The copy that was made, or would have been.
  private func removeSurplus(_ folder: BackupFolder, _ own: EventID, beside new: String?) throws {
    guard let keep else { return }
    for old in folder.surplus(of: own, keeping: keep, beside: new) {
      if !dryRun, unlink(old) != 0 {
        throw CommandFailure(.storage, "\(old): \(String(cString: strerror(errno)))")
      }
      if !quiet { note(dryRun ? "dry run: would remove \(old)" : "removed \(old)") }
    }
  }
}
