import CSV
import FlintRules
import FlintSchema

/// The layout of the file, as a mapping states it.
extension TableReader {
  mutating func form(of members: MappingTree.Members, _ mapping: inout Mapping) {
    mapping.form.delimiter = member("delimiter", of: members) { $0.delimiter($1) }
    mapping.form.encoding = member("encoding", of: members) { $0.encoding($1) }
    mapping.form.columns = member("header", of: members) { $0.header($1) }
    var json = JSONForm()
    json.rows = member("rows", of: members) { $0.path($1) }
    json.separator = mapping.notation.separator
    json.columns = mapping.namedColumns
    for name in mapping.form.columns ?? [] where !json.columns.contains(name) {
      json.columns.append(name)
    }
    for (source, _) in mapping.events.flatMap(\.allSources) {
      guard let lookup = source.form?.lookup, case .columns(let names) = source.location else {
        continue
      }
      for name in names { json.lookups[lookup.column(name)] = .init(of: name, in: lookup) }
    }
    json.isRowKept = mapping.hasFunctions
    mapping.form.json = json
    if json.rows != nil { checkJSON(mapping) }
  }

  /// Reads a path within JSON.
  mutating func path(_ tree: MappingTree) -> JSONPath? {
    guard let text = text(tree) else { return nil }
    do throws(JSONPathError) {
      return try JSONPath(text)
    } catch {
      fault(error.message)
      return nil
    }
  }

  private mutating func checkJSON(_ mapping: Mapping) {
    let json = mapping.form.json ?? JSONForm()
    for name in json.columns where json.lookups[name] == nil {
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
