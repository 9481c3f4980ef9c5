import CSV
import Testing

@Suite struct `The CSV parser` {
  @Test func `splits records at line ends and fields at commas`() {
    #expect(records("a,b\nc,d\n") == [["a", "b"], ["c", "d"]])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `accepts LF, CRLF and CR as line ends`(end: String) {
    #expect(records("a,b\(end)c,d\(end)") == [["a", "b"], ["c", "d"]])
  }

  @Test func `accepts mixed line ends and counts each once`() {
    let parsed = parse(Array("a\r\nb\rc\nd\n\re".utf8))
    #expect(parsed.map(\.strings) == [["a"], ["b"], ["c"], ["d"], ["e"]])
    #expect(parsed.map(\.position.line) == [1, 2, 3, 4, 6])
  }

  @Test func `does not need a line end after the last record`() {
    #expect(records("a,b") == [["a", "b"]])
    #expect(records("a,") == [["a", ""]])
    #expect(records("a,\"b\"") == [["a", "b"]])
  }

  @Test func `finds no record in an empty input`() {
    #expect(records("") == [])
    #expect(records("\r\n\n") == [])
    #expect(records("\u{FEFF}") == [])
  }

  @Test func `skips empty lines, though not an empty field in quotes`() {
    #expect(records("\na\n\n\"\"\n \n") == [["a"], [""], [" "]])
  }

  @Test func `retains empty fields`() {
    #expect(records(",\n,,\"\"\na,,b") == [["", ""], ["", "", ""], ["a", "", "b"]])
  }

  @Test func `retains spaces`() {
    #expect(records(" a , b\t\n") == [[" a ", " b\t"]])
  }

  @Test func `reads delimiters, doubled quotes and line ends in quotes`() {
    #expect(records(#""a,b","say ""hi""","""""#) == [["a,b", #"say "hi""#, #"""#]])
    #expect(records("\"1\n2\",\"1\r\n2\",\"1\r2\"\n3") == [["1\n2", "1\r\n2", "1\r2"], ["3"]])
  }

  @Test func `skips a byte order mark at the start, and only there`() {
    #expect(records("\u{FEFF}a,b\n") == [["a", "b"]])
    #expect(records("\u{FEFF}\"a,b\"\n") == [["a,b"]])
    #expect(records("a\n\u{FEFF}b\n\u{FEFF}") == [["a"], ["\u{FEFF}b"], ["\u{FEFF}"]])
    #expect(records("\u{FEFF}\u{FEFF}a") == [["\u{FEFF}a"]])
  }

  @Test(arguments: [";", "\t", "|"])
  func `splits at another delimiter, and treats a comma as text`(delimiter: String) {
    let dialect = CSVDialect(delimiter: Array(delimiter.utf8)[0])
    let text = "a,b\(delimiter)\"c\(delimiter)d\"\n"
    #expect(records(text, dialect: dialect) == [["a,b", "c\(delimiter)d"]])
  }

  @Test func `allows any ASCII byte without another meaning as delimiter`() {
    let allowed = (0...255).filter { CSVDialect.canDelimit(UInt8($0)) }
    #expect(allowed == (1...127).filter { ![10, 13, 34].contains($0) })
  }

  @Test func `reports positions in lines and Unicode scalars, including the opening quote`() {
    let parsed = parse(Array("\u{FEFF}é,€,😀x\n\"1\r\n2\",\"b\",\n".utf8))
    #expect(parsed.map { $0.positions.map(\.line) } == [[1, 1, 1], [2, 3, 3]])
    #expect(parsed.map { $0.positions.map(\.column) } == [[1, 3, 5], [1, 4, 8]])
    #expect(parsed.map(\.position.line) == [1, 2])
  }

  @Test func `provides fields as text and as bytes`() throws {
    var parser = CSVParser()
    var position = 0
    let input = Array("héllo,,\"\"\nx".utf8)
    let found = try parser.next(in: input.span.bytes, at: &position)
    let count = parser.record.count
    let first = parser.record[0]
    let length = parser.record.withBytes(of: 0) { $0.count }
    let emptiness = [0, 1, 2].map { parser.record.isEmpty($0) }
    #expect(found)
    #expect(position == input.count - 1)
    #expect(count == 3)
    #expect(first == "héllo")
    #expect(parser.record.strings == ["héllo", "", ""])
    #expect(length == 6)
    #expect(emptiness == [false, true, true])
  }

  @Test func `reads fields and records longer than its first buffer`() {
    let long = String(repeating: "0123456789", count: 10_000)
    #expect(records("\(long),\"\(long)\",\(long)\nb") == [[long, long, long], ["b"]])
    let wide = Array(repeating: "x", count: 5_000)
    #expect(records(wide.joined(separator: ",")) == [wide])
  }

  @Test func `accepts NUL bytes if the dialect does`() {
    #expect(records("a\0,\"\0\"\n", dialect: CSVDialect(acceptsNUL: true)) == [["a\0", "\0"]])
  }

  @Test func `ends once`() throws {
    var parser = CSVParser()
    let input = Array("a".utf8)
    var position = 0
    let found = try parser.next(in: input.span.bytes, at: &position)
    let ends = [try parser.finish(), try parser.finish()]
    #expect(!found)
    #expect(ends == [true, false])
  }
}
