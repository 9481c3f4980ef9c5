import FlintCalendar
import FlintJSON
import FlintSchema
import TestSupport
import Testing

/// A record with a field of each type.
private struct Visit: SchemaRecord {
  enum Size: UInt8, NamedChoice {
    case small = 1
    case large = 2
    var name: String { self == .small ? "small" : "large" }
    static let fieldType = FieldType.choice(
      FieldType.Choice(names, numbers: [1, 2], isStoredAsNumber: true))
  }

  enum Color: UInt8, NamedChoice {
    case red
    case green
    var name: String { self == .red ? "red" : "green" }
  }

  var title: String
  var size = Size.small
  var color: Color?
  var count: Int64?
  var weight: DecimalNumber?
  var isOpen = false
  var day: CivilDay?
  var at: Instant?
  var tags: [String] = []
  var notes: String?

  static let schema = RecordSchema<Visit>([
    Field("title", \.title, "The title.", type: .line(maximum: 10)),
    Field("size", \.size, "The size.", default: .small),
    Field("color", \.color, "The color."),
    Field("count", \.count, "How many.", type: .integer(0...99), column: "how_many"),
    Field("weight", \.weight, "The weight."),
    Field("open", \.isOpen, "Whether it is open.", default: false, member: "is_open"),
    Field("day", \.day, "The day."),
    Field("at", \.at, "The time."),
    Field("tags", \.tags, "Tags.", default: []),
    Field("notes", \.notes, "Notes."),
  ])
  static let blank = Visit(title: "visit")

  func validate() throws(FieldError) {
    if color == .green && isOpen {
      throw FieldError(field: "color", expected: "red for an open visit", found: "green")
    }
  }
}

private let full =
  #"{"title":"Half \"done","size":2,"color":"green","count":3,"weight":"-0.5","#
  + #""day":"2026-03-01","at":-5,"tags":["a","b,c"],"notes":"é\n"}"#

private func read(_ text: String) throws -> Visit {
  try Visit.schema.record(try ContentMembers(parsing: Array(text.utf8)))
}

struct `The content of a record` {
  @Test func `is one JSON object in the order of the fields, without defaults`() throws {
    #expect(Visit(title: "a").content.text() == #"{"title":"a"}"#)
    let visit = Visit(
      title: "Half \"done", size: .large, color: .green, count: 3,
      weight: DecimalNumber(millionths: -500_000), day: CivilDay(year: 2026, month: 3, day: 1),
      at: Instant(milliseconds: -5), tags: ["a", "b,c"], notes: "é\n")
    #expect(visit.content.text() == full)
    #expect(try read(full) == visit)
    #expect(Visit(title: "a", isOpen: true).content.text() == #"{"title":"a","is_open":true}"#)
  }

  @Test func `is read in any order, without regard to members it does not know`() throws {
    let text = #" {"later":[1,{"x":null}], "count":1, "title" : " a ", "is_open":true} "#
    #expect(try read(text) == Visit(title: "a", count: 1, isOpen: true))
    // Of a duplicate member the last one counts.
    #expect(try read(#"{"title":"a","title":"b"}"#) == Visit(title: "b"))
  }

  @Test(arguments: [
    "", "[]", "1", "\"a\"", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}",
    "{,\"a\":1}", "{\"a\":1 \"b\":2}", "{\"a\" 1}", "{a:1}", "{}x", "{\"a\":1}}", "{}{}",
    "{\"a\":1},",
  ])
  func `that is not one object is refused`(text: String) {
    #expect(throws: JSONError.self) { try ContentMembers(parsing: Array(text.utf8)) }
  }

  @Test(arguments: [
    ("title", "1"), ("title", "null"), ("title", "\"\""), ("title", "\" \""),
    ("title", "\"12345678901\""), ("size", "0"), ("size", "3"), ("size", "\"small\""),
    ("color", "1"), ("color", "\"blue\""), ("count", "\"1\""), ("count", "1.0"),
    ("count", "1e2"), ("count", "100"), ("count", "-1"), ("count", "9223372036854775808"),
    ("count", "true"), ("weight", "1"), ("weight", "\"x\""), ("weight", "\"0.0000001\""),
    ("is_open", "0"), ("is_open", "\"true\""), ("day", "\"2026-02-29\""),
    ("day", "\"2026-2-1\""), ("day", "20260201"), ("at", "\"2026-02-01\""),
    ("at", "9223372036854775807"), ("tags", "\"a\""), ("tags", "[1]"), ("tags", "[\"a\",null]"),
    ("tags", "{}"), ("notes", "null"), ("notes", "[]"),
  ])
  func `is refused with a value of another type`(member: String, value: String) {
    let title = member == "title" ? "" : "\"title\":\"a\","
    let field = member == "is_open" ? "open" : member
    do {
      let visit = try read("{\(title)\"\(member)\":\(value)}")
      Issue.record("\(visit)")
    } catch let error as FieldError {
      #expect(error.field == field)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `needs its required fields, and fields that fit each other`() {
    #expect(
      throws: FieldError(field: "title", expected: "1 to 10 characters", found: "nothing")
    ) { try read("{}") }
    #expect(
      throws: FieldError(field: "color", expected: "red for an open visit", found: "green")
    ) { try read(#"{"title":"a","is_open":true,"color":"green"}"#) }
  }

  @Test(arguments: [1, 2, 3])
  func `of any record is read back, and written with the same bytes`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    for _ in 0..<500 {
      let visit = try Visit(random: &random).checked()
      let text = visit.content.text()
      #expect(try read(text) == visit)
      #expect(try read(text).content.text() == text)
    }
  }
}

struct `A change of a record` {
  @Test func `sets and clears fields, and keeps the others`() throws {
    var visit = try read(full)
    let change = try RecordChange<Visit>([
      "notes": .none, "title": .text(" Done "), "size": .name("small"),
    ])
    #expect(change.names == ["title", "size", "notes"])
    change.apply(to: &visit)
    let expected =
      full.replacing(#"Half \"done"#, with: "Done").replacing(#""size":2,"#, with: "")
      .replacing(#","notes":"é\n""#, with: "")
    #expect(visit.content.text() == expected)
    // A change names each field that it sets, also one that gets its default.
    #expect(
      JSONValue.object(change.content).text() == #"{"title":"Done","size":1,"notes":null}"#)
    #expect(
      try Visit.schema.change(
        try ContentMembers(parsing: Array(#"{"notes":null,"size":1,"title":"Done"}"#.utf8)))
        == change)
    #expect(change.removing("notes").names == ["title", "size"])
    #expect(RecordChange<Visit>().isEmpty && !change.isEmpty)
  }

  @Test func `is refused with an unknown field, an invalid value, or nothing where one is needed`()
    throws
  {
    #expect(throws: FieldError.self) { try RecordChange<Visit>(["titel": .text("a")]) }
    #expect(throws: FieldError.self) { try RecordChange<Visit>(["count": .integer(100)]) }
    #expect(throws: FieldError.self) { try RecordChange<Visit>(["count": .text("1")]) }
    #expect(throws: FieldError.self) { try RecordChange<Visit>(["title": .none]) }
    #expect(throws: FieldError.self) { try RecordChange<Visit>(["open": .none]) }
    let open = try RecordChange<Visit>(["open": .boolean(true)])
    #expect(throws: FieldError.self) { try open.applied(to: try read(full)) }
  }
}

struct `A choice of names` {
  @Test func `is read from a name, ignoring case, or from a number`() throws {
    for text in ["large", "Large", " LARGE ", "2"] {
      #expect(try Visit.Size(reading: text, field: "size") == .large)
    }
    for text in ["", "larg", "02", "+2", "3"] {
      #expect(throws: FieldError.self) { try Visit.Size(reading: text, field: "size") }
    }
    #expect(Visit.Size(name: "large") == .large)
    #expect(Visit.Size(name: "Large") == nil)
  }
}

extension Visit {
  fileprivate init(random: inout SplitMix64) {
    func optional<Value>(_ value: Value) -> Value? { random.next() % 2 == 0 ? nil : value }
    let texts = ["a", " b ", "é\n\"", "\u{1F980}", "x,y", "\\"]
    func text() -> String { texts[Int(random.next() % UInt64(texts.count))] }
    title = "t\(random.next() % 1000)"
    size = random.next() % 2 == 0 ? .small : .large
    color = optional(.red)
    count = optional(Int64(random.next() % 100))
    weight = optional(Int64(bitPattern: random.next()) / 2).flatMap {
      DecimalNumber(millionths: $0)
    }
    isOpen = random.next() % 2 == 0
    day = optional(CivilDay(number: Int32(random.next() % 20_000)))
    at = optional(Instant(milliseconds: Int64(random.next() % 4_000_000_000_000)))
    tags = (0..<Int(random.next() % 3)).map { _ in text() }
    notes = optional(text())
  }
}
