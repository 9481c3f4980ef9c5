import Foundation
package import Simulation
import Views

/// The numbers of a simulation as text, the same in the tables of the terminal and on pages.
package enum EstimateText {
  /// Returns a number with six significant digits and commas between thousands; if signed, with a plus
  /// sign too.
  package static func number(_ number: Double, isSigned: Bool = false) -> String {
    guard number.isFinite else { return "–" }
    return (isSigned && number > 0 ? "+" : "") + grouped(decimal: number.significantText(6))
  }

  /// Returns an exact value, if signed with a plus sign too; empty if it is unknown.
  package static func exact(_ number: Double?, isSigned: Bool = false) -> String {
    number.map { (isSigned && $0 > 0 ? "+" : "") + grouped(decimal: $0.significantText(8)) } ?? ""
  }

  /// Returns the deviation of an estimate in standard errors; empty if it is unknown.
  package static func zScore(_ number: Double?) -> String {
    number.map {
      String(format: "%+.2f", ($0 * 100).rounded() == 0 ? 0 : $0).replacing("-", with: "−")
    } ?? ""
  }

  /// Returns a share in percent.
  package static func percent(_ share: Double) -> String { (share * 100).significantText(4) + " %" }

  /// Returns an interval of a share in percent.
  package static func percents(_ interval: Interval) -> String {
    "\((interval.low * 100).significantText(4)) to \(percent(interval.high))"
  }

  /// Returns a difference of shares in percentage points, with its sign.
  package static func points(_ difference: Double) -> String {
    (difference > 0 ? "+" : "") + grouped(decimal: (difference * 100).significantText(4))
  }

  /// Returns an interval of a difference of shares in percentage points.
  package static func points(_ interval: Interval) -> String {
    "\(points(interval.low)) to \(points(interval.high))"
  }
}
