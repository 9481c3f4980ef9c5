import CSV
import Calendar
import Rules
import Schema
import Sessions

extension Mapping {
  /// The names of the members that a mapping can have.
  package static let memberNames = [
    "kind", "rows", "columns", "id", "source", "skip", "values", "defaults", "dates", "decimal",
    "separator", "scale", "fields", "delimiter", "encoding", "header", "zone", "habit", "habits",
  ]

  /// - Parameter tree: the table that the mapping file returned.
  /// - Throws: `MappingError` with all errors.
  package init(reading tree: MappingTree, name: String) throws(MappingError) {
    var reader = TableReader(.lua)
    let mapping = reader.mapping(tree, name: name)
    guard reader.faults.isEmpty, let mapping else { throw MappingError(faults: reader.faults) }
    self = mapping
  }
}

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
    mapping.scale = member("scale", of: members) { $0.scale($1, kind) }
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
    json.isRowKept = mapping.hasFunctions
    mapping.form.json = json
    if json.rows != nil { checkJSON(mapping) }
    return mapping
  }

  private mutating func rows(_ tree: MappingTree) -> JSONPath? {
    guard let text = text(tree) else { return nil }
    do throws(JSONPathError) {
      return try JSONPath(text)
    } catch {
      fault(error.message)
      return nil
    }
  }

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
