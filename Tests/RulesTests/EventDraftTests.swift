import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Foundation
import Testing

struct `A draft of an event` {
  static let seed: UInt64 = 7
  static let at = Instant(milliseconds: 1_772_431_200_000)
  static let offset = UTCOffset(seconds: 3600)

  private static func event(_ draft: EventDraft, key: NaturalKey) throws -> ProfileEvent {
    try draft.event(at: at, offset: offset, seed: seed, key: key)
  }

  private static func drafts() throws -> [EventDraft] {
    let other = EventID(high: 1, low: 2)
    let day = CivilDay(number: 20_514)
    return [
      try .spark("Ran to work", category: .energy, intensity: .high, tags: ["Sport"]),
      .roll(.idea), try .task("Buy shoes", priority: .p1),
      .completion(of: other), try .mood(.good, on: day, note: "Sun"), .journey(from: day),
      try .activity(.journal, text: "A page"), try .tracker(named: "Reading"),
      try .entry(minutes: 20, in: other, notes: "At night"), try .entry(number: 72.5, in: other),
      try .entry(isDone: true, in: other),
    ]
  }

  /// The ids are those of `siphash_128` in `Tests/Oracle/oracle.py`.
  @Test func `with a key has the id of seed, kind and key`() throws {
    let drafts = try Self.drafts()
    let expected = [
      (drafts[0], "run-1", "62e254b64d08268dab3c806dfe411641"),
      (drafts[1], "roll", "0ed9a6186fffbad7b8fee9c7b4a05fdb"),
      (drafts[2], "shoes", "0b231ff17e3da17ce9ab2d271fc19dca"),
    ]
    for (draft, key, id) in expected {
      #expect(try Self.event(draft, key: .given(key)).id.description == id)
    }
    let task = try Self.event(drafts[2], key: .content(occurrence: 0))
    #expect(task.id.description == "7ab23846ee1ab43a9243f0cda2be13fe")
  }

  @Test func `becomes an event that its JSON restores`() throws {
    for draft in try Self.drafts() {
      let event = try Self.event(draft, key: .content(occurrence: 1))
      let text = event.json.text()
      #expect(try ProfileEvent(json: JSONValue(parsing: text)) == event, "\(text)")
    }
  }

  @Test func `becomes an event that a coder of Foundation restores`() throws {
    let events = try Self.drafts().map { try Self.event($0, key: .content(occurrence: 0)) }
    let bytes = try JSONEncoder().encode(events)
    #expect(try JSONDecoder().decode([ProfileEvent].self, from: bytes) == events)
    let changed = String(decoding: bytes, as: UTF8.self).replacing("\"roll\"", with: "\"role\"")
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ProfileEvent].self, from: Data(changed.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("expected a kind of event, got \"role\""))
  }

  @Test func `made of JSON is the one that its function makes`() throws {
    let spark = try EventDraft(
      .spark,
      content: JSONValue(
        parsing: """
          {"title": " Ran to work", "category": "energy", "intensity": "high", "tags": ["sport"]}
          """))
    let typed = try Self.drafts()
    #expect(
      try Self.event(spark, key: .content(occurrence: 0))
        == Self.event(typed[0], key: .content(occurrence: 0)))
    for draft in typed.dropFirst() {
      let event = try Self.event(draft, key: .content(occurrence: 0))
      let again = try EventDraft(event.kind, content: event.json["content"] ?? .null)
      #expect(try Self.event(again, key: .content(occurrence: 0)) == event)
    }
  }

  @Test func `or JSON with an invalid member is refused`() throws {
    #expect(throws: FieldError.self) { try EventDraft(.spark, content: .null) }
    #expect(throws: FieldError.self) { try EventDraft.spark(" ", category: .idea) }
    let draft = EventDraft.roll(.idea)
    for (at, offset) in [(Int64.min, Int32(0)), (.max, 0), (0, .max)] {
      #expect(throws: FieldError.self) {
        try draft.event(
          at: Instant(milliseconds: at), offset: UTCOffset(seconds: offset), seed: 1)
      }
    }
    let json = try Self.event(draft, key: .given("a")).json.text()
    let faults = [
      ("\"roll\"", "\"role\""), ("3600", "\(Int64.max)"), ("\"idea\"", "\"tea\""),
      ("1772431200000", "\(Int64.max)"), ("\"id\":\"", "\"id\":\"x"),
      ("\"content\"", "\"contents\""),
    ]
    for (old, new) in faults {
      let changed = json.replacing(old, with: new)
      #expect(changed != json)
      let error = #expect(throws: FieldError.self, "\(changed)") {
        try ProfileEvent(json: JSONValue(parsing: changed))
      }
      #expect(error?.field.isEmpty == false)
    }
  }
}

struct `Dues of an app` {
  /// A task due today, at 23:30 in Rome of 2026-03-02, and one due three days later.
  @Test func `reach through the days after today`() throws {
    let rulebook = try Rulebook.ignition()
    let zone = try CivilZone(name: "Europe/Rome")
    let now = Instant(milliseconds: 1_772_490_600_000)
    let today = try #require(CivilDay("2026-03-02"))
    #expect(zone.day(of: now) == today)
    var events: [ProfileEvent] = []
    for days in [0, 3] {
      let task = try EventDraft.task("In \(days) days", due: today + days)
      events.append(try task.event(at: now, in: zone, seed: 1))
    }
    events.sort()
    var state = rulebook.initialState()
    _ = rulebook.apply(events, to: &state, seed: 1)
    rulebook.advance(to: today, in: &state)
    func names(_ days: Int) -> [String] {
      rulebook.dues(of: state, at: now, in: zone, days: days).filter { $0.kind == .task }
        .compactMap(\.name)
    }
    #expect(names(2) == ["In 0 days"])
    #expect(names(3) == ["In 0 days", "In 3 days"])
    #expect(names(.max) == ["In 0 days", "In 3 days"])
    #expect(names(-1) == ["In 0 days"])
  }
}
