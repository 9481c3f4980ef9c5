import Rules

extension PoolCompiler {
  /// The places in the state of what pools of one name share.
  private struct Shared {
    var counters: [Int] = []
    var had: [Int] = []
    var flags: [Int] = []
  }

  /// The places in the state of what stages of one pool share.
  private struct Own {
    var paths: [Int] = []
    var since = -1
    var hadFeatured = -1
  }

  /// Compiles the rolls of every stage.
  mutating func tables() throws(OddsError) -> [PoolTable] {
    var tables: [PoolTable] = []
    for index in subject.stages.indices { tables.append(try table(index)) }
    var shared: [String: Shared] = [:]
    for (index, stage) in subject.stages.enumerated() where shared[stage.pool.group] == nil {
      let members = subject.stages.indices.filter {
        $0 >= index && subject.stages[$0].pool.group == stage.pool.group
      }
      shared[stage.pool.group] = place(members, tables, stage.start)
    }
    var own: [String: Own] = [:]
    for (index, stage) in subject.stages.enumerated() where own[stage.pool.id] == nil {
      let members = subject.stages.indices.filter {
        $0 >= index && subject.stages[$0].pool.id == stage.pool.id
      }
      own[stage.pool.id] = placeOwn(members, stage.start)
    }
    let bundles = subject.stages.indices.filter { isBundled($0) }
    let size = bundles.map { subject.stages[$0].pool.bundle?.size ?? 1 }.max() ?? 0
    let position = size > 0 ? digit(radix: size, initial: 0) : -1
    let isGiven = bundles.contains { (subject.stages[$0].pool.bundle?.atLeast ?? -1) >= 0 }
    let given = isGiven ? digit(radix: 2, initial: 0) : -1
    let isPacked = subject.stages.indices.contains { index in
      subject.stages[index].pool.packs.contains { ($0.atLeast ?? 0) >= max(1, relevant[index]) }
    }
    let packed = isPacked ? digit(radix: 2, initial: 0) : -1
    for (index, stage) in subject.stages.enumerated() {
      tables[index].packDigit = packed
      guard let places = shared[stage.pool.group], let rest = own[stage.pool.id] else { continue }
      let pool = stage.pool
      for tier in pool.tiers.indices {
        tables[index].counterDigits[tier] = places.counters[tier]
        tables[index].hadDigits[tier] = places.had[tier]
        tables[index].saturations[tier] =
          places.counters[tier] < 0 ? 0 : radices[places.counters[tier]] - 1
        tables[index].featured[tier]?.flagDigit = places.flags[tier]
        tables[index].featured[tier]?.pathDigit = rest.paths[tier]
      }
      tables[index].ceiling?.sinceDigit = rest.since
      tables[index].ceiling?.hadDigit = rest.hadFeatured
      if isBundled(index), let bundle = pool.bundle {
        tables[index].bundle = PoolTable.Bundle(
          size: Int32(bundle.size), atLeast: bundle.atLeast, positionDigit: position,
          givenDigit: bundle.atLeast == nil ? -1 : given)
      }
      tables[index].countedDigits = (places.counters + [rest.since]).filter { $0 >= 0 }
      tables[index].canRise =
        packed >= 0 || given >= 0 || places.counters.contains { $0 >= 0 }
    }
    return tables
  }

  /// Whether the position within a bundle matters: for its certain tier, or since the next pool waits for its
  /// end.
  private func isBundled(_ index: Int) -> Bool {
    guard let bundle = subject.stages[index].pool.bundle, bundle.size > 1 else { return false }
    if index < subject.stages.count - 1 { return true }
    return bundle.atLeast.map { $0 >= relevant[index] && $0 > 0 } ?? false
  }

  /// Reserves the places of what pools of one name share.
  private mutating func place(_ members: [Int], _ tables: [PoolTable], _ start: PoolStart) -> Shared
  {
    let count = members.map { subject.stages[$0].pool.tiers.count }.max() ?? 0
    var places = Shared()
    for tier in 0..<count {
      var saturation: Int32 = 0
      var hasFirst = false
      var hasGuarantee = false
      for index in members where tier < subject.stages[index].pool.tiers.count {
        let pool = subject.stages[index].pool
        if tier >= max(1, relevant[index]), let pity = tables[index].pity[tier] {
          let bases = tables[index].draws.map { tables[index].share($0, tier) }
            .filter(\.canRise).map(\.weight)
          saturation = max(
            saturation, pity.saturation(base: bases.min() ?? 0, of: tables[index].denominator))
          if pool.tiers[tier].first != nil { hasFirst = true }
        }
        if isSplit[index][tier], pool.tiers[tier].featured?.hasGuarantee == true {
          hasGuarantee = true
        }
      }
      let counter = Int(clamping: at(start.counters, tier, 0))
      places.counters.append(
        saturation > 0 ? digit(radix: Int(saturation) + 1, initial: counter) : -1)
      places.had.append(
        hasFirst ? digit(radix: 2, initial: at(start.hasHad, tier, false) ? 1 : 0) : -1)
      places.flags.append(
        hasGuarantee ? digit(radix: 2, initial: at(start.guarantees, tier, false) ? 1 : 0) : -1)
    }
    return places
  }

  /// Reserves the places of what stages of one pool share.
  private mutating func placeOwn(_ members: [Int], _ start: PoolStart) -> Own {
    let count = members.map { subject.stages[$0].pool.tiers.count }.max() ?? 0
    var places = Own()
    for tier in 0..<count {
      let paths = members.compactMap { index -> Int? in
        let (pool, _, start) = subject.stages[index]
        let isChosen =
          at(start.chosen, tier, nil) != nil
          || pool.tiers.indices.contains(tier)
            && pool.tiers[tier].cards.contains { start.choices.contains($0.id) }
        guard isSplit[index][tier], isChosen else { return nil }
        return pool.tiers[tier].featured?.path
      }
      places.paths.append(
        paths.max().map { digit(radix: $0 + 1, initial: at(start.pathPoints, tier, 0)) } ?? -1)
    }
    let ceilings = members.compactMap { subject.stages[$0].pool.ceiling }
    if let most = ceilings.map(\.at).max() {
      places.since = digit(radix: most + 1, initial: start.sinceFeatured)
      if ceilings.contains(where: \.isOnce) {
        places.hadFeatured = digit(radix: 2, initial: start.hasHadFeatured ? 1 : 0)
      }
    }
    return places
  }

  private func at<Value>(_ list: [Value], _ tier: Int, _ other: Value) -> Value {
    tier < list.count ? list[tier] : other
  }

  /// Compiles a stage's rolls, but for the places of its counters.
  private func table(_ index: Int) throws(OddsError) -> PoolTable {
    let pool = subject.stages[index].pool
    var rates = pool.tiers.map(\.rate) + pool.tiers.map { $0.pity?.softStep ?? .zero }
    for pack in pool.packs { rates += pack.slots.flatMap(\.rates) }
    guard let common = Fraction.overCommonDenominator(rates, most: PoolModel.Most.denominator),
      let variants = Fraction.overCommonDenominator(
        pool.packs.map(\.rate), most: PoolModel.Most.denominator)
    else {
      throw .invalid("rates", "their least common denominator is beyond 2^48; round them")
    }
    let count = pool.tiers.count
    let steps = Array(common.numerators[count..<2 * count])
    var slots = common.numerators[(2 * count)...]
    let pity = pool.tiers.enumerated().map { tier, rule in
      tier >= max(1, relevant[index]) && (rule.pity != nil || rule.first != nil)
        ? PityWeight(rule.pity, softStep: steps[tier], first: rule.first) : nil
    }
    var table = PoolTable(
      denominator: common.denominator, emptyCell: pool.emptyCell, pity: pity,
      counterDigits: [Int](repeating: -1, count: count),
      saturations: [Int32](repeating: 0, count: count),
      hadDigits: [Int](repeating: -1, count: count),
      featured: pool.tiers.map { tier in
        tier.featured.map {
          PoolTable.Featured(
            share: $0.share.numerator, denominator: $0.share.denominator,
            hasGuarantee: $0.hasGuarantee, path: Int32(clamping: $0.path ?? Int(Int32.max)),
            flagDigit: -1, pathDigit: -1)
        }
      },
      protection: pool.protection ?? 0,
      protects: isSplit[index].map { $0 && pool.protection != nil }, hasPacks: !pool.packs.isEmpty)
    if let ceiling = pool.ceiling, let tier = pool.ceilingTier {
      table.ceiling = PoolTable.Ceiling(
        tier: tier, at: Int32(ceiling.at), isOnce: ceiling.isOnce, sinceDigit: -1, hadDigit: -1)
    }
    if case .different(_, _, let copies) = subject.stages[index].goal {
      table.choices = subject.stages[index].start.choices.compactMap { id in
        guard let group = classOfCard[id],
          let tier = pool.tiers.firstIndex(where: { $0.cards.contains { $0.id == id } })
        else { return nil }
        return PoolTable.Choice(group: group, tier: tier, copies: copies)
      }
    }
    let parts = PoolTable.lists(pool).map { list in
      list.enumerated().map { tier, cards in
        part(cards, tier: tier, stage: index, &table.entries)
      }
    }
    if pool.packs.isEmpty {
      let weights = common.numerators[..<count]
      table.add(
        [zip(weights, parts[0]).map { .init(weight: $0, part: $1, isLast: true, canRise: true) }],
        weight: 1, atLeast: nil)
    }
    var list = 0
    for (position, pack) in pool.packs.enumerated() {
      var draws: [[PoolTable.Share]] = []
      for slot in pack.slots {
        if slot.cards != nil { list += 1 }
        let draw = zip(slots.prefix(count), parts[slot.cards == nil ? 0 : list]).map {
          PoolTable.Share(weight: $0, part: $1, isLast: false, canRise: $0 > 0)
        }
        slots = slots.dropFirst(count)
        draws += [[PoolTable.Share]](repeating: draw, count: slot.count)
      }
      for tier in 0..<count {
        // A better tier satisfies a guarantee, too.
        if let last = draws.lastIndex(where: { draw in draw[tier].canRise }) {
          draws[last][tier].isLast = true
        }
      }
      table.add(draws, weight: variants.numerators[position], atLeast: pack.atLeast)
    }
    if let reset = pool.box, let number = boxOfStage[index] {
      var box = PoolTable.BoxContents(number: number, reset: reset)
      box.refills = classes.flatMap { $0.refills(of: number) }
      for (tier, cards) in pool.tiers.map(\.cards).enumerated() {
        for isFeatured in [false, true] {
          for (entry, step) in boxEntries(cards.filter { $0.isFeatured == isFeatured }, number) {
            box.entries.append(entry)
            box.steps.append(step)
            box.tiers.append(tier)
            box.isFeatured.append(isFeatured)
          }
        }
      }
      table.box = box
    }
    return table
  }

  /// Appends the cards of a tier to entries.
  private func part(
    _ cards: [PoolModel.Card], tier: Int, stage: Int, _ all: inout [PoolTable.Entry]
  ) -> PoolTable.Part {
    func range(_ cards: [PoolModel.Card]) -> Range<Int> {
      let first = all.count
      all += entries(cards)
      return first..<all.count
    }
    let chosen = subject.stages[stage].start.chosen
    var part = PoolTable.Part()
    part.featured = range(cards.filter(\.isFeatured))
    part.others = range(cards.filter { !$0.isFeatured })
    if tier < chosen.count, let id = chosen[tier] {
      part.chosen = range(cards.filter { $0.id == id })
    }
    return part
  }

  /// Returns the classes of cards in order, with the weight of one card and of all.
  private func weights(
    _ cards: [PoolModel.Card]
  ) -> [(group: Int, one: UInt64, all: UInt64)] {
    var order: [(group: Int, one: UInt64, all: UInt64)] = []
    var places: [Int: Int] = [:]
    for card in cards {
      guard card.weight > 0, let group = classOfCard[card.id] else { continue }
      let place = places[group] ?? order.count
      if place == order.count {
        places[group] = place
        order.append((group, card.weight, 0))
      }
      order[place].all += card.weight
    }
    return order
  }

  /// Returns cards class by class, and by their copies drawn and owned.
  private func entries(_ cards: [PoolModel.Card]) -> [PoolTable.Entry] {
    weights(cards).flatMap { group, one, all in
      let kind = classes[group]
      if kind.cap == 0 {
        return [PoolTable.Entry(group: group, owned: 0, digit: -1, weight: all)]
      }
      return (0..<kind.levels).map { level in
        PoolTable.Entry(
          group: group, owned: level % (kind.cap + 1) * kind.copies, digit: kind.digit + level,
          weight: one)
      }
    }
  }

  /// Returns the cards of a box class by class, and by their copies drawn and owned, each with the distance to
  /// the position with another copy drawn.
  private func boxEntries(
    _ cards: [PoolModel.Card], _ box: Int
  ) -> [(entry: PoolTable.Entry, step: Int)] {
    weights(cards).flatMap { group, one, _ -> [(entry: PoolTable.Entry, step: Int)] in
      let kind = classes[group]
      if kind.cap == 0 {
        let digit = kind.boxes[box].digit
        if digit < 0 { return [] }
        return [(PoolTable.Entry(group: group, owned: 0, digit: digit, weight: one), 1)]
      }
      return (0..<kind.levels).compactMap { level in
        let left = kind.units[box] - kind.drawn(from: box, at: level)
        if left == 0 { return nil }
        return (
          PoolTable.Entry(
            group: group, owned: level % (kind.cap + 1) * kind.copies, digit: kind.digit + level,
            weight: one * UInt64(left)), kind.stride(of: box)
        )
      }
    }
  }
}

extension PoolTable {
  /// Appends a variant of rolls, whose cards have shares of all tiers.
  fileprivate mutating func add(_ cards: [[Share]], weight: UInt64, atLeast: Int?) {
    let first = draws.count
    for card in cards {
      draws.append(Draw(first: shares.count))
      shares += card
    }
    variants.append(Variant(weight: weight, draws: first..<draws.count, atLeast: atLeast))
  }
}
