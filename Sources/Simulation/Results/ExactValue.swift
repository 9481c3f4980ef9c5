import Rules

/// What a measure comes to by its law, beside which the estimate is set.
public struct ExactValue: Equatable, Sendable {
  /// The mean of players that have a value; `nil` where only the share is known.
  public var mean: Double?
  /// The share of players that have one; `nil` where all have.
  public var reached: Double?
  /// By what method it was worked out.
  public var method: String

  init(mean: Double? = nil, reached: Double? = nil, method: String) {
    self.mean = mean
    self.reached = reached
    self.method = method
  }
}

extension Plan {
  /// What a measure comes to by its law under one of the plan's rulebooks; `nil` where that is not
  /// known.
  func exactValue(
    of measure: Measure, variant: Int, _ laws: inout KnownLaws
  ) -> ExactValue? {
    let rulebook = variants[variant].rulebook
    guard case .policy(let policy) = behaviour, rulebook.eras.count == 1 else { return nil }
    switch measure.kind {
    case .until(let unit, .cards(let goal, let copies)):
      guard let law = try? laws.law(of: goal, copies: copies, self, variant: variant, policy.mix)
      else { return nil }
      return exactValue(.cards(goal, copies: copies), law, unit, policy)
    case .total(.cards(nil, nil)):
      guard let sparks = certainSparks(policy),
        let cards = try? Odds.distinctCards(rulebook: rulebook, mix: policy.mix)
      else { return nil }
      return ExactValue(mean: cards.expected(after: sparks), method: "expected distinct cards")
    case .total(.drops(let rarity)):
      guard let sparks = expectedSparks(policy),
        !rulebook.hasPity
      else { return nil }
      return ExactValue(mean: sparks * policy.rate(of: rarity, rulebook), method: "rates")
    case .total(.sparks):
      return expectedSparks(policy).map { ExactValue(mean: $0, method: "policy") }
    case .total(.points(.spark)):
      guard let sparks = expectedSparks(policy) else { return nil }
      return ExactValue(mean: sparks * policy.meanPoints(rulebook), method: "policy")
    default: return nil
    }
  }

  private func exactValue(
    _ milestone: Milestone, _ law: OddsLaw, _ unit: Measure.Unit, _ policy: Policy
  ) -> ExactValue? {
    if case .until(milestone, atMost: Horizon.mostDays) = horizon {
      switch unit {
      case .sparks: return ExactValue(mean: law.mean, method: law.method.name)
      case .days:
        guard policy.lapse == nil, policy.sparks.count == 1,
          case .constant(let perDay) = policy.sparks[0],
          let days = try? DayLaw(law, sparksPerDay: perDay)
        else { return nil }
        return ExactValue(mean: days.mean, method: law.method.name)
      }
    }
    guard let sparks = certainSparks(policy) else { return nil }
    return ExactValue(
      reached: law.probability(doneWithin: sparks), method: law.method.name)
  }

  /// The number of sparks of every player, where it is one number.
  private func certainSparks(_ policy: Policy) -> Int64? {
    switch horizon {
    case .sparks(let sparks): return sparks
    case .days(let days):
      guard policy.lapse == nil, days <= 1_000_000 else { return nil }
      var sum: Int64 = 0
      for day in 0..<days {
        guard
          case .constant(let count) = policy.count(
            onWeekday: Int((Int64(start.weekday) + day) % 7))
        else { return nil }
        sum += count
      }
      return sum
    case .until: return nil
    }
  }

  /// The number of sparks of every player.
  ///
  /// - Throws: `PlanProblem` where it is not one number.
  func sparks(of policy: Policy) throws(PlanProblem) -> Int64 {
    guard let sparks = certainSparks(policy) else {
      throw PlanProblem(
        "method",
        "\(engine.rawValue) needs a certain number of sparks; give sparks, or the same every day")
    }
    return sparks
  }

  /// The expected number of sparks of a player, where it is known.
  func expectedSparks(_ policy: Policy) -> Double? {
    switch horizon {
    case .sparks(let sparks): Double(sparks)
    case .days(let days) where days <= 1_000_000:
      policy.expectedSparks(days: days, firstWeekday: start.weekday)
    default: nil
    }
  }
}

extension Policy {
  /// The chance that a spark brings a card, or one of a rarity.
  fileprivate func rate(of rarity: Rarity?, _ rulebook: Rulebook) -> Double {
    Category.allCases.reduce(0) { sum, category in
      let rates = rulebook.rates(for: category).filter { rarity == nil || $0.rarity == rarity }
      let rate = rates.reduce(0) { $0 + $1.effective.approximation }
      return sum + rate * Double(mix.weights[category.index]) / Double(mix.total)
    }
  }

  /// The mean of a spark's own points.
  fileprivate func meanPoints(_ rulebook: Rulebook) -> Double {
    var sum = 0.0
    for category in Category.allCases {
      for (index, intensity) in Intensity.allCases.enumerated() {
        sum +=
          Double(mix.weights[category.index]) * Double(intensities[index])
          * Double(rulebook.points(for: category, intensity))
      }
    }
    return sum / Double(mix.total) / Double(intensities.reduce(0, +))
  }
}
