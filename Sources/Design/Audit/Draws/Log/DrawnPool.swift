import Chance
package import FlintRules
import FlintSchema

/// A pool of a rulebook as a log of its draws shows it: the rules of single draws, and its cards by id and name.
package struct DrawnPool: Sendable {
  /// What an item of a log is.
  package enum Item: Hashable, Sendable {
    /// A card of the pool, by its id.
    case card(String)
    /// A card of a rarity, of which no more is known.
    case rarity(String)
  }

  package let model: DrawModel
  /// What the audit leaves out, in sentences.
  package let remarks: [String]
  let id: String
  /// The cards by id, then by name without case; an empty id stands for several cards of one name.
  private let ids: Set<String>
  private let names: [String: String]
  private let titles: [String]
  /// The rarities of the pool, which the model may count as one.
  private let rarities: [String]

  /// - Parameter isOfRarities: Whether the log has rarities instead of cards, so that neither featured cards nor
  ///   the cards of a rarity can be told apart.
  /// - Throws: `AuditError` about what a log of single draws cannot show, or a model cannot have.
  package init(
    _ pool: PoolTable, in rulebook: RulebookDefinition, isOfRarities: Bool = false
  ) throws(AuditError) {
    id = pool.definition.id
    let cards = pool.cards.flatMap { $0.map { rulebook.cards[$0.position] } }
    ids = Set(cards.map(\.id))
    names = Dictionary(cards.map { ($0.name.lowercased(), $0.id) }) { first, second in
      first == second ? first : ""
    }
    titles = cards.flatMap { [$0.id, $0.name] }
    try Self.check(pool, rulebook)
    var remarks = Self.remarks(pool, rulebook)
    var tiers = try Self.tiers(pool, rulebook)
    rarities = tiers.map(\.name)
    // A counter that a rarer card leaves as it is has no place in the chain: from its rarity on, all count as one.
    let isExact = { (tier: DrawModel.Tier) in tier.pity?.reset == .exact }
    if let first = tiers.dropFirst().firstIndex(where: isExact) {
      remarks.append(
        "not tested: \(tiers[first...].map(\.name).listed("and")), since a rarer card does not reset the "
          + "counter of \(tiers[first].name)")
      tiers = Array(tiers[..<first])
    }
    let tested = Set(tiers.map(\.name))
    guard !isOfRarities else {
      model = try DrawModel(tiers: tiers, isOrdered: true)
      self.remarks = remarks
      return
    }
    var untested: Set<String> = pool.definition.dependsOnOwned ? Set(tiers.map(\.name)) : []
    var featured: DrawModel.Featured?
    if let definition = pool.definition.featured {
      let all = pool.cards.indices.filter { pool.cards[$0].contains(where: \.isFeatured) }
      let mixed = all.filter { !pool.cards[$0].allSatisfy(\.isFeatured) }
      // The model has featured prizes in one tier, with one share, and no chosen one that becomes certain.
      let reason: String? =
        if definition.path != nil {
          "which depends on the chosen card"
        } else if !definition.laterShares.isEmpty {
          "which depends on the chances lost in a row"
        } else {
          definition.from.map { "of which a featured one is the next after \($0) rolls without" }
        }
      let hidden = (reason == nil ? mixed.dropLast() : all[...]).map { rulebook.rarities[$0].name }
        .filter { tested.contains($0) }
      untested.formUnion(hidden)
      if !hidden.isEmpty {
        remarks.append(
          "not tested: which cards of \(hidden.listed("and")) are drawn"
            + (reason.map { ", " + $0 } ?? ""))
      }
      if reason == nil, let tier = mixed.last, tested.contains(rulebook.rarities[tier].name) {
        featured = DrawModel.Featured(
          pool.cards[tier].filter(\.isFeatured).map { rulebook.cards[$0.position].id },
          share: definition.share, isGuaranteed: definition.hasGuarantee,
          tier: rulebook.rarities[tier].name)
      }
    }
    self.remarks = remarks
    model = try DrawModel(
      tiers: tiers, featured: featured,
      prizes: pool.cards.enumerated().flatMap { tier, cards in
        cards.filter { _ in tested.contains(rulebook.rarities[tier].name) }.map { card in
          DrawModel.Prize(
            rulebook.cards[card.position].id, tier: rulebook.rarities[tier].name,
            weight: Fraction(card.weight))
        }
      }, untested: untested, isOrdered: true)
  }

  /// Returns what an item of a log is: a card by its id or name, or a rarity; `nil` when the pool has neither.
  package func item(_ text: String) -> Item? {
    if ids.contains(text) { return .card(text) }
    if let id = names[text.lowercased()], !id.isEmpty { return .card(id) }
    let folded = text.lowercased()
    if let id = ids.first(where: { $0.lowercased() == folded }) { return .card(id) }
    return rarities.first { $0.lowercased() == folded }.map { .rarity($0) }
  }

  /// Returns why an item is neither a card nor a rarity, with the nearest name.
  package func unknown(_ text: String) -> String {
    if names[text.lowercased()] == "" {
      return "\"\(text)\" is the name of several cards; give ids"
    }
    return "\"\(text)\"" + NearestName.hint(for: text, among: titles + rarities)
  }

  // MARK: Rules

  /// Throws if draws depend on more than rates, pity and featured cards.
  private static func check(
    _ pool: PoolTable, _ rulebook: RulebookDefinition
  ) throws(AuditError) {
    let definition = pool.definition
    let found: String? =
      if !pool.packs.isEmpty {
        "packs, of which a log does not show the slots"
      } else if definition.box != nil {
        "a box, in which each draw changes the rates"
      } else if definition.cycle != nil {
        "cards in a fixed order"
      } else if definition.featured?.hard != nil {
        "featured.hard, which makes a featured card certain"
      } else {
        pool.pity.contains { $0?.first != nil }
          ? "pity with first"
          : pool.pity.contains { $0?.round != nil }
            ? "pity with round, of which a log does not show where one begins" : nil
      }
    if let found {
      throw AuditError(
        .pool, expected: "draws that depend on rates, pity and featured cards alone",
        found: "\(definition.id): \(found)")
    }
  }

  /// The rarities with their rates and pity, rarest first: those without a card count as the next one below.
  private static func tiers(
    _ pool: PoolTable, _ rulebook: RulebookDefinition
  ) throws(AuditError) -> [DrawModel.Tier] {
    var tiers: [DrawModel.Tier] = []
    var demoted = Ratio.zero
    for index in pool.rates.indices.reversed() {
      let name = rulebook.rarities[index].name
      let pity = index == 0 ? nil : pool.pity[index]
      let rate = Ratio(pool.rates[index])
      let isDrawn = rate != .zero || pity != nil
      guard pool.cards[index].isEmpty else {
        guard isDrawn || demoted != .zero else { continue }
        guard let sum = Fraction(rate + demoted) else {
          throw AuditError(.rates, expected: "rates with fewer digits", found: "\(name)")
        }
        demoted = .zero
        tiers.append(DrawModel.Tier(name, rate: sum, pity: pity))
        continue
      }
      guard isDrawn else { continue }
      guard pool.emptyCell == .demote, pity == nil else {
        throw AuditError(
          .pool, expected: "a card of each rarity",
          found: "\(pool.definition.id): none of \(name), whose draws are "
            + (pity == nil ? "not demoted" : "subject to pity"))
      }
      demoted = demoted + rate
    }
    guard demoted == .zero else {
      throw AuditError(
        .pool, expected: "a card of the commonest rarity", found: "\(pool.definition.id): none")
    }
    return tiers
  }

  private static func remarks(
    _ pool: PoolTable, _ rulebook: RulebookDefinition
  ) -> [String] {
    var remarks: [String] = []
    let definition = pool.definition
    if let carry = definition.carry {
      let others = rulebook.pools.filter { $0.carry == carry && $0.id != definition.id }.map(\.id)
      if !others.isEmpty {
        remarks.append(
          "\(definition.id) shares its counters with \(others.listed("and")): the log has to have those "
            + "draws, too")
      }
    }
    if let rarity = pool.bundleRarity {
      remarks.append(
        "draws are compared with single rolls: in a bundle, a card of \(rulebook.rarities[rarity].name) "
          + "or better is certain")
    }
    if definition.dependsOnOwned {
      remarks.append("not tested: the cards of a rarity; those owned already come later")
    }
    if definition.exchange != nil {
      remarks.append("cards taken in exchange are no draws: leave them out of the log")
    }
    return remarks
  }
}
