import CSV
import Testing

/// Decodes an input in chunks of a size, and returns the text before an error, and the error.
private func decoded(
  _ input: [UInt8], from encoding: String, chunk size: Int = .max
) throws -> (text: String, error: String?) {
  var transcoder = try CSVTranscoder(from: encoding)
  var text: [UInt8] = []
  var message: String?
  do {
    var start = 0
    while start < input.count {
      let end = start + min(size, input.count - start)
      try transcoder.append(Array(input[start..<end]).span.bytes, to: &text)
      start = end
    }
    try transcoder.finish(to: &text)
  } catch {
    message = "\(error)"
  }
  return (String(decoding: text, as: UTF8.self), message)
}

@Suite struct `The transcoder` {
  @Test(
    arguments: [
      ("windows-1252", [0x80, 0x61, 0xE9, 0xDF], "€aéß"),
      ("ISO-8859-15", [0xA4, 0xE9], "€é"),
      ("iso-8859-1", [0xA4, 0xE9], "¤é"),
      ("Shift_JIS", [0x93, 0x8C, 0x8B, 0x9E, 0x2C, 0xB1, 0x83, 0x5C], "東京,ｱソ"),
      ("EUC-KR", [0xBC, 0xAD, 0xBF, 0xEF], "서울"),
      ("UTF-16LE", [0x61, 0, 0xE9, 0, 0x3D, 0xD8, 0x00, 0xDE], "aé😀"),
      ("UTF-16BE", [0xFE, 0xFF, 0, 0x61, 0xD8, 0x3D, 0xDE, 0x00], "\u{FEFF}a😀"),
      ("UTF-16", [0xFE, 0xFF, 0, 0x61], "a"),
      ("UTF-8", [0xC3, 0xA9], "é"),
      ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x45, 0x6C, 0x1B, 0x28, 0x42, 0x61], "東a"),
      // Two bytes that are one scalar, which may combine with the next: か゚ and か.
      ("EUC-JISX0213", [0xA4, 0xF7, 0xA4, 0xAB], "か\u{309A}か"),
    ] as [(String, [UInt8], String)])
  func `converts other encodings to UTF-8, in chunks of any size`(
    encoding: String, input: [UInt8], text: String
  ) throws {
    for size in 1...input.count + 1 {
      let found = try decoded(input, from: encoding, chunk: size)
      #expect(Array(found.text.utf8) == Array(text.utf8))
      #expect(found.error == nil)
    }
  }

  @Test func `converts inputs larger than its buffer`() throws {
    let text = String(repeating: "größer 東京 😀\n", count: 20_000)
    let input = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for size in [1021, 65_536, .max] {
      #expect(try decoded(input, from: "UTF-16LE", chunk: size).text == text)
    }
  }

  @Test(
    arguments: [
      ("windows-1252", [0x61, 0x81, 0x62], "a", "invalid windows-1252: byte 0x81 at offset 1"),
      ("Shift_JIS", [0x93, 0x8C, 0x93, 0x0A], "東", "invalid Shift_JIS: byte 0x93 at offset 2"),
      ("UTF-16LE", [0x61, 0, 0x00, 0xDC, 0x61, 0], "a", "invalid UTF-16LE: byte 0x00 at offset 2"),
      (
        "UTF-16LE", [0x61, 0, 0x3D, 0xD8], "a",
        "invalid UTF-16LE: the input ends within the character that starts with byte 0x3D at "
          + "offset 2"
      ),
      (
        "UTF-16BE", [0, 0x61, 0], "a",
        "invalid UTF-16BE: the input ends within the character that starts with byte 0x00 at "
          + "offset 2"
      ),
      ("ASCII", [0x61, 0x62, 0xC3], "ab", "invalid ASCII: byte 0xC3 at offset 2"),
    ] as [(String, [UInt8], String, String)])
  func `reports the byte of the input at which it fails, after the text before it`(
    encoding: String, input: [UInt8], text: String, message: String
  ) throws {
    for size in 1...input.count {
      let found = try decoded(input, from: encoding, chunk: size)
      #expect(found.text == text)
      #expect(found.error == message)
    }
  }

  @Test(
    arguments: [
      "", "klingon", "UTF-8//IGNORE", "ASCII//TRANSLIT", "/", "UTF-8/", "UTF-8,IGNORE", " UTF-8",
      "UTF-8\0", "UTF-8\n", "é", "../UTF-8", "UTF-8 ",
    ])
  func `rejects names that are not of an encoding`(name: String) {
    let expected = CSVEncodingError(.unknownEncoding, encoding: name)
    #expect(throws: expected) { _ = try CSVTranscoder(from: name) }
    #expect(expected.description == "unknown encoding \"\(name)\"")
  }

  @Test(
    arguments: [
      ("windows-1252", [0x61, 0x81, 0xE9, 0x8D], "a?é?", [(0x81, 1, 1), (0x8D, 3, 4)]),
      ("UTF-16LE", [0x61, 0, 0x00, 0xDC, 0x62, 0], "a?b", [(0x00, 2, 1)]),
      ("UTF-16LE", [0x61, 0, 0x3D, 0xD8], "a?", [(0x3D, 2, 1)]),
      ("Shift_JIS", [0x93, 0x8C, 0x93, 0x0A, 0x61], "東?\na", [(0x93, 2, 3)]),
    ] as [(String, [UInt8], String, [(UInt8, Int, Int)])])
  func `marks invalid sequences and continues, if requested`(
    encoding: String, input: [UInt8], text: String, invalidSequences: [(UInt8, Int, Int)]
  ) throws {
    for size in 1...input.count {
      var transcoder = try CSVTranscoder(from: encoding)
      transcoder.marksInvalidSequences = true
      var found: [UInt8] = []
      var start = 0
      while start < input.count {
        let end = min(input.count, start + size)
        try transcoder.append(Array(input[start..<end]).span.bytes, to: &found)
        start = end
      }
      try transcoder.finish(to: &found)
      #expect(found == text.utf8.map { $0 == UInt8(ascii: "?") ? CSVTranscoder.mark : $0 })
      let reported = transcoder.takeInvalidSequences()
      #expect(
        reported
          == invalidSequences.map {
            CSVTranscoder.InvalidSequence(byte: $0.0, offset: $0.1, textOffset: $0.2)
          })
    }
  }

  @Test func `counts the bytes that it has decoded`() throws {
    var transcoder = try CSVTranscoder(from: "UTF-16LE")
    var text: [UInt8] = []
    let chunk: [UInt8] = [0x61, 0, 0x62]
    try transcoder.append(chunk.span.bytes, to: &text)
    let offset = transcoder.offset
    #expect(offset == 2)
    #expect(text == [0x61])
  }
}
