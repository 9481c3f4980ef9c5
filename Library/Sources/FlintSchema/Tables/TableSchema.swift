package import FlintJSON

/// A key of a user-written table, declared once: reading, writing, checking and the reference pages
/// are derived from it.
package struct TableField<Record>: Sendable {
  package var name: String
  /// The name in stored JSON, which is accepted in files, too.
  package var stored: String
  /// The description of the value, for the reference.
  package var summary: String
  /// Whether a table must have a value, unless it inherits one.
  package var isRequired: Bool
  /// Whether a table that inherits may omit the value.
  private var isInherited = true
  /// The names of the fields that can be given in its place, and not together with it.
  fileprivate var alternatives: [String] = []
  /// Returns whether the value is given in another place.
  package var isGivenElsewhere: @Sendable (TableReader) -> Bool = { _ in false }
  /// The end of the message about a missing value.
  private var absence = ""
  private let expectation: String
  package var read: @Sendable (JSONValue, inout Record, inout TableReader) -> Void
  /// Returns the value of a record as JSON; `nil` where it is omitted.
  package var json: @Sendable (Record) -> JSONValue?
  /// Records the limits that a record's value exceeds.
  package var check: @Sendable (Record, inout TableReader) -> Void

  /// Creates a field from functions.
  ///
  /// - Parameters:
  ///   - get: returns the value of a record, if it has one.
  ///   - set: replaces or removes the value.
  ///   - stored: the name in stored JSON, if it is another.
  ///   - storesNull: whether stored JSON contains `null` for no value.
  package init<Value>(
    _ name: String, _ type: TableType<Value>, _ summary: String,
    get: @escaping @Sendable (Record) -> Value?,
    set: @escaping @Sendable (inout Record, Value?) -> Void, isRequired: Bool = false,
    stored: String? = nil, storesNull: Bool = false
  ) {
    self.name = name
    self.stored = stored ?? name
    self.summary = summary
    self.isRequired = isRequired
    expectation = type.expectation
    read = { source, record, reader in
      if !isRequired, reader.clears, source == .boolean(false) {
        return set(&record, nil)
      }
      var value = get(record) ?? type.blank
      let isRead = type.read(source, &value, &reader)
      set(&record, isRead || isRequired ? value : nil)
    }
    json = { get($0).map(type.json) ?? (storesNull ? .null : nil) }
    check = { record, reader in
      if let value = get(record) { type.check(value, &reader) }
    }
  }

  /// Creates a field that each record has a value for.
  ///
  /// - Parameter isRequired: whether a table without a value is invalid.
  package init<Value>(
    _ name: String, _ path: any WritableKeyPath<Record, Value> & Sendable,
    _ type: TableType<Value>, _ summary: String, isRequired: Bool = true
  ) {
    self.init(
      name, type, summary, get: { $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 ?? type.blank }, isRequired: true)
    self.isRequired = isRequired
  }

  /// Creates a field that records may have no value for.
  package init<Value>(
    _ name: String, _ path: any WritableKeyPath<Record, Value?> & Sendable,
    _ type: TableType<Value>, _ summary: String, stored: String? = nil, storesNull: Bool = false
  ) {
    self.init(
      name, type, summary, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 },
      stored: stored, storesNull: storesNull)
  }

  /// Creates a list that a table may omit; stored JSON omits an empty one.
  package init<Entry>(
    _ name: String, _ path: any WritableKeyPath<Record, [Entry]> & Sendable,
    optional type: TableType<[Entry]>, _ summary: String
  ) {
    self.init(
      name, type, summary, get: { $0[keyPath: path].isEmpty ? nil : $0[keyPath: path] },
      set: { $0[keyPath: path] = $1 ?? [] })
  }

  /// Returns the field as one that is never inherited.
  package func own() -> TableField {
    var field = self
    field.isInherited = false
    return field
  }

  /// Returns the field as one that a table has either it or one of some others.
  package func or(_ alternatives: [String]) -> TableField {
    var field = self
    field.alternatives = alternatives.filter { $0 != name }
    return field
  }

  /// Returns the field with an explanation of why it must not be missing.
  package func missing(_ absence: String) -> TableField {
    var field = self
    field.absence = absence
    return field
  }

  /// Records that a table has no value, if it must have one.
  func checkAbsence(_ reader: inout TableReader) {
    if isRequired && !(reader.inherits && isInherited) && !isGivenElsewhere(reader) {
      reader.fault("missing; expected \(expectation)" + absence, at: .name(name))
    }
  }
}

/// The keys of a user-written table, each declared once.
package struct TableSchema<Record: Sendable>: Sendable {
  /// The name of such a record in messages, if it has an id to name it by.
  package var kind: String?
  /// The record in place of one that could not be read.
  package var blank: Record
  /// The fields, in the order of the reference and of stored JSON.
  package var fields: [TableField<Record>]
  /// The names that are refused, with the reasons.
  private var refused: [String: String] = [:]
  private let validate: @Sendable (Record, inout TableReader) -> Void

  /// - Parameter validate: records the errors that concern several fields. So that all errors are found at
  ///   once, it is also called where a value exceeds its limits, and must not compute with such values.
  package init(
    kind: String? = nil, blank: Record, _ fields: [TableField<Record>],
    validate: @escaping @Sendable (Record, inout TableReader) -> Void = { _, _ in }
  ) {
    self.kind = kind
    self.blank = blank
    self.fields = fields
    self.validate = validate
  }

  /// Returns the schema without a field of a name, which is refused for a reason.
  package func refusing(_ name: String, because reason: String) -> TableSchema {
    var schema = self
    schema.fields.removeAll { $0.name == name }
    schema.refused[name] = reason
    return schema
  }

  package var names: [String] { fields.map(\.name) }

  /// - Returns: false if the value is no table.
  @discardableResult
  package func read(
    _ source: JSONValue, into record: inout Record, _ reader: inout TableReader
  ) -> Bool {
    let owner = reader.owner
    if kind != nil { reader.owner = nil }
    defer { reader.owner = owner }
    guard let members = reader.members(of: source) else { return false }
    var given = [Int?](repeating: nil, count: fields.count)
    for (position, member) in members.enumerated() {
      guard
        let index = fields.firstIndex(where: {
          $0.name == member.name || $0.stored == member.name
        })
      else {
        if let reason = refused[member.name] {
          reader.fault(reason, at: .name(member.name))
        } else if reader.notation == .json || member.value != .null {
          reader.unknown(member.name, among: names)
        }
        continue
      }
      if given[index] != nil { reader.fault("duplicate field", at: .name(member.name)) }
      given[index] = position
    }
    for (index, field) in fields.enumerated() {
      let other = field.alternatives.first { name in
        fields.firstIndex { $0.name == name }.map {
          given[$0].map { members[$0].value != .null } ?? false
        } ?? false
      }
      guard let position = given[index], case let (name, value) = members[position],
        value != .null
      else {
        if other == nil { field.checkAbsence(&reader) }
        continue
      }
      if let other {
        reader.fault("cannot be given together with \(other)", at: .name(name))
        continue
      }
      if name != field.name { reader.aliases[reader.path[field.name]] = reader.path[name] }
      reader.within(.name(name)) { field.read(value, &record, &$0) }
      if field.name == "id", let kind, let id = field.json(record), id != .string("") {
        reader.owner = (kind, id)
      }
    }
    return true
  }

  package func json(_ record: Record) -> JSONValue { .object(members(of: record)) }

  /// Returns the members of a record's stored JSON.
  ///
  /// - Parameter names: the names of those that are wanted; `nil` for all.
  package func members(
    of record: Record, named names: Set<String>? = nil
  ) -> [(name: String, value: JSONValue)] {
    fields.compactMap { field in
      if let names, !names.contains(field.stored) { return nil }
      return field.json(record).map { (field.stored, $0) }
    }
  }

  /// Records the limits that a record exceeds.
  package func check(_ record: Record, _ reader: inout TableReader) {
    for field in fields {
      reader.within(.name(field.name)) { field.check(record, &$0) }
    }
    validate(record, &reader)
  }

  /// The table of the keys, for the reference.
  ///
  /// - Parameter marksRequired: whether required keys have a star.
  package func markdown(marksRequired: Bool = false) -> String {
    "| key | value |\n|---|---|\n"
      + fields.map { field in
        "| `\(field.name)`\(marksRequired && field.isRequired ? " \\*" : "") | \(field.summary) |\n"
      }.joined()
  }
}
