import FlintJSON
import Testing

@testable import FlintSchema

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

  @Test func `an interval has two columns of CSV, and one of tables`() {
    let schema = ResultSchema<Card>(
      "Range", "A range of prices.",
      [.row("range", "The range.", Card.Price.schema, .percent, title: "from–to") { $0.price }])
    let columns = schema.columns
    #expect(columns.map(\.name) == ["range_amount", "range"])
    #expect(columns.map(\.declaration.forms) == [.all, .tables])
    #expect(columns.map(\.declaration.heading) == ["range amount", "from–to"])
    let card = Card(name: "Lantern", note: nil, price: Card.Price(amount: 3))
    #expect(columns.map { $0.value(card) } == [.integer(3), .json(card.price.json)])
    #expect(schema.json(card).text() == #"{"range":{"amount":3}}"#)
    #expect(schema.records(card).map(\.measure) == ["range_amount"])
  }

  /// An estimate with an interval and two quantiles, both known only of some.
  struct Guess: ResultRow {
    struct Quantile: ResultRow {
      let share: Double
      let value: Int64
      let low: Int64
      static let schema = ResultSchema<Quantile>(
        "Quantile", "A quantile.",
        [
          ResultField("p", \.share, "The share.").asKey,
          ResultField("value", \.value, "The value."), ResultField("low", \.low, "The lower end."),
        ])
    }

    struct Mean: ResultRow {
      let value: Double
      let reach: Double?
      static let schema = ResultSchema<Mean>(
        "Mean", "A mean.",
        [
          .finite("mean", "The mean.") { $0.value },
          .interval("interval", "Its interval.", .digits(3)) { mean in
            mean.reach.map { (mean.value - $0, mean.value + $0) }
          },
        ])
    }

    let mean: Mean?
    let quantiles: [Quantile]
    static let schema = ResultSchema<Guess>(
      "Guess", "A guess.",
      Mean.schema.fields.map { $0.within(\.mean) } + [
        .rows("quantiles", "The quantiles.", Quantile.schema, columns: ["p05", "p50"]) {
          $0.quantiles
        },
        .optionalRow("again", "The mean again.", Mean.schema) { $0.mean }.omittedIfAbsent,
      ])
  }

  private let guess = Guess(
    mean: Guess.Mean(value: 5, reach: 0.5),
    quantiles: [
      Guess.Quantile(share: 0.05, value: 1, low: 0), Guess.Quantile(share: 0.5, value: 5, low: 4),
    ])

  @Test func `an interval is a list in JSON, with its ends in CSV`() {
    #expect(
      guess.json.text()
        == #"{"mean":5.0,"interval":[4.5,5.5],"#
        + #""quantiles":[{"p":0.05,"value":1,"low":0},{"p":0.5,"value":5,"low":4}],"#
        + #""again":{"mean":5.0,"interval":[4.5,5.5]}}"#)
    let columns = Guess.schema.columns.filter { $0.declaration.forms == .all }
    #expect(
      columns.map(\.name) == [
        "mean", "interval_low", "interval_high", "p05", "p05_low", "p50", "p50_low", "again_mean",
        "again_interval_low", "again_interval_high",
      ])
    #expect(
      columns.map { $0.value(guess).plain }
        == ["5.0", "4.5", "5.5", "1", "0", "5", "4", "5.0", "4.5", "5.5"])
    #expect(
      Guess.schema.columns(named: ["interval"]).map(\.declaration.heading) == ["95 % interval"])
    #expect(
      Guess.schema.records(guess).map(\.measure).prefix(4) == [
        "mean", "interval_low", "interval_high", "quantiles_value",
      ])
  }

  @Test func `a field that is omitted where it is absent has no null`() {
    let unknown = Guess(mean: nil, quantiles: [])
    #expect(unknown.json.text() == #"{"mean":null,"interval":null,"quantiles":[]}"#)
    #expect(Guess.schema.columns.allSatisfy { $0.value(unknown).isNone })
    let endless = Guess(mean: Guess.Mean(value: .infinity, reach: nil), quantiles: [])
    #expect(
      endless.json.text()
        == #"{"mean":null,"interval":null,"quantiles":[],"again":{"mean":null,"interval":null}}"#)
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

  /// Chances of cards within some numbers of rolls.
  private struct Chances: ResultRow {
    let card: String
    let within: [(key: Int64, value: Double)]

    static let schema = ResultSchema<Chances>(
      "Chances", "The chances of a card.",
      [
        ResultField("card", \.card, "The card.").asKey,
        .numbers("within", "The chances.", measure: "probability", by: "n") { $0.within },
      ])
  }

  @Test func `numbers are a list in JSON, and a tidy record each`() {
    let chances = Chances(card: "Lantern", within: [(2, 0.25), (3, 0.5)])
    #expect(chances.json.text() == #"{"card":"Lantern","within":[0.25,0.5]}"#)
    let records = Chances.schema.records(chances)
    #expect(records.map(\.measure) == ["within_probability", "within_probability"])
    #expect(records.map(\.value) == [.number(0.25), .number(0.5)])
    #expect(
      records.map(\.keys) == [2, 3].map { ["card": .text("Lantern"), "n": .integer($0)] })
    let none = Chances(card: "Lantern", within: [])
    #expect(none.json.text() == #"{"card":"Lantern","within":null}"#)
    #expect(Chances.schema.records(none).isEmpty)
  }
}
