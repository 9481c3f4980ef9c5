import ArgumentParser
import Foundation
import Rules
import Sessions
import Storage

/// Writes a profile as text.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the whole profile into a directory of text files.",
    discussion: """
      Each table is a file of lines, one JSON object a row, corrections and
      batches included; flint import --all makes the very same profile of them.

      Examples:
        flint export --all profile-2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @Option(help: ArgumentHelp("The new directory.", valueName: "directory")) var all: String
  @Flag(help: "Say nothing.") var quiet = false
  @Flag(help: "Write nothing; check that it could be done.") var dryRun = false

  func run() throws {
    let store = try Store.openForReading(path: profile.path)
    if dryRun {
      guard !FileManager.default.fileExists(atPath: all) else {
        throw StoreError(.exists, path: all)
      }
      if !quiet { note("dry run: it would write \(profile.path) into \(all)") }
      return
    }
    let report = try withoutRemains { try store.writeArchive(to: all) }
    if !quiet {
      note(
        "wrote \(counted(report.events, "event")) and "
          + "\(counted(report.corrections, "correction")) into \(all)")
    }
  }
}

/// Makes a profile of what was written as text.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a new profile of a directory that flint export --all wrote.",
    discussion: """
      The profile must not exist yet. Every record is checked against the hash it
      is known by.

      Examples:
        flint import --db copy.db --all profile-2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @Option(help: ArgumentHelp("The directory.", valueName: "directory")) var all: String
  @Flag(help: "Say nothing.") var quiet = false
  @Flag(help: "Make nothing; check that the directory holds a profile.") var dryRun = false

  func run() throws {
    do {
      let report = try withoutRemains {
        dryRun ? try rehearse() : try archived(profile.path)
      }
      if quiet { return }
      let what =
        "\(counted(report.events, "event")) and \(counted(report.corrections, "correction"))"
      note(
        dryRun
          ? "dry run: it would make \(profile.path) of \(what)" : "made \(profile.path) of \(what)")
    } catch let error as ArchiveError {
      throw CommandFailure(status: .badInput, message: error.description)
    }
  }

  /// Makes the profile where it does not stay.
  private func rehearse() throws -> ArchiveReport {
    try Store.checkIsFree(profile.path)
    return try Drafts.withDirectory { try archived($0 + "/profile.db") }
  }

  private func archived(_ path: String) throws -> ArchiveReport {
    try Store.create(path: path, fromArchive: all) { (try? Zone(name: $0)) != nil }
  }
}
