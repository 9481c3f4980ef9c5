import FlintJSON
import FlintRules
import FlintSchema

/// The parts of a rulebook while it is drafted.
struct DraftPlan {
  struct Card: Hashable {
    var id = ""
    var name: String
    var category: String
    var rarity: String
    var weight: UInt64
  }

  struct Pool {
    var name: String
    var rates: [(rarity: String, rate: Fraction)] = []
    var cards: [String] = []
    var featured: [String] = []
    var share = Fraction.one
  }

  package let table: DraftTable
  let shares: DraftShares
  private(set) var remarks: [String] = []
  private(set) var idOfRow: [String]
  private var rarityNames = DraftNames(blank: "rarity")
  private var categoryNames = DraftNames(blank: "category")
  private var cardNames = DraftNames(blank: "card")
  private var poolNames = DraftNames(blank: "pool")
  /// The ids of the rarities, commonest first.
  private var rarities: [String] = []
  private var categories: [String] = []
  private var cards: [Card] = []
  private var pools: [Pool] = []

  /// The maximum weight of a card.
  private static let mostWeight: UInt64 = 1_000_000

  init(_ table: DraftTable, _ shares: DraftShares) {
    (self.table, self.shares) = (table, shares)
    idOfRow = table.rows.map { _ in "" }
  }

  /// Whether a pool is needed beside those of the categories: they have only their own cards.
  private var needsPools: Bool {
    categories.count > 1 || pools.count > 1
      || pools.contains { !$0.featured.isEmpty || !$0.name.isEmpty }
  }

  // MARK: Collecting

  mutating func collect() throws(DraftError) {
    collectNames()
    for (list, most, column) in [
      (rarities, CardRarity.most, DraftColumn.rarity), (categories, SparkCategory.most, .category),
    ] where list.count > most {
      throw table.fault(
        column,
        "expected at most \(most) different ones, got \(list.count); merge some or remove the column"
      )
    }
    var known: [Card: Int] = [:]
    var names: [String: Int] = [:]
    for (index, source) in shares.pools.enumerated() {
      pools.append(Pool(name: source.name))
      let featured = featuredRarities(of: source, index)
      let total = source.total
      var used: Set<Int> = []
      for cell in source.cells {
        let rarity = rarityNames.id(of: Self.rarity(cell.rarity))
        guard let rate = Fraction(large: cell.share, over: total) else {
          throw table.fault(.rate, "the sum has too large a denominator; round the numbers")
        }
        pools[index].rates.append((rarity, rate))
        for isFeatured in featured.contains(rarity) ? [true, false] : [nil] as [Bool?] {
          let group = cell.cards.filter {
            isFeatured == nil || table.rows[$0.row].isFeatured == isFeatured
          }
          for (row, weight) in try normalized(group) {
            let card = card(of: table.rows[row], rarity, weight)
            var position = known[card] ?? -1
            if position < 0 || used.contains(position) {
              position = add(card, table.rows[row])
              known[card] = known[card] ?? position
              names[card.name.lowercased(), default: 0] += 1
            }
            used.insert(position)
            idOfRow[row] = cards[position].id
          }
        }
      }
      for cell in source.cells {
        for (row, _) in cell.cards {
          pools[index].cards.append(idOfRow[row])
          if table.rows[row].isFeatured,
            featured.contains(rarityNames.id(of: Self.rarity(cell.rarity)))
          {
            pools[index].featured.append(idOfRow[row])
          }
        }
      }
    }
    if pools.count > 1 {
      remarks.append(
        "sparks draw by the rates of the first pool, \"\(pools[0].name)\""
      )
    }
    let twice = names.values.count { $0 > 1 }
    if twice > 0 {
      remarks.append(
        "\(twice) name\(twice == 1 ? " stands" : "s stand") for several cards, since rows differ in rarity, "
          + "category or share, or repeat a name")
    }
  }

  private static func rarity(_ name: String) -> String { name.isEmpty ? "common" : name }
  private static func category(_ name: String) -> String { name.isEmpty ? "cards" : name }

  /// The names of rarities in games, commonest first.
  private static let known: [[String]] = [
    ["n", "c", "normal", "common", "basic"], ["uncommon", "u"], ["r", "rare"],
    ["sr", "epic", "super-rare"], ["ssr", "legendary", "super-super-rare"],
    ["ur", "mythic", "ultra-rare"],
  ]

  /// Returns the place of a name on a scale: a number, such as that of stars, or a name that games use.
  private static func rank(of id: String) -> Int? {
    let digits = id.filter(\.isNumber)
    if !digits.isEmpty { return Int(digits) }
    return known.firstIndex { $0.contains(id) }
  }

  /// Collects the rarities, commonest first, and the categories.
  private mutating func collectNames() {
    var sums: [String: Double] = [:]
    for pool in shares.pools {
      let total = Double(pool.total)
      for cell in pool.cells {
        let id = rarityNames.id(of: Self.rarity(cell.rarity))
        if sums[id] == nil { rarities.append(id) }
        sums[id, default: 0] += Double(cell.share) / total
      }
    }
    // Sorting is stable, so that equally common ones keep the order of the file, unless their names have one.
    rarities.sort { left, right in
      let (one, other) = (sums[left] ?? 0, sums[right] ?? 0)
      if abs(one - other) > 1e-12 * max(one, other) { return one > other }
      guard let low = Self.rank(of: left), let high = Self.rank(of: right) else { return false }
      return low < high
    }
    for (left, right) in zip(rarities, rarities.dropFirst())
    where abs((sums[left] ?? 0) - (sums[right] ?? 0)) <= 1e-12 * (sums[left] ?? 0) {
      if let low = Self.rank(of: left), let high = Self.rank(of: right), low != high { continue }
      remarks.append(
        "\(left) and \(right) are equally common: \(right), which comes later in the file, counts as the rarer; "
          + "change their order in rarities if that is wrong")
    }
    var known: Set<String> = []
    for row in table.rows {
      let id = categoryNames.id(of: Self.category(row.category))
      if known.insert(id).inserted { categories.append(id) }
    }
  }

  /// Returns the rarities of which a pool features cards, all with the same share, and notes the share.
  private mutating func featuredRarities(of pool: DraftShares.Pool, _ index: Int) -> Set<String> {
    var sharesByRarity: [(rarity: String, share: Fraction)] = []
    for cell in pool.cells {
      let featured = cell.cards.filter { table.rows[$0.row].isFeatured }
      if featured.isEmpty { continue }
      let sum = featured.reduce(UInt128(0)) { $0 + UInt128($1.weight) }
      let all = cell.cards.reduce(UInt128(0)) { $0 + UInt128($1.weight) }
      guard let share = Fraction(large: sum, over: all) else { continue }
      sharesByRarity.append((rarityNames.id(of: Self.rarity(cell.rarity)), share))
    }
    let rarest = sharesByRarity.max {
      rarities.firstIndex(of: $0.rarity) ?? 0 < rarities.firstIndex(of: $1.rarity) ?? 0
    }
    guard let rarest else { return [] }
    pools[index].share = rarest.share
    let kept = sharesByRarity.filter { $0.share == rarest.share }
    if kept.count < sharesByRarity.count {
      remarks.append(
        "only featured cards of \(kept.map(\.rarity).listed("and")) are featured: a pool has one share for "
          + "all its featured cards")
    }
    return Set(kept.map(\.rarity))
  }

  /// Returns rows with the smallest whole weights of the same ratios.
  private func normalized(
    _ group: [(row: Int, weight: UInt64)]
  ) throws(DraftError) -> [(row: Int, weight: UInt64)] {
    let divisor = max(1, group.reduce(UInt64(0)) { greatestCommonDivisor($0, $1.weight) })
    var result: [(row: Int, weight: UInt64)] = []
    var faults: [TableFault] = []
    for (row, weight) in group {
      let weight = weight / divisor
      if weight > Self.mostWeight {
        faults.append(
          table.rows[row].place.fault(
            table.name(table.rows[row].rate == nil ? .weight : .rate),
            "beside the other cards of its rarity it needs the weight \(weight), more than "
              + "\(Self.mostWeight); round the numbers, or give the card another rarity"))
      }
      result.append((row, weight))
    }
    guard faults.isEmpty else { throw DraftError(faults) }
    return result
  }

  private mutating func card(of row: DraftRow, _ rarity: String, _ weight: UInt64) -> Card {
    Card(
      id: row.id.lowercased(), name: row.name,
      category: categoryNames.id(of: Self.category(row.category)), rarity: rarity, weight: weight)
  }

  /// Adds a card with an id of its own and returns its position.
  private mutating func add(_ card: Card, _ row: DraftRow) -> Int {
    var card = card
    card.id = cardNames.new(for: row.id.isEmpty ? row.name : row.id)
    cards.append(card)
    return cards.count - 1
  }

  // MARK: The file

  /// Returns the tree of the rulebook's file.
  mutating func tree(id: String) -> JSONValue {
    let rates = pools.first?.rates ?? []
    let names = rarities.enumerated().map { position, rarity in
      JSONValue.object([
        ("id", .string(rarity)),
        ("rate", .string((rates.first { $0.rarity == rarity }?.rate ?? .zero).description)),
        ("duplicate", .integer(Int64(10 * (position + 1)))),
      ])
    }
    var members: [(name: String, value: JSONValue)] = [
      ("id", .string(id)), ("rarities", .array(names)),
      (
        "categories",
        .array(categories.map { .object([("id", .string($0)), ("points", .integer(10))]) })
      ),
      ("drops", .object([("chance", .integer(1)), ("empty_cell", .string("reroll"))])),
      (
        "cards",
        .array(
          cards.map { card in
            .object(
              [
                ("id", .string(card.id)), ("name", .string(card.name)),
                ("category", .string(card.category)), ("rarity", .string(card.rarity)),
              ] + (card.weight == 1 ? [] : [("weight", .integer(Int64(card.weight)))]))
          })
      ),
    ]
    if needsPools { members.append(("pools", .array(pools.map { json($0, rulebook: id) }))) }
    return .object(members + Self.rest)
  }

  private mutating func json(_ pool: Pool, rulebook: String) -> JSONValue {
    let id = pool.name.isEmpty ? rulebook : poolNames.id(of: pool.name)
    var members: [(name: String, value: JSONValue)] = [("id", .string(id))]
    if !pool.name.isEmpty, pool.name != id { members.append(("title", .string(pool.name))) }
    if pools.count > 1 {
      members.append(("cards", .array(pool.cards.map { .string($0) })))
      let rates = rarities.compactMap { rarity in pool.rates.first { $0.rarity == rarity } }
      members.append(
        ("rates", .object(rates.map { ($0.rarity, .string($0.rate.description)) })))
    }
    if !pool.featured.isEmpty {
      members.append(
        (
          "featured",
          .object([
            ("cards", .array(pool.featured.map { .string($0) })),
            ("share", .string(pool.share.description)), ("guarantee", .boolean(false)),
          ])
        ))
    }
    return .object(members)
  }

  /// What a table does not say.
  private static let rest: [(name: String, value: JSONValue)] = [
    (
      "multipliers",
      .object([
        ("low", .integer(1)), ("medium", .string("1.5")), ("high", .integer(2)),
        ("extreme", .string("2.5")),
      ])
    ),
    ("tokens", .object([("initial", .integer(1)), ("per_overload", .integer(1))])),
    ("fuel", .object([("capacity", .integer(1000))])),
    (
      "levels",
      .array([.object([("title", .string("Level 1")), ("threshold", .integer(0))])])
    ),
    ("missions", .array([])), ("ladders", .array([])),
    (
      "tasks",
      .object([
        ("scores", TaskRules.drafted), ("credit_points", .boolean(false)),
      ])
    ),
  ]
}

extension TaskRules {
  /// The scores of a rulebook that does not say anything else.
  fileprivate static var drafted: JSONValue {
    .object(zip(TaskPriority.names, TaskRules().scores).map { ($0, .integer($1)) })
  }
}
