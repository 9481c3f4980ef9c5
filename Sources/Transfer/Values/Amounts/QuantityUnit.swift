package import FlintSchema

/// The unit that a mapping states for the numbers of a column.
package enum QuantityUnit: Hashable, Sendable {
  case time(DurationUnit)
  case percent
  case currency(MoneyUnit)
  /// Any other unit, as it is written.
  case word(String)

  /// - Parameter text: the unit as a mapping or a cell has it: `kg`, `%`, `EUR`, `€`, `hours`.
  package init(_ text: String) {
    let plain = text.trimmedWhitespace
    if ["%", "percent", "pct", "per cent", "prozent", "por ciento"].contains(plain.lowercased()) {
      self = .percent
    } else if let currency = MoneyUnit(plain) {
      self = .currency(currency)
    } else if plain.unicodeScalars.count > 1 || ["h", "s"].contains(plain),
      let unit = DurationUnit(word: plain)
    {
      // A single m is the metre, too, and a single d or w may be anything.
      self = .time(unit)
    } else {
      self = .word(plain)
    }
  }

  /// The unit as a message names it.
  package var name: String {
    switch self {
    case .time(let unit): unit.rawValue
    case .percent: "%"
    case .currency(let currency): currency.text
    case .word(let text): text
    }
  }

  /// Returns whether a unit of a cell is this one.
  package func matches(_ other: QuantityUnit) -> Bool {
    switch (self, other) {
    case (.currency(let left), .currency(let right)): !left.codes.isDisjoint(with: right.codes)
    case (.word(let left), .word(let right)): Self.plain(left) == Self.plain(right)
    default: self == other
    }
  }

  /// Returns a form that different texts of one unit have in common.
  private static func plain(_ text: String) -> String {
    var word = text.lowercased()
    if word.hasSuffix(".") { word.removeLast() }
    if let usual = synonyms[word] { return usual }
    return word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
  }

  private static let synonyms: [String: String] = [
    "kgs": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg",
    "gr": "g", "gram": "g", "grams": "g", "lbs": "lb", "pound": "lb", "pounds": "lb", "#": "lb",
    "kms": "km", "kilometer": "km", "kilometers": "km", "kilometre": "km", "kilometres": "km",
    "mile": "mi", "miles": "mi", "meter": "m", "meters": "m", "metre": "m", "metres": "m",
    "litre": "l", "litres": "l", "liter": "l", "liters": "l", "ltr": "l", "millilitre": "ml",
    "milliliter": "ml", "kcals": "kcal", "calories": "cal", "cals": "cal", "steps": "step",
    "times": "x", "time": "x", "beats/min": "bpm",
  ]
}
