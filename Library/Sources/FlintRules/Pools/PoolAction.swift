import FlintJSON
package import FlintSchema

/// The action of an event about a pool or about a card of choice.
package indirect enum PoolAction: Hashable, Sendable {
  /// Cards were rolled.
  case roll(PoolRoll)
  /// Rolls were exchanged for a card.
  case exchange(PoolChoice)
  /// A featured card was chosen, which is certain after a number of others.
  case choose(PoolChoice)
  /// A missing card of choice was bought.
  case buy(CardPurchase)

  /// The kind of the event.
  package var kind: EventKind {
    switch self {
    case .roll: .poolRoll
    case .exchange: .poolExchange
    case .choose: .poolChoose
    case .buy: .cardBuy
    }
  }
}

extension PoolAction: EventAction {
  var content: Content {
    switch self {
    case .roll(let roll): PoolRoll.schema.content(of: roll)
    case .exchange(let choice), .choose(let choice): PoolChoice.schema.content(of: choice)
    case .buy(let purchase): CardPurchase.schema.content(of: purchase)
    }
  }

  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    switch kind {
    case .poolRoll: self = .roll(try PoolRoll.schema.record(content))
    case .poolExchange: self = .exchange(try PoolChoice.schema.record(content))
    case .poolChoose: self = .choose(try PoolChoice.schema.record(content))
    case .cardBuy: self = .buy(try CardPurchase.schema.record(content))
    default: throw .wrongKind(kind)
    }
  }
}

/// The content of an event that rolls cards of a pool.
package struct PoolRoll: SchemaRecord {
  /// The id of the pool.
  package private(set) var pool = ""
  /// The number of rolls, which are paid together.
  package private(set) var count: Int64 = 1

  /// The largest number of rolls of one event.
  package static let maximumCount: Int64 = 1000

  /// The fields of a roll.
  package static let schema = RecordSchema<PoolRoll>([
    Field("pool", \.pool, "The pool.", type: .line(maximum: 100)),
    Field(
      "count", \.count,
      "The number of rolls, 1 to \(maximumCount); as many bundles as possible are bought.",
      type: .integer(1...maximumCount), default: 1),
  ])
  package static let blank = PoolRoll()

  private init() {}

  /// Creates a roll.
  ///
  /// - Throws: `FieldError` about `count` when it is out of range.
  package init(pool: String, count: Int64 = 1) throws(FieldError) {
    self.pool = pool
    self.count = count
    self = try checked()
  }
}

/// The content of an event that names a card of a pool.
package struct PoolChoice: SchemaRecord {
  /// The id of the pool.
  package private(set) var pool = ""
  /// The id of the card.
  package private(set) var card = ""

  /// The fields of a choice.
  package static let schema = RecordSchema<PoolChoice>([
    Field("pool", \.pool, "The pool.", type: .line(maximum: 100)),
    Field("card", \.card, "The id of the card.", type: .line(maximum: 100)),
  ])
  package static let blank = PoolChoice()

  private init() {}

  /// Creates a choice.
  ///
  /// - Throws: `FieldError` when an id is empty or too long.
  package init(pool: String, card: String) throws(FieldError) {
    self.pool = pool
    self.card = card
    self = try checked()
  }
}
