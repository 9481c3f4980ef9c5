import CSV
import Calendar
import Rules
import Schema
import Sessions

extension Mapping {
  /// The names of the members that a mapping can have.
  public static let memberNames = [
    "kind", "columns", "id", "source", "skip", "values", "defaults", "dates", "decimal",
    "separator",
    "fields", "delimiter", "encoding", "header", "zone",
  ]

  /// Reads a mapping.
  ///
  /// - Parameters:
  ///   - tree: the table that the mapping file returned.
  ///   - name: the name of the mapping in reports.
  /// - Throws: `MappingError` with all errors.
  public init(reading tree: MappingTree, name: String) throws(MappingError) {
    var reader = MappingReader()
    let mapping = reader.mapping(tree, name: name)
    guard reader.faults.isEmpty, let mapping else { throw MappingError(faults: reader.faults) }
    self = mapping
  }
}

/// A reader of a mapping, member by member, which collects the errors.
private struct MappingReader {
  private typealias Key = TablePath.Key

  private(set) var faults: [TableFault] = []

  mutating func mapping(_ tree: MappingTree, name: String) -> Mapping? {
    guard let members = table(tree, [], "a table") else { return nil }
    check(members, among: Mapping.memberNames, [])
    func member(_ name: String) -> MappingTree? { members.first { $0.name == name }?.value }
    let kind = word(member("kind"), [.name("kind")], of: MappingKind.names, isRequired: true)
      .flatMap { MappingKind(rawValue: $0) }
    // The rest cannot be checked without a kind.
    guard let kind else { return nil }
    var mapping = Mapping(name: name, kind: kind)
    if let tree = member("defaults") { mapping.defaults = defaults(tree, kind) }
    let own = member("fields").map { fields($0, kind) } ?? []
    columns(member("columns"), own, &mapping)
    mapping.id = member("id").flatMap { source($0, [.name("id")]) }
    mapping.source = text(member("source"), [.name("source")])
    if mapping.source?.isEmpty ?? false {
      fault([.name("source")], "expected the source of the ids, such as the name of an app")
    }
    if mapping.source != nil && mapping.id == nil {
      fault([.name("source")], "a source needs ids, and there is no id")
    }
    if let tree = member("skip") { skip(tree, &mapping) }
    if let tree = member("values") { mapping.values = values(tree, kind) }
    mapping.dates = dates(member("dates"))
    mapping.decimal = word(member("decimal"), [.name("decimal")], of: [",", "."])
      .map { $0 == "," ? .comma : .point }
    if let separator = text(member("separator"), [.name("separator")]) {
      if separator.isEmpty { fault([.name("separator")], "expected the separator between tags") }
      mapping.separator = separator
    }
    mapping.delimiter = text(member("delimiter"), [.name("delimiter")]).flatMap { delimiter($0) }
    mapping.encoding = encoding(member("encoding"))
    mapping.header = member("header").flatMap { header($0) }
    mapping.zone = text(member("zone"), [.name("zone")])
    if let zone = mapping.zone, (try? Zone(name: zone)) == nil {
      fault([.name("zone")], "there is no time zone \"\(zone)\"")
    }
    checkColumns(of: mapping)
    return mapping
  }

  /// Reads `skip`: the lines before the header, the rows to leave out, or both.
  private mutating func skip(_ tree: MappingTree, _ mapping: inout Mapping) {
    let path = [Key.name("skip")]
    switch tree {
    case .function(let function): mapping.skip = function
    case .integer(let lines): skippedLines(lines, path, &mapping)
    case .table(let members):
      check(members, among: ["lines", "rows"], path)
      for (name, tree) in members {
        switch (name, tree) {
        case ("lines", .integer(let lines)): skippedLines(lines, path + [.name(name)], &mapping)
        case ("rows", .function(let function)): mapping.skip = function
        case ("lines", _):
          fault(path + [.name(name)], "expected a number of lines, got \(tree.shown)")
        case ("rows", _):
          fault(path + [.name(name)], "expected a function of the row, got \(tree.shown)")
        default: break
        }
      }
    default:
      fault(
        path,
        "expected a function of the row, the number of lines before the header, or "
          + "{lines = …, rows = …}, got \(tree.shown)")
    }
  }

  private mutating func skippedLines(_ lines: Int64, _ path: [Key], _ mapping: inout Mapping) {
    guard (0...10_000).contains(lines) else {
      fault(path, "expected a number of lines from 0 to 10000, got \(lines)")
      return
    }
    mapping.skippedLines = Int(lines)
  }

  // MARK: Sources of fields

  private mutating func columns(
    _ tree: MappingTree?, _ own: [TrackerField], _ mapping: inout Mapping
  ) {
    let path = [Key.name("columns")]
    guard let members = table(tree ?? .nothing, path, "a table of columns by field") else { return }
    let fields = mapping.kind.fields
    check(members, among: fields.map(\.name), path)
    for field in fields {
      let here = path + [.name(field.name)]
      guard let tree = members.first(where: { $0.name == field.name })?.value else { continue }
      if field.isOwnValues {
        mapping.ownFields = ownFields(tree, own, here)
      } else if let source = source(tree, here) {
        if case .constant(let value) = source { check(value, field, here) }
        mapping.sources[field.name] = source
      }
    }
    for field in fields where field.isRequired {
      if members.contains(where: { $0.name == field.name }) { continue }
      if mapping.defaults[field.name] == nil {
        fault(
          path + [.name(field.name)],
          "expected a column, a function or {value = …}, got nothing")
      }
    }
    func has(_ name: String) -> Bool {
      mapping.defaults[name] != nil || members.contains { $0.name == name }
    }
    switch mapping.kind {
    case .mood where !has("day") && !has("at"):
      fault(path, "expected day or at: the time of the mood")
    case .entry where !has("kind"):
      let contents = EntryMapper.contents.filter { has($0.field) }
      if contents.count != 1 {
        fault(
          path,
          "expected one of \(EntryMapper.contents.map(\.field).alternatives); with several, kind "
            + "has to name the one that a row has")
      }
    default: break
    }
  }

  /// Reads the source of a field.
  private mutating func source(_ tree: MappingTree, _ path: [Key]) -> Mapping.Source? {
    switch tree {
    case .text(let name): return .columns([name])
    case .boolean(let flag): return .constant(.boolean(flag))
    case .integer(let number): return .constant(.integer(number))
    case .number(let number): return .constant(.number(number))
    case .function(let function): return .function(function)
    case .list(let items):
      var names: [String] = []
      for (index, item) in items.enumerated() {
        if let name = text(item, path + [.position(index + 1)]) { names.append(name) }
      }
      return names.isEmpty ? nil : .columns(names)
    case .table(let members):
      if members.count == 1, members[0].name == "value" {
        return value(members[0].value, path + [.name("value")]).map { .constant($0) }
      }
      fallthrough
    case .nothing:
      fault(
        path, "expected a column, a list of columns, a function or {value = …}, got \(tree.shown)")
      return nil
    }
  }

  private mutating func ownFields(
    _ tree: MappingTree, _ fields: [TrackerField], _ path: [Key]
  ) -> [Mapping.OwnField] {
    guard let members = table(tree, path, "a table of columns by field") else { return [] }
    var found: [Mapping.OwnField] = []
    for (name, tree) in members {
      let here = path + [.name(name)]
      guard let source = source(tree, here) else { continue }
      do throws(FieldError) {
        let known = fields.first { $0.name == name }
        let text = try TrackerField(name: name, type: .text)
        found.append(.init(field: known ?? text, source: source))
      } catch {
        fault(here, error.description)
      }
    }
    return found
  }

  /// Reads the types of a tracker's custom fields.
  private mutating func fields(_ tree: MappingTree, _ kind: MappingKind) -> [TrackerField] {
    let path = [Key.name("fields")]
    guard kind == .entry else {
      fault(path, "only trackers have custom fields, and this is a mapping of \(kind)s")
      return []
    }
    guard let members = table(tree, path, "a table of types by field") else { return [] }
    let types = TrackerFieldType.allCases.map(\.name)
    var fields: [TrackerField] = []
    for (name, tree) in members {
      let here = path + [.name(name)]
      guard let type = word(tree, here, of: types).flatMap({ TrackerFieldType(name: $0) }) else {
        continue
      }
      do throws(FieldError) {
        fields.append(try TrackerField(name: name, type: type))
      } catch {
        fault(here, error.description)
      }
    }
    return fields
  }

  // MARK: Meanings of texts

  private mutating func values(
    _ tree: MappingTree, _ kind: MappingKind
  ) -> [String: [(text: String, value: MappedValue)]] {
    let path = [Key.name("values")]
    guard let members = table(tree, path, "a table by field") else { return [:] }
    let fields = kind.fields.filter { !$0.isOwnValues && $0.type != .list }
    check(members, among: fields.map(\.name), path)
    var values: [String: [(text: String, value: MappedValue)]] = [:]
    for field in fields {
      guard let tree = members.first(where: { $0.name == field.name })?.value else { continue }
      let here = path + [.name(field.name)]
      var pairs: [(text: String, value: MappedValue)] = []
      switch tree {
      case .table(let entries):
        for (text, tree) in entries {
          let path = here + [.name(text)]
          if let value = checked(tree, field, path) { pairs.append((text, value)) }
        }
      case .list(let items):
        // The values that 1, 2, and so on mean.
        for (index, tree) in items.enumerated() {
          let path = here + [.position(index + 1)]
          if let value = checked(tree, field, path) { pairs.append((String(index + 1), value)) }
        }
      default:
        fault(here, "expected a table of the meanings of the file's texts, got \(tree.shown)")
      }
      values[field.name] = pairs
    }
    return values
  }

  private mutating func defaults(
    _ tree: MappingTree, _ kind: MappingKind
  ) -> [String: MappedValue] {
    let path = [Key.name("defaults")]
    guard let members = table(tree, path, "a table by field") else { return [:] }
    let fields = kind.fields.filter { !$0.isOwnValues }
    check(members, among: fields.map(\.name), path)
    var defaults: [String: MappedValue] = [:]
    for field in fields {
      guard let tree = members.first(where: { $0.name == field.name })?.value else { continue }
      defaults[field.name] = checked(tree, field, path + [.name(field.name)])
    }
    return defaults
  }

  private mutating func checked(
    _ tree: MappingTree, _ field: FieldDeclaration, _ path: [Key]
  ) -> MappedValue? {
    guard let value = value(tree, path) else { return nil }
    check(value, field, path)
    return value
  }

  private mutating func value(_ tree: MappingTree, _ path: [Key]) -> MappedValue? {
    switch tree {
    case .text(let text): return .text(text)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .boolean(let flag): return .boolean(flag)
    case .list(let items):
      var texts: [String] = []
      for (index, item) in items.enumerated() {
        if let text = text(item, path + [.position(index + 1)]) { texts.append(text) }
      }
      return .list(texts)
    case .nothing, .function, .table:
      fault(path, "expected a text, a number, true or false, got \(tree.shown)")
      return nil
    }
  }

  /// Reports a value that would be refused in every row as an error of the mapping.
  private mutating func check(_ value: MappedValue, _ field: FieldDeclaration, _ path: [Key]) {
    guard case .choice(let choice) = field.type, let text = value.text,
      ChoiceReader(choice).index(of: text) == nil
    else { return }
    let names = choice.names
    fault(
      path,
      "expected \(names.alternatives), got \"\(text)\"" + NearestName.hint(for: text, among: names))
  }

  // MARK: File format

  private mutating func dates(_ tree: MappingTree?) -> Mapping.Dates? {
    let names = DateOrder.allCases.map(\.rawValue) + ["unix", "unix_ms"]
    switch word(tree, [.name("dates")], of: names) {
    case "unix"?: return .unix(.seconds)
    case "unix_ms"?: return .unix(.milliseconds)
    case let name?: return DateOrder(rawValue: name).map { .order($0) }
    case nil: return nil
    }
  }

  private mutating func delimiter(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, CSVDialect.canDelimit(byte) else {
      fault(
        [.name("delimiter")],
        "expected one character that is neither a quote nor a line end, got \"\(text)\"")
      return nil
    }
    return byte
  }

  private mutating func encoding(_ tree: MappingTree?) -> String? {
    guard let name = text(tree, [.name("encoding")]) else { return nil }
    // A mapping is a script, so it must not choose the name of code to load.
    if !CSVTranscoder.isCommon(name) {
      fault([.name("encoding")], "expected \(CSVTranscoder.commonText), got \"\(name)\"")
    }
    return name
  }

  private mutating func header(_ tree: MappingTree) -> [String]? {
    let path = [Key.name("header")]
    guard case .list(let items) = tree, !items.isEmpty else {
      fault(path, "expected a list of the names of the columns, got \(tree.shown)")
      return nil
    }
    var names: [String] = []
    for (index, item) in items.enumerated() {
      if let name = text(item, path + [.position(index + 1)]) { names.append(name) }
    }
    if let twice = names.enumerated().first(where: { names[..<$0].contains($1) }) {
      fault(path + [.position(twice.offset + 1)], "\"\(twice.element)\" is listed twice")
    }
    return names
  }

  /// Checks that the columns that the mapping names are in its header, if it has one.
  private mutating func checkColumns(of mapping: Mapping) {
    guard let header = mapping.header else { return }
    for problem in MappedColumns.missing(mapping, header) { fault([], problem) }
  }

  // MARK: Values

  private mutating func table(
    _ tree: MappingTree, _ path: [Key], _ expected: String
  ) -> [(name: String, value: MappingTree)]? {
    switch tree {
    case .table(let members): return members
    case .list(let items) where items.isEmpty: return []
    default:
      fault(path, "expected \(expected), got \(tree.shown)")
      return nil
    }
  }

  private mutating func text(_ tree: MappingTree?, _ path: [Key]) -> String? {
    guard let tree else { return nil }
    if case .text(let text) = tree { return text }
    fault(path, "expected a text, got \(tree.shown)")
    return nil
  }

  private mutating func word(
    _ tree: MappingTree?, _ path: [Key], of names: [String], isRequired: Bool = false
  ) -> String? {
    let expected = "expected " + names.map { $0.count == 1 ? "\"\($0)\"" : $0 }.alternatives
    guard let tree else {
      if isRequired { fault(path, "\(expected), got nothing") }
      return nil
    }
    if case .text(let text) = tree, names.contains(text) { return text }
    var hint = ""
    if case .text(let text) = tree { hint = NearestName.hint(for: text, among: names) }
    fault(path, "\(expected), got \(tree.shown)\(hint)")
    return nil
  }

  /// Reports unknown names.
  private mutating func check(
    _ members: [(name: String, value: MappingTree)], among names: [String], _ path: [Key]
  ) {
    for (name, _) in members where !names.contains(name) {
      let hint = NearestName.hint(for: name, among: names)
      fault(
        path + [.name(name)],
        "unknown name" + (hint.isEmpty ? "; expected \(names.alternatives)" : hint))
    }
  }

  private mutating func fault(_ path: [Key], _ problem: String) {
    faults.append(TableFault(path: TablePath(path), problem: problem))
  }
}
