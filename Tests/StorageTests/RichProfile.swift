import FlintCalendar
import GRDB
import FlintJSON
import FlintRules
import FlintSchema
import Testing

@testable import Storage

extension Store {
  /// Records something in every table: sparks, a roll and events, which are changed, removed and
  /// restored, with texts of all kinds.
  func recordRichly() throws {
    try access { access in
      try access.begin(writing: true)
      var writer = RichWriter(access: access)
      try writer.write()
      try access.profile.setRecordSum(writer.sum)
      try access.commit()
    }
  }

  /// The rows of every table except caches, as text.
  func tables() throws -> [String: [String]] {
    try access { access in
      var tables: [String: [String]] = [:]
      for table in Dump.tables {
        tables[table] = try Row.fetchAll(access.database, sql: "SELECT * FROM \(table)").map {
          row in
          row.map { name, value in "\(name)=\(value)" }.joined(separator: "|")
        }.sorted()
      }
      return tables
    }
  }
}

private struct RichWriter {
  let access: StoreAccess
  let seed = Profile.sample.seed
  var sequence: Int64 = 0
  var batch: Int64 = 0
  var sum = RecordSum()

  mutating func provenance() -> Provenance {
    sequence += 1
    return Provenance(
      sequence: sequence, recordedAt: Instant(milliseconds: 1_772_400_000_000 + sequence),
      batch: batch)
  }

  mutating func open(_ kind: String, undoes: Int64? = nil) throws {
    batch = try access.batches.insert(
      kind: kind, source: "\(kind) \"source\"\n", at: Instant(milliseconds: 1), undoes: undoes)
  }

  mutating func add(_ spark: Spark, key: String? = nil) throws -> EventID {
    let id = spark.id(seed: seed, key: key.map { .given($0) } ?? .content(occurrence: 0))
    #expect(try access.sparks.insert(spark, id: id, key: key, provenance()))
    sum.add(id)
    return id
  }

  mutating func add(_ action: ProfileEvent.Action, at: Instant, key: String? = nil) throws
    -> EventID
  {
    let offset = UTCOffset(seconds: -3600)
    let id = ProfileEvent.id(
      of: action, at: at, offset: offset, seed: seed,
      key: key.map { .given($0) } ?? .content(occurrence: 0))
    let event = ProfileEvent(id: id, at: at, offset: offset, action: action)
    #expect(try access.events.insert(event, content: action.content, key: key, provenance()))
    sum.add(id)
    return id
  }

  mutating func correct(
    _ id: EventID, _ cause: Correction.Cause, _ content: Correction.Content?
  ) throws {
    let correction = Correction(
      event: id, cause: cause, content: content,
      recordedAt: Instant(milliseconds: 1_772_500_000_000 + sequence))
    let hash = correction.hash(seed: seed)
    #expect(try access.corrections.insert(correction, hash: hash, provenance()))
    sum.add(hash)
  }

  mutating func write() throws {
    try open("script")
    let instant = Instant(milliseconds: 1_772_323_200_000)
    let odd = try Spark(
      at: instant, offset: UTCOffset(seconds: 19_800), category: .challenge, intensity: .extreme,
      title: "\"Quoted\", \\ and é e\u{301} 🦊", notes: "two\nlines\r\n\tand a tab \u{2028}\u{7f}",
      tags: ["a, b", "“c”"], estimatedMinutes: 0, actualMinutes: Int64(Int32.max))
    let first = try add(odd)
    let second = try add(try numbered(1), key: "key\n\"1\"")
    let third = try add(try numbered(2))
    let roll = CardRoll(at: instant, offset: .zero, category: .idea)
    let rolled = roll.id(seed: seed, key: .content(occurrence: 0))
    #expect(try access.rolls.insert(roll, id: rolled, key: nil, provenance()))
    sum.add(rolled)
    let task = try add(
      .task(.taskAdd(try TaskContent(name: "Näh \"x\"", details: "a\nb", priority: .p0))),
      at: instant, key: "task 1")
    let tracker = try add(
      .tracker(
        .create(
          try TrackerContent(
            name: "Läufe", target: DecimalNumber(millionths: 1_500_000),
            fields: [TrackerField(name: "Distance", type: .number)]))), at: instant)
    try open("import")
    _ = try add(
      .tracker(
        .entry(
          try EntryContent(
            tracker: tracker, kind: .session(minutes: 30), tags: ["x"],
            values: [
              EntryContent.Value(
                name: "Distance", value: .number(try DecimalNumber(reading: "5.25", field: "")))
            ]))), at: instant)
    try correct(first, .edit, .spark(try numbered(7)))
    try correct(second, .remove, nil)
    try correct(third, .edit, .spark(try numbered(8)))
    try correct(third, .remove, nil)
    try correct(rolled, .remove, nil)
    let renamed = ProfileEvent.Action.task(.taskAdd(try TaskContent(name: "Other")))
    try correct(task, .edit, .event(at: instant, offset: .zero, renamed))
    try open("undo", undoes: 2)
    try correct(second, .undo, .spark(try numbered(1)))
    try correct(rolled, .undo, .event(at: instant, offset: .zero, .roll(.idea)))
    var own = RulebookDefinition.ignition
    own.id = "own"
    try access.profile.setRulebook(
      id: "own", hash: Rulebook(own).hash, definition: own.json.text())
  }
}
