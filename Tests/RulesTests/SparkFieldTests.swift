import FlintCalendar
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// What is written by hand about sparks, compared with the declaration of their fields.
struct `The declared fields of a spark` {
  /// Sparks with each field absent and present, and with odd values.
  private static let sparks: [Spark] = {
    var sparks: [Spark] = []
    let minutes: [Int64?] = [nil, 0, 2_147_483_647]
    for title in ["Walk", "a|b, \"c\"\\\u{7}", "Caf\u{e9}", "Cafe\u{301}", "\u{200b}"] {
      for notes in [nil, "", " n\r\n", "null"] {
        for tags in [[], ["a,b"], ["a", "b"], ["\u{e9}|\\\"", "e\u{301}|\\\""]] {
          for (estimated, actual) in minutes.flatMap({ first in minutes.map { (first, $0) } }) {
            let spark = try? Spark(
              at: Instant(milliseconds: Int64(sparks.count)), offset: UTCOffset(seconds: 3600),
              category: SparkCategory.ignition[sparks.count % 5],
              intensity: SparkIntensity.ignition[sparks.count % 4], title: title, notes: notes,
              tags: tags, estimatedMinutes: estimated, actualMinutes: actual)
            if let spark { sparks.append(spark) }
          }
        }
      }
    }
    return sparks
  }()

  private static func members(_ spark: Spark) throws -> ContentMembers {
    try ContentMembers(parsing: Array(spark.content.text().utf8))
  }

  @Test func `are all its properties but the time, in a fixed order`() {
    let names = ["title", "category", "intensity", "notes", "tags", "estimated", "actual"]
    #expect(Spark.schema.declarations.map(\.name) == names)
    let properties = Mirror(reflecting: Spark.blank).children.compactMap(\.label)
    #expect(Set(properties).subtracting(["at", "offset"]).count == names.count)
  }

  @Test func `are read back from the canonical JSON`() throws {
    #expect(Self.sparks.count == 720)
    for spark in Self.sparks {
      let read = try Spark.schema.record(Self.members(spark)).moved(toTimeOf: spark)
      #expect(read.isIdentical(to: spark), "\(spark)")
      #expect(read.content.text() == spark.content.text())
    }
  }

  @Test func `are what the id is a hash of`() throws {
    for spark in Self.sparks {
      let content = try Self.members(spark)
      let category: SparkCategory = try content.required("category")
      let intensity: SparkIntensity? = try content.optional("intensity")
      let minutes: [Int64?] = [try content.optional("estimated"), try content.optional("actual")]
      let tags: [String]? = try content.optional("tags")
      let id = SipHash128.eventID(seed: 7, kind: .spark, key: .content(occurrence: 3)) { hash in
        hash.append(littleEndian: spark.at.milliseconds)
        hash.append(littleEndian: spark.offset.seconds)
        hash.append(UInt8(category.number))
        hash.append(UInt8((intensity ?? .medium).number))
        for minutes in minutes { hash.append(littleEndian: Int32(minutes ?? -1)) }
        hash.append(field: content["title"].flatMap(Self.text))
        hash.append(field: content["notes"].flatMap(Self.text))
        hash.append(littleEndian: UInt32(tags?.count ?? 0))
        for tag in tags ?? [] { hash.append(field: tag) }
      }
      #expect(id == spark.id(seed: 7, key: .content(occurrence: 3)), "\(spark)")
    }
  }

  private static func text(_ json: JSONValue) -> String? {
    if case .string(let text) = json { text } else { nil }
  }

  @Test func `have the defaults of the initializer`() throws {
    let spark = try Spark(
      at: Instant(milliseconds: 0), offset: .zero, category: .idea, title: "Walk")
    #expect(spark.content.text() == #"{"title":"Walk","category":"idea"}"#)
    #expect(try Spark.schema.record(Self.members(spark)) == spark)
  }

  @Test func `have the limits of the initializer`() throws {
    let blank = Spark.blank
    func check(_ name: String, _ value: FieldValue, _ make: () throws(FieldError) -> Spark) {
      let made = Result(catching: make)
      let changed = Result { () throws(FieldError) in
        try SparkChange().setting(name, value).applied(to: blank)
      }
      #expect(made == changed, "\(name): \(value)")
    }
    func spark(
      title: String = "spark", tags: [String] = [], estimated: Int64? = nil, actual: Int64? = nil
    ) throws(FieldError) -> Spark {
      try Spark(
        at: blank.at, offset: blank.offset, category: blank.category, title: title, tags: tags,
        estimatedMinutes: estimated, actualMinutes: actual)
    }
    for title in ["", " \t\n", " a ", "a\nb", String(repeating: "a", count: 10_000)] {
      check("title", .text(title)) { () throws(FieldError) in try spark(title: title) }
    }
    for tags in [[], [""], ["a", " "], ["B", " a ", "b"]] {
      check("tags", .list(tags)) { () throws(FieldError) in try spark(tags: tags) }
    }
    for number: Int64 in [.min, -1, 0, 2_147_483_647, 2_147_483_648, .max] {
      check("estimated", .integer(number)) { () throws(FieldError) in try spark(estimated: number) }
      check("actual", .integer(number)) { () throws(FieldError) in try spark(actual: number) }
      for name in ["estimated", "actual"] {
        let type = try #require(Spark.schema[name]?.declaration.type)
        let isAccepted = (0...Int64(Int32.max)).contains(number)
        #expect(((try? type.checked(.integer(number), field: name)) != nil) == isAccepted)
      }
    }
  }

  @Test func `are changed together, or kept from another spark`() throws {
    for (spark, other) in zip(Self.sparks, Self.sparks.reversed()) {
      let same = spark.moved(toTimeOf: other)
      #expect(try SparkChange(to: other).applied(to: same).isIdentical(to: other))
      let names = Set(Spark.schema.declarations.map(\.name))
      #expect(same.keeping(names, of: other).isIdentical(to: other))
      let kept = same.keeping(["notes", "tags", "actual"], of: other)
      let expected = try Spark(
        at: other.at, offset: other.offset, category: spark.category, intensity: spark.intensity,
        title: spark.title, notes: other.notes, tags: other.tags,
        estimatedMinutes: spark.estimatedMinutes.map { Int64($0) },
        actualMinutes: other.actualMinutes.map { Int64($0) })
      #expect(kept.isIdentical(to: expected))
    }
  }
}
