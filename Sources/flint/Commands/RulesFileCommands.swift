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
      A rulebook file is Lua that returns a table; it may say extends = "ignition" and give only
      what differs. It sees no file, no clock and nothing of Flint's.

      Exits with 0 when the rulebook is sound, with 65 when it is not.

      Example:
        flint rules check my.lua
      """)

  @Argument(help: "The rulebook: a Lua file, or ignition or ignition-shipped.")
  var rulebook: RulebookOption
  @Flag(help: "Say nothing when it is sound.") var quiet = false

  func run() throws {
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
      What history comes to under another rulebook: flint replay.

      Examples:
        flint rules diff ignition my.lua
        flint rules diff ignition ignition-shipped --format json
      """)

  @Argument(help: "A rulebook: a Lua file, or ignition or ignition-shipped.")
  var old: RulebookOption
  @Argument(help: "The other.") var new: RulebookOption
  @Option(help: ArgumentHelp("How to write the list.", valueName: "table|json|csv"))
  var format = ListFormat.table

  func run() throws {
    let differences = try old.definition().differences(to: new.definition())
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
    abstract: "Fold a profile with another rulebook from now on, and show what that changes.",
    discussion: """
      The whole history is folded anew. The profile keeps the rulebook's definition, so that the
      file is not needed any more. Ids that history has used may not come to mean something else:
      such a rulebook is refused, with the reason.

      Examples:
        flint rules set --dry-run my.lua
        flint rules set my.lua
      """)

  @OptionGroup var change: ChangeOptions
  @Argument(help: "The rulebook: a Lua file, or ignition or ignition-shipped.")
  var rulebook: RulebookOption

  func run() throws {
    let rulebook = try rulebook.rulebook()
    let options = change.session(kind: "rules", source: rulebook.definition.id)
    let text = try change.open().session(options) { session in
      if session.profile.rulebookHash == rulebook.hash {
        return "the profile is folded with \(rulebook.definition.id) already"
      }
      let obstacles = try session.obstacles(to: rulebook.definition)
      guard obstacles.isEmpty else {
        throw CommandFailure(
          status: .failure,
          message: "\(rulebook.definition.id) cannot become the rulebook of this profile:\n"
            + obstacles.map { "  \($0)" }.joined(separator: "\n"))
      }
      let replay = try session.replay(under: rulebook)
      let changes = replay.page(session)
      try session.setRulebook(rulebook)
      return changes
        + (change.dryRun ? "dry run, nothing was kept: it would be" : "the profile is now")
        + " folded with \(rulebook.definition.id) (before: \(session.profile.rulebook))"
    }
    if !change.quiet || change.dryRun { note(text) }
  }
}

/// Folds the same events under other rules.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Show what the same history comes to under another rulebook; change nothing.",
    discussion: """
      Points by source, level, cards, missions and achievements with their dates, and the first
      event that brought something else.

      Examples:
        flint replay --rules my.lua
        flint replay --rules ignition-shipped --against my.lua --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "The rulebook: ignition, ignition-shipped or a Lua file.")
  var rules: RulebookOption
  @Option(help: "The rulebook to compare with; current is the profile's own.")
  var against = RulebookOption(argument: "current")

  func run() throws {
    let new = try rules.rulebook()
    let old = against.name == "current" ? nil : try against.rulebook()
    try profile.reading { session in
      let replay = try session.replay(under: new, against: old)
      switch list.format {
      case .json:
        StandardOutput.shared.write(replay.json(session).text(indented: true) + "\n")
      case .csv:
        var listing = Listing(.csv, columns: ["subject", "name", "old", "new"])
        for difference in replay.differences(session.zone.text) {
          listing.append([
            .text(difference.subject), .text(difference.name), Cell(difference.old),
            Cell(difference.new),
          ])
        }
        listing.end(empty: "")
      case .table: StandardOutput.shared.write(replay.page(session))
      }
    }
  }
}

extension Replay {
  /// What comes out differently, as a table, and where it begins.
  func page(_ session: Session) -> String {
    let (before, after) = (old.rulebook.definition.id, new.rulebook.definition.id)
    let differences = differences { session.zone.day(of: $0).description }
    if differences.isEmpty {
      return "\(counted(old.state.eventCount, "event")): the same under \(before) and \(after)\n"
    }
    var rows: [[Cell]] = []
    for difference in differences {
      let name =
        difference.subject == difference.name
        ? difference.name : "\(difference.subject) \(difference.name)"
      rows.append([
        .text(name.replacing("_", with: " ")), .text(difference.old ?? "–"),
        .text(difference.new ?? "–"),
      ])
    }
    let same = before == after
    var text = TextTable(
      columns: ["what", same ? before + " (old)" : before, same ? after + " (new)" : after],
      rows: rows
    ).text
    if let divergence {
      text +=
        "\nfirst divergence: \(divergence.event.action.kind.name) \(divergence.event.id) at "
        + "\(divergence.event.at.text(offset: divergence.event.offset))\n"
        + "  \(before): \(divergence.old)\n  \(after): \(divergence.new)\n"
    }
    return text
  }

  /// The comparison as JSON.
  func json(_ session: Session) -> JSONValue {
    func rulebook(_ side: Side) -> JSONValue {
      .object([
        ("id", .string(side.rulebook.definition.id)), ("hash", .string(side.rulebook.hash)),
      ])
    }
    return .object([
      ("old", rulebook(old)), ("new", rulebook(new)),
      ("events", .integer(old.state.eventCount)),
      (
        "differences",
        .array(
          differences(session.zone.text).map { difference in
            .object([
              ("subject", .string(difference.subject)), ("name", .string(difference.name)),
              ("old", difference.old.map { .string($0) } ?? .null),
              ("new", difference.new.map { .string($0) } ?? .null),
            ])
          })
      ),
      (
        "first_divergence",
        divergence.map { divergence in
          .object([
            ("id", .string(divergence.event.id.description)),
            ("kind", .string(divergence.event.action.kind.name)),
            ("at", .string(divergence.event.at.text(offset: divergence.event.offset))),
            ("old", .string(divergence.old)), ("new", .string(divergence.new)),
          ])
        } ?? .null
      ),
    ])
  }
}
