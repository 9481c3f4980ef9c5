import FlintRules

extension PoolCompiler {
  /// The places in the state of what pools of one name share.
  private struct Shared {
    var counters: [Int] = []
    var had: [Int] = []
    var flags: [Int] = []
    var lost: [Int] = []
    var turns: [Int] = []
    var settled: [Int] = []
  }

  /// The places in the state of what stages of one pool share.
  private struct Own {
    var paths: [Int] = []
    var since = -1
    var hadFeatured = -1
    var cycle = -1
  }

  /// Compiles the rolls of every stage.
  mutating func tables() throws(OddsError) -> [StageTable] {
    placeGivenCards()
    var tables: [StageTable] = []
    for index in subject.stages.indices { tables.append(try table(index)) }
    var shared: [String: Shared] = [:]
    for (index, stage) in subject.stages.enumerated() where shared[stage.pool.counterGroup] == nil {
      let members = subject.stages.indices.filter {
        $0 >= index && subject.stages[$0].pool.counterGroup == stage.pool.counterGroup
      }
      shared[stage.pool.counterGroup] = place(members, tables, stage.start)
    }
    var own: [String: Own] = [:]
    for (index, stage) in subject.stages.enumerated() where own[stage.id] == nil {
      let members = subject.stages.indices.filter {
        $0 >= index && subject.stages[$0].id == stage.id
      }
      own[stage.id] = placeOwn(members, stage.start)
    }
    let bundles = subject.stages.indices.filter { isBundled($0) }
    let size = bundles.map { subject.stages[$0].bundleSize }.max() ?? 0
    let position = size > 0 ? digit(radix: size, initial: 0) : -1
    let isGiven = bundles.contains { subject.stages[$0].pool.bundleRarity != nil }
    let given = isGiven ? digit(radix: 2, initial: 0) : -1
    for (index, stage) in subject.stages.enumerated() {
      guard let places = shared[stage.pool.counterGroup], let rest = own[stage.id] else { continue }
      let pool = stage.pool
      for tier in pool.cards.indices {
        tables[index].counterDigits[tier] = places.counters[tier]
        tables[index].hadDigits[tier] = places.had[tier]
        tables[index].saturations[tier] =
          places.counters[tier] < 0 ? 0 : radices[places.counters[tier]] - 1
        tables[index].featured[tier]?.flagDigit = places.flags[tier]
        tables[index].featured[tier]?.pathDigit = rest.paths[tier]
        tables[index].featured[tier]?.lostDigit = places.lost[tier]
        if pool.pityWeights[tier]?.isExact == true { tables[index].exact |= 1 << UInt32(tier) }
        if let pity = tables[index].pity[tier], pity.round > 1, places.turns[tier] >= 0 {
          tables[index].rounds.append(
            StageTable.Round(
              tier: tier, length: pity.round, turnDigit: places.turns[tier],
              settledDigit: places.settled[tier]))
        }
      }
      tables[index].ceiling?.sinceDigit = rest.since
      tables[index].ceiling?.hadDigit = rest.hadFeatured
      tables[index].cycle?.digit = rest.cycle
      if isBundled(index) {
        tables[index].bundle = StageTable.Bundle(
          size: Int32(stage.bundleSize), atLeast: pool.bundleRarity, positionDigit: position,
          givenDigit: pool.bundleRarity == nil ? -1 : given)
      }
      tables[index].countedDigits =
        (places.counters + places.turns + places.settled + [rest.since]).filter { $0 >= 0 }
      tables[index].canRise = given >= 0 || places.counters.contains { $0 >= 0 }
    }
    return tables
  }

  /// Whether the position within a bundle matters: for its certain tier, or since the next pool waits for its
  /// end.
  private func isBundled(_ index: Int) -> Bool {
    let stage = subject.stages[index]
    guard stage.bundleSize > 1 else { return false }
    if index < subject.stages.count - 1 || subject.endsWithBundle { return true }
    return stage.pool.bundleRarity.map { $0 >= relevant[index] && $0 > 0 } ?? false
  }

  /// Reserves the places of what pools of one name share.
  private mutating func place(_ members: [Int], _ tables: [StageTable], _ start: PoolStart)
    -> Shared
  {
    let count = members.map { subject.stages[$0].pool.cards.count }.max() ?? 0
    var places = Shared()
    for tier in 0..<count {
      var saturation: Int32 = 0
      var hasFirst = false
      var hasGuarantee = false
      var (shares, round) = (1, 1)
      for index in members where tier < subject.stages[index].pool.cards.count {
        let pool = subject.stages[index].pool
        if tier >= max(1, relevant[index]), let pity = tables[index].pity[tier] {
          let bases = tables[index].draws.map { tables[index].share($0, tier) }
            .filter(\.canRise).map(\.weight)
          saturation = max(
            saturation, pity.saturation(base: bases.min() ?? 0, of: tables[index].denominator))
          if pool.pity[tier]?.first != nil { hasFirst = true }
          round = max(round, Int(pity.round))
        }
        if isSplit[index][tier], let rule = pool.featuredRule(of: tier) {
          if rule.hasGuarantee { hasGuarantee = true }
          shares = max(shares, rule.shares.count)
        }
      }
      let counter = Int(clamping: at(start.counters, tier, 0))
      places.counters.append(
        saturation > 0 ? digit(radix: Int(saturation) + 1, initial: counter) : -1)
      places.had.append(
        hasFirst ? digit(radix: 2, initial: at(start.hasHad, tier, false) ? 1 : 0) : -1)
      places.flags.append(
        hasGuarantee ? digit(radix: 2, initial: at(start.guarantees, tier, false) ? 1 : 0) : -1)
      places.lost.append(
        shares > 1
          ? digit(radix: shares, initial: Int(clamping: at(start.lost, tier, 0))) : -1)
      let hasRounds = round > 1 && saturation > 0
      let turn = Int(clamping: at(start.turns, tier, 0))
      places.turns.append(hasRounds ? digit(radix: round, initial: turn) : -1)
      // As the other counter, it is the number of the coming roll.
      let settled = Int(clamping: at(start.settled, tier, 0))
      places.settled.append(
        hasRounds ? digit(radix: Int(saturation) + 1, initial: turn > 0 ? settled + 1 : 0) : -1)
    }
    return places
  }

  /// Reserves the places of what stages of one pool share.
  private mutating func placeOwn(_ members: [Int], _ start: PoolStart) -> Own {
    let count = members.map { subject.stages[$0].pool.cards.count }.max() ?? 0
    var places = Own()
    for tier in 0..<count {
      let paths = members.compactMap { index -> Int? in
        let (pool, start) = (subject.stages[index].pool, subject.stages[index].start)
        guard tier < pool.cards.count else { return nil }
        let isChosen =
          at(start.chosen, tier, nil) != nil
          || pool.cards[tier].contains { start.choices.contains($0.id) }
        guard isSplit[index][tier], isChosen else { return nil }
        return pool.featuredRule(of: tier)?.path.map { Int(clamping: $0) }
      }
      places.paths.append(
        paths.max().map { digit(radix: $0 + 1, initial: at(start.pathPoints, tier, 0)) } ?? -1)
    }
    if let length = members.first.map({ subject.stages[$0].pool.cycle.count }), length > 0 {
      places.cycle = digit(radix: length + 1, initial: start.cycle.map { $0 % length } ?? length)
    }
    let ceilings = members.compactMap { subject.stages[$0].pool.ceiling }
    if let most = ceilings.map({ max($0.at ?? 0, $0.from ?? 0) }).max() {
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
  private func table(_ index: Int) throws(OddsError) -> StageTable {
    let pool = subject.stages[index].pool
    let count = pool.cards.count
    var shares: [Fraction] = []
    var table = StageTable(
      denominator: pool.denominator, emptyCell: pool.emptyCell,
      pity: pool.pityWeights.enumerated().map { $0 >= max(1, relevant[index]) ? $1 : nil },
      counterDigits: [Int](repeating: -1, count: count),
      saturations: [Int32](repeating: 0, count: count),
      hadDigits: [Int](repeating: -1, count: count),
      featured: pool.cards.indices.map { tier in
        pool.featuredRule(of: tier).map {
          let first = shares.count
          shares += $0.shares
          return StageTable.Featured(
            shares: first..<shares.count, hasGuarantee: $0.hasGuarantee,
            path: Int32(clamping: $0.path ?? .max))
        }
      },
      copiesFirst: isSplit[index].indices.map { copiesFirst(tier: $0, stage: index) },
      hasPacks: pool.opensPacks)
    table.featuredShares = shares
    if let ceiling = pool.ceiling {
      table.ceiling = StageTable.Ceiling(
        tier: ceiling.tier, at: Int32(clamping: ceiling.at ?? .max),
        from: Int32(clamping: ceiling.from ?? .max), isOnce: ceiling.isOnce, sinceDigit: -1,
        hadDigit: -1)
    }
    if case .different(_, _, let copies) = subject.stages[index].goal {
      table.choices = subject.stages[index].start.choices.compactMap { id in
        guard let group = classOfCard[id],
          let tier = pool.cards.firstIndex(where: { $0.contains { $0.id == id } })
        else { return nil }
        return StageTable.Choice(group: group, tier: tier, copies: copies)
      }
    }
    var lists = pool.lists.map { list in
      list.enumerated().map { tier, given in
        part(given, drawn: tier, stage: index, &table.entries)
      }
    }[...]
    let parts = lists[0]
    if pool.packs.isEmpty {
      table.add(
        [zip(pool.weights, parts).map { .init(weight: $0, part: $1, isLast: true, canRise: true) }],
        distinct: [], weight: 1)
    }
    var before: UInt64 = 0
    for pack in pool.packs {
      let isOwn = pack.given != nil
      let parts = isOwn ? lists.removeFirst() : parts
      let draws = pack.weights.enumerated().map { card, weights in
        (0..<count).map { tier in
          StageTable.Share(
            weight: weights[tier], part: parts[tier], isLast: isOwn || pack.last[tier] == card,
            canRise: isOwn || weights[tier] > 0)
        }
      }
      table.add(draws, distinct: pack.distinct, weight: pack.end - before)
      before = pack.end
    }
    if pool.mostDistinct > 0 {
      table.givenDigits = classes.filter { $0.given >= 0 }.flatMap {
        $0.given..<$0.given + max(1, $0.levels)
      }
    }
    if !pool.cycle.isEmpty {
      var cards: [Int: Range<Int>] = [:]
      for (tier, card) in pool.allCards {
        let first = table.entries.count
        table.entries += entries([(tier, card)])
        cards[card.position] = first..<table.entries.count
      }
      table.cycle = StageTable.Cycle(rolls: pool.cycle.map { cards[$0] ?? 0..<0 })
    }
    if let reset = pool.definition.box?.reset, let number = boxOfStage[index] {
      var box = StageTable.BoxContents(number: number, reset: reset)
      box.refills = classes.flatMap { $0.refills(of: number) }
      for (tier, cards) in pool.cards.enumerated() {
        for isFeatured in [false, true] {
          let cards = cards.filter { $0.isFeatured == isFeatured }.map { (rarity: tier, card: $0) }
          for (entry, step) in boxEntries(cards, number) {
            box.entries.append(entry)
            box.steps.append(step)
            box.isFeatured.append(isFeatured)
          }
        }
      }
      table.box = box
    }
    return table
  }

  /// Appends what a drawn tier gives to entries.
  private func part(
    _ given: PoolTable.Given, drawn tier: Int, stage: Int, _ all: inout [StageTable.Entry]
  ) -> StageTable.Part {
    func range(_ isIncluded: (PoolTable.Card) -> Bool) -> Range<Int> {
      let first = all.count
      all += entries(given.cards.filter { isIncluded($0.card) })
      return first..<all.count
    }
    let chosen = subject.stages[stage].start.chosen
    var part = StageTable.Part()
    part.featured = range(\.isFeatured)
    part.others = range { !$0.isFeatured }
    if given.nothing > 0 {
      all.append(.nothing(weight: given.nothing))
      part.others = part.others.lowerBound..<all.count
    }
    if tier < chosen.count, let id = chosen[tier] { part.chosen = range { $0.id == id } }
    return part
  }

  /// Returns the classes of cards in order, with their tier and the weight of one card and of all.
  private func weights(
    _ cards: [(rarity: Int, card: PoolTable.Card)]
  ) -> [(group: Int, tier: Int, one: UInt64, all: UInt64, count: Int32)] {
    var order: [(group: Int, tier: Int, one: UInt64, all: UInt64, count: Int32)] = []
    var places: [Int: Int] = [:]
    for (tier, card) in cards {
      guard card.weight > 0, let group = classOfCard[card.id] else { continue }
      let place = places[group] ?? order.count
      if place == order.count {
        places[group] = place
        order.append((group, tier, card.weight, 0, 0))
      }
      order[place].all += card.weight
      order[place].count += 1
    }
    return order
  }

  /// Returns cards class by class, and by their copies drawn and owned.
  private func entries(_ cards: [(rarity: Int, card: PoolTable.Card)]) -> [StageTable.Entry] {
    weights(cards).flatMap { group, tier, one, all, count in
      let kind = classes[group]
      if kind.cap == 0 {
        return [
          StageTable.Entry(
            group: group, tier: tier, owned: 0, digit: -1, weight: all, count: count,
            given: kind.given)
        ]
      }
      return (0..<kind.levels).map { level in
        StageTable.Entry(
          group: group, tier: tier, owned: level % (kind.cap + 1) * kind.copies,
          digit: kind.digit + level, weight: one, given: kind.given < 0 ? -1 : kind.given + level)
      }
    }
  }

  /// Returns the cards of a box class by class, and by their copies drawn and owned, each with the distance to
  /// the position with another copy drawn.
  private func boxEntries(
    _ cards: [(rarity: Int, card: PoolTable.Card)], _ box: Int
  ) -> [(entry: StageTable.Entry, step: Int)] {
    weights(cards).flatMap { group, tier, one, _, _ -> [(entry: StageTable.Entry, step: Int)] in
      let kind = classes[group]
      if kind.cap == 0 {
        let digit = kind.boxes[box].digit
        if digit < 0 { return [] }
        return [
          (StageTable.Entry(group: group, tier: tier, owned: 0, digit: digit, weight: one), 1)
        ]
      }
      return (0..<kind.levels).compactMap { level in
        let left = kind.units[box] - kind.drawn(from: box, at: level)
        if left == 0 { return nil }
        return (
          StageTable.Entry(
            group: group, tier: tier, owned: level % (kind.cap + 1) * kind.copies,
            digit: kind.digit + level, weight: one * UInt64(left)), kind.stride(of: box)
        )
      }
    }
  }
}

extension StageTable {
  /// Appends a variant of rolls, whose cards have shares of all tiers.
  ///
  /// - Parameter distinct: the slots of different cards.
  fileprivate mutating func add(_ cards: [[Share]], distinct: [Range<Int>], weight: UInt64) {
    let first = draws.count
    for (index, card) in cards.enumerated() {
      let slot = distinct.first { $0.contains(index) }
      draws.append(
        Draw(
          first: shares.count, isDistinct: slot != nil, endsSlot: slot?.upperBound == index + 1))
      shares += card
    }
    variants.append(Variant(weight: weight, draws: first..<draws.count))
  }
}
