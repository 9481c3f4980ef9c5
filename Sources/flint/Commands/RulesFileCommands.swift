import ArgumentParser
import Rules
import Scripting
import Sessions
import Storage

/// Checks a rulebook file.
struct RulesCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a rulebook file: every fault at once, each with its path and line.",
    discussion: """
      A rulebook file is Lua that returns a table; it may say extends = "ignition"
      and give only what differs. It sees no other file, no clock and nothing of
      Flint's, and draws nothing, so that it gives the same rulebook everywhere.

      Exits with 0 when the rulebook is sound, with 65 when it is not.

      Examples:
        flint rules check my.lua
        flint rules show ignition --format lua > my.lua
      """)

  @Argument(help: "The rulebook: a Lua file, or ignition or ignition-shipped.")
  var rulebook: RulebookOption
  @Flag(help: "Say nothing when it is sound.") var quiet = false

  func run() throws {
    try Sandbox.enter()
    let compiled = try rulebook.rulebook()
    let definition = compiled.definition
    if !quiet {
      StandardOutput.shared.write(
        "sound: \(definition.id), hash \(compiled.hash): "
          + "\(counted(definition.missions.count, "mission")), "
          + "\(counted(definition.cards.count, "card")), "
          + "\(counted(definition.ladders.reduce(0) { $0 + $1.rungs.count }, "achievement"))\n")
    }
  }
}

/// Compares two rulebooks.
struct RulesDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show in what two rulebooks differ.",
    discussion: """
      What a profile's history comes to under another rulebook: flint replay.

      Examples:
        flint rules diff ignition my.lua
        flint rules diff current my.lua
        flint rules diff ignition ignition-shipped --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(
    help: "A rulebook: a Lua file, ignition, ignition-shipped, or current: the profile's own.")
  var old: RulebookOption
  @Argument(help: "The other.") var new: RulebookOption
  @Option(help: ArgumentHelp("How to write the list.", valueName: "table|json|csv"))
  var format = ListFormat.table

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
    var listing = Listing(format, columns: ["path", "old", "new"])
    for difference in differences {
      listing.append([.text(difference.path), Cell(difference.old), Cell(difference.new)])
    }
    listing.end(empty: "no differences")
  }
}

/// Makes a rulebook the profile's.
struct RulesSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Show what another rulebook changes, and fold the profile with it from now on.",
    discussion: """
      The whole history is folded anew. The profile keeps the rulebook's
      definition, so that the file is not needed any more: flint rules show
      current --format lua writes it out again. Ids that history has used may not
      come to mean something else: such a rulebook is refused, with the reason.
      flint undo sets the rulebook that the profile had before.

      Examples:
        flint rules set --dry-run my.lua
        flint rules set my.lua
        flint rules set ignition
      """)

  @OptionGroup var change: ChangeOptions
  @Argument(help: "The rulebook: a Lua file, or ignition or ignition-shipped.")
  var rulebook: RulebookOption

  func run() throws {
    try Sandbox.enter(profile: change.profile.path, isWriting: !change.dryRun)
    let rulebook = try rulebook.rulebook()
    let id = rulebook.definition.id
    let text = try withoutRemains {
      try change.open().session(change.session(kind: "rules", source: id)) { session in
        let before = session.rulebook
        if before.hash == rulebook.hash { return "the profile is folded with \(id) already" }
        let obstacles = try session.obstacles(to: rulebook.definition)
        guard obstacles.isEmpty else { throw SessionError.unfitRulebook(id, obstacles) }
        if !change.quiet || change.dryRun {
          let replay = try session.replay(under: rulebook, ofAll: true)
          StandardOutput.shared.write(ReplayPage(replay, session).text)
        }
        // Nobody's profile is to change by what could not be shown.
        try StandardOutput.shared.flush()
        try session.setRulebook(rulebook)
        // What follows is the commit, which is not to be interrupted: it would be told to be lost.
        Drafts.settle()
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

extension Rulebook {
  /// What the rulebook is called beside another: its id, with its hash where the ids are the same.
  func name(beside other: Rulebook) -> String {
    definition.id == other.definition.id && hash != other.hash
      ? "\(definition.id) \(hash.prefix(8))" : definition.id
  }
}
