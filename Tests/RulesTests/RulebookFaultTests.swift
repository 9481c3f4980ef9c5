import FlintRules
import FlintSchema
import Testing

struct `A rulebook is refused` {
  /// A change to `ignition` and all resulting errors, one line each.
  struct Case: Sendable {
    var faults: [String]
    var change: @Sendable (inout RulebookDefinition) -> Void

    init(_ faults: String..., change: @escaping @Sendable (inout RulebookDefinition) -> Void) {
      self.faults = faults
      self.change = change
    }
  }

  private static let badID = "expected 1 to 100 lower-case letters, digits, \"-\" or \"_\", got"

  static let cases: [Case] = [
    Case("id: \(badID) \"\"") { $0.id = "" },
    Case("id: \(badID) \"My Rules\"") { $0.id = "My Rules" },
    Case("points: expected 5 values, got 4") { $0.points.base.removeLast() },
    Case("points.idea: expected 0 to 1000000, got -1") { $0.points.base[2] = -1 },
    Case("points.challenge: expected 0 to 1000000, got 1000001") { $0.points.base[4] = 1_000_001 },
    Case("duplicates: expected 4 values, got 0") { $0.points.duplicates = [] },
    Case("duplicates.epic: expected 0 to 1000000, got -5") { $0.points.duplicates[2] = -5 },
    Case("multipliers: expected 4 values, got 3") { $0.points.multipliers.removeLast() },
    Case("multipliers.extreme: expected at most 1000, got 1000.5") {
      $0.points.multipliers[3] = fraction("1000.5")
    },
    Case("multipliers.low: 1.000000001 has too many digits; round it") {
      $0.points.multipliers[0] = fraction("1.000000001")
    },
    Case("cards[3].id: \(badID) \"Decision 3\"") { $0.cards[2].id = "Decision 3" },
    Case(
      "cards[12].id: \"decision-fork-in-the-path\" is already the id of cards[1]"
    ) { $0.cards[11].id = $0.cards[0].id },
    Case("cards[50].name: expected a name, got nothing") { $0.cards[49].name = " \t" },
    Case(
      "cards: a common idea card can be rolled, but there is none of that or a lower rarity; "
        + "add one, or set drops.empty_cell to \"none\""
    ) { definition in
      definition.cards.removeAll { $0.category == .idea && $0.rarity == .common }
      definition.missions = []
    },
    Case(
      "cards: a common energy card can be rolled, but there is none; add one, or set "
        + "drops.empty_cell to \"none\"",
      "cards: a rare energy card can be rolled, but there is none; add one, or set "
        + "drops.empty_cell to \"none\"",
      "cards: a legendary energy card can be rolled, but there is none; add one, or set "
        + "drops.empty_cell to \"none\""
    ) { definition in
      definition.cards.removeAll { $0.category == .energy }
      definition.drops.emptyCell = .reroll
      definition.drops.rates = [.percent(60), .percent(40), .zero, .zero]
      definition.drops.pity[3] = PityDefinition(hard: 9)
      definition.missions = []
    },
    Case("drops.chance: expected 0 to 1, got 1.01") { $0.drops.chance = .percent(101) },
    Case("drops.rates: expected 4 values, got 3") { $0.drops.rates.removeLast() },
    Case("drops.pity: expected 4 values, got 3") { $0.drops.pity.removeLast() },
    Case("drops.rates: rates must sum to 1, got 0.99; 0.01 is missing") {
      $0.drops.rates[0] = .percent(59)
    },
    Case("drops.rates: rates must sum to 1, got 14/15; 1/15 is missing") {
      $0.drops.rates = [.percent(60), fraction("1/3"), .zero, .zero]
    },
    Case(
      "drops.rates.rare: expected 0 to 1, got 1.5", "drops.rates.epic: expected 0 to 1, got 2"
    ) { $0.drops.rates = [.zero, fraction("3/2"), fraction("2"), .zero] },
    Case("drops.rates: the rates' common denominator is too large; round them") {
      $0.drops.rates = [
        fraction("99999999999999996/99999999999999997"), fraction("1/99999999999999997"), .zero,
        .zero,
      ]
    },
    Case("drops.pity.common: the commonest rarity cannot have pity") {
      $0.drops.pity[0] = PityDefinition(hard: 3)
    },
    Case("drops.pity.epic.hard: expected 1 to 1000000, got 0") {
      $0.drops.pity[2] = PityDefinition(hard: 0)
    },
    Case("drops.pity.epic.soft_start: expected 1 to 1000000, got 0") {
      $0.drops.pity[2] = PityDefinition(softStart: 0, softStep: .percent(1))
    },
    Case("drops.pity.epic.soft_step: expected 0 to 1, got 1.5") {
      $0.drops.pity[2] = PityDefinition(softStart: 5, softStep: .percent(150))
    },
    Case("drops.pity.rare: the rule has no effect; set hard, or soft_start and soft_step") {
      $0.drops.pity[1] = PityDefinition()
    },
    Case("drops.pity.rare: the rule has no effect; set hard, or soft_start and soft_step") {
      $0.drops.pity[1] = PityDefinition(softStart: 5)
    },
    Case("drops.pity.rare: soft_step has no effect without soft_start") {
      $0.drops.pity[1] = PityDefinition(softStep: .percent(5), hard: 9)
    },
    Case("drops.pity.legendary.soft_start: 91 can never be reached: hard is 90") {
      $0.drops.pity[3] = PityDefinition(softStart: 91, softStep: .percent(6), hard: 90)
    },
    Case(
      "levels: expected 1 to 255 levels, got 0",
      "missions[43].target: 10 can never be reached: level ends at 0"
    ) { $0.levels = [] },
    Case("levels: expected 1 to 255 levels, got 256") {
      $0.levels = (0..<256).map { LevelDefinition(title: "L", threshold: $0) }
    },
    Case("levels[1].threshold: the first level begins at 0, got 5") { $0.levels[0].threshold = 5 },
    Case("levels[4].title: expected a title, got nothing") { $0.levels[3].title = "" },
    Case("levels[10].threshold: expected at most 1000000000000, got 1000000000001") {
      $0.levels[9].threshold = 1_000_000_000_001
    },
    Case(
      "levels[3].threshold: thresholds must rise: 1000 follows 1000",
      "levels[6].threshold: thresholds must rise: 3999 follows 4000"
    ) {
      $0.levels[2].threshold = 1000
      $0.levels[5].threshold = 3999
    },
    Case("fuel.capacity: expected 1 to 1000000000, got 0") { $0.fuelCapacity = 0 },
    Case("tokens.initial: expected 0 to 1000000, got -1") { $0.tokens.initial = -1 },
    Case("tokens.per_overload: expected 0 to 1000000, got 1000001") {
      $0.tokens.perOverload = 1_000_001
    },
    Case("missions[2].id: \(badID) \"Spark!\"") { $0.missions[1].id = "Spark!" },
    Case("missions[43].id: \"morning-spark\" is already the id of missions[1]") {
      $0.missions[42].id = "morning-spark"
    },
    Case("missions[1].title: expected a title, got nothing") { $0.missions[0].title = "" },
    Case("missions[1].target: expected 1 to 1000000000, got 0") { $0.missions[0].target = 0 },
    Case("missions[1].reward: expected 0 to 1000000000, got -1") { $0.missions[0].reward = -1 },
    Case("missions[1].reward: expected 0 to 1000000000, got 1000000001") {
      $0.missions[0].reward = 1_000_000_001
    },
    Case("missions[1].before_hour: expected 1 to 24, got 25") {
      $0.missions[0].metric = .sparks(category: nil, minIntensity: nil, beforeHour: 25)
    },
    Case("missions[1].before_hour: expected 1 to 24, got 0") {
      $0.missions[0].metric = .sparks(category: nil, minIntensity: nil, beforeHour: 0)
    },
    Case("missions[10].target: 8 can never be reached: spark_days ends at 7") {
      $0.missions[9].target = 8
    },
    Case("missions[11].target: 6 can never be reached: distinct_categories ends at 5") {
      $0.missions[10].target = 6
    },
    Case("missions[27].target: 51 can never be reached: cards ends at 50") {
      $0.missions[26].target = 51
    },
    Case("missions[26].target: 4 can never be reached: cards ends at 3") {
      $0.missions[25].target = 4
    },
    Case("missions[43].target: 11 can never be reached: level ends at 10") {
      $0.missions[42].target = 11
    },
    // Five missions of a day, seven days.
    Case("missions[15].target: 36 can never be reached: missions_completed ends at 35") {
      $0.missions[14].target = 36
    },
    // In a day: five of days, ten of weeks, 28 of a lifetime, but never itself.
    Case("missions[1].target: 43 can never be reached: missions_completed ends at 42") {
      $0.missions[0].metric = .missionsCompleted(window: nil)
      $0.missions[0].target = 43
    },
    Case("missions[43].target: 28 can never be reached: missions_completed ends at 27") {
      $0.missions[42].metric = .missionsCompleted(window: .life)
      $0.missions[42].target = 28
    },
    Case("tasks.scores: expected 4 values, got 5") { $0.tasks.scores.append(1) },
    Case(
      "tasks.scores.P0: expected 0 to 1000000, got -1",
      "tasks.scores.P3: expected 0 to 1000000, got 1000001"
    ) { $0.tasks.scores = [-1, 0, 1_000_000, 1_000_001] },
  ]

  private static func fraction(_ text: String) -> Fraction { Fraction(text) ?? .zero }

  @Test(arguments: cases.indices)
  func `a rulebook is refused with every error, its path and the expected value`(index: Int) throws
  {
    var definition = RulebookDefinition.ignition
    Self.cases[index].change(&definition)
    #expect(definition.faults().map(\.description) == Self.cases[index].faults)
    #expect(throws: RulebookError.self) { try Rulebook(definition) }
  }

  @Test func `a rulebook is refused with all errors at once, in the order of its sections`() throws
  {
    var definition = RulebookDefinition.ignition
    definition.missions[4].target = 0
    definition.missions[2].reward = -1
    definition.levels[1].threshold = 0
    definition.drops.rates[0] = .percent(61)
    definition.drops.pity[3] = PityDefinition(hard: -1)
    definition.cards[6].name = ""
    definition.points.base[0] = -3
    definition.fuelCapacity = -1
    definition.id = "no good"
    let error = #expect(throws: RulebookError.self) { try Rulebook(definition) }
    #expect(
      error?.description == """
        rulebook "no good" has 9 errors:
          id: expected 1 to 100 lower-case letters, digits, "-" or "_", got "no good"
          points.decision: expected 0 to 1000000, got -3
          drops.pity.legendary.hard: expected 1 to 1000000, got -1
          drops.rates: rates must sum to 1, got 1.01; 0.01 is too much
          fuel.capacity: expected 1 to 1000000000, got -1
          levels[2].threshold: thresholds must rise: 0 follows 0
          missions[3].reward: expected 0 to 1000000000, got -1
          missions[5].target: expected 1 to 1000000000, got 0
          cards[7].name: expected a name, got nothing
        """)
  }

  @Test func `a single error is reported in the singular`() {
    var definition = RulebookDefinition.ignition
    definition.fuelCapacity = 0
    let error = #expect(throws: RulebookError.self) { try Rulebook(definition) }
    #expect(
      error?.description == """
        rulebook "ignition" has 1 error:
          fuel.capacity: expected 1 to 1000000000, got 0
        """)
  }

  @Test func `a rulebook with too many entries is refused`() {
    var definition = RulebookDefinition.ignition
    definition.missions = (0...10_000).map {
      MissionDefinition(
        id: "m\($0)", title: "M", window: .life,
        metric: .totalPoints, target: 1, reward: 0, difficulty: .easy)
    }
    #expect(
      definition.faults().map(\.description) == ["missions: expected at most 10000, got 10001"])
  }

  /// Values at the limits.
  @Test func `values at the limits are accepted`() throws {
    var definition = RulebookDefinition.ignition
    definition.id = String(repeating: "a-_9", count: 25)
    definition.points.base = [0, 1_000_000, 0, 0, 0]
    definition.points.multipliers[3] = Fraction(1000)
    definition.points.duplicates = [0, 0, 0, 1_000_000]
    definition.drops.chance = .zero
    definition.drops.rates = [.zero, .zero, .zero, .one]
    definition.drops.pity[3] = PityDefinition(softStart: 1, softStep: .one, hard: 1)
    definition.levels = [LevelDefinition(title: "Only", threshold: 0)]
    definition.fuelCapacity = 1
    definition.tokens.initial = 0
    definition.tokens.perOverload = 0
    definition.missions = [
      MissionDefinition(
        id: "a", title: "A", window: .life, metric: .level, target: 1, reward: 1_000_000_000,
        difficulty: .easy),
      MissionDefinition(
        id: "b", title: "A", window: .day,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: 24), target: 1_000_000_000,
        reward: 0, difficulty: .easy),
    ]
    #expect(definition.faults() == [])
    definition.missions = []
    definition.cards = []
    #expect(definition.faults() == [])
    _ = try Rulebook(definition)
  }
}
