/// A rule that pays points, or a roll of a card, for an event other than a spark. Of the rules of a
/// rulebook the first one that selects an event applies.
package struct EarningRule: Hashable, Sendable {
  package var selector: OccurrenceSelector
  /// The points, for each event or for each complete group of an amount.
  package var points: Int64
  /// The amount that is paid for; `nil` where the event itself is.
  package var amount: Amount?
  /// The most points that one event brings.
  package var cap: Int64?
  /// How often the rule pays on one civil day; `nil` without a limit.
  package var perDay: Int64?
  /// The category of the card roll that each payment includes, if it does.
  package var roll: SparkCategory?
  package var grants: [CurrencyAmount] = []

  /// The amount of an entry for which points are paid.
  package struct Amount: BitwiseCopyable, Hashable, Sendable {
    /// The size of a group.
    package var per: Int64
    package var unit: Unit

    package init(per: Int64, of unit: Unit) {
      self.per = per
      self.unit = unit
    }
  }

  package enum Unit: String, BitwiseCopyable, Sendable, CaseIterable {
    /// The minutes of a session, or the duration of another entry.
    case minutes
    case number
  }

  package init(
    _ selector: OccurrenceSelector, points: Int64 = 0, amount: Amount? = nil, cap: Int64? = nil,
    perDay: Int64? = nil, roll: SparkCategory? = nil
  ) {
    self.selector = selector
    self.points = points
    self.amount = amount
    self.cap = cap
    self.perDay = perDay
    self.roll = roll
  }

  /// The most points that any event can bring.
  static let maximumPoints: Int64 = 1_000_000
}

/// What an event earned by a rule.
package struct Payment: Hashable, Sendable {
  var rule: Int32
  package internal(set) var points: Int64
}

extension Payment {
  init(from reader: inout StateReader) {
    rule = reader.integer()
    points = reader.word()
  }

  func encode(to writer: inout StateWriter) {
    writer.write(rule)
    writer.write(points)
  }
}
