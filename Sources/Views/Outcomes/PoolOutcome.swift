import FlintJSON
import FlintRules
package import FlintSchema
package import Sessions

/// The outcome of a roll, an exchange or a choice of a pool.
package struct PoolOutcome: ResultRow {
  /// A card that a roll drew.
  struct Draw: ResultRow {
    let draw: Outcome.Draw
    let card: CardDefinition?

    static let schema = ResultSchema<Draw>(
      "PoolCard", "A card that a roll of a pool drew.",
      [
        ResultField("id", \.card?.id, "The id of the card; absent where none was given."),
        ResultField("name", \.card?.name, "The name of the card."),
        ResultField("rarity", .text, "The rarity of the card.", isOptional: true) {
          FieldValue(name: $0.card?.rarity.name)
        },
        ResultField("new", \.draw.isNew, "Whether it is the first copy."),
        ResultField("featured", \.draw.isFeatured, "Whether the card is featured in the pool."),
        ResultField(
          "duplicate_points", \.draw.duplicatePoints, "The bonus points for a further copy."),
      ])
  }

  let recorded: Recorded
  let cards: [Draw]?
  let balances: [BalanceView]

  /// Creates the outcome of an event.
  package init(_ recorded: Recorded, _ session: Session) throws(SessionError) {
    self.recorded = recorded
    let definitions = session.rulebook.definition.cards
    cards = recorded.outcome?.draws.map { Draw(draw: $0, card: $0.card.map { definitions[$0] }) }
    balances = session.rulebook.balances(in: try session.state())
  }

  /// The fields.
  package static let schema = ResultSchema<PoolOutcome>(
    "PoolOutcome", "The outcome of an event about a pool.",
    [
      ResultField("id", .id, "The event's id, 32 hexadecimal digits.") {
        .name($0.recorded.id.description)
      },
      ResultField("status", .text, "added, restored or unchanged.") {
        .name($0.recorded.status.rawValue)
      },
      ResultField(
        "pending", .boolean,
        "true if the event is earlier than one recorded before: its cards are drawn later.",
        isOptional: true
      ) { row in
        row.recorded.outcome == nil && row.recorded.status != .unchanged ? .boolean(true) : .none
      },
      ResultField(
        "points", \.recorded.outcome?.points, "All points that the event earned."),
      .rows(
        "cards",
        "The cards, in the order drawn; nil if the event is pending, or was recorded before.",
        Draw.schema, isOptional: true
      ) { $0.cards },
      ResultField(
        "balances", .structure("table<string, integer>"),
        "The balances after the event, by currency."
      ) { row in
        .json(.object(row.balances.map { ($0.currency.id, .integer($0.balance)) }))
      },
    ])
}
