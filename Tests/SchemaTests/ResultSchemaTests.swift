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

  /// Cards in rows, and the card above them, if any.
  struct Board: ResultRow {
    let top: Card?
    let rows: [[Card]]

    static let schema = ResultSchema<Board>(
      "Board", "A board.",
      Card.schema.fields.map { field in field.within { $0.top } } + [
        .grid("rows", "The cards.", Card.schema) { $0.rows }
      ])
  }

  @Test func `fields of a row that may be absent are absent without it`() {
    let card = Card(name: "Lantern", note: nil, price: Card.Price(amount: 3))
    #expect(
      Board(top: nil, rows: [[card], []]).json.text()
        == #"{"name":null,"note":null,"price":null,"rows":[[\#(card.json.text())],[]]}"#)
    #expect(
      Board(top: card, rows: []).json.text()
        == #"{"name":"Lantern","note":null,"price":{"amount":3},"rows":[]}"#)
    #expect(Board.schema.columns.map(\.name) == ["name", "note", "price_amount", "sign"])
    #expect(Board.schema.shape.fields.allSatisfy { $0.isOptional || $0.name == "rows" })
  }

  @Test func `a JSON schema defines the rows inside rows`() {
    let shape = Board.schema.shape
    #expect(shape.all.map(\.name) == ["Price", "Price", "Card", "Board"])
    let fields = [
      #""name":{"anyOf":[{"type":"string"},{"type":"null"}],"description":"The name."}"#,
      #""note":{"anyOf":[{"type":"string"},{"type":"null"}],"description":"The note."}"#,
      ##""price":{"anyOf":[{"$ref":"#/$defs/Price"},{"type":"null"}],"description":"The price."}"##,
      ##""rows":{"type":"array","items":{"type":"array","items":{"$ref":"#/$defs/Card"}},"##
        + #""description":"The cards."}"#,
    ]
    #expect(
      shape.definition.text()
        == #"{"description":"A board.","type":"object","properties":{"#
        + fields.joined(separator: ",") + #"},"required":["name","note","price","rows"]}"#)
    #expect(
      shape.reference(isList: true).text()
        == ##"{"type":"array","items":{"$ref":"#/$defs/Board"}}"##)
  }
}
