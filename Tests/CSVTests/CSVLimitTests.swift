import CSV
import TestSupport
import Testing

/// The limits of a record: 16,384 fields, the number of columns in a spreadsheet, and 100 MB.
/// Without a limit, a line of delimiters would use many times its own size in memory.
struct `A record that is too large` {
  private struct Found: Equatable {
    var fields: [Int] = []
    var errors: [String] = []
  }

  /// Returns the result of parsing a text in chunks of a size.
  private func parsed(_ text: [UInt8], pieces: Int) -> Found {
    var parser = CSVParser()
    var found = Found()
    func take(_ step: (inout CSVParser) throws -> Bool) -> Bool {
      do {
        guard try step(&parser) else { return false }
        found.fields.append(parser.record.count)
      } catch {
        found.errors.append("\(error)")
      }
      return true
    }
    var start = 0
    while start < text.count {
      let piece = Array(text[start..<min(text.count, start + pieces)])
      start += pieces
      var position = 0
      while take({ (parser) throws in try parser.next(in: piece.span.bytes, at: &position) }) {}
    }
    while take({ (parser) throws in try parser.finish() }) {}
    return found
  }

  @Test(arguments: [100_000, 1000, 64])
  func `has more than 16,384 fields, and is an error at the first excess field`(pieces: Int) {
    func line(_ fields: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: ","), count: fields - 1) + [10]
    }
    let found = parsed(line(16_384) + line(16_385) + line(50_000) + line(3), pieces: pieces)
    // An empty field begins at its delimiter, the first at column 1.
    #expect(
      found
        == Found(
          fields: [16_384, 3],
          errors: [
            "line 2, column 16385: more than 16384 fields",
            "line 3, column 16385: more than 16384 fields",
          ]))
  }

  @Test(.slow) func `has more than 100 MB in total, although each field is shorter`() {
    let field = Array(repeating: UInt8(ascii: "x"), count: 30_000_000)
    var text: [UInt8] = []
    for _ in 0..<4 { text += field + [UInt8(ascii: ",")] }
    let found = parsed(text + [10] + Array("a,b\n".utf8), pieces: 1 << 20)
    // The fourth field takes it past 100 MB, and begins at column 3 · 30,000,001 + 1.
    #expect(
      found
        == Found(
          fields: [2],
          errors: ["line 1, column 90000004: a record longer than 100000000 bytes"]))
  }
}
