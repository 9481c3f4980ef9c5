import FlintCalendar
package import Design
import FlintRules
import FlintSchema
package import Views

extension DisclosedPool {
  /// Returns the rules of the pool, in sentences.
  ///
  /// - Parameter hasNumbers: whether the rates of packs beside them are expected numbers.
  package func rules(in language: Language, hasNumbers: Bool = true) -> [String] {
    var rules: [String] = []
    func add(_ phrase: Phrase) { rules.append(language[phrase]) }
    if !isOfCategory { rules += season(in: language) + price(in: language) }
    if chance != .one {
      rules.append(language.text(.dropChance, language.chance(chance.approximation)))
    }
    if let limit = definition.limit {
      rules.append(language.text(.rollLimit, language.text(limit)))
    }
    if let featured = definition.featured { rules += sentences(featured, in: language) }
    for tier in tiers {
      guard let pity = tier.pity else { continue }
      if let round = pity.round {
        rules.append(
          language.text(
            .ratesByRound, language.name(of: tier.rarity), language.text(round),
            language.text(round - 1)))
      }
      if pity.reset == .exact {
        rules.append(language.text(.exactReset, language.name(of: tier.rarity)))
      }
    }
    for tier in tiers {
      guard let first = tier.pity?.first, definition.canCount(to: first) else { continue }
      rules.append(
        language.text(.firstCertain, language.name(of: tier.rarity), language.text(first)))
    }
    if let exchange = definition.exchange, canExchange {
      rules += sentences(exchange, in: language)
      if let limit = exchange.limit {
        rules.append(language.text(.exchangeLimit, language.text(limit)))
      }
    }
    if let name = definition.carry { rules.append(language.text(.carried, name)) }
    if let box = definition.box, let total = boxTotal {
      let phrase: Phrase =
        switch box.reset {
        case .never: .boxNever
        case .empty: .boxEmpty
        case .featured: .boxFeatured
        }
      rules.append(language.text(phrase, language.text(total)))
      add(.boxRates)
    }
    if !packs.isEmpty {
      if hasNumbers { add(.packRates) }
      add(.packChances)
      for (index, pack) in packs.enumerated() {
        for slot in pack.slots where slot.isDistinct {
          let places = "\(language.text(slot.first))–\(language.text(slot.first + slot.count - 1))"
          rules.append(language.text(.distinctCards, places, language.text(index + 1)))
        }
      }
    }
    let drawn = Set(cards.map(\.definition.rarity))
    if tiers.contains(where: { !drawn.contains($0.rarity) && $0.nominal.value > 0 }) {
      switch emptyCell {
      case .demote: add(.emptyDemote)
      case .none: add(.emptyNone)
      case .reroll: add(.emptyReroll)
      }
    }
    if let copies = protection {
      rules.append(language.text(.protected, language.text(copies)))
    } else {
      for tier in tiers {
        guard let copies = tier.protection else { continue }
        rules.append(
          language.text(.protectedRarity, language.name(of: tier.rarity), language.text(copies)))
      }
    }
    if let cycle {
      rules.append(language.text(.cycleOrder, language.text(cycle.count)))
      add(.cycleRates)
    }
    let repeated = cards.filter { self.canRepeat($0) }
    if repeated.isEmpty || repeated.count == cards.count {
      add(canRepeat ? .canRepeat : .cannotRepeat)
    } else {
      let names = repeated.map { language.name(of: $0.definition) }
      rules.append(language.text(.someRepeat, language.listed(names)))
    }
    return rules
  }

  /// Returns what is not known of the rates, or left out of them, and of prices if they are beside them.
  package func remarks(in language: Language, hasPrices: Bool = true) -> [String] {
    if let unknown { return [language.text(.unknownRates, unknown)] + beyondLimit(in: language) }
    let empty = tiers.enumerated().compactMap { index, tier -> String? in
      guard emptyCell != .reroll, let hard = tier.pity?.hard, definition.canCount(to: hard),
        !cards.contains(where: { $0.tier >= index })
      else { return nil }
      return language.text(.emptyPity, language.name(of: tier.rarity), language.text(hard))
    }
    let currencies = Set(definition.price.map(\.name))
    let refunds = tiers.flatMap(\.duplicateGrants).contains {
      currencies.contains($0.name) && $0.value > 0
    }
    return empty + beyondLimit(in: language)
      + (canExchange ? [language[.exchangeLeftOut]] : [])
      + (refunds && hasPrices ? [language[.refundsLeftOut]] : [])
  }

  /// Returns a remark on the rules that no player sees, since they begin beyond the limit of rolls.
  private func beyondLimit(in language: Language) -> [String] {
    guard let limit = definition.limit else { return [] }
    var rules: [String] = []
    for tier in tiers {
      guard let pity = tier.pity else { continue }
      let name = language.name(of: tier.rarity)
      let rolls = [pity.softStart, pity.hard] + pity.rates.map(\.from)
      if let first = rolls.compactMap(\.self).min(), !definition.canCount(to: first) {
        rules.append(language.text(.pityBeyond, name, language.text(first)))
      } else if let hard = pity.hard, !definition.canCount(to: hard) {
        rules.append(language.text(.hardBeyond, name, language.text(hard)))
      }
      if let first = pity.first, !definition.canCount(to: first) {
        rules.append(language.text(.hardBeyond, name, language.text(first)))
      }
    }
    if let roll = definition.featured?.hard ?? definition.featured?.from, !definition.canReach(roll)
    {
      rules.append(language.text(.featuredBeyond, language.text(roll)))
    }
    if let exchange = definition.exchange, !canExchange, !exchange.countsDuplicates,
      let price = tiers.compactMap(\.exchangePrice).min()
    {
      let each = exchange.pointsPerRoll
      let roll = price / each + (price % each == 0 ? 0 : 1)
      rules.append(language.text(.exchangeBeyond, language.text(roll)))
    }
    if rules.isEmpty { return [] }
    return [language.text(.beyondLimit, language.text(limit), language.listed(rules))]
  }

  /// Whether the limit of rolls lets a player have enough points for an exchange.
  private var canExchange: Bool {
    guard let exchange = definition.exchange,
      let price = tiers.compactMap(\.exchangePrice).min()
    else { return false }
    let each = exchange.pointsPerRoll
    if each == 0 { return true }
    return definition.canReach(price / each + (price % each == 0 ? 0 : 1))
  }

  private func sentences(_ exchange: ExchangeDefinition, in language: Language) -> [String] {
    let isFeatured = exchange.choose == .featured
    if let at = exchange.at, exchange.countsRolls {
      return [language.text(isFeatured ? .exchangeFeatured : .exchangeAny, language.text(at))]
    }
    func listed(_ number: (Tier) -> Int64?) -> String {
      language.listed(
        tiers.compactMap { tier in
          number(tier).map { "\(language.name(of: tier.rarity)) \(language.text($0))" }
        })
    }
    var rules = [
      language.text(
        isFeatured ? .exchangePricesFeatured : .exchangePricesAny, listed(\.exchangePrice))
    ]
    if exchange.pointsPerRoll > 0 {
      rules.append(language.text(.exchangePoints, language.text(exchange.pointsPerRoll)))
    }
    if exchange.countsDuplicates {
      rules.append(language.text(.exchangeDuplicates, listed(\.duplicateExchange)))
    }
    return rules
  }

  private func season(in language: Language) -> [String] {
    let season = definition.season
    let from = season.from.map { language.shown($0) }
    let last = season.before.map { language.shown($0 + -1) }
    let sentence =
      switch (from, last) {
      case (let from?, let last?): language.text(.openBetween, from, last)
      case (let from?, nil): language.text(.openFrom, from)
      case (nil, let last?): language.text(.openUntil, last)
      case (nil, nil): language[.alwaysOpen]
      }
    return [sentence] + (isOpen ? [] : [language[.notOpen]])
  }

  private func price(in language: Language) -> [String] {
    var rules: [String] = []
    if definition.prices.contains(where: { $0.value.count > 1 }) {
      let rounds = definition.prices.map { price in
        "\(language.listed(price.value.map { language.text($0) })) \(price.name)"
      }
      rules.append(language.text(.rollRound, rounds.joined(separator: "; ")))
    } else if !definition.price.isEmpty {
      rules.append(language.text(.rollPrice, language.text(definition.price)))
    } else if (definition.bundle?.price ?? []).isEmpty {
      rules.append(language[.tokenPrice])
    }
    if definition.firstPrice != nil {
      let first = definition.price(ofRollAfter: 0).filter { $0.value > 0 }
      rules.append(
        first.isEmpty
          ? language[.firstFree] : language.text(.firstPrice, language.text(first)))
    }
    guard let bundle = definition.bundle else { return rules }
    let size = language.text(bundle.size)
    rules.append(
      bundle.price.isEmpty
        ? language.text(.bundleSize, size)
        : language.text(.bundlePrice, size, language.text(bundle.price)))
    if let name = bundle.atLeast {
      let rarity = tiers.first { $0.rarity.name == name }?.rarity
      rules.append(
        language.text(.bundleCertain, rarity.map { language.name(of: $0) } ?? name))
    }
    return rules
  }

  private func sentences(_ featured: FeaturedDefinition, in language: Language) -> [String] {
    let names = cards.filter(\.isFeatured).map { language.name(of: $0.definition) }
    var rules: [String] = []
    if !definition.hasNoRates {
      rules.append(
        language.text(
          .featuredShare, language.chance(featured.share.approximation), language.listed(names)))
    }
    for (lost, share) in featured.laterShares.enumerated()
    where share != featured.shares[lost] && definition.box == nil {
      let count = Int64(lost + 1)
      rules.append(
        share == .one
          ? language.counted(count, .featuredAfterLost)
          : language.text(
            .shareAfterLost, language.text(count), language.chance(share.approximation)))
    }
    if featured.hasGuarantee { rules.append(language[.featuredGuarantee]) }
    if let path = featured.path {
      rules.append(language.counted(path, .featuredPath))
    }
    if let hard = featured.hard, definition.canReach(hard) {
      rules.append(
        language.text(featured.isHardOnce ? .featuredOnce : .featuredHard, language.text(hard)))
      if featuredCanWait { rules.append(language[.featuredWaits]) }
    }
    if let from = featured.from, definition.canReach(from) {
      rules.append(
        language.text(
          featured.isHardOnce ? .featuredFromOnce : .featuredFrom, language.text(from)))
    }
    return rules
  }
}
