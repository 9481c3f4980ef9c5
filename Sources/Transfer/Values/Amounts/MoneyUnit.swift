/// A currency as a code of ISO 4217 or a symbol, which may be that of several currencies.
package struct MoneyUnit: Hashable, Sendable {
  /// The code or symbol, as it is written.
  package let text: String
  let codes: Set<String>

  /// - Parameter text: a code or a symbol; for other texts the result is `nil`.
  package init?(_ text: String) {
    if Self.known.contains(text.uppercased()), text == text.uppercased() {
      codes = [text]
    } else if let found = Self.symbols[text.lowercased()] {
      codes = Set(found.split(separator: " ").map(String.init))
    } else {
      return nil
    }
    self.text = text
  }

  private static let known = Set(
    """
    AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW
    MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let symbols: [String: String] = [
    "€": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "¥": "JPY CNY", "￥": "JPY CNY",
    "$": "USD AUD CAD NZD SGD HKD MXN ARS CLP COP TWD", "us$": "USD", "a$": "AUD", "c$": "CAD",
    "ca$": "CAD", "au$": "AUD", "nz$": "NZD", "r$": "BRL", "fr.": "CHF", "sfr.": "CHF",
    "kr": "SEK NOK DKK ISK", "kr.": "SEK NOK DKK ISK", "zł": "PLN", "₽": "RUB", "₹": "INR",
    "₺": "TRY", "₩": "KRW", "₪": "ILS", "₴": "UAH", "₫": "VND", "₱": "PHP", "฿": "THB",
    "₦": "NGN", "kč": "CZK", "ft": "HUF", "lei": "RON",
  ]
}
