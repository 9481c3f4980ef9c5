package import FlintSchema

/// The numbers of days by which a factor precedes the mood that it is compared with: 0 for the same day.
package struct LagRange: Equatable, Sendable {
  /// The lags, from 0 to 3.
  package let lags: ClosedRange<Int>

  /// The same day.
  package static let sameDay = LagRange(lags: 0...0)

  private init(lags: ClosedRange<Int>) { self.lags = lags }

  /// Reads a lag such as `1`, or several such as `0..3`.
  ///
  /// - Throws: `FieldError` about `lag`.
  package init(_ text: String) throws(FieldError) {
    let digits = Array(text.utf8)
    let ends: (first: UInt8, last: UInt8)? =
      switch digits.count {
      case 1: (digits[0], digits[0])
      case 4 where text.dropFirst().hasPrefix(".."): (digits[0], digits[3])
      default: nil
      }
    let allowed = UInt8(ascii: "0")...UInt8(ascii: "3")
    guard let (first, last) = ends, allowed.contains(first), allowed.contains(last), first <= last
    else {
      throw FieldError(
        field: "lag", expected: "a number of days from 0 to 3, or several such as 0..3",
        found: "\"\(text)\"")
    }
    let zero = allowed.lowerBound
    lags = Int(first - zero)...Int(last - zero)
  }
}
