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
  }

  private let packs: [DisclosedPool.Pack]
  /// Whether there are so few cards that fractions stay short enough to compute with.
  private let isExact: Bool
  private var known: [Wanted: Disclosure.Chance] = [:]

  /// The maximum number of cards of all variants for which fractions are computed.
  private static let mostExact = 64

  init(_ packs: [DisclosedPool.Pack]) {
    self.packs = packs
    isExact = packs.reduce(0) { $1.slots.reduce($0) { $0 + $1.count } } <= Self.mostExact
  }

  /// Returns the chance that a pack has at least one of some cards; `nil` without packs.
  ///
  /// - Parameters:
  ///   - tier: the position of their rarity.
  ///   - share: their share in it.
  mutating func chance(ofTier tier: Int, share: Ratio = .one) -> Disclosure.Chance? {
    if packs.isEmpty { return nil }
    let wanted = Wanted(tier: tier, share: share)
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
        let chance = Ratio(slot.rates[wanted.tier]) * wanted.share
        return sum + Double(slot.count) * .log(onePlus: -chance.approximation)
      }
      return sum - pack.rate.approximation * .expMinusOne(missed)
    }
  }
}

extension DisclosedPool {
  /// Returns the chance that a place of a pack has a card, by the rates that the rulebook states.
  package func chance(of card: Card, in slot: Pack.Slot) -> Disclosure.Chance {
    Disclosure.Chance(Ratio(slot.rates[card.tier]) * card.share)
  }
}
