import FlintJSON
package import FlintSchema

/// What makes a day of a habit, or a period, done.
///
/// A value of this type is valid: the amount is positive; that of a limit may be 0.
package struct HabitGoal: Hashable, Sendable {
  /// What is added up.
  package enum Unit: String, NamedChoice {
    /// The numbers of measurements, and ratings.
    case number
    /// The minutes of sessions, and the durations of other entries.
    case minutes
    /// The entries that count: all but checklists that were not done.
    case entries

    package var name: String { rawValue }
  }

  /// What the sum is compared with, and how.
  package enum Kind: Hashable, Sendable {
    /// The sum of a day reaches the amount.
    case atLeastOnDay
    /// The sum of a period reaches the amount.
    case atLeastOverPeriod
    /// The sum of a period does not exceed the amount.
    case atMost
  }

  package let kind: Kind
  package let amount: DecimalNumber
  /// What is added up.
  package let unit: Unit

  /// - Throws: `FieldError` about `goal.at_least` or `goal.at_most` when the amount is negative, or
  ///   0 and not a limit.
  package init(_ kind: Kind, _ amount: DecimalNumber, of unit: Unit) throws(FieldError) {
    try self.init(kind, amount, of: unit, field: "goal")
  }

  private init(
    _ kind: Kind, _ amount: DecimalNumber, of unit: Unit, field: String
  ) throws(FieldError) {
    self.kind = kind
    self.amount = amount
    self.unit = unit
    if kind == .atMost ? amount.millionths < 0 : amount.millionths <= 0 {
      throw FieldError(
        field: "\(field).\(kind == .atMost ? "at_most" : "at_least")",
        expected: kind == .atMost ? "0 or a positive number" : "a positive number",
        found: amount.description)
    }
  }

  /// Whether a period as a whole has to reach or keep to the amount, not each of its days.
  package var isOverPeriod: Bool { kind != .atLeastOnDay }
  /// Whether the amount must not be exceeded.
  package var isLimit: Bool { kind == .atMost }
}

extension HabitGoal: FieldConvertible {
  package static let fieldType = FieldType.structure("table")

  /// The names of what an amount can be reached over: each day, or the period.
  package static let scopeNames = Scope.names

  private enum Scope: String, NamedChoice {
    case day, period
    var name: String { rawValue }
  }

  /// `{at_least, of}`, `{at_least, of, over}` or `{at_most, of}`; an amount that is not whole is a
  /// text, which is exact.
  package var fieldValue: FieldValue {
    let number: JSONValue =
      amount.millionths % 1_000_000 == 0
      ? .integer(amount.millionths / 1_000_000) : .string(amount.description)
    var members: [(name: String, value: JSONValue)] = [
      (isLimit ? "at_most" : "at_least", number), ("of", .string(unit.name)),
    ]
    if kind == .atLeastOverPeriod { members.append(("over", .string(Scope.period.name))) }
    return .json(.object(members))
  }

  package init(_ value: FieldValue, field: String) throws(FieldError) {
    let table = try HabitTableReader(
      value, path: field, names: ["at_least", "at_most", "of", "over"])
    let (least, most) = (try table.decimal("at_least"), try table.decimal("at_most"))
    guard let amount = least ?? most, least == nil || most == nil else {
      throw FieldError(
        field: field, expected: "at_least or at_most", found: least == nil ? "neither" : "both")
    }
    guard let unit: Unit = try table.choice("of") else {
      throw table.error("of", expected: Unit.names.alternatives)
    }
    let scope: Scope? = try table.choice("over")
    if most != nil && scope == .day {
      throw table.error("over", expected: "period: a limit is always over the period")
    }
    let kind: Kind =
      most != nil ? .atMost : scope == .period ? .atLeastOverPeriod : .atLeastOnDay
    try self.init(kind, amount, of: unit, field: field)
  }
}

extension HabitGoal: CustomStringConvertible {
  /// The whole minutes of an hour or more, which are shown as hours; `nil` for other amounts.
  package var longMinutes: Int64? {
    let (minutes, rest) = amount.millionths.quotientAndRemainder(dividingBy: 1_000_000)
    return unit == .minutes && rest == 0 && minutes >= 60 ? minutes : nil
  }

  /// The goal in words: `at least 20 minutes`, `at least 7 h 30 min`, `at most 6`.
  package var description: String {
    if let longMinutes {
      return (isLimit ? "at most " : "at least ") + ShownDuration.text(minutes: longMinutes)
    }
    let words = (isLimit ? "at most " : "at least ") + amount.description
    let isOne = amount.millionths == 1_000_000
    switch unit {
    case .number: return words
    case .minutes: return words + (isOne ? " minute" : " minutes")
    case .entries: return words + (isOne ? " entry" : " entries")
    }
  }
}
