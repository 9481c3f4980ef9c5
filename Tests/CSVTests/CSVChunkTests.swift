import CSV
import Testing

@Suite struct `Chunks and the reference parser` {
  private static let nasty: [UInt8] =
    Array("\u{FEFF}\"a\"\"b\",é😀\r\n\"1\r\n2\r3\n4\"\r\n\r\n,\"\",\r€\0\"x,\"y\"z\n".utf8)
    + [0x61, 0xE2, 0x82, 0x2C, 0xF0, 0x9F, 0x0D, 0x0A, 0x22, 0xC3, 0xA9, 0x22, 0x22, 0xE9]

  @Test(arguments: 1...nasty.count)
  func `chunks of any size yield the same records`(size: Int) {
    #expect(parse(Self.nasty, chunks: [size]) == parse(Self.nasty))
  }

  @Test(arguments: 1..<nasty.count)
  func `an input split at any byte yields the same records`(index: Int) {
    #expect(parse(Self.nasty, chunks: [index, .max]) == parse(Self.nasty))
  }

  @Test func `empty chunks change nothing`() {
    let sizes = (0..<2 * Self.nasty.count).map { $0 % 2 }
    #expect(parse(Self.nasty, chunks: sizes + [.max]) == parse(Self.nasty))
  }

  @Test func `each short input is read as the reference reads it`() {
    let symbols: [[UInt8]] = [
      [0x61], [0x2C], [0x22], [0x0D], [0x0A], [0x00], [0xC3, 0xA9], [0xEF, 0xBB, 0xBF],
    ]
    var inputs: [[UInt8]] = [[]]
    var start = 0
    for _ in 1...4 {
      let end = inputs.count
      for input in inputs[start..<end] { inputs += symbols.map { input + $0 } }
      start = end
    }
    for (input, strictness) in inputs.flatMap({ [($0, .strict), ($0, .lenient)] })
      as [([UInt8], CSVDialect.Strictness)]
    {
      let dialect = CSVDialect(strictness: strictness)
      var reference = ReferenceParser(input, dialect: dialect, width: 2, fieldLimit: 100)
      let expected = reference.parse()
      for size in [1, 2, .max] {
        let found = parse(input, chunks: [size], dialect: dialect, width: 2, fieldLimit: 100)
        guard found == expected else {
          Issue.record("\(input) in chunks of \(size): \(found), expected \(expected)")
          return
        }
      }
    }
  }

  private static let alphabets: [[[UInt8]]] = [
    // Quotes and line ends.
    [[0x61], [0x62], [0x2C], [0x2C], [0x22], [0x22], [0x22], [0x0D], [0x0A], [0x0D, 0x0A]],
    // UTF-8 and fragments of it.
    [
      [0x61], [0x2C], [0x22], [0x0A], [0xC3], [0xA9], [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xE2],
      [0x82], [0xED], [0xA0], [0xF0, 0x9F, 0x98, 0x80], [0xF0], [0x9F], [0xFF], [0xEF, 0xBB, 0xBF],
      [0xEF], [0xBB], [0xBF], [0x00],
    ],
    // Longer pieces, mostly in order.
    [
      Array("plain text".utf8), Array("\"quoted, and \"\"doubled\"\"\"".utf8), [0x2C], [0x2C],
      [0x2C], [0x0A], [0x0D, 0x0A], Array("größer 😀".utf8), [0x22],
    ],
  ]

  @Test(arguments: 0..<alphabets.count)
  func `random inputs in random chunks are read as the reference reads them`(index: Int) {
    let alphabet = Self.alphabets[index]
    var generator = SeededGenerator(seed: UInt64(index))
    for _ in 0..<2_000 {
      var input: [UInt8] = []
      for _ in 0..<Int.random(in: 0...30, using: &generator) {
        input += alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      let sizes = (0...input.count).map { _ in Int.random(in: 0...7, using: &generator) } + [3]
      let width = Bool.random(using: &generator) ? Int.random(in: 1...3, using: &generator) : nil
      let limit = Bool.random(using: &generator) ? Int.random(in: 4...12, using: &generator) : 1_000
      var reference = ReferenceParser(input, width: width, fieldLimit: limit)
      let expected = reference.parse()
      let found = parse(input, chunks: sizes, width: width, fieldLimit: limit)
      guard found == expected else {
        Issue.record("\(input) in chunks of \(sizes): \(found), expected \(expected)")
        return
      }
    }
  }
}
