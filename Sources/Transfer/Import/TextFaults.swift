import CSV

/// Where a file in another encoding has bytes that are not of it, to tell of what stands for them in
/// the text that was made of it.
struct TextFaults: Sendable {
  /// The file's encoding; `nil` for UTF-8.
  var encoding: String?
  private var faults: [CSVTranscoder.Fault] = []

  /// Of a file that is not in that encoding at all, no more than so many are kept: each of them is in
  /// some record, and of those the first are told.
  private static let most = 10_000

  init(encoding: String?) { self.encoding = encoding }

  mutating func add(_ more: [CSVTranscoder.Fault]) {
    faults += more.prefix(Self.most - faults.count)
  }

  /// Says that bytes were put before the text, or taken away from it.
  mutating func move(by count: Int) {
    for place in faults.indices { faults[place].textOffset += count }
  }

  /// What a parser's error means; those before it are not asked for any more.
  mutating func problem(_ error: CSVError) -> RowProblem {
    var message = error.message
    var hint = ""
    if case .invalidUTF8(_, let offset) = error.code {
      hint = "; if the file is in another encoding, --encoding says which, as in windows-1252"
      if let encoding {
        let known = faults.firstIndex { $0.textOffset >= offset } ?? faults.count
        faults.removeFirst(known)
        let found = faults.first.flatMap { fault in
          fault.textOffset == offset ? " 0x\(Self.hex(fault.byte)) at offset \(fault.offset)" : nil
        }
        hint = "; mend the row, or say with --encoding what encoding the file is in"
        message = "invalid \(encoding): a byte\(found ?? "") that this encoding does not have"
      }
    }
    return RowProblem(reason: "\(message) (line \(error.line), column \(error.column))\(hint)")
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
