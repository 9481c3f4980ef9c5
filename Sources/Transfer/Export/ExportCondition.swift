import Rules
import Sessions

/// What a row must say to be written: `category=idea`, `points>=20`, `title~read`, `notes!=`.
public struct ExportCondition: Hashable, Sendable {
  /// How a value is compared.
  public enum Comparison: String, Sendable, CaseIterable {
    /// It is the same.
    case equal = "="
    /// It is another.
    case unequal = "!="
    /// It is the same or more, or later.
    case atLeast = ">="
    /// It is the same or less, or earlier.
    case atMost = "<="
    /// It is more, or later.
    case more = ">"
    /// It is less, or earlier.
    case less = "<"
    /// It has the text in it, upper or lower case alike.
    case contains = "~"
  }

  /// The column's name.
  public var column: String
  /// How it is compared.
  public var comparison: Comparison
  /// With what.
  public var value: String

  /// Makes a condition.
  public init(column: String, comparison: Comparison, value: String) {
    self.column = column
    self.comparison = comparison
    self.value = value
  }

  /// What a condition looks like, for messages.
  public static let form = "a condition such as category=idea, points>=20, title~read or notes!="

  /// Reads `column`, a comparison and a value; `nil` when there is no comparison, or no column
  /// before it.
  public init?(_ text: String) {
    guard let place = text.firstIndex(where: { "=!<>~".contains($0) }), place > text.startIndex
    else { return nil }
    let rest = text[place...]
    let found = ["!=", ">=", "<=", "=", "~", ">", "<"].first { rest.hasPrefix($0) }
    guard let found, let comparison = Comparison(rawValue: found) else { return nil }
    self.init(
      column: String(text[..<place]).trimmedWhitespace,
      comparison: comparison, value: String(rest.dropFirst(found.count)))
  }

  /// Whether a value is such as the condition asks for.
  func holds(for value: ExportValue, _ zone: Zone) -> Bool {
    switch comparison {
    case .equal: isSame(value, zone)
    case .unequal: !isSame(value, zone)
    case .contains: value.plain.lowercased().contains(self.value.lowercased())
    case .atLeast: order(value, zone).map { $0 >= 0 } ?? false
    case .atMost: order(value, zone).map { $0 <= 0 } ?? false
    case .more: order(value, zone).map { $0 > 0 } ?? false
    case .less: order(value, zone).map { $0 < 0 } ?? false
    }
  }

  private func isSame(_ value: ExportValue, _ zone: Zone) -> Bool {
    if case .list(let texts) = value {
      return texts.isEmpty
        ? self.value.isEmpty : texts.contains { $0.utf8.elementsEqual(self.value.utf8) }
    }
    return order(value, zone) == 0 || value.plain.utf8.elementsEqual(self.value.utf8)
  }

  /// Whether a value comes before (−1) or behind (1) that of the condition; `nil` when there is
  /// none, or the two cannot be compared.
  private func order(_ value: ExportValue, _ zone: Zone) -> Int? {
    switch value {
    case .none: return nil
    case .integer, .decimal:
      guard let wanted = try? TrackerNumber(reading: self.value, field: column) else { return nil }
      return ExportCondition.order(value.number ?? 0, wanted.millionths)
    case .time(let instant, let offset):
      // A day alone stands for all of it.
      if let day = CivilDay(self.value) {
        return ExportCondition.order(CivilTime(instant, offset: offset).day, day)
      }
      guard let wanted = Timestamp(self.value) else { return nil }
      return ExportCondition.order(instant, zone.resolve(wanted).instant)
    case .day(let day):
      return CivilDay(self.value).map { ExportCondition.order(day, $0) }
    case .word(let text) where ExportValue.scalePlace(of: text, beside: self.value) != nil:
      // The words of a scale go by the scale.
      guard let a = ExportValue.scalePlace(of: text, beside: self.value),
        let b = ExportValue.scalePlace(of: self.value, beside: text)
      else { return nil }
      return ExportCondition.order(a, b)
    case .text, .word, .flag, .list, .json:
      let (text, wanted) = (value.plain, self.value)
      if text.utf8.elementsEqual(wanted.utf8) { return 0 }
      return text.utf8.lexicographicallyPrecedes(wanted.utf8) ? -1 : 1
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }
}

/// In which order rows are written.
public struct ExportOrder: Hashable, Sendable {
  /// The column's name.
  public var column: String
  /// Whether the last comes first.
  public var isDescending: Bool

  /// Makes an order.
  public init(column: String, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  /// Reads `column`, `column:asc` or `column:desc`; `nil` when it is none of these.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let column = parts.first, !column.isEmpty, parts.count <= 2 else { return nil }
    if parts.count == 2, parts[1] != "asc", parts[1] != "desc" { return nil }
    self.init(column: String(column), isDescending: parts.count == 2 && parts[1] == "desc")
  }
}
