import ArgumentParser
import Commands
import Confinement
import Foundation
import JSON
import Lua
import Reports
import Rules
import Scripting
import Simulation
import Transfer

/// Simulates many players of a plan.
struct SimulateCommand: Subcommand {
  static let name = "simulate"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Simulate many players under the full rules and estimate the outcomes.",
    discussion: """
      A plan is a Lua file that returns a table: rules, players, a horizon (days,
      sparks or a goal), measure, policy, seed and precision (see flint api plan).
      The policy, which determines what players do, is a table, or a function
      day(player, today) that can do everything that a script can, on a profile in
      memory. Without a plan, the options define the simulation; with one, they
      override its values.

      Without a plan and without --rules, the rulebook is that of the profile if one
      exists, otherwise \(RulebookDefinition.newProfileDefault.id). A plan without rules always uses \
      ignition.

      The same version, plan, rules and seed give exactly the same output, with any
      number of threads.

      Examples:
        flint simulate --days 365 --per-day poisson:2.5
        flint simulate --goal first:legendary --precision 0.5%
        flint simulate pacing.lua --players 100000 --format json
        flint simulate pacing.lua -o report.html
        flint simulate --rules ignition --rules my.lua --days 90
      """)

  @Argument(help: "The plan, a Lua file.", completion: .file(extensions: ["lua"])) var plan: String?

  @Option(
    name: .customLong("db"), help: ProfileOptions.databaseHelp,
    completion: .file(extensions: ["db"]))
  var database: String?

  @OptionGroup(title: "Overriding the plan") var options: SimulationOptions

  @Option(help: "The number of threads (default: the number of processors).") var threads: Int?

  @Option(help: ListFormat.help) var format = ListFormat.table

  @Option(
    help: ArgumentHelp(
      "Also write the result as a page with pictures (.html, .md) or as the pictures alone (.svg): "
        + "estimates with intervals, histograms, the share of players at or below each value, "
        + "comparisons, and fan charts of days for totals such as points; - shows the page in the "
        + "terminal instead of the tables."), completion: .file())
  var plot: PageTarget?
  @OptionGroup var replacing: ReplacingOption

  @OptionGroup var sharding: ShardOptions

  @Option(
    help: ArgumentHelp(
      "Allow the plan to read this file or directory. The plan's own directory is always "
        + "readable, except for hidden files, unless it is the home directory.",
      valueName: "path"),
    completion: .file())
  var allowRead: [String] = []

  @Option(
    help: ArgumentHelp(
      "The maximum wall time of a scripted player: a number with unit ms, s, m or h; or none.",
      valueName: "duration"))
  var time = TimeLimit(duration: .seconds(60))

  @Option(
    help: ArgumentHelp(
      "The maximum memory for Lua on each thread: a number with unit KiB, MiB or GiB.",
      valueName: "size"))
  var maxMemory = ByteCount(bytes: 512 << 20)

  @OptionGroup var sandbox: SandboxOptions
  @Flag(help: "Do not show progress.") var quiet = false

  func validate() throws {
    if plot != nil && sharding.shard != nil {
      throw ValidationError(
        "--plot and --shard cannot be combined; give --plot to flint merge-shards")
    }
    if sharding.shard != nil { try refuse(["--force": replacing.force], with: "--shard") }
    try profile.validate()
    if sharding.shard == nil, let output = sharding.output, PageTarget(argument: output) == nil {
      throw ValidationError("--output: expected \(PageTarget.form), or --shard, got \"\(output)\"")
    }
    if let plot, pages.count(where: { $0 == plot }) > 1 {
      throw ValidationError("--plot and --output name the same file")
    }
    for page in pages { try PlotOption.check(page, with: format) }
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads: expected a number from 1 to 1024, got \(threads)")
    }
  }

  /// The pages to write: `--plot` and, without a shard, `--output`.
  private var pages: [PageTarget] {
    let output = sharding.shard == nil ? sharding.output.flatMap(PageTarget.init) : nil
    return [plot, output].compactMap(\.self)
  }

  /// The profile whose rulebook is the default.
  private var profile: ProfileOptions { .naming(database) }

  /// The number of threads.
  private var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  func run() throws {
    let folder = plan.map { [URL(fileURLWithPath: $0).deletingLastPathComponent().path] } ?? []
    for page in pages { try page.checkMayReplace(replacing.force) }
    MemoryWatch.prepare()
    // The sandbox is entered before anything is read.
    try Sandbox.enter(
      reading: folder.flatMap(Confinement.ownFiles(in:)) + allowRead + options.rules.map(\.name),
      profile: plan == nil ? profile.path : nil,
      outputs: (sharding.shard == nil ? [] : [sharding.output].compactMap(\.self))
        + pages.compactMap(\.path))
    // Without a plan file, no Lua runs.
    let words = plan == nil ? nil : limits.exitMessages[.memory]
    try MemoryWatch.whileScriptRuns(memory: threadCount * maxMemory.bytes, exitMessages: words) {
      _ in
      try InterruptFlag.whileRunning { try run($0) }
    }
  }

  private func run(_ interrupt: InterruptFlag) throws {
    let file = try readPlan(interrupt)
    var plan = try self.plan(file)
    let shown = plan.measures.count * plan.columnsPerMeasure
    if !pages.isEmpty { plan.measures += plan.fanMeasures }
    let simulator = try self.simulator(plan, file, interrupt)
    let progress = ProgressLine(isQuiet: quiet)
    defer { progress.end() }
    do {
      if let shard = try sharding.shard(of: plan) {
        let players = shard.players(of: plan.players)
        let tallies = try simulator.play(players) { played in
          progress.show(players: played, of: Int64(players.count))
          return goesOn(interrupt)
        }
        progress.end()
        return try sharding.write(ShardResult(simulator.summary, shard, tallies))
      }
      let result = try simulator.run { played, total in
        progress.show(players: played, of: total)
        return goesOn(interrupt)
      }
      progress.end()
      if !pages.isEmpty {
        let page = ReportPage(
          result, measures: shown, rulebooks: plan.sweep == nil ? plan.variants.map(\.rulebook) : []
        )
        for target in pages { try target.write(page, force: replacing.force) }
      }
      // Measures added only for the pictures are not in the tables.
      try SimulationPage(result: result.prefix(measures: shown))
        .write(format, withTable: !pages.contains(.terminal))
    } catch let error as SimulationError {
      throw CommandFailure(error, plan: plan.name)
    }
  }

  /// Whether to continue: `false` after Ctrl-C. The players in progress then get only little time to
  /// finish, since nothing has been written yet.
  private func goesOn(_ interrupt: InterruptFlag) -> Bool {
    guard let since = interrupt.since else { return true }
    if ContinuousClock.now - since > LimitOptions.grace * 2 {
      limits.exitMessages[.interrupt]?.leave()
    }
    return false
  }

  private var limits: LuaLimits {
    LuaLimits(
      wallTime: time.duration, memory: maxMemory.bytes, output: 0, grace: LimitOptions.grace,
      exitMessages: LimitOptions.exitMessages { reason in
        reason == .interrupt ? "interrupted" : "\(plan ?? ""): stopped: \(reason.phrase)"
      })
  }

  private func readPlan(_ interrupt: InterruptFlag) throws -> PlanFile? {
    guard let path = plan else { return nil }
    do {
      return try withScriptThread { () throws -> PlanFile in
        try PlanFile.read(
          at: path, readable: allowRead, limits: limits, started: { interrupt.watch($0) })
      }
    } catch let error as LuaFileError {
      throw CommandFailure(error.isMissing ? .storage : .badInput, error.description)
    } catch {
      throw CommandFailure(scriptError: error, input: nil) ?? error
    }
  }

  private func plan(_ file: PlanFile?) throws -> Plan {
    var options = options
    let plan = file?.plan ?? Plan(name: "flint simulate")
    if file == nil, options.rules.isEmpty { options.rules = [.byDefault(in: profile)] }
    return try options.applied(to: plan, profile)
  }

  private func simulator(
    _ plan: Plan, _ file: PlanFile?, _ interrupt: InterruptFlag
  ) throws -> Simulator {
    let maker = file.map { $0.maker(plan, limits: limits, started: { interrupt.watch($0) }) }
    do throws(SimulationError) {
      return try Simulator(
        plan, threads: threadCount, version: Version.number, assertions: file?.assertions ?? [],
        players: maker)
    } catch {
      throw CommandFailure(error, plan: plan.name)
    }
  }
}

/// The options that choose one shard of a simulation, and the file for its result.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Simulate one shard of the players (3/64 is the third of 64), and write a file for "
        + "merge-shards. auto/64 takes the number from SLURM_ARRAY_TASK_ID, "
        + "JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX.", valueName: "shard/shards"))
  var shard: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Without --shard: the same as --plot. With --shard: the file for merge-shards, which is "
        + "overwritten if it exists; - for standard output.",
      valueName: "path"),
    completion: .file())
  var output: String?

  /// Returns the shard given by `--shard`; `nil` if all players are simulated.
  func shard(of plan: Plan) throws -> Shard? {
    guard let shard else { return nil }
    if plan.precision != nil {
      throw ValidationError(
        "--shard requires a fixed number of players: replace precision in the plan by a "
          + "number of players")
    }
    do throws(PlanProblem) {
      return try Shard(parsing: shard, environment: ProcessInfo.processInfo.environment)
    } catch {
      throw ValidationError("--shard: \(error)")
    }
  }

  /// Writes the result of a shard, replacing an existing file.
  func write(_ shard: ShardResult) throws {
    let text = shard.json.text() + "\n"
    guard let output, output != "-" else { return StandardOutput.shared.write(text) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw CommandFailure(.storage, "\(output): cannot be written" + systemReason(of: error))
    }
  }
}

extension CommandFailure {
  /// Creates the failure of the command for an error of a simulation.
  init(_ error: SimulationError, plan: String) {
    switch error {
    case .plan(let problems):
      self.init(
        .badInput,
        problems.count == 1
          ? "\(plan): \(problems[0])"
          : "\(plan): \(problems.count) errors\n"
            + problems.map { "  \($0)" }.joined(separator: "\n"))
    case .policy: self.init(.failure, "\(plan): \(error)")
    case .limit(let limit, _, _, _):
      let status: ExitStatus =
        switch limit {
        case .time: .timeLimit
        case .memory: .memoryLimit
        case .other: .failure
        }
      self.init(status, "\(plan): \(error)")
    case .interrupted: self.init(.interrupted, "interrupted")
    case .shard(let problem): self.init(.badInput, problem)
    case .system(let problem): self.init(.storage, problem)
    }
  }
}
