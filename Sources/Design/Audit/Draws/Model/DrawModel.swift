internal import BigInt
import Chance
package import FlintRules

/// The rules that the draws of a log are compared with: tiers with rates and pity, the prizes of each tier,
/// and a featured set with its share and guarantee.
///
/// A draw gives one prize of one tier. Pity counts as in a rulebook: the k-th draw since the last prize of a
/// tier or of a rarer one has the rate of `PityDefinition`; the rarest tier is resolved first, and what a
/// tier gains, the commonest lose first.
package struct DrawModel: Equatable, Sendable {
  package struct Tier: Equatable, Sendable {
    /// The name, as in a log's column of rarities.
    package var name: String
    /// The rate of a draw before any pity.
    package var rate: Fraction
    /// The rule that raises the rate, if there is one.
    package var pity: PityDefinition?

    package init(_ name: String, rate: Fraction, pity: PityDefinition? = nil) {
      (self.name, self.rate, self.pity) = (name, rate, pity)
    }
  }

  package struct Prize: Equatable, Sendable {
    /// The name, as in the log.
    package var name: String
    package var tier: String
    /// Its weight among the prizes of its tier and group.
    package var weight: Fraction

    package init(_ name: String, tier: String, weight: Fraction = .one) {
      (self.name, self.tier, self.weight) = (name, tier, weight)
    }
  }

  /// The featured prizes of a tier.
  package struct Featured: Equatable, Sendable {
    package var names: [String]
    /// The chance that a prize of the tier is a featured one.
    package var share: Fraction
    /// Whether the prize after one that was not featured is certainly featured.
    package var isGuaranteed: Bool
    /// The name of their tier; `nil` for the rarest.
    package var tier: String?

    package init(_ names: [String], share: Fraction, isGuaranteed: Bool, tier: String? = nil) {
      (self.names, self.share) = (names, share)
      (self.isGuaranteed, self.tier) = (isGuaranteed, tier)
    }
  }

  /// The tiers, rarest first.
  package let tiers: [Tier]
  /// The featured prizes, if there are any.
  package let featured: Featured?
  /// The prizes by name; none where the log has a column of rarities.
  package let prizes: [String: Prize]
  /// The tiers whose prizes are not compared with their weights, since more decides which one is drawn.
  package let untested: Set<String>
  /// Whether the last tier was not named: it has what the rates leave, and every rarity without a tier.
  package let hasRest: Bool

  /// The name of the tier of all draws that the rates leave over.
  package static let rest = "other"
  /// The maximum number of tiers.
  package static let mostTiers = 16
  /// The maximum number of draws that pity may wait for.
  package static let mostRolls: Int64 = 100_000
  /// The maximum number of prizes.
  package static let mostPrizes = 100_000

  /// - Parameters:
  ///   - tiers: the tiers, in any order unless `isOrdered`. Where their rates sum to less than 1, a tier ``rest`` has what is left.
  ///   - featured: the featured prizes.
  ///   - prizes: the prizes of the tiers.
  ///   - untested: the tiers whose prizes are not compared with their weights.
  ///   - isOrdered: whether the tiers are given from the rarest to the commonest; by default their rates say so.
  /// - Throws: `AuditError` about what is not valid.
  package init(
    tiers: [Tier], featured: Featured? = nil, prizes: [Prize] = [], untested: Set<String> = [],
    isOrdered: Bool = false
  ) throws(AuditError) {
    self.untested = untested
    guard (1...Self.mostTiers).contains(tiers.count) else {
      throw AuditError(.rates, expected: "1 to \(Self.mostTiers) tiers", found: "\(tiers.count)")
    }
    var names: Set<String> = []
    for tier in tiers {
      guard !tier.name.isEmpty, names.insert(tier.name).inserted else {
        throw AuditError(
          .rates, expected: "each tier once, with a name", found: "\"\(tier.name)\" again")
      }
      try Self.check(tier)
    }
    let sum = tiers.reduce(Ratio.zero) { $0 + Ratio($1.rate) }
    guard sum.numerator <= sum.denominator else {
      throw AuditError(
        .rates, expected: "a sum of at most 1", found: "about \(sum.approximation)")
    }
    // Of equal rates the first given is the rarer one; `sorted` is stable.
    var sorted =
      isOrdered ? tiers : tiers.sorted { $0.rate.approximation < $1.rate.approximation }
    hasRest = sum != .one
    if hasRest {
      guard !names.contains(Self.rest) else {
        throw AuditError(
          .rates, expected: "a sum of exactly 1 where a tier is named \"\(Self.rest)\"",
          found: "about \(sum.approximation)")
      }
      let left = Fraction(Ratio.one - sum)
      guard let left else {
        throw AuditError(.rates, expected: "rates with fewer digits", found: "too many digits")
      }
      sorted.append(Tier(Self.rest, rate: left))
    }
    guard sorted.count >= 2 else {
      throw AuditError(.rates, expected: "a rate below 1", found: "1")
    }
    if let commonest = sorted.last, commonest.pity != nil {
      throw AuditError(
        .pity, expected: "no pity for the commonest tier, which pays for that of others",
        found: "\"\(commonest.name)\"")
    }
    self.tiers = sorted
    let known = sorted.map(\.name)
    let indexed = try Self.indexed(prizes, known)
    self.prizes = indexed
    let rarest = sorted[0].name
    self.featured = try featured.map { featured throws(AuditError) in
      try Self.checked(featured, rarest: rarest, known, indexed)
    }
  }

  /// Returns the index of a tier; `nil` when there is none of that name.
  package func tier(named name: String) -> Int? { tiers.firstIndex { $0.name == name } }

  /// The index of the tier of the featured prizes.
  var featuredTier: Int? { featured.flatMap { $0.tier }.flatMap { tier(named: $0) } }

  private static func check(_ tier: Tier) throws(AuditError) {
    guard tier.rate.numerator <= tier.rate.denominator else {
      let isPercentage = tier.rate.approximation <= 100
      throw AuditError(
        .rates, expected: "a rate of \(tier.name) from 0 to 1",
        found: "\(tier.rate)" + (isPercentage ? Fraction.percentHint("\(tier.rate)") : ""))
    }
    guard let pity = tier.pity else {
      guard tier.rate.numerator > 0 else {
        throw AuditError(.rates, expected: "\(tier.name): a rate above 0, or pity", found: "0")
      }
      return
    }
    if let last = pity.rates.last {
      let certain = pity.rates.first { $0.rate == .one }.map { Double($0.from) }
      let ramp = last.step.map {
        Double(last.from) + Double(last.every ?? 1) / $0.approximation
      }
      guard let rolls = certain ?? ramp, rolls <= Double(mostRolls) else {
        throw AuditError(
          .pity, expected: "\(tier.name): rates that reach 1 within \(mostRolls) draws",
          found: "the last one from draw \(last.from) on")
      }
      return
    }
    for (name, rolls) in [("soft_start", pity.softStart), ("hard", pity.hard)] {
      if let rolls, !(1...mostRolls).contains(rolls) {
        throw AuditError(
          .pity, expected: "\(tier.name): \(name) from 1 to \(mostRolls)", found: "\(rolls)")
      }
    }
    let rises = pity.softStart != nil && pity.softStep != .zero
    guard rises || pity.hard != nil else {
      throw AuditError(
        .pity, expected: "\(tier.name): a soft_start with a soft_step above 0, or hard",
        found: "neither")
    }
    if pity.softStart == nil, pity.softStep != .zero {
      throw AuditError(
        .pity, expected: "\(tier.name): soft_start beside soft_step", found: "none")
    }
    if let start = pity.softStart, pity.softStep == .zero {
      throw AuditError(
        .pity, expected: "\(tier.name): a soft_step above 0 from draw \(start) on", found: "0")
    }
    if let start = pity.softStart, pity.hard == nil {
      let steps = (1 - tier.rate.approximation) / pity.softStep.approximation
      guard Double(start) + steps <= Double(mostRolls) else {
        throw AuditError(
          .pity, expected: "\(tier.name): a rate that reaches 1 within \(mostRolls) draws, or hard",
          found: "soft_step \(pity.softStep)")
      }
    }
    if let start = pity.softStart, let hard = pity.hard, start > hard {
      throw AuditError(
        .pity, expected: "\(tier.name): soft_start up to hard (\(hard))", found: "\(start)")
    }
  }

  private static func indexed(
    _ prizes: [Prize], _ tiers: [String]
  ) throws(AuditError) -> [String: Prize] {
    guard prizes.count <= mostPrizes else {
      throw AuditError(.items, expected: "at most \(mostPrizes)", found: "\(prizes.count)")
    }
    var indexed: [String: Prize] = [:]
    for prize in prizes {
      guard tiers.contains(prize.tier) else {
        throw AuditError(
          .items, expected: "\(prize.name): one of the tiers \(tiers.joined(separator: ", "))",
          found: "\"\(prize.tier)\"")
      }
      guard prize.weight.numerator > 0 else {
        throw AuditError(.items, expected: "\(prize.name): a weight above 0", found: "0")
      }
      guard indexed.updateValue(prize, forKey: prize.name) == nil else {
        throw AuditError(.items, expected: "each once", found: "\"\(prize.name)\" again")
      }
    }
    return indexed
  }

  private static func checked(
    _ featured: Featured, rarest: String, _ tiers: [String], _ prizes: [String: Prize]
  ) throws(AuditError) -> Featured {
    var featured = featured
    guard !featured.names.isEmpty, Set(featured.names).count == featured.names.count else {
      throw AuditError(
        .featured, expected: "at least one name, each once",
        found: featured.names.joined(separator: ","))
    }
    guard featured.share.numerator > 0, featured.share.numerator <= featured.share.denominator
    else {
      throw AuditError(.share, expected: "above 0, at most 1", found: "\(featured.share)")
    }
    let known = Set(featured.names.compactMap { prizes[$0]?.tier })
    let tier = featured.tier ?? known.first ?? rarest
    guard tiers.contains(tier) else {
      throw AuditError(
        .featured, expected: "one of the tiers \(tiers.joined(separator: ", "))",
        found: "\"\(tier)\"")
    }
    guard known.allSatisfy({ $0 == tier }) else {
      throw AuditError(
        .featured, expected: "prizes of the tier \(tier)",
        found: "\(known.sorted().joined(separator: ", "))")
    }
    featured.tier = tier
    return featured
  }
}
