import BigInt
import Chance
import RealModule
import Rules

/// The chances that a pack has at least one card of a rarity, or one certain card, by the rates that the rulebook
/// states.
struct PackChances {
  private struct Wanted: Hashable {
    package var tier: Int
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

extension DisclosedPool {
  /// Returns the chance that a place of a pack has a card, by the rates that the rulebook states; the mean of the places
  /// where they differ.
  package func chance(of card: Card, in slot: Pack.Slot) -> Disclosure.Chance {
    if let uneven = slot.uneven {
      return Disclosure.Chance(
        (1 - uneven.chance(ofNone: card.definition.id, tier: card.tier)) / Double(slot.count))
    }
    return Disclosure.Chance(Ratio(slot.rates[card.tier]) * card.share)
  }
}
