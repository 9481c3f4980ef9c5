import FlintCalendar
import FlintRandom
import FlintJSON
import FlintRules
import FlintSchema
import TestSupport
import Testing

struct `A rulebook as JSON` {
  private func read(_ json: JSONValue) throws -> RulebookDefinition {
    try RulebookDefinition(
      reading: JSONValue(parsing: json.text()), bundled: RulebookDefinition.bundled)
  }

  @Test(arguments: RulebookDefinition.bundled)
  func `the JSON of a bundled rulebook reads back equal`(definition: RulebookDefinition) throws {
    #expect(try read(definition.json) == definition)
    #expect(try read(definition.json).json == definition.json)
  }

  @Test func `the JSON of a random rulebook reads back equal`() throws {
    for number in 0..<300 as Range<UInt64> {
      let definition = RandomRulebook.rulebook(number)
      try #require(definition.faults() == [])
      #expect(try read(definition.json) == definition)
      // Canonically equivalent texts are different texts.
      #expect(try read(definition.json).json == definition.json)
    }
  }

  @Test func `the JSON has the field names of rulebook files`() throws {
    var definition = RulebookDefinition.ignition
    definition.missions = Array(definition.missions.prefix(1))
    definition.missions[0].season.from = CivilDay(year: 2026, month: 12, day: 1)
    definition.cards = Array(definition.cards.prefix(1))
    definition.cards[0].season.before = CivilDay(year: 2027, month: 1, day: 1)
    definition.levels = Array(definition.levels.prefix(1))
    definition.drops.pity[3] = PityDefinition(hard: 90)
    definition.ladders = [
      LadderDefinition(
        id: "steady", title: "Steady",
        rungs: [
          RungDefinition(
            id: "steady-1", title: "One",
            conditions: [.init(.stability, atLeast: 800_000), .init(.days, atLeast: 3)])
        ])
    ]
    #expect(
      definition.json.text()
        == #"{"id":"ignition","#
        + #""points":{"decision":10,"energy":15,"idea":8,"experiment":20,"challenge":25},"#
        + #""multipliers":{"low":"1","medium":"1.5","high":"2","extreme":"2.5"},"#
        + #""duplicates":{"common":10,"rare":25,"epic":50,"legendary":100},"#
        + #""drops":{"chance":"1","empty_cell":"demote","#
        + #""rates":{"common":"0.6","rare":"0.3","epic":"0.08","legendary":"0.02"},"#
        + #""pity":{"legendary":{"soft_start":null,"soft_step":"0","hard":90}}},"#
        + #""fuel":{"capacity":1000},"tokens":{"initial":1,"per_overload":1},"#
        + #""levels":[{"title":"Novice Igniter","threshold":0}],"#
        + #""missions":[{"id":"morning-spark","title":"Morning Spark","window":"day","#
        + #""metric":"sparks","filters":{"before_hour":12},"target":1,"reward":50,"#
        + #""difficulty":"easy","from":"2026-12-01"}],"#
        + #""cards":[{"id":"decision-fork-in-the-path","name":"Fork in the Path","#
        + #""category":"decision","rarity":"common","until":"2027-01-01"}],"#
        + #""ladders":[{"id":"steady","title":"Steady","rungs":[{"id":"steady-1","title":"One","#
        + #""conditions":[{"metric":"stability","at_least":"0.8"},{"metric":"days","at_least":3}]}]}],"#
        + #""tasks":{"scores":{"P0":7,"P1":4,"P2":3,"P3":2},"credit_points":false}}"#)
  }

  /// Any tree either has errors, or is read as a valid rulebook.
  @Test(.slow)
  func `damaged JSON is refused, or read as a valid rulebook`() throws {
    var random = CounterStream(key: 2, identity: 0, purpose: 0)
    var sound = 0
    for number in 0..<1000 as Range<UInt64> {
      var tree = RandomRulebook.rulebook(number % 50).json
      if case .object(let members) = tree, random.bounded(2) == 0 {
        tree = .object(members + [("extends", .string("ignition"))])
      }
      for _ in 0..<random.bounded(4) { damage(&tree, &random) }
      do {
        let definition = try RulebookDefinition(
          reading: tree, bundled: RulebookDefinition.bundled)
        try #require(definition.faults() == [])
        sound += 1
      } catch let error as RulebookError {
        try #require(!error.faults.isEmpty)
        for fault in error.faults {
          // Only what is no table at all has no path.
          if case .object = tree { try #require(!fault.path.keys.isEmpty) }
          try #require(!fault.problem.isEmpty)
        }
      }
    }
    #expect(sound > 100 && sound < 900)
  }

  private func damage(_ tree: inout JSONValue, _ random: inout CounterStream) {
    switch tree {
    case .object(var members) where !members.isEmpty && random.bounded(12) > 0:
      let index = Int(random.bounded(UInt64(members.count)))
      if random.bounded(12) == 0 {
        members.remove(at: index)
      } else if random.bounded(12) == 0 {
        members[index].name += "s"
      } else {
        damage(&members[index].value, &random)
      }
      tree = .object(members)
    case .array(var entries) where !entries.isEmpty && random.bounded(12) > 0:
      let index = Int(random.bounded(UInt64(entries.count)))
      switch random.bounded(12) {
      case 0: entries.remove(at: index)
      case 1: entries.append(entries[index])
      default: damage(&entries[index], &random)
      }
      tree = .array(entries)
    default:
      let values: [JSONValue] = [
        .null, .boolean(false), .boolean(true), .integer(-1), .integer(7), .integer(.max),
        .integer(.min), .number(0.5), .number(.nan), .number(.infinity), .number(-1e300),
        .number(1e-300), .string(""), .string("1/3"), .string("idea"), .array([]), .object([]),
        .array([.null]), .object([("id", .string("x"))]),
      ]
      tree = values[Int(random.bounded(UInt64(values.count)))]
    }
  }
}
