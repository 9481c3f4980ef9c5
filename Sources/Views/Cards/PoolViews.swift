import FlintCalendar
package import FlintJSON
package import FlintRules
package import FlintSchema
package import Sessions

extension PoolView: SessionView {
  package static let schema = ResultSchema<SessionRow<PoolView>>(
    "Pool", "A pool of the rulebook.",
    shown: [
      "id", "open", "before", "price", "rolls", "limit", "box", "since", "featured", "chosen",
      "exchange", "next",
    ],
    [
      ResultField("id", \.view.pool.definition.id, "The id."),
      ResultField("name", \.view.pool.definition.name, "The name."),
      ResultField("open", \.view.isOpen, "Whether it is open today."),
      ResultField(
        "before", \.view.pool.definition.season.before,
        "The first day on which it is closed again."),
      ResultField("rolls", \.view.rolls, "The number of rolls so far."),
      ResultField("limit", .integer, "The maximum number of rolls.", isOptional: true) {
        FieldValue($0.view.pool.definition.limit)
      },
      ResultField(
        "price", counts, "The price of the next roll, by currency; empty for a token.",
        text: { $0.view.priceText }
      ) { .json($0.view.price.json) },
      ResultField(
        "bundle", .structure("table"), "The size and the price of a bundle.", isOptional: true
      ) { row in
        row.view.pool.definition.bundle.map { bundle in
          .json(
            .object([("size", .integer(bundle.size)), ("price", bundle.price.json)]))
        } ?? .none
      },
      ResultField(
        "since", counts, "The rolls since the last card of each rarity or better, by rarity.",
        text: { $0.view.counterText }
      ) { row in
        .json(
          .object(row.view.counters.dropFirst().map { ($0.rarity.name, .integer($0.since)) }))
      },
      ResultField(
        "certain_in", counts,
        "The rolls until a card of a rarity or better is certain, by rarity."
      ) { row in
        .json(
          .object(
            row.view.counters.compactMap { counter in
              counter.certainIn.map { (counter.rarity.name, .integer($0)) }
            }))
      },
      ResultField(
        "featured", \.view.pool.definition.featured?.cards, "The ids of the featured cards."),
      ResultField(
        "guaranteed", .list, "The rarities of which the next card is a featured one.",
        isOptional: true
      ) { row in
        row.view.pool.definition.featured == nil
          ? .none
          : .list(row.view.counters.filter(\.isGuaranteed).map { $0.rarity.name })
      },
      ResultField(
        "featured_certain_in", \.view.featuredCertainIn,
        "The rolls until a featured card of the rarest such rarity is certain."),
      ResultField(
        "featured_next_in", \.view.featuredNextIn,
        "The rolls until the next card of that rarity is featured."),
      ResultField(
        "lost", counts, "The chances of a featured card lost in a row, by rarity.",
        isOptional: true
      ) { counted($0.view) { $0.lost } },
      ResultField(
        "round", counts, "The rolls of the current round, by rarity.", isOptional: true
      ) { counted($0.view) { $0.turn } },
      ResultField("chosen", .text, "The id of the chosen card.", isOptional: true) { row in
        FieldValue(
          name: row.view.chosen.map { row.session.rulebook.definition.cards[$0].id })
      },
      ResultField(
        "path", .integer, "The other cards of its rarity since.", isOptional: true
      ) { $0.view.pool.definition.featured?.path == nil ? .none : .integer($0.view.path) },
      ResultField(
        "exchange_points", .integer, "The rolls or points that can be exchanged.", isOptional: true
      ) { $0.view.pool.definition.exchange == nil ? .none : .integer($0.view.points) },
      ResultField(
        "exchange_at", .integer, "The rolls or points that buy the cheapest card.",
        isOptional: true
      ) { FieldValue($0.view.cheapestExchange) },
      .drawing("exchange") { row in
        row.view.cheapestExchange.map { "\(row.view.points)/\($0)" }
      },
      ResultField("next", .text, "The id of the next card of a cycle.", isOptional: true) { row in
        FieldValue(
          name: row.view.nextInCycle.map { row.session.rulebook.definition.cards[$0].id })
      },
      ResultField(
        "box", counts, "The copies left in the box, by card.", isOptional: true,
        text: { row in
          row.view.box.isEmpty ? nil : grouped(row.view.box.reduce(0) { $0 + $1.count })
        }
      ) { row in
        let cards = row.session.rulebook.definition.cards
        return row.view.box.isEmpty
          ? .none : .json(.object(row.view.box.map { (cards[$0.card].id, .integer($0.count)) }))
      },
    ])

  /// Returns a number of each rarity that has it; none where no rarity has.
  private static func counted(
    _ view: PoolView, _ number: (Counter) -> Int64?
  ) -> FieldValue {
    let numbers = view.counters.compactMap { counter in
      number(counter).map { (counter.rarity.name, JSONValue.integer($0)) }
    }
    return numbers.isEmpty ? .none : .json(.object(numbers))
  }

  private static let counts = ResultType.structure("table<string, integer>")

  private var price: [CurrencyAmount] { pool.definition.price(ofRollAfter: rolls) }

  /// The price of a roll and of a bundle in words.
  private var priceText: String {
    let definition = pool.definition
    let single =
      definition.price.isEmpty ? "" : price.text + (definition.priceChanges ? " next" : "")
    guard let bundle = definition.bundle else { return single.isEmpty ? "a token" : single }
    let bundles = bundle.price.isEmpty ? "" : "\(bundle.size) for \(bundle.price.text)"
    let both = [single, bundles].filter { !$0.isEmpty }
    return both.isEmpty ? "a token" : both.joined(separator: ", ")
  }

  /// The counters of the rarities with pity, and of featured cards, in words.
  private var counterText: String {
    var texts = counters.filter(\.hasPity).reversed().map { counter in
      "\(counter.rarity.name) \(counter.since)"
        + (counter.isGuaranteed ? " (next is featured)" : "")
    }
    if let certain = featuredCertainIn {
      texts.append("featured \(sinceFeatured) (certain in \(certain))")
    } else if let next = featuredNextIn {
      texts.append("featured \(sinceFeatured) (next of its rarity in \(next))")
    }
    return texts.joined(separator: ", ")
  }
}

extension BalanceView: ResultRow {
  package static let schema = ResultSchema<BalanceView>(
    "Balance", "The balance of a currency.",
    [
      ResultField("id", \.currency.id, "The id."),
      ResultField("name", .text, "The name.") { .text($0.currency.title ?? $0.currency.id) },
      ResultField("balance", \.balance, "The balance."),
      ResultField("spent", \.spent, "What was spent."),
      ResultField(
        "owed", .integer,
        "What was taken back after it was spent, and reduces what is granted next.",
        isOptional: true
      ) { $0.owed > 0 ? .integer($0.owed) : .none },
    ])
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
    if draws.count == 1, let draw = draws.first, let position = draw.card {
      let card = try Card(
        position, isNew: draw.isNew, duplicatePoints: draw.duplicatePoints, session)
      words += [card.note].compactMap(\.self)
      self.card = card
    }
    let balances = session.rulebook.balances(in: try session.state())
    if !balances.isEmpty {
      words.append(
        "left: "
          + balances.map { "\(grouped($0.balance)) \($0.currency.title ?? $0.currency.id)" }
          .joined(separator: ", "))
    }
    consequence = Consequence(
      cards: draws.map { draw in draw.card.map { definition.cards[$0].id } },
      text: words.joined(separator: " · "))
  }
}
