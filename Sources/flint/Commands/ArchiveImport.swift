import Foundation
import Rules
import Sessions
import Storage

/// Makes a profile of what was written as text.
struct ArchiveImport {
  var path: String
  var directory: String
  /// Whether the sandbox has to be complete.
  var isRequired: Bool

  func run(_ isDryRun: Bool, _ isQuiet: Bool) throws {
    guard FileManager.default.fileExists(atPath: directory) else {
      throw CommandFailure(
        status: .storage,
        message: "\(directory): no such directory; expected one that flint export --all made")
    }
    do {
      try Sandbox.enter(
        profile: isDryRun ? nil : path, isWriting: !isDryRun, isRequired: isRequired)
      let report = try withoutRemains {
        isDryRun
          ? try rehearse()
          : try Store.create(path: path, fromArchive: directory, isZone: isZone)
      }
      if isQuiet { return }
      let what =
        "\(counted(report.events, "event")) and \(counted(report.corrections, "correction"))"
      note(
        isDryRun ? "dry run: it would make \(path) of \(what)" : "made \(path) of \(what)")
    } catch let error as Storage.ArchiveError {
      throw CommandFailure(status: .badInput, message: error.description)
    }
  }

  /// Makes the profile in memory only.
  private func rehearse() throws -> ArchiveReport {
    try Store.checkIsFree(path)
    return try Store.rehearse(fromArchive: directory, isZone: isZone)
  }

  private func isZone(_ name: String) -> Bool { (try? Zone(name: name)) != nil }
}
