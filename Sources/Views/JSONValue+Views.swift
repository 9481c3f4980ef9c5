import Foundation
package import FlintJSON
import FlintRules
import FlintSchema

extension JSONValue {
  /// Returns a number of millionths as a JSON number.
  package static func millionths(_ millionths: Int64) -> JSONValue {
    .number(Double(millionths) / 1_000_000)
  }

  /// Returns a number of millionths as a JSON number, without decimals if it is whole.
  package static func exact(_ millionths: Int128) -> JSONValue {
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0, let whole = Int64(exactly: whole) { return .integer(whole) }
    if let small = DecimalNumber(millionths: Int64(clamping: millionths)) {
      // Converted through its text, which yields the nearest floating-point number.
      return Double(small.description).map { .number($0) } ?? .null
    }
    return .number(Double(millionths) / 1_000_000)
  }
}
