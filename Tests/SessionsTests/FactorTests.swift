import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

/// What the moods of days are compared with, as it is read from a profile's events.
struct `Factors of days` {
  /// A habit with amounts, a habit of checklists, and a tracker with amounts and with a tag; sparks with and
  /// without tags, of which one is removed; and an entry whose title looks like tags.
  private static func profile() throws -> Store {
    let store = try Store.scratch()
    try store.at("2026-03-06T12:00:00Z") { session in
      func tracker(_ name: String, at time: String) throws -> EventID {
        let content = try TrackerContent(name: name)
        return try session.record(.tracker(.create(content)), at: written("2026-03-01T\(time)")).id
      }
      func entry(
        _ tracker: EventID, _ kind: EntryKind, _ day: String, title: String? = nil,
        tags: [String] = []
      ) throws {
        let content = try EntryContent(tracker: tracker, kind: kind, title: title, tags: tags)
        _ = try session.record(.tracker(.entry(content)), at: written("\(day)T10:00"))
      }
      let read = try tracker("Read", at: "08:00")
      let walk = try tracker("Walk", at: "08:01")
      let weight = try tracker("Weight", at: "08:02")
      let plan = HabitContent(tracker: read, plan: try HabitPlan(HabitSchedule(.day)))
      _ = try session.record(.habit(.plan(plan)), at: written("2026-03-01T09:00"))
      try entry(read, .session(minutes: 10), "2026-03-02")
      try entry(read, .session(minutes: 30), "2026-03-03", title: #"{"tags":["no"]}"#)
      try entry(walk, .checklist(true), "2026-03-03", tags: ["sun"])
      try entry(walk, .checklist(false), "2026-03-04")
      try entry(weight, .measurement(DecimalNumber(Int64(70), field: "number")), "2026-03-02")
      try entry(
        weight, .measurement(DecimalNumber(Int64(71), field: "number")), "2026-03-05",
        tags: ["home"])
      for (day, tags) in [
        ("2026-03-02", ["walk, long"]), ("2026-03-03", []), ("2026-03-05", ["x"]),
      ] {
        var spark = NewSpark(title: "Spark", category: .idea)
        (spark.tags, spark.at) = (tags, written("\(day)T12:00"))
        let id = try session.add(spark).id
        if tags == ["x"] { try session.removeSpark(id: id) }
      }
    }
    return store
  }

  private static func factors(_ kinds: Set<DayFactor.Kind>) throws -> [String] {
    let factors = try profile().at("2026-03-06T12:00:00Z") { try $0.reader.factors(kinds) }
    return factors.map { factor in
      let days = [factor.days, factor.others ?? []].map { days in
        days.map { "\($0.components.day)" }.joined(separator: " ")
      }
      return "\(factor.kind.singular) \(factor.name): \(days.joined(separator: " | "))"
    }
  }

  private static let all = [
    "habit Read: 2 3 | 1 4 5", "habit Walk: 3 | ", "habit Read above 10: 3 | 2",
    "tag home: 5 | ", "tag sun: 3 | ", "tag walk, long: 2 | ", "tracker Weight: 2 5 | ",
    "tracker Weight above 70: 5 | 2", "spark idea: 2 3 | ",
  ]

  /// Every combination of kinds has what all of them together have of these kinds: which events are read
  /// depends on the combination.
  @Test func `are the same whatever other kinds are asked for`() throws {
    let kinds = DayFactor.Kind.allCases
    for combination in 0..<(1 << kinds.count) {
      let asked = Set(kinds.indices.filter { combination >> $0 & 1 == 1 }.map { kinds[$0] })
      let expected = Self.all.filter { line in asked.contains { line.hasPrefix($0.singular + " ") }
      }
      let factors = try Self.factors(asked)
      #expect(factors == expected, "\(asked)")
    }
  }
}
