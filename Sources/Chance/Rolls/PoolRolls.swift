package import FlintRandom
import FlintRules

/// The number of rolls that players take to a goal in a pool, rolled one by one: a roll is the next word of
/// the player's stream that is not rejected.
///
/// A state is all that matters of earlier rolls: counters, guarantees, the path and, where different cards are
/// wanted, which are owned. The ways from a state to the next have whole weights over a denominator of at most
/// 2³², and are drawn as the outcomes of `CollectionRolls` are: the chance of each is exactly its weight.
package struct PoolRolls: Sendable {
  /// A way from a state to the next.
  private struct Way {
    /// The last word by which it is drawn.
    var last: UInt32
    var target: Target
  }

  /// What a way leads to: the position of the first way of the next state, or, after a card that counts, the
  /// complement of it.
  private struct Target: Hashable {
    /// The word is rejected.
    static let rejected = Target(rawValue: .min)
    var rawValue: Int32

    init(rawValue: Int32) { self.rawValue = rawValue }

    init(_ state: Int32, counts: Bool) { rawValue = counts ? ~state : state }

    var state: Int32 { counts ? ~rawValue : rawValue }
    var counts: Bool { rawValue < 0 }
  }

  /// The maximum number of states.
  package static let mostStates = 1 << 17

  /// The ways from the first state, from the second, and so on, the likeliest first.
  private let ways: [Way]
  /// The number of cards that count until the goal is reached.
  private let needed: Int
  /// The rolls where each is independent of those before and different cards are wanted, which have no states.
  private let collection: CollectionRolls?

  /// - Throws: `OddsError` where the goal cannot be reached, or a roll is more than a choice of one card by
  ///   chances with a denominator of at most 2³².
  package init(_ odds: PoolOdds) throws(OddsError) {
    let whole = try odds.machine()
    guard odds.stages.count == 1, odds.exchanges == nil, whole.stages[0].points.points < 0,
      !whole.isDone(whole.initial),
      let variant = whole.stages[0].table.variants.first,
      whole.stages[0].table.variants.count == 1, variant.draws.count == 1
    else { throw .unrolled("a roll of one card is needed, without packs and exchanges") }
    collection = try whole.collection()
    if collection != nil {
      (ways, needed) = ([], 0)
      return
    }
    var machine = whole
    if case .copies(let cards, let count) = odds.stages[0].goal {
      // Copies are counted beside the states.
      var endless = odds
      endless.stages[0].goal = nil
      endless.prizes = cards
      machine = try endless.machine()
      needed = count
    } else {
      needed = 1
    }
    let (ways, starts) = try Self.ways(machine)
    guard Self.alwaysEnds(ways, starts) else {
      throw .unreachable(
        odds.stages[0].pool,
        "after some rolls no further ones can reach it, as when cards run out")
    }
    self.ways = ways.map { way in
      if way.target == .rejected { return way }
      return Way(
        last: way.last,
        target: Target(starts[Int(way.target.state)], counts: way.target.counts))
    }
  }

  /// Returns the ways from every state, which lead to the numbers of states, and the first way of each.
  private static func ways(
    _ machine: PoolMachine
  ) throws(OddsError) -> (ways: [Way], starts: [Int32]) {
    let stage = machine.stages[0]
    var states = StateTable(radices: machine.radices)
    _ = states.number(of: machine.initial)
    var state = machine.initial
    var choices = EveryChoice()
    var (ways, starts): ([Way], [Int32]) = ([], [])
    var index = 0
    while index < states.count {
      states.unpack(index, into: &state)
      choices.restart()
      var exits: [(target: Target, chance: Fraction)] = []
      repeat {
        var after = state
        machine.beginRoll(&after, stage)
        let card = machine.draw(&after, stage, stage.table.draws[0], &choices)
        if card.group < 0 { machine.restoreCounters(&after, stage, before: state) }
        machine.end(&after, stage)
        guard let chance = choices.fraction else {
          throw .unrolled("the chances have too many digits")
        }
        // Nothing comes after a goal that is reached.
        let isDone = machine.isDone(after)
        exits.append(
          (
            Target(isDone ? 0 : states.number(of: after), counts: isDone || card.amount > 0), chance
          ))
      } while choices.advance()
      starts.append(Int32(ways.count))
      ways += try Self.ways(exits)
      index += 1
      guard states.count <= Self.mostStates else {
        throw .unrolled("counters and cards can be in more than \(Self.mostStates) states")
      }
    }
    return (ways, starts)
  }

  /// Returns the ways from a state, which lead to the numbers of states.
  private static func ways(
    _ exits: [(target: Target, chance: Fraction)]
  ) throws(OddsError) -> [Way] {
    guard
      let (weights, denominator) = Fraction.overCommonDenominator(
        exits.map(\.chance), most: 1 << 32)
    else { throw .unrolled("the chances have too many digits") }
    var sums: [Target: UInt64] = [:]
    for (exit, weight) in zip(exits, weights) { sums[exit.target, default: 0] += weight }
    let words = (1 << 32) / denominator
    var end: UInt64 = 0
    var ways: [Way] = []
    let ordered = sums.sorted {
      ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
    }
    for (target, weight) in ordered {
      end += words * weight
      ways.append(Way(last: UInt32(end - 1), target: target))
    }
    if end < 1 << 32 { ways.append(Way(last: .max, target: .rejected)) }
    return ways
  }

  /// Returns whether a card that counts can come from every state on.
  private static func alwaysEnds(_ ways: [Way], _ starts: [Int32]) -> Bool {
    var sources = [[Int32]](repeating: [], count: starts.count)
    var ends = [Bool](repeating: false, count: starts.count)
    var open: [Int32] = []
    for state in starts.indices {
      let end = state + 1 < starts.count ? Int(starts[state + 1]) : ways.count
      for way in ways[Int(starts[state])..<end] where way.target != .rejected {
        sources[Int(way.target.state)].append(Int32(state))
        if way.target.counts, !ends[state] {
          ends[state] = true
          open.append(Int32(state))
        }
      }
    }
    while let state = open.popLast() {
      for source in sources[Int(state)] where !ends[Int(source)] {
        ends[Int(source)] = true
        open.append(source)
      }
    }
    return ends.allSatisfy { $0 }
  }

  /// Returns the number of the roll that reaches the goal; `nil` where that is past a maximum.
  package func rolls(from stream: inout some WordSource, most: UInt32) -> UInt32? {
    if let collection { return collection.rolls(from: &stream, most: most) }
    return ways.withUnsafeBufferPointer { ways in
      var (state, rolls) = (0, 0 as UInt32)
      var missing = needed
      while rolls < most {
        let word = stream.next32()
        var way = state
        // The last way from a state takes the greatest word.
        while word > ways[way].last { way += 1 }
        let target = ways[way].target
        if target == .rejected { continue }
        rolls += 1
        if target.counts {
          missing -= 1
          if missing == 0 { return rolls }
        }
        state = Int(target.state)
      }
      return nil
    }
  }
}

extension PoolMachine {
  /// Returns the rolls where each is independent of those before and none of the cards wanted is owned, one of
  /// each of which reaches the goal; `nil` otherwise.
  fileprivate func collection() throws(OddsError) -> CollectionRolls? {
    let stage = stages[0]
    guard independentRates() != nil, stage.table.box == nil, let target = stage.target,
      let (needed, copies) = target.different, copies == 1,
      target.classes.allSatisfy({ initial[classes[$0.group].digit] == classes[$0.group].count })
    else { return nil }
    var rates = [Fraction](repeating: .zero, count: classes.count)
    var choices = EveryChoice()
    repeat {
      var state = initial
      let card = draw(&state, stage, stage.table.draws[0], &choices)
      guard let chance = choices.fraction else {
        throw .unrolled("the chances have too many digits")
      }
      guard card.group >= 0 else { continue }
      guard
        let (parts, sum) = Fraction.overCommonDenominator(
          [rates[card.group], chance], most: 1 << 48),
        let rate = Fraction(parts[0] + parts[1], over: sum)
      else { throw .unrolled("the chances have too many digits") }
      rates[card.group] = rate
    } while choices.advance()
    // The cards of a class have equal rates.
    var outcomes: [Fraction] = []
    for index in target.classes.map(\.group) {
      let count = UInt64(classes[index].count)
      let (denominator, overflow) = rates[index].denominator.multipliedReportingOverflow(by: count)
      guard !overflow, let rate = Fraction(rates[index].numerator, over: denominator) else {
        throw .unrolled("the chances have too many digits")
      }
      outcomes += [Fraction](repeating: rate, count: classes[index].count)
    }
    guard
      let (weights, denominator) = Fraction.overCommonDenominator(outcomes, most: 1 << 32)
    else { throw .unrolled("the chances have too many digits") }
    return CollectionRolls(
      weights: weights, denominator: denominator, marked: weights.indices, needed: needed)
  }
}

extension OddsError {
  fileprivate static func unrolled(_ reason: String) -> OddsError {
    OddsError(.noExactMethod, field: "method", "its rolls cannot be rolled alone: \(reason)")
  }
}
