import FlintJSON
import FlintSchema

extension TableField where Record == WrittenRulebook {
  static var categories: TableField { names(CategoryEntry.self) }
  static var intensities: TableField { names(IntensityEntry.self) }
  static var rarities: TableField { names(RarityEntry.self) }

  /// A list of names, which replaces the inherited one.
  private static func names<Entry: NameEntry>(_ entry: Entry.Type) -> TableField {
    let type = TableType.list(of: .table(Entry.table))
    let name = Entry.list.rawValue
    var field = TableField(
      name, type,
      "\(Entry.summary): a list of 1 to \(Entry.most), which replaces the inherited one (default: "
        + "those of `ignition`, \(FlintRules.list(Entry.Name.ignitionNames))): see below.",
      get: { $0.definition.lists(Entry.self) ? $0.definition.entries(Entry.self) : nil },
      set: { $0.adopt($1 ?? []) })
    field.read = { source, record, reader in
      var entries: [Entry] = []
      let inherits = reader.inherits
      reader.inherits = false
      let isRead = type.read(source, &entries, &reader)
      reader.inherits = inherits
      guard isRead else { return }
      if !Entry.check(entries, &reader) {
        // The names that can be used are known in the other sections, lest each use of one be an error.
        entries = Entry.usable(entries)
        if entries.isEmpty { return }
      }
      let inherited = inherits ? record.definition[keyPath: Entry.names].names : []
      record.adopt(entries)
      reader.use(Entry.self, of: record.definition, inherited: inherited, listed: record.listed)
    }
    field.check = { _, _ in }
    return field
  }

  static var points: TableField {
    let field = TableField.section(
      "points", \.definition.points.base, .values(ofNames: .points, .million),
      "The base points of a spark, by category (\(list(SparkCategory.ignitionNames)), or those of "
        + "`categories`): whole numbers, 0 to 1000000.")
    return field.unlessListed(.points).stored({ $0.lists(CategoryEntry.self) }) { _ in nil }
  }

  static var multipliers: TableField {
    let field = TableField.section(
      "multipliers", \.definition.points.multipliers, .values(ofNames: .multipliers, .multiplier),
      "The factors of base points, by intensity (\(list(SparkIntensity.ignitionNames)), or those of "
        + "`intensities`): exact numbers up to 1000. The product is truncated.")
    return field.unlessListed(.multipliers).stored({ $0.lists(IntensityEntry.self) }) { _ in nil }
  }

  static var duplicates: TableField {
    let field = TableField.section(
      "duplicates", \.definition.points.duplicates, .values(ofNames: .duplicates, .million),
      "The bonus points of a further copy, by rarity (\(list(CardRarity.ignitionNames)), or those of "
        + "`rarities`): 0 to 1000000.")
    return field.unlessListed(.duplicates).stored({ $0.lists(RarityEntry.self) }) { _ in nil }
  }

  static var drops: TableField {
    let field = TableField.section(
      "drops", \.definition.drops, .table(DropDefinition.table),
      "The drawing of cards: see below.")
    return field.stored({ $0.lists(RarityEntry.self) }) { $0.namedDrops }
  }
}

extension NameEntry {
  /// Records the errors of a list of names; returns whether it can be used.
  fileprivate static func check(_ entries: [Self], _ reader: inout TableReader) -> Bool {
    guard (1...most).contains(entries.count) else {
      reader.fault("expected 1 to \(most) \(list), got \(entries.count)")
      return false
    }
    var isSound = true
    var taken: [String: Int] = [:]
    for (index, entry) in entries.enumerated() where entry.id != RulebookReader.unread {
      if let first = taken[entry.id] {
        reader.fault(
          "\"\(entry.id)\" is already the id of \(list)[\(first + 1)]", at: .position(index + 1),
          .name("id"))
        isSound = false
      } else if Name(declaring: entry.id) == nil {
        reader.fault("there are too many names", at: .position(index + 1), .name("id"))
        isSound = false
      }
      taken[entry.id] = taken[entry.id] ?? index
    }
    for value in values where entries.contains(where: value.isGiven) {
      for (index, entry) in entries.enumerated() where !value.isGiven(entry) {
        let path = TablePath(reader.path.keys + [.position(index + 1), .name(value.key)])
        if reader.isUnread(path) { continue }
        reader.fault(
          "missing; it is given with other \(list)", at: .position(index + 1), .name(value.key))
      }
    }
    return isSound && !entries.contains { $0.id == RulebookReader.unread }
  }

  /// Returns the first entries of a list, each with an id of its own.
  static func usable(_ entries: [Self]) -> [Self] {
    var taken: Set<String> = [RulebookReader.unread]
    return Array(
      entries.filter { taken.insert($0.id).inserted && Name(declaring: $0.id) != nil }.prefix(most))
  }

  /// Records names in the file's list that have a value neither there nor anywhere else.
  static func checkValues(
    _ file: WrittenRulebook, _ tree: JSONValue, _ reader: inout TableReader
  ) {
    guard tree[list.rawValue] != nil else { return }
    for value in values where !file.listed.contains(value.values) {
      let table = value.path.reduce(tree as JSONValue?) { $0?[$1] }
      if let table, table != .null { continue }
      for (index, name) in file.definition[keyPath: names].enumerated()
      where reader.vocabulary(value.values.rawValue)?.inherited.contains(name.name) == false {
        reader.fault(
          "missing; give it here for all \(list), or in \(value.path.joined(separator: "."))",
          at: .name(list.rawValue), .position(index + 1), .name(value.key))
      }
    }
  }
}

extension WrittenRulebook {
  /// Replaces a list of names; those whose ids were there before keep their values.
  fileprivate mutating func adopt<Entry: NameEntry>(_ entries: [Entry]) {
    let old = definition[keyPath: Entry.names]
    let names = entries.compactMap { Entry.Name(declaring: $0.id) }
    guard names.count == entries.count else { return }
    definition[keyPath: Entry.names] = names
    Entry.move(names.map { old.position(of: $0) }, in: &definition)
    for value in Entry.values where entries.contains(where: value.isGiven) {
      for (index, entry) in entries.enumerated() { value.write(entry, index, &definition) }
      listed.insert(value.values)
    }
  }
}

extension RulebookDefinition {
  /// Whether a list of the rulebook is not that of `ignition`.
  func lists<Entry: NameEntry>(_ entry: Entry.Type) -> Bool {
    self[keyPath: Entry.names] != Entry.Name.ignition
  }

  fileprivate func entries<Entry: NameEntry>(_ entry: Entry.Type) -> [Entry] {
    self[keyPath: Entry.names].enumerated().map { Entry($1, at: $0, of: self) }
  }

  /// The drop rules as JSON, without the rates, which are in `rarities`.
  fileprivate var namedDrops: JSONValue {
    var members = DropDefinition.table.members(of: drops).filter {
      $0.name != "rates" && $0.name != "pity"
    }
    let pity = zip(rarities, drops.pity).compactMap { rarity, rule in
      rule.map { (rarity.name, PityDefinition.table.json($0)) }
    }
    members.append(("pity", .object(pity)))
    return .object(members)
  }

  /// Records names that the rulebook does not have, in what refers to them.
  func checkNames(_ reader: inout TableReader) {
    checkNames(CategoryEntry.self, &reader) { refer in
      for (index, card) in cards.enumerated() { refer(card.category, "cards", index, "category") }
      for (index, mission) in missions.enumerated() {
        refer(mission.metric.parameters.category, "missions", index, "category")
      }
      for (index, rule) in earn.enumerated() { refer(rule.roll, "earn", index, "roll") }
    }
    checkNames(IntensityEntry.self, &reader) { refer in
      for (index, mission) in missions.enumerated() {
        refer(mission.metric.parameters.minIntensity, "missions", index, "min_intensity")
      }
    }
    checkNames(RarityEntry.self, &reader) { refer in
      for (index, card) in cards.enumerated() { refer(card.rarity, "cards", index, "rarity") }
      for (index, mission) in missions.enumerated() {
        refer(mission.metric.parameters.rarity, "missions", index, "rarity")
      }
      for (index, rule) in earn.enumerated() {
        refer(rule.selector.rarity, "earn", index, "rarity")
      }
    }
  }

  /// Records names that a list of the rulebook does not have.
  ///
  /// - Parameter references: calls its argument with each name that something refers to.
  private func checkNames<Entry: NameEntry>(
    _ entry: Entry.Type, _ reader: inout TableReader,
    _ references: ((Entry.Name?, String, Int, String) -> Void) -> Void
  ) {
    guard lists(Entry.self) else { return }
    let names = self[keyPath: Entry.names]
    if !(1...Entry.most).contains(names.count) || Set(names).count != names.count {
      reader.fault(
        "expected 1 to \(Entry.most) different \(Entry.list)", at: .name(Entry.list.rawValue))
    }
    references { name, list, index, key in
      guard let name, names.position(of: name) == nil else { return }
      reader.fault(
        "expected \(names.names.alternatives), got \"\(name.name)\""
          + NearestName.hint(for: name.name, among: names.names), at: .name(list),
        .position(index + 1), .name(key))
    }
  }
}
