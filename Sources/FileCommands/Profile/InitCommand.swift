import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import FlintRules
import Sessions
import Storage

struct InitCommand: Subcommand {
  static let name = "init"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Create a new, empty profile.",
    discussion: """
      The seed determines all random draws: profiles with the same seed, time zone,
      rulebook and events are equal. The time zone and the day start determine when
      a day begins; flint config changes them later. The seed cannot be changed.

      Examples:
        flint init
        flint init --zone Europe/Rome --day-start 04:00
        flint init --db work.db --zone Europe/Rome --seed 2026
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var new: NewProfileOptions
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false

  func run() throws {
    try profile.confine(isWriting: !dryRun)
    if dryRun {
      let wanted = try new.profile(now: profile.now)
      try ProfilePath.checkIsFree(profile.path)
      if !quiet {
        note(
          "dry run: would create \(profile.path): \(wanted.daysText), rulebook "
            + wanted.rulebook + new.zoneNote(wanted))
      }
      return
    }
    let created = try new.create(path: profile.path, now: profile.now) {
      try withCleanupOnInterrupt($0)
    }
    if !quiet { note("created \(profile.path): \(created.description)") }
  }
}
