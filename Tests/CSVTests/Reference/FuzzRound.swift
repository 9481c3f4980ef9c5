import CSV

/// A random input with many of the cases that parsers get wrong, and the options with which to read
/// it. Both depend on the seed alone.
struct FuzzRound {
  private let dialect: CSVDialect
  private let width: Int?
  private let fieldLimit: Int
  private let input: [UInt8]
  private let chunks: [Int]

  /// Creates the input of a seed.
  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func isOne(in count: Int) -> Bool { number(1...count) == 1 }

    let delimiter = Array(",,,;\t|\u{1}".utf8)[number(0...6)]
    dialect = CSVDialect(
      delimiter: delimiter, acceptsNUL: isOne(in: 4),
      strictness: isOne(in: 2) ? .strict : .lenient, skipsSeparatorLine: isOne(in: 4))
    let usual = number(1...6)
    width = isOne(in: 3) ? nil : usual
    fieldLimit = isOne(in: 4) ? number(0...90) : 100_000_000

    /// Returns bytes of text, mostly short, sometimes longer than one block.
    func text() -> [UInt8] {
      let words = ["", "a", "12", "low", "no;comma", "größer", "2025-01-01T00:00:00Z", "€", "😀"]
      let word = Array(words[number(0...words.count - 1)].utf8)
      if !isOne(in: 8) { return word }
      // The next bytes are then often at the boundary of two blocks of 64 bytes.
      return Array(repeating: 0x78, count: number(isOne(in: 3) ? 50...140 : 58...66)) + word
    }
    let oddities: [[UInt8]] = [
      [0x22], [0x22, 0x22], [delimiter], [0x0A], [0x0D], [0x0D, 0x0A], [0x00], [0xC3], [0xA9],
      [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xFF], [0xEF, 0xBB, 0xBF], [0xEF],
      [0x22, delimiter], [delimiter, 0x22], [0x22, 0x0A], [0x0A, 0x22], [0x20],
    ]
    func odd() -> [UInt8] { oddities[number(0...oddities.count - 1)] }
    /// Returns a correctly quoted field.
    func quoted() -> [UInt8] {
      let inner = text() + (isOne(in: 2) ? odd() : []) + text()
      return [0x22] + inner.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
    }
    // The rate of errors: never, seldom, often, always.
    let errorRate = [0, 30, 5, 1][number(0...3)]
    func field() -> [UInt8] {
      if errorRate > 0, isOne(in: errorRate) {
        return (isOne(in: 3) ? quoted() : text() + odd()) + (isOne(in: 2) ? odd() : []) + text()
      }
      return isOne(in: 4) ? quoted() : text()
    }

    var input: [UInt8] = []
    if isOne(in: 8) { input += [0xEF, 0xBB, 0xBF].prefix(number(1...3)) }
    if isOne(in: 8) {
      let line = ["sep=", "SEP=", "sep", "\nsep="][number(0...3)]
      let quote: [UInt8] = isOne(in: 3) ? [0x22] : []
      input += quote + Array(line.utf8) + [isOne(in: 3) ? 0x3B : delimiter] + quote + [0x0A]
    }
    let end: [UInt8] = [[0x0A], [0x0D, 0x0A], [0x0D]][number(0...2)]
    for _ in 0..<number(0...12) {
      let count = isOne(in: 8) ? number(1...8) : usual
      for index in 0..<count { input += (index > 0 ? [delimiter] : []) + field() }
      input += isOne(in: 20) ? odd() : end
      if isOne(in: 20) { input += end }
    }
    if isOne(in: 3) { input += field() }
    self.input = input

    let maximum = [1, 3, 7, 40, 64, 100, 300, Int.max][number(0...7)]
    chunks =
      maximum > 300 || isOne(in: 3)
      ? [maximum] : (0...input.count).map { _ in number(0...maximum) } + [maximum]
  }

  /// Returns a description of the first difference between the parser and the reference; `nil` if
  /// there is none.
  func difference() -> String? {
    var reference = ReferenceParser(
      input, dialect: dialect, width: width, fieldLimit: fieldLimit)
    let expected = reference.parse()
    let found = parse(
      input, chunks: chunks, dialect: dialect, width: width, fieldLimit: fieldLimit)
    if found == expected { return nil }
    let (left, right) =
      zip(found, expected).first { $0 != $1 } ?? (found.last, expected.last)
      as (Parsed?, Parsed?)
    return """
      \(found.count) records, expected \(expected.count); the first that differs:
      \(left.map(String.init(describing:)) ?? "none")
      \(right.map(String.init(describing:)) ?? "none")
      of \(input)
      in chunks of \(chunks.prefix(40)), with \(dialect), width \(String(describing: width)), \
      limit \(fieldLimit)
      """
  }
}
