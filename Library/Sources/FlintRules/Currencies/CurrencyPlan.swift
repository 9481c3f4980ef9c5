import FlintSchema

/// The currencies of a rulebook and what grants them, compiled.
struct CurrencyPlan: Sendable {
  struct Amount: BitwiseCopyable, Sendable {
    var currency: Int
    var amount: Int64
  }

  /// What a profile without events owns.
  let start: [Int64]
  /// What the first event of a civil day grants.
  let perDay: [Amount]
  /// What each mission grants.
  let missions: [[Amount]]
  /// What each earning rule grants.
  let rules: [[Amount]]
  /// What each level grants, from level 1 on.
  let levels: [[Amount]]
  /// What a duplicate grants, by the position of its rarity.
  let duplicates: [[Amount]]
  /// What a missing card of choice costs, by the position of its rarity; empty where none can be bought.
  let prices: [[Amount]]
  private let positions: [String: Int]

  var isEmpty: Bool { start.isEmpty }

  init(_ definition: RulebookDefinition) {
    let positions = Dictionary(
      definition.currencies.enumerated().map { ($1.id, $0) },
      uniquingKeysWith: { first, _ in first })
    func amounts(_ amounts: [CurrencyAmount]) -> [Amount] {
      amounts.compactMap { amount in
        positions[amount.name].map { Amount(currency: $0, amount: amount.value) }
      }
    }
    self.positions = positions
    start = definition.currencies.map(\.start)
    perDay = definition.currencies.enumerated().compactMap {
      $1.perDay > 0 ? Amount(currency: $0, amount: $1.perDay) : nil
    }
    func grants(_ all: [CurrencyAmount]) -> [Amount] { amounts(all.filter { $0.value > 0 }) }
    missions = definition.missions.map { grants($0.grants) }
    rules = definition.earn.map { grants($0.grants) }
    levels = definition.levels.map { grants($0.grants) }
    func byRarity(_ entries: [NamedValue<[CurrencyAmount]>]) -> [[Amount]] {
      definition.rarities.map { rarity in
        grants(entries.first { $0.name == rarity.name }?.value ?? [])
      }
    }
    duplicates = byRarity(definition.duplicateGrants)
    prices = byRarity(definition.cardPrices)
  }

  /// Returns the position of the currency of an id; `nil` when no such currency exists.
  func position(id: String) -> Int? { positions[id] }

  func amounts(_ amounts: [CurrencyAmount]) -> [Amount] {
    amounts.compactMap { amount in
      positions[amount.name].map { Amount(currency: $0, amount: amount.value) }
    }
  }
}
