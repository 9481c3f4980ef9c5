public import JSON
import Schema

extension RulebookDefinition {
  /// Reads a rulebook file: the table that it returned, or JSON of the same form.
  ///
  /// A file with `extends` changes the fields that it names and inherits the rest: tables of
  /// numbers inherit the fields that they do not name, `levels` is replaced as a whole, `missions`,
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
  public init(
    reading tree: JSONValue, bundled: [RulebookDefinition]
  ) throws(RulebookError) {
    var reader = RulebookReader(bundled: bundled)
    let definition = reader.read(tree)
    if reader.isGuessed { reader.keepFaultsIndependentOfBase { _ = $0.read(tree) } }
    guard reader.faults.isEmpty else {
      throw RulebookError(
        rulebook: definition.id, faults: RulebookReader.sorted(reader.faults))
    }
    self = definition
  }
}

/// A reader of rulebook files that collects all errors.
///
/// A value that cannot be read is replaced by a default, so that the rest can be checked.
struct RulebookReader {
  /// The origin of an entry of the definition's lists.
  struct Origin {
    var path: RulebookPath
    /// Whether the entry is inherited without changes.
    var isInherited = false
  }

  let bundled: [RulebookDefinition]
  /// The rulebook that the file extends.
  var base: RulebookDefinition?
  /// Whether `base` was guessed because the file names no known rulebook.
  private(set) var isGuessed = false
  /// The rulebook to use as the base where the file names no known one.
  private var guess: RulebookDefinition?
  var faults: [RulebookFault] = []
  /// The origins of the entries of `missions`, `cards`, `ladders` and `levels`.
  var origins: [String: [Origin]] = [:]
  /// The paths that cannot be validated, because some values below them could not be read.
  var unreliable: Set<RulebookPath> = []
  /// The file's paths of values that `faults()` reports at other paths.
  var aliases: [RulebookPath: RulebookPath] = [:]

  init(bundled: [RulebookDefinition]) {
    self.bundled = bundled
  }

  static let sections = RulebookKeys.parts

  private static let derived = "it is derived from the other fields; remove it"
  /// A placeholder for a text that could not be read; it is no valid id.
  static let unread = "?"

  mutating func read(_ tree: JSONValue) -> RulebookDefinition {
    let root = table(
      tree, at: RulebookPath(), fields: RulebookKeys.parts, refused: ["hash": Self.derived])
    let id = text(root, "id")
    readExtends(root)
    let points = section(root, "points", fields: Category.names)
    let multipliers = section(root, "multipliers", fields: Intensity.names)
    let duplicates = section(root, "duplicates", fields: Rarity.names)
    let fuel = section(root, "fuel", fields: RulebookKeys.fuel)
    let tokens = section(root, "tokens", fields: RulebookKeys.tokens)
    let definition = RulebookDefinition(
      id: id ?? Self.unread,
      basePoints: wholes(points, Category.names, inherited: base?.basePoints),
      multipliers: fractions(multipliers, Intensity.names, inherited: base?.multipliers),
      cards: cards(root),
      drops: drops(root),
      duplicatePoints: wholes(duplicates, Rarity.names, inherited: base?.duplicatePoints),
      levels: levels(root),
      fuelCapacity: whole(fuel, "capacity", inherited: base?.fuelCapacity) ?? 1,
      initialTokens: whole(tokens, "initial", inherited: base?.initialTokens) ?? 0,
      tokensPerOverload: whole(tokens, "per_overload", inherited: base?.tokensPerOverload) ?? 0,
      missions: missions(root),
      tasks: tasks(root),
      ladders: ladders(root))
    if root != nil { check(definition) }
    if id != nil, bundled.contains(where: { $0.id == definition.id && $0 != definition }) {
      fault(
        RulebookPath()["id"],
        "\"\(definition.id)\" is a rulebook that comes with Flint; give this one another id")
    }
    return definition
  }

  private mutating func readExtends(_ root: Table?) {
    guard let root, let value = root["extends"] else { return }
    let bundled = bundled
    let names = bundled.map(\.id)
    base = choice(root, "extends", of: "rulebook", names) { name in
      bundled.first { $0.id == name }
    }
    if base != nil { return }
    isGuessed = true
    if guess != nil {
      base = guess
      return
    }
    // The rest is read with the nearest rulebook, lest every section be reported as missing.
    var nearest: String?
    if case .string(let text) = value { nearest = NearestName.nearest(to: text, among: names) }
    base = bundled.first { $0.id == nearest } ?? bundled.first
  }

  /// Removes the errors found with a guessed base that do not occur with every other base.
  ///
  /// - Parameter read: a function that reads the same file again.
  mutating func keepFaultsIndependentOfBase(_ read: (inout RulebookReader) -> Void) {
    for other in bundled where other.id != base?.id {
      var reader = RulebookReader(bundled: bundled)
      reader.guess = other
      read(&reader)
      let paths = Set(reader.faults.map(\.path))
      faults.removeAll { !paths.contains($0.path) }
    }
  }

  mutating func wholes(_ table: Table?, _ names: [String], inherited: [Int64]?) -> [Int64] {
    names.enumerated().map { index, name in
      whole(table, name, inherited: Self.entry(index, of: inherited)) ?? 0
    }
  }

  mutating func fractions(_ table: Table?, _ names: [String], inherited: [Fraction]?) -> [Fraction]
  {
    names.enumerated().map { index, name in
      fraction(table, name, inherited: Self.entry(index, of: inherited)) ?? .zero
    }
  }

  static func entry<Value>(_ index: Int, of values: [Value]?) -> Value? {
    values.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  private mutating func levels(_ root: Table?) -> [LevelDefinition] {
    let path = RulebookPath()["levels"]
    guard let root, let value = root["levels"] else {
      if root != nil && base == nil { missing(path, "a list") }
      return base?.levels ?? []
    }
    var levels: [LevelDefinition] = []
    var origins: [Origin] = []
    for (index, entry) in (list(value, at: path) ?? []).enumerated() {
      let path = path[index + 1]
      let table = table(entry, at: path, fields: RulebookKeys.level)
      let title = table.flatMap { text($0, "title") } ?? Self.unread
      // The first threshold can only be 0; a placeholder for any other might seem not to rise.
      let threshold = table.flatMap { whole($0, "threshold") } ?? (index == 0 ? 0 : nil)
      guard let threshold else { continue }
      levels.append(LevelDefinition(title: title, threshold: threshold))
      origins.append(Origin(path: path))
    }
    self.origins["levels"] = origins
    return levels
  }

  private mutating func tasks(_ root: Table?) -> TaskRules {
    let names = TaskPriority.names
    let tasks = section(root, "tasks", fields: RulebookKeys.tasks)
    let scores = section(tasks, "scores", fields: names)
    return TaskRules(
      scores: wholes(scores, names, inherited: base?.tasks.scores),
      creditPoints: boolean(tasks, "credit_points", inherited: base?.tasks.creditPoints) ?? false)
  }

  // MARK: Drops

  private mutating func drops(_ root: Table?) -> DropDefinition {
    let inherited = base?.drops
    let drops = section(
      root, "drops", fields: RulebookKeys.drops,
      refused: ["effective_rates": Self.derived])
    let rates = section(drops, "rates", fields: Rarity.names)
    return DropDefinition(
      chance: fraction(drops, "chance", inherited: inherited?.chance) ?? .one,
      rates: fractions(rates, Rarity.names, inherited: inherited?.rates),
      emptyCell: choice(
        drops, "empty_cell", of: "rule", EmptyCell.allCases.map(\.rawValue),
        inherited: inherited?.emptyCell
      ) { EmptyCell(rawValue: $0) } ?? EmptyCell.none,
      pity: pity(drops))
  }

  private mutating func pity(_ drops: Table?) -> [PityDefinition?] {
    let table = section(drops, "pity", fields: Rarity.names, isOptional: true)
    return Rarity.names.enumerated().map { index, name in
      let inherited = Self.entry(index, of: base?.drops.pity) ?? nil
      guard let table, let value = table[name] else { return inherited }
      if value == .boolean(false) { return nil }
      let before = faults.count
      let path = table.path[name]
      let rule = self.table(value, at: path, fields: RulebookKeys.pity)
      guard let rule else { return nil }
      // An incomplete rule might seem to have no effect.
      defer { if faults.count > before { unreliable.insert(path) } }
      return PityDefinition(
        softStart: optional(
          rule, "soft_start", Self.wholeNumber, inherited: inherited?.softStart, Self.whole),
        softStep: optional(
          rule, "soft_step", Self.exactNumber, inherited: inherited?.softStep, Self.fraction)
          ?? .zero,
        hard: optional(rule, "hard", Self.wholeNumber, inherited: inherited?.hard, Self.whole))
    }
  }
}
