import FlintCalendar
import Chance
import FlintRules

/// The exact value of a measure, computed from its distribution, to compare the estimate with.
package struct ExactValue: Equatable, Sendable {
  /// The mean of all players; `nil` where it is not known.
  package var mean: Double?
  /// The share of players that have a value; `nil` where all have one.
  package var reached: Double?
  /// The restricted mean of a goal within a horizon.
  package var restricted: Double?
  package var method = ""

  /// Returns the difference from another value, as far as both are known.
  func less(_ other: ExactValue) -> ExactValue {
    func difference(_ value: KeyPath<ExactValue, Double?>) -> Double? {
      self[keyPath: value].flatMap { own in other[keyPath: value].map { own - $0 } }
    }
    return ExactValue(
      mean: difference(\.mean), reached: difference(\.reached),
      restricted: difference(\.restricted),
      method: method == other.method ? method : "\(method), \(other.method)")
  }
}

extension Plan {
  /// Returns the exact value of a measure of all players, or of a segment; `nil` where it is not known.
  ///
  /// Means and shares of all players are those of the segments, weighted with their shares.
  func exactValue(of column: Column, variant: Int, _ distributions: inout DistributionCache)
    -> ExactValue?
  {
    let measure = measures[column.measure]
    if segments.isEmpty { return exactValue(of: measure, variant: variant, &distributions) }
    guard case .policy = behaviour else { return nil }
    var values: [ExactValue] = []
    for segment in segments.indices where column.segment == nil || column.segment == segment {
      // The distributions that are known depend on the policy.
      var own = DistributionCache()
      guard let value = only(segment).exactValue(of: measure, variant: variant, &own) else {
        return nil
      }
      values.append(value)
    }
    if column.segment != nil { return values[0] }
    func mean(_ part: KeyPath<ExactValue, Double?>) -> Double? {
      var sum = 0.0
      for (segment, value) in zip(segments, values) {
        guard let part = value[keyPath: part] else { return nil }
        sum += segment.share.approximation * part
      }
      return sum
    }
    return ExactValue(
      mean: mean(\.mean), reached: mean(\.reached), restricted: mean(\.restricted),
      method: values[0].method)
  }

  /// Returns the exact value of a measure under one of the plan's rulebooks; `nil` where it is not known.
  func exactValue(
    of measure: Measure, variant: Int, _ distributions: inout DistributionCache
  ) -> ExactValue? {
    let rulebook = variants[variant].rulebook
    guard case .policy(let policy) = behaviour else { return nil }
    if case .total(let total) = measure.kind, let value = activity(total, policy) { return value }
    guard rulebook.drawsAlike else { return nil }
    if case .until(let unit, .pool(let pool, let target)) = measure.kind {
      return exactValue(of: target, in: pool, unit, variant: variant, policy)
    }
    if policy.hasPools, !isKnownBesidePools(measure.kind) { return nil }
    switch measure.kind {
    case .until(let unit, .cards(let goal, let copies)):
      guard
        let distribution = try? distributions.distribution(
          of: goal, copies: copies, self, variant: variant, policy.mix)
      else { return nil }
      return exactValue(.cards(goal, copies: copies), distribution, unit, policy)
    case .total(.cards(nil, nil)):
      guard let sparks = certainSparks(policy),
        let cards = Odds.distinctCards(rulebook: rulebook, mix: policy.mix)
      else { return nil }
      return ExactValue(mean: cards.expected(after: sparks), method: "expected distinct cards")
    case .total(.drops(let rarity)):
      guard let sparks = expectedSparks(policy), !rulebook.hasPity else { return nil }
      return ExactValue(mean: sparks * policy.rate(of: rarity, rulebook), method: "rates")
    case .total(.sparks):
      return expectedSparks(policy).map { ExactValue(mean: $0, method: "policy") }
    case .total(.points(.spark)):
      guard let sparks = expectedSparks(policy) else { return nil }
      return ExactValue(mean: sparks * policy.meanPoints(rulebook), method: "policy")
    default: return nil
    }
  }

  /// Returns the expected number of active days, or the share of players that are active on a day; `nil` for other
  /// totals, and where it depends on what happens.
  private func activity(_ total: Total, _ policy: Policy) -> ExactValue? {
    guard case .days(let days) = horizon, days <= 1_000_000, engine == .rules, policy.isIndependent,
      !policy.hasPools || !policy.income.isEmpty
    else { return nil }
    switch total {
    case .retention(let day):
      let active = policy.activity(throughDay: Int64(day), firstWeekday: start.weekday)
      return ExactValue(mean: active.last, method: "policy")
    case .activeDays:
      let active = policy.activity(throughDay: days - 1, firstWeekday: start.weekday)
      return ExactValue(mean: active.all, method: "policy")
    default: return nil
    }
  }

  /// Returns whether rolls and purchases of players do not change a measure.
  private func isKnownBesidePools(_ kind: Measure.Kind) -> Bool {
    switch kind {
    case .total(.sparks), .total(.points(.spark)): true
    default: false
    }
  }

  private func exactValue(
    _ milestone: Milestone, _ distribution: Distribution, _ unit: Measure.Unit, _ policy: Policy
  ) -> ExactValue? {
    if case .until(milestone, atMost: Horizon.mostDays) = horizon {
      switch unit {
      case .sparks:
        if distribution.boundedMean.isUnusable { return nil }
        return ExactValue(mean: distribution.mean, method: distribution.method.name)
      case .days:
        guard policy.isSteady, policy.sparks.count == 1,
          case .constant(let perDay) = policy.sparks[0],
          let days = try? DayDistribution(distribution, sparksPerDay: perDay),
          !days.boundedMean.isUnusable
        else { return nil }
        return ExactValue(mean: days.mean, method: distribution.method.name)
      case .rolls: return nil
      }
    }
    guard let sparks = certainSparks(policy, until: milestone) else { return nil }
    let chance = distribution.chance(doneWithin: sparks)
    if chance.isUnusable { return nil }
    return ExactValue(
      reached: chance.value,
      restricted: restrictedMean(milestone, distribution, unit, policy, sparks: sparks),
      method: distribution.method.name)
  }

  /// Returns the expected number of sparks or days until a goal, where those after the end of the horizon
  /// do not count: the sum of the chances that the goal is not reached after each; `nil` where the sparks
  /// are random, or too many to sum.
  private func restrictedMean(
    _ milestone: Milestone, _ distribution: Distribution, _ unit: Measure.Unit, _ policy: Policy,
    sparks: Int64
  ) -> Double? {
    switch unit {
    case .sparks: distribution.chanceNotDone(after: 0..<sparks)
    case .days:
      sparksBefore(eachDayUntil: milestone, policy, sparks: sparks)
        .flatMap { distribution.chanceNotDone(after: $0) }
    case .rolls: nil
    }
  }

  /// Returns the number of sparks that every player has had before each day; `nil` where it is random.
  private func sparksBefore(
    eachDayUntil milestone: Milestone, _ policy: Policy, sparks: Int64
  ) -> [Int64]? {
    guard policy.isSteady else { return nil }
    let days: Int64? =
      switch horizon {
      case .days(let days), .until(milestone, atMost: let days): days
      default: nil
      }
    var before: [Int64] = []
    var sum: Int64 = 0
    while days.map({ Int64(before.count) < $0 }) ?? (sum < sparks) {
      guard before.count < Distribution.mostEffort,
        let count = policy.certainCount(start, before.count)
      else { return nil }
      before.append(sum)
      sum += count
    }
    return before
  }

  /// Returns the number of sparks of every player, where it is the same for all.
  ///
  /// - Parameter milestone: a goal; where the horizon waits for it, the result is the number of sparks of
  ///   the players who do not reach it.
  func certainSparks(_ policy: Policy, until milestone: Milestone? = nil) -> Int64? {
    let days: Int64
    switch horizon {
    case .sparks(let sparks): return sparks
    case .days(let count): days = count
    case .until(let goal, atMost: let count) where goal == milestone: days = count
    case .until: return nil
    }
    guard policy.isSteady, days <= 1_000_000 else { return nil }
    var sum: Int64 = 0
    for day in 0..<Int(days) {
      guard let count = policy.certainCount(start, day) else { return nil }
      sum += count
    }
    return sum
  }

  /// Returns the expected number of sparks of a player; `nil` where it is not known.
  func expectedSparks(_ policy: Policy) -> Double? {
    switch horizon {
    case .sparks(let sparks): Double(sparks)
    case .days(let days) where days <= 1_000_000 && policy.isIndependent:
      policy.expectedSparks(days: days, firstWeekday: start.weekday)
    default: nil
    }
  }
}

extension Distribution {
  /// The maximum work of a sum, in multiplications.
  fileprivate static let mostEffort = 500_000

  /// Returns the sum of the chances that the goal is not reached within each number of sparks; `nil`
  /// where there are too many to sum.
  func chanceNotDone(after sparks: some Collection<Int64>) -> Double? {
    let effort =
      (base as? Occupancy).map { Occupancy.effort(groups: $0.groups, wanted: $0.wanted) } ?? 1
    guard sparks.count <= Self.mostEffort / max(1, effort) else { return nil }
    var sum = 0.0
    for number in sparks {
      let chance = probability(notWithin: number)
      // The chances decrease: the rest adds nothing.
      if chance < 1e-18 { break }
      sum += chance
    }
    return sum
  }
}

extension Policy {
  /// Returns the number of sparks on a day, counted from 0; `nil` where it is random.
  fileprivate func certainCount(_ start: CivilDay, _ day: Int) -> Int64? {
    guard case .constant(let count) = count(onWeekday: (start.weekday + day) % 7) else {
      return nil
    }
    return count
  }

  /// Returns the chance that a spark gives a card, or one of a rarity.
  fileprivate func rate(of rarity: CardRarity?, _ rulebook: Rulebook) -> Double {
    rulebook.definition.categories.enumerated().reduce(0) { sum, category in
      let rates = rulebook.rates(for: category.element).filter {
        rarity == nil || $0.rarity == rarity
      }
      let rate = rates.reduce(0) { $0 + $1.effective.approximation }
      return sum + rate * Double(mix.weights[category.offset]) / Double(mix.total)
    }
  }

  /// Returns the mean of a spark's own points.
  fileprivate func meanPoints(_ rulebook: Rulebook) -> Double {
    var sum = 0.0
    for (position, category) in rulebook.definition.categories.enumerated() {
      for (index, intensity) in rulebook.definition.intensities.enumerated() {
        sum +=
          Double(mix.weights[position]) * Double(intensities[index])
          * Double(rulebook.points(for: category, intensity))
      }
    }
    return sum / Double(mix.total) / Double(intensities.reduce(0, +))
  }
}
