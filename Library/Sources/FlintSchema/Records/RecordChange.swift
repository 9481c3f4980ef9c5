package import FlintJSON

/// A change of some fields of a record; the others keep their values.
package struct RecordChange<Record: SchemaRecord>: Hashable, Sendable {
  /// The new values by the index of the field, in its order; `none` clears a field.
  @usableFromInline var values: [Entry] = []

  @usableFromInline
  struct Entry: Hashable, Sendable {
    @usableFromInline var index: Int
    @usableFromInline var value: FieldValue

    @inlinable
    init(index: Int, value: FieldValue) {
      self.index = index
      self.value = value
    }
  }

  @inlinable package init() {}

  /// Creates a change from the new values of fields, `none` for cleared ones.
  ///
  /// ```swift
  /// try TaskChange(["priority": .name("P0"), "due": .none])
  /// ```
  ///
  /// - Throws: `FieldError` when the record has no such field or a value is invalid.
  package init(_ values: KeyValuePairs<String, FieldValue>) throws(FieldError) {
    for (name, value) in values { self = try setting(name, value) }
  }

  /// Creates a change of all fields to those of a valid record.
  package init(to record: Record) {
    for (index, field) in Record.schema.fields.enumerated() where field.set != nil {
      values.append(Entry(index: index, value: field.get(record)))
    }
  }

  package var isEmpty: Bool { values.isEmpty }

  package var names: [String] { values.map { Record.schema.fields[$0.index].name } }

  /// The new value of a field, `none` if it is cleared; `nil` if it is unchanged.
  package subscript(name: String) -> FieldValue? {
    values.first { Record.schema.fields[$0.index].name == name }?.value
  }

  /// - Throws: `FieldError` when the record has no such field or the value is invalid.
  package func setting(_ name: String, _ value: FieldValue) throws(FieldError) -> RecordChange {
    let fields = Record.schema.fields
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      throw FieldError(
        field: name, expected: fields.map(\.name).alternatives, found: "an unknown field")
    }
    var change = self
    try change.set(fields[index], index, value)
    return change
  }

  /// Returns the change without the new value of a field.
  package func removing(_ name: String) -> RecordChange {
    var change = self
    change.values.removeAll { Record.schema.fields[$0.index].name == name }
    return change
  }

  @inlinable
  mutating func set(
    _ field: Field<Record>, _ index: Int, _ value: FieldValue
  ) throws(FieldError) {
    if value.isNone && !field.declaration.isClearable {
      throw .wrongType(value, field.declaration.type, field.name)
    }
    // Set in a blank record, the value is checked and normalized.
    var record = Record.blank
    try field.set?(&record, value)
    let entry = Entry(index: index, value: field.get(record))
    values.removeAll { $0.index == index }
    values.insert(entry, at: values.firstIndex { $0.index > index } ?? values.endIndex)
  }

  @inlinable
  package func apply(to record: inout Record) {
    for entry in values {
      // Cannot fail: the value was checked when the change was made.
      try? Record.schema.fields[entry.index].set?(&record, entry.value)
    }
  }

  /// - Throws: `FieldError` when the fields of the changed record do not fit each other.
  package func applied(to record: Record) throws(FieldError) -> Record {
    var changed = record
    apply(to: &changed)
    try changed.validate()
    return changed
  }

  /// The members of the canonical JSON: the changed fields in order, `null` for cleared ones.
  package var content: [(name: String, value: JSONValue)] {
    values.map { entry in
      let field = Record.schema.fields[entry.index]
      return (field.declaration.member, field.declaration.type.canonical(entry.value))
    }
  }
}
