/// What is known of a field without the type of its record, for arguments, columns and messages.
package struct FieldDeclaration: Sendable {
  /// The name in JSON, Lua, mappings and on the command line.
  package var name: String
  package var type: FieldType
  /// A sentence for the reference.
  package var summary: String
  /// Whether each record has a value of its own.
  package var isRequired: Bool
  /// Whether a change can remove the value.
  package var isClearable: Bool
  /// The name of the column in Flint's own tables.
  package var column: String
  /// The name of the member in the canonical JSON of events.
  package var member: String
  /// The default of a new record as a text; empty if there is none.
  package var defaultText = ""
  /// Whether values are usually in the future: a weekday without `last` or `next` is the next one.
  package var isUpcoming = false

  /// The summary for the creation of a record, with the default.
  package var creationSummary: String {
    defaultText.isEmpty ? summary : "\(summary.dropLast()) (default: \(defaultText))."
  }

  /// Creates a declaration; the column and the member are named like the field unless given.
  package init(
    _ name: String, _ type: FieldType, _ summary: String, isRequired: Bool = false,
    isClearable: Bool = false, column: String? = nil, member: String? = nil
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.isRequired = isRequired
    self.isClearable = isClearable
    self.column = column ?? name
    self.member = member ?? name
  }
}

/// A field of a record, declared once: canonical JSON, state coding, Lua arguments and results,
/// errors, columns and reference pages are derived from it.
///
/// It is a class, and its initializers are inlinable, so that a record is read without copies of
/// declarations: see docs/performance.md.
package final class Field<Record>: Sendable {
  package let declaration: FieldDeclaration
  /// The value that canonical JSON omits; `nil` for a required field.
  @usableFromInline let initial: FieldValue?
  @usableFromInline let get: @Sendable (Record) -> FieldValue
  @usableFromInline
  let set: (@Sendable (inout Record, FieldValue) throws(FieldError) -> Void)?

  package var name: String { declaration.name }

  @usableFromInline
  init(
    _ declaration: FieldDeclaration, initial: FieldValue?,
    get: @escaping @Sendable (Record) -> FieldValue,
    set: (@Sendable (inout Record, FieldValue) throws(FieldError) -> Void)?
  ) {
    self.declaration = declaration
    self.initial = initial
    self.get = get
    self.set = set
  }

  /// Creates a field that every record has a value for; without a default it is required.
  ///
  /// - Parameters:
  ///   - name: the name in JSON, Lua, mappings and on the command line.
  ///   - path: the stored property.
  ///   - summary: a sentence for the reference.
  ///   - type: the type of the values, if it is narrower than that of the property.
  ///   - initial: the default, which canonical JSON omits.
  ///   - column: the name of the column in Flint's own tables, if it is not the field's.
  ///   - member: the name of the member in canonical JSON, if it is not the field's.
  @inlinable
  package convenience init<Value: FieldConvertible>(
    _ name: String, _ path: any WritableKeyPath<Record, Value> & Sendable, _ summary: String,
    type: FieldType = Value.fieldType, default initial: Value? = nil, column: String? = nil,
    member: String? = nil
  ) {
    let property = StoredProperty(path)
    var declaration = FieldDeclaration(
      name, type, summary, isRequired: initial == nil, column: column, member: member)
    if let value = initial?.fieldValue, type != .list { declaration.defaultText = value.plain }
    self.init(
      declaration,
      initial: initial?.fieldValue, get: { property.value(of: $0).fieldValue },
      set: { (record, value) throws(FieldError) in
        property.set(try Value(type.checked(value, field: name), field: name), in: &record)
      })
  }

  /// Creates a field that a record may have no value for, and that a change can clear.
  @inlinable
  package convenience init<Value: FieldConvertible>(
    _ name: String, _ path: any WritableKeyPath<Record, Value?> & Sendable, _ summary: String,
    type: FieldType = Value.fieldType, isUpcoming: Bool = false, column: String? = nil
  ) {
    let property = StoredProperty(path)
    var declaration = FieldDeclaration(name, type, summary, isClearable: true, column: column)
    declaration.isUpcoming = isUpcoming
    self.init(
      declaration, initial: FieldValue.none,
      get: { property.value(of: $0)?.fieldValue ?? .none },
      set: { (record, value) throws(FieldError) in
        let value = try type.checked(value, field: name)
        property.set(value.isNone ? nil : try Value(value, field: name), in: &record)
      })
  }

  /// Creates a field from a declaration and functions, for a value that is not one property.
  ///
  /// - Parameters:
  ///   - get: returns the value; `none` where the record has none.
  ///   - set: replaces the value; `nil` for a field that is computed.
  package convenience init(
    _ declaration: FieldDeclaration, get: @escaping @Sendable (Record) -> FieldValue,
    set: (@Sendable (inout Record, FieldValue) throws(FieldError) -> Void)? = nil
  ) {
    self.init(
      declaration, initial: declaration.isRequired ? nil : FieldValue.none, get: get, set: set)
  }

  /// Creates a field that is computed, for lists, results and pages.
  ///
  /// - Parameters:
  ///   - isOptional: whether a record may have no value.
  ///   - get: returns the value; `none` where the record has none.
  package convenience init(
    _ name: String, _ type: FieldType, _ summary: String, isOptional: Bool = false,
    get: @escaping @Sendable (Record) -> FieldValue
  ) {
    self.init(FieldDeclaration(name, type, summary, isRequired: !isOptional), get: get)
  }

  @inlinable
  package func value(of record: Record) -> FieldValue { get(record) }

  /// Returns the field as a computed one of records that contain this field's record.
  ///
  /// - Parameters:
  ///   - path: the record in the whole.
  ///   - isOptional: whether a record may have no value; otherwise as the field.
  @inlinable
  package func within<Whole>(
    _ path: any KeyPath<Whole, Record> & Sendable, isOptional: Bool? = nil
  ) -> Field<Whole> {
    let get = get
    var declaration = declaration
    declaration.isRequired = !(isOptional ?? declaration.isClearable)
    return Field<Whole>(declaration, get: { get($0[keyPath: path]) })
  }
}
