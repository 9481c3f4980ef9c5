import ArgumentParser
import FlintCalendar
import Commands
import Foundation
import Sessions
import Storage

/// Creates a profile from a dump or a backup, also in the place of the present one.
struct RestoreCommand: Subcommand {
  static let name = "restore"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Put a backup or a dump in the place of the profile.",
    discussion: """
      The profile is equal to the one that was copied or dumped: records, ids,
      corrections, seed and rulebook. It is checked, and created completely or not at
      all. An existing profile is put aside first, together with its log, under a
      name with the time, such as p.db.replaced-2026-03-01T0930; the answer says what
      changes, and what only the former profile has.

      Examples:
        flint restore backups/flint-2026-03-01.db --dry-run
        flint restore backups/flint-2026-03-01.db
        flint restore --db copy.db profile-2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(
    help: "A file that flint backup wrote, or the directory of a dump.", completion: .file())
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
        "\(source): no such file; expected a backup, or a directory that flint dump wrote")
    }
    let isDump = ScriptText.isDirectory(source)
    if skipDamaged, !isDump {
      throw ValidationError(
        "--skip-damaged: expected the directory of a dump; flint salvage saves what can be read of a "
          + "damaged profile")
    }
    let path = profile.path
    try Store.checkOutput(path, true)
    let isThere = ([""] + ProfilePath.companions).contains { ProfilePath.exists(path + $0) }
    try Sandbox.enter(
      profile: isThere || dryRun ? nil : path, isWriting: !dryRun,
      others: (isDump ? [] : [source]) + (isThere ? [path] : []),
      outputs: isThere && !dryRun ? [path] : [])
    do {
      try withCleanupOnInterrupt { try restore(to: path, isDump: isDump, isThere: isThere) }
    } catch let error as DumpError {
      throw CommandFailure(.badInput, error.description)
    }
  }

  private func restore(to path: String, isDump: Bool, isThere: Bool) throws {
    var report: DumpReport?
    var changes = ""
    if !isDump || isThere || dryRun {
      let copy: Store
      if isDump {
        let read = try Dump.read(source, skippingDamaged: skipDamaged)
        (copy, report) = (read.store, read.report)
      } else {
        copy = try Store.openForReading(path: source)
        try copy.checkContent()
      }
      try copy.checkIsNotOwn(path)
      if isThere { changes = try RestoredChanges(of: path, to: copy, now: profile.now).text }
      if !isDump, !dryRun {
        let aside = isThere ? try aside(path) : nil
        try copy.restore(to: path, puttingAside: aside)
        return show("restored \(path) from \(source)", aside, nil, changes)
      }
    }
    if dryRun {
      return show(
        "dry run: would restore \(path) from \(source)"
          + (isThere ? ", and put aside what is there" : ""), nil, report, changes)
    }
    let aside = isThere ? try aside(path) : nil
    let created = try Dump.restore(
      source, to: path, puttingAside: aside, skippingDamaged: skipDamaged)
    show(
      aside == nil
        ? "created \(path) from \(created.summary)" : "restored \(path) from \(created.summary)",
      aside, created, changes)
  }

  private func show(
    _ text: String, _ aside: String?, _ report: DumpReport?, _ changes: String
  ) {
    let damage = report?.damage ?? []
    if quiet && damage.isEmpty { return }
    note(
      text + (aside.map { "; the former profile is \($0)" } ?? "")
        + (damage.isEmpty
          ? ""
          : "; what was damaged was left out, unless it says otherwise:"
            + (report?.damageText ?? ""))
        + (changes.isEmpty ? "" : "\n" + changes))
  }

  /// Returns the name under which the present profile is put aside.
  private func aside(_ path: String) throws -> String {
    let zone = try CivilZone.named(CivilZone.systemName)
    let now = try profile.now.map { try $0.instant(in: zone) } ?? .present()
    let time = zone.minuteText(now).replacing(" ", with: "T").replacing(":", with: "")
    return ProfilePath.unused("\(path).replaced-\(time)")
  }
}
