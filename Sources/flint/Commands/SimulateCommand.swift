import ArgumentParser
import Confinement
import Foundation
import Lua
import Report
import Rules
import Scripting
import Simulation
import Transfer

/// Plays many players of a plan.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", _superCommandName: "flint",
    abstract: "Play many players by the full rules, and estimate what comes of it.",
    discussion: """
      A plan is a Lua file that returns a table: rules, players, days or sparks or
      a goal, measure, policy, seed, precision. Its policy is a table, or a
      function day(player, today) that does what a script can do, over a profile
      in memory. Without a plan, options say the same.

      Without a plan and --rules the rulebook is that of the profile, if there is
      one, else ignition; a plan without rules always goes by ignition.

      The same version, plan, rules and seed give the same bytes, whatever --threads.

      Examples:
        flint simulate --days 365 --per-day poisson:2.5
        flint simulate --goal first:legendary --precision 0.5%
        flint simulate pacing.lua --players 100000 --format json
        flint simulate --rules ignition --rules my.lua --days 90
      """)

  @Argument(help: ArgumentHelp("The plan's file.", valueName: "plan"), completion: .file())
  var plan: String?

  @Option(name: .customLong("db"), help: ProfileOptions.databaseHelp, completion: .file())
  var database: String?

  @OptionGroup(title: "Instead of what the plan says") var options: SimulationOptions

  @Option(help: "On how many threads; as many as there are processors unless given.")
  var threads: Int?

  @Option(help: ArgumentHelp("How to write the result.", valueName: "table|json|csv"))
  var format = ListFormat.table

  @Option(
    help: ArgumentHelp(
      "Draw histograms with the share at most there, fans over the days of totals such as points, or "
        + "the means of a sweep, with gnuplot; - draws in the terminal.",
      valueName: "file.svg|file.png|-"), completion: .file())
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Play one of so many parts of the players, such as 3/64, and write what merge-shards puts "
        + "together. auto/64 finds the number in SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or "
        + "AWS_BATCH_JOB_ARRAY_INDEX.", valueName: "part/parts"))
  var shard: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "With --shard: the file to write, which is replaced if there is one; - for standard output.",
      valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A file or directory that the plan may read. It may read beneath its own directory anyway, but for "
        + "names that begin with a dot and unless that is the home directory.",
      valueName: "path"),
    completion: .file())
  var allowRead: [String] = []

  @Option(
    help: ArgumentHelp(
      "Wall time that a scripted player may take: a number with ms, s, m or h; or none.",
      valueName: "duration"))
  var time = TimeLimit(duration: .seconds(60))

  @Option(
    help: ArgumentHelp(
      "Memory that Lua may hold on each thread: a number with KiB, MiB or GiB.",
      valueName: "size"))
  var maxMemory = ByteCount(bytes: 512 << 20)

  @Flag(help: ScriptOptions.requireSandboxHelp) var requireSandbox = false
  @Flag(help: "Show no progress.") var quiet = false

  func validate() throws {
    if let plot {
      if Gnuplot.Target(plot) == nil {
        throw ValidationError(
          "--plot: expected a file ending with .svg or .png, or -, got \"\(plot)\"")
      }
      if shard != nil { throw ValidationError("--plot is for the whole; merge the shards with it") }
    }
    try profile.validate()
    if output != nil && shard == nil { throw ValidationError("--output goes with --shard") }
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads: expected a number from 1 to 1024, got \(threads)")
    }
  }

  /// The profile whose rulebook is played by where none is named.
  private var profile: ProfileOptions { .naming(database) }

  /// How many threads play.
  private var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  func run() throws {
    let folder = plan.map { [URL(fileURLWithPath: $0).deletingLastPathComponent().path] } ?? []
    MemoryWatch.prepare()
    // Before anything is played.
    try Sandbox.enter(
      reading: folder.flatMap(Confinement.ownFiles(in:)) + allowRead + options.rules.map(\.name),
      profile: plan == nil ? profile.path : nil, outputs: output.map { [$0] } ?? [],
      drawing: plot, isRequired: requireSandbox)
    // Of a plan that is data, nothing is Lua's.
    let words = plan == nil ? nil : limits.lastWords[.memory]
    try MemoryWatch.whileScriptRuns(memory: threadCount * maxMemory.bytes, lastWords: words) { _ in
      try InterruptFlag.whileRunning { try run($0) }
    }
  }

  private func run(_ interrupt: InterruptFlag) throws {
    let file = try readPlan(interrupt)
    var plan = try self.plan(file)
    let shown = plan.measures.count
    if plot != nil { plan.measures += plan.fanMeasures }
    let simulator = try self.simulator(plan, file, interrupt)
    let progress = ProgressLine(isQuiet: quiet)
    defer { progress.end() }
    do {
      if let part = try part(plan) {
        let players = part.players(of: plan.players)
        let tallies = try simulator.play(players) { played in
          progress.show(players: played, of: Int64(players.count))
          return goesOn(interrupt)
        }
        progress.end()
        return try write(ShardResult(simulator.summary, part, tallies))
      }
      let result = try simulator.run { played, total in
        progress.show(players: played, of: total)
        return goesOn(interrupt)
      }
      progress.end()
      if let target = plot.flatMap({ Gnuplot.Target($0) }) {
        try Gnuplot.draw(SimulationChart(result), to: target)
      }
      // What was measured for the picture's sake is not in the tables.
      try SimulationPage(result: result.prefix(measures: shown)).write(format)
    } catch let error as SimulationError {
      throw CommandFailure(error, plan: plan.name)
    }
  }

  /// Whether there was no Ctrl-C. After one the players that are being played are not waited for
  /// long: nothing was written yet.
  private func goesOn(_ interrupt: InterruptFlag) -> Bool {
    guard let since = interrupt.since else { return true }
    if ContinuousClock.now - since > LimitOptions.grace * 2 {
      limits.lastWords[.interrupt]?.leave()
    }
    return false
  }

  /// The part of the players that is to be played, if not all are.
  private func part(_ plan: Plan) throws -> Shard? {
    guard let shard else { return nil }
    if plan.precision != nil {
      throw ValidationError(
        "--shard plays a part of a fixed number of players; leave precision out of the plan, and say "
          + "how many players there are")
    }
    do throws(PlanProblem) {
      return try Shard(parsing: shard, environment: ProcessInfo.processInfo.environment)
    } catch {
      throw ValidationError("--shard: \(error)")
    }
  }

  /// Writes a part's result, in the place of an earlier one if there is such.
  private func write(_ part: ShardResult) throws {
    let text = part.json.text() + "\n"
    guard let output, output != "-" else { return StandardOutput.shared.write(text) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw CommandFailure(
        status: .storage, message: "\(output): cannot be written" + systemReason(of: error))
    }
  }

  private var limits: LuaLimits {
    LuaLimits(
      wallTime: time.duration, memory: maxMemory.bytes, output: 0, grace: LimitOptions.grace,
      lastWords: LimitOptions.lastWords { reason in
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
      throw CommandFailure(
        status: error.isMissing ? .storage : .badInput, message: error.description)
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

extension CommandFailure {
  /// What the failure of a simulation means for the process.
  init(_ error: SimulationError, plan: String) {
    switch error {
    case .plan(let problems):
      self.init(
        status: .badInput,
        message: problems.count == 1
          ? "\(plan): \(problems[0])"
          : "\(plan): \(problems.count) faults\n"
            + problems.map { "  \($0)" }.joined(separator: "\n"))
    case .policy: self.init(status: .failure, message: "\(plan): \(error)")
    case .limit(let limit, _, _, _):
      let status: ExitStatus =
        switch limit {
        case .time: .timeLimit
        case .memory: .memoryLimit
        case .other: .failure
        }
      self.init(status: status, message: "\(plan): \(error)")
    case .interrupted: self.init(status: .interrupted, message: "interrupted")
    case .shard(let problem): self.init(status: .badInput, message: problem)
    case .system(let problem): self.init(status: .storage, message: problem)
    }
  }
}
