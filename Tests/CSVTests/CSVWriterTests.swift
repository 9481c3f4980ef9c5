import CSV
import Testing

@Suite struct `The CSV writer` {
  private func written(_ records: [[String]], by writer: CSVWriter = CSVWriter()) -> [UInt8] {
    var writer = writer
    for record in records { writer.append(record: record) }
    var bytes: [UInt8] = []
    writer.drain { span in for index in span.indices { bytes.append(span[index]) } }
    return bytes
  }

  private func text(_ records: [[String]], by writer: CSVWriter = CSVWriter()) -> String {
    String(decoding: written(records, by: writer), as: UTF8.self)
  }

  @Test func `quotes only what needs it`() {
    #expect(
      text([["a", "b c", " d ", "", "é;'"], ["1,2", "say \"hi\"", "x\ny", "x\r"]])
        == "a,b c, d ,,é;'\n\"1,2\",\"say \"\"hi\"\"\",\"x\ny\",\"x\r\"\n")
  }

  @Test func `quotes text that would be read as a byte order mark`() {
    #expect(written([["\u{FEFF}a"]]) == Array("\"\u{FEFF}a\"\n".utf8))
  }

  @Test func `quotes an empty field that is the only one, so that its line is not empty`() {
    #expect(text([[""], ["", ""], [""]]) == "\"\"\n,\n\"\"\n")
  }

  @Test func `writes nothing for a record without fields`() {
    #expect(text([[], ["a"], []]) == "a\n")
  }

  @Test func `ends records in CRLF on request`() {
    #expect(text([["a"], ["b"]], by: CSVWriter(terminator: .crlf)) == "a\r\nb\r\n")
  }

  @Test func `writes another delimiter, and quotes fields that contain it`() {
    let writer = CSVWriter(dialect: CSVDialect(delimiter: UInt8(ascii: ";")))
    #expect(text([["a,b", "c;d"]], by: writer) == "a,b;\"c;d\"\n")
  }

  @Test func `drains its buffer, and retains it if the closure throws`() {
    struct Full: Error {}
    var writer = CSVWriter()
    writer.append("a".dropLast(0))
    writer.append(utf8: Array("b".utf8).span)
    writer.endRecord()
    #expect(throws: Full.self) { try writer.drain { _ throws(Full) in throw Full() } }
    #expect(writer.count == 4)
    writer.drain { #expect($0.count == 4) }
    #expect(writer.count == 0)
  }

  private func text(_ fill: (inout CSVWriter) -> Void, delimiter: UInt8 = 0x2C) -> String {
    var writer = CSVWriter(dialect: CSVDialect(delimiter: delimiter))
    fill(&writer)
    var text = ""
    writer.drain { span in
      span.withUnsafeBufferPointer { text = String(decoding: $0, as: UTF8.self) }
    }
    return text
  }

  @Test func `guards fields on request, and quotes them if needed`() {
    let written = text { writer in
      for field in ["=1", "'", "a=", "-\"", "=1,2", "", "@\n"] {
        writer.append(field, isGuarded: true)
      }
      writer.append("=1")
      writer.append(utf8: Array("+1".utf8).span, isGuarded: true)
      writer.endRecord()
    }
    #expect(written == "'=1,'',a=,\"'-\"\"\",\"'=1,2\",,\"'@\n\",=1,'+1\n")
    let marked = text({ $0.append("=1", isGuarded: true) }, delimiter: CSVGuard.character)
    #expect(marked == "\"'=1\"")
  }

  @Test func `drains its buffer in the middle of a record`() {
    var writer = CSVWriter()
    var text = ""
    for field in ["a", "b\"", ""] {
      writer.append(field)
      writer.drain { $0.withUnsafeBufferPointer { text += String(decoding: $0, as: UTF8.self) } }
    }
    writer.endRecord()
    writer.drain { $0.withUnsafeBufferPointer { text += String(decoding: $0, as: UTF8.self) } }
    #expect(text == "a,\"b\"\"\",\n")
  }

  @Test(arguments: [",", ";", "\t", "|"])
  func `writes any strings so that the parser restores them`(delimiter: String) {
    let dialect = CSVDialect(delimiter: Array(delimiter.utf8)[0], acceptsNUL: true)
    let pieces: [Unicode.Scalar] = [
      "a", "b", " ", ",", ";", "|", "\t", "\"", "\n", "\r", "\0", "é", "€", "😀", "\u{FEFF}",
      "\u{10FFFF}", "=", "'", "\u{301}", "\u{85}", "\u{2028}", "-", "＝",
    ]
    var generator = SeededGenerator(seed: 7)
    for round in 0..<800 {
      var records: [[String]] = []
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        var record: [String] = []
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          var field = String.UnicodeScalarView()
          for _ in 0..<Int.random(in: 0...5, using: &generator) {
            field.append(pieces[Int.random(in: 0..<pieces.count, using: &generator)])
          }
          record.append(String(field))
        }
        records.append(record)
      }
      let terminator: CSVWriter.Terminator = round % 2 == 0 ? .lf : .crlf
      let bytes = written(records, by: CSVWriter(dialect: dialect, terminator: terminator))
      let parsed = parse(bytes, chunks: [1 + round % 9], dialect: dialect)
      let expected = records.map { $0.map { Array($0.utf8) } }
      guard parsed.map(\.fields) == expected, parsed.allSatisfy({ $0.error == nil }) else {
        Issue.record("\(records) came back as \(parsed)")
        return
      }
      // The same, guarded.
      var guarded = CSVWriter(dialect: dialect, terminator: terminator)
      for record in records {
        for field in record { guarded.append(field, isGuarded: true) }
        guarded.endRecord()
      }
      let unguarded = parse(written([], by: guarded), dialect: dialect).map {
        $0.fields.map { $0.first == CSVGuard.character ? Array($0.dropFirst()) : $0 }
      }
      guard unguarded == expected else {
        Issue.record("\(records) came back unguarded as \(unguarded)")
        return
      }
    }
  }
}
