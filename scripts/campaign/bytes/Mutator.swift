import FlintRandom
import FlintJSON

/// Makes the input of a case from the samples of a target: valid ones, changed in a few places.
struct Mutator {
  let samples: [[UInt8]]
  /// Words of the format, and words that many parsers get wrong.
  let words: [[UInt8]]
  /// The samples that are JSON.
  private let trees: [JSONValue?]

  /// No input becomes longer by changes.
  private static let maximumSize = 1 << 18

  init(_ target: Target) {
    samples = target.samples
    words = target.words.map { Array($0.utf8) } + Self.words
    trees = samples.map { try? JSONValue(parsing: $0) }
  }

  private static let words: [[UInt8]] =
    [
      "", " ", "\t", "\n", "\r\n", "\r", "\0", "\"", "\"\"", "'", "\\", ",", ";", ":", "|", "{",
      "}", "[", "]", "(", ")",
      "=", "-", "+", ".", "..", "/", "../", "%", "0", "1", "-1", "00", "1e400", "-0", "0x7fffffff",
      "NaN", "inf",
      "null", "true", "false", "nil", "é", "e\u{301}", "İ", "ß", "\u{200B}", "\u{202E}", "\u{FEFF}",
      "\u{2028}",
      "\u{1F468}\u{200D}\u{1F469}", "\\u0000", "\\ud800", "9999-12-31", "0000-00-00", "2026-02-29",
      "24:00", "sep=;",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC3], [0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBB, 0xBF],
      [0xFF, 0xFE],
      [0xFE, 0xFF], [0x1F, 0x8B], [0x50, 0x4B, 3, 4], [0x1B], [0, 0, 0, 0],
      [0xFF, 0xFF, 0xFF, 0xFF],
      [0xFF, 0xFF, 0xFF, 0x7F], [0x80, 0, 0, 0],
    ]

  /// Numbers at the limits of types and of what Flint allows.
  static let numbers = [
    "0", "1", "-1", "2", "7", "12", "31", "32", "59", "60", "99", "100", "127", "128", "255", "256",
    "999", "1000",
    "32767", "65535", "65536", "86400", "99999", "2147483647", "2147483648", "-2147483648",
    "4294967295",
    "4294967296", "9007199254740993", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "99999999999999999999999999", "0.1", "1.5",
    "-0.0", "1e308",
    "1e-320", "0.000000000000000000001",
  ]

  /// Returns the input of a case. The first cases are the samples.
  func input(_ number: UInt64, _ stream: CounterStream) -> FuzzInput {
    var stream = stream
    if number < UInt64(samples.count) {
      return FuzzInput(bytes: samples[Int(number)], sample: Int(number), stream: stream)
    }
    let sample = stream.below(max(1, samples.count))
    var bytes = sample < samples.count ? samples[sample] : []
    // Few changes are most likely, since parsers refuse at the first error.
    var count = 1
    while count < 12, stream.isOne(in: 2) { count += 1 }
    if let tree = trees[sample], !stream.isOne(in: 3) {
      var changed = tree
      let others = trees.compactMap { $0 }
      for _ in 0..<count { changed.mutate(&stream, others, words) }
      bytes = Array(changed.text(indented: stream.isOne(in: 3)).utf8)
      if !stream.isOne(in: 4) { count = 0 }
    }
    for _ in 0..<count {
      change(&bytes, &stream)
      if bytes.count > Self.maximumSize { bytes.removeSubrange(Self.maximumSize...) }
    }
    return FuzzInput(bytes: bytes, sample: sample, stream: stream)
  }

  private func change(_ bytes: inout [UInt8], _ stream: inout CounterStream) {
    switch stream.below(16) {
    case 0: if let at = position(bytes, &stream) { bytes[at] ^= 1 << UInt8(stream.below(8)) }
    case 1: if let at = position(bytes, &stream) { bytes[at] = UInt8(stream.below(256)) }
    case 2: bytes.removeSubrange(range(bytes, &stream))
    case 3:
      let copy = bytes[range(bytes, &stream)]
      bytes.insert(contentsOf: Array(copy), at: stream.below(bytes.count + 1))
    case 4, 5:
      bytes.insert(contentsOf: stream.one(of: words) ?? [], at: stream.below(bytes.count + 1))
    case 6:
      let at = range(bytes, &stream)
      bytes.replaceSubrange(at, with: stream.one(of: words) ?? [])
    case 7, 8: replaceNumber(&bytes, &stream)
    case 9:
      // The beginning of one and the end of another.
      guard let other = stream.one(of: samples) else { return }
      bytes =
        bytes.prefix(stream.below(bytes.count + 1)) + other.suffix(stream.below(other.count + 1))
    case 10: bytes.removeSubrange(stream.below(bytes.count + 1)...)
    case 11:
      // Repeated, which finds recursion and costs that grow with the square.
      let copy = Array(bytes[range(bytes, &stream)].prefix(16))
      let at = stream.below(bytes.count + 1)
      bytes.insert(contentsOf: (0..<(2 << stream.below(10))).flatMap { _ in copy }, at: at)
    case 12, 13: changeLines(&bytes, &stream)
    default: changeCell(&bytes, &stream)
    }
  }

  private func position(_ bytes: [UInt8], _ stream: inout CounterStream) -> Int? {
    bytes.isEmpty ? nil : stream.below(bytes.count)
  }

  /// Returns a range of bytes, mostly short.
  private func range(_ bytes: [UInt8], _ stream: inout CounterStream) -> Range<Int> {
    let start = stream.below(bytes.count + 1)
    let most = min(bytes.count - start, 1 << stream.below(8))
    return start..<(start + stream.below(most + 1))
  }

  private func replaceNumber(_ bytes: inout [UInt8], _ stream: inout CounterStream) {
    guard let from = position(bytes, &stream),
      let start = bytes[from...].firstIndex(where: { (0x30...0x39).contains($0) })
    else { return }
    let end = bytes[start...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
    let digits = stream.isOne(in: 2) ? Array("\(stream.below(1 << stream.below(20)))".utf8) : nil
    let chosen = digits ?? Array((stream.one(of: Self.numbers) ?? "").utf8)
    bytes.replaceSubrange(start..<end, with: chosen)
  }

  /// Removes, repeats or moves a line, or changes one that is JSON.
  private func changeLines(_ bytes: inout [UInt8], _ stream: inout CounterStream) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    guard !lines.isEmpty else { return }
    let at = stream.below(lines.count)
    switch stream.below(4) {
    case 0: lines.remove(at: at)
    case 1: lines.insert(lines[at], at: stream.below(lines.count))
    case 2: lines.swapAt(at, stream.below(lines.count))
    default:
      guard var tree = try? JSONValue(parsing: lines[at]) else { break }
      tree.mutate(&stream, trees.compactMap { $0 }, words)
      lines[at] = Array(tree.text().utf8)
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  /// Replaces what is between two delimiters, by a word or by another such text.
  private func changeCell(_ bytes: inout [UInt8], _ stream: inout CounterStream) {
    func isEnd(_ byte: UInt8) -> Bool { [0x2C, 0x3B, 0x09, 0x0A, 0x0D, 0x22, 0x3D].contains(byte) }
    func cell(_ stream: inout CounterStream) -> Range<Int> {
      let from = stream.below(bytes.count + 1)
      let start = bytes[..<from].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
      return start..<(bytes[from...].firstIndex(where: isEnd) ?? bytes.count)
    }
    let at = cell(&stream)
    switch stream.below(3) {
    case 0: bytes.replaceSubrange(at, with: stream.one(of: words) ?? [])
    case 1: bytes.replaceSubrange(at, with: Array((stream.one(of: Self.numbers) ?? "").utf8))
    default: bytes.replaceSubrange(at, with: Array(bytes[cell(&stream)]))
    }
  }
}
