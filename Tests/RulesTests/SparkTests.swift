import FlintCalendar
import FlintRules
import FlintSchema
import Testing

struct `A spark` {
  static func spark(
    at: Int64 = 0, offset: Int32 = 0, title: String = "Walk", notes: String? = nil,
    tags: [String] = [], estimated: Int64? = nil, actual: Int64? = nil
  ) throws(FieldError) -> Spark {
    try Spark(
      at: Instant(milliseconds: at), offset: UTCOffset(seconds: offset), category: .energy,
      title: title, notes: notes, tags: tags, estimatedMinutes: estimated, actualMinutes: actual)
  }

  @Test func `a spark has the fields it was created with`() throws {
    let spark = try Spark(
      at: Instant(milliseconds: 1), offset: UTCOffset(seconds: 2), category: .idea,
      intensity: .extreme, title: "T", notes: " n ", tags: ["x"], estimatedMinutes: 0,
      actualMinutes: 2_147_483_647)
    #expect(spark.at == Instant(milliseconds: 1))
    #expect(spark.offset == UTCOffset(seconds: 2))
    #expect(spark.category == .idea)
    #expect(spark.intensity == .extreme)
    #expect(spark.title == "T")
    #expect(spark.notes == " n ")
    #expect(spark.tags == ["x"])
    #expect(spark.estimatedMinutes == 0)
    #expect(spark.actualMinutes == 2_147_483_647)
  }

  @Test func `a spark has medium intensity by default`() throws {
    #expect(try Self.spark().intensity == .medium)
  }

  // U+00A0 no-break, U+2003 em, U+3000 ideographic space, U+0085 next line: Unicode White_Space.
  @Test(arguments: [
    "Walk", " Walk", "Walk ", "\t\n Walk\r\n", "\u{a0}Walk\u{2003}", "\u{3000}Walk\u{85}",
  ])
  func `trims its title`(title: String) throws {
    #expect(try Self.spark(title: title).title == "Walk")
  }

  @Test func `a title keeps inner spaces, and invisible characters that are no white space`() throws
  {
    #expect(try Self.spark(title: "  a  b ").title == "a  b")
    // U+200B zero width space is not white space in Unicode.
    #expect(try Self.spark(title: "\u{200b}").title == "\u{200b}")
  }

  @Test func `has tags that are trimmed, lower-case, unique and in byte order`() throws {
    let tags = ["Work", " work ", "ÉTÉ", "a,b", "Zoo", "work", "été", "B", "A,b"]
    #expect(try Self.spark(tags: tags).tags == ["a,b", "b", "work", "zoo", "été"])
    #expect(try Self.spark(tags: tags.reversed()).tags == ["a,b", "b", "work", "zoo", "été"])
  }

  @Test func `tags that differ in bytes are different`() throws {
    let tags = try Self.spark(tags: ["caf\u{e9}", "cafe\u{301}"]).tags
    #expect(tags.map { Array($0.utf8) } == [Array("cafe\u{301}".utf8), Array("caf\u{e9}".utf8)])
  }

  /// Invalid arguments of a spark, and the resulting error.
  struct Refusal: Sendable {
    var make: @Sendable () throws(FieldError) -> Spark
    var text: String

    init(_ text: String, _ make: @escaping @Sendable () throws(FieldError) -> Spark) {
      self.make = make
      self.text = text
    }
  }

  static let range = "an instant from 0001-01-02T00:00:00Z to 9999-12-30T23:59:59.999Z"
  static let refusals = [
    Refusal(#"field "title": expected a title that is not empty, got """#) {
      () throws(FieldError) in
      try spark(title: "")
    },
    Refusal("field \"title\": expected a title that is not empty, got \" \t\n\"") {
      () throws(FieldError) in try spark(title: " \t\n")
    },
    Refusal(#"field "tags": expected tags that are not empty, got """#) { () throws(FieldError) in
      try spark(tags: ["a", ""])
    },
    Refusal(#"field "tags": expected tags that are not empty, got "  ""#) { () throws(FieldError) in
      try spark(tags: ["  "])
    },
    Refusal(#"field "estimated": expected minutes from 0 to 2147483647, got -1"#) {
      () throws(FieldError) in try spark(estimated: -1)
    },
    Refusal(#"field "estimated": expected minutes from 0 to 2147483647, got 2147483648"#) {
      () throws(FieldError) in try spark(estimated: 2_147_483_648)
    },
    Refusal(#"field "actual": expected minutes from 0 to 2147483647, got -9223372036854775808"#) {
      () throws(FieldError) in try spark(actual: .min)
    },
    Refusal(#"field "at": expected \#(range), got -62135510400001 ms"#) { () throws(FieldError) in
      try spark(at: -62_135_510_400_001)
    },
    Refusal(#"field "at": expected \#(range), got 253402214400000 ms"#) { () throws(FieldError) in
      try spark(at: 253_402_214_400_000)
    },
    Refusal(#"field "at": expected \#(range), got 9223372036854775807 ms"#) {
      () throws(FieldError) in try spark(at: .max)
    },
    Refusal(#"field "at": expected an offset of at most 18 hours, got 64801 s"#) {
      () throws(FieldError) in try spark(offset: 64_801)
    },
    Refusal(#"field "at": expected an offset of at most 18 hours, got -64801 s"#) {
      () throws(FieldError) in try spark(offset: -64_801)
    },
    Refusal(#"field "at": expected an offset of at most 18 hours, got -2147483648 s"#) {
      () throws(FieldError) in try spark(offset: .min)
    },
  ]

  @Test(arguments: refusals.indices)
  func `an invalid spark is refused with the field, the expected value and the value found`(
    index: Int
  ) {
    let refusal = Self.refusals[index]
    let error = #expect(throws: FieldError.self) { _ = try refusal.make() }
    #expect(error?.description == refusal.text)
  }

  @Test func `belongs to the local civil day, at the ends of time too`() throws {
    #expect(try Self.spark(at: 0, offset: -1).day(.midnight).description == "1969-12-31")
    #expect(try Self.spark(at: 86_399_999, offset: 0).day(.midnight).description == "1970-01-01")
    #expect(try Self.spark(at: 86_399_999, offset: 1).day(.midnight).description == "1970-01-02")
    let first = try Self.spark(at: -62_135_510_400_000, offset: -64_800)
    #expect(first.day(.midnight).description == "0001-01-01")
    let last = try Self.spark(at: 253_402_214_399_999, offset: 64_800)
    #expect(last.day(.midnight).description == "9999-12-31")
  }

  @Test func `reads category and intensity by name, exactly`() {
    #expect(
      SparkCategory.ignition.map(\.name) == [
        "decision", "energy", "idea", "experiment", "challenge",
      ])
    #expect(SparkCategory.ignition.map { SparkCategory(name: $0.name) } == SparkCategory.ignition)
    #expect(SparkIntensity.ignition.map(\.name) == ["low", "medium", "high", "extreme"])
    #expect(SparkIntensity.ignition.map(\.number) == [1, 2, 3, 4])
    #expect(
      SparkIntensity.ignition.map { SparkIntensity(name: $0.name) } == SparkIntensity.ignition)
    for text in ["", "Decision", "decision ", "decisions", "5"] {
      #expect(SparkCategory(name: text) == nil)
    }
    for text in ["", "LOW", "hgih", "1"] { #expect(SparkIntensity(name: text) == nil) }
  }
}

struct `Points of a spark` {
  /// Computed by hand: base 10, 15, 8, 20, 25 times 1, 1.5, 2, 2.5, truncated.
  static let table: [(SparkCategory, [Int64])] = [
    (.decision, [10, 15, 20, 25]),
    (.energy, [15, 22, 30, 37]),
    (.idea, [8, 12, 16, 20]),
    (.experiment, [20, 30, 40, 50]),
    (.challenge, [25, 37, 50, 62]),
  ]

  @Test func `are base times multiplier, truncated, in every cell`() throws {
    for definition in [RulebookDefinition.ignition, .ignitionShipped] {
      let rulebook = try Rulebook(definition)
      for (category, row) in Self.table {
        #expect(SparkIntensity.ignition.map { rulebook.points(for: category, $0) } == row)
      }
    }
  }

  @Test func `points of a spark equal the points of its event`() throws {
    let rulebook = try Rulebook.ignition()
    for (category, row) in Self.table {
      for (intensity, points) in zip(SparkIntensity.ignition, row) {
        var state = rulebook.initialState()
        let event = ProfileEvent(
          id: EventID(high: 1, low: 1), at: Instant(milliseconds: 0), offset: .zero,
          action: .spark(category, intensity))
        #expect(rulebook.apply(event, to: &state, seed: 1).basePoints == points)
        #expect(state.ledger.spark == points)
      }
    }
  }

  @Test func `points are exact for fractions that floating point cannot represent`() throws {
    var definition = RulebookDefinition.ignition
    definition.points.base = [100, 3, 1_000_000, 7, 0]
    // 0.29 × 100 is 28.999… in binary floating point; 1/3 × 3 is 1; 999.999999 × 10⁶ is whole.
    definition.points.multipliers = try [
      #require(Fraction("0.29")), #require(Fraction("1/3")), #require(Fraction("999.999999")),
      #require(Fraction("0")),
    ]
    let rulebook = try Rulebook(definition)
    #expect(
      SparkIntensity.ignition.map { rulebook.points(for: .decision, $0) } == [29, 33, 99_999, 0])
    #expect(SparkIntensity.ignition.map { rulebook.points(for: .energy, $0) } == [0, 1, 2999, 0])
    #expect(rulebook.points(for: .idea, .high) == 999_999_999)
  }
}
