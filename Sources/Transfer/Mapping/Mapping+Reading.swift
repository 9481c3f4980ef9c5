import CSV
import Calendar
import Rules
import Schema
import Sessions

extension Mapping {
  /// The names of the members that a mapping can have.
  public static let memberNames = [
    "kind", "rows", "columns", "id", "source", "skip", "values", "defaults", "dates", "decimal",
    "separator", "fields", "delimiter", "encoding", "header", "zone", "habit", "habits",
  ]

  /// Reads a mapping.
  ///
  /// - Parameters:
  ///   - tree: the table that the mapping file returned.
  ///   - name: the name of the mapping in reports.
  /// - Throws: `MappingError` with all errors.
  public init(reading tree: MappingTree, name: String) throws(MappingError) {
    var reader = TableReader(.lua)
    let mapping = reader.mapping(tree, name: name)
    guard reader.faults.isEmpty, let mapping else { throw MappingError(faults: reader.faults) }
    self = mapping
  }
}

private typealias Members = [(name: String, value: MappingTree)]
private typealias Meanings = [(text: String, value: MappedValue)]

/// The members of a mapping.
extension TableReader {
  fileprivate mutating func mapping(_ tree: MappingTree, name: String) -> Mapping? {
    guard let members = table(tree, "a table") else { return nil }
    check(members, among: Mapping.memberNames)
    let kind = member("kind", of: members, isRequired: true) { $0.word($1, of: MappingKind.names) }
      .flatMap { MappingKind(rawValue: $0) }
    // The rest cannot be checked without a kind.
    guard let kind else { return nil }
    var mapping = Mapping(name: name, kind: kind)
    mapping.defaults = member("defaults", of: members) { $0.defaults($1, kind) } ?? [:]
    let own = member("fields", of: members) { $0.fields($1, kind) } ?? []
    member("columns", of: members, isRequired: true) { $0.columns($1, own, &mapping) }
    mapping.habits = habits(of: members, kind)
    mapping.id = member("id", of: members) { $0.source($1) }
    mapping.source = member("source", of: members) {
      $0.text($1, ifEmpty: "expected the source of the ids, such as the name of an app")
    }
    if mapping.source != nil && mapping.id == nil {
      fault("a source needs ids, and there is no id", at: .name("source"))
    }
    member("skip", of: members) { $0.skip($1, &mapping) }
    mapping.values = member("values", of: members) { $0.values($1, kind) } ?? [:]
    let notations =
      DateOrder.allCases.map(\.rawValue) + DateReader.UnixUnit.allCases.map(\.rawValue)
    if let dates = member("dates", of: members, { $0.word($1, of: notations) }) {
      mapping.notation.dateOrder = DateOrder(rawValue: dates)
      mapping.notation.unix = DateReader.UnixUnit(rawValue: dates)
    }
    mapping.notation.decimal = member("decimal", of: members) { $0.word($1, of: [",", "."]) }
      .flatMap { DecimalMark(rawValue: $0) }
    let separator = member("separator", of: members) {
      $0.text($1, ifEmpty: "expected the separator between tags")
    }
    mapping.notation.separator = separator ?? mapping.notation.separator
    mapping.form.delimiter = member("delimiter", of: members) { $0.delimiter($1) }
    mapping.form.encoding = member("encoding", of: members) { $0.encoding($1) }
    mapping.form.columns = member("header", of: members) { $0.header($1) }
    mapping.notation.zone = member("zone", of: members) { $0.text($1) }
    if let zone = mapping.notation.zone, (try? Zone(name: zone)) == nil {
      fault("there is no time zone \"\(zone)\"", at: .name("zone"))
    }
    var json = JSONForm()
    json.rows = member("rows", of: members) { $0.rows($1) }
    json.separator = mapping.notation.separator
    json.columns = mapping.namedColumns
    for name in mapping.form.columns ?? [] where !json.columns.contains(name) {
      json.columns.append(name)
    }
    mapping.form.json = json
    if json.rows != nil {
      checkJSON(mapping)
    } else if let header = mapping.form.columns {
      for problem in MappedColumns.missing(mapping, header) { fault(problem) }
    }
    return mapping
  }

  /// Reads the path to the rows of a JSON file.
  private mutating func rows(_ tree: MappingTree) -> JSONPath? {
    guard let text = text(tree) else { return nil }
    do throws(JSONPathError) {
      return try JSONPath(text)
    } catch {
      fault(error.message)
      return nil
    }
  }

  /// Checks a mapping of JSON files.
  private mutating func checkJSON(_ mapping: Mapping) {
    for name in mapping.form.json?.columns ?? [] {
      do throws(JSONPathError) {
        _ = try JSONPath(name)
      } catch {
        fault(error.message)
      }
    }
    if mapping.form.delimiter != nil {
      fault("JSON has no delimiter, and rows are of JSON", at: .name("delimiter"))
    }
    if mapping.form.skippedLines > 0 {
      fault("JSON has no lines before a header, and rows are of JSON", at: .name("skip"))
    }
  }

  /// Reads `skip`: the lines before the header, the rows to leave out, or both.
  private mutating func skip(_ tree: MappingTree, _ mapping: inout Mapping) {
    switch tree {
    case .function(let function): mapping.skip = function
    case .integer(let lines): skippedLines(lines, &mapping)
    case .table(let members):
      check(members, among: ["lines", "rows"])
      for (name, tree) in members {
        within(.name(name)) { reader in
          switch (name, tree) {
          case ("lines", .integer(let lines)): reader.skippedLines(lines, &mapping)
          case ("rows", .function(let function)): mapping.skip = function
          case ("lines", _): reader.fault("expected a number of lines, got \(tree.shown)")
          case ("rows", _): reader.fault("expected a function of the row, got \(tree.shown)")
          default: break
          }
        }
      }
    default:
      fault(
        "expected a function of the row, the number of lines before the header, or "
          + "{lines = …, rows = …}, got \(tree.shown)")
    }
  }

  private mutating func skippedLines(_ lines: Int64, _ mapping: inout Mapping) {
    if (0...10_000).contains(lines) {
      mapping.form.skippedLines = Int(lines)
    } else {
      fault("expected a number of lines from 0 to 10000, got \(lines)")
    }
  }
}

/// The sources of fields.
extension TableReader {
  private mutating func columns(
    _ tree: MappingTree, _ own: [TrackerField], _ mapping: inout Mapping
  ) {
    let fields = mapping.kind.fields
    let given = eachField(fields, of: tree, "a table of columns by field") { reader, field, tree in
      if field.isOwnValues {
        mapping.ownFields = reader.ownFields(tree, own)
      } else if let source = reader.source(tree) {
        if case .constant(let value) = source { reader.check(value, field) }
        mapping.sources[field.name] = source
      }
    }
    guard let given else { return }
    func has(_ name: String) -> Bool { mapping.defaults[name] != nil || given.contains(name) }
    for field in fields where field.isRequired && !has(field.name) {
      fault("expected a column, a function or {value = …}, got nothing", at: .name(field.name))
    }
    switch mapping.kind {
    case .mood where !has("day") && !has("at"):
      fault("expected day or at: the time of the mood")
    case .entry where !has("kind"):
      if EntryMapper.contents.count(where: has) != 1 {
        fault(
          "expected one of \(EntryMapper.contents.alternatives); with several, kind "
            + "has to name the one that a row has")
      }
    default: break
    }
  }

  /// Reads the source of a field.
  private mutating func source(_ tree: MappingTree) -> Mapping.Source? {
    switch tree {
    case .text(let name): return .columns([name])
    case .function(let function): return .function(function)
    case .list(let items):
      let names = texts(items)
      return names.isEmpty ? nil : .columns(names)
    case .boolean, .integer, .number: return value(tree).map { .constant($0) }
    case .table(let members) where members.count == 1 && members[0].name == "value":
      return member("value", of: members) { $0.value($1) }.map { .constant($0) }
    case .table, .nothing:
      fault("expected a column, a list of columns, a function or {value = …}, got \(tree.shown)")
      return nil
    }
  }

  private mutating func ownFields(
    _ tree: MappingTree, _ fields: [TrackerField]
  ) -> [Mapping.OwnField] {
    let members = table(tree, "a table of columns by field") ?? []
    return members.compactMap { name, tree in
      within(.name(name)) { reader in
        guard let source = reader.source(tree) else { return nil }
        let type = fields.first { $0.name == name }?.type ?? .text
        return reader.field(name, type).map { Mapping.OwnField(field: $0, source: source) }
      }
    }
  }

  /// Reads the types of a tracker's custom fields.
  private mutating func fields(_ tree: MappingTree, _ kind: MappingKind) -> [TrackerField] {
    guard kind == .entry else {
      fault("only trackers have custom fields, and this is a mapping of \(kind)s")
      return []
    }
    let types = TrackerFieldType.allCases.map(\.name)
    let members = table(tree, "a table of types by field") ?? []
    return members.compactMap { name, tree in
      within(.name(name)) { reader in
        let type = reader.word(tree, of: types).flatMap { TrackerFieldType(name: $0) }
        return type.flatMap { reader.field(name, $0) }
      }
    }
  }

  private mutating func field(_ name: String, _ type: TrackerFieldType) -> TrackerField? {
    do throws(FieldError) {
      return try TrackerField(name: name, type: type)
    } catch {
      fault(error.description)
      return nil
    }
  }
}

/// The schedules of trackers.
extension TableReader {
  private mutating func habits(of members: Members, _ kind: MappingKind) -> MappedHabits {
    var habits = MappedHabits()
    habits.others = member("habit", of: members) { $0.habit($1, kind) }
    let named = member("habits", of: members) { reader, tree in
      (reader.table(tree, "a table of habits by tracker") ?? []).compactMap { name, tree in
        reader.within(.name(name)) { $0.habit(tree, kind) }.map { (name.lowercased(), $0) }
      }
    }
    habits.named = Dictionary(named ?? []) { _, last in last }
    return habits
  }

  /// Reads a schedule and a goal.
  private mutating func habit(_ tree: MappingTree, _ kind: MappingKind) -> HabitPlan? {
    guard kind == .entry else {
      fault("only trackers have schedules, and this is a mapping of \(kind)s")
      return nil
    }
    guard let members = table(tree, "{schedule = …, goal = …}") else { return nil }
    check(members, among: ["schedule", "goal"])
    do throws(FieldError) {
      func value(_ name: String) -> FieldValue? {
        members.first { $0.name == name }.map { .json($0.value.json) }
      }
      guard let schedule = value("schedule") else {
        fault("expected a schedule such as {times = 3, per = \"week\"}, got nothing")
        return nil
      }
      return try HabitPlan(
        try HabitSchedule(schedule, field: "schedule"),
        goal: try value("goal").map { (value) throws(FieldError) in
          try HabitGoal(value, field: "goal")
        })
    } catch {
      fault(error.description)
      return nil
    }
  }
}

/// The meanings of texts.
extension TableReader {
  private mutating func values(_ tree: MappingTree, _ kind: MappingKind) -> [String: Meanings] {
    let fields = kind.fields.filter { !$0.isOwnValues && $0.type != .list }
    var values: [String: Meanings] = [:]
    eachField(fields, of: tree, "a table by field") { reader, field, tree in
      values[field.name] = reader.meanings(tree, field)
    }
    return values
  }

  private mutating func meanings(_ tree: MappingTree, _ field: FieldDeclaration) -> Meanings {
    switch tree {
    case .table(let entries):
      return entries.compactMap { text, tree in
        within(.name(text)) { $0.value(tree, of: field) }.map { (text, $0) }
      }
    case .list(let items):
      // The values that 1, 2, and so on mean.
      return items.enumerated().compactMap { index, tree in
        within(.position(index + 1)) { $0.value(tree, of: field) }.map { (String(index + 1), $0) }
      }
    default:
      fault("expected a table of the meanings of the file's texts, got \(tree.shown)")
      return []
    }
  }

  private mutating func defaults(
    _ tree: MappingTree, _ kind: MappingKind
  ) -> [String: MappedValue] {
    var defaults: [String: MappedValue] = [:]
    let fields = kind.fields.filter { !$0.isOwnValues }
    eachField(fields, of: tree, "a table by field") { reader, field, tree in
      defaults[field.name] = reader.value(tree, of: field)
    }
    return defaults
  }

  private mutating func value(_ tree: MappingTree, of field: FieldDeclaration) -> MappedValue? {
    let value = value(tree)
    if let value { check(value, field) }
    return value
  }

  private mutating func value(_ tree: MappingTree) -> MappedValue? {
    switch tree {
    case .text(let text): return .text(text)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .boolean(let flag): return .boolean(flag)
    case .list(let items): return .list(texts(items))
    case .nothing, .function, .table:
      fault("expected a text, a number, true or false, got \(tree.shown)")
      return nil
    }
  }

  /// Reports a value that would be refused in every row as an error of the mapping.
  private mutating func check(_ value: MappedValue, _ field: FieldDeclaration) {
    guard case .choice(let choice) = field.type, let text = value.text,
      ChoiceReader(choice).index(of: text) == nil
    else { return }
    let names = choice.names
    fault(
      "expected \(names.alternatives), got \"\(text)\"" + NearestName.hint(for: text, among: names))
  }
}

/// The format of the file.
extension TableReader {
  private mutating func delimiter(_ tree: MappingTree) -> UInt8? {
    guard let text = text(tree) else { return nil }
    guard text.utf8.count == 1, let byte = text.utf8.first, CSVDialect.canDelimit(byte) else {
      fault(
        "expected one character that is neither a quote nor a line end, got \"\(text)\"")
      return nil
    }
    return byte
  }

  private mutating func encoding(_ tree: MappingTree) -> String? {
    guard let name = text(tree) else { return nil }
    // A mapping is a script, so it must not choose the name of code to load.
    if !CSVTranscoder.isCommon(name) {
      fault("expected \(CSVTranscoder.commonText), got \"\(name)\"")
    }
    return name
  }

  private mutating func header(_ tree: MappingTree) -> [String]? {
    guard case .list(let items) = tree, !items.isEmpty else {
      fault("expected a list of the names of the columns, got \(tree.shown)")
      return nil
    }
    let names = texts(items)
    if let twice = names.enumerated().first(where: { names[..<$0].contains($1) }) {
      fault("\"\(twice.element)\" is listed twice", at: .position(twice.offset + 1))
    }
    return names
  }
}

/// Parts of the table.
extension TableReader {
  private mutating func table(_ tree: MappingTree, _ expected: String) -> Members? {
    switch tree {
    case .table(let members): return members
    case .list(let items) where items.isEmpty: return []
    default:
      fault("expected \(expected), got \(tree.shown)")
      return nil
    }
  }

  /// Reads a member of a table, if the table has it; a required one is read as nothing otherwise.
  @discardableResult
  private mutating func member<Value>(
    _ name: String, of members: Members, isRequired: Bool = false,
    _ read: (inout TableReader, MappingTree) -> Value?
  ) -> Value? {
    let found = members.first { $0.name == name }?.value
    guard let tree = found ?? (isRequired ? .nothing : nil) else { return nil }
    return within(.name(name)) { read(&$0, tree) }
  }

  /// Reads the members of a table that are named like fields, in the order of the fields.
  ///
  /// - Returns: The names of all members; `nil` after recording that the value is no table.
  @discardableResult
  private mutating func eachField(
    _ fields: [FieldDeclaration], of tree: MappingTree, _ expected: String,
    _ read: (inout TableReader, FieldDeclaration, MappingTree) -> Void
  ) -> [String]? {
    guard let members = table(tree, expected) else { return nil }
    check(members, among: fields.map(\.name))
    for field in fields { member(field.name, of: members) { read(&$0, field, $1) } }
    return members.map(\.name)
  }

  /// Reports unknown names.
  private mutating func check(_ members: Members, among names: [String]) {
    for (name, _) in members where !names.contains(name) {
      let hint = NearestName.hint(for: name, among: names)
      fault(
        "unknown name" + (hint.isEmpty ? "; expected \(names.alternatives)" : hint),
        at: .name(name))
    }
  }

  /// Reads the entries of a list that are texts.
  private mutating func texts(_ items: [MappingTree]) -> [String] {
    items.enumerated().compactMap { index, item in
      within(.position(index + 1)) { $0.text(item) }
    }
  }

  /// Reads a text, and reports an empty one if there is a message for it.
  private mutating func text(_ tree: MappingTree, ifEmpty problem: String? = nil) -> String? {
    guard case .text(let text) = tree else {
      fault("expected a text, got \(tree.shown)")
      return nil
    }
    if let problem, text.isEmpty { fault(problem) }
    return text
  }

  private mutating func word(_ tree: MappingTree, of names: [String]) -> String? {
    if case .text(let text) = tree, names.contains(text) { return text }
    let expected = names.map { $0.count == 1 ? "\"\($0)\"" : $0 }.alternatives
    var hint = ""
    if case .text(let text) = tree { hint = NearestName.hint(for: text, among: names) }
    fault("expected \(expected), got \(tree.shown)\(hint)")
    return nil
  }
}
