import FlintSchema

/// What a suggested mapping states about numbers, empty texts, zones and rows of totals.
extension SuggestedMapping {
  mutating func suggestNotation() {
    var marks: Set<DecimalMark> = []
    var (hasOpenPoint, hasOpenComma) = (false, false)
    for column in sniff.columns where !ColumnName(column.name).suggestsIDs {
      switch column.content {
      case .decimal, .whole, .quantity:
        marks.formUnion(column.marks)
        hasOpenPoint = hasOpenPoint || column.hasOpenPoint
        hasOpenComma = hasOpenComma || column.hasOpenComma
      default: break
      }
    }
    if marks.count == 1 {
      decimal = marks.first
    } else if marks.isEmpty, hasOpenPoint || hasOpenComma {
      suggestMark(hasOpenPoint, hasOpenComma)
    }
    let zones = sniff.columns.filter { column in
      ColumnName(column.name).suggestsZones && column.count > 0
        && column.examples.allSatisfy {
          $0.wholeMatch(of: /(?:UTC|GMT|Z)?[+-]?\d{0,2}:?\d{0,2}|[A-Z][A-Za-z_]+\/.+|UTC|GMT|Z/)
            != nil
        }
    }
    if let column = zones.first {
      zone = column.name
      let words = ColumnName(column.name).words
      if column.isNumber || words.contains("minutes") {
        zoneUnit = ", unit = \"\(words.contains("hours") ? "hours" : "minutes")\""
      }
      used.insert(column.name)
    }
  }

  /// Chooses the mark of numbers such as 67.700, which are two numbers.
  private mutating func suggestMark(_ hasPoint: Bool, _ hasComma: Bool) {
    // In a file with commas between the fields, a comma is rarely that of decimals.
    let isPoint = sniff.delimiter == UInt8(ascii: ",") || sniff.jsonRows != nil
    if isPoint {
      decimal = .point
    } else if sniff.delimiter == UInt8(ascii: ";") {
      decimal = .comma
    } else {
      return
    }
    let sample = sniff.columns.first { $0.hasOpenPoint || $0.hasOpenComma }
    let open = sample?.examples.first { $0.contains(hasPoint ? "." : ",") } ?? ""
    guard let mark = decimal, let number = NumberReader(mark: mark, isRounding: true).read(open)
    else { return }
    checks.append(
      .init(question: "Is \"\(open)\" \(number)?", line: "decimal = \"\(mark.rawValue)\""))
  }

  /// Lists the texts that mean no value, unless a column that the mapping records as text has them.
  mutating func suggestEmpty() {
    let kept = Set(
      sniff.columns.filter { used.contains($0.name) && $0.content == .text }
        .flatMap(\.texts).map { $0.lowercased() })
    for column in sniff.columns where used.contains(column.name) {
      for text in column.nulls where !kept.contains(text.lowercased()) {
        if !empty.contains(where: { $0.lowercased() == text.lowercased() }) { empty.append(text) }
      }
    }
  }

  /// Finds rows of totals: their day is a word such as Total.
  mutating func suggestTotals() {
    let at = shared.first { ["at", "day"].contains($0.field) }?.source.columns.first
    guard let at, let column = sniff.columns.first(where: { $0.name == at }),
      column.exception != nil, let position = sniff.columns.firstIndex(where: { $0.name == at })
    else { return }
    var texts: [String] = []
    for row in sniff.sample where position < row.count {
      let text = row[position].trimmedWhitespace
      let word = text.lowercased().prefix { $0.isLetter }
      if Self.totalWords.contains(String(word)), !texts.contains(text), text.count < 30 {
        texts.append(text)
      }
    }
    if let text = column.exception?.text, texts.isEmpty,
      Self.totalWords.contains(String(text.lowercased().prefix { $0.isLetter }))
    {
      texts.append(text)
    }
    if !texts.isEmpty { totals = (at, texts) }
  }

  private static let totalWords: Set = [
    "total", "totals", "sum", "summe", "gesamt", "totale", "totali", "suma", "somme", "average",
    "avg", "mean", "durchschnitt", "mittel", "media", "promedio", "moyenne", "mittelwert",
  ]
}
