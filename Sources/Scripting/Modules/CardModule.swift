import Lua
import Rules
import Sessions

/// `card`: rolling cards and looking at the collection.
struct CardModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "card", "Cards: rolls and the collection.",
      denial: "cards cannot be written: they come from sparks and from card.roll",
      functions: [roll, collection, get])
  }

  private var roll: HostFunction {
    HostFunction(
      "roll",
      "Spends a roll token on a card of a category. A new profile has one token; each overload "
        + "grants one.",
      parameters: [
        HostParameter("category", .category, "The category of the card."),
        HostParameter(
          "options",
          .table([
            HostField("at", .time, "When; now if not given.", isOptional: true),
            HostField("key", .string, "The id that its source gives the roll.", isOptional: true),
          ]), isOptional: true),
      ],
      returns: [
        HostResult(
          "outcome", "table?",
          "What it brought; nil and an error with missing_fuel when there is no token.",
          fields: OutcomeReply.rollFields)
      ],
      example: """
        local got, why = card.roll("idea")
        print(got and got.card or why.message)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      guard let category = call.category(0) else { return }
      let time = try call.time(1)
      let key = try call.optionalString(2)
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

  static let cardFields = [
    HostResult("id", "string"), HostResult("name", "string"), HostResult("category", "string"),
    HostResult("rarity", "string"), HostResult("owned", "boolean"),
    HostResult("copies", "integer"), HostResult("first", "string?", "When the first copy came."),
    HostResult("duplicate_value", "integer", "Bonus points of each further copy."),
    HostResult("duplicate_points", "integer", "Bonus points its duplicates have paid."),
    HostResult("from", "string?", "Its season's first day, if it has one."),
    HostResult("before", "string?", "The first day after its season."),
    HostResult("in_season", "boolean", "Whether it can be drawn today."),
  ]

  private static let tallyFields = [
    HostResult("owned", "integer"), HostResult("total", "integer"),
  ]

  private var collection: HostFunction {
    HostFunction(
      "collection", "The collection: cards owned and missing, and how many of each sort.",
      parameters: [
        HostParameter(
          "filter",
          .table([
            HostField(
              "owned", .boolean, "true for owned cards only, false for missing ones only.",
              isOptional: true),
            HostField("category", .category, isOptional: true),
            HostField("rarity", .rarity, isOptional: true),
            HostField(
              "search", .string, "In the name, upper or lower case alike.", isOptional: true),
          ]), "Which cards are listed; all if not given.", isOptional: true)
      ],
      returns: [
        HostResult(
          "collection", "table", "",
          fields: [
            HostResult("owned", "integer", "Distinct cards owned."),
            HostResult("total", "integer", "Cards there are."),
            HostResult(
              "by_rarity", "table", "",
              fields: Rarity.names.map { HostResult($0, "table", "", fields: Self.tallyFields) }),
            HostResult(
              "by_category", "table", "",
              fields: Category.names.map { HostResult($0, "table", "", fields: Self.tallyFields) }),
            HostResult(
              "rarest", "table[]", "The three rarest owned, the earliest first.",
              fields: Self.cardFields),
            HostResult(
              "cards", "table[]", "The cards that pass the filter.", fields: Self.cardFields),
          ])
      ],
      example: """
        local all = card.collection{owned = true, rarity = "rare"}
        print(all.owned .. " of " .. all.total .. ", rare ones listed: " .. #all.cards)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let filter = CardFilter(
        owned: call.isPresent(0) ? call.boolean(0) : nil, category: call.category(1),
        rarity: call.choice(2).flatMap { Rarity(rawValue: UInt8($0)) },
        search: try call.optionalString(3))
      do throws(SessionError) {
        let state = try session.state()
        let rulebook = session.rulebook
        func tallies(_ names: [String], _ tallies: [CardTally]) -> JSONValue {
          .object(
            zip(names, tallies).map { name, tally in
              (
                name,
                .object([
                  ("owned", .integer(Int64(tally.owned))), ("total", .integer(Int64(tally.total))),
                ])
              )
            })
        }
        call.reply.json(
          .object([
            ("owned", .integer(Int64(state.ownedCount))),
            ("total", .integer(Int64(rulebook.definition.cards.count))),
            ("by_rarity", tallies(Rarity.names, rulebook.tallyByRarity(in: state))),
            ("by_category", tallies(Category.names, rulebook.tallyByCategory(in: state))),
            (
              "rarest", .array(rulebook.rarestCards(3, in: state).map { $0.json(session) })
            ),
            (
              "cards",
              .array(rulebook.collection(in: state, filter: filter).map { $0.json(session) })
            ),
          ]))
      } catch {
        throw HostFailure(error)
      }
    }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Finds a card by its id or its name.",
      parameters: [HostParameter("id", .string, "The id, or the name.")],
      returns: [HostResult("card", "table?", "nil when there is none.", fields: Self.cardFields)],
      example: """
        print(card.get("idea-paper-lantern").rarity)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let wanted = try call.string(0)
      let cards = session.rulebook.definition.cards
      guard
        let position = session.rulebook.cardPosition(id: wanted)
          ?? cards.firstIndex(where: { $0.name.lowercased() == wanted.lowercased() })
      else { return call.reply.nil() }
      do throws(SessionError) {
        call.reply.json(
          session.rulebook.card(at: position, in: try session.state()).json(session))
      } catch {
        throw HostFailure(error)
      }
    }
  }
}
