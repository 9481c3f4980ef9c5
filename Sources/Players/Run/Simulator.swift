import Dispatch
import Foundation
import Synchronization

/// A runner of a plan's players, in chunks of fixed bounds, on a number of threads.
///
/// Any free thread takes the next chunk. Tallies are whole numbers that are added up, and chunks are
/// independent: neither the number of threads nor their order affects the result.
package struct Simulator: Sendable {
  /// A factory of player simulations; called once on each thread.
  package typealias Maker = @Sendable () throws(SimulationError) -> any PlayerGroup

  /// The number of players in a chunk, the first of which is a multiple of it.
  package static let chunk: Int64 = 256
  /// The stack size of a thread, in bytes: the interpreter of a policy needs more than most threads have.
  private static let stackSize = 16 << 20

  package let plan: Plan
  /// The facts about the plan that results contain.
  package let summary: PlanSummary
  private let threads: Int
  private let maker: Maker

  /// - Parameters:
  ///   - plan: the plan to simulate.
  ///   - threads: the number of threads; less than one counts as one.
  ///   - version: the version of Flint, since another version may have other results.
  ///   - assertions: the assertions about the result.
  ///   - players: the factory of scripted players; not called where the policy is data.
  /// - Throws: `SimulationError.plan` with all errors in the plan.
  package init(
    _ plan: Plan, threads: Int, version: String, assertions: [Assertion] = [],
    players maker: Maker? = nil
  ) throws(SimulationError) {
    var distributions = DistributionCache()
    let faults = plan.faults(&distributions)
    guard faults.isEmpty else { throw .plan(faults) }
    self.plan = plan
    self.threads = max(1, threads)
    let controls = plan.variants.enumerated().map { Controls(plan.playing($0), $1.rulebook) }
    summary = plan.summary(controls, &distributions, version: version, assertions: assertions)
    for assertion in assertions { _ = try summary.measureIndex(of: assertion) }
    switch plan.behaviour {
    case .policy(let policy):
      self.maker = { () throws(SimulationError) in try Self.players(plan, policy, controls) }
    case .scripted:
      guard let maker else {
        throw .plan([PlanProblem("policy", "a scripted policy needs its script")])
      }
      self.maker = maker
    }
  }

  /// Returns a simulation of players whose policy is data.
  private static func players(
    _ plan: Plan, _ policy: Policy, _ controls: [Controls]
  ) throws(SimulationError) -> any PlayerGroup {
    do throws(PlanProblem) {
      switch plan.engine {
      case .rules: return try BuiltInPlayers(plan, controls: controls)
      case .rolls: return try RollPlayers(plan, policy)
      }
    } catch {
      throw .plan([error])
    }
  }

  /// The state that the threads share.
  private struct Shared {
    var nextChunk: Int64
    var played: Int64 = 0
    var tallies: TallySet
    /// The failure of the earliest player, and the chunk it happened in.
    var failure: (chunk: Int64, error: SimulationError)?
    var isStopped = false
    var rows: PlayerRowQueue
  }

  private final class Work: Sendable {
    let shared: Mutex<Shared>
    let done = DispatchSemaphore(value: 0)

    init(_ shared: consuming Shared) { self.shared = Mutex(shared) }
  }

  /// Plays some of the plan's players.
  ///
  /// - Parameters:
  ///   - players: the numbers of the players, from 0.
  ///   - rows: receives the values of each player; `nil` where they are not needed.
  ///   - progress: called about ten times a second with the number of players played; returns whether to
  ///     continue.
  /// - Throws: `SimulationError`: the failure of the first player that fails, regardless of the order in
  ///   which threads fail.
  package func play(
    _ players: Range<Int64>, rows: PlayerRowSink? = nil, progress: (Int64) -> Bool = { _ in true }
  ) throws(SimulationError) -> TallySet {
    let first = players.lowerBound / Self.chunk
    let work = Work(
      Shared(
        nextChunk: first, tallies: summary.emptyTallies, rows: PlayerRowQueue(first: first)))
    let text = rows?.text
    for _ in 0..<threads {
      let thread = Thread { [self] in
        play(players, work, text)
        work.done.signal()
      }
      thread.stackSize = Self.stackSize
      thread.start()
    }
    var waiting = threads
    while waiting > 0 {
      if work.done.wait(timeout: .now() + .milliseconds(100)) == .success {
        waiting -= 1
      } else if !progress(work.shared.withLock { $0.played }) {
        work.shared.withLock { $0.isStopped = true }
      }
      if let rows, !rows.write(work.shared.withLock({ $0.rows.take() })) {
        work.shared.withLock { $0.isStopped = true }
      }
    }
    let (failure, isStopped, tallies) = work.shared.withLock {
      ($0.failure, $0.isStopped, $0.tallies)
    }
    if isStopped { throw .interrupted }
    if let failure { throw failure.error }
    if let problem = tallies.problem(summary.measures) { throw .plan([problem]) }
    return tallies
  }

  private func play(
    _ players: Range<Int64>, _ work: Work,
    _ text: (@Sendable (PlayerRow, inout [UInt8]) -> Void)?
  ) {
    var tallies = summary.emptyTallies
    var current: Int64 = 0
    do throws(SimulationError) {
      let playing = try maker()
      while let chunk = next(players, work) {
        current = chunk
        let first = max(players.lowerBound, chunk * Self.chunk)
        let end = min(players.upperBound, (chunk + 1) * Self.chunk)
        if text != nil { tallies.rows = [] }
        try playing.play(first..<end, into: &tallies)
        if let text {
          var bytes: [UInt8] = []
          for (index, values) in (tallies.rows ?? []).enumerated() {
            text(PlayerRow(player: first + Int64(index) + 1, values: values), &bytes)
          }
          tallies.rows = nil
          let finished = bytes
          work.shared.withLock { $0.rows.add(finished, ofChunk: chunk) }
        }
        work.shared.withLock { $0.played += end - first }
      }
    } catch {
      let failed = current
      work.shared.withLock {
        if $0.failure.map({ failed < $0.chunk }) ?? true { $0.failure = (failed, error) }
      }
    }
    let all = tallies
    work.shared.withLock { $0.tallies.merge(all) }
  }

  private func next(_ players: Range<Int64>, _ work: Work) -> Int64? {
    work.shared.withLock { shared in
      // Chunks before a failure are still played: an earlier player may fail as well.
      if shared.isStopped || shared.failure.map({ shared.nextChunk > $0.chunk }) ?? false
        || shared.nextChunk * Self.chunk >= players.upperBound
      {
        return nil
      }
      defer { shared.nextChunk += 1 }
      return shared.nextChunk
    }
  }

  /// Runs the plan: with all its players, or as many as its precision requires.
  ///
  /// The precision of the estimates is checked after fixed numbers of players only, so that nothing else
  /// decides when to stop.
  ///
  /// - Parameters:
  ///   - rows: receives the values of each player; `nil` where they are not needed.
  ///   - progress: called with the number of players played and the maximum number; returns whether to
  ///     continue.
  package func run(
    rows: PlayerRowSink? = nil,
    progress: (_ played: Int64, _ total: Int64) -> Bool = { _, _ in true }
  ) throws(SimulationError) -> SimulationResult {
    var tallies = summary.emptyTallies
    var played: Int64 = 0
    while played < plan.players {
      let next = plan.precision == nil ? plan.players : min(plan.players, Self.stop(after: played))
      let more = try play(played..<next, rows: rows) { progress(played + $0, plan.players) }
      tallies.merge(more)
      played = next
      if let precision = plan.precision {
        let result = try SimulationResult(summary, tallies)
        if result.isWithin(precision) { return result }
      }
    }
    return try SimulationResult(summary, tallies)
  }

  /// Returns the number of players at which the precision is checked next: 1024, then 1024 more or a
  /// quarter more each time, the larger of both, in whole chunks.
  static func stop(after played: Int64) -> Int64 {
    played == 0 ? 1024 : played + max(1024, played / 4 / chunk * chunk)
  }
}
