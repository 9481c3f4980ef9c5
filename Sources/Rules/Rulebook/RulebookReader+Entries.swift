/// Reading the lists whose entries have ids: missions, cards and ladders.
extension RulebookReader {
  /// One of the lists.
  struct EntryList<Entry> {
    var name: String
    /// What an entry is called in messages.
    var kind: String
    var fields: [String]
    var inherited: KeyPath<RulebookDefinition, [Entry]>
    var id: (Entry) -> String

    /// The field that changes inherited entries.
    var changes: String { "change_" + name }
  }

  /// Reads a list: what is inherited, as far as it is not taken out, with its changes, and then
  /// what the file appends.
  mutating func entries<Entry>(
    _ root: Table?, _ list: EntryList<Entry>,
    read: (inout RulebookReader, Table, Entry?) -> Entry
  ) -> [Entry] {
    guard let root else { return [] }
    var entries: [Entry] = []
    var places: [Origin] = []
    let changes = changes(root, list)
    for entry in base?[keyPath: list.inherited] ?? [] {
      let id = list.id(entry)
      guard let change = changes[id] else {
        entries.append(entry)
        places.append(Origin(path: root.path[list.name][id], isInherited: true))
        continue
      }
      if change == .boolean(false) { continue }
      let path = root.path[list.changes][id]
      let table = table(
        change, at: path, fields: list.fields.filter { $0 != "id" },
        refused: [
          "id": "an id never changes; to have it under another id, set this one to false "
            + "and append another to \(list.name)"
        ])
      entries.append(table.map { read(&self, $0, entry) } ?? entry)
      places.append(Origin(path: path))
    }
    // By id, whose it is: at a path of the file, or an inherited entry's.
    var taken: [String: RulebookPath?] = [:]
    for entry in entries { taken[list.id(entry)] = .some(nil) }
    for (index, value) in appended(root, list).enumerated() {
      let path = root.path[list.name][index + 1]
      guard let table = table(value, at: path, fields: list.fields) else { continue }
      let entry = read(&self, table, nil)
      entries.append(entry)
      places.append(Origin(path: path))
      let id = list.id(entry)
      if let other = taken[id], id != Self.unread {
        fault(
          path["id"],
          "\"\(id)\" is already the id of "
            + (other?.text ?? "an inherited \(list.kind); to change that one use \(list.changes)"))
      } else {
        taken[id] = path
      }
    }
    origins[list.name] = places
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

  /// What the file changes, by id; ids that are not inherited are faults.
  private mutating func changes<Entry>(
    _ root: Table, _ list: EntryList<Entry>
  ) -> [String: JSONValue] {
    guard let value = root[list.changes] else { return [:] }
    let path = root.path[list.changes]
    guard let base else {
      fault(path, "nothing is inherited that could be changed: the file does not say extends")
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
    // What is left of them might seem to ask for less than the rung below.
    unreliable.insert(path)
    return []
  }

  private mutating func condition(_ table: Table?) -> LadderCondition? {
    let metric = choice(table, "metric", of: "metric", LadderMetric.names) {
      LadderMetric(name: $0)
    }
    // Where the metric is not known, neither is what it is counted in.
    guard let metric else { return nil }
    let atLeast =
      metric.isScore
      ? member(table, "at_least", Self.score, inherited: nil, Self.score)
      : whole(table, "at_least")
    return atLeast.map { LadderCondition(metric, atLeast: $0) }
  }

  private static let score = "a score from 0 to 1, such as 0.6, \"60%\" or \"3/5\""

  /// Reads a score as millionths.
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

  /// A rung is known by its id among those of all ladders.
  private mutating func checkRungIDs(_ ladders: [LadderDefinition]) {
    let places = origins["ladders"] ?? []
    let before = Dictionary(
      (base?.ladders ?? []).map { ($0.id, $0.rungs) }, uniquingKeysWith: { first, _ in first })
    var taken: [String: String] = [:]
    var given: [(rungs: [RungDefinition], path: RulebookPath)] = []
    for (ladder, origin) in zip(ladders, places) {
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
