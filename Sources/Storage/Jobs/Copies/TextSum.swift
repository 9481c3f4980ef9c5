/// A sum of a text, in which nearly every change changes it: FNV-1a of 64 bits.
struct TextSum: Equatable, Sendable {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  mutating func add(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes { add(byte) }
    }
  }

  /// Adds a line and a line feed.
  mutating func add(line: some Sequence<UInt8>) {
    for byte in line { add(byte) }
    add(0x0A)
  }

  /// The sum as 16 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
