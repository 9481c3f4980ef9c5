import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `card`: rolling cards and viewing the collection.
struct CardModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "card", "Cards: rolls and the collection.",
      denial: "cards cannot be written: they come from sparks, card.roll and card.buy",
      functions: [roll, buy, get] + each + [collection] + eachSet)
  }

  private var roll: HostFunction {
    HostFunction(
      "roll",
      "Spends a roll token on a card of a category and returns the outcome. A new profile has one "
        + "token; each overload grants one. With a table such as {pool = \"banner\", count = 10} it rolls "
        + "a pool for its price, and returns what pool.roll returns.",
      parameters: [
        HostParameter(
          "category", .either(.category, .any),
          "The category of the card; or a table with the id of a pool and the number of rolls "
            + "(default: 1)."),
        .options(
          "The options.",
          .optional("at", .time, "The time of the roll; not in the future (default: now)."),
          .optional(
            "key", .string,
            "An id from the source of the roll, by which it is recognised when it is recorded "
              + "again.")),
      ],
      returns: HostResult(
        "outcome", "table?",
        "The outcome; nil and an error with missing_fuel if there is no token.",
        of: RollOutcome.self),
      example: """
        local got, why = card.roll("idea")
        print(got and got.card or why.message)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      if call.kind("category") == .table { return try context.rollPool("category", call) }
      guard let category = try call.category("category", session) else {
        throw .argument(
          "category", expected: session.rulebook.definition.categories.names.alternatives,
          got: "another value")
      }
      let time = try call.time("at", try context.session())
      let key = try call.optionalString("key")
      do throws(SessionError) {
        OutcomeReply(session).reply(
          try session.roll(category, at: time, key: key), to: call.reply)
      } catch {
        switch error {
        case .noToken(let missing):
          call.refuse("no_token", error.description) { $0.field("missing_fuel", missing) }
        case .noTokenThen(_, let missing):
          call.refuse("no_token", error.description) { fields in
            if let missing { fields.field("missing_fuel", missing) }
          }
        case .conflict: call.refuse("conflict", error.description)
        case .field(let field):
          throw .argument(
            field.field == "key" ? 2 : 1, expected: field.expected, got: field.found)
        default: throw HostFailure(error)
        }
      }
    }
  }

  private static let filter = HostField.filter(
    "The cards to list (default: all).",
    .optional("owned", .boolean, "true: only owned cards; false: only missing ones."),
    .optional("category", .category, "Only cards of this category."),
    .optional(
      "rarity", .rarity,
      "Only cards of this rarity: "
        + CardRarity.ignitionNames.alternatives + ", or one of those of the rulebook."),
    .optional("set", .string, "Only cards of the set with this id."),
    .optional(
      "text", .string,
      "Only cards with this text in the name or the sentence (case-insensitive)."),
    .former("search", .string, now: "text"))

  private static func filter(
    _ call: borrowing HostCall, _ session: Session
  ) throws(HostFailure) -> CardFilter {
    let rarity = try call.name("rarity", of: session.rulebook.definition.rarities)
    return CardFilter(
      owned: call.optionalBoolean("owned"), category: try call.category("category", session),
      rarity: rarity, set: try call.optionalString("set"),
      search: try call.optionalString(call.isPresent("search") ? "search" : "text"))
  }

  private var each: [HostFunction] {
    .each(
      "cards", "Iterates over the cards of the rulebook, one table each, in its order.",
      parameters: [Self.filter], of: SessionRow<CardView>.self,
      example: """
        for c in card.each{owned = false, rarity = "legendary"} do print(c.id, c.name) end
        """,
      listing: """
        print(#card.all{text = "lantern"})
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let filter = try Self.filter(call, session)
      let state = try HostFailure.converting(session.state())
      return ViewIterator(session.rows(session.rulebook.collection(in: state, filter: filter)))
    }
  }

  private var collection: HostFunction {
    HostFunction(
      "collection",
      "Returns the collection: the cards owned and missing, with counts by rarity and category.",
      parameter: Self.filter,
      returns: HostResult("collection", "table", "The collection.", of: CardCollection.self),
      example: """
        local all = card.collection{owned = true, rarity = "rare"}
        print(all.owned .. " of " .. all.total .. ", rare ones listed: " .. #all.cards)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let filter = try Self.filter(call, session)
      call.reply.row(try HostFailure.converting(CardCollection(session, filter)))
    }
  }

  private var buy: HostFunction {
    HostFunction(
      "buy",
      "Buys a missing card of choice for its price, which the rulebook gives by rarity. A card with a "
        + "season can be bought in its season only.",
      parameters: CardPurchase.schema.declarations.map(\.hostField) + [RecordingOptions.parameter],
      returns: HostResult(
        "outcome", "table?",
        "The outcome; nil and an error if the card is owned, has no price, is out of season, or the "
          + "balance does not cover the price.", of: PoolOutcome.self),
      example: """
        local got, why = card.buy("idea-paper-lantern")
        print(got and got.status or why.message)
        """
    ) { [context] call throws(HostFailure) in
      let (content, _) = try call.record(CardPurchase.self, try context.session())
      try context.recordPool(.buy(content), call)
    }
  }

  private var eachSet: [HostFunction] {
    .each(
      "sets", "Iterates over the sets of cards of the rulebook, one table each, in its order.",
      named: EachNames(each: "each_set", all: "all_sets", formerAll: ["sets"]),
      of: SessionRow<SetView>.self,
      example: """
        for set in card.each_set() do print(set.title, set.owned, set.total) end
        """,
      listing: """
        print(#card.all_sets())
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let state = try HostFailure.converting(session.state())
      return ViewIterator(session.rows(session.rulebook.sets(in: state, today: session.today)))
    }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the card with an id or a name.",
      parameter: HostParameter("id", .string, "The id or the name (case-insensitive) of the card."),
      returns: HostResult(
        "card", "table?", "The card; nil if there is none with this id or name.",
        of: SessionRow<CardView>.self),
      example: """
        print(card.get("idea-paper-lantern").rarity)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let wanted = try call.string("id")
      let cards = session.rulebook.definition.cards
      guard
        let position = session.rulebook.cardPosition(id: wanted)
          ?? cards.firstIndex(where: { $0.name.lowercased() == wanted.lowercased() })
      else { return call.reply.nil() }
      let state = try HostFailure.converting(session.state())
      call.reply.row(session.row(session.rulebook.card(at: position, in: state)))
    }
  }
}
