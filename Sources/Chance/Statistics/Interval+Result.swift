import Foundation
package import FlintSchema

extension Interval: ResultRow {
  /// The ends of an interval.
  package static let schema = ResultSchema<Interval>(
    "Interval", "An interval.",
    [.figure("low", \.low, "The lower end."), .figure("high", \.high, "The upper end.")])
}

extension ResultField {
  /// Creates a field of a computed number, which results have with twelve significant digits, so that it is the
  /// same on every machine.
  package static func figure(
    _ name: String, _ path: any KeyPath<Row, Double> & Sendable, _ summary: String,
    _ style: ResultStyle = .digits(4)
  ) -> ResultField {
    ResultField(name, .number, summary, style) {
      .number($0[keyPath: path].roundedToTwelveDigits)
    }
  }

  /// Creates a field of a computed number that a row may not have.
  package static func figure(
    _ name: String, _ path: any KeyPath<Row, Double?> & Sendable, _ summary: String,
    _ style: ResultStyle = .digits(4)
  ) -> ResultField {
    ResultField(name, .number, summary, style, isOptional: true) {
      $0[keyPath: path].map { .number($0.roundedToTwelveDigits) } ?? FieldValue.none
    }
  }
}

extension Double {
  fileprivate var roundedToTwelveDigits: Double { Double(String(format: "%.12g", self)) ?? self }
}
