import FlintJSON
import FlintRules
import FlintSchema
import Testing

struct `A rulebook file is refused` {
  /// The sections of a file that extends `ignition`, and all errors in them.
  struct Case: Sendable, CustomTestStringConvertible {
    var parts: String
    var faults: [String]
    var testDescription: String { parts }

    init(_ parts: String, _ faults: String...) {
      self.parts = parts
      self.faults = faults
    }
  }

  private static let exact = "a number such as 0.25, \"25%\" or \"1/4\""
  private static let rarities = "common, rare, epic or legendary"
  private static let mission =
    #""id": "m", "title": "M", "window": "life", "metric": "sparks", "target": 1, "reward": 1"#

  static let types: [Case] = [
    Case(#""points": 5"#, "points: expected a table, got 5"),
    Case(#""points": [1]"#, "points: expected a table, got a list"),
    Case(#""points": {"idea": "9"}"#, "points.idea: expected a whole number, got \"9\""),
    Case(#""points": {"idea": 1.5}"#, "points.idea: expected a whole number, got 1.5"),
    Case(#""points": {"idea": true}"#, "points.idea: expected a whole number, got true"),
    Case(
      #""points": {"idea": 9223372036854775808}"#,
      "points.idea: expected a whole number within 64 bits, got 9.223372036854776e+18"),
    Case(
      #""fuel": {"capacity": -9223372036854775809}"#,
      "fuel.capacity: expected a whole number within 64 bits, got -9.223372036854776e+18"),
    Case(
      #""fuel": {"capacity": 1e18}"#,
      "fuel.capacity: expected 1 to 1000000000, got 1000000000000000000"),
    Case(
      #""fuel": {"capacity": 9223372036854775807}"#,
      "fuel.capacity: expected 1 to 1000000000, got 9223372036854775807"),
    Case(#""multipliers": {"low": "fast"}"#, "multipliers.low: expected \(exact), got \"fast\""),
    Case(#""multipliers": {"low": "1e"}"#, "multipliers.low: expected \(exact), got \"1e\""),
    Case(#""multipliers": {"low": "1/0"}"#, "multipliers.low: expected \(exact), got \"1/0\""),
    Case(#""multipliers": {"low": []}"#, "multipliers.low: expected \(exact), got a list"),
    Case(#""multipliers": {"low": -1}"#, "multipliers.low: expected at least 0, got -1"),
    Case(#""multipliers": {"low": -0.5}"#, "multipliers.low: expected at least 0, got -0.5"),
    Case(
      #""multipliers": {"low": 1e-20}"#, "multipliers.low: 1e-20 has too many digits; round it"),
    Case(
      #""multipliers": {"low": 1e300}"#, "multipliers.low: 1e+300 has too many digits; round it"),
    Case(
      #""drops": {"empty_cell": "demoted"}"#,
      "drops.empty_cell: expected demote, none or reroll, got \"demoted\" (did you mean "
        + "\"demote\"?)"),
    Case(
      #""drops": {"empty_cell": 1}"#,
      "drops.empty_cell: expected demote, none or reroll, got 1"),
    Case(
      #""drops": {"pity": {"epic": true}}"#, "drops.pity.epic: expected a table, got true"),
    Case(
      #""drops": {"pity": {"epic": {"hard": "ten"}}}"#,
      "drops.pity.epic.hard: expected a whole number, got \"ten\""),
    Case(#""levels": {"first": 1}"#, "levels: expected a list, got a table"),
    Case(#""levels": [1]"#, "levels[1]: expected a table, got 1"),
    Case(
      #""cards": "none""#,
      "cards: expected a list, got \"none\" (its entries are appended; to "
        + "change inherited ones use change_cards)"),
    Case(
      #""missions": {"spark-streak": {"target": 5}}"#,
      "missions: expected a list, got a table (its entries are appended; to change inherited ones "
        + "use change_missions)"),
    Case(
      #""change_missions": [{"id": "spark-streak"}]"#,
      "change_missions: expected a table, got a list"),
    Case(
      #""change_missions": {"spark-streak": true}"#,
      "change_missions[\"spark-streak\"]: expected a table, got true"),
    Case(
      #""tasks": {"credit_points": "yes"}"#,
      "tasks.credit_points: expected true or false, got \"yes\""),
    Case(
      #""cards": [{"id": 7, "name": true, "category": [], "rarity": 1}]"#,
      "cards[1].id: expected a text, got 7", "cards[1].name: expected a text, got true",
      "cards[1].category: expected decision, energy, idea, experiment or challenge, got a list",
      "cards[1].rarity: expected \(rarities), got 1"),
  ]

  static let names: [Case] = [
    Case(
      #""rats": {}"#,
      "rats: unknown field; expected id, extends, categories, intensities, rarities, points, multipliers, "
        + "duplicates, drops, fuel, tokens, levels, missions, change_missions, cards, change_cards, "
        + "sets, change_sets, ladders, change_ladders, tasks, earn, currencies, duplicate_grants, card_prices, "
        + "offers, change_offers, money_unit, pools or change_pools"),
    Case(#""takans": {}"#, "takans: unknown field (did you mean \"tokens\"?)"),
    Case(#""fule": {}"#, "fule: unknown field (did you mean \"fuel\"?)"),
    Case(#""mission": []"#, "mission: unknown field (did you mean \"missions\"?)"),
    Case(
      #""change_mission": []"#, "change_mission: unknown field (did you mean \"change_missions\"?)"),
    Case(
      #""points": {"ideas": 1, "Energy": 2}"#,
      "points.ideas: unknown field (did you mean \"idea\"?)",
      "points.Energy: unknown field (did you mean \"energy\"?)"),
    Case(
      #""drops": {"rates": {"legendery": 0.5}}"#,
      "drops.rates.legendery: unknown field (did you mean \"legendary\"?)"),
    Case(
      #""drops": {"pity": {"epic": {"hrad": 10}}}"#,
      "drops.pity.epic.hrad: unknown field (did you mean \"hard\"?)"),
    Case(
      #""hash": "00", "drops": {"effective_rates": {}}"#,
      "drops.effective_rates: it is derived from the other fields; remove it",
      "hash: it is derived from the other fields; remove it"),
    Case(
      #""a b": 1, "end.": 2, "\"": 3"#,
      #"["a b"]: unknown field; expected \#(RulebookParts.all)"#,
      #"["end."]: unknown field; expected \#(RulebookParts.all)"#,
      #"["\""]: unknown field; expected \#(RulebookParts.all)"#),
    Case(
      #""points": {"idea": 1, "idea": 2}"#, "points.idea: duplicate field"),
    Case(
      #""cards": [{"id": "x", "name": "X", "category": "idea", "rarity": "mythic"}]"#,
      "cards[1].rarity: expected \(rarities), got \"mythic\""),
    Case(
      #""missions": [{\#(mission), "difficulty": "hrad", "rarity": "rare"}]"#,
      "missions[1].rarity: the metric sparks takes only category, min_intensity and before_hour",
      "missions[1].difficulty: expected easy, medium, hard or expert, got \"hrad\" (did you "
        + "mean \"hard\"?)"),
    Case(
      #""missions": [{"id": "m", "title": "M", "window": "year", "metric": "spark", "target": 1, "#
        + #""reward": 1, "category": "thought"}]"#,
      "missions[1].window: expected day, week, month, life or {days = n}, got \"year\"",
      "missions[1].metric: expected sparks, spark_days, "
        + "distinct_categories, earned_points, missions_completed, cards, sets, total_points, "
        + "streak, overloads, level, tasks, task_score, moods, activities, quest_steps or entries, got "
        + "\"spark\" (did you mean \"sparks\"?)",
      "missions[1].category: expected decision, energy, idea, experiment or challenge, got "
        + "\"thought\""),
    Case(
      #""missions": [{\#(mission), "min_intensity": 3, "before_hour": "noon", "from": "soon"}]"#,
      "missions[1].min_intensity: expected low, medium, high or extreme, got 3",
      "missions[1].before_hour: expected a whole number, got \"noon\"",
      "missions[1].from: expected a day such as \"2026-12-31\" or, of every year, "
        + "\"12-31\", got \"soon\""),
    Case(
      #""missions": [{\#(mission), "until": "2026-02-29"}]"#,
      "missions[1].until: expected a day such as \"2026-12-31\" or, of every year, "
        + "\"12-31\", got \"2026-02-29\""),
    Case(
      #""missions": [{\#(mission), "category": "idea", "filters": {"category": "idea", "window": "day"}}]"#,
      "missions[1].filters.category: duplicate field: also given as missions[1].category",
      "missions[1].filters.window: the metric sparks takes only category, min_intensity and "
        + "before_hour"),
    Case(
      #""change_missions": {"unstoppable": {"completed_window": "day"}}"#,
      "change_missions.unstoppable.completed_window: the metric streak takes no filters"),
    Case(
      #""change_missions": {"first-step": {"target": 1}, "walk": false}"#,
      "change_missions[\"first-step\"]: ignition has no mission of this id (did you mean "
        + "\"first-steps\"?)",
      "change_missions.walk: ignition has no mission of this id"),
    Case(
      #""change_cards": {"decision-coin-toss": {"id": "coin"}}"#,
      "change_cards[\"decision-coin-toss\"].id: an id cannot change; to use another id, "
        + "set this entry to false and append a new one to cards"),
  ]

  static let missing: [Case] = [
    Case(
      #""levels": [{"title": "A"}, {"threshold": 5}]"#,
      "levels[1].threshold: missing; expected a whole number",
      "levels[2].title: missing; expected a text"),
    Case(
      #""cards": [{}]"#, "cards[1].id: missing; expected a text",
      "cards[1].name: missing; expected a text",
      "cards[1].category: missing; expected decision, energy, idea, experiment or challenge",
      "cards[1].rarity: missing; expected \(rarities)"),
    Case(
      #""missions": [{"id": "m", "title": null, "metric": "level", "target": 99}]"#,
      "missions[1].title: missing; expected a text",
      "missions[1].window: missing; expected day, week, month, life or {days = n}",
      "missions[1].reward: missing; expected a whole number",
      "missions[1].target: 99 can never be reached: level ends at 10"),
    Case(
      #""ladders": [{"id": "l", "rungs": [{"title": "T", "conditions": [{}, 5]}, 6]}, {}]"#,
      "ladders[1].title: missing; expected a text",
      "ladders[1].rungs[1].id: missing; expected a text",
      "ladders[1].rungs[1].conditions[1].metric: missing; expected days, activity_streak, "
        + "journals, sos_sessions, active_days, consistency, self_care or stability",
      "ladders[1].rungs[1].conditions[1].at_least: missing; expected a whole number",
      "ladders[1].rungs[1].conditions[2]: expected a table, got 5",
      "ladders[1].rungs[2]: expected a table, got 6",
      "ladders[2].id: missing; expected a text", "ladders[2].title: missing; expected a text",
      "ladders[2].rungs: missing; expected a list"),
  ]

  /// Files that can be read but are invalid as a rulebook; errors have the paths of the file.
  static let unsound: [Case] = [
    Case(#""points": {"idea": -1}"#, "points.idea: expected 0 to 1000000, got -1"),
    Case(
      #""drops": {"rates": {"rare": 0.4}}"#,
      "drops.rates: rates must sum to 1, got 1.1; 0.1 is too much"),
    Case(
      #""missions": [{"id": "M", "title": " ", "window": "day", "metric": "spark_days", "#
        + #""target": 2, "reward": -1}]"#,
      "missions[1].id: expected 1 to 100 lower-case letters, digits, \"-\" or \"_\", got \"M\"",
      "missions[1].title: expected a title, got nothing",
      "missions[1].reward: expected 0 to 1000000000, got -1",
      "missions[1].target: 2 can never be reached: spark_days ends at 1"),
    // The second appended mission, though the first cannot be read.
    Case(
      #""missions": [5, {\#(mission), "before_hour": 25}]"#,
      "missions[1]: expected a table, got 5",
      "missions[2].before_hour: expected 1 to 24, got 25"),
    Case(
      #""missions": [{\#(mission), "filters": {"before_hour": 0}}]"#,
      "missions[1].filters.before_hour: expected 1 to 24, got 0"),
    Case(
      #""change_missions": {"spark-streak": {"target": 0}, "morning-spark": false}"#,
      "change_missions[\"spark-streak\"].target: expected 1 to 1000000000, got 0"),
    Case(
      #""cards": [{"id": "x", "name": "", "category": "idea", "rarity": "rare"}]"#,
      "cards[1].name: expected a name, got nothing"),
    // An inherited mission that can no longer be completed.
    Case(
      #""levels": [{"title": "Only", "threshold": 0}]"#,
      "missions[\"mythical-ascent\"].target: 10 can never be reached: level ends at 1 (inherited "
        + "from ignition; to change it use change_missions)"),
    Case(
      #""change_cards": {"idea-napkin-sketch": false}"#,
      "missions[\"master-of-ideas\"].target: 10 can never be reached: cards ends at 9 (inherited "
        + "from ignition; to change it use change_missions)",
      "missions.completionist.target: 50 can never be reached: cards ends at 49 (inherited "
        + "from ignition; to change it use change_missions)"),
    Case(
      #""ladders": [{"id": "l", "title": "L", "rungs": []}]"#,
      "ladders[1].rungs: expected at least one rung, got none"),
    Case(
      #""ladders": [{"id": "l", "title": "L", "rungs": [{"id": "r", "title": "R", "conditions": "#
        + #"[{"metric": "days", "at_least": 0}]}]}]"#,
      "ladders[1].rungs[1].conditions[1].at_least: expected 1 to 1000000, got 0"),
    Case(
      #""ladders": [{"id": "l", "title": "L", "rungs": [{"id": "r", "title": "R", "conditions": "#
        + #"[{"metric": "stability", "at_least": 60}, {"metric": "self_care", "at_least": "1/3"}, "#
        + #"{"metric": "consistency", "at_least": -0.5}]}]}]"#,
      "ladders[1].rungs[1].conditions[1].at_least: expected a score from 0 to 1, such as 0.6, "
        + "\"60%\" or \"3/5\", got 60",
      "ladders[1].rungs[1].conditions[2].at_least: 1/3 is not a whole number of millionths; round it",
      "ladders[1].rungs[1].conditions[3].at_least: expected at least 0, got -0.5"),
  ]

  static let takenIDs: [Case] = [
    Case(
      #""missions": [{\#(mission)}, {\#(mission)}]"#,
      "missions[2].id: \"m\" is already the id of missions[1]"),
    Case(
      #""missions": [{"id": "first-steps", "title": "M", "window": "life", "metric": "sparks", "#
        + #""target": 1, "reward": 1}]"#,
      "missions[1].id: \"first-steps\" is already the id of an inherited mission; to change it "
        + "use change_missions"),
    Case(
      #""cards": [{"id": "decision-coin-toss", "name": "X", "category": "idea", "rarity": "rare"}]"#,
      "cards[1].id: \"decision-coin-toss\" is already the id of an inherited card; to change it "
        + "use change_cards"),
    Case(
      #""ladders": [{"id": "l", "title": "L", "rungs": [{"id": "r", "title": "R", "conditions": "#
        + #"[{"metric": "days", "at_least": 1}]}]}, {"id": "l", "title": "L", "rungs": [{"id": "r", "#
        + #""title": "R", "conditions": [{"metric": "days", "at_least": 1}]}]}]"#,
      "ladders[2].id: \"l\" is already the id of ladders[1]",
      "ladders[2].rungs[1].id: \"r\" is already the id of ladders[1].rungs[1]"),
  ]

  /// A value that cannot be read causes no errors in other sections.
  static let consequences: [Case] = [
    Case(
      #""levels": [1, {"title": "B", "threshold": 5}]"#, "levels[1]: expected a table, got 1"),
    Case(
      #""drops": {"rates": {"common": "x"}}"#, "drops.rates.common: expected \(exact), got \"x\""),
    Case(
      #""drops": {"rates": {"common": "x"}, "chance": 2}"#,
      "drops.rates.common: expected \(exact), got \"x\"", "drops.chance: expected 0 to 1, got 2"),
    // Without its only legendary card the missions about legendary ones could seem out of reach.
    Case(
      #""change_cards": {"idea-the-unwritten-page": {"rarity": "myth"}}"#,
      "change_cards[\"idea-the-unwritten-page\"].rarity: expected "
        + rarities + ", got \"myth\""),
    Case(
      #""levels": [{"title": "A", "threshold": "none"}, {"title": "B", "threshold": 5}, "#
        + #"{"title": "", "threshold": true}, {"title": "D", "threshold": 4}]"#,
      "levels[1].threshold: expected a whole number, got \"none\"",
      "levels[3].threshold: expected a whole number, got true",
      "levels[4].threshold: thresholds must rise: 4 follows 5"),
    Case(
      #""ladders": [{"id": "l", "title": "L", "rungs": [{"id": "r", "title": "R", "conditions": "#
        + #"[{"metric": "days", "at_least": 5}]}, {"id": "s", "title": "S", "conditions": "#
        + #"[{"metric": "dais", "at_least": 3}]}]}]"#,
      "ladders[1].rungs[2].conditions[1].metric: expected days, activity_streak, "
        + "journals, sos_sessions, active_days, consistency, self_care or stability, got "
        + "\"dais\" (did you mean \"days\"?)"),
  ]

  @Test(arguments: types + names + missing + unsound + takenIDs + consequences)
  func `a rulebook file is refused with every error and its path in the file`(refused: Case) {
    let error = #expect(throws: RulebookError.self) {
      try readRulebook(#"{"id": "mine", "extends": "ignition", \#(refused.parts)}"#)
    }
    #expect(error?.faults.map(\.description) == refused.faults)
    #expect(error?.rulebook == "mine")
  }

  @Test(arguments: [
    ("5", ["expected a table, got 5"]),
    ("[1]", ["expected a table, got a list"]),
    (#"{"extends": "ignition"}"#, ["id: missing; expected a text"]),
    (#"{"id": 5, "extends": "ignition"}"#, ["id: expected a text, got 5"]),
    (
      #"{"id": "My Rules", "extends": "ignition"}"#,
      [
        "id: expected 1 to 100 lower-case letters, digits, \"-\" or \"_\", got \"My Rules\""
      ]
    ),
    (
      #"{"id": "mine", "extends": "igniton", "points": {"idea": "x"}, "fuel": {"capacity": 0}}"#,
      [
        "extends: expected ignition, ignition-shipped or everyday, got \"igniton\" (did you mean "
          + "\"ignition\"?)",
        "points.idea: expected a whole number, got \"x\"",
        "fuel.capacity: expected 1 to 1000000000, got 0",
      ]
    ),
    (
      #"{"id": "My Rules", "extends": "igniton", "drops": {"rates": {"common": 0.61}}, "#
        + #""missions": [{"id": "new", "title": "", "window": "day", "metric": "sparks", "#
        + #""target": 0, "reward": 1, "from": "2026-12-24", "until": "2026-12-01"}], "#
        + #""change_cards": {"idea-paper-lamp": {"rarity": "epic"}}}"#,
      [
        "id: expected 1 to 100 lower-case letters, digits, \"-\" or \"_\", got \"My Rules\"",
        "extends: expected ignition, ignition-shipped or everyday, got \"igniton\" (did you mean "
          + "\"ignition\"?)",
        "drops.rates: rates must sum to 1, got 1.01; 0.01 is too much",
        "missions[1].title: expected a title, got nothing",
        "missions[1].target: expected 1 to 1000000000, got 0",
        "missions[1].until: expected a day after from, 2026-12-24, got 2026-12-01",
        "change_cards[\"idea-paper-lamp\"]: no rulebook that can be extended has a card of this id "
          + "(did you mean \"idea-paper-lantern\"?)",
      ]
    ),
    (
      #"{"id": "mine", "extends": "other", "missions": [{"id": "first-steps", "title": "F", "#
        + #""window": "day", "metric": "level", "target": 99, "reward": 1}]}"#,
      [
        "extends: expected ignition, ignition-shipped or everyday, got \"other\"",
        "missions[1].id: \"first-steps\" is already the id of an inherited mission; to change it "
          + "use change_missions",
        "missions[1].target: 99 can never be reached: level ends at 10",
      ]
    ),
    (
      #"{"id": "mine", "extends": true, "change_missions": {"nothing": {}}}"#,
      [
        "extends: expected ignition, ignition-shipped or everyday, got true",
        "change_missions.nothing: no rulebook that can be extended has a mission of this id",
      ]
    ),
    (
      #"{"id": "ignition", "extends": "ignition", "fuel": {"capacity": 5}}"#,
      ["id: \"ignition\" is a rulebook that comes with Flint; give this one another id"]
    ),
    (
      #"{"id": "ignition-shipped", "extends": "ignition"}"#,
      ["id: \"ignition-shipped\" is a rulebook that comes with Flint; give this one another id"]
    ),
    (
      #"{"id": "mine", "change_cards": {}}"#,
      [
        "points: missing; expected a table, since the file does not set extends",
        "multipliers: missing; expected a table, since the file does not set extends",
        "duplicates: missing; expected a table, since the file does not set extends",
        "drops: missing; expected a table, since the file does not set extends",
        "fuel: missing; expected a table, since the file does not set extends",
        "tokens: missing; expected a table, since the file does not set extends",
        "levels: missing; expected a list, since the file does not set extends",
        "missions: missing; expected a list, since the file does not set extends",
        "cards: missing; expected a list, since the file does not set extends",
        "change_cards: nothing is inherited that could be changed: the file does not set extends",
        "ladders: missing; expected a list, since the file does not set extends",
        "tasks: missing; expected a table, since the file does not set extends",
      ]
    ),
  ])
  func `a rulebook file is refused with the errors of the whole file`(
    text: String, faults: [String]
  ) {
    let error = #expect(throws: RulebookError.self) { try readRulebook(text) }
    #expect(error?.faults.map(\.description) == faults)
  }

  @Test func `a rulebook file is refused with the fields missing in a given section`() throws {
    var text = RulebookDefinition.ignition.json.text()
    text.replace("\"id\":\"ignition\"", with: "\"id\":\"mine\"", maxReplacements: 1)
    text.replace("\"idea\":8,", with: "", maxReplacements: 1)
    text.replace("\"rare\":\"0.3\",", with: "", maxReplacements: 1)
    text.replace(",\"per_overload\":1", with: "", maxReplacements: 1)
    text.replace(",\"P3\":2", with: "", maxReplacements: 1)
    text.replace(",\"credit_points\":false", with: "", maxReplacements: 1)
    let error = #expect(throws: RulebookError.self) { try readRulebook(text) }
    #expect(
      error?.faults.map(\.description) == [
        "points.idea: missing; expected a whole number",
        "drops.rates.rare: missing; expected a number such as 0.25, \"25%\" or \"1/4\"",
        "tokens.per_overload: missing; expected a whole number",
        "tasks.scores.P3: missing; expected a whole number",
        "tasks.credit_points: missing; expected true or false",
      ])
  }

  @Test func `a rulebook file is refused with a rung that an inherited ladder has`() {
    var base = RulebookDefinition.ignition
    base.id = "base"
    func ladder(_ id: String, _ rungs: String...) -> LadderDefinition {
      LadderDefinition(
        id: id, title: id,
        rungs: rungs.enumerated().map { index, id in
          RungDefinition(
            id: id, title: id, conditions: [.init(.days, atLeast: Int64(index) + 1)])
        })
    }
    base.ladders = [ladder("a", "a-1", "a-2"), ladder("b", "b-1")]
    let text = """
      {"id": "mine", "extends": "base",
       "change_ladders": {"a": {"rungs": [
         {"id": "a-1", "title": "T", "conditions": [{"metric": "days", "at_least": 1}]},
         {"id": "b-1", "title": "T", "conditions": [{"metric": "days", "at_least": 2}]}]},
        "b": {"title": "Bee"}},
       "ladders": [{"id": "c", "title": "C", "rungs": [
         {"id": "a-2", "title": "T", "conditions": [{"metric": "days", "at_least": 1}]},
         {"id": "a-1", "title": "T", "conditions": [{"metric": "days", "at_least": 2}]}]}]}
      """
    let error = #expect(throws: RulebookError.self) {
      try RulebookDefinition(reading: JSONValue(parsing: text), bundled: [base])
    }
    #expect(
      error?.faults.map(\.description) == [
        "ladders[1].rungs[2].id: \"a-1\" is already the id of change_ladders.a.rungs[1]",
        "change_ladders.a.rungs[2].id: \"b-1\" is already the id of a rung of the inherited ladder "
          + "\"b\"",
      ])
  }

  @Test(
    arguments: [
      ("", []), ("id", [.name("id")]),
      ("cards[12].rarity", [.name("cards"), .position(12), .name("rarity")]),
      (
        #"change_missions["first-steps"].target"#,
        [.name("change_missions"), .name("first-steps"), .name("target")]
      ),
      (#"["a.b[1]\"\n"]["é"][3]"#, [.name("a.b[1]\"\n"), .name("é"), .position(3)]),
    ] as [(String, [TablePath.Key])])
  func `the path of an error is written as in Lua`(path: String, keys: [TablePath.Key]) {
    #expect(TablePath(keys).description == path)
  }
}

enum RulebookParts {
  static let all =
    "id, extends, categories, intensities, rarities, points, multipliers, duplicates, drops, fuel, tokens, levels, "
    + "missions, change_missions, cards, change_cards, sets, change_sets, ladders, change_ladders, tasks, earn, "
    + "currencies, duplicate_grants, card_prices, offers, change_offers, money_unit, pools or change_pools"
}
