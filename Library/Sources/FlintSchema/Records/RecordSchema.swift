package import FlintJSON

/// A record whose fields are declared in a schema.
package protocol SchemaRecord: Hashable, Sendable {
  /// The fields, in the order of the canonical JSON.
  static var schema: RecordSchema<Self> { get }
  /// A record with the default of each field, and an arbitrary value of each required one.
  static var blank: Self { get }
  /// Checks what concerns several fields, and normalizes them.
  mutating func validate() throws(FieldError)
}

extension SchemaRecord {
  package mutating func validate() throws(FieldError) {}

  /// Returns the record after each field and the whole were checked and normalized.
  @inlinable
  package func checked() throws(FieldError) -> Self {
    var record = self
    for field in Self.schema.fields { try field.set?(&record, field.get(self)) }
    try record.validate()
    return record
  }

  /// The canonical JSON object of the record, from which ids are made, except those of sparks.
  @inlinable
  package var content: JSONValue { .object(Self.schema.content(of: self)) }

  /// The values of the fields that have one, in order.
  package var presentFields: [(name: String, value: FieldValue)] {
    Self.schema.fields.map { ($0.name, $0.get(self)) }.filter { !$0.value.isNone }
  }

  /// Returns the record with the values of another valid record in some fields.
  package func keeping(_ names: Set<String>, of other: Self) -> Self {
    var record = self
    for field in Self.schema.fields where names.contains(field.name) {
      // Cannot fail: the other record has the value.
      try? field.set?(&record, field.get(other))
    }
    return record
  }
}

/// The fields of a record, each declared once.
package struct RecordSchema<Record>: Sendable {
  /// The fields, in the order of the canonical JSON, which is part of the format.
  package let fields: [Field<Record>]
  /// The declarations of the fields, which each call of a host function reads.
  package let declarations: [FieldDeclaration]

  package init(_ fields: [Field<Record>]) {
    self.fields = fields
    declarations = fields.map(\.declaration)
  }

  /// Returns the declarations of some fields, in the order of the names.
  package func declarations(named names: String...) -> [FieldDeclaration] {
    names.compactMap { self[$0]?.declaration }
  }

  /// Returns the declarations, with others after that of a name.
  package func declarations(
    with others: [FieldDeclaration], after name: String
  ) -> [FieldDeclaration] {
    assert(self[name] != nil, "there is no field \(name)")
    return declarations.flatMap { $0.name == name ? [$0] + others : [$0] }
  }

  package subscript(name: String) -> Field<Record>? { fields.first { $0.name == name } }

  /// Returns the members of the canonical JSON: fields in order, without defaults.
  @inlinable
  package func content(of record: Record) -> [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = []
    members.reserveCapacity(fields.count)
    for field in fields where field.set != nil {
      let value = field.get(record)
      if value.isNone || value == field.initial { continue }
      members.append((field.declaration.member, field.declaration.type.canonical(value)))
    }
    return members
  }

  /// Returns a record as JSON for people and programs, with all fields; `null` without a value.
  @inlinable
  package func json(_ record: Record) -> JSONValue {
    .object(fields.map { ($0.name, $0.get(record).json) })
  }
}

extension RecordSchema where Record: SchemaRecord {
  /// - Parameters:
  ///   - value: returns the value of a field, given its declaration and its index; `nil` or `none`
  ///     where there is none.
  ///   - failure: converts an error about a field.
  @inlinable
  package func record<Failure: Error>(
    _ value: (FieldDeclaration, Int) throws(Failure) -> FieldValue?,
    failure: (FieldError) -> Failure
  ) throws(Failure) -> Record {
    var record = Record.blank
    for index in fields.indices {
      let field = fields[index]
      guard let set = field.set else { continue }
      let value = try value(field.declaration, index) ?? .none
      if value.isNone && !field.declaration.isRequired { continue }
      do throws(FieldError) {
        if value.isNone {
          throw .wrongType(value, field.declaration.type, field.name)
        }
        try set(&record, value)
      } catch {
        throw failure(error)
      }
    }
    do throws(FieldError) {
      try record.validate()
    } catch {
      throw failure(error)
    }
    return record
  }

  /// Reads a record from canonical JSON; unknown members are ignored, and none may be `null`.
  @inlinable
  package func record(_ content: ContentMembers) throws(FieldError) -> Record {
    try record(
      { (field, _) throws(FieldError) in
        guard let json = content[field.member] else { return nil }
        let value = try field.type.value(canonical: json, field: field.name)
        if value.isNone { throw .wrongType(.json(json), field.type, field.name) }
        return value
      }, failure: { $0 })
  }

  /// - Parameters:
  ///   - value: returns the new value of a field, given its declaration and its index; `nil` where
  ///     it is unchanged, `none` where it is cleared.
  ///   - failure: converts an error about a field.
  @inlinable
  package func change<Failure: Error>(
    _ value: (FieldDeclaration, Int) throws(Failure) -> FieldValue?,
    failure: (FieldError) -> Failure
  ) throws(Failure) -> RecordChange<Record> {
    var change = RecordChange<Record>()
    for index in fields.indices {
      let field = fields[index]
      guard field.set != nil, let value = try value(field.declaration, index) else { continue }
      do throws(FieldError) {
        try change.set(field, index, value)
      } catch {
        throw failure(error)
      }
    }
    return change
  }

  /// Reads a change from canonical JSON, in which `null` clears a field.
  @inlinable
  package func change(_ content: ContentMembers) throws(FieldError) -> RecordChange<Record> {
    try change(
      { (field, _) throws(FieldError) in
        try content[field.member].map { (json) throws(FieldError) in
          try field.type.value(canonical: json, field: field.name)
        }
      }, failure: { $0 })
  }
}
