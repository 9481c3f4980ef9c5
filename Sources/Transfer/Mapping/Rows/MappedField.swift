import CSV
import FlintRules
import FlintSchema
import Sessions

/// A field of a schema, read from the rows of a mapped file.
struct MappedField {
  let declaration: FieldDeclaration
  let reader: FieldReader
  private let choices: ChoiceReader
  private let times: TimeReader
  private let separator: String

  init(_ declaration: FieldDeclaration, _ columns: MappedColumns) {
    self.declaration = declaration
    (reader, choices) = columns.choice(declaration.name)
    times = columns.times
    separator = columns.separator
  }

  /// Returns the value of a row; `nil` where there is none.
  func value(_ record: borrowing CSVRecord) throws(RowProblem) -> FieldValue? {
    if reader.isAbsent { return nil }
    switch declaration.type {
    case .text, .line, .id, .phrase: return try reader.text(record).map { .text($0) }
    case .choice: return try reader.choice(record, choices).map { .name(choices.names[$0]) }
    case .day: return try times.day(reader, record).map { .day($0) }
    case .time: return try times.instant(reader, record).map { .instant($0) }
    case .integer: return try reader.whole(record).map { .integer($0) }
    case .decimal: return try reader.number(record)?.fieldValue
    case .boolean: return try reader.boolean(record).map { .boolean($0) }
    case .list, .ids: return .list(try reader.texts(record, separator))
    case .structure: return nil
    }
  }

  /// Returns the problem of a row without the value.
  var missing: RowProblem {
    switch declaration.type {
    case .text, .line: reader.missing("a text")
    default: reader.missing(declaration.type.expectation)
    }
  }
}

/// The fields of a record, read from the rows of a mapped file.
struct MappedRecord<Record: SchemaRecord> {
  private let fields: [MappedField]

  init(_ columns: MappedColumns) {
    fields = Record.schema.declarations.map { MappedField($0, columns) }
  }

  /// Returns the value of a field of a row; `nil` where there is none.
  func value(_ name: String, in row: borrowing CSVRecord) throws(RowProblem) -> FieldValue? {
    for field in fields where field.declaration.name == name { return try field.value(row) }
    return nil
  }

  /// - Parameters:
  ///   - known: the values that were read already, since a function is called once for a row.
  ///   - defaults: the values where a row has none.
  func read(
    _ row: borrowing CSVRecord, known: [String: FieldValue] = [:],
    defaults: [String: FieldValue] = [:]
  ) throws(RowProblem) -> Record {
    try Record.schema.record(
      { (declaration, index) throws(RowProblem) in
        if let value = known[declaration.name] { return value }
        if let value = try fields[index].value(row) { return value }
        if let value = defaults[declaration.name] { return value }
        if declaration.isRequired { throw fields[index].missing }
        return nil
      }, failure: { RowProblem($0) })
  }
}

extension FieldDeclaration {
  /// Whether the field contains the values of a tracker's own fields, which a mapping names one by
  /// one.
  var isOwnValues: Bool { name == "values" }
}
