/// The source of a field's values in a suggested mapping.
indirect enum DraftSource: Hashable {
  case column(String)
  /// A column of days, with a column of times of day.
  case moment(day: String, time: String)
  /// The columns of the year, the month and the day.
  case day([String])
  /// One value for all rows.
  case value(String)
  /// A column whose numbers have a unit.
  case measured(column: String, unit: String)
  /// A column whose dates have a form of their own.
  case dated(column: String, form: String)
  /// A column, with the column that has the unit of each row.
  case amount(column: String, unit: String)
  /// The text before a separator.
  case before(column: String, separator: String)
  /// The text that another list of a JSON file has for that of a column.
  case lookup(column: String, rows: String, key: String, value: String)
  /// The time between those of two columns.
  case span(from: String, to: String)
  /// A function of a row.
  case function(columns: [String], body: String)

  var columns: [String] {
    switch self {
    case .column(let name), .measured(let name, _), .before(let name, _),
      .dated(let name, _), .lookup(let name, _, _, _):
      [name]
    case .moment(let first, let second), .amount(let first, let second),
      .span(let first, let second):
      [first, second]
    case .value: []
    case .function(let names, _), .day(let names): names
    }
  }

  /// The source as the value of a field in a mapping file.
  var lua: String {
    switch self {
    case .column(let name): name.luaQuoted
    case .day(let names): "{\(names.map(\.luaQuoted).joined(separator: ", "))}"
    case .moment(let day, let time): "{\(day.luaQuoted), \(time.luaQuoted)}"
    case .value(let text): "{value = \(text.luaQuoted)}"
    case .measured(let name, let unit): "{\(name.luaQuoted), unit = \(unit.luaQuoted)}"
    case .dated(let name, let form): "{\(name.luaQuoted), dates = \(form.luaQuoted)}"
    case .amount(let name, let unit): "{\(name.luaQuoted), unit = {\(unit.luaQuoted)}}"
    case .before(let name, let separator):
      "{\(name.luaQuoted), before = \(separator.luaQuoted)}"
    case .lookup(let name, let rows, let key, let value):
      "{\(name.luaQuoted), lookup = {rows = \(rows.luaQuoted), key = \(key.luaQuoted), value = "
        + "\(value.luaQuoted)}}"
    case .span(let from, let to): "{from = \(from.luaQuoted), to = \(to.luaQuoted)}"
    case .function(_, let body): "function(row) \(body) end"
    }
  }
}

/// A column of values that a suggested mapping records, each as an entry.
struct DraftMeasure {
  let column: SniffedColumn
  /// The name of its tracker.
  var tracker: String
  /// The field that holds its value: `minutes`, `number`, `text`, `done`, `rating` or `amount`.
  var field: String
  var source: DraftSource
  /// The meanings of its texts, if they need any, as members of a table.
  var meanings: [(text: String, value: String)] = []
  /// What a person has to check about it.
  var check: String?

  /// Whether a mapping may list the column alone, without its field and tracker.
  var isPlain: Bool { source == .column(tracker) }
}

/// A part of a suggested mapping that a person has to check.
package struct DraftCheck: Hashable, Sendable {
  /// The question, as a sentence.
  package var question: String
  /// The line of the mapping that answers it.
  package var line: String
  /// Whether nothing may be recorded before it is answered.
  package var isBlocking = false
}
