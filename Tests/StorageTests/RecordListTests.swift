import FlintCalendar
import GRDB
import FlintJSON
import FlintRules
import Testing

@testable import Storage

/// The order of each list, of a profile with these records (see `recordRichly`): sparks 1 to 3, roll 4, a task
/// 5 and a tracker 6 of batch 1; entry 7 and the corrections 8 to 13 of batch 2; corrections 14 and 15 of batch 3.
struct `A list of records` {
  private let store: Store
  /// The ids of the events, by their sequence numbers.
  private let ids: [Int64: EventID]

  init() throws {
    store = try .inMemory(profile: .sample)
    try store.recordRichly()
    ids = try store.access { access in
      var ids: [Int64: EventID] = [:]
      for table in ["spark", "card_roll", "event"] {
        for row in try Row.fetchAll(access.database, sql: "SELECT seq, id FROM \(table)") {
          ids[try row.read("seq")] = try row.id("id")
        }
      }
      return ids
    }
  }

  private func log(_ change: (inout LogQuery) -> Void = { _ in }) throws -> [Int64] {
    var query = LogQuery()
    change(&query)
    return try store.access { try $0.records.log(query).map(\.sequence) }
  }

  @Test func `of the log begins with the latest`() throws {
    #expect(try log() == Array((1...15).reversed()))
    #expect(try log { $0.limit = 3 } == [15, 14, 13])
    #expect(try log { $0.limit = 0 } == [])
    #expect(try log { $0.beforeSequence = 3 } == [2, 1])
    #expect(try log { $0.isCorrectionsOnly = true } == Array((8...15).reversed()))
    #expect(try log { $0.batch = 3 } == [15, 14])
    #expect(try log { $0.event = ids[3] } == [11, 10, 3])
    // A roll, and its removal and its return.
    #expect(try log { $0.kinds = [.roll] } == [15, 12, 4])
    #expect(try log { $0.kinds = [.roll, .taskAdd] } == [15, 13, 12, 5, 4])
    // They were recorded at 1,772,400,000,000 plus their numbers.
    #expect(
      try log {
        $0.since = Instant(milliseconds: 1_772_400_000_004)
        $0.before = Instant(milliseconds: 1_772_400_000_007)
      } == [6, 5, 4])
  }

  @Test func `of a batch's events has the order of recording, each once`() throws {
    let numbers = try store.access { access in
      try (1...4).map { try access.records.events(ofBatch: $0) }
    }
    let expected: [[Int64]] = [[1, 2, 3, 4, 5, 6], [7, 1, 2, 3, 4, 5], [2, 4], []]
    #expect(numbers == expected.map { $0.compactMap { ids[$0] } })
  }

  @Test func `of batches begins with the latest`() throws {
    let batches = try store.access { try $0.batches.all() }
    #expect(batches.map(\.number) == [3, 2, 1])
    #expect(batches.map(\.kind) == ["undo", "import", "script"])
    #expect(batches.map(\.undoes) == [2, nil, nil])
  }

  @Test func `of an event's corrections begins with the earliest`() throws {
    let third = try #require(ids[3])
    let records = try #require(try store.access { try $0.records.all(of: third) })
    #expect(records.batch == 1)
    #expect(records.corrections.map(\.sequence) == [10, 11])
    #expect(records.corrections.map(\.correction.cause) == [.edit, .remove])
    #expect(try store.access { try $0.records.all(of: EventID(high: 1, low: 1)) } == nil)
  }

  @Test func `of rulebooks has the order of their hashes, and only checked ones`() throws {
    let bundled = try RulebookDefinition.bundled.map { try Rulebook($0) }
    try store.access { access in
      let before = try access.rulebooks.all().map(\.hash)
      for rulebook in bundled {
        try access.rulebooks.keep(hash: rulebook.hash, definition: rulebook.definition.json.text())
        // Another definition of a known hash is not stored.
        try access.rulebooks.keep(hash: rulebook.hash, definition: "other")
      }
      let hashes = Set(before + bundled.map(\.hash)).sorted()
      #expect(try access.rulebooks.all().map(\.hash) == hashes)
      // Of a later version.
      try access.rulebooks.keep(hash: "00", definition: "{}")
      #expect(try access.rulebooks.all().map(\.hash) == hashes)
      #expect(throws: Damage.self) { try access.rulebooks.rulebook(hash: "00") }
      #expect(try access.rulebooks.rulebook(hash: "cc") == nil)
      // Stored under the hash of another.
      try access.rulebooks.keep(hash: "dd", definition: bundled[0].definition.json.text())
      #expect(throws: Damage.self) { try access.rulebooks.rulebook(hash: "dd") }
      #expect(throws: Damage.self) { try access.rulebooks.all() }
    }
  }

  @Test func `of ids ascends, removed ones included`() throws {
    var found: [EventID] = []
    try store.access { try $0.eventIDs.forEach { found.append($0) } }
    #expect(found == ids.values.sorted())
    #expect(found.count == 7)
    for (index, id) in found.enumerated() {
      let (before, after) = try store.access { try $0.eventIDs.neighbours(of: id) }
      #expect(before == (index == 0 ? nil : found[index - 1]))
      #expect(after == (index == 6 ? nil : found[index + 1]))
    }
  }

  @Test func `of ids has no neighbours of the only one`() throws {
    let store = try Store.inMemory(profile: .sample)
    try store.record(1)
    try store.access { access in
      var only: [EventID] = []
      try access.eventIDs.forEach { only.append($0) }
      let (before, after) = try access.eventIDs.neighbours(of: try #require(only.first))
      #expect(before == nil)
      #expect(after == nil)
      let zero = EventID(high: 0, low: 0)
      #expect(try access.eventIDs.neighbours(of: zero).after == only.first)
      #expect(try access.eventIDs.neighbours(of: zero).before == nil)
    }
  }

  /// Numbers, instants in minutes, titles and intensities of four sparks.
  @Test(arguments: [
    (SparkQuery.Order.oldest, [2, 1, 3, 4]), (.newest, [4, 3, 1, 2]), (.intensity, [3, 4, 2, 1]),
    (.title, [4, 3, 1, 2]),
  ])
  func `of sparks has the wanted order`(order: SparkQuery.Order, expected: [Int64]) throws {
    let store = try Store.inMemory(profile: .sample)
    let sparks: [(Int64, String, SparkIntensity)] = [
      (2, "b", .low), (1, "é", .medium), (3, "a", .extreme), (4, "B", .high),
    ]
    let found = try store.access { access in
      let batch = try access.batches.insert(kind: "", source: "", at: Instant(milliseconds: 0))
      for (index, (minute, title, intensity)) in sparks.enumerated() {
        let spark = try Spark(
          at: Instant(milliseconds: minute * 60_000), offset: .zero, category: .idea,
          intensity: intensity, title: title)
        #expect(
          try access.sparks.insert(
            spark, id: spark.id(seed: 1, key: .content(occurrence: 0)), key: nil,
            Provenance(
              sequence: Int64(index) + 1, recordedAt: Instant(milliseconds: 0), batch: batch)))
      }
      var query = SparkQuery()
      query.order = order
      var limited = query
      limited.limit = 2
      #expect(try access.sparks.sequences(limited) == Array(expected.prefix(2)))
      #expect(try access.sparks.count(limited) == 2)
      return try access.sparks.sequences(query)
    }
    #expect(found == expected)
  }
}

/// The sums are part of the file: they are compared with those of other versions. The values are from a
/// program in Python that follows the description in `RowSum`.
struct `The sum of a row` {
  @Test(arguments: [
    ("", -7046029254386353131), ("NULL", 2010065528796245073), ("0", -4676600086496243265),
    ("-1", 5855638290754211775), ("1.5", 8097902361659021959), ("''", -7566457635483865677),
    ("'a'", 3305755530248521283), ("x'61'", -261032827420910605),
    ("'abcdefg'", 8984714558572828861), ("'abcdefgh'", -7379553247654524491),
    ("'abcdefghi'", 3074470277959960097), ("'é🦊'", -8802878022292457806),
    ("1, NULL, 'a'", 9032115630064884381), ("NULL, 1, 'a'", 8782661148746628942),
    ("'a', 'b'", 1440096005597439890), ("'ab', ''", -6315227721237211280),
  ])
  func `covers the types, the lengths and the order of its values`(
    values: String, sum: Int64
  ) throws {
    let found = try Store.inMemory(profile: .sample).access { access in
      try Int64.fetchOne(access.database, sql: "SELECT flint_sum(\(values))")
    }
    #expect(found == sum)
  }
}

struct `Sparks written in bulk` {
  private static let recordedAt = Instant(milliseconds: 0)

  /// Writes sparks with the numbers 1 to a count.
  private func write(
    _ count: Int, to store: Store, inOrder: Bool, batch: Int64? = nil,
    _ ends: (StoreAccess) throws -> Void = { _ in }
  ) throws {
    try store.access { access in
      try access.begin(writing: true)
      let made = try access.batches.insert(kind: "bulk", source: "", at: Self.recordedAt)
      var sum = try access.profile.recordSum()
      try access.bulk.begin(inOrder: inOrder)
      #expect(access.bulk.isTimeIndexed == inOrder)
      for number in 1...count {
        let spark = try numbered(inOrder ? number : count - number)
        let id = spark.id(seed: Profile.sample.seed, key: .content(occurrence: 0))
        access.bulk.insert(
          spark, id: id, key: nil,
          Provenance(sequence: Int64(number), recordedAt: Self.recordedAt, batch: batch ?? made))
        sum.add(id)
      }
      try access.bulk.end()
      #expect(access.bulk.isTimeIndexed)
      try access.profile.setRecordSum(sum)
      try ends(access)
      try access.commit()
    }
  }

  /// On both sides of the number of rows that are written at once, 2048.
  @Test(arguments: [1, 2047, 2048, 2049], [false, true])
  func `are all there, with indexes and sums`(count: Int, inOrder: Bool) throws {
    let store = try Store.inMemory(profile: .sample)
    try write(count, to: store, inOrder: inOrder)
    try store.access { access in
      #expect(try access.sparks.count(SparkQuery()) == count)
      #expect(try access.verification.schemaProblems() == [])
      #expect(try access.verification.recordProblems(access.profile.recordSum()) == [])
      var sequences: [Int64] = []
      try access.bulk.forEachSpark { sequences.append($1) }
      #expect(sequences.sorted() == Array(1...Int64(count)))
      let ordered = try access.sparks.sequences(SparkQuery())
      #expect(ordered == (inOrder ? Array(1...Int64(count)) : (1...Int64(count)).reversed()))
    }
  }

  @Test func `that the database refuses are an error of the next use`() throws {
    let scratch = try Scratch()
    let store = try Store.create(path: scratch.path(), profile: .sample)
    for count in [1, 5000] {
      let error = try storeError { try write(count, to: store, inOrder: false, batch: 99) }
      #expect(
        error
          == StoreError(.database, path: scratch.path(), detail: "FOREIGN KEY constraint failed"))
      // As before, indexes included.
      #expect(try store.sparkCount() == 0)
      #expect(try store.access { try $0.batches.all().isEmpty })
      #expect(try store.access { try $0.verification.schemaProblems() } == [])
    }
  }

  @Test func `are found by a reader in any order of their numbers`() throws {
    let store = try Store.inMemory(profile: .sample)
    try write(100, to: store, inOrder: true)
    try store.access { access in
      try access.database.execute(sql: "DELETE FROM spark WHERE seq = 50")
      var ids: [Int64: EventID] = [:]
      try access.bulk.forEachSpark { ids[$1] = $0 }
      let reader = try access.bulk.reader()
      // A step, some steps, more than 32 of them, back, the same again, the first and the last.
      for sequence in [2, 3, 9, 41, 42, 75, 40, 40, 1, 100] as [Int64] {
        #expect(try reader.finds(sequence, try #require(ids[sequence])), "\(sequence)")
        #expect(reader.sequence == sequence)
        #expect(try reader.isSame(try numbered(Int(sequence))))
        #expect(try !reader.isSame(try numbered(Int(sequence) + 1)))
      }
      let second = try #require(ids[2])
      for sequence in [50, 101, 0, 3] as [Int64] {
        #expect(try !reader.finds(sequence, second), "\(sequence)")
      }
      #expect(try reader.finds(2, second))
      reader.pause()
      #expect(reader.sequence == 0)
      #expect(try reader.finds(2, second))
    }
  }

  @Test func `are compared in each field`() throws {
    func spark(
      at: Int64 = 0, offset: Int32 = 0, _ category: SparkCategory = .idea,
      _ intensity: SparkIntensity = .low, _ title: String = "é", _ notes: String? = "n",
      _ tags: [String] = ["a"], _ estimated: Int64? = nil, _ actual: Int64? = 0
    ) throws -> Spark {
      try Spark(
        at: Instant(milliseconds: at), offset: UTCOffset(seconds: offset), category: category,
        intensity: intensity, title: title, notes: notes, tags: tags, estimatedMinutes: estimated,
        actualMinutes: actual)
    }
    let others = [
      try spark(at: 1), try spark(offset: 60), try spark(.energy), try spark(.idea, .medium),
      // Equivalent in Unicode, but not equal.
      try spark(.idea, .low, "e\u{301}"), try spark(.idea, .low, "é", nil),
      try spark(.idea, .low, "é", "n", []), try spark(.idea, .low, "é", "n", ["a", "b"]),
      try spark(.idea, .low, "é", "n", ["a"], 0), try spark(.idea, .low, "é", "n", ["a"], nil, nil),
    ]
    let store = try Store.inMemory(profile: .sample)
    try store.access { access in
      let batch = try access.batches.insert(kind: "", source: "", at: Self.recordedAt)
      let own = try spark()
      let id = own.id(seed: 1, key: .content(occurrence: 0))
      _ = try access.sparks.insert(
        own, id: id, key: nil,
        Provenance(sequence: 1, recordedAt: Self.recordedAt, batch: batch))
      let reader = try access.bulk.reader()
      try #require(try reader.finds(1, id))
      #expect(try reader.isSame(own))
      for (index, other) in others.enumerated() {
        #expect(try !reader.isSame(other), "\(index)")
      }
    }
  }
}
