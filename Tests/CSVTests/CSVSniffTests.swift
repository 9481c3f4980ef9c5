import CSV
import Testing

private func sniff(_ bytes: [UInt8], isWhole: Bool = true) -> CSVSniff {
  bytes.withUnsafeBytes { CSVSniff($0, isWhole: isWhole) }
}

private func delimiter(_ text: String, isWhole: Bool = true) -> String {
  String(Unicode.Scalar(sniff(Array(text.utf8), isWhole: isWhole).delimiter))
}

private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
  text.utf16.flatMap { unit in
    let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    return isBigEndian ? bytes : bytes.reversed()
  }
}

@Suite struct `A sniffed encoding` {
  @Test func `is that of the byte order mark`() {
    #expect(sniff([0xEF, 0xBB, 0xBF, 0x61]).encoding == .utf8)
    #expect(sniff([0xFF, 0xFE]).encoding == .utf16LittleEndian)
    #expect(sniff([0xFE, 0xFF, 0x30, 0x42]).encoding == .utf16BigEndian)
  }

  @Test func `is UTF-16 if every other byte is NUL`() {
    for text in ["a", "id;title\n1;größer\n", "id,名\n1,東京\n2,大阪\n"] {
      #expect(sniff(utf16(text, isBigEndian: false)).encoding == .utf16LittleEndian)
      #expect(sniff(utf16(text, isBigEndian: true)).encoding == .utf16BigEndian)
    }
  }

  @Test(
    arguments: [
      [], [0x61], [0x00], [0xFF], [0xFE], [0xE9, 0x61], [0, 0], [0x61, 0, 0, 0],
      // A few NUL bytes in ASCII, mostly at odd offsets.
      [0x61, 0, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B],
      [0x61, 0x62, 0x63, 0, 0x64, 0, 0x65, 0], Array("\"\0\",b\n".utf8),
    ] as [[UInt8]])
  func `is UTF-8 otherwise`(bytes: [UInt8]) {
    #expect(sniff(bytes).encoding == .utf8)
  }

  @Test func `is a name that the transcoder supports`() throws {
    for encoding in CSVSniff.Encoding.allCases {
      _ = try CSVTranscoder(from: encoding.rawValue)
    }
  }
}

@Suite struct `A sniffed delimiter` {
  @Test func `is the one with the same number of fields in all records`() {
    #expect(delimiter("a;b\n1,5;2,3\n") == ";")
    #expect(delimiter("a\tb\n1,2\t3;4\n5\t6,\n") == "\t")
    #expect(delimiter("a|b|c\n1|2|3,4\n") == "|")
    #expect(delimiter("title,tags\nWalk,home;dog\nRun,sport;park\nRest,\n") == ",")
  }

  @Test func `is not searched inside quotes`() {
    #expect(delimiter("\"a;b\",c\n\"d;e\",f\n") == ",")
    #expect(delimiter("\"a,b\";\"c,d\"\n\"1\n,2\n,3\";4\n") == ";")
  }

  @Test func `is a comma if there is one column`() {
    for text in ["", "\n", "title\nRead\nWalk\n", "title\nRead, think\nWalk\nRun\n", "\u{FEFF}"] {
      let found = sniff(Array(text.utf8))
      #expect(found.delimiter == UInt8(ascii: ","))
      #expect(found.width == 1)
      #expect(!found.isAmbiguous)
    }
  }

  @Test func `is the one that most records agree on if some are ragged`() {
    #expect(delimiter("a;b;c\n1;2\n3;4;5\n6;7;8;\n9;10;11\nx,y\n") == ";")
    #expect(delimiter("a,b\n5\" nail,1\n6\" nail,2\nx;y,3\n") == ",")
  }

  @Test func `is, of two equally regular ones, the one with more fields, then the comma`() {
    let more = sniff(Array("a,b;c;d\n1,2;3;4\n".utf8))
    #expect(more.delimiter == UInt8(ascii: ";"))
    #expect(more.width == 3)
    #expect(more.isAmbiguous)
    #expect(delimiter("a|b\tc;d,e\n") == ",")
    #expect(delimiter("a|b\tc;d\n") == ";")
    #expect(delimiter("a|b\tc\n") == "\t")
  }

  @Test func `is determined from the records that the sample has completely`() {
    #expect(delimiter("a;b\n1;2\n3;4,5,6,7,8", isWhole: false) == ";")
    #expect(delimiter("a;b\n1;\"2\n3", isWhole: false) == ";")
    #expect(delimiter("a;b;c", isWhole: false) == ";")
  }

  @Test func `is found in UTF-16`() {
    let text = "id;größe\n1;\"2,3\"\n"
    for isBigEndian in [true, false] {
      for mark in ["", "\u{FEFF}"] {
        let found = sniff(utf16(mark + text, isBigEndian: isBigEndian))
        #expect(found.delimiter == UInt8(ascii: ";"))
        #expect(found.encoding == (isBigEndian ? .utf16BigEndian : .utf16LittleEndian))
      }
    }
  }

  @Test(arguments: ["sep=;", "\"sep=;\"", "Sep=;", "\u{FEFF}sep=;", "\u{FEFF}\"SEP=;\""])
  func `is the one that the first line names`(line: String) {
    for end in ["\n", "\r\n", "\r"] {
      let found = sniff(Array("\(line)\(end)a,b\(end)c,d\(end)".utf8))
      #expect(found.hasSeparatorLine)
      #expect(found.delimiter == UInt8(ascii: ";"))
      #expect(found.width == 1)
      #expect(found.dialect(strictness: .lenient).skipsSeparatorLine)
      #expect(found.dialect(strictness: .lenient).strictness == .lenient)
    }
    #expect(sniff(Array(line.utf8)).hasSeparatorLine)
    #expect(!sniff(Array(line.utf8), isWhole: false).hasSeparatorLine)
    let found = sniff(Array("\(line)\na;b\n".utf8))
    #expect(found.width == 2)
  }

  @Test func `may be any byte that a line names, except letters`() {
    #expect(delimiter("sep=^\na^b\n") == "^")
    #expect(delimiter("sep=\t\na,b\n") == "\t")
    for line in ["sep=x", "sep=", "sep=\"", "\nsep=;", "x\nsep=;", "sep=;;", "\"sep=;", "sep=;\""] {
      #expect(!sniff(Array("\(line)\na,b".utf8)).hasSeparatorLine)
    }
  }

  @Test(arguments: CSVSniff.delimiters)
  func `is the one that the writer used, unless another is equally regular`(delimiter: UInt8) {
    let pieces = ["a", "1", " ", ",", ";", "\t", "|", "\"", "\n", "\r", "é", "sep="]
    var generator = SeededGenerator(seed: UInt64(delimiter))
    var ambiguous = 0
    for _ in 0..<500 {
      let dialect = CSVDialect(delimiter: delimiter)
      var writer = CSVWriter(dialect: dialect)
      let width = Int.random(in: 2...4, using: &generator)
      let height = Int.random(in: 1...5, using: &generator)
      for _ in 0..<height {
        for _ in 0..<width {
          let length = Int.random(in: 0...4, using: &generator)
          writer.append(
            (0..<length).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
              .joined())
        }
        writer.endRecord()
      }
      var bytes: [UInt8] = []
      writer.drain { span in for index in span.indices { bytes.append(span[index]) } }
      let found = sniff(bytes)
      if found.hasSeparatorLine { continue }
      if found.isAmbiguous {
        // Equally regular according to the reference parser.
        ambiguous += 1
        let regular = CSVSniff.delimiters.filter { other in
          var parser = ReferenceParser(
            bytes, dialect: CSVDialect(delimiter: other), width: nil, fieldLimit: 1_000)
          let records = parser.parse()
          let widths = Set(records.map(\.fields.count))
          return widths.count == 1 && widths != [1] && records.allSatisfy { $0.error == nil }
        }
        #expect(
          regular.count > 1 && regular.contains(delimiter) && regular.contains(found.delimiter))
      } else {
        #expect(found.delimiter == delimiter)
        #expect(found.width == width)
      }
    }
    #expect(ambiguous < 250)
  }
}
