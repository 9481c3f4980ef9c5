import ArgumentParser
import JSON
import Rules
import Scripting
import Sessions
import Storage

/// Folds the same events with another rulebook and compares the results.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "replay", abstract: "Compare the profile with what it would be under another rulebook.",
    discussion: """
      Shows differences in points by source, level, cards, missions and
      achievements, with their dates, and the first event with a different outcome.
      The profile is not changed.

      Examples:
        flint replay --rules my.lua
        flint replay --rules ignition-shipped --against my.lua --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(
    help: ArgumentHelp(
      "The other rulebook: ignition, ignition-shipped or a Lua file.", valueName: "rulebook"))
  var rules: RulebookOption
  @Option(
    help: ArgumentHelp(
      "The rulebook to compare with; current is the profile's own.", valueName: "rulebook"))
  var against = RulebookOption(argument: RulebookOption.current)

  func run() throws {
    try Sandbox.enter(profile: profile.path)
    let new = try rules.rulebook(in: profile)
    let old = try against.rulebook(in: profile)
    try profile.reading { session in
      let page = ReplayPage(try session.reader.replay(under: new, against: old), session)
      switch list.format {
      case .json: StandardOutput.shared.write(json: page.json)
      case .csv: page.writeCSV()
      case .table: StandardOutput.shared.write(page.text)
      }
    }
  }
}
