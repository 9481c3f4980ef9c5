import FlintJSON

/// A field of a result: its declaration, its value of a row, and how tables show it.
package struct ResultField<Row>: Sendable {
  package var declaration: ResultDeclaration
  /// Returns the value of a row; `none` where it has none.
  package let value: @Sendable (Row) -> FieldValue
  /// Returns the text in tables; without it, the text of the value in the style of the field.
  package let text: (@Sendable (Row) -> String?)?
  /// Returns what the value means, which tables show in a colour.
  package var tone: (@Sendable (Row) -> Tone?)?
  /// The columns of what the field holds, such as a row inside the row; empty for a value, which is its own column.
  var inner: [ResultColumn<Row>]
  /// Returns the tidy records of the rows inside a row; `nil` for values.
  var records: (@Sendable (Row) -> [ResultRecord])?

  package var name: String { declaration.name }

  /// Creates a field whose value is computed.
  ///
  /// - Parameters:
  ///   - name: the name in JSON, Lua and CSV.
  ///   - type: the type of the values.
  ///   - summary: a sentence for the reference.
  ///   - style: how texts show the value.
  ///   - isOptional: whether a row may have no value.
  ///   - text: returns the text in tables, if it is not that of the value.
  ///   - tone: returns what the value means.
  ///   - value: returns the value of a row; `none` where it has none.
  package init(
    _ name: String, _ type: ResultType, _ summary: String, _ style: ResultStyle = .usual,
    isOptional: Bool = false, text: (@Sendable (Row) -> String?)? = nil,
    tone: (@Sendable (Row) -> Tone?)? = nil, value: @escaping @Sendable (Row) -> FieldValue
  ) {
    declaration = ResultDeclaration(
      name: name, type: type, summary: summary, isOptional: isOptional, style: style, forms: .all)
    self.value = value
    self.text = text
    self.tone = tone
    inner = []
    records = nil
  }

  package init<Value: FieldConvertible>(
    _ name: String, _ path: any KeyPath<Row, Value> & Sendable, _ summary: String,
    _ style: ResultStyle = .usual, type: FieldType = Value.fieldType,
    text: (@Sendable (Row) -> String?)? = nil, tone: (@Sendable (Row) -> Tone?)? = nil
  ) {
    self.init(name, .value(type), summary, style, text: text, tone: tone) {
      $0[keyPath: path].fieldValue.orEmptyList(of: type)
    }
  }

  /// Creates a field of a property that may have no value.
  package init<Value: FieldConvertible>(
    _ name: String, _ path: any KeyPath<Row, Value?> & Sendable, _ summary: String,
    _ style: ResultStyle = .usual, type: FieldType = Value.fieldType,
    text: (@Sendable (Row) -> String?)? = nil, tone: (@Sendable (Row) -> Tone?)? = nil
  ) {
    self.init(name, .value(type), summary, style, isOptional: true, text: text, tone: tone) {
      $0[keyPath: path]?.fieldValue ?? FieldValue.none
    }
  }

  /// Creates a field of a whole number.
  package init(
    _ name: String, _ path: any KeyPath<Row, Int> & Sendable, _ summary: String,
    _ style: ResultStyle = .usual
  ) {
    self.init(name, .integer, summary, style) { .integer(Int64($0[keyPath: path])) }
  }

  /// Creates a field of a floating-point number.
  package init(
    _ name: String, _ path: any KeyPath<Row, Double> & Sendable, _ summary: String,
    _ style: ResultStyle = .digits(4)
  ) {
    self.init(name, .number, summary, style) { .number($0[keyPath: path]) }
  }

  /// Creates a field of a floating-point number that a row may not have.
  package init(
    _ name: String, _ path: any KeyPath<Row, Double?> & Sendable, _ summary: String,
    _ style: ResultStyle = .digits(4)
  ) {
    self.init(name, .number, summary, style, isOptional: true) {
      $0[keyPath: path].map { .number($0) } ?? FieldValue.none
    }
  }

  /// Creates the field of a field of the record that the row shows.
  package init<Record>(
    _ field: Field<Record>, _ path: any KeyPath<Row, Record> & Sendable,
    _ style: ResultStyle = .usual, text: (@Sendable (Row) -> String?)? = nil,
    tone: (@Sendable (Row) -> Tone?)? = nil
  ) {
    let declaration = field.declaration
    self.init(
      field.name, .value(declaration.type), declaration.summary, style,
      isOptional: declaration.isClearable, text: text, tone: tone
    ) {
      field.value(of: $0[keyPath: path]).orEmptyList(of: declaration.type)
    }
  }

  /// Creates a field that only tables have: a drawing of others, such as a sparkline.
  package static func drawing(
    _ name: String, tone: (@Sendable (Row) -> Tone?)? = nil,
    _ text: @escaping @Sendable (Row) -> String?
  ) -> ResultField {
    var field = ResultField(name, .text, "", isOptional: true, text: text, tone: tone) {
      FieldValue(text: text($0))
    }
    field.declaration.forms = .tables
    return field
  }

  /// Creates a field that holds a row. CSV has its fields as columns `name_field`.
  ///
  /// - Parameters:
  ///   - style: how tables show the two ends of an interval in one column; other rows have none.
  ///   - title: the header of that column, if it is not the name.
  package static func row<Inner>(
    _ name: String, _ summary: String, _ schema: ResultSchema<Inner>,
    _ style: ResultStyle = .usual, title: String? = nil,
    _ row: @escaping @Sendable (Row) -> Inner
  ) -> ResultField {
    ResultField(name, summary, schema, style, title, isOptional: false) { row($0) }
  }

  /// Creates a field that may hold a row.
  package static func optionalRow<Inner>(
    _ name: String, _ summary: String, _ schema: ResultSchema<Inner>,
    _ style: ResultStyle = .usual, title: String? = nil,
    _ row: @escaping @Sendable (Row) -> Inner?
  ) -> ResultField {
    ResultField(name, summary, schema, style, title, isOptional: true, row: row)
  }

  private init<Inner>(
    _ name: String, _ summary: String, _ schema: ResultSchema<Inner>, _ style: ResultStyle,
    _ title: String?, isOptional: Bool, row: @escaping @Sendable (Row) -> Inner?
  ) {
    declaration = ResultDeclaration(
      name: name, type: .row(schema.shape), summary: summary, isOptional: isOptional,
      style: style, forms: .all, title: title)
    let value: @Sendable (Row) -> FieldValue = {
      row($0).map { .json(schema.json($0)) } ?? FieldValue.none
    }
    self.value = value
    text = nil
    var whole = declaration
    whole.forms = .tables
    inner =
      schema.columns.map { $0.within(name, row) }
      + (style == .usual
        ? [] : [ResultColumn(declaration: whole, value: value, text: nil, tone: nil)])
    records = { row($0).map { schema.records($0) } ?? [] }
  }

  /// Creates a field that holds rows. CSV and tables, which have no rows inside rows, omit it.
  package static func rows<Inner>(
    _ name: String, _ summary: String, _ schema: ResultSchema<Inner>, isOptional: Bool = false,
    _ rows: @escaping @Sendable (Row) -> [Inner]?
  ) -> ResultField {
    ResultField(
      ResultDeclaration(
        name: name, type: .rows(schema.shape), summary: summary, isOptional: isOptional,
        style: .usual, forms: .all),
      value: { rows($0).map { .json(.array($0.map(schema.json))) } ?? FieldValue.none },
      text: nil, tone: nil, inner: [],
      records: { (rows($0) ?? []).flatMap { schema.records($0) } })
  }

  /// Creates a field that holds a grid of rows, which CSV and tables omit.
  package static func grid<Inner>(
    _ name: String, _ summary: String, _ schema: ResultSchema<Inner>,
    _ rows: @escaping @Sendable (Row) -> [[Inner]]
  ) -> ResultField {
    ResultField(
      ResultDeclaration(
        name: name, type: .grid(schema.shape), summary: summary, isOptional: false,
        style: .usual, forms: .all),
      value: { .json(.array(rows($0).map { .array($0.map(schema.json)) })) },
      text: nil, tone: nil, inner: [],
      records: { rows($0).flatMap { $0.flatMap { schema.records($0) } } })
  }

  /// Creates a field that holds a list of numbers: the value at each of the numbers asked about. Tidy records have one
  /// line for each, with the number asked about as a key. Absent where nothing was asked.
  ///
  /// - Parameters:
  ///   - measure: the end of the measure of tidy records; the name alone if it is empty.
  ///   - key: the name of the key.
  package static func numbers(
    _ name: String, _ summary: String, measure: String, by key: String,
    _ numbers: @escaping @Sendable (Row) -> [(key: Int64, value: Double)]
  ) -> ResultField {
    var declaration = ResultDeclaration(
      name: name, type: .structure("number[]"), summary: summary, isOptional: true, style: .usual,
      forms: .all)
    declaration.numbersKey = key
    return ResultField(
      declaration,
      value: { row in
        let values = numbers(row).map { JSONValue.number($0.value) }
        return values.isEmpty ? FieldValue.none : .json(.array(values))
      },
      text: nil, tone: nil, inner: [],
      records: { row in
        numbers(row).map {
          ResultRecord(measure: measure, keys: [key: .integer($0.key)], value: .number($0.value))
        }
      })
  }

  /// Returns the field with another header of tables than its name.
  package func titled(_ title: String) -> ResultField {
    var field = self
    field.declaration.title = title
    return field
  }

  /// The field as one that says what a row inside a row is about: a column of tidy records.
  package var asKey: ResultField {
    var field = self
    field.declaration.isKey = true
    return field
  }

  /// The field as one that JSON omits where a row has no value, in place of `null`.
  package var omittedIfAbsent: ResultField {
    var field = self
    (field.declaration.isOptional, field.declaration.isOmittedIfAbsent) = (true, true)
    return field
  }

  /// Returns the field as one of a row that contains this one.
  package func within<Whole>(
    _ path: any KeyPath<Whole, Row> & Sendable
  ) -> ResultField<Whole> {
    within(declaration) { $0[keyPath: path] }
  }

  /// Returns the field as one of a row that may contain this one.
  package func within<Whole>(
    optional row: @escaping @Sendable (Whole) -> Row?
  ) -> ResultField<Whole> {
    var declaration = declaration
    declaration.isOptional = true
    return within(declaration, row)
  }

  /// Returns the field as one of a row that may contain this one.
  package func within<Whole>(
    _ path: any KeyPath<Whole, Row?> & Sendable
  ) -> ResultField<Whole> {
    within(optional: { $0[keyPath: path] })
  }

  private func within<Whole>(
    _ declaration: ResultDeclaration, _ row: @escaping @Sendable (Whole) -> Row?
  ) -> ResultField<Whole> {
    let value = value
    return ResultField<Whole>(
      declaration, value: { row($0).map(value) ?? FieldValue.none },
      text: ResultColumn.reading(text, of: row), tone: ResultColumn.reading(tone, of: row),
      inner: inner.map { $0.within(nil, row) }, records: ResultColumn.records(records, of: row))
  }

  private init(
    _ declaration: ResultDeclaration, value: @escaping @Sendable (Row) -> FieldValue,
    text: (@Sendable (Row) -> String?)?, tone: (@Sendable (Row) -> Tone?)?,
    inner: [ResultColumn<Row>], records: (@Sendable (Row) -> [ResultRecord])?
  ) {
    (self.declaration, self.value, self.text) = (declaration, value, text)
    (self.tone, self.inner, self.records) = (tone, inner, records)
  }
}

extension FieldValue {
  /// The value; of a list without texts, which records do not store, an empty list.
  fileprivate func orEmptyList(of type: FieldType) -> FieldValue {
    isNone && type.isList ? .list([]) : self
  }
}
