import FlintCalendar
import FlintJSON
import FlintRules
import Testing

/// Hashes of rulebooks computed from the stored JSON by docs/file-format.md alone, with a SipHash of its own.
struct `The documented hash of a rulebook` {
  /// SipHash-2-4 with 128 bits (Aumasson and Bernstein 2012).
  private static func hash(_ bytes: [UInt8], key: String) -> String {
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
      value << count | value >> (64 - count)
    }
    let key = Array(key.utf8)
    let (first, second) = (number(key[..<8]), number(key[8...]))
    var v = [
      first ^ 0x736f_6d65_7073_6575, second ^ 0x646f_7261_6e64_6f6d ^ 0xee,
      first ^ 0x6c79_6765_6e65_7261, second ^ 0x7465_6462_7974_6573,
    ]
    func rounds(_ count: Int) {
      for _ in 0..<count {
        v[0] &+= v[1]
        v[1] = rotated(v[1], 13) ^ v[0]
        v[0] = rotated(v[0], 32)
        v[2] &+= v[3]
        v[3] = rotated(v[3], 16) ^ v[2]
        v[0] &+= v[3]
        v[3] = rotated(v[3], 21) ^ v[0]
        v[2] &+= v[1]
        v[1] = rotated(v[1], 17) ^ v[2]
        v[2] = rotated(v[2], 32)
      }
    }
    var padded = bytes + Array(repeating: 0, count: 7 - bytes.count % 8)
    padded.append(UInt8(bytes.count % 256))
    for start in stride(from: 0, to: padded.count, by: 8) {
      let word = number(padded[start..<start + 8])
      v[3] ^= word
      rounds(2)
      v[0] ^= word
    }
    v[2] ^= 0xee
    rounds(4)
    let low = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xdd
    rounds(4)
    let high = v[0] ^ v[1] ^ v[2] ^ v[3]
    return [low, high].map { half in
      (0..<8).map { index in
        let digits = String(half >> (8 * UInt64(index)) & 0xff, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }.joined()
  }

  /// The input of the hash, as the page describes it.
  private struct Input {
    var bytes: [UInt8] = []

    mutating func little(_ value: some FixedWidthInteger) {
      for index in 0..<(type(of: value).bitWidth / 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
      }
    }

    mutating func text(_ value: String?) {
      guard let value else { return little(UInt32.max) }
      little(UInt32(value.utf8.count))
      bytes += Array(value.utf8)
    }

    mutating func name(_ value: String, _ usual: [String]) {
      if let position = usual.firstIndex(of: value) { return little(UInt8(position)) }
      little(UInt8(0xff))
      text(value)
    }

    /// A decimal or a fraction, in lowest terms.
    mutating func fraction(_ value: JSONValue) throws {
      let text = value.plain
      let parts = text.split(separator: "/")
      let decimal = parts[0].split(separator: ".")
      var top = try #require(UInt64(decimal.joined()))
      var bottom = parts.count == 2 ? try #require(UInt64(parts[1])) : 1
      if decimal.count == 2 { for _ in decimal[1] { bottom *= 10 } }
      var (a, b) = (top, bottom)
      while b != 0 { (a, b) = (b, a % b) }
      (top, bottom) = (top / a, bottom / a)
      little(top)
      little(bottom)
    }

    mutating func season(_ entry: JSONValue) throws {
      for member in ["from", "until"] {
        guard let text = entry[member]?.plain else {
          little(UInt8(0))
          little(Int32(0))
          continue
        }
        little(UInt8(1))
        little(try #require(CivilDay(text.count == 5 ? "0004-\(text)" : text)).number)
      }
    }
  }

  private func hash(_ stored: JSONValue) throws -> String {
    let categories = ["decision", "energy", "idea", "experiment", "challenge"]
    let intensities = ["low", "medium", "high", "extreme"]
    let rarities = ["common", "rare", "epic", "legendary"]
    var input = Input()
    func member(_ value: JSONValue, _ names: String...) throws -> JSONValue {
      try names.reduce(value) { try #require($0[$1], "\($1)") }
    }
    func number(_ value: JSONValue) throws -> Int64 { try #require(Int64(value.plain)) }
    /// The values of the names of a list, or those that it does not have.
    func values(_ list: String, _ member: String, or other: [(name: String, value: JSONValue)])
      throws -> [(name: String, value: JSONValue)]
    {
      guard let entries = stored[list]?.items else { return other }
      return try entries.map { (try #require($0["id"]).plain, try #require($0[member])) }
    }
    let points = try values("categories", "points", or: stored["points"]?.members ?? [])
    let multipliers = try values(
      "intensities", "multiplier", or: stored["multipliers"]?.members ?? [])
    let rates = try values("rarities", "rate", or: stored["drops"]?["rates"]?.members ?? [])
    let duplicates = try values("rarities", "duplicate", or: stored["duplicates"]?.members ?? [])
    func list(_ name: String) -> [JSONValue] { stored[name]?.items ?? [] }
    input.text(stored["id"]?.plain)
    for base in points { input.little(try number(base.value)) }
    for factor in multipliers { try input.fraction(factor.value) }
    input.little(UInt32(list("cards").count))
    for card in list("cards") {
      input.text(card["id"]?.plain)
      input.text(card["name"]?.plain)
      input.name(try member(card, "category").plain, categories)
      input.name(try member(card, "rarity").plain, rarities)
      try input.season(card)
    }
    try input.fraction(try member(stored, "drops", "chance"))
    for rate in rates { try input.fraction(rate.value) }
    input.text(try member(stored, "drops", "empty_cell").plain)
    for rate in rates {
      let rule = try member(stored, "drops", "pity")[rate.name]
      input.little(UInt8(rule == nil ? 0 : 1))
      input.little(Int64(rule?["soft_start"]?.plain ?? "-1") ?? -1)
      try input.fraction(rule?["soft_step"] ?? .string("0"))
      input.little(Int64(rule?["hard"]?.plain ?? "-1") ?? -1)
    }
    for value in duplicates { input.little(try number(value.value)) }
    input.little(UInt32(list("levels").count))
    for level in list("levels") {
      input.text(level["title"]?.plain)
      input.little(try number(try member(level, "threshold")))
    }
    input.little(try number(try member(stored, "fuel", "capacity")))
    input.little(try number(try member(stored, "tokens", "initial")))
    input.little(try number(try member(stored, "tokens", "per_overload")))
    let windows = ["day", "week"]
    input.little(UInt32(list("missions").count))
    for mission in list("missions") {
      input.text(mission["id"]?.plain)
      input.text(mission["title"]?.plain)
      input.little(UInt8(windows.firstIndex(of: mission["window"]?.plain ?? "") ?? 2))
      input.text(mission["event"] == nil ? mission["metric"]?.plain : "event")
      for filter in mission["filters"]?.members ?? [] where mission["event"] == nil {
        input.text(filter.name)
        input.text(filter.value.plain)
      }
      input.text(nil)
      let targets = ["target", "count", "days", "sum", "distinct"].compactMap { mission[$0] }
      input.little(try number(try #require(targets.first)))
      input.little(try number(try member(mission, "reward")))
      let difficulty = ["easy", "medium", "hard", "expert"]
        .firstIndex(of: try member(mission, "difficulty").plain)
      input.little(UInt8(try #require(difficulty)))
      try input.season(mission)
    }
    for score in try member(stored, "tasks", "scores").members {
      input.little(try number(score.value))
    }
    input.little(UInt8(try member(stored, "tasks", "credit_points") == .boolean(true) ? 1 : 0))
    input.little(UInt32(list("ladders").count))
    for ladder in list("ladders") {
      input.text(ladder["id"]?.plain)
      input.text(ladder["title"]?.plain)
      input.little(UInt32(ladder["rungs"]?.items.count ?? 0))
      for rung in ladder["rungs"]?.items ?? [] {
        input.text(rung["id"]?.plain)
        input.text(rung["title"]?.plain)
        input.little(UInt32(rung["conditions"]?.items.count ?? 0))
        for condition in rung["conditions"]?.items ?? [] {
          let metric = try member(condition, "metric").plain
          input.text(metric)
          let least = try #require(Double(try member(condition, "at_least").plain))
          let isScore = ["consistency", "self_care", "stability"].contains(metric)
          input.little(Int64((least * (isScore ? 1_000_000 : 1)).rounded()))
        }
      }
    }
    for mission in list("missions")
    where mission["event"] != nil || mission["requires"] != nil
      || !["day", "week", "life"].contains(mission["window"]?.plain ?? "")
    {
      input.text("mission")
      input.text(mission.text())
    }
    if !list("earn").isEmpty {
      input.text("earn")
      input.little(UInt32(list("earn").count))
      for rule in list("earn") { input.text(rule.text()) }
    }
    for section in [
      "currencies", "duplicate_grants", "card_prices", "offers", "money_unit", "pools", "sets",
    ] {
      guard let value = stored[section] else { continue }
      input.text(section)
      input.text(value.text())
    }
    for (index, level) in list("levels").enumerated() where level["grants"] != nil {
      input.text("level \(index + 1)")
      input.text(level.text())
    }
    for mission in list("missions") where mission["grants"] != nil {
      input.text("grants")
      input.text(mission.text())
    }
    for card in list("cards") where card["exclusive"] != nil {
      input.text("exclusive \(try member(card, "id").plain)")
    }
    for card in list("cards") where ["text", "set", "every"].contains(where: { card[$0] != nil }) {
      input.text("card")
      input.text(card.text())
    }
    for mission in list("missions") where mission["every"] != nil {
      input.text("every")
      input.text(mission.text())
    }
    if let perDay = stored["drops"]?["per_day"] {
      input.text("per_day")
      input.little(try number(perDay))
    }
    for (index, rate) in rates.enumerated() {
      guard let rule = try member(stored, "drops", "pity")[rate.name],
        rule["rates"] != nil || rule["reset"] != nil
      else { continue }
      input.text("pity \(index + 1)")
      input.text(rule.text())
    }
    for (name, given, usual) in [
      ("categories", points, categories), ("intensities", multipliers, intensities),
      ("rarities", rates, rarities),
    ] {
      let names = given.map(\.name)
      if names == usual { continue }
      input.text(name)
      input.little(UInt32(names.count))
      for name in names { input.text(name) }
    }
    if list("cards").contains(where: { $0["weight"] != nil }) {
      input.text("weights")
      for card in list("cards") { input.little(UInt64(card["weight"]?.plain ?? "1") ?? 1) }
    }
    return Self.hash(input.bytes, key: "lint.rulrulebook")
  }

  @Test func `is that of each bundled rulebook`() throws {
    for definition in RulebookDefinition.bundled {
      let stored = try JSONValue(parsing: definition.json.text())
      #expect(try hash(stored) == Rulebook(definition).hash, "\(definition.id)")
    }
  }

  /// A rulebook that has everything which only some have.
  @Test func `is that of a world with names, seasons, weights, pools and grants of its own`() throws
  {
    let definition = try readRulebook(
      """
      {"id": "world",
       "rarities": [{"id": "plain", "rate": "2/3", "duplicate": 1}, {"id": "fine", "rate": "1/3", "duplicate": 5}],
       "categories": [{"id": "craft", "points": 9}, {"id": "idea", "points": 4}],
       "intensities": [{"id": "calm", "multiplier": 1}, {"id": "wild", "multiplier": "1.75"}],
       "drops": {"chance": "0.5", "empty_cell": "none", "per_day": 3,
         "pity": {"fine": {"rates": [{"from": 3, "step": "1/8", "every": 2}, {"from": 9, "rate": 1}]}}},
       "cards": [
         {"id": "a", "name": "A", "category": "craft", "rarity": "plain", "weight": 3},
         {"id": "b", "name": "Bé", "category": "idea", "rarity": "fine", "from": "2026-06-01", "until": "2026-07-01"},
         {"id": "c", "name": "C", "category": "idea", "rarity": "plain", "exclusive": true, "set": "s",
          "text": "A sentence.", "from": "12-01", "before": "02-29", "every": "year"}],
       "sets": [{"id": "s", "title": "S"}], "card_prices": {"fine": {"gems": 9}},
       "currencies": {"gems": {"start": 5, "per_day": 1}},
       "fuel": {"capacity": 77}, "tokens": {"initial": 2, "per_overload": 3},
       "tasks": {"scores": {"P0": 9, "P1": 5, "P2": 2, "P3": 1}, "credit_points": true},
       "earn": [{"event": "mood.record", "points": 2}],
       "levels": [{"title": "One", "threshold": 0}, {"title": "Two", "threshold": 50, "grants": {"gems": 2}}],
       "ladders": [{"id": "l", "title": "L", "rungs": [{"id": "l1", "title": "L1",
         "conditions": [{"metric": "consistency", "at_least": "0.35"}]}]}],
       "missions": [
         {"id": "m", "title": "M", "window": "month", "event": "mood.record", "count": 3, "reward": 10,
          "difficulty": "hard", "grants": {"gems": 3}},
         {"id": "n", "title": "N", "window": "week", "metric": "sparks",
          "filters": {"category": "idea", "min_intensity": "wild"}, "target": 2, "reward": 1,
          "difficulty": "easy", "requires": ["m"], "from": "2026-01-01"},
         {"id": "o", "title": "O", "window": "day", "metric": "cards", "set": "s", "target": 1, "reward": 1,
          "from": "12-01", "before": "03-01", "every": "year"}],
       "pools": [{"id": "p", "cards": ["a", "c"], "price": {"gems": 1}, "rates": {"plain": 1}}]}
      """)
    let stored = try JSONValue(parsing: definition.json.text())
    #expect(try hash(stored) == Rulebook(definition).hash)
  }
}

extension JSONValue {
  fileprivate var members: [(name: String, value: JSONValue)] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }

  /// The text or the number.
  fileprivate var plain: String { if case .string(let text) = self { text } else { text() } }
}
