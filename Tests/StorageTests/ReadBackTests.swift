import FlintCalendar
import GRDB
import FlintJSON
import FlintRules
import Testing

@testable import Storage

/// What was written, one by one or in bulk, is what every reader returns.
struct `What was written` {
  private struct Written {
    var spark: Spark
    var key: String?

    var id: EventID {
      spark.id(seed: Profile.sample.seed, key: key.map { .given($0) } ?? .content(occurrence: 0))
    }
  }

  private static func instant(_ minute: Int64) -> Instant {
    Instant(milliseconds: 1_772_323_200_000 + minute * 60_000)
  }

  /// Sparks in the order of time, two of them at one instant, with all fields and with none.
  private static func sparks() throws -> [Written] {
    try [
      Written(
        spark: Spark(
          at: instant(0), offset: UTCOffset(seconds: 3600), category: .idea, intensity: .low,
          title: "First")),
      Written(
        spark: Spark(
          at: instant(5), offset: UTCOffset(seconds: -7200), category: .challenge,
          intensity: .extreme,
          title: "Full", notes: "two\nlines", tags: ["a", "b c"], estimatedMinutes: 30,
          actualMinutes: 45),
        key: "k1"),
      Written(
        spark: Spark(
          at: instant(9), offset: .zero, category: .energy, intensity: .high, title: "One of two",
          tags: ["z"])),
      Written(
        spark: Spark(
          at: instant(9), offset: .zero, category: .decision, title: "The other", notes: "n"),
        key: "k2"),
    ]
  }

  private static func write(
    _ sparks: [Written], inBulk isBulk: Bool, inOrder: Bool = true, to store: Store
  ) throws {
    try store.access { access in
      try access.begin(writing: true)
      let batch = try access.batches.insert(kind: "test", source: "", at: instant(0))
      if isBulk { try access.bulk.begin(inOrder: inOrder) }
      for (index, written) in sparks.enumerated() {
        let provenance = Provenance(
          sequence: Int64(index) + 1, recordedAt: instant(100), batch: batch)
        if isBulk {
          access.bulk.insert(written.spark, id: written.id, key: written.key, provenance)
        } else {
          #expect(
            try access.sparks.insert(written.spark, id: written.id, key: written.key, provenance))
        }
      }
      if isBulk { try access.bulk.end() }
      try access.commit()
    }
  }

  private static func filled(inBulk isBulk: Bool, inOrder: Bool = true) throws -> Store {
    let store = try Store.inMemory(profile: .sample)
    try write(try sparks(), inBulk: isBulk, inOrder: inOrder, to: store)
    return store
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [false, true])
  func `of a spark is found by its id and its sequence number`(inBulk: Bool) throws {
    let store = try Self.filled(inBulk: inBulk)
    try store.access { access in
      try access.database.execute(sql: "UPDATE spark SET removed = 1 WHERE seq = 3")
      for (index, written) in try Self.sparks().enumerated() {
        let listed = try access.sparks.find(sequences: [Int64(index) + 1][...])
        #expect(listed.count == (index == 2 ? 0 : 1))
        for stored in try [#require(try access.sparks.find(written.id))] + listed {
          #expect(stored.sequence == Int64(index) + 1)
          #expect(stored.id == written.id)
          #expect(stored.spark == written.spark)
          #expect(stored.key == written.key)
          #expect(stored.isRemoved == (index == 2))
        }
      }
    }
  }

  @Test(arguments: [(false, true), (true, true), (true, false)])
  func `of sparks is read row by row, those of one instant by id`(inBulk: Bool, inOrder: Bool)
    throws
  {
    let sparks = try Self.sparks()
    let order = [0, 1] + (sparks[2].id < sparks[3].id ? [2, 3] : [3, 2])
    for isOnlyReading in [false, true] {
      var rows: [Int] = []
      try Self.filled(inBulk: inBulk, inOrder: inOrder).access { access in
        try access.sparks.forEachRow(
          since: nil, before: nil, limit: nil, isOnlyReading: isOnlyReading
        ) {
          row in
          let written = sparks[order[rows.count]]
          let spark = written.spark
          #expect(row.id == written.id)
          #expect((row.at, row.offset) == (spark.at, spark.offset))
          #expect((row.category, row.intensity) == (spark.category, spark.intensity))
          #expect(Self.text(row.title) == spark.title)
          #expect(Self.text(row.notes) == spark.notes)
          #expect(Self.text(row.key) == written.key)
          #expect(
            Self.text(row.tags)
              == (spark.tags.isEmpty ? nil : JSONValue.array(spark.tags.map { .string($0) }).text())
          )
          #expect(row.estimatedMinutes == spark.estimatedMinutes.map(Int64.init))
          #expect(row.actualMinutes == spark.actualMinutes.map(Int64.init))
          rows.append(order[rows.count])
          return true
        }
      }
      #expect(rows == order)
    }
  }

  @Test func `of sparks with tags is read with the time and the tags`() throws {
    var found: [String] = []
    try Self.filled(inBulk: false).access { access in
      try access.sparks.forEachTagged(before: Self.instant(9), isOnlyReading: true) {
        at, offset, tags in
        found.append("\(at == Self.instant(5)) \(offset.seconds) \(Self.text(tags) ?? "")")
      }
    }
    #expect(found == [#"true -7200 ["a","b c"]"#])
  }

  @Test(arguments: [false, true])
  func `of sparks is compared byte by byte`(inBulk: Bool) throws {
    let sparks = try Self.sparks()
    try Self.filled(inBulk: inBulk).access { access in
      let reader = try access.bulk.reader()
      for (index, written) in sparks.enumerated() {
        #expect(try reader.finds(Int64(index) + 1, written.id))
        #expect(try reader.isSame(written.spark))
        for (other, spark) in sparks.enumerated() where other != index {
          #expect(try !reader.isSame(spark.spark))
        }
      }
      reader.pause()
      var ids: [Int64: EventID] = [:]
      try access.bulk.forEachSpark { ids[$1] = $0 }
      #expect(ids == [1: sparks[0].id, 2: sparks[1].id, 3: sparks[2].id, 4: sparks[3].id])
    }
  }

  @Test func `in bulk is refused as a whole where an id is not free`() throws {
    let store = try Store.inMemory(profile: .sample)
    let sparks = try Self.sparks()
    #expect(throws: (any Error).self) {
      try Self.write(sparks + [sparks[0]], inBulk: true, to: store)
    }
    #expect(try store.sparkCount() == 0)
  }

  @Test func `of events is found by id, by kind and by what the content contains`() throws {
    let store = try Store.inMemory(profile: .sample)
    let (milk, bread) = (
      ProfileEvent.Action.task(.taskAdd(try TaskContent(name: "Buy milk"))),
      ProfileEvent.Action.task(.taskAdd(try TaskContent(name: "Bake bread", details: "with milk")))
    )
    let day = try #require(CivilDay("2026-03-01"))
    let mood = ProfileEvent.Action.mood(.record(try MoodContent(day: day, mood: .good)))
    let events = [milk, bread, mood].enumerated().map { index, action in
      let at = Self.instant(Int64(index))
      let id = ProfileEvent.id(
        of: action, at: at, offset: .zero, seed: 7, key: .content(occurrence: 0))
      return ProfileEvent(id: id, at: at, offset: .zero, action: action)
    }
    try store.access { access in
      try access.begin(writing: true)
      let batch = try access.batches.insert(kind: "test", source: "", at: Self.instant(0))
      for (index, event) in events.enumerated() {
        #expect(
          try access.events.insert(
            event, content: event.action.content, key: index == 1 ? "k" : nil,
            Provenance(sequence: Int64(index) + 1, recordedAt: Self.instant(50), batch: batch)))
      }
      try access.commit()
    }
    try store.access { access in
      for (index, event) in events.enumerated() {
        let stored = try #require(try access.events.find(event.id))
        #expect(stored.event == event)
        #expect(stored.sequence == Int64(index) + 1)
        #expect(stored.key == (index == 1 ? "k" : nil))
        #expect(stored.recordedAt == Self.instant(50))
        #expect(!stored.isRemoved)
        #expect(try access.events.has(id: event.id))
      }
      #expect(try access.events.find(EventID(high: 1, low: 2)) == nil)
      #expect(try access.events.hasKeys(of: [.mood, .taskAdd]))
      #expect(try !access.events.hasKeys(of: [.mood]))
      func found(_ kind: EventKind, before minute: Int64, _ texts: [String]?) throws -> [EventID] {
        var ids: [EventID] = []
        try access.events.forEachUnordered(
          of: kind, before: Self.instant(minute), containing: texts, isOnlyReading: true
        ) { ids.append($0.id) }
        return ids
      }
      #expect(try found(.taskAdd, before: 10, nil) == [events[0].id, events[1].id])
      #expect(try found(.taskAdd, before: 1, nil) == [events[0].id])
      #expect(try found(.taskAdd, before: 10, ["bread"]) == [events[1].id])
      #expect(try found(.taskAdd, before: 10, ["Buy", "Bake"]) == [events[0].id, events[1].id])
      #expect(try found(.taskAdd, before: 10, []) == [])
      #expect(try found(.taskAdd, before: 10, ["good"]) == [])
    }
  }

  @Test(arguments: [false, true])
  func `is folded in the order of time`(inBulk: Bool) throws {
    let sparks = try Self.sparks()
    var events: [ProfileEvent] = []
    try Self.filled(inBulk: inBulk).access { access in
      try access.foldOrder.forEachEvent(after: nil, through: .latest) { events.append($0) }
    }
    let order = [0, 1] + (sparks[2].id < sparks[3].id ? [2, 3] : [3, 2])
    #expect(
      events
        == order.map { index in
          let spark = sparks[index].spark
          return ProfileEvent(
            id: sparks[index].id, at: spark.at, offset: spark.offset,
            action: .spark(spark.category, spark.intensity))
        })
  }

  @Test func `of sparks is found by intensity, by time and by order`() throws {
    let sparks = try Self.sparks()
    let tied: [Int64] = sparks[2].id < sparks[3].id ? [3, 4] : [4, 3]
    func found(
      _ scale: [SparkIntensity] = SparkIntensity.ignition, _ change: (inout SparkQuery) -> Void
    ) throws -> [Int64] {
      var query = SparkQuery()
      query.scale = scale
      change(&query)
      return try Self.filled(inBulk: false).access { access in
        let sequences = try access.sparks.sequences(query)
        #expect(try access.sparks.count(query) == sequences.count)
        return sequences
      }
    }
    // First is low, Full extreme, One of two high, and The other medium.
    #expect(try found { $0.minIntensity = .high } == [2, 3])
    #expect(
      try found([.extreme, .high, .medium, .low]) { $0.minIntensity = .medium }.sorted() == [1, 4])
    #expect(try found { $0.order = .intensity } == [2, 3, 4, 1])
    #expect(
      try found([.medium, .low, .high, .extreme]) { $0.order = .intensity } == [2, 3, 1, 4])
    #expect(try found { $0.order = .title } == [1, 2, 3, 4])
    #expect(try found { $0.order = .newest } == [tied[1], tied[0], 2, 1])
    #expect(try found { ($0.since, $0.before) = (Self.instant(5), Self.instant(9)) } == [2])
    #expect(try found { ($0.order, $0.limit) = (.intensity, 1) } == [2])
  }

  @Test func `of a batch and of a rulebook is read as it was written`() throws {
    try Store.inMemory(profile: .sample).access { access in
      try access.begin(writing: true)
      let first = try access.batches.insert(kind: "import", source: "a.csv", at: Self.instant(3))
      try access.batches.describe(first, #"{"rows":1}"#)
      let second = try access.batches.insert(
        kind: "undo", source: "", at: Self.instant(4), undoes: first)
      #expect(
        try access.batches.all() == [
          StoredBatch(
            number: second, kind: "undo", source: "", recordedAt: Self.instant(4), undoes: first,
            detail: nil),
          StoredBatch(
            number: first, kind: "import", source: "a.csv", recordedAt: Self.instant(3),
            undoes: nil, detail: #"{"rows":1}"#),
        ])
      try access.commit()
    }
  }

  @Test func `of sparks is read between two instants, without what was removed`() throws {
    let sparks = try Self.sparks()
    try Self.filled(inBulk: false).access { access in
      #expect(try access.sparks.sequence(of: sparks[1].id) == 2)
      #expect(try access.sparks.sequence(of: EventID(high: 1, low: 2)) == nil)
      func ids(after: Int64?, through: Int64) throws -> [EventID] {
        try access.foldOrder.events(
          after: after.map(Self.instant), through: Self.instant(through)
        ).map(\.id)
      }
      #expect(try ids(after: nil, through: 5) == [sparks[0].id, sparks[1].id])
      #expect(try ids(after: 0, through: 8) == [sparks[1].id])
      #expect(try ids(after: 5, through: 8) == [])
      try access.database.execute(sql: "UPDATE spark SET removed = 1 WHERE seq = 2")
      #expect(try ids(after: nil, through: 5) == [sparks[0].id])
    }
  }
}
