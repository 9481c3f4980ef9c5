import BigInt
import Chance
import FlintRandom
import FlintRules

/// Opens a table by chance, as a game does: condition by condition, draw by draw.
struct LootSampler {
  /// The purpose of the draws of a loot table: "loot".
  static let purpose: UInt32 = 0x6C6F_6F74

  private let nodes: [[SampledPool]]
  private let thingCount: Int

  init(_ plan: LootPlan) {
    thingCount = plan.names.count
    nodes = plan.nodes.map { $0.pools.map(SampledPool.init) }
  }

  /// Opens the table once.
  ///
  /// - Parameter counts: receives what was given, by thing.
  func open(_ stream: inout CounterStream, _ counts: inout [Int64]) {
    open(nodes.count - 1, &stream, &counts)
  }

  func openings(_ number: Int64, seed: UInt64) -> [[Int64]] {
    (0..<number).map { opening in
      var counts = [Int64](repeating: 0, count: thingCount)
      var stream = CounterStream(key: seed, identity: UInt64(opening), purpose: Self.purpose)
      open(&stream, &counts)
      return counts
    }
  }

  private func open(_ node: Int, _ stream: inout CounterStream, _ counts: inout [Int64]) {
    for pool in nodes[node] where pool.chance.happens(&stream) {
      for choice in pool.always { give(choice, &stream, &counts) }
      roll(pool, pool.rolls.draw(&stream), &stream, &counts)
    }
  }

  private func roll(
    _ pool: SampledPool, _ rolls: Int64, _ stream: inout CounterStream, _ counts: inout [Int64]
  ) {
    var stocks = pool.isReplaced ? [] : pool.stocks
    for _ in 0..<rolls {
      let drawn: Int?
      if !pool.isReplaced {
        drawn = Self.draw(pool.certain.map { ($0, pool.weights[$0] * UInt64(stocks[$0])) }, &stream)
        // The urn is empty.
        guard let drawn else { return }
        stocks[drawn] -= 1
      } else if pool.isCertain {
        drawn = pool.draw(&stream)
      } else {
        var present: [Int] = []
        for option in pool.options { _ = Self.expand(option, &stream, &present) }
        drawn = Self.draw(present.map { ($0, pool.weights[$0]) }, &stream)
      }
      if let drawn { give(pool.choices[drawn], &stream, &counts) }
    }
  }

  private func give(
    _ choice: SampledChoice, _ stream: inout CounterStream, _ counts: inout [Int64]
  ) {
    guard choice.chance.happens(&stream) else { return }
    switch choice.outcome {
    case .nothing: break
    case .drop(let thing, let count): counts[thing] += count.draw(&stream)
    case .open(let node, let times):
      for _ in 0..<times.draw(&stream) { open(node, &stream, &counts) }
    }
  }

  /// Adds the choices that take part in a roll, and returns whether the option held.
  private static func expand(
    _ option: LootPlan.Option, _ stream: inout CounterStream, _ present: inout [Int]
  ) -> Bool {
    guard SampledChance(option.chance).happens(&stream) else { return false }
    switch option {
    case .entry(let index, _):
      present.append(index)
      return true
    case .all(let options, _):
      for option in options { _ = expand(option, &stream, &present) }
      return true
    case .first(let options, _):
      for option in options where expand(option, &stream, &present) { return true }
      return false
    case .sequence(let options, _):
      for option in options where !expand(option, &stream, &present) { return false }
      return true
    }
  }

  private static func draw(
    _ weights: [(index: Int, weight: UInt64)], _ stream: inout CounterStream
  ) -> Int? {
    let total = weights.reduce(UInt64(0)) { $0 + $1.weight }
    guard total > 0 else { return nil }
    var rest = stream.bounded(total)
    for (index, weight) in weights {
      if rest < weight { return index }
      rest -= weight
    }
    return nil
  }
}

/// Whether something of a chance happens; a chance of more than 64 bits is rounded to 2⁻⁶³.
private struct SampledChance {
  private let numerator: UInt64
  private let denominator: UInt64

  init(_ chance: ExactChance) {
    let fraction =
      Fraction(chance.ratio)
      ?? Fraction(UInt64(chance.approximation * 0x1p63), over: 1 << 63) ?? .zero
    (numerator, denominator) = (fraction.numerator, fraction.denominator)
  }

  func happens(_ stream: inout CounterStream) -> Bool {
    numerator == denominator || stream.bounded(denominator) < numerator
  }
}

/// An entry, ready to be given.
private struct SampledChoice {
  package enum Outcome {
    case nothing
    case drop(Int, AmountSampler)
    case open(Int, AmountSampler)
  }

  let outcome: Outcome
  let chance: SampledChance

  init(_ choice: LootPlan.Choice) {
    chance = SampledChance(choice.chance)
    switch choice.outcome {
    case .nothing: outcome = .nothing
    case .drop(let thing, let count): outcome = .drop(thing, AmountSampler(count))
    case .open(let node, let times): outcome = .open(node, AmountSampler(times))
    }
  }
}

/// A pool with the sums of its weights, where its entries are always the same.
private struct SampledPool {
  let chance: SampledChance
  let always: [SampledChoice]
  let choices: [SampledChoice]
  package let rolls: AmountSampler
  package let weights: [UInt64]
  let stocks: [Int64]
  let options: [LootPlan.Option]
  let isReplaced: Bool
  let certain: [Int]
  let isCertain: Bool
  private let bounds: [UInt64]

  init(_ pool: LootPlan.Pool) {
    chance = SampledChance(pool.chance)
    always = pool.always.map(SampledChoice.init)
    choices = pool.choices.map(SampledChoice.init)
    rolls = AmountSampler(pool.rolls)
    (weights, stocks, options) = (pool.weights, pool.stocks, pool.options)
    isReplaced = pool.isReplaced
    isCertain = pool.options.allSatisfy(\.isCertain)
    certain = isCertain ? pool.certainChoices.filter { pool.weights[$0] > 0 } : []
    var sum: UInt64 = 0
    bounds = certain.map { index in
      sum += pool.weights[index]
      return sum
    }
  }

  package func draw(_ stream: inout CounterStream) -> Int? {
    guard let total = bounds.last else { return nil }
    let draw = stream.bounded(total)
    var (low, high) = (0, bounds.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if draw < bounds[middle] { high = middle } else { low = middle + 1 }
    }
    return certain[low]
  }
}

/// Draws of a number by its distribution.
private struct AmountSampler {
  private let values: [Int64]
  /// The sums of the numerators of the chances; empty if all are equal.
  private var bounds: [UInt64] = []

  init(_ distribution: AmountDistribution) {
    values = distribution.shares.map(\.value)
    if values.count == 1 || Set(distribution.shares.map(\.chance)).count == 1 { return }
    var sum: UInt64 = 0
    let fractions = distribution.shares.compactMap { Fraction($0.chance.ratio) }
    if fractions.count == values.count,
      let common = Fraction.overCommonDenominator(fractions, most: 1 << 62)
    {
      for numerator in common.numerators {
        sum += numerator
        bounds.append(sum)
      }
      return
    }
    // Rounded to 2⁻⁶².
    for share in distribution.shares {
      sum += UInt64(share.chance.approximation * 0x1p62)
      bounds.append(sum)
    }
  }

  package func draw(_ stream: inout CounterStream) -> Int64 {
    if values.count == 1 { return values[0] }
    guard let total = bounds.last else { return values[Int(stream.bounded(UInt64(values.count)))] }
    let draw = stream.bounded(total)
    return values[bounds.firstIndex { draw < $0 } ?? values.count - 1]
  }
}
