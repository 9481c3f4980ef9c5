import CSV
import Rules
import Schema
import Sessions

/// A mapping applied to a file with known columns: every column name is resolved.
struct MappedColumns {
  let mapping: Mapping
  let header: [String]
  let context: ReadingContext
  let interruption = MappedInterruption()
  let names: RowNames
  let rounded = RoundedNumbers()
  let times: TimeReader
  let numbers: NumberReader
  private let positions: ColumnPositions
  /// The reader of the key; `nil` when rows have none.
  private(set) var key: RowKeyReader?

  init(_ mapping: Mapping, _ header: [String], _ context: ReadingContext) {
    self.mapping = mapping
    self.header = header
    self.context = context
    times = TimeReader(mapping, context)
    numbers = NumberReader(mark: mapping.notation.decimal, isRounding: true)
    positions = ColumnPositions(header)
    names = RowNames(header, mapping.form.json)
    key = mapping.id.map { source in
      switch source {
      case .columns(let names):
        RowKeyReader(mapping.source, columns: names.compactMap { positions[$0] }, field: nil)
      default: RowKeyReader(mapping.source, columns: [], field: reader(source, "id"))
      }
    }
  }

  /// Returns an error message for each column that a mapping names and the file does not have.
  static func missing(_ mapping: Mapping, _ header: [String]) -> [String] {
    let positions = ColumnPositions(header)
    var reported: Set<String> = []
    var problems: [String] = []
    func check(_ source: Mapping.Source?, _ target: String) {
      guard case .columns(let names)? = source else { return }
      for name in names where positions[name] == nil && reported.insert(name).inserted {
        problems.append(
          RowNames.absence(
            of: name, among: header, for: ", which the mapping names for \(target)"))
      }
    }
    for field in mapping.kind.fields { check(mapping.sources[field.name], field.name) }
    for own in mapping.ownFields { check(own.source, "values.\(own.field.name)") }
    check(mapping.id, "id")
    return problems
  }

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

  /// Returns the reader of a field, and the names if it is one of several names.
  func choice(_ name: String) -> (field: FieldReader, choices: ChoiceReader) {
    var field = field(name)
    guard
      case .choice(let choice)? = mapping.kind.fields.first(where: { $0.name == name })
        .map({ context.type(of: $0) })
    else { return (field, ChoiceReader(.init([]))) }
    var choices =
      name == "mood" ? ChoiceReader(moods: mapping.scale, numbers) : ChoiceReader(choice)
    for (text, value) in mapping.values[name] ?? [] {
      choices.add(text, for: value)
    }
    if name == "mood" {
      for (name, meaning) in context.moods { choices.add(name, for: .text(meaning.name)) }
    }
    // The choices contain these values now.
    field.values = [:]
    return (field, choices)
  }

  /// The optional fields that the mapping does not define.
  var absentFields: Set<String> {
    let absent = mapping.kind.keptFields.filter {
      mapping.sources[$0.name] == nil && mapping.defaults[$0.name] == nil
        && (!$0.isOwnValues || mapping.ownFields.isEmpty)
    }
    return Set(absent.map(\.name))
  }

  var ownFields: [(field: TrackerField, reader: FieldReader)] {
    mapping.ownFields.map { ($0.field, reader($0.source, $0.field.name)) }
  }

  private func reader(_ source: Mapping.Source?, _ name: String) -> FieldReader {
    let location: FieldReader.Location =
      switch source {
      case nil: .absent
      case .constant(let value)?: .constant(value)
      case .function(let function)?: .function(function)
      case .columns(let names)?:
        switch names.compactMap({ positions[$0] }) {
        case let found where found.count == 1: .column(found[0])
        case let found: .columns(found)
        }
      }
    return FieldReader(
      name: name, location: location, names: names, rounded: rounded, interruption: interruption)
  }
}

/// The indices of columns in a file, by name, or else by name without surrounding spaces and
/// ignoring case.
struct ColumnPositions {
  private var exact: [String: Int] = [:]
  private var plain: [String: Int] = [:]

  init(_ header: [String]) {
    for (index, name) in header.enumerated().reversed() {
      exact[name] = index
      plain[name.trimmedWhitespace.lowercased()] = index
    }
  }

  subscript(name: String) -> Int? { exact[name] ?? plain[name.trimmedWhitespace.lowercased()] }
}

struct RowKeyReader {
  private let columns: [Int]
  private let field: FieldReader?
  /// The source of the ids with a `/` behind it, if there is one.
  private let prefix: String

  /// - Parameter source: the source of the ids, such as the name of an app.
  init(_ source: String?, columns: [Int], field: FieldReader?) {
    self.columns = columns
    self.field = field
    prefix = source.map { Self.escaped($0) + "/" } ?? ""
  }

  /// Returns the key: the source of the ids, if any, and the texts of the columns, joined by `/`;
  /// `nil` where the columns are empty.
  func key(_ record: borrowing CSVRecord) throws(RowProblem) -> String? {
    try id(record).map { prefix + $0 }
  }

  private func id(_ record: borrowing CSVRecord) throws(RowProblem) -> String? {
    if let field { return try field.text(record) }
    if columns.count == 1 {
      if record.isEmpty(columns[0]) { return nil }
      let text = record[columns[0]].trimmedWhitespace
      return text.isEmpty ? nil : text
    }
    var components: [String] = []
    for column in columns { components.append(record[column].trimmedWhitespace) }
    return components.allSatisfy(\.isEmpty) ? nil : Self.joined(components)
  }

  /// Joins the texts of columns by `/`, so that different ones remain different.
  ///
  /// They are unchanged if no text has a `/`, or the first one alone, without any `\`: then the last
  /// ones of the joined text divide it. Otherwise they are escaped.
  static func joined(_ texts: [String]) -> String {
    let isPlain =
      !texts.dropFirst().contains { $0.contains("/") }
      && (texts.first?.contains("/") != true || !texts.contains { $0.contains("\\") })
    return (isPlain ? texts : texts.map(escaped)).joined(separator: "/")
  }

  /// Returns a key without its escapes; `nil` if it has none.
  static func formerKey(_ key: String) -> String? {
    guard key.utf8.contains(UInt8(ascii: "\\")) else { return nil }
    let former = key.replacing("\\/", with: "/").replacing("\\\\", with: "\\")
    return former == key ? nil : former
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("/", with: "\\/")
  }
}
