import Chance
import FlintRules
import FlintSchema

/// What a row of a published table names: an item of a pool, with its exact rates.
struct PublishedItem {
  var pool: Int
  var name: String
  var isCard: Bool
  var nominal: Double
  var effective: Double?
  /// The chance that a pack has at least one; `nil` without packs.
  var inPack: Double?
  /// The rate within the limit of rolls, where that is another one.
  var withinLimit: Double?
  /// The share of a card in its rarity.
  var share: Double?
  /// The rarity of a card.
  var grade: String?

  /// The item, whatever its rates are.
  var key: Key { Key(pool: pool, isCard: isCard, name: name) }

  struct Key: Hashable {
    var pool: Int
    var isCard: Bool
    var name: String
  }

  init(_ card: DisclosedPool.Card, in pool: Int) {
    (self.pool, isCard, name) = (pool, true, card.definition.id)
    (nominal, effective) = (card.nominal.value, card.effective?.value)
    (inPack, share) = (card.inPack?.value, card.share.approximation)
    (withinLimit, grade) = (card.withinLimit?.value, card.definition.rarity.name)
  }

  init(_ tier: DisclosedPool.Tier, in pool: Int) {
    (self.pool, isCard, name) = (pool, false, tier.rarity.name)
    (nominal, effective, inPack) = (tier.nominal.value, tier.effective?.value, tier.inPack?.value)
    withinLimit = tier.withinLimit?.value
  }

  /// Returns the exact rate of a kind; `nil` where it is not known.
  func rate(_ kind: PublishedTable.Kind) -> Double? {
    switch kind {
    case .nominal: nominal
    case .effective: effective
    case .inPack: inPack
    case .withinLimit: withinLimit ?? effective
    case .share: share
    }
  }
}

extension PublishedTable.Row {
  /// Returns what the row names: the card, or else the rarity, in each pool that has it.
  ///
  /// - Parameter named: what earlier rows name, which precede only where nothing else has the name.
  func items(of pools: [DisclosedPool], named: Set<PublishedItem.Key>) -> [PublishedItem] {
    func isNamed(_ name: String, _ names: [String]) -> Bool {
      names.contains { PublishedTable.isSame($0, name) }
    }
    let indices = pools.indices.filter { index in
      let definition = pools[index].definition
      return pool.isEmpty || isNamed(definition.id, [pool]) || isNamed(definition.name, [pool])
    }
    let cards = indices.compactMap { index -> PublishedItem? in
      let cards = pools[index].cards
      if let card = cards.first(where: { isNamed($0.definition.id, names) }) {
        return PublishedItem(card, in: index)
      }
      let items = cards.filter { isNamed($0.definition.name, names) }
        .map { PublishedItem($0, in: index) }
      return items.first { !named.contains($0.key) } ?? items.first
    }
    if !cards.isEmpty { return cards }
    return indices.compactMap { index in
      pools[index].tiers.first { isNamed($0.rarity.name, names) }.map {
        PublishedItem($0, in: index)
      }
    }
  }
}
