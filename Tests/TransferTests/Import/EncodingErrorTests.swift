import CSV
import Testing

@testable import Transfer

/// The bytes that a file has outside its encoding.
struct `Invalid bytes` {
  private func problem(_ errors: inout EncodingErrors, at offset: Int) -> String {
    errors.problem(
      CSVError(.invalidUTF8(byte: 0xEF, offset: offset), at: CSVPosition(line: 2, column: 3))
    ).description
  }

  private static func message(_ byte: String) -> String {
    "invalid latin2: a byte\(byte) that this encoding does not have (line 2, column 3); fix the row, "
      + "or give the encoding of the file with --encoding"
  }

  @Test func `are described up to the 10,000th`() {
    var errors = EncodingErrors(encoding: "latin2")
    // Each is one byte in the file, and a mark of three in the text.
    let all = (0...10_000).map {
      CSVTranscoder.InvalidSequence(byte: 0x0A, offset: $0, textOffset: $0 * 3)
    }
    errors.add(Array(all[..<6000]))
    errors.add(Array(all[6000...]))
    let found = [0, 29_997, 30_000].map { problem(&errors, at: $0) }
    #expect(
      found == [" 0x0A at offset 0", " 0x0A at offset 9999", ""].map { Self.message($0) })
  }

  @Test func `are found where bytes were inserted or removed before them`() {
    var errors = EncodingErrors(encoding: "latin2")
    errors.add([
      .init(byte: 0x81, offset: 4, textOffset: 4), .init(byte: 0xFF, offset: 6, textOffset: 8),
    ])
    errors.move(by: 10)
    errors.move(by: -3)
    let found = [10, 11, 15].map { problem(&errors, at: $0) }
    #expect(found == ["", " 0x81 at offset 4", " 0xFF at offset 6"].map { Self.message($0) })
  }

  @Test func `of a file in UTF-8 come with advice, of a rejects file with other advice`() {
    let head = "invalid UTF-8: byte 0xEF at offset 0 (line 2, column 3); "
    let sample = "such as windows-1252"
    var errors = EncodingErrors(encoding: nil)
    let plain = problem(&errors, at: 0)
    errors.isRejectsFile = true
    let rejected = problem(&errors, at: 0)
    errors.fieldEncoding = "latin2"
    let other = problem(&errors, at: 0)
    #expect(
      plain == head + "if the file is in another encoding, give it with --encoding, \(sample)")
    #expect(
      rejected
        == head + "fix the row, or give the encoding of such bytes with --encoding, \(sample)")
    #expect(other == head + "that is not latin2 either: fix the row")
  }
}
