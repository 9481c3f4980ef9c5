import BigInt
package import Rules

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
        "\(name) of \(Self.percent(stated)) makes pity from roll \(start) on pointless; \(rate) percent is "
          + "\"\(rate)%\""
      ]
    }
    // Consolidated rates are published of rare prizes.
    guard stated < 0.1, !isMultiple(of: stated), let base = baseRate(ofConsolidated: stated),
      base < 0.8 * stated
    else { return [] }
    return [
      "\(name) of \(Self.percent(stated)) is taken for the base rate of a roll, which pity raises to "
        + "\(Self.percent(consolidated(stated))); if it is the consolidated rate of the long run, the base rate is "
        + "\(Self.percent(base))"
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

  /// Whether the rate rises in steps of a multiple of a rate, as designs do whose base rate it is.
  private func isMultiple(of rate: Double) -> Bool {
    let gains = (softStart == nil ? [] : [softStep]) + rates.compactMap(\.step)
    return gains.contains { gain in
      let steps = gain.approximation / rate
      return steps >= 1 && abs(steps - steps.rounded()) < 1e-9
    }
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
  /// Returns what is odd about the rates of the pool beside its rules, and what a featured share is where no rule makes
  /// a featured card certain.
  package func remarks(_ rulebook: RulebookDefinition) -> [String] {
    guard definition.box == nil, packs.isEmpty else { return [] }
    var remarks: [String] = []
    for (tier, rate) in rates.enumerated() {
      guard tier > 0, let rule = pity[tier] else { continue }
      remarks += rule.remarks(on: rate, of: "the rate of \(rulebook.rarities[tier].name)")
    }
    guard let featured = definition.featured, !featured.hasGuarantee, featured.path == nil,
      featured.hard == nil, featured.from == nil, !featured.shares.contains(.one)
    else { return remarks }
    // A list states the share after each number of chances lost.
    let isList = !featured.laterShares.isEmpty
    for (tier, cards) in cards.enumerated() where rates[tier].numerator > 0 {
      guard cards.contains(where: \.isFeatured), !cards.allSatisfy(\.isFeatured) else { continue }
      let (rate, share) = (rates[tier].approximation, featured.share.approximation)
      remarks.append(
        "a featured share of \(PityDefinition.percent(share)) is no rate: a roll gives a featured "
          + "\(rulebook.rarities[tier].name) with \(PityDefinition.percent(rate * share)) as stated"
          + (isList ? " while no chance is lost" : "")
          + ", and without a guarantee no number of others makes one certain")
    }
    return remarks
  }
}
