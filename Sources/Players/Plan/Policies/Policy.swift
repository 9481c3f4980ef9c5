package import Chance
import Foundation
package import FlintRules

/// The behaviour of a simulated player, where it is not scripted: the number of sparks on each day, their
/// kinds and their times.
package struct Policy: Hashable, Sendable {
  /// Leaving and returning, as a Markov chain of two states that advances once a day.
  package struct Lapse: Hashable, Sendable {
    /// The chance that a player who was active the day before becomes inactive.
    package var leave: Fraction
    /// The chance that a player who was inactive the day before returns.
    package var comeBack: Fraction

    /// Creates a chain; a player is active on the first day.
    package init(leave: Fraction, comeBack: Fraction) {
      self.leave = leave
      self.comeBack = comeBack
    }
  }

  /// The default policy: three sparks a day between 8:00 and 22:00, with all categories and intensities
  /// equally frequent.
  package static let standard = Policy()

  /// The number of sparks on a day: one entry for every day, or seven from Monday to Sunday.
  package var sparks = [DayCount.constant(3)]
  /// The frequencies of the spark categories.
  package var mix = CategoryMix.uniform
  /// The weights of the intensities, in the order of the rulebook.
  package var intensities: [UInt64] = [1, 1, 1, 1]
  /// The hours of the day in which sparks happen, uniformly distributed; the upper bound is excluded.
  package var hours = 8..<22
  /// Leaving and returning; `nil` if players never leave.
  package var lapse: Lapse?
  /// Leaving for good, with chances that depend on what happened; `nil` if players never do.
  package var churn: Churn?
  /// The energy that sparks cost; `nil` if they cost none.
  package var energy: Energy?
  /// The currencies that each active day brings apart from the rules.
  package var income: [CurrencyAmount] = []
  package var buys: [PurchasePolicy] = []
  /// The pools to roll in, in order of preference.
  package var pools: [PoolPolicy] = []

  /// Returns the number of sparks on a weekday, 0 = Monday.
  func count(onWeekday weekday: Int) -> DayCount {
    sparks.count == 7 ? sparks[weekday] : sparks[0]
  }

  /// Whether players act equally on every day: they neither leave nor lack energy.
  var isSteady: Bool { lapse == nil && churn == nil && energy == nil }

  /// Whether the number of sparks depends on nothing that happens to a player.
  var isIndependent: Bool { energy == nil && churn?.after.isEmpty ?? true }

  /// Whether players may leave for good.
  var isLeaving: Bool {
    churn != nil || lapse.map { $0.leave != .zero && $0.comeBack == .zero } ?? false
  }

  var isIdle: Bool { sparks.allSatisfy(\.isNever) }

  /// The policy in a plan's canonical text.
  var lines: [String] {
    var lines = [
      "sparks \(sparks.map(\.description).joined(separator: ","))",
      "mix " + (mix.categories == SparkCategory.ignition ? "\(mix.weights)" : mix.description),
      "intensities \(intensities)", "hours \(hours)",
    ]
    if let lapse { lines.append("lapse \(lapse.leave) \(lapse.comeBack)") }
    if let churn { lines.append("churn \(churn)") }
    if let energy { lines.append("energy \(energy)") }
    return lines + poolLines
  }

  package func faults() -> [PlanProblem] {
    var faults: [PlanProblem] = []
    func add(_ field: String, _ problem: String) { faults.append(PlanProblem(field, problem)) }
    if sparks.count != 1 && sparks.count != 7 {
      add(
        "sparks",
        "expected a number a day, or seven from Monday to Sunday, got \(sparks.count) numbers")
    }
    for count in sparks where count.mean > Double(DayCount.most) {
      add("sparks", "\(count) is more than \(DayCount.most) a day")
    }
    if intensities.allSatisfy({ $0 == 0 })
      || intensities.contains(where: { $0 > 1_000_000_000 })
    {
      add(
        "intensities",
        "expected weights up to 1,000,000,000, not all 0")
    }
    if hours.lowerBound < 0 || hours.upperBound > 24 || hours.isEmpty {
      add("hours", "expected two hours from 0 to 24, the first before the second")
    }
    if let lapse {
      for (name, chance) in [("leave", lapse.leave), ("come_back", lapse.comeBack)]
      where chance.numerator > chance.denominator {
        add("lapse.\(name)", "expected a chance from 0 to 1, got \(chance)\(chance.percentHint)")
      }
    }
    return faults + (churn?.faults ?? []) + (energy?.faults ?? []) + poolFaults()
  }

  /// Returns the chance that a player leaves for good before having the number of sparks of a distribution; `nil`
  /// where the number of sparks a day is random.
  ///
  /// A player is active on days 1 … D, with P(D > d) = (1 − leave)^d.
  func chanceOfNever(_ distribution: Distribution) -> Double? {
    guard let lapse, churn == nil, energy == nil, sparks.count == 1,
      case .constant(let perDay) = sparks[0]
    else { return nil }
    let stay = 1 - lapse.leave.approximation
    var (never, left) = (0.0, 1.0)
    var days: Int64 = 0
    while left > 1e-16, days < 1_000_000 {
      days += 1
      // The player left for good after this day, without having reached the goal.
      never +=
        left * (1 - stay) * (1 - distribution.probability(doneWithin: days * perDay))
      left *= stay
    }
    return never
  }

  /// Returns the expected number of sparks of a player in a number of days, the first of which is a
  /// weekday.
  ///
  /// Exact but for rounding: the chance of being active follows a linear recurrence.
  package func expectedSparks(days: Int64, firstWeekday: Int) -> Double {
    sum(overDays: days) { day, active in
      active * count(onWeekday: Int((Int64(firstWeekday) + day) % 7)).mean
    }.all
  }

  /// Returns the chance that a player has a spark or an income on a day, and the expected number of such days up
  /// to it. The sparks have to be independent of what happens.
  ///
  /// - Parameter day: the day, counted from 0.
  func activity(throughDay day: Int64, firstWeekday: Int) -> (last: Double, all: Double) {
    sum(overDays: day + 1) { day, active in
      let count = count(onWeekday: Int((Int64(firstWeekday) + day) % 7))
      let none: Double =
        switch count {
        case _ where !income.isEmpty: 0
        case .constant(let count): count == 0 ? 1 : 0
        case .poisson(let mean): exp(-mean.approximation)
        }
      return active * (1 - none)
    }
  }

  /// Returns the sum over days of a function of the day and the chance of being active on it, and the last term.
  private func sum(
    overDays days: Int64, of term: (_ day: Int64, _ active: Double) -> Double
  ) -> (last: Double, all: Double) {
    var (active, stay, sum, last) = (1.0, 1.0, 0.0, 0.0)
    for day in 0..<days {
      if day > 0, let lapse {
        active =
          active * (1 - lapse.leave.approximation) + (1 - active) * lapse.comeBack.approximation
      }
      if day > 0, let churn { stay *= 1 - churn.daily.approximation }
      last = term(day, churn == nil ? active : active * stay)
      sum += last
    }
    return (last, sum)
  }
}

extension Policy {
  /// Whether neither categories nor intensities were chosen, so that those of any rulebook will do.
  var hasDefaultKinds: Bool {
    mix == .uniform && intensities == Policy.standard.intensities
  }

  package init(for definition: RulebookDefinition) {
    self = .standard
    mix = CategoryMix(uniform: definition.categories)
    intensities = definition.intensities.map { _ in 1 }
  }
}
