/// A value of a record in a damaged file.
enum FoundValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case text([UInt8])
  case blob([UInt8])
}

/// The header of a record ("Record Format"): the types and sizes of its values.
struct RecordLayout {
  /// The serial types of the columns.
  let types: [UInt64]
  /// The size of the header.
  let headerSize: Int

  /// More columns than any table of a profile has.
  private static let mostColumns = 16
  private static let mostHeaderBytes = 100

  /// Reads the header at an offset; `nil` unless it describes exactly a payload of a size.
  init?(_ bytes: [UInt8], at offset: Int, payload: Int) {
    guard let header = bytes.varint(at: offset), header.value >= 2,
      header.value <= UInt64(min(payload, Self.mostHeaderBytes))
    else { return nil }
    headerSize = Int(header.value)
    let end = offset + headerSize
    var position = header.end
    var types: [UInt64] = []
    var size = headerSize
    while position < end {
      guard types.count < Self.mostColumns, let type = bytes.varint(at: position),
        let bytes = Self.size(of: type.value, most: payload)
      else { return nil }
      types.append(type.value)
      size += bytes
      if size > payload { return nil }
      position = type.end
    }
    guard position == end, size == payload else { return nil }
    self.types = types
  }

  /// Returns the number of bytes of a value; `nil` for a type that Flint never writes, or for more bytes
  /// than the payload has.
  private static func size(of type: UInt64, most: Int) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6: 8
    case 7, 10, 11: nil
    default: (type - 12) / 2 <= UInt64(most) ? Int((type - 12) / 2) : nil
    }
  }

  /// Returns the values of a payload.
  func values(_ payload: [UInt8]) -> [FoundValue] {
    var position = headerSize
    return types.map { type in
      let size = Self.size(of: type, most: payload.count) ?? 0
      let bytes = payload[min(position, payload.count)..<min(position + size, payload.count)]
      position += size
      switch type {
      case 0: return .null
      case 8, 9: return .integer(Int64(type - 8))
      case 1...6:
        let isNegative = (bytes.first ?? 0) >= 0x80
        return .integer(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
      default: return type % 2 == 0 ? .blob(Array(bytes)) : .text(Array(bytes))
      }
    }
  }
}
