import BigInt
import FlintCalendar
import Chance
package import FlintRules
import RealModule
import FlintSchema

extension DisclosedPool {
  init(
    _ pool: PoolTable, in rulebook: RulebookDefinition, on day: CivilDay
  ) throws(OddsError) {
    self.init(ratesOf: pool, in: rulebook)
    isOpen = definition.season.contains(day)
    definition.season = definition.season.occurrence(near: day)
    costs = try DisclosedCost.costs(of: pool, in: rulebook, inBundles: pool.isInBundlesOnly)
  }

  /// Discloses the rules and the rates of a pool that is open, without what its cards cost.
  package init(ratesOf pool: PoolTable, in rulebook: RulebookDefinition) {
    let rates = DisclosedRates(pool, in: rulebook, inBundles: pool.isInBundlesOnly)
    isOfCategory = false
    definition = pool.definition
    isOpen = true
    chance = .one
    emptyCell = pool.emptyCell
    tiers = rates.tiers
    cards = rates.cards
    packs = rates.packs
    choices = rates.choices
    unknown = rates.unknown
    featuredCanWait = pool.featuredCanWait
    costs = []
  }

  /// Discloses what the sparks of a category draw; `nil` where it has no card on the day.
  init?(category: SparkCategory, of rulebook: Rulebook, on day: CivilDay) throws(OddsError) {
    var definition = rulebook.definition
    let ids = definition.cards.filter {
      $0.category == category && !$0.isExclusive && $0.season.contains(day)
    }.map(\.id)
    if ids.isEmpty { return nil }
    var pool = PoolDefinition(id: category.name)
    pool.cards = CardSelection(ids: ids)
    definition.pools = [pool]
    guard let resolved = definition.pool(pool.id) else { return nil }
    let chance = definition.drops.chance
    let exact = rulebook.hasPity ? nil : rulebook.rates(for: category, on: day).map(\.effective)
    let rates = DisclosedRates(resolved, in: definition, chance: chance, effective: exact)
    isOfCategory = true
    self.definition = pool
    isOpen = true
    self.chance = chance
    emptyCell = resolved.emptyCell
    tiers = rates.tiers
    cards = rates.cards
    packs = []
    choices = []
    unknown = rates.unknown
    featuredCanWait = false
    costs = try DisclosedCost.costs(of: category, resolved, rulebook, on: day)
  }

  /// Returns the rates of the cards by the card that is chosen; none without a path.
  fileprivate static func choices(_ rates: LongRunRates, _ cards: [Card]) -> [Choice] {
    rates.choices.compactMap { choice in
      guard let card = cards.first(where: { $0.definition.id == choice.chosen }) else { return nil }
      func sum(_ isCounted: (Card) -> Bool) -> Double {
        cards.filter { $0.tier == choice.tier && isCounted($0) }
          .reduce(0) { $0 + (choice.rates.cards[$1.definition.id] ?? 0) }
      }
      return Choice(
        card: card.definition,
        effective: Disclosure.Chance(choice.rates.cards[card.definition.id] ?? 0),
        otherFeatured: Disclosure.Chance(
          sum { $0.isFeatured && $0.definition.id != card.definition.id }),
        others: Disclosure.Chance(sum { !$0.isFeatured }))
    }
  }

  /// Returns the packs, with equal cards that follow each other as one slot.
  fileprivate static func packs(_ pool: PoolTable) -> [Pack] {
    pool.packs.map { pack in
      var slots: [Pack.Slot] = []
      for (index, rates) in pack.cards.enumerated() {
        let distinct = pack.distinct.first { $0.contains(index) }
        if let last = slots.last,
          distinct.map({ $0.lowerBound < index }) ?? (!last.isDistinct && last.rates == rates)
        {
          slots[slots.count - 1].count += 1
        } else {
          slots.append(
            Pack.Slot(first: index + 1, count: 1, rates: rates, isDistinct: distinct != nil))
        }
      }
      for index in slots.indices where slots[index].isDistinct {
        slots[index].uneven = UnevenSlot(slots[index], of: pool)
      }
      return Pack(rate: pack.rate, slots: slots)
    }
  }
}

/// The rates of a pool: those that the rulebook states, and those that follow.
struct DisclosedRates {
  private(set) var tiers: [DisclosedPool.Tier] = []
  private(set) var cards: [DisclosedPool.Card] = []
  private(set) var choices: [DisclosedPool.Choice] = []
  private(set) var unknown: String?
  let packs: [DisclosedPool.Pack]

  /// The maximum number of rolls since the last hit whose rates are listed.
  static let mostSteps = 20_000

  /// - Parameters:
  ///   - chance: the chance that a roll gives a card.
  ///   - effective: the exact rates of the rarities, where they are known; computed otherwise.
  init(
    _ pool: PoolTable, in rulebook: RulebookDefinition, inBundles: Bool = false,
    chance: Fraction = .one, effective: [Fraction]? = nil
  ) {
    let bought = pool.bought(inBundles: inBundles)
    let nominal = Nominal(pool, chance: Ratio(chance))
    packs = DisclosedPool.packs(pool)
    var packChances = PackChances(packs)
    var longRun: LongRunRates?
    if effective == nil {
      do throws(OddsError) {
        longRun = try LongRunRates(of: bought)
      } catch {
        unknown = error.problem
      }
    }
    let limited = longRun.flatMap { Self.limited(bought, beside: $0) }
    func scaled(_ value: Double?) -> Disclosure.Chance? {
      value.map { Disclosure.Chance($0 * chance.approximation) }
    }
    for index in pool.rates.indices {
      let rarity = rulebook.rarities[index]
      for card in pool.cards[index] {
        let definition = rulebook.cards[card.position]
        let share = nominal.shares[card.position] ?? .zero
        cards.append(
          DisclosedPool.Card(
            definition: definition, isFeatured: card.isFeatured, weight: card.weight,
            count: nominal.counts[card.position],
            nominal: packChances.copies(of: definition.id, tier: index, share: share)
              ?? Disclosure.Chance(nominal.rates[card.position] ?? .zero),
            effective: effective.map { Disclosure.Chance(Ratio($0[index]) * share) }
              ?? scaled(longRun.map { $0.rate(of: definition.id) }),
            withinLimit: scaled(limited.map { $0.rate(of: definition.id) }),
            inPack: packChances.chance(of: definition.id, tier: index, share: share), tier: index,
            share: share, exchangePrice: pool.exchangePrice(of: card, rarity: index)))
      }
      var tier = DisclosedPool.Tier(
        rarity: rarity,
        nominal: packChances.copies(ofTier: index) ?? Disclosure.Chance(nominal.tiers[index]),
        effective: effective.map { Disclosure.Chance(Ratio($0[index])) }
          ?? scaled(longRun.map { $0.rate(ofTier: index) }),
        withinLimit: scaled(limited.map { $0.rate(ofTier: index) }),
        featured: longRun?.rate(ofAll: pool.cards[index].filter(\.isFeatured).map(\.id)).map {
          Disclosure.Chance($0)
        },
        inPack: packChances.chance(ofTier: index),
        pity: index == 0 || pool.definition.hasNoRates ? nil : pool.pity[index],
        duplicatePoints: rulebook.points.duplicates.indices.contains(index)
          ? rulebook.points.duplicates[index] : 0,
        duplicateGrants: rulebook.duplicateGrants.first { $0.name == rarity.name }?.value ?? [])
      let copies = pool.protection(of: index)
      tier.protection = copies > 0 ? copies : nil
      let points = pool.duplicatePoints(of: index).points
      tier.duplicateExchange = points > 0 ? points : nil
      tier.exchangePrice = pool.cards[index].compactMap {
        pool.exchangePrice(of: $0, rarity: index)
      }.min()
      if tier.pity != nil {
        (tier.steps, tier.certainAt) = Self.steps(of: index, in: bought)
        // Only the first roll of a round finds that the rarity is certain.
        if let roll = tier.certainAt, let round = tier.pity?.round, round > 1 {
          tier.certainAt = roll + Int(clamping: round - 1)
        }
        tier.steps.removeAll { !pool.definition.canCount(to: Int64($0.first)) }
        if let roll = tier.certainAt, !pool.definition.canCount(to: Int64(roll)) {
          tier.certainAt = nil
        }
      }
      tiers.append(tier)
    }
    choices = longRun.map { DisclosedPool.choices($0, cards) } ?? []
  }

  /// Returns the rates in the rolls that a player has, where the pool limits them and they differ from those in the long
  /// run; `nil` otherwise, and where other pools raise the counters, too.
  private static func limited(_ pool: PoolTable, beside longRun: LongRunRates) -> LongRunRates? {
    guard let limit = pool.definition.limit, pool.definition.carry == nil, limit <= 1_000_000,
      let limited = try? LongRunRates(of: pool, within: Int(limit))
    else { return nil }
    let ids = pool.cards.joined().map(\.id)
    let differs = ids.contains { abs(limited.rate(of: $0) - longRun.rate(of: $0)) > 1e-12 }
    return differs ? limited : nil
  }

  /// Returns the chance of a tier or better by the number of rolls since the last one, and the roll at which it
  /// is certain.
  private static func steps(
    of tier: Int, in pool: PoolTable
  ) -> (steps: [DisclosedPool.Step], certainAt: Int?) {
    let start = PoolStart(afterEveryRarityOf: pool)
    let certainAt = PoolOdds.certainRoll(of: tier, in: pool)
    let rises = pool.pity[tier...].compactMap { $0?.lastStart }.max().map { Int(clamping: $0) }
    let most = min(mostSteps, certainAt ?? (rises ?? 1) + 1)
    guard let hazards = try? PoolOdds.hazards(of: tier, in: pool, most: most, from: start) else {
      return ([], certainAt)
    }
    var steps: [DisclosedPool.Step] = []
    for (index, chance) in hazards.chances.enumerated() {
      // Ratios of sums are exact to about 10⁻¹³.
      let value = index + 1 == certainAt ? 1 : (chance * 1e12).rounded() / 1e12
      if let last = steps.last, abs(last.chance.value - value) <= 1e-10 {
        steps[steps.count - 1].last = index + 1
        continue
      }
      var step = DisclosedPool.Step(
        first: index + 1, last: index + 1, chance: Disclosure.Chance(value))
      if let exact = exact(tier, pool, roll: index + 1), abs(exact.approximation - value) < 1e-9 {
        step.chance = Disclosure.Chance(exact)
      }
      steps.append(step)
    }
    if certainAt == nil, !steps.isEmpty { steps[steps.count - 1].last = nil }
    return (steps, certainAt)
  }

  /// Returns the chance of a tier or better at a roll since the last one, by the rule of pity alone.
  private static func exact(_ tier: Int, _ pool: PoolTable, roll: Int) -> Ratio? {
    if !pool.packs.isEmpty { return nil }
    let sum = (tier..<pool.weights.count).reduce(UInt64(0)) { sum, index in
      let pity = index > 0 ? pool.pityWeights[index] : nil
      let raised = pity?.raised(
        pool.weights[index], coming: Int64(roll), denominator: pool.denominator)
      return sum + (raised ?? pool.weights[index])
    }
    return Ratio(BigUInt(min(sum, pool.denominator)), over: BigUInt(pool.denominator))
  }
}

/// The rates of a roll of one card that a rulebook states: a rarity's, times the featured share, times the share of the
/// weight.
private struct Nominal {
  var tiers: [Ratio]
  /// The rates, by the position of the card.
  var rates: [Int: Ratio] = [:]
  /// The share of the card in its rarity.
  var shares: [Int: Ratio] = [:]
  /// The number of copies in a full box or in a cycle.
  var counts: [Int: Int64]

  init(_ pool: PoolTable, chance: Ratio) {
    let counts = Dictionary(pool.contents.map { ($0.card, $0.count) }) { first, _ in first }
    self.counts = counts
    if pool.definition.hasNoRates {
      let total = max(1, counts.values.reduce(0, +))
      tiers = []
      for cards in pool.cards {
        let count = cards.reduce(Int64(0)) { $0 + (counts[$1.position] ?? 0) }
        for card in cards where count > 0 {
          let copies = BigUInt(counts[card.position] ?? 0)
          rates[card.position] = Ratio(copies, over: BigUInt(total))
          shares[card.position] = Ratio(copies, over: BigUInt(count))
        }
        tiers.append(Ratio(BigUInt(count), over: BigUInt(total)))
      }
      return
    }
    tiers = pool.rates.map { Ratio($0) * chance }
    let featured = pool.definition.featured
    for (index, cards) in pool.cards.enumerated() {
      let isMixed =
        featured != nil && cards.contains(where: \.isFeatured)
        && cards.contains { !$0.isFeatured }
      for card in cards {
        var group = cards[...]
        var share = Ratio.one
        if isMixed, let featured {
          group = cards.filter { $0.isFeatured == card.isFeatured }[...]
          share = card.isFeatured ? Ratio(featured.share) : .one - Ratio(featured.share)
        }
        let total = group.reduce(BigUInt(0)) { $0 + BigUInt($1.weight) }
        if total > 0 { share = share * Ratio(BigUInt(card.weight), over: total) }
        shares[card.position] = share
        rates[card.position] = tiers[index] * share
      }
    }
  }
}

extension Double {
  /// Returns the number with the digits that count: sums are exact to about 10⁻¹³.
  func rounded(digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    let places = digits - 1 - Int(Double.log10(magnitude).rounded(.down))
    // Powers of ten up to 22 are exact.
    guard (0...22).contains(places) else { return self }
    let unit = (0..<places).reduce(1.0) { power, _ in power * 10 }
    return (self * unit).rounded() / unit
  }
}

extension PoolOdds {
  /// Returns the roll, counted from the last card of a tier or better, at which another one is certain; `nil`
  /// if none is.
  package static func certainRoll(of tier: Int, in pool: PoolTable) -> Int? {
    let start = PoolStart(afterEveryRarityOf: pool)
    let stage = PoolStage(pool, until: .copies(of: .atLeast(tier: tier), 1), from: start)
    return PoolOdds([stage]).certainRoll()
  }
}

extension PoolTable {
  /// Whether rolls are sold in bundles alone.
  fileprivate var isInBundlesOnly: Bool {
    definition.price.isEmpty && !(definition.bundle?.price ?? []).isEmpty
  }
}

extension PoolStart {
  /// Creates the state just after a card of every rarity.
  fileprivate init(afterEveryRarityOf pool: PoolTable) {
    self.init()
    hasHad = [Bool](repeating: true, count: pool.cards.count)
    hasHadFeatured = pool.ceiling?.isOnce ?? false
  }
}
