package import Calendar
import Chance
import Rules
import Schema

/// The comparison of a published table of rates with what a rulebook discloses.
package struct DisclosureCheck: Sendable {
  /// What is wrong with a row, or with what the table lacks.
  package enum Problem: String, Sendable, CaseIterable {
    /// The rate is another one.
    case differs
    /// The rate is that of the other kind, such as a consolidated rate in the place of a base rate.
    case kind
    /// The rate is a hundred times too large or too small.
    case unit
    /// The rate is the share in the rarity.
    case share
    /// The item is in none of the pools.
    case unknown
    /// The item is in several pools with different rates.
    case ambiguous
    /// The item is not in the table.
    case missing
    /// The rates of a pool have another sum.
    case sum
  }

  /// Something in which the table and the rulebook differ.
  package struct Fault: Sendable {
    package var problem: Problem
    /// The line of the table; `nil` for what it lacks.
    package var line: Int?
    /// The pool; empty where it is not known.
    package var pool = ""
    package var item: String
    package var kind: PublishedTable.Kind?
    /// The rate as published.
    package var published: String?
    /// The exact rate.
    package var exact: Double?
    /// The published rate less the exact one.
    package var difference: Double?
    /// What is wrong, in words.
    package var text: String
  }

  package let rulebook: String
  package let hash: String
  package let date: CivilDay
  package let version: String
  /// The columns that were compared, with the kind of their rates.
  package let columns: [String]
  /// The number of rates that were compared.
  package private(set) var compared: Int64 = 0
  package private(set) var faults: [Fault] = []

  private let pools: [DisclosedPool]
  /// The difference that is accepted instead of the precision to which a rate is printed.
  private let tolerance: Double?
  /// What the table has of each pool.
  private var found: [Found]

  private struct Found {
    var cards: Set<String> = []
    var rarities: Set<String> = []
    /// The nominal rates, to be summed.
    var rates: [PublishedRate] = []
  }

  /// What a row names: an item of a pool.
  private struct Item {
    var pool: Int
    var name: String
    var nominal: Double
    var effective: Double?
    /// The share of a card in its rarity.
    var share: Double?
    var isCard: Bool

    func rate(_ kind: PublishedTable.Kind) -> Double? { kind == .nominal ? nominal : effective }
  }

  /// - Parameter tolerance: the difference that is accepted; by default half a unit of the last place that is printed.
  package init(_ table: PublishedTable, with disclosure: Disclosure, tolerance: Double? = nil) {
    (rulebook, hash) = (disclosure.rulebook, disclosure.hash)
    (date, version) = (disclosure.date, disclosure.version)
    columns = table.columns.map { "\($0.name) (\($0.kind.rawValue))" }
    pools = disclosure.pools
    found = [Found](repeating: Found(), count: pools.count)
    self.tolerance = tolerance
    for row in table.rows { compare(row) }
    for index in pools.indices { summarize(index) }
  }

  private mutating func compare(_ row: PublishedTable.Row) {
    let items = items(of: row)
    let name = row.names[0]
    guard let first = items.first else {
      let known = pools.flatMap { $0.cards.flatMap { [$0.definition.id, $0.definition.name] } }
      let place = row.pool.isEmpty ? "the rulebook" : "pool \"\(row.pool)\""
      let text = "is not an item of \(place)\(NearestName.hint(for: name, among: known))"
      faults.append(
        Fault(problem: .unknown, line: row.line, pool: row.pool, item: name, text: text))
      return
    }
    for item in items { note(item, row) }
    for (kind, rate) in row.rates {
      guard items.allSatisfy({ $0.rate(kind) == first.rate(kind) }) else {
        let ids = items.map { pools[$0.pool].definition.id }
        let text =
          "is in the pools \(ids.listed("and")) with different rates: add a column pool, or name the pool in "
          + "the command"
        faults.append(Fault(problem: .ambiguous, line: row.line, item: name, text: text))
        continue
      }
      compared += 1
      guard let fault = fault(rate, kind, first, row) else { continue }
      faults.append(fault)
    }
  }

  /// Returns what a row names: the card, or else the rarity, in each pool that has it.
  private func items(of row: PublishedTable.Row) -> [Item] {
    func isNamed(_ name: String, _ names: [String]) -> Bool {
      let plain = PublishedTable.plain(name)
      return names.contains { $0 == name || PublishedTable.plain($0) == plain }
    }
    let indices = pools.indices.filter { index in
      let pool = pools[index].definition
      return row.pool.isEmpty || isNamed(pool.id, [row.pool]) || isNamed(pool.name, [row.pool])
    }
    let cards = indices.compactMap { index in
      pools[index].cards.first { card in
        isNamed(card.definition.id, row.names) || isNamed(card.definition.name, row.names)
      }.map { card in
        Item(
          pool: index, name: card.definition.id, nominal: card.nominal.value,
          effective: card.effective?.value, share: card.share.approximation, isCard: true)
      }
    }
    if !cards.isEmpty { return cards }
    return indices.compactMap { index in
      pools[index].tiers.first { isNamed($0.rarity.name, row.names) }.map { tier in
        Item(
          pool: index, name: tier.rarity.name, nominal: tier.nominal.value,
          effective: tier.effective?.value, isCard: false)
      }
    }
  }

  /// Notes that the table has an item.
  private mutating func note(_ item: Item, _ row: PublishedTable.Row) {
    if item.isCard {
      found[item.pool].cards.insert(item.name)
      found[item.pool].rates += row.rates.filter { $0.kind == .nominal }.map(\.rate)
    } else {
      found[item.pool].rarities.insert(item.name)
    }
  }

  /// Returns what is wrong with a rate; `nil` if it is the exact one.
  private func fault(
    _ rate: PublishedRate, _ kind: PublishedTable.Kind, _ item: Item, _ row: PublishedTable.Row
  ) -> Fault? {
    let exact = item.rate(kind)
    var fault = Fault(
      problem: .differs, line: row.line, pool: pools[item.pool].definition.id, item: item.name,
      kind: kind, published: rate.text, exact: exact, difference: exact.map { rate.value - $0 },
      text: "")
    guard let exact else {
      fault.text = "has no \(kind.rawValue) rate: it is not known in the long run"
      return fault
    }
    // A rate that is printed as 0 is none.
    let isHidden = rate.value == 0 && exact > 0 && tolerance == nil
    if rate.matches(exact, tolerance: tolerance), !isHidden { return nil }
    let (other, otherRate) =
      kind == .nominal
      ? (PublishedTable.Kind.effective, item.effective) : (.nominal, item.nominal)
    let published = percent(rate.value)
    if isHidden {
      fault.text = "is published as 0, but is \(percent(exact))"
    } else if let otherRate, rate.matches(otherRate, tolerance: tolerance) {
      fault.problem = .kind
      fault.text =
        "\(published) is its \(other.rawValue) rate\(other == .effective ? ", consolidated over the long run" : ""); "
        + "the \(kind.rawValue) one is \(percent(exact))"
    } else if let factor = [0.01, 100].first(where: {
      rate.matches(exact, times: $0, tolerance: tolerance.map { _ in exact * 1e-3 })
    }) {
      fault.problem = .unit
      fault.text =
        "\(rate.text) is \(published), \(factor < 1 ? "a hundred times" : "a hundredth of") the exact "
        + "\(percent(exact))"
        + (rate.hasUnit ? "" : "; a percentage needs its sign: \(percent(exact))")
    } else if let share = item.share, share != exact, rate.matches(share, tolerance: tolerance) {
      fault.problem = .share
      fault.text =
        "\(published) is its share in the rarity; a roll gives it with \(percent(exact))"
    } else {
      fault.text =
        "\(published) is published, \(percent(exact)) is exact (\(kind.rawValue))"
    }
    return fault
  }

  /// Notes what the table lacks of a pool, and whether its rates have the right sum.
  private mutating func summarize(_ index: Int) {
    let (pool, found) = (pools[index], found[index])
    func miss(_ name: String, _ exact: Double) {
      faults.append(
        Fault(
          problem: .missing, pool: pool.definition.id, item: name, exact: exact,
          text: "is not in the table; its rate is \(percent(exact))"))
    }
    if found.cards.isEmpty {
      // A table of rarities has all of them.
      guard !found.rarities.isEmpty else { return }
      for tier in pool.tiers
      where tier.nominal.value > 0 && !found.rarities.contains(tier.rarity.name) {
        miss(tier.rarity.name, tier.nominal.value)
      }
      return
    }
    for card in pool.cards
    where card.nominal.value > 0 && !found.cards.contains(card.definition.id) {
      miss(card.definition.id, card.nominal.value)
    }
    guard found.rates.count > 1 else { return }
    let sum = found.rates.reduce(0) { $0 + $1.value }
    let reach = found.rates.reduce(1e-9) { $0 + (tolerance ?? $1.precision) }
    let exact = pool.cards.reduce(0) { $0 + $1.nominal.value }
    guard abs(sum - exact) > reach else { return }
    let lacks = sum < exact ? "are missing" : "are too much"
    faults.append(
      Fault(
        problem: .sum, pool: pool.definition.id, item: "", exact: exact, difference: sum - exact,
        text: "the nominal rates sum to \(percent(sum)) instead of \(percent(exact)): "
          + "\(percent(abs(sum - exact))) \(lacks)"))
  }
}
