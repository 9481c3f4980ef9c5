import BigInt
import Chance
import RealModule
import FlintRules

/// The expected number of cards of a rarity in a pack, or of copies of a card, and the chance that there is at least
/// one, by the rates that the rulebook states.
struct PackChances {
  private struct Wanted: Hashable {
    var tier: Int
    var share: Ratio
    /// The card, where its chance does not follow from its share alone.
    var card: String?
  }

  private let packs: [DisclosedPool.Pack]
  /// Whether there are so few cards that fractions stay short enough to compute with.
  private let isExact: Bool
  /// Whether a slot of different cards has chances that do not follow from its rates alone.
  private let isUneven: Bool
  private var known: [Wanted: Disclosure.Chance] = [:]

  /// The maximum number of cards of all variants for which fractions are computed.
  private static let mostExact = 64

  init(_ packs: [DisclosedPool.Pack]) {
    self.packs = packs
    isUneven = packs.contains { $0.slots.contains { $0.uneven != nil } }
    isExact =
      !isUneven && packs.reduce(0) { $1.slots.reduce($0) { $0 + $1.count } } <= Self.mostExact
  }

  /// Returns the chance that a pack has at least one card of a rarity; `nil` without packs.
  mutating func chance(ofTier tier: Int) -> Disclosure.Chance? {
    chance(Wanted(tier: tier, share: .one))
  }

  /// Returns the chance that a pack has at least one of a card; `nil` without packs.
  ///
  /// - Parameters:
  ///   - tier: the position of its rarity.
  ///   - share: its share in it.
  mutating func chance(of card: String, tier: Int, share: Ratio) -> Disclosure.Chance? {
    // Cards of one share have one chance, in a slot of different cards, too, unless their weights differ.
    chance(Wanted(tier: tier, share: share, card: isUneven ? card : nil))
  }

  /// Returns the expected number of cards of a rarity in a pack; `nil` without packs.
  func copies(ofTier tier: Int) -> Disclosure.Chance? { copies(Wanted(tier: tier, share: .one)) }

  /// Returns the expected number of copies of a card in a pack; `nil` without packs.
  ///
  /// - Parameters:
  ///   - tier: the position of its rarity.
  ///   - share: its share in it.
  func copies(of card: String, tier: Int, share: Ratio) -> Disclosure.Chance? {
    copies(Wanted(tier: tier, share: share, card: card))
  }

  private func copies(_ wanted: Wanted) -> Disclosure.Chance? {
    if packs.isEmpty { return nil }
    func stated(_ slot: DisclosedPool.Pack.Slot) -> Ratio {
      Ratio(BigUInt(slot.count), over: 1) * Ratio(slot.rates[wanted.tier]) * wanted.share
    }
    if !isUneven {
      return Disclosure.Chance(
        packs.reduce(Ratio.zero) { sum, pack in
          sum + Ratio(pack.rate) * pack.slots.reduce(Ratio.zero) { $0 + stated($1) }
        })
    }
    return Disclosure.Chance(
      packs.reduce(0) { sum, pack in
        let copies = pack.slots.reduce(0) { sum, slot in
          sum
            + (slot.uneven?.copies(of: wanted.card, tier: wanted.tier)
              ?? stated(slot).approximation)
        }
        return sum + pack.rate.approximation * copies
      })
  }

  private mutating func chance(_ wanted: Wanted) -> Disclosure.Chance? {
    if packs.isEmpty { return nil }
    if let chance = known[wanted] { return chance }
    let chance = isExact ? Disclosure.Chance(exact(wanted)) : Disclosure.Chance(rounded(wanted))
    known[wanted] = chance
    return chance
  }

  private func exact(_ wanted: Wanted) -> Ratio {
    // The chance of none is a sum over the variants, reduced only at the end.
    var (none, whole) = (BigUInt(0), BigUInt(1))
    for pack in packs {
      var missed = BigUInt(pack.rate.numerator)
      var all = BigUInt(pack.rate.denominator)
      for slot in pack.slots {
        let chance = Ratio(slot.rates[wanted.tier]) * wanted.share
        if slot.isDistinct, wanted.share != .one {
          // The chances of different places exclude each other.
          missed *= chance.denominator - chance.numerator * BigUInt(slot.count)
          all *= chance.denominator
          continue
        }
        missed *= (chance.denominator - chance.numerator).power(slot.count)
        all *= chance.denominator.power(slot.count)
      }
      none = none * all + missed * whole
      whole *= all
    }
    return .one - Ratio(none, over: whole)
  }

  private func rounded(_ wanted: Wanted) -> Double {
    packs.reduce(0) { sum, pack in
      let missed = pack.slots.reduce(0.0) { sum, slot in
        if let uneven = slot.uneven {
          return sum + .log(uneven.chance(ofNone: wanted.card, tier: wanted.tier))
        }
        let chance = Ratio(slot.rates[wanted.tier]) * wanted.share
        if slot.isDistinct, wanted.share != .one {
          return sum + .log(onePlus: -Double(slot.count) * chance.approximation)
        }
        return sum + Double(slot.count) * .log(onePlus: -chance.approximation)
      }
      return sum - pack.rate.approximation * .expMinusOne(missed)
    }
  }
}

extension DisclosedPool.Variant {
  /// The slots in the variant, and in place of one whose places have different chances each of these.
  package var places: [DisclosedPool.Place] {
    pack.slots.flatMap { slot in
      let positions = slot.uneven == nil ? [nil] : (0..<slot.count).map { Optional($0) }
      return positions.map { DisclosedPool.Place(variant: self, slot: slot, position: $0) }
    }
  }
}

extension DisclosedPool.Place {
  /// The place of the first card in the pack, from 1.
  package var first: Int { slot.first + (position ?? 0) }
  /// The number of cards.
  package var count: Int { position == nil ? slot.count : 1 }

  /// Returns the chance of a card of the pool at each place, by the rates that the rulebook states.
  package func chance(of card: DisclosedPool.Card) -> Disclosure.Chance {
    if let uneven = slot.uneven {
      return Disclosure.Chance(uneven.chance(of: card.definition.id, at: position ?? 0))
    }
    return Disclosure.Chance(Ratio(slot.rates[card.tier]) * card.share)
  }

  /// The rates of the rarities at each place, commonest first.
  package var rates: [Double] {
    slot.rates.indices.map { tier in
      slot.uneven?.rate(of: tier, at: position ?? 0) ?? slot.rates[tier].approximation
    }
  }
}
