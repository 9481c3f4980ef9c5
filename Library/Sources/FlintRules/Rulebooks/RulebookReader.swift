package import FlintJSON
import FlintSchema

extension RulebookDefinition {
  /// Reads a rulebook from JSON.
  ///
  /// It has the fields of rulebook files (docs/rulebooks.md), and extends one of the bundled rulebooks or is complete.
  ///
  /// - Throws: ``RulebookError`` with all errors at once.
  public init(json: String) throws(RulebookError) {
    let tree: JSONValue
    do throws(JSONError) {
      tree = try JSONValue(parsing: json)
    } catch {
      throw RulebookError(
        rulebook: RulebookReader.unread,
        faults: [TableFault(path: TablePath(), problem: error.description)])
    }
    try self.init(reading: tree, bundled: Self.bundled)
  }

  /// Reads a rulebook file: the table that it returned, or JSON of the same form.
  ///
  /// A file with `extends` changes the fields that it names and inherits the rest: tables of
  /// numbers inherit the fields that they do not name, `levels` and `earn` are replaced, `missions`,
  /// `cards` and `ladders` are appended to the inherited ones, and `change_missions`,
  /// `change_cards` and `change_ladders` change fields of inherited entries by id, or remove an
  /// entry with `false`. Without `extends` every section is required; only a mission's difficulty
  /// (`medium`), its filters, seasons and pity are optional.
  ///
  /// Rates, chances, multipliers and scores are exact: a decimal such as 0.006 means six
  /// thousandths, and `"1/3"` a third.
  ///
  /// - Parameters:
  ///   - tree: the file's table; an empty one may be a list or an object.
  ///   - bundled: the rulebooks that can be extended. Their ids cannot be used by other rulebooks.
  /// - Throws: `RulebookError` with all errors at once: those of reading, and those that `faults()`
  ///   finds. Paths are those of the file: an appended mission is counted among the appended ones.
  package init(
    reading tree: JSONValue, bundled: [RulebookDefinition]
  ) throws(RulebookError) {
    var reader = RulebookReader(bundled: bundled)
    let definition = reader.read(tree)
    let faults = reader.isGuessed ? reader.faultsWithAnyBase(tree) : reader.reader.faults
    guard faults.isEmpty else {
      throw RulebookError(rulebook: definition.id, faults: Self.sorted(faults))
    }
    self = definition
  }
}

/// A reader of rulebook files that collects all errors.
///
/// A value that cannot be read is replaced by a default, so that the rest can be checked.
struct RulebookReader {
  /// The origin of an entry of the definition's lists.
  private struct Origin {
    var path: TablePath
    /// Whether the entry is inherited without changes.
    var isInherited = false
  }

  /// A placeholder for a text that could not be read; it is no valid id.
  static let unread = "?"

  let bundled: [RulebookDefinition]
  /// The rulebook that the file extends.
  private var base: RulebookDefinition?
  /// Whether `base` was guessed because the file names no known rulebook.
  private(set) var isGuessed = false
  /// The rulebook to use as the base where the file names no known one.
  private var guess: RulebookDefinition?
  private(set) var reader = TableReader(.lua)
  /// The origins of the entries of `missions`, `cards`, `ladders` and `levels`.
  private var origins: [String: [Origin]] = [:]

  init(bundled: [RulebookDefinition]) {
    self.bundled = bundled
  }

  mutating func read(_ tree: JSONValue) -> RulebookDefinition {
    if let name = tree["extends"], name != .null { readBase(name) }
    reader.inherits = base != nil
    reader.clears = true
    var file = WrittenRulebook(definition: base ?? .blank)
    file.definition.id = Self.unread
    reader.use(names: file.definition)
    guard WrittenRulebook.table.read(tree, into: &file, &reader) else { return file.definition }
    CategoryEntry.checkValues(file, tree, &reader)
    IntensityEntry.checkValues(file, tree, &reader)
    RarityEntry.checkValues(file, tree, &reader)
    readList(.missions, &file)
    readList(.cards, &file)
    readList(.sets, &file)
    readList(.ladders, &file)
    readList(.offers, &file)
    readList(.pools, &file)
    checkRungIDs(file.definition.ladders)
    check(file.definition)
    let id = file.definition.id
    if bundled.contains(where: { $0.id == id && $0 != file.definition }) {
      reader.fault(
        "\"\(id)\" is a rulebook that comes with Flint; give this one another id", at: .name("id"))
    }
    return file.definition
  }

  private mutating func readBase(_ name: JSONValue) {
    let type = TableType.choice(of: bundled.map(\.id), blank: "") { $0 }
    var id = ""
    if reader.within(.name("extends"), { type.read(name, &id, &$0) }) {
      base = bundled.first { $0.id == id }
      return
    }
    isGuessed = true
    // The rest is read with the nearest rulebook, lest every section be reported as missing.
    var nearest: String?
    if case .string(let text) = name {
      nearest = NearestName.nearest(to: text, among: bundled.map(\.id))
    }
    base = guess ?? bundled.first { $0.id == nearest } ?? bundled.first
  }

  /// Returns the errors found with a guessed base that occur with every other base, too.
  func faultsWithAnyBase(_ tree: JSONValue) -> [TableFault] {
    var faults = reader.faults
    for other in bundled where other.id != base?.id {
      var again = RulebookReader(bundled: bundled)
      again.guess = other
      _ = again.read(tree)
      let paths = Set(again.reader.faults.map(\.path))
      faults.removeAll { !paths.contains($0.path) }
    }
    return faults
  }

  // MARK: Lists whose entries have ids

  /// Reads a list: the inherited entries, changed or removed, then the appended ones.
  private mutating func readList<Entry>(_ list: RulebookList<Entry>, _ file: inout WrittenRulebook)
  {
    let root = TablePath()
    let inherited = base?[keyPath: list.path] ?? []
    let changes = changes(
      of: list, file.given[list.changes], inherited.map { $0[keyPath: list.id] })
    let changed = list.table.refusing(
      "id",
      because: "an id cannot change; to use another id, set this entry to false and append a new "
        + "one to \(list.name)")
    var entries: [Entry] = []
    var origins: [Origin] = []
    // For each id, the path of its entry in the file, or `nil` for an inherited entry.
    var taken: [String: TablePath?] = [:]
    for var entry in inherited {
      let id = entry[keyPath: list.id]
      switch changes[id] {
      case .boolean(false)?: continue
      case nil: origins.append(Origin(path: root[list.name][id], isInherited: true))
      case let change?:
        reader.within(.name(list.changes)) {
          $0.within(.name(id)) { _ = changed.read(change, into: &entry, &$0) }
        }
        origins.append(Origin(path: root[list.changes][id]))
      }
      entries.append(entry)
      taken[id] = .some(nil)
    }
    for (index, source) in appended(to: list, file.given[list.name]).enumerated() {
      let path = root[list.name][index + 1]
      var entry = list.table.blank
      reader.inherits = false
      let isTable = reader.within(.name(list.name)) {
        $0.within(.position(index + 1)) { list.table.read(source, into: &entry, &$0) }
      }
      reader.inherits = base != nil
      guard isTable else { continue }
      entries.append(entry)
      origins.append(Origin(path: path))
      let id = entry[keyPath: list.id]
      if let other = taken[id], id != Self.unread {
        reader.fault(
          "\"\(id)\" is already the id of "
            + (other?.description ?? "an inherited \(list.kind); to change it use \(list.changes)"),
          at: path["id"].keys)
      } else {
        taken[id] = path
      }
    }
    file.definition[keyPath: list.path] = entries
    self.origins[list.name] = origins
  }

  private mutating func appended<Entry>(
    to list: RulebookList<Entry>, _ source: JSONValue?
  ) -> [JSONValue] {
    guard let source else { return [] }
    let hint =
      base == nil ? "" : " (its entries are appended; to change inherited ones use \(list.changes))"
    return reader.within(.name(list.name)) { $0.entries(of: source, hint: hint) } ?? []
  }

  /// Returns the changes of inherited entries, by id; reports ids that are not inherited.
  private mutating func changes<Entry>(
    of list: RulebookList<Entry>, _ source: JSONValue?, _ ids: [String]
  ) -> [String: JSONValue] {
    guard let source else { return [:] }
    guard let base else {
      reader.fault(
        "nothing is inherited that could be changed: the file does not set extends",
        at: .name(list.changes))
      return [:]
    }
    var changes: [String: JSONValue] = [:]
    let known = Set(ids)
    let members = reader.within(.name(list.changes)) { $0.members(of: source) } ?? []
    for (id, value) in members where value != .null {
      if !known.contains(id) {
        let owner = isGuessed ? "no rulebook that can be extended has a" : "\(base.id) has no"
        reader.fault(
          "\(owner) \(list.kind) of this id" + NearestName.hint(for: id, among: ids),
          at: .name(list.changes), .name(id))
      } else if changes.updateValue(value, forKey: id) != nil {
        reader.fault("duplicate field", at: .name(list.changes), .name(id))
      }
    }
    return changes
  }

  /// Reports rung ids that occur more than once in all ladders.
  private mutating func checkRungIDs(_ ladders: [LadderDefinition]) {
    let before = Dictionary(
      (base?.ladders ?? []).map { ($0.id, $0.rungs) }, uniquingKeysWith: { first, _ in first })
    var taken: [String: String] = [:]
    var given: [(rungs: [RungDefinition], path: TablePath)] = []
    for (ladder, origin) in zip(ladders, origins["ladders"] ?? []) {
      if origin.isInherited || before[ladder.id] == ladder.rungs {
        let owner = "a rung of the inherited ladder \"\(ladder.id)\""
        for rung in ladder.rungs { taken[rung.id] = owner }
      } else {
        given.append((ladder.rungs, origin.path["rungs"]))
      }
    }
    for (rungs, path) in given {
      for (index, rung) in rungs.enumerated() where rung.id != Self.unread {
        let path = path[index + 1]
        if let other = taken[rung.id] {
          reader.fault("\"\(rung.id)\" is already the id of \(other)", at: path["id"].keys)
        } else {
          taken[rung.id] = path.description
        }
      }
    }
  }

  // MARK: Validation

  /// Adds the errors of the definition, except those at unread paths and their consequences.
  private mutating func check(_ definition: RulebookDefinition) {
    var checked = TableReader(.lua)
    checked.use(names: definition)
    let sound = withoutConsequences(definition)
    let known = reader
    // Tables of pools are not computed from sections that could not be read.
    for name in ["cards", "drops"] where isDamaged(name) {
      checked.add(TableFault(path: TablePath()[name][Self.unread], problem: ""))
    }
    let seeded = checked.faults.count
    sound.check(&checked)
    // The numbers of errors of inherited entries, by list and field: a rulebook whose names are others than those
    // that it inherits would have one for each entry.
    var inherited: [[TablePath.Key]: Int] = [:]
    for fault in checked.faults.dropFirst(seeded) {
      let translated = translation(of: fault)
      if known.isUnread(translated.path) { continue }
      if origin(of: fault)?.isInherited == true {
        let keys = [fault.path.keys[0], fault.path.keys[fault.path.keys.count - 1]]
        inherited[keys, default: 0] += 1
        if inherited[keys, default: 0] > Self.mostInherited { continue }
      }
      reader.add(translated)
    }
    for (keys, count) in inherited where count > Self.mostInherited {
      reader.fault(
        "further inherited entries with such an error: \(count - Self.mostInherited); change or remove them, or "
          + "leave out extends", at: keys[0])
    }
  }

  /// The maximum number of errors of inherited entries of a list, for each field.
  private static let mostInherited = 3

  /// Returns the origin of the entry that an error of the definition is about.
  private func origin(of fault: TableFault) -> Origin? {
    let keys = fault.path.keys
    guard keys.count >= 2, case .name(let list) = keys[0], case .position(let position) = keys[1],
      let entries = origins[list], entries.indices.contains(position - 1)
    else { return nil }
    return entries[position - 1]
  }

  /// Whether a section, or the changes of its inherited entries, could not be read.
  private func isDamaged(_ section: String) -> Bool {
    reader.isDamaged(TablePath()[section]) || reader.isDamaged(TablePath()["change_" + section])
  }

  /// Returns the definition with valid values for those that were not read or depend on them.
  private mutating func withoutConsequences(_ definition: RulebookDefinition) -> RulebookDefinition
  {
    var sound = definition
    let root = TablePath()
    let isDamaged = Dictionary(
      uniqueKeysWithValues: [
        "drops", "cards", "levels", "missions", "pools", "currencies", "offers", "sets",
      ].map { ($0, self.isDamaged($0)) })
    func areDamaged(_ name: String) -> Bool { isDamaged[name] ?? false }
    // Cards of which other fields could not be read can be named.
    let areCardsUnknown = reader.faults.contains { fault in
      let keys = fault.path.keys
      return keys.first == .name("cards") && (keys.count < 3 || keys[2] == .name("id"))
    }
    if areDamaged("cards") || areDamaged("drops") { sound.drops.emptyCell = .none }
    if areCardsUnknown || reader.isDamaged(root["rarities"]) {
      sound.pools = []
    } else if areDamaged("pools"), let all = origins["pools"] {
      let read = sound.pools.indices.filter { index in
        all.indices.contains(index) && !reader.isDamaged(all[index].path)
      }
      origins["pools"] = read.map { all[$0] }
      sound.pools = read.map { sound.pools[$0] }
    }
    if areDamaged("currencies") {
      sound.currencies = []
      sound.pools = []
      sound.duplicateGrants = []
      sound.cardPrices = []
      sound.offers = []
      for index in sound.missions.indices { sound.missions[index].grants = [] }
      for index in sound.levels.indices { sound.levels[index].grants = [] }
      for index in sound.earn.indices { sound.earn[index].grants = [] }
    }
    if areDamaged("sets") || areDamaged("cards") {
      sound.sets = []
      for index in sound.cards.indices { sound.cards[index].set = nil }
    }
    if reader.isDamaged(root["drops"]["rates"]) || reader.isDamaged(root["rarities"]) {
      sound.drops.rates = sound.rarities.indices.map { $0 == 0 ? .one : .zero }
    }
    if areDamaged("levels") {
      // The first threshold can only be 0; a placeholder for any other might seem not to rise.
      let read = sound.levels.indices.filter {
        $0 == 0 || !reader.isUnread(root["levels"][$0 + 1]["threshold"])
      }
      origins["levels"] = read.map { Origin(path: root["levels"][$0 + 1]) }
      sound.levels = read.map { sound.levels[$0] }
    }
    for index in sound.missions.indices {
      let dependsOnDamaged =
        switch sound.missions[index].metric {
        case .cards, .sets: areDamaged("cards") || areDamaged("sets")
        case .level: areDamaged("levels")
        case .missionsCompleted: areDamaged("missions")
        case .sparks, .sparkDays, .distinctCategories, .earnedPoints, .totalPoints, .streak,
          .overloads, .tasks, .taskScore, .moods, .activities, .questSteps, .entries, .events:
          false
        }
      if dependsOnDamaged { sound.missions[index].metric = .totalPoints }
    }
    return sound
  }

  /// Returns an error in the definition as one in the file, whose entries have other positions.
  private func translation(of fault: TableFault) -> TableFault {
    let keys = fault.path.keys
    var fault = fault
    if let origin = origin(of: fault), case .name(let list) = keys[0] {
      fault.path = TablePath(origin.path.keys + keys.dropFirst(2))
      if origin.isInherited, let base {
        let owner = isGuessed ? "" : " from \(base.id)"
        fault.problem += " (inherited\(owner); to change it use change_\(list))"
      }
    }
    fault.path = reader.aliases[fault.path] ?? fault.path
    return fault
  }
}
