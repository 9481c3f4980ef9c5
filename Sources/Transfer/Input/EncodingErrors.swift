import CSV

/// The invalid byte sequences of a file in another encoding, to describe and restore the marks that
/// replace them in the decoded text.
struct EncodingErrors: Sendable {
  /// The file's encoding; `nil` for UTF-8.
  var encoding: String?
  /// Whether the file is a rejects file, which contains invalid bytes of the original files
  /// unchanged.
  var isRejectsFile = false
  /// The encoding that was given for the invalid bytes of a rejects file.
  var fieldEncoding: String?
  private var invalidSequences: [CSVTranscoder.InvalidSequence] = []
  /// The number of bytes by which the text was shifted since it was decoded.
  private var shift = 0

  /// The maximum number of stored sequences, for files that are not in the encoding at all: only
  /// the first invalid records are reported.
  private static let maximum = 10_000

  init(encoding: String?) { self.encoding = encoding }

  mutating func add(_ more: [CSVTranscoder.InvalidSequence]) {
    invalidSequences += more.prefix(Self.maximum - invalidSequences.count)
  }

  /// Shifts the offsets by a number of bytes that were inserted before the text, or removed if
  /// negative.
  mutating func move(by count: Int) {
    shift += count
  }

  /// Returns the problem for an error of the parser. Errors have to be passed in the order of the
  /// text.
  mutating func problem(_ error: CSVError, _ record: borrowing CSVRecord) -> RowProblem {
    var problem = problem(error)
    switch error.code {
    case .unclosedQuote where record.lastLine > error.line:
      let count = record.lastLine - error.line
      problem.reason +=
        "; the \(count == 1 ? "line" : "\(count) lines") below it, up to the end of the file, "
        + "\(count == 1 ? "is" : "are") part of this row"
    case .textAfterQuote:
      // The last quoted field that begins before the text is the one that was closed before it.
      let opening = (0..<record.count).map { record.position(of: $0) }
        .last { ($0.line, $0.column) < (error.line, error.column) }
      guard let opening, opening.line < error.line else { break }
      let count = error.line - opening.line
      problem.reason +=
        "; the quote that opens in line \(opening.line), column \(opening.column) makes the "
        + "\(count == 1 ? "line" : "\(count) lines") below it part of this row"
    default: break
    }
    return problem
  }

  /// Returns the problem for an error of the parser. Errors have to be passed in the order of the
  /// text.
  mutating func problem(_ error: CSVError) -> RowProblem {
    var isEncodingError = false
    var message = error.message
    var hint = ""
    if case .invalidUTF8(_, let offset) = error.code {
      // If the encoding was given, the other rows are decoded correctly.
      isEncodingError = encoding == nil
      let offset = offset - shift
      hint = "; if the file is in another encoding, give it with --encoding, such as windows-1252"
      if isRejectsFile {
        hint =
          fieldEncoding.map { "; that is not \($0) either: fix the row" }
          ?? "; fix the row, or give the encoding of such bytes with --encoding, such as windows-1252"
      }
      if let encoding {
        let known =
          invalidSequences.firstIndex { $0.textOffset >= offset } ?? invalidSequences.count
        invalidSequences.removeFirst(known)
        let found = invalidSequences.first.flatMap { sequence in
          sequence.textOffset == offset
            ? " 0x\(Self.hex(sequence.byte)) at offset \(sequence.offset)" : nil
        }
        hint = "; fix the row, or give the encoding of the file with --encoding"
        message = "invalid \(encoding): a byte\(found ?? "") that this encoding does not have"
      }
    }
    var problem = RowProblem(
      reason: "\(message) (line \(error.line), column \(error.column))\(hint)")
    problem.isEncodingError = isEncodingError
    switch error.code {
    case .unclosedQuote, .textAfterQuote, .quoteInUnquotedField, .fieldTooLong, .recordTooLong,
      .tooManyFields:
      problem.isSyntaxError = true
    case .raggedRecord(let found, let expected): problem.isSyntaxError = found < expected
    case .invalidUTF8, .nulByte, .emptyName, .duplicateName: break
    }
    return problem
  }

  /// Returns the fields of an invalid record with the original bytes in index of the marks. Call
  /// this after `problem`.
  func restored(_ record: borrowing CSVRecord, after error: CSVError) -> [[UInt8]] {
    var fields: [[UInt8]] = []
    for field in 0..<record.count { fields.append(Array(record.utf8(of: field))) }
    guard encoding != nil, case .invalidUTF8 = error.code else { return fields }
    var rest = invalidSequences[...]
    return fields.map { field in
      var restored = field
      for index in field.indices where field[index] == CSVTranscoder.mark {
        guard let sequence = rest.popFirst() else { return field }
        restored[index] = sequence.byte
      }
      // The field has to remain invalid.
      return restored.isUTF8 ? field : restored
    }
  }

  /// Returns the fields of a record of a rejects file as text, decoding invalid UTF-8 in the
  /// encoding that was given; `nil` if they are invalid in that encoding, too.
  func decoded(_ fields: [[UInt8]], after error: CSVError) -> [String]? {
    guard let fieldEncoding, case .invalidUTF8 = error.code else { return nil }
    var texts: [String] = []
    for field in fields {
      guard let text = String(validating: field, as: UTF8.self) ?? field.text(in: fieldEncoding)
      else { return nil }
      texts.append(text)
    }
    return texts
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
