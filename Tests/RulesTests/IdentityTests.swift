import FlintCalendar
import FlintRules
import Testing

struct `An event id` {
  @Test func `is written as 32 hexadecimal digits, and parsed again`() {
    let samples: [(UInt64, UInt64, String)] = [
      (0, 0, "00000000000000000000000000000000"),
      (1, 0, "00000000000000010000000000000000"),
      (0, 1, "00000000000000000000000000000001"),
      (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, "0123456789abcdeffedcba9876543210"),
      (.max, .max, "ffffffffffffffffffffffffffffffff"),
    ]
    for (high, low, text) in samples {
      let id = EventID(high: high, low: low)
      #expect(id.description == text)
      #expect(EventID(text) == id)
      #expect(EventID(text.uppercased()) == id)
    }
  }

  @Test(arguments: [
    "", "0", "0123456789abcdeffedcba987654321", "0123456789abcdeffedcba98765432100",
    "0123456789abcdeffedcba987654321g", "+123456789abcdeffedcba9876543210",
    "0123456789abcdef-edcba9876543210", " 123456789abcdeffedcba9876543210",
    "0123456789abcdeffedcba98765432é", "0x23456789abcdeffedcba9876543210",
  ])
  func `is not parsed from other texts`(text: String) {
    #expect(EventID(text) == nil)
  }

  @Test func `is ordered like its text`() {
    let ids = [
      EventID(high: 0, low: 0), EventID(high: 0, low: 1), EventID(high: 0, low: .max),
      EventID(high: 1, low: 0), EventID(high: 0x7fff_ffff_ffff_ffff, low: 3),
      EventID(high: 0x8000_0000_0000_0000, low: 0), EventID(high: .max, low: .max),
    ]
    for (index, id) in ids.enumerated() {
      for (other, another) in ids.enumerated() {
        #expect((id < another) == (index < other))
        #expect((id.description < another.description) == (index < other))
      }
    }
  }
}

struct `The identity of events` {
  static let seed: UInt64 = 0x0123_4567_89ab_cdef

  static func spark(
    at: Int64 = 1_767_225_600_000, offset: Int32 = 3600, category: SparkCategory = .experiment,
    intensity: SparkIntensity = .high, title: String = "Caf\u{e9}", notes: String? = nil,
    tags: [String] = ["a,b", "zoo"], estimated: Int64? = 30, actual: Int64? = nil
  ) throws -> Spark {
    try Spark(
      at: Instant(milliseconds: at), offset: UTCOffset(seconds: offset), category: category,
      intensity: intensity, title: title, notes: notes, tags: tags, estimatedMinutes: estimated,
      actualMinutes: actual)
  }

  static func content(_ spark: Spark, _ occurrence: UInt32 = 0) -> String {
    spark.id(seed: seed, key: .content(occurrence: occurrence)).description
  }

  // The expected ids come from openssl's SIPHASH under the key (seed, "flint.id"), over messages
  // that a Python program assembles from the canonical form.
  @Test func `of a spark by content is the hash of its canonical form`() throws {
    let spark = try Self.spark()
    #expect(Self.content(spark) == "e0b68d58ac2364a3419adc01c7f4e8a2")
    #expect(Self.content(spark, 1) == "606a22acfcb8375bb094bf42a7cd434b")
    // Empty notes differ from absent notes.
    #expect(Self.content(try Self.spark(notes: "")) == "a9d0d22112d9ff3aecf2242c594127ba")
  }

  @Test func `distinguishes titles that look the same but have different bytes`() throws {
    let decomposed = try Self.spark(title: "Cafe\u{301}")
    #expect(Self.content(decomposed) == "63edcc5d5b51692122b443e193e776f5")
  }

  @Test func `by the source's key is the hash of kind and key, independent of the content`() throws
  {
    let one = try Self.spark().id(seed: Self.seed, key: .given("row-17"))
    let other = try Self.spark(title: "Other").id(seed: Self.seed, key: .given("row-17"))
    #expect(one.description == "2d070227de28adbbffcb31aee6e30b21")
    #expect(one == other)
    let roll = CardRoll(at: Instant(milliseconds: 0), offset: .zero, category: .idea)
    #expect(
      roll.id(seed: Self.seed, key: .given("row-17")).description
        == "46560d6c7c3f06663c9ddff937d543ac")
  }

  @Test func `of a roll by content is the hash of its canonical form`() {
    let roll = CardRoll(
      at: Instant(milliseconds: -1), offset: UTCOffset(seconds: -12_600), category: .challenge)
    let id = roll.id(seed: Self.seed, key: .content(occurrence: 2))
    #expect(id.description == "5612301769b165d11ad95cb89cd4e9cf")
  }

  @Test func `changes with the seed, the occurrence and every field, and with nothing else`()
    throws
  {
    let spark = try Self.spark()
    let base = Self.content(spark)
    let others = try [
      Self.spark(at: 1_767_225_600_001), Self.spark(offset: 3601), Self.spark(category: .idea),
      Self.spark(intensity: .low), Self.spark(title: "Cafe"), Self.spark(notes: "x"),
      Self.spark(tags: []), Self.spark(tags: ["a", "b", "zoo"]), Self.spark(tags: ["a,b,zoo"]),
      Self.spark(estimated: nil), Self.spark(estimated: 0), Self.spark(estimated: nil, actual: 30),
      Self.spark(actual: 30),
    ]
    var ids = others.map { Self.content($0) }
    ids += (1...3).map { Self.content(spark, $0) }
    ids.append(spark.id(seed: Self.seed + 1, key: .content(occurrence: 0)).description)
    ids.append(spark.id(seed: Self.seed, key: .given("")).description)
    ids.append(base)
    #expect(Set(ids).count == ids.count)

    let sameTags = [
      ["zoo", "a,b"], ["ZOO", "A,B"], [" zoo", "a,b\t", "zoo"], ["a,b", "Zoo", "a,b"],
    ]
    for tags in sameTags { #expect(Self.content(try Self.spark(tags: tags)) == base) }
    #expect(Self.content(try Self.spark(title: "\n Caf\u{e9} ")) == base)
  }

  @Test func `distinguishes fields of different lengths with equal concatenations`() throws {
    let ids = try [
      Self.spark(title: "ab", notes: "c", tags: []), Self.spark(title: "a", notes: "bc", tags: []),
      Self.spark(title: "abc", notes: "", tags: []), Self.spark(title: "abc", notes: nil, tags: []),
      Self.spark(title: "a", notes: "b", tags: ["c"]), Self.spark(title: "a", tags: ["bc"]),
      Self.spark(title: "a", tags: ["b", "c"]),
    ].map { Self.content($0) }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `of a correction is a hash of the whole record`() throws {
    let event = EventID(high: 0x0011_2233_4455_6677, low: 0x8899_aabb_ccdd_eeff)
    let at = Instant(milliseconds: 5)
    // As above, under the key (seed, "flint.co").
    let remove = Correction(event: event, cause: .remove, content: nil, recordedAt: at)
    #expect(remove.hash(seed: Self.seed).description == "806db2689496b733d9202085ede42505")
    let edit = Correction(
      event: event, cause: .edit, content: .spark(try Self.spark()), recordedAt: at)
    #expect(edit.hash(seed: Self.seed).description == "761ca64ffb618133cb083462920173ef")
  }

  @Test func `of a set of records is the same in any order`() {
    let hashes = (1...20).map { EventID(high: .max / $0, low: 0x9e37_79b9_7f4a_7c15 &* $0) }
    var forward = RecordSum()
    for hash in hashes { forward.add(hash) }
    var backward = RecordSum()
    for hash in hashes.reversed() { backward.add(hash) }
    #expect(forward == backward)
    #expect(forward.count == 20)
    for hash in hashes.dropFirst() { backward.remove(hash) }
    #expect(backward == RecordSum(count: 1, high: .max, low: 0x9e37_79b9_7f4a_7c15))
  }

  @Test func `breaks ties between events of one instant in the fold`() {
    let early = FoldPosition(at: Instant(milliseconds: 1), rank: 4, id: EventID(high: 9, low: 9))
    let late = FoldPosition(at: Instant(milliseconds: 2), rank: 2, id: EventID(high: 0, low: 0))
    let lateToo = FoldPosition(at: Instant(milliseconds: 2), rank: 2, id: EventID(high: 0, low: 1))
    let changed = FoldPosition(at: Instant(milliseconds: 2), rank: 1, id: EventID(high: 8, low: 8))
    #expect([lateToo, changed, late, early].sorted() == [early, changed, late, lateToo])
  }
}
