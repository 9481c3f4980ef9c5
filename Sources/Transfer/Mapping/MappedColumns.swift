import CSV
import Rules
import Sessions

/// A mapping for files with certain columns: every name has been looked up.
struct MappedColumns {
  let mapping: Mapping
  let header: [String]
  let context: ReadingContext
  let interruption = MappedInterruption()
  let times: TimeReader
  let numbers: NumberReader
  private let places: ColumnPlaces

  init(_ mapping: Mapping, _ header: [String], _ context: ReadingContext) {
    self.mapping = mapping
    self.header = header
    self.context = context
    times = TimeReader(mapping, context)
    numbers = NumberReader(mark: mapping.decimal, isRounding: true)
    places = ColumnPlaces(header)
  }

  /// What is wrong where a mapping names columns that a file does not have, a sentence each.
  static func missing(_ mapping: Mapping, _ header: [String]) -> [String] {
    let places = ColumnPlaces(header)
    var told: Set<String> = []
    var problems: [String] = []
    func check(_ source: Mapping.Source?, _ what: String) {
      guard case .columns(let names)? = source else { return }
      for name in names where places[name] == nil && told.insert(name).inserted {
        let hint = NearestName.hint(for: name, among: header)
        let list = header.prefix(20).joined(separator: ", ") + (header.count > 20 ? ", …" : "")
        problems.append(
          "there is no column \"\(name)\", which the mapping names for \(what)"
            + (hint.isEmpty ? "; the columns are \(list)" : hint))
      }
    }
    for field in mapping.kind.fields { check(mapping.sources[field.name], field.name) }
    for own in mapping.ownFields { check(own.source, "values.\(own.field.name)") }
    check(mapping.id, "id")
    return problems
  }

  /// What reads a field.
  func field(_ name: String) -> FieldReader {
    var reader = reader(mapping.sources[name], name)
    reader.fallback = mapping.defaults[name] ?? .nothing
    for (text, value) in mapping.values[name] ?? [] {
      reader.values[text] = value
      let plain = text.trimmedWhitespace.lowercased()
      if reader.values[plain] == nil { reader.values[plain] = value }
    }
    return reader
  }

  /// What reads a field that is one of several names, and the names.
  func choice(_ name: String) -> (field: FieldReader, choices: ChoiceReader) {
    var field = field(name)
    guard
      case .choice(let names, let first)? = mapping.kind.fields.first(where: { $0.name == name })?
        .content
    else { return (field, ChoiceReader([])) }
    var choices = ChoiceReader(names, from: first)
    for (text, value) in mapping.values[name] ?? [] {
      if let word = value.text { choices.add(text, for: word) }
    }
    // They are among the names now.
    field.values = [:]
    return (field, choices)
  }

  /// The optional fields that the mapping says nothing of.
  var unsaid: Set<String> {
    let silent = Self.optional.filter {
      mapping.sources[$0] == nil && mapping.defaults[$0] == nil
        && ($0 != "values" || mapping.ownFields.isEmpty)
    }
    return Set(silent).intersection(mapping.kind.fields.map(\.name))
  }

  private static let optional = [
    "intensity", "notes", "tags", "estimated", "actual", "details", "priority", "type", "project",
    "due", "reminder", "note", "title", "values",
  ]

  /// What reads the values of a tracker's own fields.
  var ownFields: [(field: TrackerField, reader: FieldReader)] {
    mapping.ownFields.map { ($0.field, reader($0.source, $0.field.name)) }
  }

  /// What reads the key; `nil` when rows have none.
  var key: KeyReader? {
    mapping.id.map { source in
      switch source {
      case .columns(let names):
        KeyReader(
          columns: names.compactMap { places[$0] }, field: nil, source: mapping.source)
      default: KeyReader(columns: [], field: reader(source, "id"), source: mapping.source)
      }
    }
  }

  private func reader(_ source: Mapping.Source?, _ name: String) -> FieldReader {
    let place: FieldReader.Place =
      switch source {
      case nil: .nowhere
      case .constant(let value)?: .constant(value)
      case .function(let function)?: .function(function)
      case .columns(let names)?:
        switch names.compactMap({ places[$0] }) {
        case let found where found.count == 1: .column(found[0])
        case let found: .columns(found)
        }
      }
    return FieldReader(name: name, place: place, header: header, interruption: interruption)
  }
}

/// Where columns are in a file: by their names, or else by what these are without the spaces around
/// them, case aside.
private struct ColumnPlaces {
  private var exact: [String: Int] = [:]
  private var plain: [String: Int] = [:]

  init(_ header: [String]) {
    for (place, name) in header.enumerated().reversed() {
      exact[name] = place
      plain[name.trimmedWhitespace.lowercased()] = place
    }
  }

  subscript(name: String) -> Int? { exact[name] ?? plain[name.trimmedWhitespace.lowercased()] }
}

/// Reads the key of a row.
struct KeyReader {
  let columns: [Int]
  let field: FieldReader?
  /// What the ids are of.
  let source: String?

  /// The key: what stands in the columns, with `/` between several, behind what the ids are of;
  /// `nil` where there is nothing.
  func key(_ record: borrowing CSVRecord) throws(RowProblem) -> String? {
    guard let id = try id(record) else { return nil }
    return source.map { "\($0)/\(id)" } ?? id
  }

  private func id(_ record: borrowing CSVRecord) throws(RowProblem) -> String? {
    if let field { return try field.text(record) }
    if columns.count == 1 {
      if record.isEmpty(columns[0]) { return nil }
      let text = record[columns[0]].trimmedWhitespace
      return text.isEmpty ? nil : text
    }
    var parts: [String] = []
    for column in columns { parts.append(record[column].trimmedWhitespace) }
    return parts.allSatisfy(\.isEmpty) ? nil : parts.joined(separator: "/")
  }
}
