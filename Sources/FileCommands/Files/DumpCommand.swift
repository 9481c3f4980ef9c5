import ArgumentParser
import FlintCalendar
import Commands
import Foundation
import FlintRules
import Sessions
import Storage
import Views

/// Writes the whole profile as text.
struct DumpCommand: Subcommand {
  static let name = "dump"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Write the whole profile as text to a directory.",
    discussion: """
      Writes each table of the profile to a JSON Lines file, with all records:
      events, corrections, batches and the rulebook. flint restore creates an equal
      profile from them. Of a damaged profile all that can be read is written; what
      differs from what was recorded is listed, and the exit status is 1.

      With --replace, the directory may have an earlier dump of the profile, whose
      files are replaced where they differ. Other files stay, so that the directory
      can be a Git repository.

      Examples:
        flint dump profile-2026-03-01
        flint dump --replace history && git -C history commit -qam "Profile"
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(help: "The directory.", completion: .directory) var directory: String
  @Flag(help: "Replace an earlier dump of the profile in the directory.") var replace = false
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false

  func run() throws {
    // Files of a directory that exists are written in it, and a new one beside it first.
    let isThere = replace && ScriptText.isDirectory(directory)
    try profile.confine(
      outputFolders: dryRun ? [] : [isThere ? directory + "/profile.json" : directory])
    let store = try Store.openForReading(path: profile.path, isDamageAllowed: true)
    let report: DumpReport
    var hasChanged = true
    if dryRun {
      if replace && ProfilePath.exists(directory) {
        try Dump.checkMayReplace(directory, with: store)
      } else {
        try ProfilePath.checkIsFree(directory)
      }
      report = try Dump.rehearseWriting(store)
    } else {
      (report, hasChanged) = try withCleanupOnInterrupt {
        try Dump.write(store, to: directory, replacing: replace)
      }
    }
    if !quiet || !report.damage.isEmpty {
      note(
        !hasChanged
          ? "\(directory) has this profile already"
          : "\(dryRun ? "dry run: would write" : "wrote") \(report.summary) to \(directory)")
    }
    if report.damage.isEmpty { return }
    throw CommandFailure(
      .failure,
      "\(profile.path): a part differs from what was written, or cannot be read; flint restore "
        + "--skip-damaged restores the rest of the dump:"
        + report.damageText)
  }
}
