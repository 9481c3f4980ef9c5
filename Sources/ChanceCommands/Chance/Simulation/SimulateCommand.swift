import ArgumentParser
import Commands
import Confinement
import Foundation
import FlintJSON
import Lua
import Players
import Reports
import FlintRules
import Scripting
import Transfer

/// Simulates many players of a plan.
struct SimulateCommand: Subcommand {
  static let name = "simulate"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Simulate many players: estimates of the outcomes under the full rules.",
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
        flint simulate --merge shard*.json -o report.html
      """)

  @Argument(help: "The plan, a Lua file.", completion: .file(extensions: ["lua"])) var plan: String?

  @Option(
    name: .customLong("db"), help: ProfileOptions.databaseHelp,
    completion: .file(extensions: ["db"]))
  var database: String?

  @OptionGroup(title: "Overriding the plan") var options: SimulationOptions

  @Option(help: "The number of threads (default: the number of processors).") var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Also write a row for each player and rulebook to this file, with the segment and the measures: CSV if "
        + "it ends with .csv, otherwise JSON Lines. What a player did not reach is empty.",
      valueName: "path"),
    completion: .file())
  var rows: String?

  @Option(name: .shortAndLong, help: ListFormat.help) var format = ListFormat.table

  @OptionGroup var replacing: ReplacingOption

  @OptionGroup var sharding: ShardOptions

  @Option(
    help: ArgumentHelp(
      "Allow the plan to read this file or directory. The plan's own directory is always "
        + "readable, except for hidden files, unless it is the home directory.",
      valueName: "path"),
    completion: .file())
  var allowRead: [String] = []

  @Option(help: .maximumTime)
  var time = TimeLimit(duration: .seconds(60))

  @Option(help: .maximumMemory)
  var maxMemory = ByteCount(bytes: 512 << 20)

  @OptionGroup var sandbox: SandboxOptions
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false

  func validate() throws {
    if !sharding.merge.isEmpty { try checkMerging() }
    if sharding.shard != nil {
      try refuse(["--force": replacing.force && rows == nil], with: "--shard")
    }
    try profile.validate()
    if sharding.shard == nil, let output = sharding.output, page == nil {
      throw ValidationError("--output: expected \(PageTarget.form), or --shard, got \"\(output)\"")
    }
    try page.map { try PlotOption.check($0, with: format) }
    if rows == "" || rows == "-" {
      throw ValidationError("--rows: expected a file, got \"\(rows ?? "")\"")
    }
    if let rows, rows == sharding.output {
      throw ValidationError("--rows and --output name the same file")
    }
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads: expected a number from 1 to 1024, got \(threads)")
    }
  }

  /// Throws if something is to be simulated beside shards that are merged.
  private func checkMerging() throws {
    if let plan { throw ValidationError("\"\(plan)\" and --merge cannot be combined") }
    if let given = options.given {
      throw ValidationError("\(given) and --merge cannot be combined")
    }
    try refuse(
      [
        "--db": database != nil, "--shard": sharding.shard != nil, "--threads": threads != nil,
        "--allow-read": !allowRead.isEmpty, "--rows": rows != nil,
      ], with: "--merge")
  }

  /// The page to write, unless the output is that of a shard.
  private var page: PageTarget? {
    sharding.shard == nil ? sharding.output.flatMap(PageTarget.init) : nil
  }

  private var output: SimulationOutput {
    SimulationOutput(format: format, page: page, isForced: replacing.force)
  }

  /// The profile whose rulebook is the default.
  private var profile: ProfileOptions { .naming(database) }

  private var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  func run() throws {
    try page?.checkMayReplace(replacing.force)
    if let rows { try PageTarget.checkMayReplace(rows, replacing.force) }
    if !sharding.merge.isEmpty {
      return try MergedShards(sharding.merge, output).write()
    }
    let folder = plan.map { [URL(fileURLWithPath: $0).deletingLastPathComponent().path] } ?? []
    MemoryWatch.prepare()
    // The sandbox is entered before anything is read.
    try Sandbox.enter(
      reading: folder.flatMap(Confinement.ownFiles(in:)) + allowRead + options.rules.map(\.name),
      profile: plan == nil ? profile.path : nil,
      outputs: [sharding.shard == nil ? page?.path : sharding.output, rows].compactMap(\.self))
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
    let form = try rows.map { try PlayerRowsText(plan, path: $0) }
    if page != nil || format == .markdown { plan.addFanMeasures() }
    let simulator = try self.simulator(plan, file, interrupt)
    let progress = ProgressLine(isQuiet: quiet)
    defer { progress.end() }
    do {
      if let shard = try sharding.shard(of: plan) {
        let players = shard.players(of: plan.players)
        let tallies = try writingRows(form) { rows in
          try simulator.play(players, rows: rows) { played in
            progress.show(players: played, of: Int64(players.count))
            return goesOn(interrupt)
          }
        }
        progress.end()
        return try sharding.write(ShardResult(simulator.summary, shard, tallies))
      }
      let result = try writingRows(form) { rows in
        try simulator.run(rows: rows) { played, total in
          progress.show(players: played, of: total)
          return goesOn(interrupt)
        }
      }
      progress.end()
      // Measures added only for the pictures are not in JSON and CSV.
      try output.write(
        result.prefix(measures: shown),
        ReportPage(result, measures: shown, rulebooks: plan.variants.map(\.rulebook)))
    } catch let error as SimulationError {
      throw CommandFailure(error, plan: plan.name)
    }
  }

  /// Passes a sink that writes the rows of players to the file for them; `nil` without a file.
  private func writingRows<Result>(
    _ form: PlayerRowsText?, _ body: (PlayerRowSink?) throws -> Result
  ) throws -> Result {
    guard let form else { return try body(nil) }
    return try WholeOutput.writing(rows) { write in
      guard let write else { return try body(nil) }
      return try withoutActuallyEscaping(write) { write in
        var failure: (any Error)?
        try write(form.header)
        do {
          let result = try body(
            PlayerRowSink(text: { form.append($0, to: &$1) }) { bytes in
              do {
                try write(bytes)
                return true
              } catch {
                failure = error
                return false
              }
            })
          if let failure { throw failure }
          return result
        } catch {
          throw failure ?? error
        }
      }
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
      if case .plan(let problems) = error, let file {
        throw CommandFailure(.badInput, file.description(of: problems))
      }
      throw CommandFailure(error, plan: plan.name)
    }
  }
}

/// The options that write the result, simulate one shard of it, and merge shards.
struct ShardOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Also write a page (.html, .md) or its pictures (.svg); - shows the page instead of the table. "
        + "With --shard, the file of the shard, which is overwritten if it exists.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Simulate one shard of the players (3/64 is the third of 64), and write its file. auto/64 takes "
        + "the number from SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX.",
      valueName: "shard/shards"))
  var shard: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Merge the files of shards, in any order, instead of simulating: the output is that without "
        + "--shard, except for fan charts and differences of rulebooks. Merges tallies of flint replay "
        + "--population, too.",
      valueName: "file"), completion: .file())
  var merge: [String] = []

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
