package import FlintSchema

/// A column of an exported table.
package struct ExportColumn: Sendable {
  /// The rule for writing a column if the user does not choose the columns.
  enum Presence: Sendable {
    case always
    /// Only if any row has a value in it.
    case whenNeeded
    /// Likewise, and an import of a table without the column keeps the values that a corrected event has.
    case whenGiven
    case onRequest
  }

  package var name: String
  /// A sentence for the reference: what a value of the column is.
  package var summary: String
  /// The type of its values; `text` if it differs between rows.
  package var content: ColumnContent
  var presence: Presence

  init(
    _ name: String, _ summary: String = "", _ content: ColumnContent = .text,
    presence: Presence = .always
  ) {
    self.name = name
    self.summary = summary
    self.content = content
    self.presence = presence
  }

  /// When the column is written, in words; empty if it always is.
  package var occasion: String {
    switch presence {
    case .always: ""
    case .whenNeeded, .whenGiven: "if a row has one"
    case .onRequest: "by --columns"
    }
  }

  static let at = ExportColumn("at", "When it happened.", .time)
  static let key = ExportColumn("key", "The id by which an import recognises the event again.")
  static let id = ExportColumn("id", "The id of the event.", presence: .onRequest)
  static let day = ExportColumn(
    "day", "The civil day, which ends at the day start.", .day, presence: .onRequest)
}

extension [ExportColumn] {
  /// Returns the columns with those of the fields of records: a listed column has the type of its
  /// field, and its summary unless it has one, and the columns of fields that are not listed precede
  /// the column `key`.
  func including<Record>(_ schema: RecordSchema<Record>) -> [ExportColumn] {
    var columns = self
    for field in schema.declarations {
      let content = ColumnContent(field.type)
      if let index = columns.firstIndex(where: { $0.name == field.column }) {
        columns[index].content = content
        if columns[index].summary.isEmpty { columns[index].summary = field.summary }
      } else {
        let index = columns.firstIndex { $0.name == "key" } ?? columns.endIndex
        columns.insert(ExportColumn(field.column, field.summary, content), at: index)
      }
    }
    return columns
  }
}
