import CSV
import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

/// The indices of the columns of one of Flint's own tables in a file.
struct OwnColumns {
  private let positions: [String: Int]
  private let id: Int?
  /// The columns of the kind that the file does not have.
  private let absentFields: Set<String>
  /// The categories that sparks can have, in the order of the rulebook.
  var categories = SparkCategory.ignition
  /// The intensities that sparks can have, weakest first.
  var intensities = SparkIntensity.ignition
  /// The reader of times and days in other forms than those that Flint writes.
  var dates = DateReader()

  /// A column of tables of versions up to 0.2.0, which is ignored.
  private static let former = "origin"

  /// Finds the columns of a table; `nil` when a required column is missing, or a column is not one
  /// of the table.
  ///
  /// - Parameter isRepeated: returns whether a column repeats what another column of the table has.
  init?(
    _ header: [String], of columns: [ExportColumn], required: [String],
    ignoring isRepeated: (String) -> Bool = { _ in false }
  ) {
    guard required.allSatisfy({ header.contains($0) }),
      header.allSatisfy({ name in
        name == Self.former || columns.contains { $0.name == name } || isRepeated(name)
      })
    else { return nil }
    positions = Dictionary(
      header.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    id = positions["id"]
    let usual = columns.filter { $0.presence == .always || $0.presence == .whenGiven }.map(\.name)
    // An absent time does not mean that the time is unchanged.
    absentFields = Set(usual).subtracting(header).subtracting(["at"])
  }

  /// Returns the event that a row describes, with the id of the event if the table has one.
  func event(_ record: borrowing CSVRecord, _ imported: ImportedEvent) -> ImportedEvent {
    let imported = imported.withAbsentFields(absentFields)
    guard let id, let word = record.word(id), let id = EventID(word) else { return imported }
    return .known(id, imported)
  }

  subscript(name: String) -> Int? { positions[name] }
}

/// Records of schemas in Flint's own tables.
extension OwnColumns {
  /// Returns the value of a field in a row; `nil` where there is none.
  func value(
    _ field: FieldDeclaration, _ record: borrowing CSVRecord, _ zone: CivilZone?
  ) throws(RowProblem) -> FieldValue? {
    let (index, name) = (self[field.column], field.column)
    switch field.type {
    case .text, .line, .phrase: return record.text(index).map { .text($0) }
    case .integer: return try record.integer(index, name).map { .integer($0) }
    case .boolean: return try record.flag(index, name).map { .boolean($0) }
    case .day: return try day(record, index, name).map { .day($0) }
    case .id: return record.word(index).map { .name($0) }
    case .list:
      let texts = record.list(index)
      return texts.isEmpty ? nil : .list(texts)
    // What the ids are in the profile is known when the row is recorded.
    case .ids: return nil
    case .structure: return try record.json(index, name).map { .json($0) }
    case .decimal: return try record.decimal(index, name).map { .decimal($0.millionths) }
    case .choice(let choice):
      let read = try record.choice(index, name, of: choice.names, choice.form) {
        choice.name(reading: $0)
      }
      return read.map { .name($0) }
    case .time:
      guard let zone, record.word(index) != nil else { return nil }
      switch try time(record, index, name) {
      case .written(let timestamp): return .instant(zone.resolve(timestamp).instant)
      case .instant(let instant): return .instant(instant)
      }
    }
  }

  /// - Parameters:
  ///   - zone: the zone of times without an offset.
  ///   - defaults: the values where a row has none.
  func read<Record: SchemaRecord>(
    _ type: Record.Type = Record.self, _ record: borrowing CSVRecord, _ zone: CivilZone? = nil,
    defaults: [String: FieldValue] = [:]
  ) throws(RowProblem) -> Record {
    try Record.schema.record(
      { (field, _) throws(RowProblem) in
        if let value = try value(field, record, zone) ?? defaults[field.name] { return value }
        if field.isRequired { throw .missing(field.column, field.type.expectation) }
        return nil
      }, failure: { RowProblem($0, column: Record.schema[$0.field]?.declaration.column) })
  }

  /// - Parameter cleared: the columns of cleared fields.
  func change<Record: SchemaRecord>(
    _ type: Record.Type = Record.self, _ record: borrowing CSVRecord, _ zone: CivilZone? = nil,
    cleared: [String]
  ) throws(RowProblem) -> RecordChange<Record> {
    try Record.schema.change(
      { (field, _) throws(RowProblem) in
        cleared.contains(field.column) ? FieldValue.none : try value(field, record, zone)
      }, failure: { RowProblem($0, column: Record.schema[$0.field]?.declaration.column) })
  }
}

/// Times and days in Flint's own tables, which a spreadsheet may have rewritten.
extension OwnColumns {
  func time(
    _ record: borrowing CSVRecord, _ index: Int?, _ column: String
  ) throws(RowProblem) -> EventTime {
    guard let index else { throw RowProblem(column: column, reason: "expected \(Timestamp.form)") }
    let timestamp = record.withBytes(of: index) { Timestamp(utf8: $0) }
    if let timestamp {
      // The offset is that of the profile's zone (`TimeForm`).
      let isOmitted =
        timestamp.offset == .zero && record.utf8(of: index).suffix(6).elementsEqual("-00:00".utf8)
      return isOmitted
        ? .instant(timestamp.local.instant(offset: .zero)) : .written(timestamp)
    }
    if let timestamp = Timestamp(record[index].trimmedWhitespace) { return .written(timestamp) }
    return try date(record[index], column, expected: Timestamp.form).eventTime
  }

  /// Returns a day; `nil` where there is none.
  func day(
    _ record: borrowing CSVRecord, _ index: Int?, _ column: String
  ) throws(RowProblem) -> CivilDay? {
    guard let word = record.word(index) else { return nil }
    if let day = CivilDay(word) { return day }
    let form = "a day such as 2026-03-01"
    let date = try date(word, column, expected: form)
    if date.time == nil { return date.day }
    throw RowProblem(column: column, value: word, reason: "expected \(form)")
  }

  private func date(
    _ text: String, _ column: String, expected form: String
  ) throws(RowProblem) -> WrittenDate {
    if let date = dates.read(text) { return date }
    throw RowProblem(
      column: column, value: text, reason: dates.problem(with: text, expected: form))
  }
}

/// Access to the fields of Flint's own tables.
extension CSVRecord {
  /// Returns a text without the guard against spreadsheet formulas; `nil` where there is none.
  borrowing func text(_ index: Int?) -> String? {
    guard let index else { return nil }
    return withBytes(of: index) { TextGuard.text($0) }
  }

  /// Returns a keyword or an id, trimmed; `nil` where there is none.
  borrowing func word(_ index: Int?) -> String? {
    guard let index, !isEmpty(index) else { return nil }
    let word = self[index].trimmedWhitespace
    // An apostrophe alone is an empty text.
    return word.isEmpty || word == "'" ? nil : word
  }

  /// Returns a whole number; `nil` where there is none.
  borrowing func integer(_ index: Int?, _ column: String) throws(RowProblem) -> Int64? {
    guard let word = word(index) else { return nil }
    guard let number = Int64(word) else {
      throw RowProblem(column: column, value: word, reason: "expected a whole number")
    }
    return number
  }

  /// Returns a decimal number; `nil` where there is none.
  borrowing func decimal(
    _ index: Int?, _ column: String
  ) throws(RowProblem) -> DecimalNumber? {
    guard let word = word(index) else { return nil }
    // A spreadsheet may have replaced the point with a comma.
    let number = word.utf8.contains(UInt8(ascii: ".")) ? word : word.replacing(",", with: ".")
    return try RowProblem.checking { () throws(FieldError) in
      try DecimalNumber(reading: number, field: column)
    }
  }

  /// Returns a Boolean value; `nil` where there is none.
  borrowing func flag(_ index: Int?, _ column: String) throws(RowProblem) -> Bool? {
    guard let word = word(index) else { return nil }
    switch word.lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default: throw RowProblem(column: column, value: word, reason: "expected true or false")
    }
  }

  borrowing func list(_ index: Int?) -> [String] {
    text(index).map { TagList.split($0) } ?? []
  }

  /// Returns the value of a name; `nil` where there is none.
  ///
  /// - Parameter form: the valid values in words, if there are others than the names.
  borrowing func choice<Value>(
    _ index: Int?, _ column: String, of names: [String], _ form: String? = nil,
    _ read: (String) -> Value?
  ) throws(RowProblem) -> Value? {
    guard let word = word(index) else { return nil }
    if let value = read(word) ?? read(word.lowercased()) { return value }
    throw RowProblem(
      column: column, value: word,
      reason: "expected \(form ?? names.alternatives)"
        + NearestName.hint(for: word, among: names))
  }

  /// Returns a JSON value; `nil` where there is none.
  borrowing func json(_ index: Int?, _ column: String) throws(RowProblem) -> JSONValue? {
    guard let word = word(index) else { return nil }
    do throws(JSONError) {
      return try JSONValue(parsing: word)
    } catch {
      throw RowProblem(column: column, value: String(word.prefix(60)), reason: error.problem)
    }
  }
}

extension RowProblem {
  static func missing(_ column: String, _ expected: String) -> RowProblem {
    RowProblem(column: column, reason: "expected \(expected), got nothing")
  }
}
