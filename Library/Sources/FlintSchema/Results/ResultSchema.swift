package import FlintJSON

/// What a command or a function answers, with fields declared in a schema.
package protocol ResultRow: SendableMetatype {
  /// The fields, in the order in which JSON has them.
  static var schema: ResultSchema<Self> { get }
}

extension ResultRow {
  /// The fields as a JSON object.
  package var json: JSONValue { Self.schema.json(self) }
}

/// The fields of a result, each declared once: JSON, CSV, the columns of tables, the tables that
/// Lua functions return and the reference are derived from it.
package struct ResultSchema<Row>: Sendable {
  /// The fields without the type of the rows.
  package let shape: ResultShape
  /// The fields, those of tables included, in order.
  package let fields: [ResultField<Row>]
  /// The names of the columns that tables show unless told otherwise, in order.
  package let shown: [String]

  /// - Parameters:
  ///   - name: the name of what a row describes, such as `Habit`.
  ///   - summary: a sentence about a row for the reference.
  ///   - shown: the names of the columns of tables; all if empty.
  ///   - fields: the fields.
  package init(
    _ name: String, _ summary: String, shown: [String] = [], _ fields: [ResultField<Row>]
  ) {
    shape = ResultShape(
      name, summary, fields.map(\.declaration).filter { $0.forms == .all })
    self.fields = fields
    self.shown = shown
    assert(
      shown.allSatisfy { name in columns.contains { $0.name == name } },
      "a column of \(name) does not exist")
  }

  /// Returns a row as a JSON object with all fields; `null` without a value, unless the field is omitted then.
  package func json(_ row: Row) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    members.reserveCapacity(fields.count)
    for field in fields where field.declaration.forms == .all {
      let value = field.value(row)
      if value.isNone && field.declaration.isOmittedIfAbsent { continue }
      members.append((field.name, value.json))
    }
    return .object(members)
  }

  /// The columns of tables and CSV: the fields, those of rows inside rows by their path.
  package var columns: [ResultColumn<Row>] {
    fields.flatMap { field in
      field.inner.isEmpty && field.declaration.type.shape == nil ? [field.column] : field.inner
    }
  }
}

extension ResultSchema {
  /// Returns the columns with names, in the order of the names; all columns if none is named.
  package func columns(named names: [String]) -> [ResultColumn<Row>] {
    let columns = columns
    guard !names.isEmpty else { return columns }
    assert(
      names.allSatisfy { name in columns.contains { $0.name == name } },
      "a column of \(shape.name) does not exist")
    return names.compactMap { name in columns.first { $0.name == name } }
  }
}

/// A column of a table: a field, or a field of a row inside the row.
package struct ResultColumn<Row>: Sendable {
  /// The declaration, whose name is the path with underscores.
  package var declaration: ResultDeclaration
  /// Returns the value of a row; `none` where it has none.
  package let value: @Sendable (Row) -> FieldValue
  /// Returns the text in tables; without it, the text of the value in the style of the field.
  package let text: (@Sendable (Row) -> String?)?
  /// Returns what the value means, which tables show in a colour.
  package let tone: (@Sendable (Row) -> Tone?)?

  package var name: String { declaration.name }

  /// Returns the column as one of rows that contain the row.
  func within<Whole>(
    _ name: String?, _ row: @escaping @Sendable (Whole) -> Row?
  ) -> ResultColumn<Whole> {
    var declaration = declaration
    if let name { declaration.name = "\(name)_\(declaration.name)" }
    let value = value
    return ResultColumn<Whole>(
      declaration: declaration,
      value: { whole in row(whole).map { value($0) } ?? FieldValue.none },
      text: Self.reading(text, of: row), tone: Self.reading(tone, of: row))
  }

  /// Returns a function of rows as one of what contains them.
  static func reading<Whole, Result>(
    _ function: (@Sendable (Row) -> Result?)?, of row: @escaping @Sendable (Whole) -> Row?
  ) -> (@Sendable (Whole) -> Result?)? {
    guard let function else { return nil }
    return { whole in row(whole).flatMap { function($0) } }
  }

  /// Returns a function of rows that gives tidy records as one of what contains them.
  static func records<Whole>(
    _ function: (@Sendable (Row) -> [ResultRecord])?, of row: @escaping @Sendable (Whole) -> Row?
  ) -> (@Sendable (Whole) -> [ResultRecord])? {
    guard let function else { return nil }
    return { row($0).map(function) ?? [] }
  }
}
