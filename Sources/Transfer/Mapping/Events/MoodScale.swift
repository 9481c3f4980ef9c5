import FlintRules
import FlintSchema

/// The numbers with which a file rates moods: from one for the worst mood to one for the best.
///
/// Nearly every app counts from 1, and Flint's own numbers from 0, so a number has no meaning without
/// a stated scale.
package struct MoodScale: Hashable, Sendable {
  package let worst: Int64
  /// The number of the best mood; another than `worst`, and perhaps a smaller one.
  package let best: Int64

  /// The scales that files commonly use, the more usual ones first.
  static let usual = [(1, 5), (0, 4), (1, 10), (0, 10), (-2, 2), (1, 100), (0, 100)].compactMap {
    MoodScale(worst: $0, best: $1)
  }

  static let limits: ClosedRange<Int64> = -1_000_000...1_000_000

  /// Creates a scale; `nil` when it has one number only, or one outside the limits.
  package init?(worst: Int64, best: Int64) {
    guard worst != best, [worst, best].allSatisfy(Self.limits.contains) else { return nil }
    (self.worst, self.best) = (worst, best)
  }

  /// The form in a mapping.
  package var lua: String { "scale = {\(worst), \(best)}" }

  /// The form in messages.
  var form: String { "a number from \(worst) to \(best)" }

  /// Returns the position of the nearest mood, 0 for the worst; `nil` outside the scale. Halfway
  /// between two moods it is the one nearer to the middle.
  func position(of number: DecimalNumber) -> Int? {
    let steps = Int64(Mood.ratings.count - 1)
    let distance = (number.millionths - worst * 1_000_000) * (best > worst ? 1 : -1)
    let whole = abs(best - worst) * 1_000_000
    guard abs(number.millionths) <= 2 * Self.limits.upperBound * 1_000_000,
      (0...whole).contains(distance)
    else { return nil }
    let (position, rest) = (distance * steps).quotientAndRemainder(dividingBy: whole)
    let isUp = 2 * rest > whole || (2 * rest == whole && 2 * position < steps)
    return Int(position + (isUp ? 1 : 0))
  }

  /// Returns the scale that a file with some numbers probably has; `nil` if there is only one.
  static func suggested(for numbers: ClosedRange<DecimalNumber>) -> MoodScale? {
    if let usual = containing(numbers).first { return usual }
    func whole(_ number: DecimalNumber, _ rule: FloatingPointRoundingRule) -> Int64 {
      Int64((Double(number.millionths) / 1_000_000).rounded(rule))
    }
    return MoodScale(worst: whole(numbers.lowerBound, .down), best: whole(numbers.upperBound, .up))
  }

  static func containing(_ numbers: ClosedRange<DecimalNumber>) -> [MoodScale] {
    usual.filter {
      $0.position(of: numbers.lowerBound) != nil && $0.position(of: numbers.upperBound) != nil
    }
  }
}
