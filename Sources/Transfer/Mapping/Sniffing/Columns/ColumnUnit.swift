import FlintSchema

/// The name of a column without its unit, and the unit: `Sleep (h)`, `sleep_hours`, `Minutes read`.
struct ColumnUnit {
  /// The name without the unit.
  private(set) var name: String
  /// The unit as it is written; `nil` if the name has none.
  private(set) var unit: String?
  /// The numbers of a scale that the name states, as in `Mood (1-10)`.
  private(set) var scale: (worst: Int64, best: Int64)?

  init(_ column: String) {
    name = column.trimmedWhitespace
    takeBrackets()
    if unit == nil, scale == nil { takeWord() }
    if name.contains("_"), !name.contains(" ") { name = name.replacing("_", with: " ") }
    name = name.trimmedWhitespace
    if name.isEmpty {
      name = column.trimmedWhitespace
      unit = nil
    }
  }

  /// The unit of time, if it is one of durations.
  var time: DurationUnit? {
    guard let unit else { return nil }
    // Milliseconds are those of pulses, not of what one does.
    let found = DurationUnit(word: unit)
    return found == .milliseconds || found == .weeks ? nil : found
  }

  /// Takes a unit or a scale in brackets at the end.
  private mutating func takeBrackets() {
    let brackets: [(Character, Character)] = [("(", ")"), ("[", "]")]
    guard let (open, _) = brackets.first(where: { name.last == $0.1 }),
      let start = name.lastIndex(of: open), start > name.startIndex
    else {
      if name.hasSuffix("%") {
        unit = "%"
        name.removeLast()
      }
      return
    }
    let inner = String(name[name.index(after: start)...].dropLast()).trimmedWhitespace
    if let match = inner.wholeMatch(of: /(?:\D*\s)?(-?\d+)\s*(?:-|–|—|to|bis|a|à|\.\.|\/)\s*(\d+)/),
      let worst = Int64(match.1), let best = Int64(match.2), worst != best
    {
      scale = (worst, best)
      name = String(name[..<start])
    } else if inner.count <= 14,
      inner.contains(where: \.isLetter) || inner == "%" || inner == "€"
        || inner == "$" || inner == "£", !Self.notUnits.contains(inner.lowercased())
    {
      unit = inner
      name = String(name[..<start])
    }
  }

  /// Words in brackets that tell columns apart.
  private static let notUnits: Set = [
    "avg", "min.", "max", "mean", "average", "total", "sum", "decimal", "am", "pm", "morning",
    "evening", "left", "right", "new", "old", "yes/no", "y/n", "utc", "optional",
  ]

  /// Takes a unit of time, or a common one of measures, that is the last word, or one of time that is
  /// the first.
  private mutating func takeWord() {
    let words = name.split { $0 == " " || $0 == "_" }.map(String.init)
    guard let last = words.last, let first = words.first else { return }
    if words.count == 1 {
      if Self.endings.contains(last.lowercased()) { unit = last }
      return
    }
    let isSnake = name.contains("_")
    if Self.endings.contains(last.lowercased())
      || (isSnake && Self.measures.contains(last.lowercased()))
    {
      unit = last
      name = words.dropLast().joined(separator: " ")
    } else if Self.endings.contains(first.lowercased()) {
      // "Minutes asleep" keeps its words: they would not be a name without the first.
      unit = first
    }
  }

  private static let endings: Set = [
    "min", "mins", "minutes", "hours", "hrs", "seconds", "secs", "sec", "minuten", "stunden",
    "minuti", "ore", "minutos", "horas", "heures",
  ]
  private static let measures: Set = [
    "kg", "lb", "lbs", "km", "mi", "cm", "ml", "kcal", "bpm", "pct", "percent", "g", "m", "l", "h",
    "s", "eur", "usd", "gbp",
  ]
}
