import CSV

/// Where a file in another encoding has bytes that are not of it, to tell of what stands for them in
/// the text that was made of it.
struct TextFaults: Sendable {
  /// The file's encoding; `nil` for UTF-8.
  var encoding: String?
  /// Whether the file is one of rejected records, which keeps byte by byte what is no text.
  var isOfRejects = false
  /// The encoding that was said of what is no text in such a file.
  var fieldEncoding: String?
  private var faults: [CSVTranscoder.InvalidSequence] = []
  /// How many bytes were put before the text since.
  private var shift = 0

  /// Of a file that is not in that encoding at all, no more than so many are kept: each of them is in
  /// some record, and of those the first are told.
  private static let most = 10_000

  init(encoding: String?) { self.encoding = encoding }

  mutating func add(_ more: [CSVTranscoder.InvalidSequence]) {
    faults += more.prefix(Self.most - faults.count)
  }

  /// Says that bytes were put before the text, or taken away from it.
  mutating func move(by count: Int) {
    shift += count
  }

  /// What a parser's error means; those before it are not asked for any more.
  ///
  /// - Parameter record: the faulty record.
  mutating func problem(_ error: CSVError, _ record: borrowing CSVRecord) -> RowProblem {
    var problem = problem(error)
    switch error.code {
    case .unclosedQuote where record.lastLine > error.line:
      let count = record.lastLine - error.line
      problem.reason +=
        "; the \(count == 1 ? "line" : "\(count) lines") below it, up to the end of the file, "
        + "\(count == 1 ? "is" : "are") part of this row"
    case .textAfterQuote:
      // The last quoted field that begins before that text is the one that was closed there.
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

  /// What a parser's error means; those before it are not asked for any more.
  mutating func problem(_ error: CSVError) -> RowProblem {
    var isOfEncoding = false
    var message = error.message
    var hint = ""
    if case .invalidUTF8(_, let offset) = error.code {
      // Where it was said how the file is written, its other rows are read rightly.
      isOfEncoding = encoding == nil
      let offset = offset - shift
      hint = "; if the file is in another encoding, --encoding says which, as in windows-1252"
      if isOfRejects {
        hint =
          fieldEncoding.map { "; that is not \($0) either: fix the row" }
          ?? "; fix the row, or say with --encoding what encoding such bytes are in, as in windows-1252"
      }
      if let encoding {
        let known = faults.firstIndex { $0.textOffset >= offset } ?? faults.count
        faults.removeFirst(known)
        let found = faults.first.flatMap { fault in
          fault.textOffset == offset ? " 0x\(Self.hex(fault.byte)) at offset \(fault.offset)" : nil
        }
        hint = "; fix the row, or say with --encoding what encoding the file is in"
        message = "invalid \(encoding): a byte\(found ?? "") that this encoding does not have"
      }
    }
    var problem = RowProblem(
      reason: "\(message) (line \(error.line), column \(error.column))\(hint)")
    problem.isOfEncoding = isOfEncoding
    switch error.code {
    case .unclosedQuote, .textAfterQuote, .quoteInUnquotedField, .fieldTooLong, .recordTooLong,
      .tooManyFields:
      problem.isOfForm = true
    case .raggedRecord(let found, let expected): problem.isOfForm = found < expected
    case .invalidUTF8, .nulByte, .emptyName, .duplicateName: break
    }
    return problem
  }

  /// The fields of a faulty record with the bytes that are not of the file's encoding as the file has
  /// them; to be asked for after the problem.
  func restored(_ record: borrowing CSVRecord, after error: CSVError) -> [[UInt8]] {
    var fields: [[UInt8]] = []
    for field in 0..<record.count { fields.append(Array(record.utf8(of: field))) }
    guard encoding != nil, case .invalidUTF8 = error.code else { return fields }
    var rest = faults[...]
    return fields.map { field in
      var restored = field
      for place in field.indices where field[place] == CSVTranscoder.mark {
        guard let fault = rest.popFirst() else { return field }
        restored[place] = fault.byte
      }
      // It has to stay what is no text.
      return restored.isUTF8 ? field : restored
    }
  }

  /// The fields of a record of a rejects file as text, those that are none in UTF-8 read in the encoding
  /// that was said; `nil` when they are none in that either.
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
