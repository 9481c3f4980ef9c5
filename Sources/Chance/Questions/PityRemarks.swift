import BigInt
package import FlintRules

extension PityDefinition {
  /// Returns what is odd about a rate beside this rule: a certain roll before which the rate has risen to 1; one so
  /// high that the rule practically never acts, as where a percentage lacks its sign; and one that looks like the
  /// consolidated rate of the long run.
  ///
  /// - Parameters:
  ///   - rate: the stated rate of a roll without the rule.
  ///   - name: what the rate is called.
  package func remarks(on rate: Fraction, of name: String) -> [String] {
    let full = round == nil ? fullRoll(from: rate) : nil
    guard let hard, let full, full < hard else { return plausibility(of: rate, name) }
    return ["hard at \(hard) has no effect: \(name) is 1 from roll \(full) on"]
      + plausibility(of: rate, name)
  }

  /// Returns the roll from which on steps have raised a rate to 1; `nil` where none do.
  func fullRoll(from rate: Fraction) -> Int64? {
    guard let softStart, softStep.numerator > 0, rate.numerator <= rate.denominator else {
      return nil
    }
    let missing = (Ratio(.one) - Ratio(rate)) / Ratio(softStep)
    let steps = (missing.numerator + missing.denominator - 1) / missing.denominator
    return steps < BigUInt(1 << 40) ? softStart - 1 + max(1, Int64(steps)) : nil
  }

  private func plausibility(of rate: Fraction, _ name: String) -> [String] {
    let stated = rate.approximation
    guard let start = [softStart, hard, rates.first?.from].compactMap(\.self).min(), start > 1,
      start <= Self.mostRolls, (round ?? 1) <= 1,
      stated > 0, stated < 1
    else { return [] }
    let waiting = power(1 - stated, Int(start) - 1)
    if waiting < 1e-6 {
      return [
        "\(name) of \(Self.percent(stated)) makes pity from roll \(start) on pointless"
          + Fraction.percentHint("\(rate)")
      ]
    }
    // Consolidated rates are published of rare prizes.
    guard stated < 0.1 else { return [] }
    let taken =
      "\(name) of \(Self.percent(stated)) is taken for the base rate of a roll, which pity raises to "
      + Self.percent(consolidated(stated))
    if gains.isEmpty, rates.isEmpty, let hard, abs(stated * Double(hard) - 1) < 0.005 {
      return [
        "\(taken); if it is the consolidated rate of the long run, the base rate is 0: roll \(hard), which is "
          + "certain, gives it alone"
      ]
    }
    guard isSteep(beside: stated), let base = baseRate(ofConsolidated: stated),
      (0.01...0.8).contains(base / stated)
    else { return [] }
    return [
      "\(taken); if it is the consolidated rate of the long run, the base rate is \(Self.percent(base))"
    ]
  }

  /// The number of rolls up to which a rule is followed.
  private static let mostRolls: Int64 = 10_000

  /// Returns the rate in the long run of a prize with a base rate, by this rule alone.
  private func consolidated(_ base: Double) -> Double {
    var (left, mean, roll) = (1.0, 0.0, Int64(1))
    // Beyond the rolls that are followed, nothing is left of what matters here.
    while left > 1e-12, roll <= 10 * Self.mostRolls {
      mean += left
      left *= 1 - self.rate(base, at: roll)
      roll += 1
    }
    return 1 / mean
  }

  /// Returns the rate at a roll since the last prize, by this rule alone.
  private func rate(_ base: Double, at roll: Int64) -> Double {
    if let hard, roll >= hard { return 1 }
    let steps = softStart.map { max(0, roll - $0 + 1) } ?? 0
    var rate = base + softStep.approximation * Double(steps)
    for (index, own) in rates.enumerated() where roll >= own.from {
      let last = index + 1 < rates.count ? min(roll, rates[index + 1].from - 1) : roll
      let gains = (last - own.from) / max(1, own.every ?? 1) + 1
      rate =
        own.rate?.approximation ?? min(1, rate + (own.step?.approximation ?? 0) * Double(gains))
    }
    return min(1, rate)
  }

  /// Returns the base rate whose rate in the long run is a stated one; `nil` where the rule alone gives more.
  private func baseRate(ofConsolidated stated: Double) -> Double? {
    guard consolidated(0) < stated else { return nil }
    var (low, high) = (0.0, stated)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if consolidated(middle) < stated { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// What the rate gains from one roll, or a number of them, to the next.
  private var gains: [Double] {
    (softStart == nil ? [] : [softStep.approximation]) + rates.compactMap(\.step?.approximation)
  }

  /// Whether the rate rises so steeply that it may be a base rate far below a stated one: not in steps of a multiple of
  /// that, nor in steps of about its size, as designs have whose base rate it is.
  private func isSteep(beside stated: Double) -> Bool {
    let steps = gains.map { $0 / stated }
    let isMultiple = steps.contains { $0 >= 1 && abs($0 - $0.rounded()) < 1e-9 }
    return !isMultiple && steps.max().map { $0 > 2 } ?? true
  }

  private func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  /// Returns a chance as a percentage, rounded to thousandths.
  static func percent(_ chance: Double) -> String {
    let text = "\((chance * 1e5).rounded() / 1e3)"
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " %"
  }
}

extension PoolTable {
  /// Returns what is odd about the rates of the pool beside its rules, and a featured share that looks like the rate of
  /// all rolls.
  package func remarks(_ rulebook: RulebookDefinition) -> [String] {
    guard definition.box == nil, packs.isEmpty else { return [] }
    var remarks: [String] = []
    for (tier, rate) in rates.enumerated() {
      let name = rulebook.rarities[tier].name
      if tier > 0, let rule = pity[tier] {
        remarks += rule.remarks(on: rate, of: "the rate of \(name)")
      }
      let cards = cards[tier]
      if cards.contains(where: \.isFeatured), !cards.allSatisfy(\.isFeatured) {
        remarks += definition.featured?.remarks(ofRate: rate, of: name) ?? []
      }
    }
    return remarks
  }
}

extension FeaturedDefinition {
  /// Returns a remark on a share that is not above the rate of its rarity, as rates of all rolls are: shares are above
  /// the rates of rare prizes.
  ///
  /// - Parameters:
  ///   - rate: the rate of the rarity.
  ///   - rarity: its name.
  package func remarks(ofRate rate: Fraction, of rarity: String) -> [String] {
    let (stated, shares) = (rate.approximation, shares.map(\.approximation))
    guard stated < 0.1, let share = shares.first(where: { $0 > 0 && $0 <= stated }) else {
      return []
    }
    let percent = PityDefinition.percent
    return [
      "a featured share of \(percent(share)) is that of the cards of its rarity, no rate: of \(rarity), which has "
        + "\(percent(stated)), it gives \(percent(stated * share)) of all rolls; if \(percent(share)) of all rolls are "
        + "featured ones, the share is \(percent(share / stated))"
    ]
  }
}
