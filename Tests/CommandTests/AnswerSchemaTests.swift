import Foundation
import FlintJSON
import Testing

/// What commands answer in JSON and CSV, compared with the schema that `flint api answers` prints.
struct `Answers in JSON and CSV` {
  private static let at = "--db p.db --now 2026-03-01T21:00"

  /// Something of every subject.
  private static let script = """
    quest.add("lighthouse.json")
    for i = 1, 3 do
      local at = "2026-02-2" .. i .. "T12:00"
      spark.add{title = "Ran", category = "energy", tags = {"out"}, actual = 20, at = at}
      mood.add{mood = i, day = "2026-02-2" .. i, at = at}
    end
    task.add{name = "Late", due = "2026-02-25", reminder = "2026-03-02T09:00"}
    task.complete(task.add{name = "Done"}.id)
    tracker.add{name = "Gym", fields = {Weight = "number"}, target = 10, at = "2026-02-20"}
    tracker.add_entry("Gym", {minutes = 30, at = "2026-02-21T12:00"})
    habit.add{name = "Read", schedule = {per = "day"}, at = "2026-02-20"}
    habit.done("Read")
    journey.start("2026-02-01")
    activity.add{kind = "journal", text = "A good day."}
    """

  /// Makes a profile, and returns the schema of the program.
  private static func prepare(_ scratch: borrowing Scratch) throws -> JSONValue {
    try script.write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    let made = try Shell.run(
      """
      cd '\(Shell.root.path)/examples'; cp data/quests/lighthouse.json data/draws.csv data/loot/chest.csv worlds/banner.lua "$OLDPWD"; cd "$OLDPWD"
      echo 'return {players = 50, days = 3, measure = {"sparks", "points"}}' > plan.lua
      printf 'at,title,category\\n2026-02-20T12:00,Swam,energy\\n' > sparks.csv; echo 'mood good' > phone.txt
      flint odds disclose --rules banner.lua -o published.csv &&
      flint init --db p.db --rules banner.lua --zone UTC --seed 7 --quiet --now 2026-02-01 &&
      flint run s.lua --allow-read lighthouse.json --quiet --db p.db --now 2026-03-01T20:00 &&
      flint import sparks.csv --quiet \(at) && flint config day-start 04:00 --quiet \(at) &&
      flint config list.open tasks --quiet \(at)
      """, in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    let printed = try Shell.run("flint api answers", in: scratch.url)
    return try JSONValue(parsing: printed.output)
  }

  /// The words of commands that need others than their names in the schema.
  private static let words = [
    "stats --metric": "stats --metric sparks",
    "stats --metric amount": "stats --metric amount --tracker Gym",
    "stats relate SERIES": "stats relate Gym mood points",
    "moods --month": "moods --month 2026-02", "moods --year": "moods --year 2026",
    "habits --name": "habits --name Read", "config NAME": "config color",
  ]

  /// Commands that record.
  private static let recording = [
    "spark": "spark Sketch idea", "task": "task Milk", "done": "done Late", "mood": "mood good",
    "entry": "entry Gym 20", "habit": "habit done Read --on yesterday", "journal": "journal Words",
    "journey start": "journey start 2026-02-28", "roll": "roll character",
    "inbox": "inbox phone.txt",
    "edit": "edit Late priority=P0", "remove": "remove Late",
  ]

  /// Commands that answer questions of chance, whose CSV has a value a line or a list of one of their rows.
  private static let chance = [
    "odds goal": "odds goal --goal complete --at 500 --per-day 3",
    "odds prize": "odds prize 0.6% --soft-start 74 --soft-step 6% --hard 90 --at 80",
    "odds pool": "odds pool character --rules banner.lua --goal featured --at 90 --rolls 20 "
      + "--budget gems=1600 --distribution",
    "odds pool --sweep": "odds pool character --rules banner.lua --sweep share=25%,50% --at 90",
    "odds pool --solve": "odds pool character --rules banner.lua --solve legendary.hard --mean 93",
    "odds table": "odds table chest.csv --openings 2 --until all --at 3 --simulate 100",
    "odds disclose": "odds disclose --rules banner.lua --day 2026-03-01",
    "odds disclose --check": "odds disclose --rules banner.lua --check published.csv",
    "odds disclose --form": "odds disclose --rules banner.lua --form korea",
    "audit counts": "audit counts 60,40 --rates 50,50 --detect 10%",
    "audit profile": "audit profile --db p.db",
    "audit log": "audit log draws.csv --item-column item --rank-column rarity "
      + "--pool-column banner --time-column time --id-column id --rates legendary=0.6%,epic=5.1% "
      + "--pity legendary=74:6%:90 --featured Aurora --share 50% --guarantee",
    "audit log --sequential": "audit log draws.csv --item-column item --rank-column rarity "
      + "--id-column id --pool-column banner --rates legendary=0.6%,epic=5.1% --sequential",
    "audit power": "audit power --rates S=20% --alternative rate:S=50% --draws 20 --logs 100",
    "simulate": "simulate plan.lua", "replay": "replay --db p.db --rules ignition",
  ]

  /// Answers whose CSV is a list of one of the rows inside them.
  private static let lists: Set = [
    "week", "due", "stats relate mood", "stats relate SERIES", "tasks --scores", "moods --month",
    "moods --year",
    "habits --name", "trackers --stats",
  ]

  @Test func `have the fields of the schema, and no others`() throws {
    let scratch = try Scratch()
    let schema = try Self.prepare(scratch)
    let commands = try #require(schema["properties"]?.members)
    #expect(commands.count >= 55)
    for (name, answer) in commands {
      let words = Self.recording[name].map { $0 + " --dry-run" } ?? Self.words[name] ?? name
      let command =
        "flint \(Self.chance[name] ?? "\(words) \(Self.at)") 2> errors --format "
      let json = try Shell.run(command + "json", in: scratch.url)
      #expect(json.status == 0, "\(name): \(json.output)")
      let value = try JSONValue(parsing: json.output)
      #expect(Self.faults(of: value, by: answer, schema, name) == [])
      if case .array(let rows) = value { #expect(!rows.isEmpty, "\(name) is empty") }
      if Self.lists.contains(name) || Self.recording[name] != nil || Self.chance[name] != nil {
        continue
      }
      let csv = try Shell.run(command + "csv", in: scratch.url)
      let header = csv.output.split(whereSeparator: \.isNewline).first.map(String.init)
      let row = answer["items"] ?? answer
      #expect(header == Self.columns(of: row, schema).joined(separator: ","), "\(name)")
    }
  }

  /// Returns the definition that a schema refers to, or the schema itself; the one besides null.
  private static func resolved(_ schema: JSONValue, _ root: JSONValue) -> JSONValue {
    if case .array(let kinds)? = schema["anyOf"] { return resolved(kinds[0], root) }
    guard case .string(let reference)? = schema["$ref"] else { return schema }
    return root["$defs"]?[String(reference.dropFirst("#/$defs/".count))] ?? .null
  }

  /// Returns the columns of a row: its fields, those of rows inside it by their paths, without lists of rows.
  private static func columns(of row: JSONValue, _ root: JSONValue) -> [String] {
    (resolved(row, root)["properties"]?.members ?? []).flatMap { name, field -> [String] in
      let field = resolved(field, root)
      if field["properties"] != nil { return columns(of: field, root).map { "\(name)_\($0)" } }
      let isOfRows = field["items"].map { $0["type"] != .string("string") } ?? false
      return isOfRows ? [] : [name]
    }
  }

  private static func faults(
    of value: JSONValue, by schema: JSONValue, _ root: JSONValue, _ path: String
  ) -> [String] {
    if value == .null, case .array(let kinds)? = schema["anyOf"] {
      return kinds.contains(.object([("type", .string("null"))])) ? [] : ["\(path): null"]
    }
    let schema = resolved(schema, root)
    guard case .string(let type)? = schema["type"] else { return [] }
    switch (type, value) {
    case ("integer", .integer), ("boolean", .boolean), ("number", .integer), ("number", .number):
      return []
    case ("string", .string):
      guard case .array(let names)? = schema["enum"] else { return [] }
      return names.contains(value) ? [] : ["\(path): \(value.text())"]
    case ("array", .array(let items)):
      let item = schema["items"] ?? .null
      return items.enumerated().flatMap { faults(of: $1, by: item, root, "\(path)[\($0)]") }
    case ("object", .object(let members)):
      let names = Set(members.map(\.name))
      // Fields that are not required may be left out.
      let fields = (schema["properties"]?.members ?? []).filter {
        names.contains($0.name) || schema["required"]?.texts.contains($0.name) ?? true
      }
      if members.map(\.name) != fields.map(\.name) {
        return ["\(path): \(members.map(\.name)), not \(fields.map(\.name))"]
      }
      return zip(members, fields).flatMap { member, field in
        faults(of: member.value, by: field.value, root, "\(path).\(field.name)")
      }
    default: return ["\(path): no \(type), but \(value.text())"]
    }
  }
}

extension JSONValue {
  /// The members of an object.
  fileprivate var members: [(name: String, value: JSONValue)]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The texts of a list.
  fileprivate var texts: [String] {
    guard case .array(let items) = self else { return [] }
    return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
