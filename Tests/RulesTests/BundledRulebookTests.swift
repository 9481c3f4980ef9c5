import FlintRules
import FlintSchema
import Testing

struct `The bundled rulebooks` {
  /// The table of the domain, section 5, written out by hand.
  static let missions: [(String, String, Window, String, Int64, Int64, Difficulty)] = [
    ("morning-spark", "Morning Spark", .day, "sparks before_hour=12", 1, 50, .easy),
    ("spark-streak", "Spark Streak", .day, "sparks", 3, 100, .medium),
    ("idea-generator", "Idea Generator", .day, "sparks category=idea", 1, 60, .easy),
    ("energy-boost", "Energy Boost", .day, "sparks category=energy", 2, 75, .easy),
    ("high-intensity", "High Intensity", .day, "sparks min_intensity=high", 1, 80, .medium),
    ("weekly-warrior", "Weekly Warrior", .week, "sparks", 15, 400, .medium),
    ("challenge-master", "Challenge Master", .week, "sparks category=challenge", 5, 350, .medium),
    ("idea-factory", "Idea Factory", .week, "sparks category=idea", 7, 350, .medium),
    ("energy-dynamo", "Energy Dynamo", .week, "sparks category=energy", 10, 400, .medium),
    ("consistent-creator", "Consistent Creator", .week, "spark_days", 7, 500, .hard),
    ("diversity-champion", "Diversity Champion", .week, "distinct_categories", 5, 600, .expert),
    ("decision-week", "Decision Week", .week, "sparks category=decision", 5, 300, .easy),
    ("point-collector-week", "Point Collector", .week, "earned_points", 800, 600, .hard),
    (
      "intensity-champion", "Intensity Champion", .week, "sparks min_intensity=high", 5, 450,
      .medium
    ),
    ("grand-achiever", "Grand Achiever", .week, "missions_completed window=day", 3, 500, .hard),
    ("first-card", "First Card", .life, "cards", 1, 100, .easy),
    ("rare-collector", "Rare Collector", .life, "cards rarity=rare", 5, 300, .medium),
    ("epic-hunter", "Epic Hunter", .life, "cards rarity=epic", 1, 500, .hard),
    ("legendary-status", "Legendary Status", .life, "cards rarity=legendary", 1, 1000, .expert),
    ("card-collector", "Card Collector", .life, "cards", 25, 1500, .hard),
    ("master-of-decision", "Master of Decision", .life, "cards category=decision", 10, 750, .hard),
    ("master-of-energy", "Master of Energy", .life, "cards category=energy", 10, 750, .hard),
    ("master-of-ideas", "Master of Ideas", .life, "cards category=idea", 10, 750, .hard),
    (
      "master-of-experiments", "Master of Experiments", .life, "cards category=experiment", 10, 750,
      .hard
    ),
    (
      "master-of-challenges", "Master of Challenges", .life, "cards category=challenge", 10, 750,
      .hard
    ),
    (
      "legendary-collector", "Legendary Collector", .life, "cards rarity=legendary", 3, 2000,
      .expert
    ),
    ("completionist", "Completionist", .life, "cards", 50, 5000, .expert),
    ("first-steps", "First Steps", .life, "sparks", 10, 200, .easy),
    ("rising-star", "Rising Star", .life, "sparks", 50, 500, .medium),
    ("spark-veteran", "Spark Veteran", .life, "sparks", 100, 1000, .hard),
    ("spark-master", "Spark Master", .life, "sparks", 500, 3000, .expert),
    ("spark-legend", "Spark Legend", .life, "sparks", 1000, 10000, .expert),
    ("point-starter", "Point Starter", .life, "total_points", 1000, 200, .easy),
    ("point-earner", "Point Earner", .life, "total_points", 5000, 500, .medium),
    ("point-collector", "Point Collector", .life, "total_points", 10000, 1500, .hard),
    ("point-master", "Point Master", .life, "total_points", 50000, 5000, .expert),
    ("week-warrior", "Week Warrior", .life, "streak", 7, 300, .medium),
    ("month-champion", "Month Champion", .life, "streak", 30, 1000, .hard),
    ("unstoppable", "Unstoppable", .life, "streak", 100, 5000, .expert),
    ("first-overload", "First Overload", .life, "overloads", 1, 500, .medium),
    ("overload-addict", "Overload Addict", .life, "overloads", 5, 1500, .hard),
    ("overload-master", "Overload Master", .life, "overloads", 10, 3000, .expert),
    ("mythical-ascent", "Mythical Ascent", .life, "level", 10, 5000, .expert),
  ]

  @Test(arguments: [RulebookDefinition.ignition, .ignitionShipped])
  func `have the 43 missions of the domain, in its order`(definition: RulebookDefinition) {
    #expect(definition.missions.count == 43)
    for (mission, expected) in zip(definition.missions, Self.missions) {
      let metric = ([mission.metric.name] + mission.metric.filters.map { "\($0.name)=\($0.value)" })
        .joined(separator: " ")
      #expect(mission.id == expected.0)
      #expect(mission.title == expected.1)
      #expect(mission.window == expected.2)
      #expect(metric == expected.3)
      #expect(mission.target == expected.4)
      #expect(mission.reward == expected.5)
      #expect(mission.difficulty == expected.6)
    }
    let windows = Window.allCases.map { window in
      definition.missions.count { $0.window == window }
    }
    #expect(windows == [5, 10, 28])
    // By hand: day 50+100+60+75+80; week 400+350+350+400+500+600+300+600+450+500; life cards
    // 100+300+500+1000+1500+5·750+2000+5000, sparks 14700, points 7200, streaks 6300, overloads
    // 5000, level 5000.
    let rewards = Window.allCases.map { window in
      definition.missions.filter { $0.window == window }.reduce(0) { $0 + $1.reward }
    }
    #expect(rewards == [365, 4450, 52_350])
  }

  @Test(arguments: RulebookDefinition.bundled)
  func
    `are valid, with 50 cards of the whole year, ten in each category, and of seasons in everyday`(
      definition: RulebookDefinition
    ) throws
  {
    #expect(definition.faults() == [])
    let rulebook = try Rulebook(definition)
    let lasting = definition.cards.filter { $0.season == .always }
    let seasonal = definition.cards.filter { $0.season != .always }
    let isEveryday = definition.id == "everyday"
    #expect(lasting.count == 50)
    #expect(seasonal.count == (isEveryday ? 20 : 0))
    #expect(Set(definition.cards.map(\.id)).count == definition.cards.count)
    #expect(Set(definition.cards.map(\.name)).count == definition.cards.count)
    #expect(Set(definition.missions.map(\.id)).count == definition.missions.count)
    let isShipped = definition.id == "ignition-shipped"
    func rarities(_ cards: [CardDefinition]) -> [Int] {
      CardRarity.ignition.map { rarity in cards.count { $0.rarity == rarity } }
    }
    #expect(rarities(lasting) == (isShipped ? [25, 15, 5, 5] : [25, 15, 7, 3]))
    #expect(rarities(seasonal) == (isEveryday ? [4, 8, 8, 0] : [0, 0, 0, 0]))
    for category in SparkCategory.ignition {
      let hasLegendary = isShipped || category.number > SparkCategory.energy.number
      #expect(
        rarities(lasting.filter { $0.category == category })
          == (hasLegendary ? [5, 3, 1, 1] : [5, 3, 2, 0]))
      #expect(seasonal.count { $0.category == category } == (isEveryday ? 4 : 0))
      let cards = definition.cards.filter { $0.category == category }
      #expect(cards.allSatisfy { $0.id.hasPrefix(category.name + "-") })
    }
    for (position, card) in definition.cards.enumerated() {
      #expect(rulebook.cardPosition(id: card.id) == position)
    }
    for (position, mission) in definition.missions.enumerated() {
      #expect(rulebook.missionPosition(id: mission.id) == position)
    }
    #expect(rulebook.cardPosition(id: "nobody") == nil)
    #expect(rulebook.missionPosition(id: "nobody") == nil)
  }

  @Test func `have the numbers of the domain`() {
    let ignition = RulebookDefinition.ignition
    #expect(RulebookDefinition.bundled.map(\.id) == ["ignition", "ignition-shipped", "everyday"])
    #expect(ignition.points.base == [10, 15, 8, 20, 25])
    #expect(ignition.points.multipliers == ["1", "1.5", "2", "2.5"].map { Fraction($0) })
    #expect(ignition.drops.rates == ["0.6", "0.3", "0.08", "0.02"].map { Fraction($0) })
    #expect(ignition.drops.chance == .one)
    #expect(ignition.drops.emptyCell == .demote)
    #expect(ignition.drops.pity == [nil, nil, nil, nil])
    #expect(ignition.points.duplicates == [10, 25, 50, 100])
    #expect(ignition.fuelCapacity == 1000)
    #expect(ignition.tokens.initial == 1)
    #expect(ignition.tokens.perOverload == 1)
    #expect(ignition.levels.map(\.threshold) == (0...9).map { $0 * 1000 })
    #expect(
      ignition.levels.map(\.title) == [
        "Novice Igniter", "Apprentice Igniter", "Practitioner Igniter", "Adept Igniter",
        "Expert Igniter", "Master Igniter", "Grand Master", "Legendary Igniter",
        "Titan of Ignition", "Mythical Flame",
      ])

    // Shipped: other drops, cards and thresholds; everything else equals ignition.
    let shipped = RulebookDefinition.ignitionShipped
    #expect(shipped.drops.chance == Fraction("0.4"))
    #expect(shipped.drops.emptyCell == EmptyCell.none)
    #expect(
      shipped.levels.map(\.threshold)
        == [0, 500, 1400, 2900, 5600, 10500, 19300, 35100, 63500, 114_800])
    #expect(shipped.cards.map(\.name) == ignition.cards.map(\.name))
    var same = shipped
    same.id = ignition.id
    same.cards = ignition.cards
    same.drops = ignition.drops
    same.levels = ignition.levels
    #expect(same == ignition)
    #expect(shipped.drops.rates == ignition.drops.rates)
    #expect(shipped.levels.map(\.title) == ignition.levels.map(\.title))
  }
}

struct `The hash of a rulebook` {
  private static let changes: [@Sendable (inout RulebookDefinition) -> Void] = [
    { $0.id = "other" },
    { $0.points.base[4] += 1 },
    { $0.points.base.swapAt(0, 1) },
    { $0.points.multipliers[0] = .percent(101) },
    { $0.cards.swapAt(0, 1) },
    {
      $0.cards.append(
        CardDefinition(id: "late", name: "Late", category: .idea, rarity: .common))
    },
    { $0.cards[3].id += "x" },
    { $0.cards[3].name += "x" },
    {
      $0.cards[3].category = .challenge
      $0.cards[43].category = .decision
    },
    { $0.cards[3].rarity = .rare },
    { $0.drops.chance = .percent(99) },
    { $0.drops.rates = [.percent(59), .percent(31), .percent(8), .percent(2)] },
    { $0.drops.emptyCell = .none },
    { $0.drops.emptyCell = .reroll },
    { $0.drops.pity[3] = PityDefinition(hard: 90) },
    { $0.drops.pity[3] = PityDefinition(hard: 91) },
    { $0.drops.pity[2] = PityDefinition(hard: 90) },
    { $0.drops.pity[3] = PityDefinition(softStart: 74, softStep: .percent(6)) },
    { $0.drops.pity[3] = PityDefinition(softStart: 75, softStep: .percent(6)) },
    { $0.drops.pity[3] = PityDefinition(softStart: 74, softStep: .percent(7)) },
    { $0.drops.pity[3] = PityDefinition(softStart: 74, softStep: .percent(6), hard: 90) },
    { $0.points.duplicates[0] += 1 },
    { $0.levels[5].threshold += 1 },
    { $0.levels[5].title += "x" },
    { $0.levels.append(LevelDefinition(title: "Eleven", threshold: 20_000)) },
    { $0.fuelCapacity += 1 },
    { $0.tokens.initial += 1 },
    { $0.tokens.perOverload += 1 },
    { $0.missions.swapAt(0, 1) },
    { $0.missions.removeLast() },
    { $0.missions[7].id += "x" },
    { $0.missions[7].title += "x" },
    { $0.missions[7].window = .day },
    { $0.missions[7].metric = .sparks(category: nil, minIntensity: nil, beforeHour: nil) },
    { $0.missions[7].metric = .sparks(category: .idea, minIntensity: .low, beforeHour: nil) },
    { $0.missions[7].metric = .sparks(category: .idea, minIntensity: nil, beforeHour: 7) },
    { $0.missions[7].metric = .sparks(category: .idea, minIntensity: nil, beforeHour: 8) },
    { $0.missions[7].metric = .cards(category: .idea, rarity: nil) },
    { $0.missions[7].metric = .cards(category: nil, rarity: .rare) },
    { $0.missions[7].metric = .missionsCompleted(window: nil) },
    { $0.missions[7].metric = .missionsCompleted(window: .life) },
    { $0.missions[7].metric = .earnedPoints },
    { $0.missions[7].metric = .totalPoints },
    { $0.missions[7].metric = .streak },
    { $0.missions[7].metric = .overloads },
    { $0.missions[7].target += 1 },
    { $0.missions[7].reward += 1 },
    { $0.missions[7].difficulty = .expert },
    { $0.missions[7].metric = .tasks },
    { $0.missions[7].metric = .taskScore },
    { $0.missions[7].metric = .moods },
    { $0.missions[7].metric = .activities },
    { $0.missions[7].metric = .questSteps },
    { $0.missions[7].metric = .entries },
    { $0.missions[7].season.from = day("2026-12-01") },
    { $0.missions[7].season.before = day("2026-12-01") },
    { $0.missions[7].season = Season(from: day("2026-12-01"), before: day("2026-12-02")) },
    { $0.missions[7].season.from = day("1970-01-01") },
    { $0.missions[8].season.from = day("2026-12-01") },
    { $0.cards[3].season.from = day("2026-12-01") },
    { $0.cards[3].season.before = day("2026-12-01") },
    { $0.cards[4].season.from = day("2026-12-01") },
    { $0.tasks.scores[0] += 1 },
    { $0.tasks.scores.swapAt(0, 1) },
    { $0.tasks.creditPoints = true },
    { $0.currencies = [CurrencyDefinition(id: "gem")] },
    { $0.currencies = [CurrencyDefinition(id: "gem", start: 1)] },
    {
      $0.currencies = [CurrencyDefinition(id: "gem")]
      $0.missions[7].grants = [CurrencyAmount("gem", 5)]
    },
    {
      $0.currencies = [CurrencyDefinition(id: "gem")]
      $0.missions[7].grants = [CurrencyAmount("gem", 6)]
    },
    {
      $0.currencies = [CurrencyDefinition(id: "gem")]
      $0.missions[8].grants = [CurrencyAmount("gem", 5)]
    },
    {
      $0.currencies = [CurrencyDefinition(id: "gem")]
      $0.levels[1].grants = [CurrencyAmount("gem", 5)]
    },
    {
      $0.currencies = [CurrencyDefinition(id: "gem")]
      $0.levels[2].grants = [CurrencyAmount("gem", 5)]
    },
    { $0.cards[3].isExclusive = true },
    { $0.ladders = [ladder()] },
    { $0.ladders = [ladder(), ladder(id: "more", rung: "more-rung")] },
    { $0.ladders = [ladder(id: "other")] },
    { $0.ladders = [ladder(title: "Other")] },
    { $0.ladders = [ladder(rung: "other")] },
    { $0.ladders = [ladder(rungTitle: "Other")] },
    { $0.ladders = [ladder([LadderCondition(.journals, atLeast: 4)])] },
    { $0.ladders = [ladder([LadderCondition(.sosSessions, atLeast: 3)])] },
    {
      $0.ladders = [
        ladder([LadderCondition(.journals, atLeast: 3), LadderCondition(.days, atLeast: 3)])
      ]
    },
  ]

  private static func ladder(
    id: String = "ladder", title: String = "Ladder", rung: String = "rung",
    rungTitle: String = "Rung",
    _ conditions: [LadderCondition] = [LadderCondition(.journals, atLeast: 3)]
  ) -> LadderDefinition {
    LadderDefinition(
      id: id, title: title,
      rungs: [RungDefinition(id: rung, title: rungTitle, conditions: conditions)])
  }

  @Test func `the hash changes with every field, and is the same for equal rulebooks`() throws {
    var hashes: Set<String> = [try Rulebook(.ignition).hash]
    for (index, change) in Self.changes.enumerated() {
      var definition = RulebookDefinition.ignition
      change(&definition)
      let hash = try Rulebook(definition).hash
      #expect(hashes.insert(hash).inserted, "change \(index)")
      #expect(hash.utf8.count == 32)
      #expect(try Rulebook(definition).hash == hash)
    }
    #expect(try hashes.insert(Rulebook(.ignitionShipped).hash).inserted)
  }
}
