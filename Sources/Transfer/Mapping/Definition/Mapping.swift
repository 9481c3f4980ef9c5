import FlintCalendar
import FlintRules
package import FlintSchema

/// A description of how the rows of a table become events: the events of a row, and the format of the
/// file.
///
/// A value of this type is valid: its events have the fields that their kinds need, and no unknown
/// names.
package struct Mapping: Sendable {
  /// How a file writes dates, numbers and tags, as far as it is stated.
  struct Notation: Sendable {
    /// The form of dates.
    var dates: DateNotation?
    /// The year of dates that have none, if it is stated.
    var year: Int?
    /// The zone of times without an offset; the profile's if not given.
    var zone: String?
    /// The column with the zone or the offset of each row, if there is one.
    var zoneSource: ZoneSource?
    /// The decimal mark of numbers; without one, only numbers that mean the same with either mark are
    /// read.
    var decimal: DecimalMark?
    var separator = ","
    /// The texts that are no value, trimmed and in lower case.
    var empty: Set<String> = []
    /// Whether a row without any value is rejected, instead of skipped.
    var isValueRequired = false
    /// Whether the program has the mapping, so that options state what it leaves open.
    var isKnown = false
  }

  /// The column with the zone of each row.
  struct ZoneSource: Sendable {
    var column: String
    /// The unit of numbers in it; `nil` if it has none.
    var unit: ZoneColumn.Unit?
  }

  /// The name in reports: that of the mapping file.
  package let name: String
  /// The events of a row; at least one.
  var events: [EventMapping] = []
  /// The prefix of the ids in keys, followed by `/`, which distinguishes the ids of different apps.
  package internal(set) var source: String?
  /// The function that returns whether a row is skipped, or the reason.
  var skip: MappingFunction?
  /// How the file writes dates, numbers and tags.
  var notation = Notation()
  /// Whether what is read from columns that a file lacks is left out.
  var isOptional = false
  /// The layout of the file, as far as it is stated.
  package internal(set) var form = FileForm()

  init(name: String) { self.name = name }

  /// The kinds of the events of a row, each once.
  var kinds: [MappingKind] {
    MappingKind.allCases.filter { kind in events.contains { $0.kind == kind } }
  }

  var hasFunctions: Bool {
    skip != nil || events.contains { $0.allSources.contains { $0.source.isFunction } }
  }

  /// The columns that the mapping names, each once, in the order of the events and fields.
  var namedColumns: [String] {
    var names: [String] = []
    for (source, _) in events.flatMap(\.allSources) {
      for name in source.columns where !names.contains(name) { names.append(name) }
    }
    if let zone = notation.zoneSource?.column, !names.contains(zone) { names.append(zone) }
    return names
  }

  /// Returns the columns of a file that the mapping does not name, numbered where an earlier column
  /// has the same name.
  func unnamedColumns(in header: [String]) -> [String] {
    // A file of JSON has no columns but those that are named.
    if header == [JSONForm.column] { return [] }
    let positions = ColumnPositions(header)
    var named = Set(namedColumns.compactMap { positions[$0] })
    if events.contains(where: { $0.dayField != nil }) {
      named.formUnion(notation.days(in: header).map(\.column))
    }
    var seen: [String: Int] = [:]
    var unnamed: [String] = []
    let width = ImportPlanner.plainColumns(header).count
    for (index, name) in header.prefix(width).map(\.trimmedWhitespace).enumerated() {
      let number = seen[name.lowercased(), default: 0] + 1
      seen[name.lowercased()] = number
      if named.contains(index) { continue }
      let shown = name.isEmpty ? "column \(index + 1)" : name
      unnamed.append(number == 1 || name.isEmpty ? shown : "\(name) (\(number))")
    }
    return unnamed
  }

  /// Sets the mapping in import options, and the file format where the options do not state it.
  package func fill(_ options: inout ImportOptions) {
    options.mapping = MappedFormat(self)
    options.text.mappedForm = form
    options.values.zone = options.values.zone ?? notation.zone
  }
}

extension Mapping.Notation {
  /// Returns the columns of a header whose names are days, with the days as they are written.
  func days(in header: [String]) -> [(column: Int, text: String, day: CivilDay)] {
    let reader = DateReader(order: dates?.order)
    let positions = ColumnPositions(header)
    return header.enumerated().compactMap { index, name in
      let text = name.trimmedWhitespace
      let date =
        dates.flatMap { $0.read(text) } ?? reader.read(text)
        ?? year.flatMap { reader.read(text, inYear: $0) }
      // A second column of the same name is not found by it.
      guard let date, date.time == nil, positions[name] == index else { return nil }
      return (index, text, date.day)
    }
  }
}

/// The error thrown for a refused mapping, with all errors in it.
package struct MappingError: Error, Hashable, Sendable {
  package var faults: [TableFault]
}
