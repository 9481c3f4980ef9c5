import JSON
import Testing

@testable import Schema

/// What is derived from a schema of results.
struct ResultSchemaTests {
  /// A card with its price.
  struct Card: ResultRow {
    /// The price of a card.
    struct Price: ResultRow {
      let amount: Int64
      static let schema = ResultSchema<Price>(
        "Price", "A price.", [ResultField("amount", \.amount, "The amount.")])
    }

    let name: String
    let note: String?
    let price: Price

    static let schema = ResultSchema<Card>(
      "Card", "A card.",
      [
        ResultField("name", \.name, "The name."), ResultField("note", \.note, "The note."),
        .row("price", "The price.", Price.schema) { $0.price },
        .drawing("sign") { _ in "*" },
      ])
  }

  @Test func `JSON has null for an absent field, and no drawings`() {
    let card = Card(name: "Lantern", note: nil, price: Card.Price(amount: 3))
    #expect(card.json.text() == #"{"name":"Lantern","note":null,"price":{"amount":3}}"#)
  }

  @Test func `columns have the fields of inner rows by their path`() {
    #expect(Card.schema.columns.map(\.name) == ["name", "note", "price_amount", "sign"])
  }

  @Test func `a number of millionths is whole where it can be`() {
    #expect(FieldValue.exact(Int64(2_000_000)) == .integer(2))
    #expect(FieldValue.exact(Int64(2_500_000)) == .decimal(2_500_000))
    #expect(FieldValue.exact(Int128(Int64.max) * 1_000_000) == .integer(.max))
  }
}
