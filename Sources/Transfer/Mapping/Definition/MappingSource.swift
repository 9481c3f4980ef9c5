import FlintRules
import FlintSchema

/// The source of a field's values in the rows of a table.
struct MappingSource: Sendable {
  enum Location: Sendable {
    /// Columns, by name; the texts of several are joined by a space.
    case columns([String])
    /// A constant for all rows.
    case constant(MappedValue)
    case function(MappingFunction)
    /// The time between those of two columns.
    case span(from: String, to: String)
  }

  /// How the text of a source is read, where that is stated.
  struct Form: Sendable {
    /// The text behind which, and the text before which the value stands.
    var after: String?
    var before: String?
    /// The unit of its numbers: a word, or the column with the unit of each row.
    var unit: Unit?
    /// The form of its dates, if it differs from that of the mapping.
    var dates: DateNotation?
    /// The part of a JSON file in which its texts are looked up.
    var lookup: JSONLookup?
  }

  enum Unit: Hashable, Sendable {
    case named(String)
    case column(String)
  }

  var location: Location
  /// How its text is read; `nil` for nearly all, which are read as they stand.
  var form: Form?

  init(_ location: Location, _ form: Form? = nil) {
    self.location = location
    self.form = form
  }

  var isFunction: Bool { if case .function = location { true } else { false } }

  /// The names of the columns that it reads.
  var columns: [String] {
    var names: [String] =
      switch location {
      case .columns(let names): names
      case .span(let from, let to): [from, to]
      case .constant, .function: []
      }
    if let lookup = form?.lookup { names = names.map(lookup.column) }
    if case .column(let unit)? = form?.unit { names.append(unit) }
    return names
  }
}
