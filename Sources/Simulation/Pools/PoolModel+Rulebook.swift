package import Rules
import Schema

extension PoolModel {
  /// Creates the model of a pool of a rulebook.
  ///
  /// - Parameter buysBundles: whether rolls are bought in bundles, so that the rarity that a bundle
  ///   certainly has counts.
  package init(_ pool: ResolvedPool, in rulebook: RulebookDefinition, buysBundles: Bool = false) {
    let definition = pool.definition
    let counts = Dictionary(pool.box.map { ($0.card, Int(clamping: $0.count)) }) { first, _ in first
    }
    let tiers = pool.rates.indices.map { index in
      let cards = pool.cards[index].map { card in
        Card(
          rulebook.cards[card.position].id, weight: card.weight, isFeatured: card.isFeatured,
          count: counts[card.position] ?? 1)
      }
      let featured = definition.featured.flatMap { featured in
        cards.contains(where: \.isFeatured)
          ? Featured(
            share: featured.share, hasGuarantee: featured.hasGuarantee,
            path: featured.path.map { Int(clamping: $0) }) : nil
      }
      return Tier(
        rate: pool.rates[index], pity: pool.pity[index], first: pool.pity[index]?.first,
        cards: cards,
        featured: featured)
    }
    self.init(definition.id, tiers: tiers)
    emptyCell = pool.emptyCell
    ceiling = definition.featured.flatMap { featured in
      featured.hard.map { Ceiling(at: Int(clamping: $0), isOnce: featured.isHardOnce) }
    }
    exchange = definition.exchange.map {
      Exchange(
        at: Int(clamping: $0.at), limit: $0.limit.map { Int(clamping: $0) },
        offersAll: $0.choose == .any)
    }
    if buysBundles, let size = definition.bundle?.size {
      bundle = Bundle(size: Int(clamping: size), atLeast: pool.bundleRarity)
    }
    protection = definition.protection.map { Int(clamping: $0) }
    packs = pool.packs.map { pack in
      Pack(rate: pack.rate, slots: pack.cards.map { Slot(rates: $0) })
    }
    box = definition.box.map { box in
      switch box.reset {
      case .empty: .whenEmpty
      case .featured: .whenFeaturedOut
      case .never: .never
      }
    }
    carry = definition.carry
  }
}
