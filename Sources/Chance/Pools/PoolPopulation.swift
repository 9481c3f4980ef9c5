import FlintRandom
import Dispatch
import Synchronization

/// Simulated players of a model, each with a random stream of its own.
struct PoolPopulation {
  /// The number of players after which an estimate may end.
  static let block = 256
  /// The number of players that a thread plays at a time.
  static let chunk = 16

  package let machine: PoolMachine
  let exchange: PoolOdds.PointExchange?
  let seed: UInt64
  /// The number of rolls after which a player gives up.
  let mostRolls: Int

  /// What a player does until all goals are reached.
  struct Outcome {
    var rolls: Int64
    /// The prizes or the currency that the cards count for.
    var amount = 0.0
  }

  /// Returns the outcome of each player, in order; `nil` for one that gave up.
  func play(_ players: Range<Int>) -> [Outcome?] { results(of: players, outcome) }

  /// Returns a result of each player, in order.
  func results<Value: Sendable>(
    of players: Range<Int>, _ result: @Sendable (_ player: Int) -> Value
  ) -> [Value] {
    let chunks = (players.count + Self.chunk - 1) / Self.chunk
    let results = Mutex([[Value]](repeating: [], count: chunks))
    DispatchQueue.concurrentPerform(iterations: chunks) { chunk in
      let first = players.lowerBound + chunk * Self.chunk
      let values = (first..<min(players.upperBound, first + Self.chunk)).map(result)
      results.withLock { $0[chunk] = values }
    }
    return results.withLock { $0.flatMap(\.self) }
  }

  /// Rolls until all goals are reached; returns `nil` beyond the maximum of rolls.
  private func outcome(of player: Int) -> Outcome? {
    var choices = RandomChoices(
      stream: CounterStream(key: seed, identity: UInt64(player), purpose: PoolEstimate.purpose))
    var state = machine.initial
    if machine.isDone(state) || isBought(state, after: 0) { return Outcome(rolls: 0) }
    var before = state
    var index = machine.stageIndex(state)
    // A stage has many lists: it is looked up once, not for each roll.
    var stage = machine.stages[index]
    var amount = 0.0
    for count in 1...mostRolls {
      amount += Double(machine.roll(&state, stage, &choices, before: &before))
      if machine.stageIndex(state) != index {
        index = machine.stageIndex(state)
        stage = machine.stages[index]
      }
      if index == machine.stages.count - 1 && machine.isReached(stage, state)
        || isBought(state, after: count)
      {
        return Outcome(rolls: Int64(count), amount: amount)
      }
    }
    return nil
  }

  /// Whether the exchange gives all that is missing.
  func isBought(_ state: [Int32], after rolls: Int) -> Bool {
    guard let exchange else { return false }
    return machine.missingPoints(state) <= exchange.points(after: rolls)
  }
}

extension PoolMachine {
  /// Returns what the cards of a roll count for.
  ///
  /// - Parameter before: a copy of the state, of which the counters are made those before the roll.
  func roll(
    _ state: inout [Int32], _ stage: Stage, _ choices: inout some Choices, before: inout [Int32]
  ) -> Int64 {
    for digit in stage.table.countedDigits { before[digit] = state[digit] }
    beginRoll(&state, stage)
    let count = stage.table.variants.count
    let number = count == 1 ? 0 : choices.choose(count) { stage.table.variants[$0].weight }
    let variant = stage.table.variants[number]
    var hasCard = false
    var amount: Int64 = 0
    for draw in variant.draws {
      let card = self.draw(&state, stage, stage.table.draws[draw], &choices)
      amount += card.amount
      if card.group >= 0 { hasCard = true }
    }
    if !hasCard { restoreCounters(&state, stage, before: before) }
    end(&state, stage)
    return amount
  }
}
