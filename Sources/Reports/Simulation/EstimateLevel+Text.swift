import Foundation
package import Players
import Views

extension Estimate.Level {
  /// The value as text, `?` where the sample is too small. It has the digits that are known: larger values are counted
  /// in bins with a relative width of 1/65,536, so that only five digits are.
  package var text: String {
    switch self {
    case .value(let value) where value.magnitude > 131_071:
      grouped(Int64((Double(value) / Self.rounding(value)).rounded() * Self.rounding(value)))
    case .value(let value): grouped(value)
    case .never: "never"
    case .unknown: "?"
    }
  }

  /// Returns the power of ten to which a number is rounded to five digits.
  private static func rounding(_ value: Int64) -> Double {
    pow(10, floor(log10(Double(value.magnitude))) - 4)
  }
}
