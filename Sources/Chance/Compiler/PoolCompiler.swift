import FlintRules

/// Lumps cards and lays out the state of rolls: only what matters for the subject has a place in it.
///
/// To add a rule of pools, touch `PoolDefinition` (the rule, and what it means for who asks about the pool as a whole),
/// `PoolDefinition+Table` (its key), `PoolTable` if it has a number to compile, `PoolDraw` or `Apply+Pools` (the fold),
/// `PoolCompiler` and its tables (its place in the state and in `StageTable`) and `PoolMachine+Roll` (a roll);
/// `DisclosedPool+Rules` says it in words, `Disclosure+Result` has its field.
struct PoolCompiler {
  private(set) var subject: PoolOdds
  private(set) var radices: [Int32] = []
  private(set) var initial: [Int32] = []
  private(set) var classes: [CardClass] = []
  private(set) var classOfCard: [String: Int] = [:]
  /// For each stage, the number of copies up to which those owned of a card matter for goals from it on.
  private let goalCaps: [[String: Int]]
  /// For each stage, the least tier from which tiers are told apart.
  private(set) var relevant: [Int] = []
  /// For each stage and tier, whether cards of the tier differ for the subject.
  private(set) var isSplit: [[Bool]] = []
  /// For each stage, the number of the box that it draws from; stages of one pool draw from one box.
  let boxOfStage: [Int?]
  /// The maximum number of cards of a slot of different cards; 0 without one.
  let mostDistinct: Int

  init(_ subject: PoolOdds) throws(OddsError) {
    self.subject = subject
    try self.subject.countUnequalCopies()
    // A choice lasts until another is made.
    for (index, stage) in subject.stages.enumerated()
    where stage.start.chosen.allSatisfy({ $0 == nil }) && stage.start.choices.isEmpty {
      if let before = self.subject.stages[..<index].last(where: { $0.id == stage.id }) {
        self.subject.stages[index].start.chosen = before.start.chosen
      }
    }
    goalCaps = Self.caps(self.subject)
    mostDistinct = self.subject.stages.map(\.pool.mostDistinct).max() ?? 0
    var boxes: [String] = []
    for stage in self.subject.stages
    where stage.pool.definition.box != nil && !boxes.contains(stage.id) { boxes.append(stage.id) }
    boxOfStage = self.subject.stages.map { stage in
      stage.pool.definition.box == nil ? nil : boxes.firstIndex(of: stage.id)
    }
    for stage in self.subject.stages {
      try stage.pool.checkLimits()
      for copies in stage.pool.definition.protection?.numbers ?? [] {
        try PoolLimits.check("protection", Int(clamping: copies), in: 1...PoolLimits.copies)
      }
      try check(stage.start, stage.pool)
    }
    for index in subject.stages.indices { tellTiersApart(index) }
    try lumpCards()
  }

  /// Reserves a place in the state.
  package mutating func digit(radix: Int, initial: Int) -> Int {
    radices.append(Int32(clamping: max(1, radix)))
    self.initial.append(Int32(clamping: min(initial, radix - 1)))
    return radices.count - 1
  }

  private func check(_ start: PoolStart, _ pool: PoolTable) throws(OddsError) {
    for id in start.choices
    where !pool.allCards.contains(where: { $0.card.id == id && $0.card.isFeatured }) {
      throw .invalid("chosen", "\(id) is not a featured card of \(pool.definition.id)")
    }
    for (tier, id) in start.chosen.enumerated() {
      guard let id else { continue }
      guard tier < pool.cards.count,
        pool.cards[tier].contains(where: { $0.id == id && $0.isFeatured })
      else {
        throw .invalid(
          "chosen", "\(id) is not a featured card of tier \(tier) of \(pool.definition.id)")
      }
    }
    for (id, count) in start.owned.merging(start.drawn, uniquingKeysWith: min) where count < 0 {
      throw .invalid("owned", "expected 0 or more copies of \(id), got \(count)")
    }
    for number in start.pathPoints + [start.exchangePoints, start.sinceFeatured] where number < 0 {
      throw .invalid("start", "expected 0 or more, got \(number)")
    }
    guard start.exchangePoints <= 1_000_000_000 else {
      throw .invalid("points", "expected up to 1000000000, got \(start.exchangePoints)")
    }
    if let number = start.counters.first(where: { $0 < 0 }) {
      throw .invalid("counters", "expected 0 or more, got \(number)")
    }
  }

  // MARK: Roles

  /// Whether a card is in the goal of a stage.
  func isWanted(_ card: PoolTable.Card, tier: Int, stage: Int) -> Bool {
    switch subject.stages[stage].goal {
    case .copies(let set, _): set.contains(card, tier: tier)
    case .different(let set, _, _): set.contains(card, tier: tier)
    case .each, nil: false
    }
  }

  /// Returns, for each stage, the number of copies up to which those owned of a card matter from it on.
  private static func caps(_ subject: PoolOdds) -> [[String: Int]] {
    var all: [[String: Int]] = []
    var caps: [String: Int] = [:]
    for stage in subject.stages.reversed() {
      if case .different(let set, _, let copies) = stage.goal {
        for (tier, card) in stage.pool.allCards where set.contains(card, tier: tier) {
          caps[card.id] = max(caps[card.id] ?? 0, copies)
        }
      }
      all.append(caps)
    }
    return all.reversed()
  }

  /// The role of a card for the subject: cards of one role need not be told apart.
  private func role(_ card: PoolTable.Card, tier: Int, stage: Int) -> [Int64] {
    let (pool, start) = (subject.stages[stage].pool, subject.stages[stage].start)
    var role: [Int64] = []
    if case .copies(let set, _) = subject.stages[stage].goal {
      role.append(set.contains(card, tier: tier) ? 1 : 0)
    }
    role.append(subject.prizes?.contains(card, tier: tier) == true ? 1 : 0)
    if let refunds = subject.refunds {
      role.append(tier < refunds.cards.count ? refunds.cards[tier] : 0)
      role.append(tier < refunds.duplicates.count ? refunds.duplicates[tier] : 0)
    }
    if pool.ceiling != nil || pool.definition.box?.reset == .featured {
      role.append(card.isFeatured && tier == pool.rarestFeatured ? 1 : 0)
    }
    if subject.isDetailed {
      let isChosen = tier < start.chosen.count && start.chosen[tier] == card.id
      role += [Int64(tier), card.isFeatured ? 1 : 0, isChosen ? 1 : 0]
    }
    return role
  }

  /// Returns the number of copies of a card of a tier with fewer of which it precedes others; 0 where none does, or
  /// nobody tells the tier's cards apart.
  func copiesFirst(tier: Int, stage: Int) -> Int {
    guard isSplit[stage][tier] else { return 0 }
    return Int(clamping: subject.stages[stage].pool.protection(of: tier))
  }

  /// Returns the number of copies from which on further ones of a tier are duplicates that count; 0 where none does.
  private func copiesBeforeDuplicates(_ tier: Int, stage: Int) -> Int {
    var copies = 0
    if let refunds = subject.refunds, tier < refunds.duplicates.count,
      refunds.duplicates[tier] != 0
    {
      copies = 1
    }
    let duplicate = subject.stages[stage].pool.duplicatePoints(of: tier)
    return duplicate.points > 0 && subject.stages[stage].goal != nil
      ? max(copies, Int(clamping: duplicate.from)) : copies
  }

  /// Whether no copy of a tier is a duplicate that counts, or those are that come after a number of copies.
  private func countsDuplicates(_ tier: Int, stage: Int, from copies: Int) -> Bool {
    let before = copiesBeforeDuplicates(tier, stage: stage)
    return before == 0 || before == copies && subject.refunds == nil
  }

  private mutating func tellTiersApart(_ stage: Int) {
    let pool = subject.stages[stage].pool
    var roles = [[[Int64]: Bool]](repeating: [:], count: pool.cards.count)
    var split = [Bool](repeating: false, count: pool.cards.count)
    for (tier, card) in pool.allCards {
      roles[tier][role(card, tier: tier, stage: stage)] = true
      if goalCaps[stage][card.id] != nil || copiesBeforeDuplicates(tier, stage: stage) > 0 {
        split[tier] = true
      }
    }
    for tier in split.indices where roles[tier].count > 1 { split[tier] = true }
    isSplit.append(split)
    var least = 0
    while least < pool.cards.count, !split[least],
      roles[least].isEmpty || roles[0...least].allSatisfy({ $0.isEmpty || $0 == roles[least] })
    { least += 1 }
    // Without a card nothing is counted, and drawing again depends on all rates.
    relevant.append(pool.canGiveNothing ? 0 : least)
  }

  // MARK: Classes of cards

  private mutating func lumpCards() throws(OddsError) {
    var signatures: [String: [Int64]] = [:]
    var caps: [String: Int] = [:]
    var order: [String] = []
    let boxes = try boxes()
    var owned: [String: Int] = [:]
    for (index, stage) in subject.stages.enumerated() {
      owned.merge(stage.start.owned, uniquingKeysWith: max)
      for (tier, card) in stage.pool.allCards {
        var cap = caps[card.id] ?? goalCaps[0][card.id] ?? 0
        cap = max(cap, copiesBeforeDuplicates(tier, stage: index))
        cap = max(cap, copiesFirst(tier: tier, stage: index))
        caps[card.id] = cap
      }
      // That a card is twice in a pool would make its weight ambiguous.
      let own = stage.pool.allCards.map(\.card.id)
      guard Set(own).count == own.count else {
        throw .invalid("cards", "a card is twice in the pool \(stage.id)")
      }
    }
    for (index, stage) in subject.stages.enumerated() {
      for (tier, card) in stage.pool.allCards {
        if signatures[card.id] == nil { order.append(card.id) }
        let isChosen =
          isSplit[index][tier] && tier < stage.start.chosen.count
          && stage.start.chosen[tier] == card.id
        var signature = role(card, tier: tier, stage: index)
        signature += [
          -1, Int64(index), Int64(tier), card.isFeatured ? 1 : 0, isChosen ? 1 : 0,
          isWanted(card, tier: tier, stage: index) ? 1 : 0,
          Int64(stage.start.choices.firstIndex(of: card.id) ?? -1),
        ]
        signatures[card.id, default: []] += signature
      }
      for (list, drawn, card) in stage.pool.listedCards {
        let isCounted = caps[card.id] ?? 0 > 0
        signatures[card.id, default: []] += [
          Int64(list), Int64(drawn), isCounted ? Int64(card.weight) : 0,
        ]
        // In a fixed order, each card has its own time.
        if isCounted, stage.pool.definition.cycle != nil {
          signatures[card.id, default: []] += [-3, Int64(card.position)]
        }
      }
    }
    var known: [[Int64]: Int] = [:]
    for id in order {
      let cap = caps[id] ?? 0
      var signature = (signatures[id] ?? []) + [-2, Int64(cap)]
      let boxed = boxes.map { $0.counts[id] ?? 0 }
      if cap > 0 { signature += boxed.map(Int64.init) }
      // Copies of unequal weight stay unequal, though nobody counts which card they are of.
      if !boxes.isEmpty || mostDistinct > 0, cap == 0 {
        signature += subject.stages.map { stage in
          Int64(stage.pool.allCards.first { $0.card.id == id }?.card.weight ?? 0)
        }
      }
      let index = known[signature] ?? classes.count
      if index == classes.count {
        known[signature] = index
        classes.append(
          CardClass(
            cap: cap, units: cap > 0 ? boxed : [],
            boxes: cap > 0 ? [] : boxes.map { _ in (0, -1) }))
      }
      classes[index].ids.insert(id)
      classes[index].count += 1
      for box in classes[index].boxes.indices { classes[index].boxes[box].copies += boxed[box] }
      classOfCard[id] = index
    }
    for index in classes.indices {
      if countsCopies(classes[index]) {
        classes[index].copies = classes[index].cap
        classes[index].count *= classes[index].cap
        classes[index].cap = 1
      }
      let group = classes[index]
      for (box, copies) in group.boxes.map(\.copies).enumerated() where copies > 0 {
        let out = min(copies, group.ids.reduce(0) { $0 + boxes[box].drawn(of: $1) })
        classes[index].boxes[box].digit = digit(radix: copies + 1, initial: copies - out)
        _ = digit(radix: copies + 1, initial: out)
      }
      guard group.cap > 0 else { continue }
      guard group.levels <= 4096 else {
        throw OddsError(
          .noExactMethod, field: "copies",
          "no exact method within reach: too many combinations of drawn and owned copies of a card")
      }
      var counts = [Int](repeating: 0, count: group.levels)
      for id in group.ids where group.copies > 1 {
        let have = min(group.copies, owned[id] ?? 0)
        counts[1] += have
        counts[0] += group.copies - have
      }
      for id in group.ids where group.copies == 1 {
        let out = boxes.indices.reduce(0) { sum, box in
          sum + boxes[box].drawn(of: id) * group.stride(of: box)
        }
        counts[out + min(group.cap, owned[id] ?? 0)] += 1
      }
      classes[index].digit = radices.count
      for count in counts { _ = digit(radix: group.count + 1, initial: count) }
    }
  }

  /// Reserves the places of what slots of different cards have given: of tiers whose cards differ for the subject, or of
  /// which a slot can give all.
  mutating func placeGivenCards() {
    for stage in subject.stages where stage.pool.mostDistinct > 0 {
      for cards in stage.pool.cards {
        let groups = Set(cards.compactMap { classOfCard[$0.id] })
        guard
          groups.count > 1 || cards.count < mostDistinct
            || groups.contains(where: { classes[$0].cap > 0 })
        else { continue }
        for group in groups.sorted() where classes[group].given < 0 {
          classes[group].given = radices.count
          for _ in 0..<max(1, classes[group].levels) {
            _ = digit(radix: mostDistinct + 1, initial: 0)
          }
        }
      }
    }
  }

  /// The copies of cards in a box, by id.
  private struct Box {
    var counts: [String: Int]
    var drawn: [String: Int]

    /// Returns how many copies of a card are drawn from the box at the start.
    func drawn(of id: String) -> Int { min(counts[id] ?? 0, drawn[id] ?? 0) }
  }

  /// Returns the boxes by number, as the first stage of each finds it.
  private func boxes() throws(OddsError) -> [Box] {
    var boxes: [Box] = []
    for (stage, number) in zip(subject.stages, boxOfStage) {
      guard let number else { continue }
      let copies = Dictionary(stage.pool.box.map { ($0.card, $0.count) }) { first, _ in first }
      let counts = Dictionary(
        stage.pool.allCards.map { ($0.card.id, Int(clamping: copies[$0.card.position] ?? 0)) },
        uniquingKeysWith: +)
      if number == boxes.count {
        boxes.append(Box(counts: counts, drawn: stage.start.drawn))
      } else if boxes[number].counts != counts {
        throw .invalid("pools", "the box of \(stage.id) is given with unequal contents")
      }
    }
    return boxes
  }

  /// Whether only the number of copies of a class matters: while one is missing, each new card brings one.
  private func countsCopies(_ group: CardClass) -> Bool {
    // Where cards are of that many kinds, nothing is won by looking.
    guard group.cap > 1, group.units.allSatisfy({ $0 == 0 }), classes.count <= 200,
      mostDistinct == 0
    else { return false }
    for (index, stage) in subject.stages.enumerated() {
      if !group.ids.isDisjoint(with: stage.start.choices) { return false }
      let ids = Set(stage.pool.allCards.map(\.card.id))
      if ids.isDisjoint(with: group.ids) { continue }
      if case .different(_, let count, let copies) = stage.goal {
        let wanted = stage.pool.allCards.filter { isWanted($0.card, tier: $0.tier, stage: index) }
        let ids = Set(wanted.map(\.card.id))
        guard copies == group.cap || ids.isDisjoint(with: group.ids),
          count ?? ids.count == ids.count
        else { return false }
      }
      for (tier, cards) in stage.pool.cards.enumerated() {
        let members = cards.filter { group.ids.contains($0.id) }
        guard let first = members.first else { continue }
        let rivals = cards.filter { $0.isFeatured == first.isFeatured }
        let isChosen =
          tier < stage.start.chosen.count
          && stage.start.chosen[tier].map(group.ids.contains) == true
        guard stage.pool.protection(of: tier) == Int64(group.cap),
          rivals.count == group.ids.count, members.count == rivals.count, !isChosen,
          countsDuplicates(tier, stage: index, from: group.cap)
        else { return false }
      }
    }
    return true
  }
}
