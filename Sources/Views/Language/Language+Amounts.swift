package import FlintRules
package import FlintSchema

extension Language {
  /// Returns amounts of currencies: `160 gems and 2 tickets`.
  package func text(_ amounts: [CurrencyAmount]) -> String {
    listed(amounts.map { "\(text($0.value)) \($0.name)" })
  }

  /// Returns expected amounts of currencies, with two decimals.
  package func text(_ amounts: [NamedValue<Double>]) -> String {
    listed(amounts.map { "\(rounded($0.value)) \($0.name)" })
  }

  /// Returns minutes as hours and minutes: `7 h 30 min`.
  package func duration(_ minutes: Int64) -> String {
    ShownDuration.text(minutes: minutes) { text($0) }
  }

  /// Returns minutes in millionths as hours and minutes, those of less than an hour with two decimals.
  package func duration(millionths: Int128) -> String {
    let minutes = Int64(clamping: millionths.dividedRounding(by: 1_000_000))
    guard millionths.magnitude < 60_000_000, millionths % 1_000_000 != 0 else {
      return duration(minutes)
    }
    return decimal(Int64(clamping: millionths), places: 2) + " min"
  }

  /// Returns a number with two decimals, as far as it has so many digits.
  package func rounded(_ number: Double) -> String {
    number.magnitude < 9e12
      ? decimal(Int64((number * 1e6).rounded()), places: 2) : exact("\(number)")
  }
}
