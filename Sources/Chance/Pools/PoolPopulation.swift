import CounterRandom
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

  /// Returns the number of rolls of each player, in order; `nil` for one that gave up.
  func play(_ players: Range<Int>) -> [Int64?] {
    let chunks = (players.count + Self.chunk - 1) / Self.chunk
    let results = Mutex([[Int64?]](repeating: [], count: chunks))
    DispatchQueue.concurrentPerform(iterations: chunks) { chunk in
      let first = players.lowerBound + chunk * Self.chunk
      let numbers = (first..<min(players.upperBound, first + Self.chunk)).map(rolls)
      results.withLock { $0[chunk] = numbers }
    }
    return results.withLock { $0.flatMap(\.self) }
  }

  /// Rolls until all goals are reached; returns the number of rolls, `nil` beyond the maximum.
  private func rolls(of player: Int) -> Int64? {
    var choices = RandomChoices(
      stream: CounterStream(key: seed, identity: UInt64(player), purpose: PoolEstimate.purpose))
    var state = machine.initial
    if machine.isDone(state) || isBought(state, after: 0) { return 0 }
    var before = state
    var index = machine.stageIndex(state)
    // A stage has many lists: it is looked up once, not for each roll.
    var stage = machine.stages[index]
    for count in 1...mostRolls {
      machine.roll(&state, stage, &choices, before: &before)
      if machine.stageIndex(state) != index {
        index = machine.stageIndex(state)
        stage = machine.stages[index]
      }
      if index == machine.stages.count - 1, machine.isReached(stage, state) { return Int64(count) }
      if isBought(state, after: count) { return Int64(count) }
    }
    return nil
  }

  /// Whether the exchange gives all that is missing.
  private func isBought(_ state: [Int32], after rolls: Int) -> Bool {
    guard let exchange else { return false }
    return machine.missingPoints(state) <= exchange.points(after: rolls)
  }
}

extension PoolMachine {
  /// - Parameter before: a copy of the state, of which the counters are made those before the roll.
  func roll(
    _ state: inout [Int32], _ stage: Stage, _ choices: inout some Choices, before: inout [Int32]
  ) {
    for digit in stage.table.countedDigits { before[digit] = state[digit] }
    beginRoll(&state, stage)
    let count = stage.table.variants.count
    let number = count == 1 ? 0 : choices.choose(count) { stage.table.variants[$0].weight }
    let variant = stage.table.variants[number]
    var hasCard = false
    for draw in variant.draws {
      let card = self.draw(&state, stage, stage.table.draws[draw], &choices)
      if card.group >= 0 { hasCard = true }
    }
    if !hasCard { restoreCounters(&state, stage, before: before) }
    end(&state, stage)
  }
}
