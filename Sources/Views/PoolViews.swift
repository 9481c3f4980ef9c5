import Calendar
package import JSON
package import Rules
import Schema
package import Sessions

extension PoolView {
  /// The pool as JSON.
  package func json(_ session: Session) -> JSONValue {
    let cards = session.rulebook.definition.cards
    let definition = pool.definition
    var members: [(name: String, value: JSONValue)] = [
      ("id", .string(definition.id)), ("name", .string(definition.name)),
      ("open", .boolean(isOpen)), ("rolls", .integer(rolls)),
      ("price", definition.price.json),
    ]
    if let before = definition.season.before {
      members.append(("before", .string(before.description)))
    }
    if let limit = definition.limit { members.append(("limit", .integer(limit))) }
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
      if let certain = featuredCertainIn {
        members.append(("featured_certain_in", .integer(certain)))
      }
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
  package var json: JSONValue {
    .object(
      [
        ("id", .string(currency.id)), ("name", .string(currency.title ?? currency.id)),
        ("balance", .integer(balance)), ("spent", .integer(spent)),
      ] + (owed > 0 ? [("owed", .integer(owed))] : []))
  }
}

extension [CurrencyAmount] {
  /// The amounts as JSON, by currency.
  package var json: JSONValue { .object(map { ($0.name, .integer($0.value)) }) }

  /// The amounts in words, such as `160 gems and 2 tickets`.
  package var text: String { map { "\(grouped($0.value)) \($0.name)" }.listed("and") }
}

extension RecordedView {
  /// Adds the cards that an event about a pool gave, rarest first, and the balances.
  package mutating func addCards(of recorded: Recorded, _ session: Session) throws(SessionError) {
    guard let draws = recorded.outcome?.draws, !draws.isEmpty else { return }
    let definition = session.rulebook.definition
    var counts: [(card: Int, draw: Outcome.Draw, count: Int)] = []
    for draw in draws {
      guard let card = draw.card else { continue }
      if let index = counts.firstIndex(where: { $0.card == card }) {
        counts[index].count += 1
      } else {
        counts.append((card, draw, 1))
      }
    }
    let order = Dictionary(
      definition.rarities.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func rank(_ card: Int) -> Int { order[definition.cards[card].rarity] ?? 0 }
    counts.sort { (-rank($0.card), $0.card) < (-rank($1.card), $1.card) }
    let most = 12
    var words = counts.prefix(most).map { entry in
      let card = definition.cards[entry.card]
      let marks =
        [card.rarity.name] + (entry.draw.isFeatured ? ["featured"] : [])
        + (entry.draw.isNew ? ["new"] : [])
      return (entry.count > 1 ? "\(grouped(entry.count)) × " : "")
        + "\(card.name) (\(marks.joined(separator: ", ")))"
    }
    if counts.count > most { words.append("and \(counted(counts.count - most, "other card"))") }
    let balances = session.rulebook.balances(in: try session.state())
    if !balances.isEmpty {
      words.append(
        "left: "
          + balances.map { "\(grouped($0.balance)) \($0.currency.title ?? $0.currency.id)" }
          .joined(separator: ", "))
    }
    consequence = Consequence(
      "cards", text: words.joined(separator: " · "),
      json: .array(
        draws.map { draw in
          draw.card.map { .string(definition.cards[$0].id) } ?? .null
        }))
  }
}
