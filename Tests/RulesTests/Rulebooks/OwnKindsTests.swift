import FlintCalendar
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

extension RulebookDefinition {
  /// Two categories, of which one is that of `ignition`, and three intensities.
  static let twoCategories = """
    {"id": "kinds", "categories": [{"id": "fire", "points": 12}, {"id": "idea", "points": 9}],
     "intensities": [{"id": "weak", "multiplier": 1}, {"id": "strong", "multiplier": "5/2"},
       {"id": "mighty", "multiplier": 4}],
     "duplicates": {"common": 1, "rare": 2, "epic": 3, "legendary": 4},
     "drops": {"chance": 1, "empty_cell": "demote", "pity": {},
       "rates": {"common": "60%", "rare": "30%", "epic": "8%", "legendary": "2%"}},
     "fuel": {"capacity": 1000}, "tokens": {"initial": 1, "per_overload": 1},
     "levels": [{"title": "One", "threshold": 0}],
     "tasks": {"credit_points": false, "scores": {"P0": 7, "P1": 4, "P2": 3, "P3": 2}},
     "ladders": [], "missions": [
       {"id": "fires", "title": "Fires", "window": "day", "metric": "sparks", "category": "fire",
        "target": 2, "reward": 50, "difficulty": "easy"},
       {"id": "efforts", "title": "Efforts", "window": "day", "metric": "sparks",
        "min_intensity": "strong", "target": 2, "reward": 70, "difficulty": "easy"},
       {"id": "both", "title": "Both", "window": "day", "metric": "distinct_categories", "target": 2,
        "reward": 5, "difficulty": "easy"},
       {"id": "names", "title": "Names", "window": "week", "event": "spark",
        "distinct": 2, "of": "categories", "reward": 3, "difficulty": "easy"}
     ], "cards": [
       {"id": "a", "name": "A", "category": "fire", "rarity": "common"},
       {"id": "b", "name": "B", "category": "idea", "rarity": "common"}
     ]}
    """
}

struct `A rulebook with categories and intensities of its own` {
  private static let at = Instant(milliseconds: 1_772_442_000_000)

  private func spark(_ category: String, _ intensity: String, _ number: UInt64) throws
    -> ProfileEvent
  {
    ProfileEvent(
      id: EventID(high: number, low: 0),
      at: Instant(milliseconds: Self.at.milliseconds + Int64(number)), offset: .zero,
      action: .spark(
        try #require(SparkCategory(declaring: category)),
        try #require(SparkIntensity(declaring: intensity))))
  }

  private func faults(_ text: String) -> [String] {
    do {
      _ = try readRulebook(text)
      return []
    } catch let error as RulebookError {
      return error.faults.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `pays its own points and counts its own kinds in missions`() throws {
    let rulebook = try Rulebook(readRulebook(RulebookDefinition.twoCategories))
    var state = rulebook.initialState()
    var points: [Int64] = []
    for (number, kind) in [("fire", "weak"), ("idea", "strong"), ("fire", "mighty")].enumerated() {
      let outcome = rulebook.apply(
        try spark(kind.0, kind.1, UInt64(number)), to: &state, seed: 1)
      points.append(outcome.basePoints)
    }
    // By hand: 12 · 1, 9 · 5/2 truncated, 12 · 4.
    #expect(points == [12, 22, 48])
    #expect(state.sparksByCategory == [2, 1])
    let done = rulebook.definition.missions.indices.filter { state.timesCompleted($0) > 0 }
    #expect(
      done.map { rulebook.definition.missions[$0].id } == ["fires", "efforts", "both", "names"])
    #expect(state.ledger.mission == 128)
    #expect(ProfileState(encoded: state.encoded, rulebook: rulebook) == state)
  }

  @Test func `voids sparks and rolls of kinds that it does not list`() throws {
    let rulebook = try Rulebook(readRulebook(RulebookDefinition.twoCategories))
    var state = rulebook.initialState()
    let reasons = try [("energy", "weak"), ("fire", "low"), ("fire", "weak")].enumerated().map {
      rulebook.apply(try spark($1.0, $1.1, UInt64($0)), to: &state, seed: 1).void
    }
    #expect(reasons == [.unknownCategory, .unknownIntensity, nil])
    #expect(state.sparkCount == 1)
    #expect(state.events.voids.map(\.reason) == [.unknownCategory, .unknownIntensity])
    let roll = ProfileEvent(
      id: EventID(high: 9, low: 0), at: Instant(milliseconds: Self.at.milliseconds + 9),
      offset: .zero, action: .roll(.challenge))
    #expect(rulebook.apply(roll, to: &state, seed: 1).void == .unknownCategory)
    #expect(state.fuel.tokens == 1)
  }

  @Test func `has a default intensity, and refuses names that it does not list`() throws {
    let rulebook = try Rulebook(readRulebook(RulebookDefinition.twoCategories))
    #expect(rulebook.definition.defaultIntensity.name == "weak")
    #expect(RulebookDefinition.ignition.defaultIntensity == .medium)
    let error = #expect(throws: FieldError.self) { try rulebook.check(.energy) }
    #expect(error?.expected == "fire or idea")
    #expect(rulebook.points(for: .energy, .low) == 0)
  }

  @Test func `is read back from its JSON, and has a hash of its own`() throws {
    let definition = try readRulebook(RulebookDefinition.twoCategories)
    #expect(try readRulebook(definition.json.text()) == definition)
    let renamed = RulebookDefinition.twoCategories.replacing("\"strong\"", with: "\"firm\"")
    #expect(try Rulebook(readRulebook(renamed)).hash != Rulebook(definition).hash)
  }

  @Test func `reports names that it does not list, each with its path`() {
    let text = RulebookDefinition.twoCategories
      .replacing("\"category\": \"fire\", \"rarity\"", with: "\"category\": \"fir\", \"rarity\"")
      .replacing("\"min_intensity\": \"strong\"", with: "\"min_intensity\": \"high\"")
      .replacing("{\"id\": \"idea\", \"points\": 9}", with: "{\"id\": \"idea\"}")
    #expect(
      faults(text) == [
        "categories[2].points: missing; it is given with other categories",
        "missions[2].min_intensity: expected weak, strong or mighty, got \"high\"",
        "cards[1].category: expected fire or idea, got \"fir\" (did you mean \"fire\"?)",
      ])
  }

  @Test func `stores each name as one number, and ids of events contain the name`() throws {
    let fire = try #require(SparkCategory(declaring: "fire"))
    #expect(SparkCategory(number: fire.number) == fire)
    #expect(SparkCategory.ignition.map(\.number) == [0, 1, 2, 3, 4])
    #expect(SparkIntensity.ignition.map(\.number) == [1, 2, 3, 4])
    #expect(fire.number >= 1 << 48)
    for number in [Int64.min, -1, 5, .max] {
      #expect(SparkCategory(number: number) == nil && SparkIntensity(number: number) == nil)
    }
    let water = try #require(SparkCategory(declaring: "water"))
    let ids = try [fire, water, .idea].map { category in
      try Spark(at: Self.at, offset: .zero, category: category, title: "x")
        .id(seed: 1, key: .content(occurrence: 0))
    }
    #expect(Set(ids).count == 3)
  }
}
