import Calendar
public import JSON
public import Rules
public import Schema
public import Sessions

extension PoolView {
  /// The pool as JSON.
  public func json(_ session: Session) -> JSONValue {
    let cards = session.rulebook.definition.cards
    let definition = pool.definition
    var members: [(name: String, value: JSONValue)] = [
      ("id", .string(definition.id)), ("name", .string(definition.name)),
      ("open", .boolean(isOpen)), ("rolls", .integer(rolls)),
      ("price", definition.price.json),
    ]
    if let bundle = definition.bundle {
      members.append(
        (
          "bundle",
          .object([("size", .integer(bundle.size)), ("price", bundle.price.json)])
        ))
    }
    members.append(
      (
        "since",
        .object(counters.dropFirst().map { ($0.rarity.name, .integer($0.since)) })
      ))
    members.append(
      (
        "certain_in",
        .object(
          counters.compactMap { counter in
            counter.certainIn.map { (counter.rarity.name, .integer($0)) }
          })
      ))
    if let featured = definition.featured {
      members.append(("featured", .array(featured.cards.map { .string($0) })))
      members.append(
        (
          "guaranteed",
          .array(counters.filter(\.isGuaranteed).map { .string($0.rarity.name) })
        ))
      if featured.path != nil {
        members.append(("chosen", chosen.map { .string(cards[$0].id) } ?? .null))
        members.append(("path", .integer(path)))
      }
    }
    if let exchange = definition.exchange {
      members.append(("exchange_points", .integer(points)))
      members.append(("exchange_at", .integer(exchange.at)))
    }
    if !box.isEmpty {
      members.append(("box", .object(box.map { (cards[$0.card].id, .integer($0.count)) })))
    }
    return .object(members)
  }
}

extension BalanceView {
  /// The balance as JSON.
  public var json: JSONValue {
    .object([
      ("id", .string(currency.id)), ("name", .string(currency.title ?? currency.id)),
      ("balance", .integer(balance)), ("spent", .integer(spent)),
    ])
  }
}

extension [CurrencyAmount] {
  /// The amounts as JSON, by currency.
  public var json: JSONValue { .object(map { ($0.name, .integer($0.value)) }) }

  /// The amounts in words, such as `160 gems and 2 tickets`.
  public var text: String { map { "\(grouped($0.value)) \($0.name)" }.listed("and") }
}
