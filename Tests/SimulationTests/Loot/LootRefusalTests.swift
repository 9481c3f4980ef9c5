import FlintJSON
import FlintSchema
import Testing
@testable import Chance
@testable import Design
@testable import Players

/// What is refused, with its path and its whole text.
@Suite struct LootRefusalTests {
  private static func faults(_ json: String) -> [String]? {
    do {
      _ = try lootTables(json)
      return []
    } catch let error as LootError {
      return error.faults.map(\.description)
    } catch {
      return nil
    }
  }

  private static let most = "expected a whole number from 0 to 1000000"

  /// Tables of Flint's own form.
  static let own: [(json: String, faults: [String])] = [
    (
      #"{"pools": [{"entries": ["a"]}], "rolls": 2, "always": ["b"]}"#,
      ["rolls: cannot be given together with pools", "always: cannot be given together with pools"]
    ),
    (#"{"entries": []}"#, ["expected entries, always or pools"]),
    (#"{"pools": [{"entries": ["a"]}, {}]}"#, ["pools[2]: expected entries, always or pools"]),
    (#"{"always": ["a"], "rolls": 1}"#, ["rolls: rolls without entries"]),
    (
      #"{"entries": ["a", {"item": "b", "stock": 2}]}"#,
      ["entries[2].stock: only a pool without replacement has a stock; add replacement = false"]
    ),
    (
      #"{"entries": ["a"], "replacement": "no"}"#,
      [#"replacement: expected true or false, got "no""#]
    ),
    (
      #"{"always": [{"item": "a", "weight": 2, "quality": 1, "stock": 3}]}"#,
      ["weight", "quality", "stock"].map { "always[1].\($0): what is always given has none" }
    ),
    (
      #"{"entries": [{"item": "a", "weight": "x"}]}"#,
      [
        #"entries[1].weight: expected a weight, such as 3, 0.5, "2%" or "1/3", got "x""#
      ]
    ),
    (
      #"{"entries": [{"item": "a", "weight": -1}]}"#,
      [#"entries[1].weight: expected a weight, such as 3, 0.5, "2%" or "1/3", got -1"#]
    ),
    (
      #"{"entries": [{"item": "a", "table": "b"}, {"empty": false}, {"item": "a", "table": "b", "empty": true}]}"#,
      [
        "entries[1]: expected one of item, table or empty, got item and table",
        "entries[2]: expected one of item, table or empty, got none of them",
        "entries[3]: expected one of item, table or empty, got item, table and empty",
      ]
    ),
    (
      #"{"entries": [{"item": "a", "count": "many"}]}"#,
      [#"entries[1].count: expected a whole number or a range such as {1, 3}, got "many""#]
    ),
    (
      #"{"entries": [{"item": "a", "count": [1, 2, 3]}]}"#,
      ["entries[1].count: expected a whole number or a range such as {1, 3}, got a list"]
    ),
    (
      #"{"entries": [{"item": "a", "count": {"min": 1}}]}"#,
      ["entries[1].count: expected a whole number or a range such as {1, 3}, got an object"]
    ),
    (#"{"entries": [{"item": "a", "count": -1}]}"#, ["entries[1].count: \(most), got -1"]),
    (
      #"{"entries": [{"item": "a", "count": 1000001}]}"#,
      ["entries[1].count: \(most), got 1000001"]
    ),
    (#"{"entries": [{"item": "a", "count": 1.5}]}"#, ["entries[1].count: \(most), got 1.5"]),
    (
      #"{"entries": [{"item": "a", "count": [0, 65536]}]}"#,
      ["entries[1].count: expected a range of at most 65536 numbers, got 0 to 65536"]
    ),
    (#"{"entries": [{"item": "a", "count": [0, 65535]}]}"#, []),
    (
      #"{"replacement": false, "entries": [{"item": "a", "stock": 0}]}"#,
      ["entries[1].stock: expected a whole number from 1 to 1000000, got 0"]
    ),
    (
      #"{"replacement": false, "entries": [{"item": "a", "stock": 1000001}]}"#,
      ["entries[1].stock: expected a whole number from 1 to 1000000, got 1000001"]
    ),
    (#"{"replacement": false, "entries": [{"item": "a", "stock": 1000000}]}"#, []),
    (#"{"entries": [""]}"#, [#"entries[1]: expected a text of 1 to 300 bytes, got """#]),
    (#"{"entries": [{"item": 7}]}"#, ["entries[1].item: expected a text of 1 to 300 bytes, got 7"]),
    (#"{"tables": {"": {"entries": ["a"]}}}"#, ["tables: expected a name for each table"]),
    (#"{"tables": {}}"#, ["expected at least one loot table"]),
    (
      #"{"main": "chst", "tables": {"chest": {"entries": ["a"]}}}"#,
      [#"main: there is no table "chst" (did you mean "chest"?)"#]
    ),
  ]

  /// Tables of Minecraft's form, of which only the entry, the function or the condition is given.
  private static func entry(_ entry: String) -> String {
    #"{"type": "chest", "pools": [{"rolls": 1, "entries": [\#(entry)]}]}"#
  }

  private static func function(_ function: String) -> String {
    entry(#"{"type": "item", "name": "a", "functions": [\#(function)]}"#)
  }

  private static func condition(_ condition: String) -> String {
    entry(#"{"type": "item", "name": "a", "conditions": [\#(condition)]}"#)
  }

  private static let entryPath = "pools[1].entries[1]"
  private static let functionPath = "pools[1].entries[1].functions[1]"
  private static let conditionPath = "pools[1].entries[1].conditions[1]"

  static let minecraft: [(json: String, fault: String)] = [
    (
      entry(#"{"name": "a"}"#),
      "\(entryPath).type: missing; expected the type of the entry, such as minecraft:item"
    ),
    (entry(#"{"type": "item"}"#), "\(entryPath).name: missing; expected a name"),
    (
      entry(#"{"type": "group"}"#),
      "\(entryPath).children: missing; expected a list of entries"
    ),
    (
      entry(#"{"type": "itm", "name": "a"}"#),
      #"\#(entryPath).type: the type "itm" is not known (did you mean "item"?); expected item, empty, "#
        + "loot_table, tag, dynamic, group, alternatives or sequence"
    ),
    (
      entry(#"{"type": "item", "name": "a", "weight": -1}"#),
      "\(entryPath).weight: expected a whole number from 0 to 1000000000, got -1"
    ),
    (function("{}"), "\(functionPath).function: missing; expected the name of the function"),
    (
      function(#"{"function": "set_count"}"#),
      "\(functionPath).count: missing; expected a number"
    ),
    (
      function(#"{"function": "looting_enchant"}"#),
      "\(functionPath).count: missing; expected a number"
    ),
    (
      function(#"{"function": "limit_count"}"#),
      "\(functionPath).limit: missing; expected a number, or {min, max}"
    ),
    (
      function(#"{"function": "set_count", "count": "many"}"#),
      #"\#(functionPath).count: expected a number, or {min, max}, got "many""#
    ),
    (
      function(#"{"function": "set_count", "count": {"type": "score"}}"#),
      #"\#(functionPath).count: a number of type "score" depends on the game; replace it by a number, or by a "#
        + "constant, uniform or binomial one"
    ),
    (
      function(#"{"function": "set_count", "count": {"min": 1}}"#),
      "\(functionPath).count.max: missing; expected a number"
    ),
    (
      function(#"{"function": "set_count", "count": 1000001}"#),
      "\(functionPath).count: expected at most 1000000, got 1000001"
    ),
    (
      function(#"{"function": "set_count", "count": {"min": 0, "max": 1000001}}"#),
      "\(functionPath).count.max: expected at most 1000000, got 1000001"
    ),
    (
      function(#"{"function": "set_count", "count": {"n": 1001, "p": 0.5}}"#),
      "\(functionPath).count: expected 0 to 1000 trials, got 1001"
    ),
    (
      function(#"{"function": "set_count", "count": {"n": 5}}"#),
      "\(functionPath).count.p: missing; expected a chance from 0 to 1"
    ),
    (
      function(#"{"function": "apply_bonus", "enchantment": "fortune"}"#),
      "\(functionPath): expected an enchantment and a formula"
    ),
    (
      function(#"{"function": "apply_bonus", "enchantment": "fortune", "formula": "magic"}"#),
      #"\#(functionPath).formula: the formula "magic" is not known"#
    ),
    (
      function(
        #"{"function": "apply_bonus", "enchantment": "fortune", "formula": "uniform_bonus_count", "#
          + #""parameters": {"bonusMultiplier": 201}}"#),
      "\(functionPath).parameters.bonusMultiplier: expected 0 to 200, got 201"
    ),
    (
      function(
        #"{"function": "apply_bonus", "enchantment": "fortune", "formula": "binomial_with_bonus_count", "#
          + #""parameters": {"extra": 501, "probability": 0.5}}"#),
      "\(functionPath).parameters.extra: expected 0 to 500, got 501"
    ),
    (condition("{}"), "\(conditionPath).condition: missing; expected the name of the condition"),
    (
      condition(#"{"condition": "random_chance"}"#),
      "\(conditionPath).chance: missing; expected a chance from 0 to 1"
    ),
    (
      condition(#"{"condition": "random_chance_with_looting", "chance": 0.1}"#),
      "\(conditionPath).looting_multiplier: missing; expected a number"
    ),
    (
      condition(
        #"{"condition": "random_chance_with_looting", "chance": 0.1, "looting_multiplier": -1}"#),
      "\(conditionPath).looting_multiplier: expected a number from 0 on, got -1"
    ),
    (
      condition(#"{"condition": "random_chance_with_enchanted_bonus", "unenchanted_chance": 0.1}"#),
      "\(conditionPath).enchanted_chance: missing; expected a chance"
    ),
    (
      condition(#"{"condition": "table_bonus", "enchantment": "fortune"}"#),
      "\(conditionPath): expected an enchantment and a list of chances"
    ),
    (
      condition(#"{"condition": "inverted"}"#),
      "\(conditionPath).term: missing; expected a condition"
    ),
    (
      condition(#"{"condition": "any_of"}"#),
      "\(conditionPath).terms: missing; expected a list of conditions"
    ),
  ]

  @Test(arguments: own.indices)
  func `a table in Flint's form is refused with every fault and its path`(index: Int) {
    #expect(Self.faults(Self.own[index].json) == Self.own[index].faults)
  }

  @Test(arguments: minecraft.indices)
  func `a table in Minecraft's form is refused with its fault and its path`(index: Int) {
    #expect(Self.faults(Self.minecraft[index].json) == [Self.minecraft[index].fault])
  }

  @Test(arguments: [
    (function(#"{"function": "set_count", "count": {"n": 1000, "p": 0.5}}"#)),
    (function(#"{"function": "set_count", "count": 1000000}"#)),
    (function(
      #"{"function": "apply_bonus", "enchantment": "fortune", "formula": "uniform_bonus_count", "#
        + #""parameters": {"bonusMultiplier": 200}}"#)),
    (function(
      #"{"function": "apply_bonus", "enchantment": "fortune", "formula": "binomial_with_bonus_count", "#
        + #""parameters": {"extra": 500, "probability": 0.5}}"#)),
  ])
  func `a table in Minecraft's form may have numbers at their limits`(json: String) {
    #expect(Self.faults(json) == [])
  }

  @Test func `a name has at most 300 bytes`() {
    let name = String(repeating: "é", count: 150)
    #expect(Self.faults(#"{"entries": ["\#(name)"]}"#) == [])
    #expect(
      Self.faults(#"{"entries": ["\#(name)x"]}"#)
        == [#"entries[1]: expected a text of 1 to 300 bytes, got "\#(name.prefix(60))"…"#])
  }

  /// A question about two things, and the error.
  static let questions: [(change: @Sendable (inout LootQuestion) throws -> Void, text: String)] = [
    ({ $0.openings = 0 }, "open: expected 1 to 1000000000 openings, got 0"),
    ({ $0.openings = 1_000_000_001 }, "open: expected 1 to 1000000000 openings, got 1000000001"),
    ({ $0.at = [-1] }, "at: expected 0 to 1000000000000, got -1"),
    (
      { $0.at = [1_000_000_000_001] }, "at: expected 0 to 1000000000000, got 1000000000001"
    ),
    ({ $0.things = ["ruby", "ruby"] }, "item: the same thing is asked about twice"),
    (
      { $0.things = ["rubi"] },
      #"item: the table never gives "rubi" under these flags (did you mean "ruby"?); it gives ruby and gold"#
    ),
    (
      { $0.things = ["coal"] },
      #"item: the table never gives "coal" under these flags; it gives ruby and gold"#
    ),
    ({ $0.until = "ruby:0" }, "until: expected a number from 1 to 1000000000, got 0"),
    (
      { $0.circumstances.flags = ["nigt": 1] },
      #"flags: no condition is named "nigt" (did you mean "night"?); expected night or rain"#
    ),
    (
      { $0.name = "chst" },
      #"name: there is no table "chst" (did you mean "chest"?); expected chest"#
    ),
    (
      { try $0.circumstances.add(parsing: "night,=2") },
      #"flags: expected flags such as night,looting=3, got "night,=2""#
    ),
    (
      { try $0.circumstances.add(parsing: "night=x") }, #"flags: night: expected a level, got "x""#
    ),
    (
      { try $0.circumstances.add(parsing: "night=256") },
      "flags: night: expected a level from 0 to 255, got 256"
    ),
    (
      { try $0.circumstances.add(parsing: "night=-1") },
      "flags: night: expected a level from 0 to 255, got -1"
    ),
    (
      { try $0.circumstances.setLuck(parsing: "10000.000001") },
      "luck: expected a number from -10000 to 10000 with at most 6 decimals, got \"10000.000001\""
    ),
    (
      { try $0.circumstances.setLuck(parsing: "much") },
      "luck: expected a number from -10000 to 10000 with at most 6 decimals, got \"much\""
    ),
  ]

  private static let asked = """
    {"tables": {"chest": {"entries": [{"item": "ruby", "when": "night"}, {"item": "gold", "when": "!rain"}]}}}
    """

  @Test(arguments: questions.indices)
  func `a question is refused with its field and what is expected`(index: Int) {
    let (change, text) = Self.questions[index]
    let error = #expect(throws: LootError.self) {
      try lootAnswer(Self.asked) {
        $0.circumstances.flags = ["night": 1]
        try change(&$0)
      }
    }
    #expect(error?.description == text)
  }

  @Test func `a question may have levels and luck at their limits`() throws {
    let answer = try lootAnswer(Self.asked) {
      try $0.circumstances.add(parsing: " night = 255 , rain=0")
      try $0.circumstances.setLuck(parsing: "-10000")
      $0.openings = 1_000_000_000
    }
    #expect(answer.rows.map(\.name) == ["ruby", "gold"])
    #expect(answer.question.circumstances.flags == ["night": 255, "rain": 0])
    #expect(throws: Never.self) {
      try lootAnswer(Self.asked) { try $0.circumstances.setLuck(parsing: "10000") }
    }
  }

  @Test func `a goal that is never given can never be reached`() {
    func problem(_ until: String, flags: [String: Int64] = [:]) -> LootError? {
      #expect(throws: LootError.self) {
        try lootAnswer(
          #"{"entries": [{"item": "ruby", "weight": 0}, {"item": "gold"}, {"item": "bone", "when": "night"}]}"#
        ) {
          $0.until = until
          $0.circumstances.flags = flags
        }
      }
    }
    #expect(
      problem("ruby")
        == LootError(.unreachable, field: "until", #""ruby" is never given: its chance is 0"#))
    #expect(
      problem("all")
        == LootError(
          .unreachable, field: "until",
          #""ruby" is never given: its chance is 0; name the things to wait for"#))
    #expect(
      #expect(throws: LootError.self) {
        try lootAnswer(#"{"entries": [{"item": "a", "when": "night"}]}"#) { $0.until = "all" }
      }
        == LootError(.unreachable, field: "until", "the table gives nothing under these flags"))
  }

  @Test func `a CSV file is refused without a row, and with names that are too long`() throws {
    func problem(_ rows: [[String]]) -> String? {
      let records = rows.enumerated().map { LootTables.Record(line: $0 + 2, values: $1) }
      return #expect(throws: LootError.self) { try LootTables(records: records) }?.description
    }
    #expect(problem([]) == "expected at least one row")
    let long = String(repeating: "a", count: 301)
    #expect(
      problem([["t", "a", ""], [long, "a", ""], ["t", long, ""]]) == """
        line 3, item: expected names of at most 300 bytes
        line 4, item: expected names of at most 300 bytes
        """)
    let longest = LootTables.Record(line: 2, values: ["t", String(long.dropLast()), ""])
    #expect(throws: Never.self) { try LootTables(records: [longest]) }
  }
}

/// Answers as JSON: each member that has a value, in order.
@Suite struct LootJSONTests {
  private func names(_ value: JSONValue?) -> [String] {
    switch value {
    case .object(let members): members.filter { $0.value != .null }.map(\.name)
    case .array(let values): names(values.first)
    default: []
    }
  }

  private static let coin = #"{"entries": [{"item": "a"}, {"item": "b", "weight": 3}]}"#

  @Test func `an answer has these members, and those of what was asked`() throws {
    let plain = try lootAnswer(Self.coin).json
    let always = ["table", "open", "flags", "luck", "unset_flags", "items", "error"]
    #expect(names(plain) == always + ["notices"])
    #expect(
      names(plain["items"])
        == ["item", "probability", "probability_fraction", "mean", "mean_fraction"])
    #expect(plain["table"] == .string("t"))
    #expect(plain["open"] == .integer(1))
    let all = try lootAnswer(Self.coin) {
      $0.things = ["a"]
      $0.until = "a"
      $0.at = [2]
      $0.simulated = 10
    }.json
    #expect(names(all) == always + ["distribution", "until", "time", "simulation", "notices"])
    let two = try lootAnswer(Self.coin) { $0.things = ["a", "b"] }.json
    #expect(names(two) == always + ["joint", "notices"])
    #expect(
      names(two["joint"]) == ["all", "all_fraction", "any", "any_fraction", "combinations"])
    #expect(
      names(two["joint"]?["combinations"]) == ["items", "probability", "probability_fraction"])
    let late = try lootAnswer(Self.coin) {
      $0.at = [3]
      $0.things = ["a", "b"]
    }.json
    #expect(names(late["items"]).suffix(1) == ["at"])
  }

  /// The time until the first of 1/4: geometric, with the mean 4 and the deviation √12. Of (3/4)ⁿ, 42 % are left
  /// after 3, 10.01 % after 8, 7.5 % after 9, 5.6 % after 10, 4.2 % after 11, 1.002 % after 16, 0.8 % after 17.
  @Test func `the time until a goal has these members`() throws {
    let time = try lootAnswer(Self.coin) {
      $0.until = "a"
      $0.at = [2]
    }.json["time"]
    #expect(
      names(time) == [
        "mean", "mean_fraction", "mean_error", "sd", "median", "p90", "p95", "p99", "at", "exact",
        "method",
      ])
    func number(_ name: String) throws -> Double { try #require(time?[name]?.double) }
    #expect(abs(try number("mean") - 4) < 1e-12)
    #expect(time?["mean_fraction"] == .string("4"))
    #expect(abs(try number("sd") - 12.0.squareRoot()) < 1e-12)
    #expect(try number("mean_error") >= 0 && number("mean_error") < 1e-12)
    #expect(time?["median"] == .integer(3))
    #expect(time?["p90"] == .integer(9))
    #expect(time?["p95"] == .integer(11))
    #expect(time?["p99"] == .integer(17))
    #expect(time?["exact"] == .boolean(true))
    guard case .array(let chances)? = time?["at"], let first = chances.first else {
      Issue.record("no chances")
      return
    }
    #expect(names(first) == ["n", "probability"])
    #expect(first["n"] == .integer(2))
    #expect(abs((first["probability"]?.double ?? 0) - 7.0 / 16) < 1e-12)
  }

  /// Twice a chance of 1/4: 9/16, 6/16 and 1/16.
  @Test func `the distribution of a number has these members`() throws {
    let distribution = try lootAnswer(Self.coin) {
      $0.things = ["a"]
      $0.openings = 2
      $0.at = [1]
    }.json["distribution"]
    #expect(
      names(distribution) == [
        "item", "mean", "sd", "median", "p90", "p95", "p99", "counts", "less_than_shown",
        "more_than_shown", "at", "absolute_error", "negligible",
      ])
    #expect(distribution?["item"] == .string("a"))
    #expect(abs((distribution?["mean"]?.double ?? 0) - 0.5) < 1e-12)
    #expect(abs((distribution?["sd"]?.double ?? 0) - 0.375.squareRoot()) < 1e-12)
    #expect(
      ["median", "p90", "p95", "p99"].map { distribution?[$0] }
        == [.integer(0), .integer(1), .integer(2), .integer(2)])
    #expect(
      names(distribution?["counts"]) == [
        "n", "probability", "probability_fraction", "at_most", "at_least",
      ])
    guard case .array(let rows)? = distribution?["at"] else {
      Issue.record("no rows")
      return
    }
    #expect(rows.map { $0["n"] } == [.integer(1)])
    #expect(rows.map { $0["probability_fraction"] } == [.string("3/8")])
    #expect(abs((rows.first?["at_most"]?.double ?? 0) - 15.0 / 16) < 1e-12)
    #expect(abs((rows.first?["at_least"]?.double ?? 0) - 7.0 / 16) < 1e-12)
  }

  @Test func `a simulation has these members`() throws {
    let json = try lootAnswer(Self.coin) {
      $0.simulated = 10
      $0.openings = 3
      $0.seed = 7
    }.json["simulation"]
    #expect(names(json) == ["trials", "openings", "seed", "items"])
    #expect(json?["trials"] == .integer(10))
    #expect(json?["openings"] == .integer(30))
    #expect(json?["seed"] == .integer(7))
    #expect(
      names(json?["items"]) == [
        "item", "share", "share_low", "share_high", "probability", "mean", "mean_low", "mean_high",
        "exact_mean",
      ])
  }

  /// An estimate that is made although there is an exact distribution, so that it takes no time.
  @Test func `an estimated time has the share of its trials within each number`() throws {
    let question = LootQuestion(try lootTables(Self.coin))
    let estimate = try LootTimeEstimate(
      question.plan(), wanted: [0: 1], players: nil, precision: nil, seed: 5)
    let times = estimate.times
    #expect(times == times.sorted())
    #expect(estimate.trials == 10_000 && times.count == 10_000)
    let last = try #require(times.last)
    for number in 0...last + 1 {
      let (share, interval) = estimate.share(doneWithin: number)
      #expect(share == Double(times.count { $0 <= number }) / 10_000, "\(number)")
      #expect(interval.low <= share && share <= interval.high)
    }
    #expect(estimate.share(doneWithin: last).share == 1)
    #expect(estimate.share(doneWithin: 0).share == 0)
    // The least number of openings within which at least the share of trials is done.
    for (probability, rank) in [(0.0001, 1), (0.5, 5000), (0.50001, 5001), (1.0, 10_000)] {
      #expect(estimate.quantile(probability) == times[rank - 1])
    }
    // The mean of a geometric distribution of 1/4 is 4, and its deviation √12/100 of 10,000: five of them.
    #expect(abs(estimate.mean.value - 4) < 0.174)
  }

  /// Two uniform numbers of n values: squaring takes n²/2 multiplications and is counted with 3·n² more that a third
  /// number would take. Up to 600,000,000 of them it is done; beyond that the transform has an absolute error.
  @Test(arguments: [(13_093, true), (13_094, false)])
  func `a sum that takes too many multiplications is transformed`(
    count: Int, isSquared: Bool
  ) throws {
    let one = [Double](repeating: 1 / Double(count), count: count)
    let distribution = try #require(CountDistribution(sumOf: one, error: 0, times: 2))
    #expect((distribution.absolute == 0) == isSquared)
    // The middle of the triangle is 1/n.
    let middle = distribution.probabilities[count - 1 - distribution.least]
    #expect(abs(middle * Double(count) - 1) < 1e-9)
  }
}
