import FlintJSON

/// Fields of estimates: numbers that may be unknown, intervals, and quantiles.
extension ResultField {
  /// Creates a field of a number that may be unknown: `none` for `nil`, infinities and NaN.
  package static func finite(
    _ name: String, _ summary: String, _ style: ResultStyle = .digits(4),
    _ number: @escaping @Sendable (Row) -> Double?
  ) -> ResultField {
    ResultField(name, .number, summary, style, isOptional: true) { row in
      guard let number = number(row), number.isFinite else { return .none }
      return .number(number)
    }
  }

  /// Creates a field that holds an interval: a list of its ends. CSV has its ends as columns `name_low` and
  /// `name_high`, tables as one text.
  ///
  /// - Parameter title: the header of tables.
  package static func interval(
    _ name: String, _ summary: String, _ style: ResultStyle, title: String = "95 % interval",
    _ interval: @escaping @Sendable (Row) -> (low: Double, high: Double)?
  ) -> ResultField {
    let ends = ResultField(
      name, .structure("number[]"), summary, style, isOptional: true
    ) { interval($0).map { .json(.array([.number($0.low), .number($0.high)])) } ?? .none }
    var field = ends
    field.inner =
      [ends.titled(title).onlyInTables.column]
      + [
        finite("\(name)_low", "The lower end.", style) { interval($0)?.low },
        finite("\(name)_high", "The upper end.", style) { interval($0)?.high },
      ].map(\.column)
    field.records = { row in
      interval(row).map { ends in
        [("low", ends.low), ("high", ends.high)].map {
          ResultRecord(measure: $0, keys: [:], value: .number($1))
        }
      } ?? []
    }
    return field
  }

  /// Creates a field that holds rows whose number and order are always the same, such as quantiles. CSV has their
  /// fields as columns by the name of each row: `value` by the name alone, others as `name_field`.
  package static func rows<Inner>(
    _ name: String, _ summary: String, _ schema: ResultSchema<Inner>, columns names: [String],
    _ rows: @escaping @Sendable (Row) -> [Inner]
  ) -> ResultField {
    var field = ResultField.rows(name, summary, schema, rows)
    field.inner = names.enumerated().flatMap { index, name in
      schema.columns.filter { !$0.declaration.isKey }.map { column in
        var own = column.within(name) { whole in
          let rows = rows(whole)
          return rows.indices.contains(index) ? rows[index] : nil
        }
        if column.name == "value" { own.declaration.name = name }
        return own
      }
    }
    return field
  }

  /// The field as one that only tables have.
  package var onlyInTables: ResultField {
    var field = self
    field.declaration.forms = .tables
    return field
  }

  /// The field as a column.
  var column: ResultColumn<Row> {
    ResultColumn(declaration: declaration, value: value, text: text, tone: tone)
  }
}
