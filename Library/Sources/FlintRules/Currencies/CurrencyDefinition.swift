import FlintJSON
package import FlintSchema

/// An amount of a currency, by the currency's id.
package typealias CurrencyAmount = NamedValue<Int64>

/// A currency that profiles earn and spend.
package struct CurrencyDefinition: Hashable, Sendable {
  /// The id, by which rules and events refer to it.
  package var id: String
  /// The display name; the id where none is given.
  package var title: String?
  /// The balance of a new profile.
  package var start: Int64
  /// What each civil day with an event grants, at its first event.
  package var perDay: Int64

  package init(id: String, title: String? = nil, start: Int64 = 0, perDay: Int64 = 0) {
    self.id = id
    self.title = title
    self.start = start
    self.perDay = perDay
  }

  /// The largest price or grant.
  package static let maximumAmount: Int64 = 1_000_000_000_000
  /// The largest balance; what exceeds it is lost.
  package static let maximumBalance: Int64 = 1_000_000_000_000_000
}

extension CurrencyDefinition {
  package static let table = TableSchema(
    blank: CurrencyDefinition(id: RulebookReader.unread),
    [
      TableField("title", \.title, .title, "The display name (default: the id)."),
      TableField(
        "start", \.start, .amount(from: 0),
        "The balance of a new profile, 0 to \(maximumAmount) (default: 0).", isRequired: false),
      TableField(
        "per_day", \.perDay, .amount(from: 0),
        "What the first event of each civil day grants, 0 to \(maximumAmount) (default: 0).",
        isRequired: false),
    ])

  /// The type of `currencies`: a table by id.
  static let list: TableType<[CurrencyDefinition]> = {
    var list = TableType<[CurrencyDefinition]>(
      "a table of currencies by id", blank: []
    ) { source, value, reader in
      guard let members = reader.members(of: source) else { return false }
      value = []
      let inherits = reader.inherits
      reader.inherits = false
      defer { reader.inherits = inherits }
      for member in members where member.value != .null {
        var currency = CurrencyDefinition(id: member.name)
        reader.within(.name(member.name)) { _ = table.read(member.value, into: &currency, &$0) }
        value.append(currency)
      }
      value.sort { $0.id < $1.id }
      return true
    } json: { currencies in
      .object(currencies.map { ($0.id, table.json($0)) })
    }
    list.check = { currencies, reader in
      for currency in currencies {
        reader.within(.name(currency.id)) { reader in
          TableType.rulebookID.check(currency.id, &reader)
          table.check(currency, &reader)
        }
      }
      if currencies.count > RulebookDefinition.maximumCurrencies {
        reader.fault(
          "expected at most \(RulebookDefinition.maximumCurrencies), got \(currencies.count)")
      }
      for (left, right) in zip(currencies, currencies.dropFirst()) where left.id == right.id {
        reader.fault("duplicate field", at: .name(left.id))
      }
    }
    return list
  }()
}

extension TableType where Value == Int64 {
  static func amount(from least: Int64) -> TableType {
    .whole.limited(to: least...CurrencyDefinition.maximumAmount)
  }
}

extension TableType where Value == [CurrencyAmount] {
  /// Amounts by currency: what something costs or grants.
  package static let amounts = TableType.named("a currency", .amount(from: 1))
  /// Amounts by currency that something grants; 0 is as if it were left out, so that a sweep can begin with it.
  package static let grants = TableType.named("a currency", .amount(from: 0))
}

extension RulebookDefinition {
  static let maximumCurrencies = 64

  /// Records currencies that amounts name and the rulebook lacks.
  func checkCurrencies(_ reader: inout TableReader) {
    let ids = currencies.map(\.id)
    func check(_ amounts: [CurrencyAmount], _ keys: TablePath.Key...) {
      for amount in amounts where !ids.contains(amount.name) {
        let known =
          ids.isEmpty ? "; the rulebook has no currencies" : "; expected \(ids.alternatives)"
        let hint = NearestName.hint(for: amount.name, among: ids)
        reader.fault(
          "unknown currency" + (hint.isEmpty ? known : hint), at: keys + [.name(amount.name)])
      }
    }
    for (index, mission) in missions.enumerated() {
      check(mission.grants, .name("missions"), .position(index + 1), .name("grants"))
    }
    for (index, rule) in earn.enumerated() {
      check(rule.grants, .name("earn"), .position(index + 1), .name("grants"))
    }
    for (index, level) in levels.enumerated() {
      check(level.grants, .name("levels"), .position(index + 1), .name("grants"))
    }
    let rarityNames = rarities.map(\.name)
    for (section, amounts) in [
      ("duplicate_grants", duplicateGrants), ("card_prices", cardPrices),
    ] {
      for entry in amounts {
        if !rarityNames.contains(entry.name) {
          let hint = NearestName.hint(for: entry.name, among: rarityNames)
          reader.fault(
            "unknown rarity" + (hint.isEmpty ? "; expected \(rarityNames.alternatives)" : hint),
            at: .name(section), .name(entry.name))
        }
        check(entry.value, .name(section), .name(entry.name))
      }
    }
    for (index, offer) in offers.enumerated() {
      check(offer.grants, .name("offers"), .position(index + 1), .name("grants"))
    }
    for (index, pool) in pools.enumerated() {
      check(pool.price, .name("pools"), .position(index + 1), .name("price"))
      check(
        pool.bundle?.price ?? [], .name("pools"), .position(index + 1), .name("bundle"),
        .name("price"))
    }
  }
}
