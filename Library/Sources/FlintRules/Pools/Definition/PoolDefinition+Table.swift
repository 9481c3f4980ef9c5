import FlintJSON
package import FlintSchema

extension PoolDefinition {
  package static let table = TableSchema<PoolDefinition>(
    blank: PoolDefinition(id: RulebookReader.unread),
    [
      TableField(
        "id", \.id, .rulebookID, "The id, which must not change once history refers to it."
      ).own(),
      TableField("title", \.title, .title, "The display name (default: the id)."),
    ]
      + TableField.season(
        \.season, from: "The first day on which it is open.",
        before: "The first day on which it is closed again.")
      + [
        TableField(
          "cards", \.cards, .selection,
          "The cards: a list of ids, or filters `{rarity = …, category = …}`, each a name or a list "
            + "of names (default: every card that is not `exclusive`). Featured cards are included."
        ),
        TableField(
          "rates", \.rates, optional: .named("a rarity", .probability),
          "The rates by rarity, exact numbers that sum to 1 (default: those of `drops`)."),
        TableField(
          "empty_cell", .choice(of: EmptyCell.allCases, blank: .demote, \.rawValue),
          "The treatment of a rarity without a card, as in `drops` (default: as there).",
          get: \.emptyCell, set: { $0.emptyCell = $1 }),
        TableField(
          "pity", \.pity, .named("a rarity", .table(PityDefinition.table).allOrNothing()),
          "The pity rules by rarity, as in `drops` (default: those of `drops`; `{}` for none)."),
        TableField(
          "featured", \.featured, .table(FeaturedDefinition.table),
          "The featured cards: see below."),
        TableField(
          "carry", \.carry, .rulebookID,
          "The name under which pools share pity counters and guarantees (default: none)."),
      ] + costs
  ) { pool, reader in
    pool.season.check(&reader)
    pool.checkCombinations(&reader)
    if pool.packs.count > maximumVariants {
      reader.fault(
        "expected at most \(maximumVariants), got \(pool.packs.count)", at: .name("packs"))
    }
    if !pool.packs.isEmpty, pool.packs.reduce(0, { $0 + $1.cardCount }) > maximumPackCards {
      reader.fault("the packs have more than \(maximumPackCards) cards", at: .name("packs"))
    }
  }

  /// The keys of what rolls cost and of what they give in other ways than by rates.
  private static let costs: [TableField<PoolDefinition>] = [
    TableField(
      "price", \.prices, optional: .rollPrices,
      "The price of a roll, by currency: a number, or the list of prices of the rolls of a round, "
        + "which then begins again (default: a roll token)."),
    TableField(
      "first_price", \.firstPrice, .named("a currency", .amount(from: 0)),
      "The price of a profile's first roll of the pool, by currency of `price`; one that is not "
        + "named costs 0 (default: that of `price`)."),
    TableField(
      "bundle", \.bundle, .table(BundleDefinition.table),
      "Rolls that are bought together: see below."),
    TableField(
      "exchange", \.exchange, .table(ExchangeDefinition.table),
      "The exchange of rolls for a card: see below."),
    TableField(
      "box", \.box, .table(BoxDefinition.table),
      "The cards that are drawn without replacement, in place of rates: see below."),
    TableField(
      "cycle", \.cycle, CycleDefinition.type,
      "The cards in a fixed order, in place of rates, from a profile's first roll on: a list of ids, "
        + "or of `{card = …, count = …}` for several in a row; after the last it begins again."),
    TableField(
      "protection", \.protection, ProtectionDefinition.type,
      "Duplicate protection: cards with fewer copies than this precede others of their rarity, 1 "
        + "to 1000000, or a table by rarity, where those not named have none (default: none)."),
    TableField(
      "packs", \.packs, optional: .list(of: .table(PackDefinition.table)),
      "The packs that a roll opens, with the rate of each variant: see below (default: a roll "
        + "gives one card)."),
    TableField(
      "limit", \.limit, .whole.limited(to: 1...1_000_000_000),
      "The maximum number of rolls of a profile, 1 to 1000000000 (default: none)."),
  ]

  /// Records the keys that have no meaning together.
  private func checkCombinations(_ reader: inout TableReader) {
    if hasNoRates {
      let others: [(String, Bool)] = [
        ("rates", !rates.isEmpty), ("pity", !(pity ?? []).isEmpty), ("packs", !packs.isEmpty),
        ("cards", cards != nil), ("protection", protection != nil), ("carry", carry != nil),
        ("cycle", box != nil && cycle != nil),
      ]
      let kind = box != nil ? "box" : "cycle"
      for (name, _) in others.filter(\.1) {
        reader.fault("a \(kind) has no \(name); remove it", at: .name(name))
      }
    }
    if cycle != nil, bundle?.atLeast != nil {
      reader.fault("a cycle has no at_least; remove it", at: .name("bundle"), .name("at_least"))
    }
    if priceChanges, bundle != nil {
      reader.fault(
        "where rolls differ in their prices, they are not sold together; remove bundle, or let a "
          + "roll open a pack", at: .name("bundle"))
    }
    if firstPrice != nil, prices.isEmpty {
      reader.fault("first_price has no effect without price", at: .name("first_price"))
    }
    for amount in firstPrice ?? [] where !prices.contains(where: { $0.name == amount.name }) {
      reader.fault("the price has no \(amount.name)", at: .name("first_price"), .name(amount.name))
    }
  }

  /// The maximum number of variants of packs.
  static let maximumVariants = 100
  /// The maximum number of cards of all variants of packs.
  static let maximumPackCards: Int64 = 1000
}

extension FeaturedDefinition {
  /// The keys of `featured`.
  package static let table = TableSchema(
    blank: FeaturedDefinition(),
    [
      TableField(
        "cards", \.cards, .list(of: .rulebookID), "The ids of the featured cards, at least one."),
      TableField(
        "share", \.shares, .shares,
        "The chance that a card of a featured card's rarity is a featured one (default: 1); or a "
          + "list of the chances after 0, 1, 2 … that were lost in a row, of which the last holds "
          + "from then on. A card that was featured for certain neither adds to the row nor ends it.",
        isRequired: false),
      TableField(
        "guarantee", \.hasGuarantee, .boolean,
        "Whether after a card of the rarity that is not featured the next one is (default: false).",
        isRequired: false),
      TableField(
        "path", \.path, .whole.limited(to: 1...1000),
        "The number of other cards of its rarity after which a featured card that the player has "
          + "chosen is certain, 1 to 1000 (default: none)."),
      TableField(
        "hard", \.hard, .whole.limited(to: 1...1_000_000),
        "The roll since the last featured card at which one of the rarest featured rarity is "
          + "certain, 1 to 1000000; a rarer card that is certain comes first (default: none)."),
      TableField(
        "from", \.from, .whole.limited(to: 1...1_000_000),
        "The number of rolls since the last featured card after which the next card of the rarest "
          + "featured rarity is featured, 1 to 1000000; it makes no roll certain (default: none)."),
      TableField(
        "once", \.isHardOnce, .boolean,
        "Whether `hard` and `from` hold only until the first featured card (default: false).",
        isRequired: false),
    ]
  ) { featured, reader in
    if featured.cards.isEmpty { reader.fault("expected at least one card", at: .name("cards")) }
    if featured.isHardOnce && featured.hard == nil && featured.from == nil {
      reader.fault("once has no effect without hard or from", at: .name("once"))
    }
    if let from = featured.from, let hard = featured.hard, from >= hard &- 1 {
      reader.fault("\(from) has no effect: hard is \(hard)", at: .name("from"))
    }
    if featured.shares.count > maximumShares {
      reader.fault(
        "expected at most \(maximumShares), got \(featured.shares.count)", at: .name("share"))
    }
    if featured.shares.allSatisfy({ $0 == .zero }) && !featured.hasGuarantee
      && featured.hard == nil && featured.from == nil
    {
      reader.fault("a featured card can never come at a share of 0", at: .name("share"))
    }
    if let certain = featured.shares.dropLast().firstIndex(of: .one) {
      reader.fault(
        "no chance is lost at a share of 1; remove what follows", at: .name("share"),
        .position(certain + 2))
    }
  }
}

extension FeaturedDefinition {
  /// The maximum number of chances in a list.
  private static let maximumShares = 100
}

extension TableType where Value == [Fraction] {
  /// A chance, or a list of chances.
  fileprivate static let shares: TableType = {
    let list = TableType.list(of: .probability)
    var shares = TableType("a chance or a list of chances", blank: [.one]) {
      source, value, reader in
      if case .array(let entries) = source {
        if entries.isEmpty {
          reader.fault("expected at least one chance")
          return false
        }
        return list.read(source, &value, &reader)
      }
      var share = Fraction.one
      guard TableType<Fraction>.probability.read(source, &share, &reader) else { return false }
      value = [share]
      return true
    } json: {
      $0.count == 1 ? TableType<Fraction>.probability.json($0[0]) : list.json($0)
    }
    shares.check = { value, reader in
      if value.count == 1 {
        TableType<Fraction>.probability.check(value[0], &reader)
      } else {
        list.check(value, &reader)
      }
    }
    return shares
  }()
}

extension BundleDefinition {
  /// The keys of `bundle`.
  package static let table = TableSchema(
    blank: BundleDefinition(size: 10),
    [
      TableField(
        "size", \.size, .whole.limited(to: 2...1000), "The number of rolls, 2 to 1000."),
      TableField(
        "price", \.price, optional: .amounts,
        "The price of the bundle, by currency (default: that of its rolls)."),
      TableField(
        "at_least", \.atLeast, .text,
        "The rarity of which, or of a rarer one, a bundle has at least one card (default: none)."),
    ])
}

extension ExchangeDefinition {
  /// The keys of `exchange`.
  package static let table = TableSchema(
    blank: ExchangeDefinition(at: nil),
    [
      TableField(
        "at", \.at, .whole.limited(to: 1...1_000_000),
        "The number of rolls of the pool, or of points, that buy a card, 1 to 1000000."
      ),
      TableField(
        "prices", \.prices, optional: .named("a rarity", .whole.limited(to: 1...1_000_000)),
        "In place of `at`: the price of a card by its rarity, 1 to 1000000; a rarity that is not named "
          + "is not offered."
      ).or(["at"]),
      TableField(
        "per_roll", \.perRoll, .whole.limited(to: 1...1_000_000),
        "The number of points that a roll gives, 1 to 1000000 (default: 1, or 0 with `per_duplicate`)."
      ),
      TableField(
        "per_duplicate", \.perDuplicate,
        optional: .named("a rarity", .whole.limited(to: 1...1_000_000)),
        "The number of points that a duplicate of a rarity gives, 1 to 1000000: a card of which there "
          + "are as many as `protection` says, or one (default: none)."),
      TableField(
        "choose", \.choose, .choice(of: Choice.allCases, blank: .featured, \.rawValue),
        "The cards to choose from: `featured` (default) or `any` card of the pool.",
        isRequired: false),
      TableField(
        "limit", \.limit, .whole.limited(to: 1...1_000_000),
        "The maximum number of exchanges of a profile, 1 to 1000000 (default: none)."),
    ]
  ) { exchange, reader in
    if exchange.at == nil && exchange.prices.isEmpty {
      reader.fault("missing; expected a whole number, or prices by rarity", at: .name("at"))
    }
  }
}

extension BoxDefinition {
  /// The keys of `box`.
  package static let table = TableSchema(
    blank: BoxDefinition(),
    [
      TableField(
        "counts", \.counts, .named("a card", .whole.limited(to: 1...100_000)),
        "The number of copies of each card, by id, 1 to 100000."),
      TableField(
        "reset", \.reset, .choice(of: Reset.allCases, blank: .empty, \.rawValue),
        "When the box is filled again: once it is `empty` (default), once its `featured` cards are "
          + "drawn, or `never`.", isRequired: false),
    ]
  ) { box, reader in
    if box.counts.isEmpty { reader.fault("expected at least one card", at: .name("counts")) }
  }
}

extension PackDefinition {
  package static let table = TableSchema(
    blank: PackDefinition(),
    [
      TableField(
        "rate", \.rate, .probability,
        "The share of packs that are of this variant; the rates sum to 1 (default: 1).",
        isRequired: false),
      TableField(
        "slots", \.slots, .list(of: .table(SlotDefinition.table)), "The slots: see below."),
    ]
  ) { pack, reader in
    if pack.slots.isEmpty { reader.fault("expected at least one slot", at: .name("slots")) }
  }

  /// The number of cards, as far as the counts are within their limits.
  fileprivate var cardCount: Int64 {
    slots.reduce(0) { $0 + min(SlotDefinition.counts.upperBound, max(0, $1.count)) }
  }
}

extension SlotDefinition {
  /// The limits of the number of cards of a slot.
  fileprivate static let counts: ClosedRange<Int64> = 1...100

  package static let table = TableSchema(
    blank: SlotDefinition(),
    [
      TableField(
        "count", \.count, .whole.limited(to: counts),
        "The number of cards of the slot, 1 to 100 (default: 1).", isRequired: false),
      TableField(
        "rates", \.rates, optional: .named("a rarity", .probability),
        "The rates by rarity, which sum to 1 (default: those of the pool)."),
      TableField(
        "distinct", .boolean,
        "Whether the slot gives different cards in one pack; a rarity of which it has given every "
          + "card is not drawn any more (default: false).",
        get: { $0.isDistinct ? true : nil }, set: { $0.isDistinct = $1 ?? false }),
    ])
}

extension TableType where Value == CardSelection {
  /// A list of ids, or filters.
  static let selection: TableType = {
    let names = TableType<[String]>("a name or a list of names", blank: []) {
      source, value, reader in
      if case .string(let name) = source {
        value = [name]
        return true
      }
      return TableType<[String]>.list(of: .text).read(source, &value, &reader)
    } json: {
      .array($0.map { .string($0) })
    }
    let filters = TableSchema(
      blank: CardSelection(),
      [
        TableField("rarity", \.rarities, optional: names, ""),
        TableField("category", \.categories, optional: names, ""),
      ])
    return TableType("a list of ids or a table of filters", blank: CardSelection()) {
      source, value, reader in
      value = CardSelection()
      if case .array(let entries) = source {
        if entries.contains(where: { if case .object = $0 { true } else { false } }) {
          reader.fault("expected ids in a list, or filters without one: cards = {rarity = …}")
          return true
        }
        return TableType<[String]>.list(of: .rulebookID).read(source, &value.ids, &reader)
      }
      let inherits = reader.inherits
      reader.inherits = false
      defer { reader.inherits = inherits }
      return filters.read(source, into: &value, &reader)
    } json: { selection in
      selection.ids.isEmpty
        ? filters.json(selection) : .array(selection.ids.map { .string($0) })
    }
  }()
}

extension RulebookList<PoolDefinition> {
  static let pools = RulebookList(
    name: "pools", kind: "pool", path: \.pools, id: \.id, table: PoolDefinition.table)
}
