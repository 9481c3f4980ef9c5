import CSV
import Testing

@Suite struct `The lenient CSV parser` {
  private let lenient = CSVDialect(strictness: .lenient)

  private func header(_ text: String) throws(CSVError) -> [String] {
    var parser = CSVParser(dialect: lenient)
    let input = Array(text.utf8)
    var position = 0
    _ = try parser.next(in: input.span.bytes, at: &position)
    return try parser.adoptHeader().names
  }

  @Test func `is not the default`() {
    #expect(CSVDialect.standard.strictness == .strict)
    #expect(CSVDialect().strictness == .strict)
  }

  @Test func `treats quotes in unquoted fields as text`() {
    #expect(
      records("5\" nail,a \"b\" c, \"d\"\n", dialect: lenient) == [
        ["5\" nail", "a \"b\" c", " \"d\""]
      ])
  }

  @Test func `skips spaces before an opening quote if told to`() {
    var spaced = lenient
    spaced.skipsSpaceBeforeQuotes = true
    #expect(
      records("a,  \"b, \"\"c\"\"\nd\", e \"f\", g\n \"h\",,\n", dialect: spaced) == [
        ["a", "b, \"c\"\nd", " e \"f\"", " g"], ["h", "", ""],
      ])
  }

  @Test(arguments: [
    ("\"date\", \"v\"\n1, \"2, 3\"\n", true), ("date, v\n1, \"2, 3\"\n", true),
    ("date, v,n\n1, \"2\",3\n", false), ("date\n\"1\"\n", false),
    ("\"a, \"\"b\"\"\",c\n1,2\n", false),
    ("a; b\n1; \"2; 3\"\n", true), ("", false),
  ])
  func `is told so where the header has a space after each delimiter`(text: String, isSpaced: Bool)
  {
    let sniff = Array(text.utf8).withUnsafeBytes { CSVSniff($0, isWhole: true) }
    #expect(sniff.hasSpaces == isSpaced)
    #expect(sniff.dialect(strictness: .lenient).skipsSpaceBeforeQuotes == isSpaced)
    #expect(!sniff.dialect(strictness: .strict).skipsSpaceBeforeQuotes)
  }

  @Test func `treats text after a closing quote as text of the field`() {
    #expect(
      records("\"a\"b,\"c\" \n\"d\"e\"f,g\"\n", dialect: lenient) == [
        ["ab", "c "], ["de\"f", "g\""],
      ])
  }

  @Test func `adds empty fields to records with too few`() {
    let parsed = parse(Array("a\n\"1\n2\",b\nc,d,e\n".utf8), dialect: lenient, width: 3)
    #expect(parsed.map(\.strings) == [["a", "", ""], ["1\n2", "b", ""], ["c", "d", "e"]])
    #expect(parsed.map(\.filled) == [2, 1, 0])
    #expect(parsed.map { $0.positions.map(\.line) } == [[1, 1, 1], [2, 3, 3], [4, 4, 4]])
    #expect(parsed.map { $0.positions.map(\.column) } == [[1, 2, 2], [1, 4, 5], [1, 3, 5]])
  }

  @Test func `drops excess fields if all of them are empty`() {
    #expect(
      records("a,b,\nc,d,,\"\",\n", dialect: lenient, width: 2) == [["a", "b"], ["c", "d"]])
  }

  @Test func `rejects excess fields if one has text, and retains all of them`() {
    let parsed = parse(Array("a,b,,c,\n".utf8), dialect: lenient, width: 2)
    #expect(parsed.map(\.strings) == [["a", "b", "", "c", ""]])
    #expect(
      parsed.map(\.error?.description) == ["line 1, column 5: found 5 fields, expected 2"])
  }

  @Test func `rejects irregularities without one likely meaning`() {
    let unclosed = "line 1, column 3: the quote that opens here is never closed"
    #expect(errors("a,\"b\nc", dialect: lenient, width: 1) == [unclosed])
    #expect(errors("a\0b\n", dialect: lenient).count == 1)
    #expect(errors([0x61, 0xE9, 0x0A], dialect: lenient).count == 1)
    #expect(errors(Array("abcd\n".utf8), dialect: lenient, fieldLimit: 3).count == 1)
  }

  @Test func `numbers names that occur twice`() throws {
    #expect(try header("a,b,a,a,b\n") == ["a", "b", "a (2)", "a (3)", "b (2)"])
  }

  @Test func `generates names for columns without one`() throws {
    #expect(try header("a,,\"\",b,\n") == ["a", "column 2", "column 3", "b", "column 5"])
  }

  @Test func `generates no name that is taken`() throws {
    #expect(try header("a,a,a (2),a\n") == ["a", "a (3)", "a (2)", "a (4)"])
    #expect(try header(",column 1,column 1\n") == ["column 1 (2)", "column 1", "column 1 (3)"])
    #expect(
      try header("a (2),a,a,a (2),a\n") == ["a (2)", "a", "a (3)", "a (2) (2)", "a (4)"])
    #expect(try header("column 3,column 3 (2),\n") == ["column 3", "column 3 (2)", "column 3 (3)"])
  }

  @Test func `generates unique names from any names, and retains those in the file`() throws {
    let pieces = ["a", "a (2)", "a (3)", "a (2) (2)", "", "column 1", "column 2", "column 2 (2)"]
    for code in 0..<4096 {
      let names = [code % 8, code / 8 % 8, code / 64 % 8, code / 512].map { pieces[$0] }
      let made = try header(names.joined(separator: ",") + "\n")
      #expect(Set(made).count == 4)
      for (index, name) in names.enumerated()
      where !name.isEmpty && names.firstIndex(of: name) == index {
        #expect(made[index] == name)
      }
    }
  }

  @Test func `numbers many equal names in linear time`() throws {
    let names = try header(Array(repeating: "a", count: 16_384).joined(separator: ",") + "\n")
    #expect(names.last == "a (16384)")
  }
}

@Suite struct `A line that names the delimiter` {
  private func found(_ text: String, _ delimiter: Character) -> [[String]] {
    let byte = delimiter.asciiValue ?? 0
    let dialect = CSVDialect(delimiter: byte, skipsSeparatorLine: true)
    return records(text, dialect: dialect)
  }

  @Test(arguments: [",", ";", "\t", "|", "^", " "] as [Character])
  func `is skipped if the dialect says so`(delimiter: Character) {
    for line in ["sep=\(delimiter)", "\"sep=\(delimiter)\"", "SEP=\(delimiter)"] {
      for end in ["\n", "\r\n", "\r"] {
        #expect(found("\(line)\(end)a\(delimiter)b\(end)", delimiter) == [["a", "b"]])
        #expect(found("\u{FEFF}\(line)\(end)a", delimiter) == [["a"]])
      }
    }
    #expect(found("sep=\(delimiter)\na", "~") == [["a"]])
    #expect(found("sep=\(delimiter)", "~") == [])
  }

  @Test func `is a record otherwise`() {
    #expect(records("sep=;\na\n") == [["sep=;"], ["a"]])
    #expect(found("\nsep=;\n", ";") == [["sep=", ""]])
    #expect(found("a\nsep=;\n", ";") == [["a"], ["sep=", ""]])
    #expect(found("sep=;\nsep=;\n", ";") == [["sep=", ""]])
    for line in ["sep=", "sep=x", "sep=;;", "sep=; ", " sep=;", "sep;=", "set=;", "sep\u{1D};"] {
      #expect(found("\(line)\n", ",") == [[line]])
    }
  }

  @Test func `counts as a line`() {
    let dialect = CSVDialect(delimiter: UInt8(ascii: ";"), skipsSeparatorLine: true)
    let parsed = parse(Array("sep=;\r\na;b\r\n".utf8), dialect: dialect, width: 3)
    #expect(parsed.map(\.error?.description) == ["line 2, column 1: found 2 fields, expected 3"])
  }
}

@Suite struct `The table of tolerated irregularities` {
  @Test func `is formatted in columns`() {
    let lines = CSVTolerance.table.split(separator: "\n")
    #expect(lines.count == CSVTolerance.all.count + 1)
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines[0] == "a file has" + String(repeating: " ", count: 44) + "strict     lenient")
    #expect(lines[1].hasPrefix("LF, CRLF and CR, also mixed"))
  }
}
