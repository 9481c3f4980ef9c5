import CSV
import FlintRules
import FlintSchema
import Sessions

/// What the events of a row share: the mapping applied to a file with known columns.
final class MappedFile {
  let mapping: Mapping
  let header: [String]
  let context: ReadingContext
  let interruption = MappedInterruption()
  let names: RowNames
  let rounded = RoundedNumbers()
  let roundedMinutes = RoundedNumbers("Durations are rounded to whole minutes")
  let times: TimeReader
  let numbers: NumberReader
  let positions: ColumnPositions

  init(_ mapping: Mapping, _ header: [String], _ context: ReadingContext) {
    self.mapping = mapping
    self.header = header
    self.context = context
    positions = ColumnPositions(header)
    times = TimeReader(mapping, context, positions)
    numbers = NumberReader(mark: mapping.notation.decimal, isRounding: true)
    names = RowNames(header, mapping.form.json)
  }

  /// The events of a row, with one for each column whose name is a day.
  var events: [EventMapping] {
    mapping.events.flatMap { event in
      if event.dayField == nil { return [event] }
      let days = mapping.notation.with(order: context.dateOrder).days(in: header)
      return days.map { event.onDay($0.day, $0.text, column: header[$0.column]) }
    }
  }

  /// Remarks about all rows, for the report.
  var remarks: [String] { rounded.remarks + roundedMinutes.remarks + names.remarks }
}

/// The sources of an event of a row, applied to a file: every column name is resolved.
struct MappedColumns {
  let file: MappedFile
  let event: EventMapping
  /// The reader of the key; `nil` when rows have none.
  private(set) var key: RowKeyReader?

  init(_ event: EventMapping, _ file: MappedFile) {
    self.file = file
    self.event = event
    let source = file.mapping.source
    key = event.id.map { id in
      if case .columns(let names) = id.location, id.form == nil {
        return RowKeyReader(
          source, columns: names.compactMap { file.positions[$0] }, field: nil,
          empty: file.mapping.notation.empty, suffix: event.keySuffix)
      }
      return RowKeyReader(
        source, columns: [], field: reader(id, "id"), suffix: event.keySuffix)
    }
  }

  var times: TimeReader { file.times }
  var context: ReadingContext { file.context }
  var separator: String { file.mapping.notation.separator }

  /// Returns an error message for each column that a mapping names and the file does not have.
  ///
  /// - Parameter order: the order of dates that was requested, if any.
  static func missing(
    _ mapping: Mapping, _ header: [String], order: DateOrder? = nil
  ) -> [String] {
    let positions = ColumnPositions(header)
    var reported: Set<String> = []
    var problems: [String] = []
    func check(_ names: [String], _ target: String) {
      for name in names where positions[name] == nil && reported.insert(name).inserted {
        problems.append(
          RowNames.absence(
            of: name, among: header, for: ", which the mapping names for \(target)"))
      }
    }
    for (source, target) in mapping.events.flatMap(\.allSources) { check(source.columns, target) }
    check([mapping.notation.zoneSource?.column].compactMap(\.self), "zone")
    if problems.isEmpty, mapping.events.contains(where: { $0.dayField != nil }),
      mapping.notation.with(order: order).days(in: header).isEmpty
    {
      problems.append(
        "no column has a day as its name, and the mapping says each = \"dates\"; the columns are "
          + header.prefix(20).joined(separator: ", "))
    }
    return problems
  }

  func field(_ name: String) -> FieldReader {
    var reader = reader(event.sources[name], name)
    reader.fallback = event.defaults[name] ?? .nothing
    for (text, value) in event.values[name] ?? [] {
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
      case .choice(let choice)? = event.kind.fields.first(where: { $0.name == name })
        .map({ context.type(of: $0) })
    else { return (field, ChoiceReader(.init([]))) }
    var choices =
      name == "mood" ? ChoiceReader(moods: event.scale, file.numbers) : ChoiceReader(choice)
    for (text, value) in event.values[name] ?? [] {
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
    let absent = event.kind.keptFields.filter {
      !event.has($0.name) && (!$0.isOwnValues || event.ownFields.isEmpty)
    }
    return Set(absent.map(\.name))
  }

  var ownFields: [(field: TrackerField, reader: FieldReader)] {
    event.ownFields.map { ($0.field, reader($0.source, $0.field.name)) }
  }

  private func reader(_ source: MappingSource?, _ name: String) -> FieldReader {
    func position(_ name: String) -> Int? {
      file.positions[source?.form?.lookup?.column(name) ?? name]
    }
    let location: FieldReader.Location =
      switch source?.location {
      case nil: .absent
      case .constant(let value)?: .constant(value)
      case .function(let function)?: .function(function)
      case .span(let from, let to)?:
        if let from = position(from), let to = position(to) {
          .span(from: from, to: to)
        } else {
          .absent
        }
      case .columns(let names)?:
        switch names.compactMap(position) {
        case let found where found.count == 1: .column(found[0])
        case let found: .columns(found)
        }
      }
    var unitColumn: Int?
    if case .column(let unit)? = source?.form?.unit { unitColumn = position(unit) }
    return FieldReader(
      name: name, location: location, form: source?.form, unitColumn: unitColumn, file: file,
      empty: file.mapping.notation.empty)
  }
}

extension Mapping.Notation {
  /// Returns the notation with a requested order of dates, if there is one.
  func with(order: DateOrder?) -> Mapping.Notation {
    guard let order else { return self }
    var notation = self
    notation.dates = .order(order)
    return notation
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
  /// The texts that are no value, trimmed and in lower case.
  private let empty: Set<String>
  /// The source of the ids with a `/` behind it, if there is one.
  private let prefix: String
  /// What follows the id, where a row has several events.
  private let suffix: String?

  /// - Parameters:
  ///   - source: the source of the ids, such as the name of an app.
  ///   - empty: the texts of columns that are no value, trimmed and in lower case.
  ///   - suffix: what distinguishes the key from those of the row's other events, if it has any.
  init(
    _ source: String?, columns: [Int], field: FieldReader?, empty: Set<String> = [],
    suffix: String? = nil
  ) {
    self.columns = columns
    self.field = field
    self.empty = empty
    self.suffix = suffix
    prefix = source.map { Self.escaped($0) + "/" } ?? ""
  }

  /// Returns the key: the source of the ids, if any, and the texts of the columns, joined by `/`;
  /// `nil` where the columns are empty.
  func key(_ record: borrowing CSVRecord) throws(RowProblem) -> String? {
    try id(record).map { id in
      prefix + (suffix.map { Self.joined([id, $0]) } ?? id)
    }
  }

  private func id(_ record: borrowing CSVRecord) throws(RowProblem) -> String? {
    if let field { return try field.text(record) }
    if columns.count == 1 {
      if record.isEmpty(columns[0]) { return nil }
      let text = value(record[columns[0]])
      return text.isEmpty ? nil : text
    }
    var components: [String] = []
    for column in columns { components.append(value(record[column])) }
    return components.allSatisfy(\.isEmpty) ? nil : Self.joined(components)
  }

  /// Returns the trimmed text of a column; an empty one for a text that is no value.
  private func value(_ text: String) -> String {
    let text = text.trimmedWhitespace
    return !empty.isEmpty && empty.contains(text.lowercased()) ? "" : text
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
