import Rules
import Testing

/// The content of events: written as one text, and read member by member.
struct `Content` {
  @Test func `is one JSON object without absent values`() {
    var content = ContentWriter()
    content.write("title", "Half \"done\"\n")
    content.write("notes", nil as String?)
    content.write("count", -3 as Int64?)
    content.write("minutes", nil as Int64?)
    content.write("open", true as Bool?)
    content.write("done", nil as Bool?)
    content.write("day", CivilDay(year: 2026, month: 3, day: 1))
    content.write("due", nil as CivilDay?)
    content.write("id", EventID(high: 1, low: 255))
    content.write("at", Instant(milliseconds: -5))
    content.write("tags", ["a", "b,c"])
    content.write("none", [])
    content.write("value", json: .array([.null, .number(0.5)]))
    content.write("nothing", json: nil)
    #expect(
      content.finish()
        == #"{"title":"Half \"done\"\n","count":-3,"open":true,"day":"2026-03-01","#
        + #""id":"000000000000000100000000000000ff","at":-5,"tags":["a","b,c"],"value":[null,0.5]}"#
    )
    #expect(ContentWriter().finish() == "{}")
  }

  @Test func `is read member by member`() throws {
    let text =
      #"{"title":"é\n","count":-3,"small":7,"open":false,"day":"2026-03-01","#
      + #""id":"000000000000000100000000000000FF","at":-5,"tags":["a","b,c"],"more":{"x":[1]}}"#
    var content = try ContentReader(Array(text.utf8))
    var names: [String] = []
    while let name = try content.next() {
      names.append(name)
      switch name {
      case "title": #expect(try content.string() == "é\n")
      case "count": #expect(try content.integer() == -3)
      case "small": #expect(try content.integer(UInt8.self) == 7)
      case "open": #expect(try content.boolean() == false)
      case "day": #expect(try content.day() == CivilDay(year: 2026, month: 3, day: 1))
      case "id": #expect(try content.id() == EventID(high: 1, low: 255))
      case "at": #expect(try content.instant() == Instant(milliseconds: -5))
      case "tags": #expect(try content.strings() == ["a", "b,c"])
      default: #expect(try content.json() == .object([("x", .array([.integer(1)]))]))
      }
    }
    #expect(
      names == ["title", "count", "small", "open", "day", "id", "at", "tags", "more"])
  }

  @Test func `may contain white space and be empty`() throws {
    var content = try ContentReader(Array(" { \"a\" : 1 } \n".utf8))
    #expect(try content.next() == "a")
    #expect(try content.integer() == 1)
    #expect(try content.next() == nil)
    var empty = try ContentReader(Array("{}".utf8))
    #expect(try empty.next() == nil)
  }

  @Test(arguments: [
    "", "[]", "1", "\"a\"", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}",
    "{,\"a\":1}", "{\"a\":1 \"b\":2}", "{\"a\" 1}", "{a:1}", "{}x", "{\"a\":1}}", "{}{}",
    "{\"a\":1},",
  ])
  func `that is damaged is refused`(text: String) {
    #expect(throws: ContentError.self) {
      var content = try ContentReader(Array(text.utf8))
      while try content.next() != nil { _ = try content.json() }
    }
  }

  @Test(arguments: [
    ("1", "string"), ("null", "string"), ("\"1\"", "integer"), ("1.0", "integer"),
    ("1e2", "integer"), ("9223372036854775808", "integer"), ("true", "integer"),
    ("256", "byte"), ("-1", "byte"), ("0", "boolean"), ("\"true\"", "boolean"),
    ("\"2026-02-29\"", "day"), ("\"2026-2-1\"", "day"), ("20260201", "day"),
    ("\"00\"", "id"), ("\"0000000000000001000000000000000g\"", "id"), ("7", "id"),
    ("\"a\"", "strings"), ("[1]", "strings"), ("[\"a\",null]", "strings"), ("{}", "strings"),
  ])
  func `of another type is refused`(value: String, type: String) throws {
    var content = try ContentReader(Array("{\"a\":\(value)}".utf8))
    #expect(try content.next() == "a")
    #expect(throws: ContentError.self) {
      switch type {
      case "string": _ = try content.string()
      case "integer": _ = try content.integer()
      case "byte": _ = try content.integer(UInt8.self)
      case "boolean": _ = try content.boolean()
      case "day": _ = try content.day()
      case "id": _ = try content.id()
      default: _ = try content.strings()
      }
    }
  }
}
