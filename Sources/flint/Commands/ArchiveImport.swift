import Foundation
import Rules
import Sessions
import Storage

/// Creates a profile from an archive that `flint export --all` wrote.
struct ArchiveImport {
  var path: String
  var directory: String
  /// Whether the command fails if the kernel does not support the complete sandbox.
  var isRequired: Bool

  func run(_ isDryRun: Bool, _ isQuiet: Bool) throws {
    guard FileManager.default.fileExists(atPath: directory) else {
      throw CommandFailure(
        status: .storage,
        message: "\(directory): no such directory; expected one that flint export --all wrote")
    }
    do {
      try Sandbox.enter(
        profile: isDryRun ? nil : path, isWriting: !isDryRun, isRequired: isRequired)
      let report = try withCleanupOnInterrupt {
        isDryRun
          ? try rehearse()
          : try Store.create(path: path, fromDump: directory, isZone: isZone)
      }
      if isQuiet { return }
      let what =
        "\(counted(report.events, "event")) and \(counted(report.corrections, "correction"))"
      note(
        isDryRun ? "dry run: would create \(path) from \(what)" : "created \(path) from \(what)")
    } catch let error as DumpError {
      throw CommandFailure(status: .badInput, message: error.description)
    }
  }

  /// Creates the profile in memory only.
  private func rehearse() throws -> DumpReport {
    try Store.checkIsFree(path)
    return try Store.rehearse(fromDump: directory, isZone: isZone)
  }

  private func isZone(_ name: String) -> Bool { (try? Zone(name: name)) != nil }
}
