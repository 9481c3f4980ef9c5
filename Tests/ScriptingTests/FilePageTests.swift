import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Testing
import Transfer

@testable import Scripting

struct `The reference of rulebook files` {
  @Test(arguments: RulebookPage.examples)
  func `has examples that are sound rulebooks`(example: String) throws {
    let definition = try RulebookFile.definition(of: Array(example.utf8), path: "example.lua")
    #expect(definition != RulebookDefinition.ignition)
    #expect(RulebookPage.markdown.contains("```lua\n\(example)\n```"))
  }

  @Test func `describes each key and metric`() {
    let page = RulebookPage.markdown
    func check<Record>(_ table: TableSchema<Record>) {
      for field in table.fields {
        #expect(!field.summary.isEmpty && page.contains("| `\(field.name)` | \(field.summary) |"))
      }
    }
    check(WrittenRulebook.table)
    check(WrittenRulebook.fuel)
    check(TokenRules.table)
    check(DropDefinition.table)
    check(PityDefinition.table)
    check(TaskRules.table)
    check(LevelDefinition.table)
    check(MissionDefinition.table)
    check(CardDefinition.table)
    check(LadderDefinition.table)
    check(RungDefinition.table)
    check(LadderCondition.table)
    for metric in Metric.all {
      #expect(!metric.summary.isEmpty)
      #expect(page.contains("| `\(metric.name)` | \(metric.summary) |"))
    }
    #expect(Set(RulebookPage.ladderMetrics.keys) == Set(LadderMetric.names))
  }

  @Test func `names every section of a complete rulebook`() {
    guard case .object(let members) = RulebookDefinition.ignition.json else { return }
    #expect(members.count > 10)
    for member in members { #expect(WrittenRulebook.table.names.contains(member.name)) }
  }

  @Test func `lists the filters of each metric`() {
    #expect(
      RulebookPage.markdown.contains(
        "| `sparks` | Sparks. | `category`, `min_intensity`, `before_hour` |\n"))
    #expect(RulebookPage.markdown.contains("| `stability` | The stability score. | a score"))
  }
}

struct `The reference of mapping files` {
  @Test(arguments: [MappingPage.example, MappingPage.eachExample, MappingPage.eventsExample])
  func `has examples that are valid mappings`(example: String) throws {
    try withScriptThread { () throws in
      _ = try MappingFile.mapping(of: Array(example.utf8), path: "example.lua")
    }
    #expect(MappingPage.markdown.contains("```lua\n\(example)\n```"))
  }

  @Test func `describes each field and no other`() throws {
    #expect(Set(MappingPage.parts.keys) == Set(Mapping.memberNames))
    let lines = MappingPage.markdown.split(separator: "\n")
    for kind in MappingKind.allCases {
      let start = try #require(lines.firstIndex(of: "| \(kind.rawValue) | value |")) + 2
      let rows = lines[start...].prefix { $0.hasPrefix("| `") }
      try #require(rows.count == kind.fields.count, "\(kind)")
      for (row, field) in zip(rows, kind.fields) {
        // A number is a mood only under a scale.
        let summary =
          field.name == "mood" ? "or a number under a `scale`. The rating." : field.creationSummary
        #expect(
          row.hasPrefix("| `\(field.name)`") && row.hasSuffix("\(summary) |"),
          "\(kind): \(field.name)")
      }
    }
  }
}

struct `The reference of quest files` {
  @Test func `has an example that is read without errors or notices`() throws {
    let file = try QuestFile(parsing: Array(QuestPage.example.utf8), file: "example.json")
    #expect(file.notice == nil)
    #expect(file.set.nodeCount == 4)
    #expect(QuestPage.markdown.contains("```json\n\(QuestPage.example)\n```"))
  }

  @Test func `describes each key`() {
    for (key, isRequired, summary) in Self.keys.map({ ($0.name, $0.isRequired, $0.summary) }) {
      #expect(!summary.isEmpty)
      #expect(
        QuestPage.markdown.contains("| `\(key)`\(isRequired ? " \\*" : "") | \(summary) |"),
        "\(key)")
    }
  }

  /// A set with every field, under the paths of its objects.
  private static func set(without path: String, _ key: String) -> JSONValue {
    func object(_ at: String, _ members: [(String, JSONValue)]) -> JSONValue {
      .object(members.filter { at != path || $0.0 != key }.map { (name: $0.0, value: $0.1) })
    }
    let node = object(
      "node",
      [
        ("id", .string("n")), ("orderIndex", .integer(0)), ("title", .string("t")),
        ("description", .string("d")), ("dependencies", .array([])),
        ("location", .object([("zone", .string("z"))])),
      ])
    let gate = object(
      "gate",
      [
        ("id", .string("g")), ("type", .string("level")), ("afterNodeId", .string("n")),
        ("requirement", .string("2")), ("description", .string("d")),
      ])
    // The gate comes after the node, and is removed with it.
    let gates: JSONValue = path == "node" && key == "id" ? .array([]) : .array([gate])
    let mission = object(
      "mission",
      [
        ("id", .string("m")), ("title", .string("t")), ("number", .string("1")),
        ("url", .string("u")), ("nodes", .array([node])),
        ("gates", path == "mission" && key == "nodes" ? .array([]) : gates),
      ])
    return object(
      "set",
      [
        ("id", .string("s")), ("name", .string("n")), ("category", .string("c")),
        ("source", .string("s")), ("sourceUrl", .string("u")), ("lastScraped", .string("l")),
        ("lastKnownUpdate", .string("l")), ("totalMissions", .integer(1)),
        ("missions", .array([mission])),
      ])
  }

  private typealias Key = (path: String, name: String, isRequired: Bool, summary: String)

  private static func keys<Record>(_ path: String, _ table: TableSchema<Record>) -> [Key] {
    table.fields.map { (path, $0.name, $0.isRequired, $0.summary) }
  }

  private static let keys =
    keys("set", QuestSet.table) + keys("mission", QuestMission.table)
    + keys("node", QuestNode.table) + keys("location", QuestLocation.table)
    + keys("gate", QuestGate.table)

  private static let required = keys.filter { $0.path != "location" }

  @Test(arguments: required.indices)
  func `stars what the reader asks for, and nothing else`(index: Int) {
    let (path, key, isRequired, _) = Self.required[index]
    let isRead =
      (try? QuestFile(reading: Self.set(without: path, key), file: "x.json")) != nil
    #expect(isRead != isRequired, "\(path).\(key)")
  }
}
