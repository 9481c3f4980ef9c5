import CSV

/// Where a file in another encoding has bytes that are not of it, to tell of what stands for them in
/// the text that was made of it.
struct TextFaults: Sendable {
  /// The file's encoding; `nil` for UTF-8.
  var encoding: String?
  private var faults: [CSVTranscoder.Fault] = []
  /// How many bytes were put before the text since.
  private var shift = 0

  /// Of a file that is not in that encoding at all, no more than so many are kept: each of them is in
  /// some record, and of those the first are told.
  private static let most = 10_000

  init(encoding: String?) { self.encoding = encoding }

  mutating func add(_ more: [CSVTranscoder.Fault]) {
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
    if case .unclosedQuote = error.code, record.lastLine > error.line {
      let count = record.lastLine - error.line
      problem.reason +=
        "; the \(count == 1 ? "line" : "\(count) lines") below it, up to the end of the file, "
        + "\(count == 1 ? "is" : "are") part of this row"
    }
    return problem
  }

  /// What a parser's error means; those before it are not asked for any more.
  mutating func problem(_ error: CSVError) -> RowProblem {
    var isOfEncoding = false
    var message = error.message
    var hint = ""
    if case .invalidUTF8(_, let offset) = error.code {
      isOfEncoding = true
      let offset = offset - shift
      hint = "; if the file is in another encoding, --encoding says which, as in windows-1252"
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
    return problem
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
