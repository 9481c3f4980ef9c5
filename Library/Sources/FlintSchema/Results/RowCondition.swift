package import FlintCalendar

/// A condition that a row satisfies, such as `category=idea`, `points>=20`,
/// `title~read` or `notes!=`.
package struct RowCondition: Hashable, Sendable {
  /// The kinds of comparison of a row's value with the condition's.
  package enum Comparison: String, Sendable, CaseIterable {
    case equal = "="
    case unequal = "!="
    /// The row's value is greater, later or equal.
    case atLeast = ">="
    /// The row's value is less, earlier or equal.
    case atMost = "<="
    /// The row's value is greater or later.
    case more = ">"
    /// The row's value is less or earlier.
    case less = "<"
    /// The row's value contains the text, ignoring case.
    case contains = "~"
  }

  package var column: String
  package var comparison: Comparison
  package var value: String

  package init(column: String, comparison: Comparison, value: String) {
    self.column = column
    self.comparison = comparison
    self.value = value
  }

  /// A description of the syntax of a condition, for messages.
  package static let form = "a condition such as category=idea, points>=20, title~read or notes!="

  /// Parses a column, a comparison and a value. Returns `nil` if the comparison or the column is
  /// missing.
  package init?(_ text: String) {
    guard let index = text.firstIndex(where: { "=!<>~".contains($0) }), index > text.startIndex
    else { return nil }
    let rest = text[index...]
    let found = ["!=", ">=", "<=", "=", "~", ">", "<"].first { rest.hasPrefix($0) }
    guard let found, let comparison = Comparison(rawValue: found) else { return nil }
    self.init(
      column: String(text[..<index]).trimmedWhitespace,
      comparison: comparison, value: String(rest.dropFirst(found.count)))
  }

  package func isSatisfied(by value: FieldValue, _ zone: CivilZone, _ scales: NameScales) -> Bool {
    switch comparison {
    case .equal: isSame(value, zone, scales)
    case .unequal: !isSame(value, zone, scales)
    case .contains: value.plain.lowercased().contains(self.value.lowercased())
    case .atLeast: order(value, zone, scales).map { $0 >= 0 } ?? false
    case .atMost: order(value, zone, scales).map { $0 <= 0 } ?? false
    case .more: order(value, zone, scales).map { $0 > 0 } ?? false
    case .less: order(value, zone, scales).map { $0 < 0 } ?? false
    }
  }

  private func isSame(_ value: FieldValue, _ zone: CivilZone, _ scales: NameScales) -> Bool {
    if case .list(let texts) = value {
      return texts.isEmpty
        ? self.value.isEmpty : texts.contains { $0.utf8.elementsEqual(self.value.utf8) }
    }
    return order(value, zone, scales) == 0 || value.plain.utf8.elementsEqual(self.value.utf8)
  }

  /// Compares a value with the condition's: −1 if it precedes, 0 if equal, 1 if it follows; `nil`
  /// if there is no value or the two cannot be compared.
  private func order(_ value: FieldValue, _ zone: CivilZone, _ scales: NameScales) -> Int? {
    // The names of a scale are ordered by the scale.
    if case .name(let text) = value, scales.contains(text) {
      return scales.order(text, self.value)
    }
    switch value {
    case .none: return nil
    case .integer, .decimal, .number:
      guard let wanted = try? DecimalNumber(reading: self.value, field: column) else { return nil }
      return RowCondition.order(value.number ?? 0, wanted.millionths)
    case .time(let instant, let offset):
      // A day without a time means the whole day.
      if let day = CivilDay(self.value) {
        return RowCondition.order(zone.dayStart.day(of: instant, offset: offset), day)
      }
      guard let wanted = Timestamp(self.value) else { return nil }
      return RowCondition.order(instant, zone.resolve(wanted).instant)
    case .day(let day):
      return CivilDay(self.value).map { RowCondition.order(day, $0) }
    case .text, .name, .boolean, .instant, .list, .json:
      let (text, wanted) = (value.plain, self.value)
      if text.utf8.elementsEqual(wanted.utf8) { return 0 }
      return text.utf8.lexicographicallyPrecedes(wanted.utf8) ? -1 : 1
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }
}
