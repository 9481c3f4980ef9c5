/// A field of a result without the type of the rows: what references and editors show of it.
package struct ResultDeclaration: Hashable, Sendable {
  /// The name in JSON, Lua and CSV, and in tables with spaces for underscores.
  package var name: String
  package var type: ResultType
  /// A sentence for the reference.
  package var summary: String
  /// Whether a row may have no value.
  package var isOptional: Bool
  /// How texts show the value.
  package var style: ResultStyle
  /// The forms of a result that have the field.
  package var forms: Forms
  /// The header of tables; that of the name if there is none.
  package var title: String?
  /// Whether the value says what a row inside the row is about, such as an item: a column of tidy records.
  package var isKey = false
  /// The name of the key of a list of numbers, which is a column of tidy records.
  var numbersKey: String?
  /// Whether JSON omits the field where a row has no value, in place of `null`.
  package var isOmittedIfAbsent = false

  /// The header in tables: the title, or the name with spaces for underscores.
  package var heading: String { title ?? name.replacing("_", with: " ") }

  /// The forms of a result.
  package enum Forms: Hashable, Sendable {
    case all
    /// Only tables have the field: a drawing of others.
    case tables
  }
}

/// The fields of a result without the type of the rows.
package struct ResultShape: Hashable, Sendable {
  /// The name of what a row describes, such as `Habit`, which is a class in editors of Lua.
  package let name: String
  /// A sentence about a row for the reference.
  package let summary: String
  /// The fields of all forms, in order.
  package let fields: [ResultDeclaration]

  package init(_ name: String, _ summary: String, _ fields: [ResultDeclaration]) {
    (self.name, self.summary, self.fields) = (name, summary, fields)
  }

  /// The name of the class in editors of Lua.
  package var className: String { "flint.\(name)" }
}
