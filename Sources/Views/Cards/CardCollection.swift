import FlintJSON
package import FlintRules
package import FlintSchema
package import Sessions

/// The cards owned and missing, with counts by rarity and category.
package struct CardCollection: ResultRow {
  let owned: Int
  let total: Int
  let byRarity: [(name: String, tally: CardTally)]
  let byCategory: [(name: String, tally: CardTally)]
  let rarest: [SessionRow<CardView>]
  let cards: [SessionRow<CardView>]

  /// Creates the collection of a session.
  ///
  /// - Parameter filter: the cards to list.
  package init(_ session: Session, _ filter: CardFilter) throws(SessionError) {
    let (state, rulebook) = (try session.state(), session.rulebook)
    owned = state.ownedCount
    total = rulebook.definition.cards.count
    byRarity = zip(rulebook.definition.rarities.names, rulebook.tallyByRarity(in: state))
      .map { ($0, $1) }
    byCategory = zip(rulebook.definition.categories.names, rulebook.tallyByCategory(in: state))
      .map { ($0, $1) }
    rarest = session.rows(rulebook.rarestCards(3, in: state))
    cards = session.rows(rulebook.collection(in: state, filter: filter))
  }

  /// The fields. Of the counts by name, references have the usual names.
  package static let schema = ResultSchema<CardCollection>(
    "CardCollection", "The cards owned and missing, with counts by rarity and category.",
    [
      ResultField("owned", \.owned, "The number of distinct cards owned."),
      ResultField("total", \.total, "The number of cards in the rulebook."),
      ResultField(
        "by_rarity", .row(names("TalliesByRarity", CardRarity.ignitionNames)),
        "The counts by rarity: those of the rulebook."
      ) { json($0.byRarity) },
      ResultField(
        "by_category", .row(names("TalliesByCategory", SparkCategory.ignitionNames)),
        "The counts by category."
      ) { json($0.byCategory) },
      .rows(
        "rarest", "The three rarest cards owned, of equal rarity the earliest first.",
        CardView.schema
      ) { $0.rarest },
      .rows("cards", "The cards selected by the filter.", CardView.schema) { $0.cards },
    ])

  private static func names(_ name: String, _ names: [String]) -> ResultShape {
    ResultSchema<CardTally>(
      name, "The counts by name.",
      names.map { .row($0, "The counts.", CardTally.schema) { $0 } }
    ).shape
  }

  private static func json(_ tallies: [(name: String, tally: CardTally)]) -> FieldValue {
    .json(.object(tallies.map { ($0.name, $0.tally.json) }))
  }
}

extension CardTally: ResultRow {
  /// The fields of a count.
  package static let schema = ResultSchema<CardTally>(
    "CardTally", "A number of cards.",
    [
      ResultField("owned", \.owned, "The number of distinct cards owned."),
      ResultField("total", \.total, "The number of cards in the rulebook."),
    ])
}
