import Rules
package import Schema

/// A description of how the rows of a table become events: the source of each field, and the format
/// of the file.
///
/// A value of this type is valid: it has the fields that its kind needs, and no unknown names.
package struct Mapping: Sendable {
  enum Source: Sendable {
    /// Columns, by name; the texts of several are joined by a space.
    case columns([String])
    /// A constant for all rows.
    case constant(MappedValue)
    case function(MappingFunction)
  }

  /// A custom field of a tracker, with the source of its values.
  struct OwnField: Sendable {
    var field: TrackerField
    var source: Source
  }

  /// How a file writes dates, numbers and tags, as far as it is stated.
  struct Notation: Sendable {
    /// The order of three numbers in dates.
    var dateOrder: DateOrder?
    /// The unit of times, if these are Unix timestamps.
    var unix: DateReader.UnixUnit?
    /// The zone of times without an offset; the profile's if not given.
    var zone: String?
    /// The decimal mark of numbers; without one, only numbers that mean the same with either mark are
    /// read.
    var decimal: DecimalMark?
    var separator = ","
  }

  /// The name in reports: that of the mapping file.
  package let name: String
  package let kind: MappingKind
  /// The sources of the fields, by field name.
  var sources: [String: Source] = [:]
  var ownFields: [OwnField] = []
  /// The schedules and goals of trackers.
  var habits = MappedHabits()
  /// The source of the ids of rows, if they have any.
  var id: Source?
  /// The prefix of the ids in keys, followed by `/`, which distinguishes the ids of different apps.
  package internal(set) var source: String?
  /// The function that returns whether a row is skipped, or the reason.
  var skip: MappingFunction?
  /// The values that texts of the file mean, by field.
  var values: [String: [(text: String, value: MappedValue)]] = [:]
  /// The numbers with which the file rates moods, if it does.
  var scale: MoodScale?
  var defaults: [String: MappedValue] = [:]
  /// How the file writes dates, numbers and tags.
  var notation = Notation()
  /// The layout of the file, as far as it is stated.
  package internal(set) var form = FileForm()

  init(name: String, kind: MappingKind) {
    self.name = name
    self.kind = kind
  }

  var hasFunctions: Bool {
    let all = Array(sources.values) + ownFields.map(\.source) + [id].compactMap(\.self)
    return skip != nil || all.contains { if case .function = $0 { true } else { false } }
  }

  /// The columns that the mapping names, each once, in the order of the fields.
  var namedColumns: [String] {
    var names: [String] = []
    let sources = kind.fields.map { self.sources[$0.name] } + ownFields.map(\.source) + [id]
    for case .columns(let columns)? in sources {
      for name in columns where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns the columns of a file that the mapping does not name, numbered where an earlier column
  /// has the same name.
  func unnamedColumns(in header: [String]) -> [String] {
    // A file of JSON has no columns but those that are named.
    if header == [JSONForm.column] { return [] }
    let positions = ColumnPositions(header)
    let named = Set(namedColumns.compactMap { positions[$0] })
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

/// The error thrown for a refused mapping, with all errors in it.
package struct MappingError: Error, Hashable, Sendable {
  package var faults: [TableFault]
}
