package import FlintJSON
import FlintRules
package import FlintSchema

extension LootTables {
  /// Reads tables from the tree of a JSON or Lua file, in one of these forms:
  ///
  /// - `{tables = {name = …, …}, main = "name"}`;
  /// - a table of Flint's own form, with `entries` or `always`, or `pools` of such;
  /// - a table of Minecraft's form: `pools` whose entries have a `type`;
  /// - several tables by name, without anything around them.
  ///
  /// - Parameters:
  ///   - tree: the value.
  ///   - name: the name of the table, if the file has only one.
  ///   - notation: the language of the file.
  /// - Throws: `LootError` with every fault.
  package init(
    reading tree: JSONValue, name: String, notation: TableReader.Notation
  ) throws(LootError) {
    var reading = LootReading(notation)
    reading.read(tree, name: name)
    guard reading.reader.faults.isEmpty else { throw LootError(reading.reader.faults) }
    self = reading.set
    guard !tables.isEmpty else {
      throw LootError([TableFault(path: TablePath(), problem: "expected at least one loot table")])
    }
    if main.isEmpty, names.count == 1 { main = names[0] }
  }
}

struct LootReading {
  var reader: TableReader
  var set = LootTables()
  /// The name of the table that is being read, and the number of tables inside of it.
  var owner = ""
  private var inlineCount = 0
  private var entryCount = 0
  private var level = 0

  init(_ notation: TableReader.Notation) { reader = TableReader(notation) }

  mutating func read(_ tree: JSONValue, name: String) {
    guard let members = reader.members(of: tree) else { return }
    if Self.isTable(members) { return read(table: tree, named: name) }
    guard let tables = members.first(where: { $0.name == "tables" }) else {
      // Tables by name, with nothing around them.
      return readAll(members)
    }
    for member in members where !["tables", "main"].contains(member.name) {
      unknown(member.name, among: ["tables", "main"])
    }
    within(.name("tables")) { reading in
      if let members = reading.reader.members(of: tables.value) { reading.readAll(members) }
    }
    guard let main = members.first(where: { $0.name == "main" })?.value else { return }
    within(.name("main")) { reading in
      guard let name = reading.text(main) else { return }
      reading.set.main = name
      if !reading.set.names.contains(name), reading.reader.faults.isEmpty {
        reading.reader.fault(
          "there is no table \"\(name)\"" + NearestName.hint(for: name, among: reading.set.names))
      }
    }
  }

  private mutating func readAll(_ members: [(name: String, value: JSONValue)]) {
    for (name, value) in members {
      if name.isEmpty {
        reader.fault("expected a name for each table")
        continue
      }
      within(.name(name)) { $0.read(table: value, named: name) }
    }
  }

  /// Whether an object is a loot table itself.
  private static func isTable(_ members: [(name: String, value: JSONValue)]) -> Bool {
    members.contains {
      switch ($0.name, $0.value) {
      case ("entries", .array), ("always", .array), ("pools", .array): true
      // Minecraft's type of a table; `{type = {pools = …}}` is a table named type.
      case ("type", .string): true
      default: false
      }
    } || members.isEmpty
  }

  /// Reads a table, or records why it cannot be read.
  mutating func read(table: JSONValue, named name: String, isInline: Bool = false) {
    guard let members = reader.members(of: table) else { return }
    if set.tables.contains(where: { $0.name == name }) {
      reader.fault("two tables are named \"\(name)\"; rename one of them")
      return
    }
    guard set.tables.count < LootTables.mostTables else {
      if set.tables.count == LootTables.mostTables {
        reader.fault("expected at most \(LootTables.mostTables) tables")
      }
      return
    }
    let (outer, count) = (owner, inlineCount)
    if !isInline { (owner, inlineCount) = (name, 0) }
    defer { if !isInline { (owner, inlineCount) = (outer, count) } }
    let index = set.tables.count
    set.tables.append(LootTable(name: name, isInline: isInline))
    let result =
      Self.isMinecraft(members) ? minecraftTable(members) : ownTable(members)
    set.tables[index].pools = result.pools
    set.tables[index].changes = result.changes
  }

  /// Whether a table has the form of Minecraft's files.
  private static func isMinecraft(_ members: [(name: String, value: JSONValue)]) -> Bool {
    if members.contains(where: { ["type", "functions", "modifier"].contains($0.name) }) {
      return true
    }
    guard case .array(let pools)? = members.first(where: { $0.name == "pools" })?.value else {
      return false
    }
    return pools.contains { pool in
      if ["conditions", "condition", "functions", "modifier"].contains(where: { pool[$0] != nil }) {
        return true
      }
      guard case .array(let entries)? = pool["entries"] else { return false }
      return entries.contains { $0["type"] != nil }
    }
  }

  /// Reads a table inside of another one, and returns the name by which it can be referred to.
  mutating func inlineTable(_ value: JSONValue) -> String {
    inlineCount += 1
    let name = "\(owner) (inner \(inlineCount))"
    deeper { $0.read(table: value, named: name, isInline: true) }
    return name
  }

  /// Records that something of the table that is being read was left out.
  mutating func note(_ text: String) { set.note(text, of: owner) }

  /// Records a key that is not known, of the current table or of something in it. It might change a chance or a
  /// count, so that only comments are ignored.
  mutating func unknown(_ name: String, among names: [String]) {
    if reader.notation == .lua { return reader.unknown(name, among: names) }
    if name.hasPrefix("_") || name.hasPrefix("//") || name == "comment" { return }
    let hint = NearestName.hint(for: name, among: names)
    reader.fault(
      "unknown field"
        + (hint.isEmpty
          ? ", which may change a chance or a count; remove it if it does not, or begin its name with _"
          : hint),
      at: .name(name))
  }

  /// Records the keys of a table that are not known.
  mutating func checkKeys(of value: JSONValue, among names: [String]) {
    guard case .object(let members) = value else { return }
    for (name, _) in members where !names.contains(name) { unknown(name, among: names) }
  }

  /// Records a fault where no roll of a pool can draw anything.
  mutating func checkWeights(of pool: LootPool) {
    if pool.isWithoutWeight, reader.faults.isEmpty {
      reader.fault(LootPool.withoutWeight, at: .name("entries"))
    }
  }

  // MARK: Walking

  mutating func within<Result>(
    _ key: TablePath.Key, _ body: (inout LootReading) -> Result
  ) -> Result {
    // The reader knows the path only inside of its own closure: it is moved there and back.
    var moved = TableReader(.json)
    swap(&reader, &moved)
    let result = moved.within(key) { inner in
      swap(&reader, &inner)
      defer { swap(&reader, &inner) }
      return body(&self)
    }
    swap(&reader, &moved)
    return result
  }

  /// Reads something inside of another thing of its kind.
  mutating func deeper(_ body: (inout LootReading) -> Void) {
    level += 1
    defer { level -= 1 }
    guard level <= LootTables.mostLevels else {
      return reader.fault("expected at most \(LootTables.mostLevels) levels of tables and entries")
    }
    body(&self)
  }

  /// Calls a function with each entry of a list.
  mutating func each(_ value: JSONValue, _ body: (inout LootReading, JSONValue) -> Void) {
    guard let values = reader.entries(of: value) else { return }
    for (index, value) in values.enumerated() {
      within(.position(index + 1)) { body(&$0, value) }
    }
  }

  /// Counts an entry; returns false if there are too many.
  mutating func countEntry() -> Bool {
    entryCount += 1
    if entryCount == LootTables.mostEntries + 1 {
      reader.fault("expected at most \(LootTables.mostEntries) entries in all tables")
    }
    return entryCount <= LootTables.mostEntries
  }

  // MARK: Single values

  mutating func text(_ value: JSONValue) -> String? {
    if case .string(let text) = value, !text.isEmpty, text.utf8.count <= 300 { return text }
    reader.mismatch(value, expected: "a text of 1 to 300 bytes")
    return nil
  }

  /// Returns a number of at most six decimals.
  mutating func decimal(_ value: JSONValue) -> DecimalNumber? {
    let number: DecimalNumber?
    switch value {
    case .integer(let whole): number = try? DecimalNumber(whole, field: "")
    case .number(let given):
      // Numbers of single precision, such as 0.20000000298023224, are rounded.
      number =
        given.magnitude < 1e12 ? DecimalNumber(millionths: Int64((given * 1e6).rounded())) : nil
    default: number = nil
    }
    if number == nil { reader.mismatch(value, expected: "a number") }
    return number
  }

  mutating func whole(_ value: JSONValue, _ range: ClosedRange<Int64>) -> Int64? {
    var number: Int64?
    switch value {
    case .integer(let whole): number = whole
    case .number(let given): number = Int64(exactly: given)
    default: break
    }
    if let number, range.contains(number) { return number }
    reader.mismatch(
      value, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// Returns a number that is not negative, exactly as written.
  mutating func fraction(_ value: JSONValue, expected: String, atMostOne: Bool = false) -> Fraction?
  {
    let fraction: Fraction?
    switch value {
    case .integer(let whole): fraction = whole < 0 ? nil : Fraction(UInt64(whole))
    case .number(let number): fraction = Fraction(shortestDecimalOf: number)
    case .string(let text): fraction = Fraction(text)
    default: fraction = nil
    }
    if let fraction, !atMostOne || fraction.numerator <= fraction.denominator { return fraction }
    reader.mismatch(value, expected: expected)
    return nil
  }

  mutating func chance(_ value: JSONValue) -> Fraction? {
    fraction(
      value, expected: "a chance from 0 to 1, such as 0.25, \"25%\" or \"1/4\"", atMostOne: true)
  }

  /// Returns an amount, unless it is out of range.
  mutating func checked(_ amount: LootAmount) -> LootAmount? {
    guard let problem = amount.problem else { return amount }
    reader.fault(problem)
    return nil
  }
}
