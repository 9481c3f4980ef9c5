import Foundation
import Rules

extension EventID {
  /// The 16 stored bytes, big-endian.
  var data: Data {
    var bytes = Data(capacity: 16)
    for half in [high, low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
      }
    }
    return bytes
  }

  /// Reads 16 stored bytes; `nil` for any other number of bytes.
  init?(data: Data) {
    guard data.count == 16 else { return nil }
    let halves = [data.prefix(8), data.suffix(8)].map {
      $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    self.init(high: halves[0], low: halves[1])
  }
}
