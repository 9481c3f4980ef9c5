import ArgumentParser
import Commands
import Reports
import FlintRules
import Sessions
import Storage
import Views

struct RulesCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a rulebook file and report all errors with path and line.",
    discussion: """
      A rulebook file is a Lua script that returns a table. With extends =
      "ignition" it contains only what differs. The script cannot access other files,
      the clock, random numbers or the API, so that it returns the same rulebook
      everywhere.

      Of each pool it shows the rates of its table (nominal) and those in the long
      run (effective), with pity and guarantees; featured is the chance of a featured
      card.

      The exit status is 0 if the rulebook is valid, and 65 if it is not.

      Examples:
        flint rules check my.lua
        flint rules show ignition --format lua > my.lua
      """)

  @Argument(help: "The rulebook: a Lua file, ignition, ignition-shipped or everyday.")
  var rulebook: RulebookOption
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @OptionGroup var limit: TimeLimitOption
  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    try Sandbox.enter()
    limit.start()
    let compiled = try rulebook.rulebook()
    let definition = compiled.definition
    if !quiet {
      StandardOutput.shared.write(
        "valid: \(definition.id), hash \(compiled.hash): "
          + "\(counted(definition.missions.count, "mission")), "
          + "\(counted(definition.cards.count, "card")), "
          + "\(counted(definition.ladders.reduce(0) { $0 + $1.rungs.count }, "achievement"))"
          + (definition.pools.isEmpty ? "" : ", \(counted(definition.pools.count, "pool"))") + "\n"
          + definition.poolRatesText)
    }
  }
}

struct RulesDiffCommand: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the differences between two rulebooks.",
    discussion: """
      flint replay shows the effect of another rulebook on a profile.

      Examples:
        flint rules diff ignition my.lua
        flint rules diff current my.lua
        flint rules diff ignition ignition-shipped --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(
    help:
      "The first rulebook: a Lua file, ignition, ignition-shipped, everyday, or current, the profile's own."
  )
  var old: RulebookOption
  @Argument(help: "The second rulebook.") var new: RulebookOption
  @Option(name: .shortAndLong, help: ListFormat.help) var format = ListFormat.table
  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    try Sandbox.enter(profile: profile.path)
    let differences = try old.definition(in: profile)
      .differences(to: new.definition(in: profile))
    if format == .table {
      StandardOutput.shared.write(
        differences.isEmpty
          ? "no differences\n" : differences.map { $0.description + "\n" }.joined())
      return
    }
    Listing.write(
      differences, format,
      [Column("path", \.path), Column("old", \.old), Column("new", \.new)])
  }
}

/// Sets the rulebook of a profile.
struct RulesSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set the rulebook of the profile and show what changes.",
    discussion: """
      The whole profile is recomputed with the rulebook. The profile stores the
      definition of the rulebook, so that the file is no longer needed; flint rules
      show current --format lua prints it. A rulebook that changes the meaning of
      ids used by recorded events is refused with the reason. flint undo restores
      the previous rulebook.

      Examples:
        flint rules set --dry-run my.lua
        flint rules set my.lua
        flint rules set ignition
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var sandbox: SandboxOptions
  @Argument(help: "The rulebook: a Lua file, ignition, ignition-shipped or everyday.")
  var rulebook: RulebookOption

  func run() throws {
    try Sandbox.enter(profile: change.profile.path, isWriting: !change.dryRun)
    let rulebook = try rulebook.rulebook()
    let id = rulebook.definition.id
    let text = try withCleanupOnInterrupt {
      try change.open().session(change.session(kind: "rules", source: id)) { session in
        let before = session.rulebook
        if before.hash == rulebook.hash { return "the profile is already folded with \(id)" }
        let obstacles = try session.reader.obstacles(to: rulebook.definition)
        guard obstacles.isEmpty else { throw SessionError.unfitRulebook(id, obstacles) }
        if !change.quiet || change.dryRun {
          let replay = try session.reader.replay(under: rulebook, ofAll: true)
          StandardOutput.shared.write(
            textOf: ReportPage(ReplayView(replay, zone: session.zone)))
        }
        // If the changes could not be printed, the profile is not changed.
        try StandardOutput.shared.flush()
        try session.history.setRulebook(rulebook)
        // The commit follows. It must not be interrupted, since the message would report that it was
        // lost.
        TemporaryFiles.commit()
        let was = "before: \(before.name(beside: rulebook))"
        return change.dryRun
          ? "dry run, nothing was kept: the profile would be folded with "
            + "\(rulebook.name(beside: before)) (\(was))"
          : "the profile is now folded with \(rulebook.name(beside: before)) (\(was))"
      }
    }
    if !change.quiet || change.dryRun { note(text) }
  }
}
