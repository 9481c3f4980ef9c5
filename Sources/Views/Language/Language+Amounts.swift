package import Rules
package import Schema

extension Language {
  /// Returns amounts of currencies: `160 gems and 2 tickets`.
  package func text(_ amounts: [CurrencyAmount]) -> String {
    listed(amounts.map { "\(text($0.value)) \($0.name)" })
  }

  /// Returns expected amounts of currencies, with two decimals.
  package func text(_ amounts: [NamedValue<Double>]) -> String {
    listed(amounts.map { "\(rounded($0.value)) \($0.name)" })
  }

  /// Returns a number with two decimals, as far as it has so many digits.
  package func rounded(_ number: Double) -> String {
    number.magnitude < 9e12
      ? decimal(Int64((number * 1e6).rounded()), places: 2) : exact("\(number)")
  }
}
