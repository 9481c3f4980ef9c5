import CSV
import FlintRandom

/// CSV with a sniffed dialect: the result does not depend on how the bytes arrive, and positions are in the text.
func csvTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files("Tests/CSVTests/Nasty/*", "examples/data/*.csv"),
    words: ["sep=;\n", "\"a\"b", "\"\n\"", "\r", ";;", "\t\t", "||"]
  ) { input in
    var stream = input.stream
    let sniff = input.bytes.withUnsafeBytes { CSVSniff($0, isWhole: true) }
    try Violation.unless(sniff.width >= 1, "sniffed \(sniff.width) fields")
    for strictness in [CSVDialect.Strictness.strict, .lenient] {
      let dialect = sniff.dialect(strictness: strictness)
      let whole = try records(input, dialect, chunk: .max)
      let pieces = try records(input, dialect, chunk: 1 + stream.below(70))
      try Violation.unless(whole == pieces, "chunks are parsed differently from the whole")
    }
  }
}

/// Returns the records of an input with their errors, as texts.
private func records(_ input: FuzzInput, _ dialect: CSVDialect, chunk: Int) throws -> [String] {
  var parser = CSVParser(dialect: dialect, fieldLimit: 1 << 16)
  var records: [String] = []
  func take(_ parser: borrowing CSVParser, _ error: CSVError?) throws {
    let position = error?.position ?? parser.record.position
    try Violation.unless(
      position.line >= 1 && position.column >= 1 && position.line <= 1 + input.bytes.count,
      "\(position)")
    records.append("\(parser.record.line) \(parser.record.strings) \(error.map { "\($0)" } ?? "")")
  }
  var start = 0
  while start < input.bytes.count {
    let end = start + min(chunk, input.bytes.count - start)
    let piece = Array(input.bytes[start..<end])
    start = end
    var at = 0
    var isRecord = true
    while isRecord {
      do throws(CSVError) {
        isRecord = try parser.next(in: piece.span.bytes, at: &at)
        if isRecord { try? take(parser, nil) }
      } catch {
        try take(parser, error)
      }
    }
  }
  do throws(CSVError) {
    if try parser.finish() { try? take(parser, nil) }
  } catch {
    try take(parser, error)
  }
  return records
}

/// Texts in the encodings that scripts may name: pieces are decoded as the whole is, and the result is UTF-8.
func encodingTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files("Tests/CSVTests/Nasty/*"),
    areSamplesValid: false, words: ["\u{FEFF}", "\u{1B}$B", "\u{1B}(B", "\u{0E}", "+AGE-"]
  ) { input in
    var stream = input.stream
    let encoding = CSVTranscoder.common[stream.below(CSVTranscoder.common.count)]
    let isMarking = stream.isOne(in: 2)
    let size = 1 + stream.below(9)
    guard let whole = try decoded(input.bytes, encoding, isMarking, chunk: .max) else {
      throw Refusal()
    }
    guard let pieces = try decoded(input.bytes, encoding, isMarking, chunk: size) else {
      throw Violation("\(encoding): pieces are refused, the whole is not")
    }
    try Violation.unless(
      whole == pieces, "\(encoding): pieces of \(size) bytes are decoded differently")
    // From UTF-8 to itself, iconv checks less than the parsers do.
    try Violation.unless(
      isMarking || ["UTF-8", "UTF8"].contains(encoding)
        || String(validating: whole, as: UTF8.self) != nil,
      "\(encoding): the result is not UTF-8")
  }
}

private func decoded(
  _ bytes: [UInt8], _ encoding: String, _ isMarking: Bool, chunk: Int
) throws -> [UInt8]? {
  var transcoder = try CSVTranscoder(from: encoding)
  transcoder.marksInvalidSequences = isMarking
  var text: [UInt8] = []
  do throws(CSVEncodingError) {
    var start = 0
    while start < bytes.count {
      let end = start + min(chunk, bytes.count - start)
      try transcoder.append(Array(bytes[start..<end]).span.bytes, to: &text)
      start = end
    }
    try transcoder.finish(to: &text)
    return text
  } catch {
    return nil
  }
}
