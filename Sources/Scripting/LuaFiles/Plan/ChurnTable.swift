import FlintJSON
import Players
import FlintRules
import FlintSchema

extension Policy.Churn {
  /// The fields of `churn`.
  static let table = TableSchema(
    blank: Policy.Churn(),
    [
      TableField(
        "daily", \.daily, .probability,
        "The probability of leaving for good before each day after the first."),
      TableField(
        "after", \.after, .list(of: .table(Condition.table)),
        """
        What multiplies the probability: a list, see below. The factors of all that hold are \
        multiplied (default: none).
        """, isRequired: false),
    ])
}

extension Policy.Churn.Condition {
  /// The fields of an entry of `after`.
  static let table = TableSchema(
    blank: Policy.Churn.Condition(),
    [
      TableField(
        "without", \.without, .text,
        """
        What has not happened on the last `days` days, as many as a player has to have played: `level` \
        (a new one), `mission` (completed), `card` (a new one), or the id of a rarity (a card of it).
        """),
      TableField(
        "lost", \.lost,
        TableType("\"featured\" or \"streak\"", blank: nil) { value throws(TableProblem) in
          guard case .string(let text) = value, let loss = Policy.Churn.Loss(rawValue: text) else {
            return nil
          }
          return .some(loss)
        },
        """
        What was lost: `featured`, where a roll on the last `days` days gave a card of the rarity of \
        featured cards that is not one; `streak`, where the day before ended a run of at least \
        `days` days with sparks.
        """, isRequired: false),
      TableField(
        "days", \.days, .whole, "The number of days (default: 1).", isRequired: false),
      TableField(
        "times", \.times, .fraction, "The factor of the probability, such as `3` or `0.5`."),
    ])
}

extension Policy.Energy {
  /// The fields of `energy`.
  static let table = TableSchema(
    blank: Policy.Energy(),
    [
      TableField("max", \.most, .whole, "The maximum."),
      TableField(
        "refill_minutes", \.refillMinutes, .whole, "The minutes in which one unit refills."),
      TableField(
        "spark", \.spark, .whole, "The energy that a spark costs (default: 1).", isRequired: false),
    ])
}
