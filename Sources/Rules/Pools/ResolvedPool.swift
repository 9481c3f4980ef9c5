import Schema

/// A pool with the defaults of its rulebook, by the positions of rarities and cards: what the fold and
/// exact odds are computed from.
package struct ResolvedPool: Sendable {
  /// A card of the pool.
  package struct Card: Hashable, Sendable {
    /// The position of the card in the rulebook.
    package var position: Int
    /// The weight among the cards that it is drawn with.
    package var weight: UInt64
    /// Whether the card is featured.
    package var isFeatured: Bool
  }

  /// A variant of packs.
  package struct Pack: Hashable, Sendable {
    /// The share of packs that are of this variant.
    package var rate: Fraction
    /// The rates of each card, in order.
    package var cards: [[Fraction]]
  }

  /// The pool as written.
  package let definition: PoolDefinition
  /// The rates, commonest rarity first.
  package let rates: [Fraction]
  /// The pity rules, commonest rarity first.
  package let pity: [PityDefinition?]
  /// The rule for a rarity without a card.
  package let emptyCell: EmptyCell
  /// The cards of each rarity, commonest first, in rulebook order.
  package let cards: [[Card]]
  /// The variants of packs; empty where a roll gives one card.
  package let packs: [Pack]
  /// The position of the rarity that a bundle certainly has.
  package let bundleRarity: Int?
  /// The counts of a box, by the positions of the cards.
  package let box: [(card: Int, count: Int64)]

  /// Creates a pool of a rulebook.
  package init(_ pool: PoolDefinition, in rulebook: RulebookDefinition) {
    let rarities = rulebook.rarities.map(\.name)
    func rates(_ named: [NamedValue<Fraction>]) -> [Fraction] {
      rarities.map { rarity in named.first { $0.name == rarity }?.value ?? .zero }
    }
    definition = pool
    let own = pool.rates.isEmpty ? rulebook.drops.rates : rates(pool.rates)
    self.rates = own
    pity =
      pool.pity.map { named in rarities.map { rarity in named.first { $0.name == rarity }?.value } }
      ?? rulebook.drops.pity
    emptyCell = pool.emptyCell ?? rulebook.drops.emptyCell
    let featured = Set(pool.featured?.cards ?? [])
    let selection = pool.cards ?? CardSelection()
    let boxed = Set(pool.box?.counts.map(\.name) ?? [])
    cards = rulebook.rarities.map { rarity in
      rulebook.cards.enumerated().compactMap { position, card in
        guard card.rarity == rarity,
          featured.contains(card.id)
            || (pool.box == nil ? selection.includes(card) : boxed.contains(card.id))
        else { return nil }
        return Card(
          position: position, weight: UInt64(max(1, card.weight)),
          isFeatured: featured.contains(card.id))
      }
    }
    packs = pool.packs.map { pack in
      Pack(
        rate: pack.rate,
        cards: pack.slots.flatMap { slot in
          Array(
            repeating: slot.rates.isEmpty ? own : rates(slot.rates),
            count: Int(clamping: slot.count))
        })
    }
    bundleRarity = pool.bundle?.atLeast.flatMap { rarities.firstIndex(of: $0) }
    let positions = Dictionary(
      rulebook.cards.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    box = (pool.box?.counts ?? []).compactMap { count in
      positions[count.name].map { ($0, count.value) }
    }
  }

  /// The position of the rarest rarity with a featured card.
  package var rarestFeatured: Int? { cards.lastIndex { $0.contains(where: \.isFeatured) } }

  /// Whether in the roll at which a featured card is certain a rarer card can be, which then comes first.
  package var featuredCanWait: Bool {
    guard definition.featured?.hard != nil, let featured = rarestFeatured else { return false }
    return cards.indices.contains {
      $0 > featured && !cards[$0].isEmpty && (pity[$0] != nil || bundleRarity == $0)
    }
  }
}

extension RulebookDefinition {
  /// Returns a pool with the defaults of the rulebook; `nil` when there is none of the id.
  package func pool(_ id: String) -> ResolvedPool? {
    pools.first { $0.id == id }.map { ResolvedPool($0, in: self) }
  }
}
