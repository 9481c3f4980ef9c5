package import FlintRules

extension Policy {
  /// Leaving for good: a chance on each day after the first, which is multiplied by what happened before.
  package struct Churn: Hashable, Sendable, CustomStringConvertible {
    /// The chance before it is multiplied.
    package var daily = Fraction.zero
    package var after: [Condition] = []

    package init() {}

    /// The maximum number of conditions.
    static let most = 20

    /// What multiplies the chance.
    package struct Condition: Hashable, Sendable {
      /// What has not happened for a number of days: `level`, `mission`, `card` (a new one), or a card of a rarity;
      /// `nil` where something was lost.
      package var without: String?
      /// What was lost: the chance of a featured card, or a streak of at least a number of days.
      package var lost: Loss?
      /// The number of days.
      package var days: Int64 = 1
      /// The factor of the chance.
      package var times = Fraction.one

      package init() {}
    }

    package enum Loss: String, Sendable, CaseIterable {
      /// A card of the rarity of a pool's featured cards was not one of them, within a number of days.
      case featured
      /// A streak of at least a number of days ended the day before.
      case streak
    }

    /// The chances in one line.
    package var description: String {
      ([daily.description]
        + after.map { condition in
          let event =
            condition.lost.map { "lost \($0.rawValue)" } ?? "without \(condition.without ?? "")"
          return "\(event) days \(condition.days) times \(condition.times)"
        }).joined(separator: "; ")
    }

    var faults: [PlanProblem] {
      var faults: [PlanProblem] = []
      func add(_ field: String, _ problem: String) { faults.append(PlanProblem(field, problem)) }
      if daily.numerator > daily.denominator {
        add("churn.daily", "expected a chance from 0 to 1, got \(daily)\(daily.percentHint)")
      }
      if after.count > Self.most {
        add("churn.after", "expected at most \(Self.most), got \(after.count)")
      }
      for (index, condition) in after.enumerated() {
        let path = "churn.after[\(index + 1)]"
        if (condition.without == nil) == (condition.lost == nil) {
          add(path, "expected one of without and lost")
        }
        if !(1...Horizon.mostDays).contains(condition.days) {
          add(
            "\(path).days", "expected a number from 1 to \(Horizon.mostDays), got \(condition.days)"
          )
        }
        if condition.times.approximation > 1000 {
          add("\(path).times", "expected a factor from 0 to 1000, got \(condition.times)")
        }
      }
      return faults
    }
  }

  /// Energy that sparks cost, and that refills over time up to a maximum. A player starts with the maximum; a spark
  /// for which too little is left does not take place.
  package struct Energy: Hashable, Sendable, CustomStringConvertible {
    package var most: Int64 = 1
    /// The minutes in which one unit refills.
    package var refillMinutes: Int64 = 1
    /// The energy that a spark costs.
    package var spark: Int64 = 1

    package init() {}

    /// The greatest numbers: in milliseconds, their product has to fit into 64 bits.
    static let bound: Int64 = 1_000_000

    /// The numbers in one line.
    package var description: String {
      "max \(most) refill_minutes \(refillMinutes) spark \(spark)"
    }

    var faults: [PlanProblem] {
      var faults: [PlanProblem] = []
      for (name, number, most) in [
        ("max", most, Self.bound), ("refill_minutes", refillMinutes, Self.bound),
        ("spark", spark, min(Self.bound, max(1, most))),
      ] where !(1...most).contains(number) {
        faults.append(
          PlanProblem("energy.\(name)", "expected a number from 1 to \(most), got \(number)"))
      }
      return faults
    }
  }
}
