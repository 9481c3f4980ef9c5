import JSON
import Schema

/// Reading of the lists whose entries have ids: missions, cards and ladders.
extension RulebookReader {
  /// A list of entries with ids.
  struct EntryList<Entry> {
    var name: String
    /// The name of an entry in messages.
    var kind: String
    var fields: [String]
    var inherited: KeyPath<RulebookDefinition, [Entry]>
    var id: (Entry) -> String

    /// The name of the field that changes inherited entries.
    var changes: String { "change_" + name }
  }

  /// Reads a list: the inherited entries with their changes, except removed ones, and then the
  /// entries that the file appends.
  mutating func entries<Entry>(
    _ root: Table?, _ list: EntryList<Entry>,
    read: (inout RulebookReader, Table, Entry?) -> Entry
  ) -> [Entry] {
    guard let root else { return [] }
    var entries: [Entry] = []
    var origins: [Origin] = []
    let changes = changes(root, list)
    for entry in base?[keyPath: list.inherited] ?? [] {
      let id = list.id(entry)
      guard let change = changes[id] else {
        entries.append(entry)
        origins.append(Origin(path: root.path[list.name][id], isInherited: true))
        continue
      }
      if change == .boolean(false) { continue }
      let path = root.path[list.changes][id]
      let table = table(
        change, at: path, fields: list.fields.filter { $0 != "id" },
        refused: [
          "id": "an id cannot change; to use another id, set this entry to false "
            + "and append a new one to \(list.name)"
        ])
      entries.append(table.map { read(&self, $0, entry) } ?? entry)
      origins.append(Origin(path: path))
    }
    // For each id, the path of its entry in the file, or `nil` for an inherited entry.
    var taken: [String: RulebookPath?] = [:]
    for entry in entries { taken[list.id(entry)] = .some(nil) }
    for (index, value) in appended(root, list).enumerated() {
      let path = root.path[list.name][index + 1]
      guard let table = table(value, at: path, fields: list.fields) else { continue }
      let entry = read(&self, table, nil)
      entries.append(entry)
      origins.append(Origin(path: path))
      let id = list.id(entry)
      if let other = taken[id], id != Self.unread {
        fault(
          path["id"],
          "\"\(id)\" is already the id of "
            + (other?.text ?? "an inherited \(list.kind); to change it use \(list.changes)"))
      } else {
        taken[id] = path
      }
    }
    self.origins[list.name] = origins
    return entries
  }

  private mutating func appended<Entry>(
    _ root: Table, _ list: EntryList<Entry>
  ) -> [JSONValue] {
    let path = root.path[list.name]
    guard let value = root[list.name] else {
      if base == nil { missing(path, "a list") }
      return []
    }
    let hint =
      base == nil ? "" : " (its entries are appended; to change inherited ones use \(list.changes))"
    return self.list(value, at: path, hint: hint) ?? []
  }

  /// Reads the changes of inherited entries, by id; reports ids that are not inherited.
  private mutating func changes<Entry>(
    _ root: Table, _ list: EntryList<Entry>
  ) -> [String: JSONValue] {
    guard let value = root[list.changes] else { return [:] }
    let path = root.path[list.changes]
    guard let base else {
      fault(path, "nothing is inherited that could be changed: the file does not set extends")
      return [:]
    }
    let ids = Set(base[keyPath: list.inherited].map(list.id))
    var changes: [String: JSONValue] = [:]
    for (id, value) in members(of: value, at: path) ?? [] {
      if ids.contains(id) {
        changes[id] = value
      } else {
        let hint = NearestName.hint(for: id, among: base[keyPath: list.inherited].map(list.id))
        let owner = isGuessed ? "no rulebook that can be extended" : base.id
        let negation = isGuessed ? "a" : "no"
        fault(path[id], "\(owner) has \(negation) \(list.kind) of this id" + hint)
      }
    }
    return changes
  }

  // MARK: Cards

  mutating func cards(_ root: Table?) -> [CardDefinition] {
    let list = EntryList(
      name: "cards", kind: "card", fields: RulebookKeys.card, inherited: \.cards, id: \.id)
    return entries(root, list) { reader, table, inherited in
      CardDefinition(
        id: inherited?.id ?? reader.text(table, "id") ?? Self.unread,
        name: reader.text(table, "name", inherited: inherited?.name) ?? Self.unread,
        category: reader.choice(
          table, "category", of: "category", Category.names, inherited: inherited?.category
        ) { Category(name: $0) } ?? .decision,
        rarity: reader.choice(
          table, "rarity", of: "rarity", Rarity.names, inherited: inherited?.rarity
        ) { Rarity(name: $0) } ?? .common,
        season: reader.season(table, inherited: inherited?.season))
    }
  }

  // MARK: Ladders

  mutating func ladders(_ root: Table?) -> [LadderDefinition] {
    let list = EntryList(
      name: "ladders", kind: "ladder", fields: RulebookKeys.ladder, inherited: \.ladders, id: \.id)
    let ladders = entries(root, list) { reader, table, inherited in
      LadderDefinition(
        id: inherited?.id ?? reader.text(table, "id") ?? Self.unread,
        title: reader.text(table, "title", inherited: inherited?.title) ?? Self.unread,
        rungs: reader.rungs(table, inherited: inherited?.rungs))
    }
    checkRungIDs(ladders)
    return ladders
  }

  private mutating func rungs(_ table: Table, inherited: [RungDefinition]?) -> [RungDefinition] {
    let path = table.path["rungs"]
    guard let value = table["rungs"] else {
      if inherited == nil { missing(path, "a list") }
      return inherited ?? []
    }
    return (list(value, at: path) ?? []).enumerated().map { index, value in
      let rung = self.table(value, at: path[index + 1], fields: RulebookKeys.rung)
      guard let rung else {
        return RungDefinition(id: Self.unread, title: Self.unread, conditions: [])
      }
      return RungDefinition(
        id: text(rung, "id") ?? Self.unread, title: text(rung, "title") ?? Self.unread,
        conditions: conditions(rung))
    }
  }

  private mutating func conditions(_ rung: Table) -> [LadderCondition] {
    let path = rung.path["conditions"]
    guard let value = rung["conditions"] else {
      missing(path, "a list")
      return []
    }
    let before = faults.count
    let conditions = (list(value, at: path) ?? []).enumerated().map { index, value in
      condition(table(value, at: path[index + 1], fields: RulebookKeys.condition))
    }
    if faults.count == before { return conditions.compactMap(\.self) }
    // An incomplete list of conditions might seem to require less than the previous rung.
    unreliable.insert(path)
    return []
  }

  private mutating func condition(_ table: Table?) -> LadderCondition? {
    let metric = choice(table, "metric", of: "metric", LadderMetric.names) {
      LadderMetric(name: $0)
    }
    // Without the metric, the unit of the threshold is unknown.
    guard let metric else { return nil }
    let atLeast =
      metric.isScore
      ? member(table, "at_least", Self.score, inherited: nil, Self.score)
      : whole(table, "at_least")
    return atLeast.map { LadderCondition(metric, atLeast: $0) }
  }

  private static let score = "a score from 0 to 1, such as 0.6, \"60%\" or \"3/5\""

  /// Reads a score in millionths.
  private static func score(_ value: JSONValue) -> Reading<Int64> {
    switch fraction(value) {
    case .value(let fraction):
      guard fraction.numerator <= fraction.denominator else { return .mismatch }
      guard 1_000_000 % fraction.denominator == 0 else {
        return .problem("\(fraction) is not a whole number of millionths; round it")
      }
      return .value(Int64(1_000_000 / fraction.denominator * fraction.numerator))
    case .problem(let problem): return .problem(problem)
    case .mismatch: return .mismatch
    }
  }

  /// Reports rung ids that occur more than once in all ladders.
  private mutating func checkRungIDs(_ ladders: [LadderDefinition]) {
    let origins = self.origins["ladders"] ?? []
    let before = Dictionary(
      (base?.ladders ?? []).map { ($0.id, $0.rungs) }, uniquingKeysWith: { first, _ in first })
    var taken: [String: String] = [:]
    var given: [(rungs: [RungDefinition], path: RulebookPath)] = []
    for (ladder, origin) in zip(ladders, origins) {
      let path = origin.path["rungs"]
      if origin.isInherited || before[ladder.id] == ladder.rungs {
        let owner = "a rung of the inherited ladder \"\(ladder.id)\""
        for rung in ladder.rungs { taken[rung.id] = owner }
      } else {
        given.append((ladder.rungs, path))
      }
    }
    for (rungs, path) in given {
      for (index, rung) in rungs.enumerated() where rung.id != Self.unread {
        if let other = taken[rung.id] {
          fault(path[index + 1]["id"], "\"\(rung.id)\" is already the id of \(other)")
        } else {
          taken[rung.id] = path[index + 1].text
        }
      }
    }
  }
}
