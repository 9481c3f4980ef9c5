import FlintCalendar
import FlintJSON
import FlintRules

/// A row of a table of a profile that was found in a damaged file.
struct FoundRow: Sendable {
  let shape: RowShape
  /// The number of the row.
  let number: Int64
  /// The page where it was found; pages of the log are numbered as in the file.
  let page: Int
  var values: [FoundValue]

  var table: String { shape.table }

  init(_ shape: RowShape, number: Int64, page: Int, _ values: [FoundValue]) {
    self.shape = shape
    self.number = number
    self.page = page
    // A key that is the number of the row is stored as NULL.
    self.values = shape.table == "rulebook" ? values : [.integer(number)] + values.dropFirst()
  }

  subscript(column: String) -> FoundValue? {
    shape.names.firstIndex(of: column).map { values[$0] }
  }

  func integer(_ column: String) -> Int64? {
    if case .integer(let number)? = self[column] { number } else { nil }
  }

  func text(_ column: String) -> String? {
    if case .text(let bytes)? = self[column] { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// Whether the row has the values with which its sum was computed.
  var fitsItsSum: Bool {
    guard let sum = shape.sum else { return false }
    return values[sum] == .integer(RowSum.sum(of: shape.covered.map { values[$0] }))
  }

  /// Returns the row with the content of another one.
  func with(contentOf other: FoundRow) -> FoundRow {
    var row = self
    for (position, name) in shape.names.enumerated() where name != "seq" {
      if let value = other[name] { row.values[position] = value }
    }
    return row
  }

  /// The id of an event or the hash of a correction, of which the sum of all records is made.
  var recordID: EventID? {
    guard case .blob(let bytes)? = self["id"] ?? self["hash"], bytes.count == 16 else { return nil }
    let halves = [bytes.prefix(8), bytes.suffix(8)].map {
      $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return EventID(high: halves[0], low: halves[1])
  }

  /// The values as an object; ids are shown in hexadecimal digits.
  var json: JSONValue {
    let members = zip(shape.names, values).compactMap { name, value -> (String, JSONValue)? in
      switch value {
      case .null: nil
      case .integer(let number): (name, .integer(number))
      case .text(let bytes): (name, .string(String(decoding: bytes, as: UTF8.self)))
      case .blob(let bytes): (name, .string(bytes.hexadecimal))
      }
    }
    return .object(members)
  }
}
