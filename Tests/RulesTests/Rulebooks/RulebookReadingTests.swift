import FlintCalendar
import FlintJSON
import FlintSchema
import FlintRules
import FlintSchema
import Testing

struct `A rulebook file` {
  /// A file that extends `ignition`, with some more sections.
  private func extended(_ parts: String) throws -> RulebookDefinition {
    try readRulebook(#"{"id": "mine", "extends": "ignition", \#(parts)}"#)
  }

  /// `ignition` under the id `mine`, changed.
  private func ignition(
    _ change: (inout RulebookDefinition) -> Void = { _ in }
  ) -> RulebookDefinition {
    var definition = RulebookDefinition.ignition
    definition.id = "mine"
    change(&definition)
    return definition
  }

  private func fraction(_ text: String) throws -> Fraction { try #require(Fraction(text)) }

  @Test func `a file with only extends equals the base under its own id`() throws {
    #expect(try readRulebook(#"{"id": "mine", "extends": "ignition"}"#) == ignition())
    var shipped = RulebookDefinition.ignitionShipped
    shipped.id = "mine"
    #expect(try readRulebook(#"{"extends": "ignition-shipped", "id": "mine"}"#) == shipped)
  }

  @Test func `empty tables and empty lists are interchangeable`() throws {
    let parts = ["points", "drops", "fuel", "tokens", "missions", "change_missions", "cards"]
    for part in parts {
      #expect(try extended(#""\#(part)": []"#) == ignition())
      #expect(try extended(#""\#(part)": {}"#) == ignition())
      #expect(try extended(#""\#(part)": null"#) == ignition())
    }
  }

  @Test func `a file changes only the numbers that it names`() throws {
    let changed = try extended(
      """
      "points": {"idea": 9}, "duplicates": {"epic": 60, "common": 0}, "fuel": {"capacity": 500},
      "tokens": {"per_overload": 2}, "tasks": {"scores": {"P1": 5}, "credit_points": true}
      """)
    #expect(
      changed
        == ignition {
          $0.points.base = [10, 15, 9, 20, 25]
          $0.points.duplicates = [0, 25, 60, 100]
          $0.fuelCapacity = 500
          $0.tokens.perOverload = 2
          $0.tasks = TaskRules(scores: [7, 5, 3, 2], creditPoints: true)
        })
    #expect(try extended(#""tokens": {"initial": 3}"#) == ignition { $0.tokens.initial = 3 })
    #expect(
      try extended(#""points": {"idea": 9.0, "energy": 1e2}"#)
        == ignition { $0.points.base = [10, 100, 9, 20, 25] })
  }

  @Test func `a file changes only the amounts of urgency that it names`() throws {
    let changed = try extended(
      #""tasks": {"urgency": {"due": 20, "priority": {"P3": -1.25}, "tags": {" Home": 2}}}"#)
    #expect(
      changed
        == ignition {
          $0.tasks.urgency.due = 2000
          $0.tasks.urgency.priorities[3] = -125
          $0.tasks.urgency.tags = [NamedValue("home", 200), NamedValue("next", 1500)]
        })
    #expect(changed.contentHash != ignition().contentHash)
    #expect(try extended(#""tasks": {"urgency": {"due": 12.0}}"#) == ignition())
    // What rulebooks store, and with it their hashes, is as it was before there was urgency.
    #expect(!ignition().json.text().contains("urgency"))
    #expect(changed.json.text().contains(#""urgency":{"priority":{"P0":6,"P1":3.9,"#))
    for value in ["1001", "0.001", "\"1\"", "true"] {
      #expect(throws: (any Error).self) {
        try extended(#""tasks": {"urgency": {"due": \#(value)}}"#)
      }
    }
  }

  @Test(arguments: [
    ("1.5", "3/2"), ("2", "2"), ("0", "0"), ("\"1.5\"", "3/2"), ("\"5/2\"", "5/2"),
    ("\"150%\"", "3/2"), ("0.1", "1/10"), ("0.006", "3/500"), ("1e-05", "1/100000"),
    ("1e2", "100"),
    ("2.50", "5/2"), ("-0.0", "0"), ("1000.0", "1000"), ("12.5e-1", "5/4"),
    ("\"1/500000000000000000\"", "0.0000000000000002%"), ("7e-19", "nothing shorter"),
  ])
  func `a number is read as its shortest decimal`(text: String, value: String) throws {
    let read = try extended(#""multipliers": {"low": \#(text)}"#).points.multipliers[0]
    guard let expected = Fraction(value) else {
      #expect(read.numerator == 7 && read.denominator == 10_000_000_000_000_000_000)
      return
    }
    #expect(read == expected)
  }

  @Test func `a long decimal is read exactly`() throws {
    let chance = try extended(#""drops": {"chance": 0.30000000000000004}"#).drops.chance
    #expect(chance == Fraction(7_500_000_000_000_001, over: 25_000_000_000_000_000))
  }

  @Test func `a file changes the drop rules`() throws {
    let third = try fraction("1/3")
    #expect(
      try extended(
        """
        "drops": {"chance": 0.4, "empty_cell": "none", "rates": {"common": "1/3", "rare": "1/3",
          "epic": "1/3", "legendary": 0}}
        """)
        == ignition {
          $0.drops = DropDefinition(
            chance: .percent(40), rates: [third, third, third, .zero], emptyCell: .none)
        })
    // Rates that are not named stay: 60 %, 30 %, 7 % and 3 % sum to one.
    #expect(
      try extended(#""drops": {"rates": {"epic": "7%", "legendary": "3%"}}"#)
        == ignition {
          $0.drops.rates = [.percent(60), .percent(30), .percent(7), .percent(3)]
        })
    let pity = try extended(
      """
      "drops": {"pity": {"legendary": {"soft_start": 74, "soft_step": 0.06, "hard": 90},
        "epic": {"hard": 10}, "rare": {"soft_start": 3, "soft_step": "1/8", "hard": null}}}
      """)
    #expect(
      pity
        == ignition {
          $0.drops.pity = [
            nil, PityDefinition(softStart: 3, softStep: Fraction(1, over: 8) ?? .zero),
            PityDefinition(hard: 10),
            PityDefinition(softStart: 74, softStep: .percent(6), hard: 90),
          ]
        })
  }

  @Test func `a file changes inherited pity by field or as a whole`() throws {
    var base = RulebookDefinition.ignition
    base.id = "base"
    base.drops.pity[2] = PityDefinition(hard: 10)
    base.drops.pity[3] = PityDefinition(softStart: 74, softStep: .percent(6), hard: 90)
    func pity(_ text: String) throws -> [PityDefinition?] {
      let text = #"{"id": "mine", "extends": "base", "drops": {"pity": \#(text)}}"#
      return try RulebookDefinition(reading: JSONValue(parsing: text), bundled: [base]).drops.pity
    }
    #expect(try pity("{}") == base.drops.pity)
    #expect(
      try pity(#"{"epic": false, "legendary": {"hard": 80}}"#)
        == [nil, nil, nil, PityDefinition(softStart: 74, softStep: .percent(6), hard: 80)])
    #expect(
      try pity(#"{"legendary": {"soft_start": false, "soft_step": false}}"#)
        == [nil, nil, PityDefinition(hard: 10), PityDefinition(hard: 90)])
    #expect(
      try pity(#"{"legendary": {"hard": false}}"#)[3]
        == PityDefinition(softStart: 74, softStep: .percent(6)))
  }

  @Test func `a file replaces the levels as a whole`() throws {
    let levels = try extended(
      """
      "levels": [{"title": "Cold", "threshold": 0}, {"title": "Warm", "threshold": 10}],
      "change_missions": {"mythical-ascent": {"target": 2}}
      """)
    #expect(
      levels
        == ignition {
          $0.levels = [
            LevelDefinition(title: "Cold", threshold: 0),
            LevelDefinition(title: "Warm", threshold: 10),
          ]
          $0.missions[42].target = 2
        })
  }

  @Test func `appends missions`() throws {
    let changed = try extended(
      """
      "missions": [
        {"id": "night-owl", "title": "Night Owl", "window": "day", "metric": "sparks",
         "category": "idea", "min_intensity": "high", "before_hour": 4, "target": 2, "reward": 70},
        {"id": "advent", "title": "Advent", "window": "life", "metric": "cards", "rarity": "rare",
         "target": 3, "reward": 0, "difficulty": "expert", "from": "2026-12-01",
         "until": "2027-01-01"},
        {"id": "weekly", "title": "Weekly", "window": "week", "metric": "missions_completed",
         "completed_window": "day", "target": 1, "reward": 1, "difficulty": "easy"},
        {"id": "tidy", "title": "Tidy", "window": "week", "metric": "tasks", "filters": [],
         "target": 4, "reward": 1, "until": "2027-01-01"}
      ]
      """)
    let expected = [
      MissionDefinition(
        id: "night-owl", title: "Night Owl", window: .day,
        metric: .sparks(category: .idea, minIntensity: .high, beforeHour: 4), target: 2,
        reward: 70, difficulty: .medium),
      MissionDefinition(
        id: "advent", title: "Advent", window: .life,
        metric: .cards(category: nil, rarity: .rare), target: 3, reward: 0, difficulty: .expert,
        season: Season(
          from: CivilDay(year: 2026, month: 12, day: 1),
          before: CivilDay(year: 2027, month: 1, day: 1))),
      MissionDefinition(
        id: "weekly", title: "Weekly", window: .week, metric: .missionsCompleted(window: .day),
        target: 1, reward: 1, difficulty: .easy),
      MissionDefinition(
        id: "tidy", title: "Tidy", window: .week, metric: .tasks, target: 4, reward: 1,
        difficulty: .medium, season: Season(before: CivilDay(year: 2027, month: 1, day: 1))),
    ]
    #expect(changed == ignition { $0.missions += expected })
  }

  @Test(arguments: [
    ("spark_days", Metric.sparkDays), ("distinct_categories", .distinctCategories),
    ("earned_points", .earnedPoints), ("missions_completed", .missionsCompleted(window: nil)),
    ("total_points", .totalPoints), ("streak", .streak), ("overloads", .overloads),
    ("level", .level), ("tasks", .tasks), ("task_score", .taskScore), ("moods", .moods),
    ("activities", .activities), ("quest_steps", .questSteps), ("entries", .entries),
    ("cards", .cards(category: nil, rarity: nil)),
    ("sparks", .sparks(category: nil, minIntensity: nil, beforeHour: nil)),
  ])
  func `a file can use every metric`(name: String, metric: Metric) throws {
    let changed = try extended(
      """
      "missions": [{"id": "a", "title": "A", "window": "week", "metric": "\(name)", "target": 1,
        "reward": 1}]
      """)
    #expect(changed.missions.last?.metric == metric)
  }

  @Test func `a mission's filters may be in a table of their own`() throws {
    let changed = try extended(
      """
      "missions": [
        {"id": "a", "title": "A", "window": "day", "metric": "sparks", "category": "idea",
         "filters": {"min_intensity": "low", "before_hour": 12}, "target": 2, "reward": 70},
        {"id": "b", "title": "B", "window": "life", "metric": "missions_completed",
         "filters": {"window": "week"}, "target": 2, "reward": 70}
      ]
      """)
    #expect(
      changed.missions.suffix(2).map(\.metric) == [
        .sparks(category: .idea, minIntensity: .low, beforeHour: 12),
        .missionsCompleted(window: .week),
      ])
  }

  @Test func `a file changes and removes inherited missions at their positions`() throws {
    let changed = try extended(
      """
      "change_missions": {
        "first-steps": {"target": 20, "title": "First Twenty", "from": "2026-01-01"},
        "spark-streak": false, "morning-spark": {"before_hour": 9, "category": "energy"},
        "idea-generator": {"category": false, "reward": 61},
        "weekly-warrior": {"metric": "spark_days", "target": 6},
        "epic-hunter": {"metric": "cards", "category": "idea"},
        "rare-collector": {"filters": {"category": "challenge"}, "target": 3},
        "energy-boost": {"window": "week", "difficulty": "expert"}
      },
      "missions": [{"id": "spark-streak", "title": "Another", "window": "day", "metric": "tasks",
        "target": 1, "reward": 1}]
      """)
    #expect(
      changed
        == ignition { definition in
          func change(_ id: String, _ change: (inout MissionDefinition) -> Void) {
            guard let index = definition.missions.firstIndex(where: { $0.id == id }) else {
              Issue.record("no mission \(id)")
              return
            }
            change(&definition.missions[index])
          }
          change("first-steps") {
            $0.target = 20
            $0.title = "First Twenty"
            $0.season.from = CivilDay(year: 2026, month: 1, day: 1)
          }
          change("morning-spark") {
            $0.metric = .sparks(category: .energy, minIntensity: nil, beforeHour: 9)
          }
          change("idea-generator") {
            $0.metric = .sparks(category: nil, minIntensity: nil, beforeHour: nil)
            $0.reward = 61
          }
          change("weekly-warrior") {
            $0.metric = .sparkDays
            $0.target = 6
          }
          // A mission that names a metric inherits no filters.
          change("epic-hunter") { $0.metric = .cards(category: .idea, rarity: nil) }
          change("rare-collector") {
            $0.metric = .cards(category: .challenge, rarity: .rare)
            $0.target = 3
          }
          change("energy-boost") {
            $0.window = .week
            $0.difficulty = .expert
          }
          definition.missions.removeAll { $0.id == "spark-streak" }
          definition.missions.append(
            MissionDefinition(
              id: "spark-streak", title: "Another", window: .day, metric: .tasks, target: 1,
              reward: 1, difficulty: .medium))
        })
  }

  @Test func `a file removes inherited seasons`() throws {
    var base = RulebookDefinition.ignition
    base.id = "base"
    base.missions[0].season = Season(
      from: CivilDay(year: 2026, month: 1, day: 1), before: CivilDay(year: 2026, month: 2, day: 1))
    let id = base.missions[0].id
    let text =
      #"{"id": "mine", "extends": "base", "change_missions": {"\#(id)": {"from": false}}}"#
    let read = try RulebookDefinition(reading: JSONValue(parsing: text), bundled: [base])
    #expect(read.missions[0].season == Season(before: CivilDay(year: 2026, month: 2, day: 1)))
  }

  @Test func `a file appends, changes and removes cards`() throws {
    let changed = try extended(
      """
      "cards": [{"id": "idea-comet", "name": "Comet", "category": "idea", "rarity": "legendary",
        "from": "2026-08-01", "until": "2026-09-01"}],
      "change_cards": {"decision-coin-toss": {"name": "Tossed Coin", "rarity": "rare"},
        "decision-first-yes": false},
      "change_missions": {"master-of-decision": {"target": 9}}
      """)
    #expect(
      changed
        == ignition { definition in
          definition.cards[1].name = "Tossed Coin"
          definition.cards[1].rarity = .rare
          definition.cards.remove(at: 2)
          definition.cards.append(
            CardDefinition(
              id: "idea-comet", name: "Comet", category: .idea, rarity: .legendary,
              season: Season(
                from: CivilDay(year: 2026, month: 8, day: 1),
                before: CivilDay(year: 2026, month: 9, day: 1))))
          for index in definition.missions.indices
          where definition.missions[index].id == "master-of-decision" {
            definition.missions[index].target = 9
          }
        })
  }

  @Test func `a file appends, changes and removes ladders, with scores as fractions of one`() throws
  {
    var base = RulebookDefinition.ignition
    base.id = "base"
    base.ladders = [
      LadderDefinition(
        id: "time", title: "Time",
        rungs: [
          RungDefinition(id: "time-1", title: "A Day", conditions: [.init(.days, atLeast: 1)])
        ]),
      LadderDefinition(
        id: "steady", title: "Steady",
        rungs: [
          RungDefinition(
            id: "steady", title: "Steady", conditions: [.init(.stability, atLeast: 800_000)])
        ]),
    ]
    let text = """
      {"id": "mine", "extends": "base", "change_ladders": {"steady": false, "time": {"rungs": [
        {"id": "time-1", "title": "One", "conditions": [{"metric": "days", "at_least": 1}]},
        {"id": "time-2", "title": "Two", "conditions": [{"metric": "days", "at_least": 2.0}]}]}},
       "ladders": [{"id": "scores", "title": "Scores", "rungs": [
        {"id": "a", "title": "A", "conditions": [{"metric": "consistency", "at_least": 0.5}]},
        {"id": "b", "title": "B", "conditions": [{"metric": "consistency", "at_least": "60%"},
          {"metric": "self_care", "at_least": "3/4"}, {"metric": "journals", "at_least": 3},
          {"metric": "stability", "at_least": 1}]},
        {"id": "c", "title": "C", "conditions": [{"metric": "consistency", "at_least": 0.999999},
          {"metric": "activity_streak", "at_least": 3}]}]}]}
      """
    let read = try RulebookDefinition(reading: JSONValue(parsing: text), bundled: [base])
    #expect(
      read.ladders == [
        LadderDefinition(
          id: "time", title: "Time",
          rungs: [
            RungDefinition(id: "time-1", title: "One", conditions: [.init(.days, atLeast: 1)]),
            RungDefinition(id: "time-2", title: "Two", conditions: [.init(.days, atLeast: 2)]),
          ]),
        LadderDefinition(
          id: "scores", title: "Scores",
          rungs: [
            RungDefinition(
              id: "a", title: "A", conditions: [.init(.consistency, atLeast: 500_000)]),
            RungDefinition(
              id: "b", title: "B",
              conditions: [
                .init(.consistency, atLeast: 600_000), .init(.selfCare, atLeast: 750_000),
                .init(.journals, atLeast: 3), .init(.stability, atLeast: 1_000_000),
              ]),
            RungDefinition(
              id: "c", title: "C",
              conditions: [
                .init(.consistency, atLeast: 999_999), .init(.activityStreak, atLeast: 3),
              ]),
          ]),
      ])
  }

  @Test func `a file without extends defines every section`() throws {
    let read = try readRulebook(
      """
      {"id": "small", "points": {"decision": 1, "energy": 2, "idea": 3, "experiment": 4,
        "challenge": 5}, "multipliers": {"low": 1, "medium": "1.5", "high": 2, "extreme": 3},
       "duplicates": {"common": 1, "rare": 2, "epic": 3, "legendary": 4},
       "drops": {"chance": 0, "empty_cell": "reroll",
         "rates": {"common": 1, "rare": 0, "epic": 0, "legendary": 0}},
       "fuel": {"capacity": 10}, "tokens": {"initial": 0, "per_overload": 1},
       "levels": [{"title": "One", "threshold": 0}], "missions": [], "cards": {}, "ladders": [],
       "tasks": {"scores": {"P0": 4, "P1": 3, "P2": 2, "P3": 1}, "credit_points": false}}
      """)
    var expected = RulebookDefinition.ignition
    expected.id = "small"
    expected.points.base = [1, 2, 3, 4, 5]
    expected.points.multipliers = [.one, try fraction("1.5"), Fraction(2), Fraction(3)]
    expected.points.duplicates = [1, 2, 3, 4]
    expected.drops = DropDefinition(
      chance: .zero, rates: [.one, .zero, .zero, .zero], emptyCell: .reroll)
    expected.fuelCapacity = 10
    expected.tokens.initial = 0
    expected.levels = [LevelDefinition(title: "One", threshold: 0)]
    expected.missions = []
    expected.cards = []
    expected.ladders = []
    expected.tasks = TaskRules(scores: [4, 3, 2, 1])
    #expect(read == expected)
  }
}
