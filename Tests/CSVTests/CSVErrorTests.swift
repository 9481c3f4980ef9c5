@testable import CSV
import Testing

@Suite struct `CSV errors` {
  @Test func `say where an unclosed quote opened`() {
    let text = "a,b\nc,\"d\ne,f\n"
    #expect(errors(text) == ["line 2, column 3: the quote that opens here is never closed"])
    #expect(parse(Array(text.utf8)).last?.strings == ["c", "d\ne,f\n"])
  }

  @Test func `prefer the unclosed quote to errors inside its field`() {
    let message = "line 1, column 1: the quote that opens here is never closed"
    #expect(errors(Array("\"a\0b".utf8) + [0xFF]) == [message])
  }

  @Test func `point at text after a closing quote`() {
    let message =
      "text after a closing quote (a quote inside a quoted field is written twice)"
    #expect(errors("x,\"a\"b\n") == ["line 1, column 6: \(message)"])
    #expect(errors("\"a\" ,b\n") == ["line 1, column 4: \(message)"])
  }

  @Test func `point at a quote inside an unquoted field`() {
    let message =
      "a quote inside an unquoted field (quote the whole field and write the quote twice)"
    #expect(errors("a\né,5\" nail\n") == ["line 2, column 4: \(message)"])
    #expect(errors(" \"a\"\n") == ["line 1, column 2: \(message)"])
  }

  @Test(
    arguments: [
      ([0xE9, 0x61], "0xE9 at offset 4"),  // Latin-1
      ([0x80], "0x80 at offset 4"),  // a continuation without a start
      ([0xC0, 0x80], "0xC0 at offset 4"),  // overlong
      ([0xE0, 0x9F, 0xBF], "0xE0 at offset 4"),  // overlong
      ([0xED, 0xA0, 0x80], "0xED at offset 4"),  // a surrogate
      ([0xF4, 0x90, 0x80, 0x80], "0xF4 at offset 4"),  // above U+10FFFF
      ([0xFF], "0xFF at offset 4"),
      ([0xF0, 0x9F, 0x98], "0xF0 at offset 4"),  // cut off
      ([0xC3, 0xA9, 0xC3, 0x2C], "0xC3 at offset 6"),
    ] as [([UInt8], String)])
  func `give line, column, byte and offset of invalid UTF-8`(bytes: [UInt8], found: String) {
    let column = bytes.starts(with: [0xC3, 0xA9]) ? 3 : 2
    let message = "line 2, column \(column): invalid UTF-8: byte \(found)"
    #expect(errors(Array("ab\nc".utf8) + bytes) == [message])
    #expect(errors(Array("ab\nc".utf8) + bytes + Array("\n".utf8)) == [message])
  }

  @Test func `accept the first and the last scalar of each length`() {
    let text = "\u{1}\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
    #expect(records(text) == [[text]])
  }

  @Test func `point at a NUL byte, in quotes or not`() {
    let message = "a NUL byte (is this text in UTF-8?)"
    #expect(
      errors("a,b\0c\n\"\0\"\n\0\n") == [
        "line 1, column 4: \(message)", "line 2, column 2: \(message)",
        "line 3, column 1: \(message)",
      ])
  }

  @Test func `name the limit that a field exceeds, and truncate the field`() {
    let input = Array("1234,x\nab,12345\n\"\"\"\"\"\"\"\"\"\"\"\"\n".utf8)
    let message = "a field longer than 4 bytes"
    #expect(
      errors(input, fieldLimit: 4) == [
        "line 2, column 4: \(message)", "line 3, column 1: \(message)",
      ])
    let parsed = parse(input, fieldLimit: 4)
    #expect(parsed.map(\.strings) == [["1234", "x"], ["ab", "1234"], ["\"\"\"\""]])
  }

  @Test func `limit fields to 100 MB by default`() {
    #expect(CSVParser().limits.field == 100_000_000)
  }

  @Test func `count the fields of records that are too wide or too narrow`() {
    #expect(
      errors("a,b\nc\nd,e,f\n,\n", width: 2) == [
        "line 2, column 1: found 1 field, expected 2",
        "line 3, column 5: found 3 fields, expected 2",
      ])
    #expect(errors("a,b\nc\n") == [])
  }

  @Test func `concern one record each, and parsing continues`() {
    let parsed = parse(Array("a\"b,c\nd\n\"e\"f,g\nh".utf8))
    #expect(parsed.map { $0.error == nil } == [false, true, false, true])
    #expect(parsed.map(\.strings) == [["a\"b", "c"], ["d"], ["ef", "g"], ["h"]])
  }

  @Test func `are the first of their record by position`() {
    let codes = parse(Array("a\"b,\0,\"c\"d\n".utf8)).map(\.error?.code)
    #expect(codes == [.quoteInUnquotedField])
  }
}
