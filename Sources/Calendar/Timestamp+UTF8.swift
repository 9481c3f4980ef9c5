extension Timestamp {
  /// Parses the same forms as `init(_:)`, from UTF-8. The form that Flint writes is parsed without
  /// a copy, since files contain millions of these.
  package init?(utf8 bytes: Span<UInt8>) {
    if let timestamp = Timestamp(canonical: bytes) {
      self = timestamp
    } else {
      self.init(bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
  }

  /// Parses `YYYY-MM-DDTHH:MM:SS[.fff]`, followed by `Z` or `±HH:MM`; `nil` for any other text.
  private init?(canonical bytes: Span<UInt8>) {
    let count = bytes.count
    guard count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A,
      bytes[16] == 0x3A, let century = bytes.pair(0), let years = bytes.pair(2),
      let month = bytes.pair(5), let dayOfMonth = bytes.pair(8), let hour = bytes.pair(11),
      hour < 24, let minute = bytes.pair(14), minute < 60, let second = bytes.pair(17),
      second < 60,
      let day = CivilDay(year: century * 100 + years, month: month, day: dayOfMonth)
    else { return nil }
    var milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
    var position = 19
    if bytes[19] == 0x2E {
      guard count > 23, let tenths = bytes.pair(20), (0x30...0x39).contains(bytes[22]) else {
        return nil
      }
      milliseconds += tenths * 10 + Int(bytes[22] - 0x30)
      position = 23
    }
    let local = CivilTime(day: day, milliseconds: Int32(truncatingIfNeeded: milliseconds))
    if bytes[position] == 0x5A, count == position + 1 {
      self.init(local: local, offset: .zero)
      return
    }
    guard count == position + 6, bytes[position] == 0x2B || bytes[position] == 0x2D,
      bytes[position + 3] == 0x3A, let hours = bytes.pair(position + 1),
      let minutes = bytes.pair(position + 4), minutes < 60
    else { return nil }
    let seconds = (hours * 60 + minutes) * 60
    guard seconds <= Int(UTCOffset.widest) else { return nil }
    self.init(
      local: local,
      offset: UTCOffset(seconds: Int32(bytes[position] == 0x2D ? -seconds : seconds)))
  }
}

extension Span<UInt8> {
  /// Returns the value of two decimal digits at a position; `nil` when they are no digits.
  @inline(__always)
  fileprivate func pair(_ position: Int) -> Int? {
    let (tens, ones) = (self[position] &- 0x30, self[position + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
