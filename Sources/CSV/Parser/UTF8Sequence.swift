/// A validator of the bytes of one non-ASCII scalar, one at a time (Unicode Standard, table 3-7: no
/// surrogates, no overlong forms, nothing above U+10FFFF).
struct UTF8Sequence {
  /// The first byte of a byte order mark.
  static let byteOrderMarkLead: UInt8 = 0xEF

  /// The first byte of the sequence, and its offset in the input.
  private(set) var lead: UInt8 = 0
  private(set) var offset = 0
  /// The bits of the scalar read so far.
  private(set) var scalar: UInt32 = 0
  /// The number of bytes that are missing, and the bounds of the next one.
  private var missing = 0
  private var lower: UInt8 = 0x80
  private var upper: UInt8 = 0xBF

  var isOpen: Bool { missing > 0 }

  /// Starts a sequence; returns `false` if no sequence starts with this byte.
  mutating func open(with byte: UInt8, at offset: Int) -> Bool {
    switch byte {
    case 0xC2...0xDF: missing = 1
    case 0xE0...0xEF: missing = 2
    case 0xF0...0xF4: missing = 3
    default: return false
    }
    lead = byte
    self.offset = offset
    scalar = UInt32(byte & (0x3F >> UInt8(missing)))
    lower = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80
    upper = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF
    return true
  }

  /// Reads the next byte; returns `false` if it does not continue the sequence.
  mutating func accepts(_ byte: UInt8) -> Bool {
    guard byte >= lower, byte <= upper else { return false }
    scalar = scalar << 6 | UInt32(byte & 0x3F)
    missing -= 1
    lower = 0x80
    upper = 0xBF
    return true
  }

  /// Abandons the sequence.
  mutating func close() { missing = 0 }
}
