package import FlintRules

/// All stages of a subject compiled, and the layout of the state that rolls change.
package struct PoolMachine {
  /// What ends a stage.
  package struct Target {
    /// The number of new copies of wanted cards, where they count.
    var copies: Int32?
    /// The number of different cards, and the copies of each.
    package var different: (count: Int, copies: Int)?
    /// The classes of the goal, and the points that a copy of each costs in exchange; `Int.max` where it cannot be had.
    package var classes: [(group: Int, price: Int)]
    var exchange: ExchangeDefinition?

    /// The points that the cheapest copy costs.
    var cheapest: Int { classes.map(\.price).min() ?? .max }
  }

  package struct Stage {
    package var table: StageTable
    /// `nil` where rolls go on.
    package var target: Target?
    /// By class: whether a card is in the goal, how much a prize counts, and whether owned copies matter.
    var isWanted: [Bool]
    var isPrize: [Bool]
    var counts: [Bool]
    /// The currency by tier, for a card and on top for a duplicate.
    var refunds: [Int64]
    var duplicates: [Int64]
    /// By tier, the points for an exchange that a duplicate gives, and the copies from which on it is one.
    var duplicatePoints: [(points: Int64, from: Int64)] = []
    /// The positions of the state that are put back when the stage begins.
    var forgotten: [Int]
    /// The positions that become 0 when the stage begins: those of a path whose card changes.
    var cleared: [Int] = []
    /// The moves of positions that fill the boxes that no stage from it on draws from.
    var refills: [(from: Int, to: Int)] = []
    /// The positions of the points for the exchange, and of the number of exchanges where it is limited and the
    /// pool comes again; −1 where they do not matter.
    var points = ExchangeDigits()
  }

  package let stages: [Stage]
  package let classes: [CardClass]
  let classOfCard: [String: Int]
  package let radices: [Int32]
  private(set) var initial: [Int32]
  let stageDigit: Int
  let copiesDigit: Int
  private let endsWithBundle: Bool

  init(_ subject: PoolOdds) throws(OddsError) {
    for stage in subject.stages {
      switch stage.goal {
      case .copies(_, let copies):
        try PoolLimits.check("copies", copies, in: 1...PoolLimits.rolls)
      case .different(_, _, let copies):
        try PoolLimits.check("copies", copies, in: 1...PoolLimits.copies)
      case .each(let wanted):
        for copies in wanted.values {
          try PoolLimits.check("copies", copies, in: 1...PoolLimits.copies)
        }
      case nil: break
      }
    }
    endsWithBundle = subject.endsWithBundle
    var compiler = try PoolCompiler(subject)
    stageDigit =
      subject.stages.count > 1 ? compiler.digit(radix: subject.stages.count, initial: 0) : -1
    let most =
      subject.stages.map { stage -> Int in
        if case .copies(_, let count) = stage.goal { count } else { 0 }
      }.max() ?? 0
    copiesDigit = most > 0 ? compiler.digit(radix: most + 1, initial: 0) : -1
    let points = compiler.exchangeDigits()
    let tables = try compiler.tables()
    var all: [Stage] = []
    for (index, stage) in compiler.subject.stages.enumerated() {
      all.append(try Self.stage(index, stage, tables[index], compiler, compiler.subject))
      all[index].points = points[index]
      let before = compiler.subject.stages[..<index].last { $0.id == stage.id }
      if let before,
        before.start.chosen != stage.start.chosen || before.start.choices != stage.start.choices
      {
        all[index].cleared = tables[index].featured.compactMap { $0?.pathDigit }.filter { $0 >= 0 }
      }
    }
    classes = compiler.classes
    classOfCard = compiler.classOfCard
    radices = compiler.radices
    initial = compiler.initial
    // What only earlier stages need is put back, so that it does not multiply the states of later ones.
    for index in all.indices.dropFirst() {
      var needed = Set<Int>()
      for later in all[index...] {
        let table = later.table
        needed.formUnion(table.counterDigits)
        needed.formUnion(table.hadDigits)
        for case let featured? in table.featured {
          needed.formUnion([featured.flagDigit, featured.pathDigit, featured.lostDigit])
        }
        for round in table.rounds { needed.formUnion([round.turnDigit, round.settledDigit]) }
        if let ceiling = table.ceiling { needed.formUnion([ceiling.sinceDigit, ceiling.hadDigit]) }
        needed.formUnion([later.points.points, later.points.used, table.cycle?.digit ?? -1])
        for (group, entry) in compiler.classes.enumerated() {
          let box = table.box?.number
          let isDrawn = box.map { entry.cap > 0 && entry.units[$0] > 0 } ?? false
          if entry.digit >= 0, later.counts[group] || isDrawn {
            needed.formUnion(entry.digit..<entry.digit + entry.levels)
          }
          if let box, entry.cap == 0, case let digit = entry.boxes[box].digit, digit >= 0 {
            needed.formUnion([digit, digit + 1])
          }
        }
      }
      let open = Set(compiler.boxOfStage[index...].compactMap(\.self))
      for box in Set(compiler.boxOfStage.compactMap(\.self)).subtracting(open).sorted() {
        all[index].refills += compiler.classes.flatMap { $0.refills(of: box) }
          .filter { needed.contains($0.from) }
      }
      needed.insert(stageDigit)
      all[index].forgotten = radices.indices.filter { !needed.contains($0) }
    }
    stages = all
    var started = initial
    advance(&started)
    initial = started
  }

  private static func stage(
    _ index: Int, _ stage: PoolStage, _ table: StageTable, _ compiler: PoolCompiler,
    _ subject: PoolOdds
  ) throws(OddsError) -> Stage {
    let count = compiler.classes.count
    var isWanted = [Bool](repeating: false, count: count)
    var isPrize = isWanted
    var prices = [Int](repeating: .max, count: count)
    for (tier, card) in stage.pool.allCards {
      guard let group = compiler.classOfCard[card.id] else { continue }
      if compiler.isWanted(card, tier: tier, stage: index) { isWanted[group] = true }
      if subject.prizes?.contains(card, tier: tier) == true { isPrize[group] = true }
      if let price = stage.pool.exchangePrice(of: card, rarity: tier) {
        prices[group] = Int(clamping: price)
      }
    }
    var counts = [Bool](repeating: false, count: count)
    for later in index..<subject.stages.count {
      let (pool, goal) = (subject.stages[later].pool, subject.stages[later].goal)
      for (tier, card) in pool.allCards {
        guard let group = compiler.classOfCard[card.id], compiler.classes[group].cap > 0 else {
          continue
        }
        if case .different(let set, _, _) = goal, set.contains(card, tier: tier) {
          counts[group] = true
        }
        if compiler.copiesFirst(tier: tier, stage: later) > 0
          || pool.duplicatePoints(of: tier).points > 0
        {
          counts[group] = true
        }
        if let refunds = subject.refunds, tier < refunds.duplicates.count,
          refunds.duplicates[tier] != 0
        {
          counts[group] = true
        }
      }
    }
    var target: Target?
    let wanted = isWanted.indices.filter { isWanted[$0] }
    switch stage.goal {
    case .copies(_, let copies):
      guard !wanted.isEmpty else {
        throw .unreachable(stage.pool, "the pool has none of its cards")
      }
      target = Target(
        copies: Int32(copies), classes: wanted.map { ($0, prices[$0]) },
        exchange: stage.pool.definition.exchange)
    case .different(_, let different, let copies):
      let possible = wanted.reduce(0) { $0 + compiler.classes[$1].ids.count }
      guard possible > 0 else {
        throw .unreachable(stage.pool, "the pool has none of its cards")
      }
      let number = different ?? possible
      guard (1...possible).contains(number) else {
        throw .invalid(
          "goal",
          "distinct: expected 1 to \(possible) different cards of pool \(stage.pool.definition.id), got \(number)"
        )
      }
      // Where copies count as cards by themselves, all are wanted.
      let repeated = wanted.reduce(0) { sum, index in
        let group = compiler.classes[index]
        return group.copies > 1 ? sum + group.count - group.ids.count : sum
      }
      target = Target(
        different: (number + repeated, copies), classes: wanted.map { ($0, prices[$0]) },
        exchange: stage.pool.definition.exchange)
    case .each, nil: break
    }
    func amounts(_ list: [Int64]?) -> [Int64] {
      stage.pool.cards.indices.map { tier in
        (list ?? []).indices.contains(tier) ? list?[tier] ?? 0 : 0
      }
    }
    return Stage(
      table: table, target: target, isWanted: isWanted, isPrize: isPrize, counts: counts,
      refunds: amounts(subject.refunds?.cards), duplicates: amounts(subject.refunds?.duplicates),
      duplicatePoints: stage.pool.cards.indices.map { stage.pool.duplicatePoints(of: $0) },
      forgotten: [])
  }

  var cardsOfRoll: Int { stages.flatMap(\.table.variants).map(\.draws.count).max() ?? 1 }

  // MARK: Stages

  @inline(__always)
  func stageIndex(_ state: [Int32]) -> Int { stageDigit < 0 ? 0 : Int(state[stageDigit]) }

  /// Whether all goals are reached.
  package func isDone(_ state: [Int32]) -> Bool {
    let index = stageIndex(state)
    return index == stages.count - 1 && isReached(stages[index], state)
  }

  /// Whether the goal of a state's stage is reached.
  func isReached(_ stage: Stage, _ state: [Int32]) -> Bool {
    guard let target = stage.target else { return false }
    if endsWithBundle, let bundle = stage.table.bundle, state[bundle.positionDigit] > 0 {
      return false
    }
    let missing = missing(state, target)
    return missing.copies == 0 || canBuy(missing, stage, state)
  }

  /// Begins the stages after those whose goals are reached, and pays for the cards that they were exchanged for;
  /// the last one does not end.
  private func advance(_ state: inout [Int32]) {
    var index = stageIndex(state)
    while index + 1 < stages.count, isReached(stages[index], state) {
      pay(stages[index], &state)
      index += 1
      begin(index, &state)
    }
  }

  /// The number of combinations of owned cards where all of some are wanted; `nil` where fewer end it.
  var combinations: Double? {
    guard stages.count == 1, let target = stages[0].target, let different = target.different,
      different.count == target.classes.reduce(0, { $0 + classes[$1.group].count })
    else { return nil }
    var product = 1.0
    for (index, _) in target.classes {
      // The numbers of cards at each level sum to the number of cards.
      for level in 1..<max(2, classes[index].levels) {
        product *= Double(classes[index].count + level) / Double(level)
      }
    }
    return product
  }

  private func begin(_ index: Int, _ state: inout [Int32]) {
    state[stageDigit] = Int32(index)
    for digit in stages[index].forgotten { state[digit] = initial[digit] }
    move(stages[index].refills, &state)
    for digit in stages[index].cleared { state[digit] = 0 }
    if copiesDigit >= 0 { state[copiesDigit] = 0 }
  }

  /// Ends a roll: counts it in its bundle and for the exchange, and goes on to the next stage where a goal is
  /// reached.
  package func end(_ state: inout [Int32], _ stage: Stage) {
    addPoints(stage.target?.exchange?.pointsOfRoll ?? 1, &state, stage)
    if let bundle = stage.table.bundle {
      state[bundle.positionDigit] += 1
      if state[bundle.positionDigit] == bundle.size {
        state[bundle.positionDigit] = 0
        if bundle.givenDigit >= 0 { state[bundle.givenDigit] = 0 }
      } else if stageIndex(state) < stages.count - 1 {
        // A bundle is bought as a whole: the next pool comes after it.
        return
      }
    }
    advance(&state)
  }
}

extension OddsError {
  package static func unreachable(_ pool: PoolTable, _ reason: String) -> OddsError {
    OddsError(
      .unreachable, field: "goal",
      "the goal in \(pool.definition.id) can never be reached: \(reason)")
  }
}
