import ArgumentParser
import Commands
import Reports
import FlintRules
import Scripting
import Sessions
import Storage
import Views

/// Folds the same events with another rulebook and compares the results.
struct ReplayCommand: Subcommand {
  static let name = "replay"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Compare the profile with what it would be under another rulebook.",
    discussion: """
      Shows differences in points by source, level, cards, missions and
      achievements, with their dates, and the first event with a different outcome.
      The profile is not changed.

      With --population, the events of many players are replayed instead: a line for
      each event, in JSON Lines or CSV, all lines of a player together. One player
      at a time is held in memory, and any partition of the players gives the same
      totals, so that Spark, dask or GNU parallel can run it as a filter.

      Examples:
        flint replay --rules my.lua
        flint replay --rules ignition-shipped --against my.lua --format json
        flint replay --rules my.lua -o replay.html
        flint replay --population --rules my.lua events.jsonl
        flint replay --population --rules my.lua --totals - <events.jsonl >t.jsonl
        flint replay --population --rules my.lua --tallies part1.json events1.jsonl
        flint replay --population --rules new.lua --against old.lua events.jsonl
        flint replay --population --rules my.lua -o population.html events.jsonl
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(
    help: ArgumentHelp(
      "The other rulebook: ignition, ignition-shipped, everyday or a Lua file.",
      valueName: "rulebook"))
  var rules: RulebookOption
  @Option(
    help: ArgumentHelp(
      "The rulebook to compare with; current is the profile's own, and with --population none.",
      valueName: "rulebook"))
  var against = RulebookOption(argument: RulebookOption.current)
  @OptionGroup var pictures: PlotOption
  @OptionGroup var sandbox: SandboxOptions
  @OptionGroup(title: "Replaying a population") var population: PopulationOptions

  func validate() throws {
    try pictures.check(with: list.format)
    if population.population {
      try refuse(["--db": profile.database != nil], with: "--population")
      if pictures.isTerminal && population.isFilter {
        throw ValidationError(
          "--output: standard output already has totals or tallies; give a file")
      }
      if !Set(population.outputs).isDisjoint(with: pictures.outputs) {
        throw ValidationError("--output names the same file as another option")
      }
    }
  }

  func run() throws {
    if population.population { return try replayPopulation() }
    try pictures.checkFile()
    try Sandbox.enter(profile: profile.path, outputs: pictures.outputs)
    let new = try rules.rulebook(in: profile)
    let old = try against.rulebook(in: profile)
    try profile.reading { session in
      let replay = try session.reader.replay(under: new, against: old)
      let view = ReplayView(replay, zone: session.zone)
      try list.format.write(view, ReportPage(view), pictures, permissionsOf: profile.path)
    }
  }
}

extension ReplayCommand {
  private func replayPopulation() throws {
    try population.checkMayReplace(force: pictures.replacing.force)
    try pictures.checkFile()
    let other = against.name == RulebookOption.current ? nil : against
    // The files and the rulebooks may come from an untrusted source.
    try Sandbox.enter(
      reading: population.files.filter { $0 != "-" } + [rules.name]
        + (other.map { [$0.name] } ?? []), outputs: population.outputs + pictures.outputs)
    try PopulationReplay(
      population, try rules.rulebook(), against: try other?.rulebook(), now: profile.now, list,
      pictures
    ).run()
  }
}
