import FlintCalendar
import FlintRandom
import Foundation
import FlintRules
@testable import Chance

/// Synthetic days of a person: moods and factors that resemble those of the day before.
struct SyntheticDays {
  /// The seed of all of them: `FLINT_TEST_SEED`, or 1.
  static let seed =
    ProcessInfo.processInfo.environment["FLINT_TEST_SEED"].flatMap { UInt64($0) } ?? 1

  private var stream: CounterStream

  /// Creates the days of a number.
  init(_ number: Int) {
    stream = CounterStream(key: Self.seed, identity: UInt64(number), purpose: 0x7465_7374)
  }

  private mutating func uniform() -> Double { Double(stream.next32()) / 4_294_967_296 }

  /// A number of mean 0 and variance 1, nearly normal.
  private mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }

  /// A first-order autoregression of variance 1, from its stationary distribution.
  mutating func autoregression(_ phi: Double, days: Int) -> [Double] {
    var value = normal()
    return (0..<days).map { _ in
      defer { value = phi * value + (1 - phi * phi).squareRoot() * normal() }
      return value
    }
  }

  /// A factor on about half of the days, those on which an autoregression is positive.
  mutating func factor(_ name: String, _ phi: Double, days: Int) -> (DayFactor, [Bool]) {
    let flags = autoregression(phi, days: days).map { $0 > 0 }
    let on = flags.indices.filter { flags[$0] }.map { CivilDay(number: Int32($0)) }
    return (DayFactor(.habits, name, days: on), flags)
  }

  /// The ratings of values of mean 0: 2 and the nearest whole number, within 0 to 4; a fifth of the days is
  /// unrated.
  mutating func ratings(_ values: [Double]) -> RatedDays {
    RatedDays(
      first: CivilDay(number: 0),
      values.map { value in
        let rating = UInt8(min(4, max(0, (2 + value).rounded())))
        return uniform() < 0.2 ? RatedDays.unrated : rating
      })
  }
}
