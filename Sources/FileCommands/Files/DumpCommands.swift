import ArgumentParser
import Calendar
import Commands
import Foundation
import Rules
import Sessions
import Storage
import Views

/// Writes the whole profile as text.
struct DumpCommand: Subcommand {
  static let name = "dump"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Write the whole profile as text to a new directory.",
    discussion: """
      Writes each table of the profile to a JSON Lines file, with all records:
      events, corrections, batches and the rulebook. flint restore creates an equal
      profile from them. Of a damaged profile all that can be read is written; what
      differs from what was recorded is listed, and the exit status is 1.

      Examples:
        flint dump profile-2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(help: "The new directory.", completion: .directory) var directory: String
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false

  func run() throws {
    try profile.confine(outputFolders: dryRun ? [] : [directory])
    let store = try Store.openForReading(path: profile.path, isDamageAllowed: true)
    let report: DumpReport
    if dryRun {
      try ProfilePath.checkIsFree(directory)
      report = try Dump.rehearseWriting(store)
    } else {
      report = try withCleanupOnInterrupt { try Dump.write(store, to: directory) }
    }
    if !quiet || !report.damage.isEmpty {
      note("\(dryRun ? "dry run: would write" : "wrote") \(report.summary) to \(directory)")
    }
    if report.damage.isEmpty { return }
    throw CommandFailure(
      .failure,
      "\(profile.path): a part differs from what was written, or cannot be read; flint restore "
        + "--skip-damaged restores the rest of the dump:"
        + report.damageText)
  }
}

/// Creates a profile from a dump or a backup.
struct RestoreCommand: Subcommand {
  static let name = "restore"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Create a profile from a dump or a backup.",
    discussion: """
      The profile is equal to the one that was dumped or copied: records, ids,
      corrections, seed and rulebook. It is checked, and created completely or not at
      all. From the directory of a dump a new profile is created; an existing file is
      not overwritten. The file of a backup takes the place of an existing profile,
      which is put aside together with its log, as PROFILE.replaced.

      Examples:
        flint restore --db copy.db profile-2026-03-01
        flint restore backups/flint-2026-03-01.db
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(
    help: "The directory that flint dump wrote, or a file that flint backup wrote.",
    completion: .file())
  var source: String
  @Flag(help: "Leave out the damaged rows of a dump, and list them.") var skipDamaged = false
  @OptionGroup var sandbox: SandboxOptions
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false

  func run() throws {
    MemoryWatch.prepare()
    guard FileManager.default.fileExists(atPath: source) else {
      throw CommandFailure(
        .storage,
        "\(source): no such file; expected a directory that flint dump wrote, or a backup")
    }
    guard ScriptText.isDirectory(source) else {
      if skipDamaged {
        throw ValidationError(
          "--skip-damaged: expected the directory of a dump; flint dump writes what can be read of a "
            + "damaged profile")
      }
      return try restoreFile()
    }
    let path = profile.path
    do {
      try Sandbox.enter(
        profile: dryRun ? nil : path, isWriting: !dryRun)
      let report = try withCleanupOnInterrupt {
        dryRun
          ? try rehearse(path)
          : try Dump.restore(
            source, to: path, skippingDamaged: skipDamaged, isZone: isZone)
      }
      if quiet && report.damage.isEmpty { return }
      note(
        (dryRun
          ? "dry run: would create \(path) from \(report.summary)"
          : "created \(path) from \(report.summary)")
          + (report.damage.isEmpty
            ? "" : "; what was damaged was left out, unless it says otherwise:")
          + report.damageText)
    } catch let error as DumpError {
      throw CommandFailure(.badInput, error.description)
    }
  }

  private func restoreFile() throws {
    let path = profile.path
    let isThere = ProfilePath.exists(path)
    try Sandbox.enter(
      profile: isThere || dryRun ? nil : path, isWriting: !dryRun, others: [source],
      outputs: isThere && !dryRun ? [path] : [])
    let copy = try Store.openForReading(path: source)
    let aside: String?
    if dryRun {
      try copy.checkContent()
      aside = nil
    } else {
      aside = try withCleanupOnInterrupt { try copy.restore(to: path) }
    }
    if quiet { return }
    let replacing = isThere ? ", and put aside what is there" : ""
    note(
      dryRun
        ? "dry run: would restore \(path) from \(source)\(replacing)"
        : "restored \(path) from \(source)"
          + (aside.map { "; the former profile is \($0)" } ?? ""))
  }

  /// Creates the profile in memory only.
  private func rehearse(_ path: String) throws -> DumpReport {
    try ProfilePath.checkIsFree(path)
    return try Dump.rehearse(source, skippingDamaged: skipDamaged, isZone: isZone)
  }

  private func isZone(_ name: String) -> Bool { (try? Zone(name: name)) != nil }
}

extension DumpReport {
  /// The numbers of events and corrections.
  fileprivate var summary: String {
    "\(counted(events, "event")) and \(counted(corrections, "correction"))"
  }

  private static let mostShown = 20

  fileprivate var damageText: String {
    let others = damage.count - Self.mostShown
    return damage.prefix(Self.mostShown).map { "\n  \(shown($0))" }.joined()
      + (others > 0 ? "\n  … and \(grouped(others)) more" : "")
  }
}
