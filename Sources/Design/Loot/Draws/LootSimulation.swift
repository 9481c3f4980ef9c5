package import Chance
import FlintRandom
package import Players

/// The openings of a question by chance, many times, and what they gave.
package struct LootSimulation: Sendable {
  /// What the trials gave of one thing.
  package struct Row: Sendable {
    package var name: String
    package var trials: Int64
    /// The number of trials that gave at least one.
    package var hits: Int64
    /// The mean number in a trial, with its standard error and 95 % interval.
    package var mean: MeanEstimate
    /// The exact chance of at least one, if it is known.
    package var exactChance: Double?
    /// The exact expected number, if it is known.
    package var exactMean: Double?

    /// The share of trials that gave at least one.
    package var share: Double { Double(hits) / Double(trials) }
    /// The 95 % interval of the share (Wilson).
    package var interval: Interval { Proportion.wilson(successes: hits, trials: trials) }
    /// The deviation of the share from the exact chance, in standard errors; `nil` where it cannot deviate.
    package var shareDeviation: Double? {
      guard let exactChance else { return nil }
      let variance = exactChance * (1 - exactChance) / Double(trials)
      return variance > 1e-18 ? (share - exactChance) / variance.squareRoot() : nil
    }
    /// The deviation of the mean from the exact one, in standard errors; `nil` where it has none.
    package var meanDeviation: Double? { exactMean.flatMap { mean.zScore($0) } }
  }

  package let trials: Int64
  package let openings: Int64
  package let seed: UInt64
  /// What the openings gave, in the order of the table.
  package let rows: [Row]

  /// The maximum number of openings.
  package static let most: Int64 = 100_000_000
  /// The maximum number of draws in all openings.
  static let mostDraws = 5e9

  /// Opens a table a number of times in each trial.
  ///
  /// - Parameter exact: the things that matter, with the exact chance of at least one in a trial and the expected
  ///   number.
  init(
    _ plan: LootPlan, trials: Int64, openings: Int64, seed: UInt64,
    exact: [(thing: Int, chance: Double?, mean: Double?)]
  ) throws(LootError) {
    try Self.check(plan, trials, openings: openings, "simulate")
    (self.trials, self.openings) = (trials, openings)
    self.seed = seed
    let sampler = LootSampler(plan)
    var sums = [Sums](repeating: Sums(), count: plan.names.count)
    var hits = [Int64](repeating: 0, count: plan.names.count)
    var counts = hits
    for trial in 0..<trials {
      for thing in counts.indices { counts[thing] = 0 }
      for opening in trial * openings..<(trial + 1) * openings {
        var stream = CounterStream(
          key: seed, identity: UInt64(opening), purpose: LootSampler.purpose)
        sampler.open(&stream, &counts)
      }
      for (thing, _, _) in exact {
        sums[thing].add(counts[thing])
        if counts[thing] > 0 { hits[thing] += 1 }
      }
    }
    rows = exact.map { thing, chance, mean in
      Row(
        name: plan.names[thing], trials: trials, hits: hits[thing],
        mean: MeanEstimate(sums[thing], exact: mean), exactChance: chance, exactMean: mean)
    }
  }

  /// Throws if so many trials would take too long.
  static func check(
    _ plan: LootPlan, _ trials: Int64, openings: Int64 = 1, _ field: String
  ) throws(LootError) {
    guard (1...most).contains(trials) else {
      throw .invalid(field, "expected 1 to \(most), got \(trials)")
    }
    let draws = plan.mostDraws * Double(openings) + Double(plan.names.count) / 8
    guard draws * Double(trials) <= mostDraws else {
      let all = openings == 1 ? "openings" : "times \(openings) openings"
      throw .invalid(
        field,
        "\(trials) \(all) could take more than \(Int(mostDraws)) draws; "
          + (draws > mostDraws
            ? "\(openings == 1 ? "one" : "once") could already, so that there is no simulation"
            : "ask for at most \(Int64(mostDraws / draws))"))
    }
  }
}

/// Openings of a table until a goal, many times by chance: an estimate where there is no exact method.
package struct LootTimeEstimate: Sendable {
  /// The estimated mean, with its 95 % interval.
  package let mean: MeanEstimate
  package let sample: PoolEstimate
  /// The numbers of openings, ascending.
  var times: [Int64] { sample.rolls }
  /// The number of trials.
  package var trials: Int64 { Int64(sample.players) }
  package let seed: UInt64

  /// The number of trials, and the maximum number of draws in all.
  static let most = (trials: 10_000, least: 100, draws: 100_000_000.0)

  /// Estimates the time until there are enough of some things.
  ///
  /// - Parameters:
  ///   - wanted: the number of each thing, by its index.
  ///   - players: the number of trials, with a precision the most; `nil` for the usual one.
  ///   - precision: the half-width of the mean's 95 % interval, relative to the mean, at which the trials end.
  ///   - seed: the seed.
  /// - Throws: `LootError` if even a few trials take too long.
  init(
    _ plan: LootPlan, wanted: [Int: Int64], players: Int?, precision: Double?, seed: UInt64
  ) throws(LootError) {
    self.seed = seed
    let isAsked = players != nil || precision != nil
    let mostTrials = players ?? (precision == nil ? Self.most.trials : PoolOdds.mostPlayers)
    let mostDraws = isAsked ? 50 * Self.most.draws : Self.most.draws
    let sampler = LootSampler(plan)
    // Forgetting the counts of an opening is much faster than a draw.
    let each = plan.mostDraws + Double(plan.names.count) / 32
    var draws = 0.0
    var (sums, times) = (Sums(), [Int64]())
    var counts = [Int64](repeating: 0, count: plan.names.count)
    // No trial is cut off: those left out would be longer than others.
    while times.count < mostTrials, draws <= mostDraws {
      // Each trial has a range of identities of its own.
      let start = UInt64(times.count) << 32
      var have: [Int: Int64] = [:]
      var opening: Int64 = 0
      var missing = wanted.count
      while missing > 0 {
        draws += each
        guard draws <= 2 * mostDraws, opening < 1 << 32 else { throw Self.tooLong }
        var stream = CounterStream(
          key: seed, identity: start + UInt64(opening), purpose: LootSampler.purpose)
        for thing in counts.indices { counts[thing] = 0 }
        sampler.open(&stream, &counts)
        opening += 1
        for (thing, number) in wanted where counts[thing] > 0 {
          let before = have[thing] ?? 0
          have[thing] = before + counts[thing]
          if before < number, before + counts[thing] >= number { missing -= 1 }
        }
      }
      times.append(opening)
      sums.add(opening)
      // An interval that is looked at this seldom keeps its level (Chow & Robbins 1965).
      if let precision, times.count >= 1024, times.count % 256 == 0,
        MeanEstimate(sums).interval.high - sums.mean <= precision * sums.mean
      {
        break
      }
    }
    guard times.count >= min(mostTrials, Self.most.least) else { throw Self.tooLong }
    sample = PoolEstimate(
      players: times.count, unreached: 0, mostRolls: .max, rolls: times.sorted())
    mean = MeanEstimate(sums)
  }

  private static let tooLong = LootError(
    .noExactMethod, field: "until",
    "no exact method within reach, and too many openings to estimate by simulation; ask about fewer or "
      + "more frequent things")

  /// Returns the estimated minimum number of openings that reach the goal with at least a probability.
  package func quantile(_ probability: Double) -> Int64 {
    Int64(sample.quantile(probability).value)
  }

  /// Returns the share of trials that reached the goal within a number of openings, with its 95 % interval.
  package func share(doneWithin openings: Int64) -> (share: Double, interval: Interval) {
    let chance = sample.chance(within: openings)
    return (chance.value, Interval(low: chance.low, high: chance.high))
  }
}
