package import FlintCalendar
package import FlintJSON

/// The problem of a value of the right type: the message replaces “expected …, got …”.
package struct TableProblem: Error {
  let text: String

  package init(_ text: String) { self.text = text }
}

/// A type of values in user-written tables: how they are read, written and checked.
package struct TableType<Value: Sendable>: Sendable {
  /// A valid value in words, for messages.
  package var expectation: String
  /// The value in place of one that could not be read.
  package var blank: Value
  /// Reads a value, given the value that it changes; returns false after recording why it cannot.
  package var read: @Sendable (JSONValue, inout Value, inout TableReader) -> Bool
  package var json: @Sendable (Value) -> JSONValue
  /// Records the limits that a value exceeds.
  package var check: @Sendable (Value, inout TableReader) -> Void = { _, _ in }

  /// - Parameter parse: returns the value; `nil` if it is of another type.
  package init(
    _ expectation: String, blank: Value,
    parse: @escaping @Sendable (JSONValue) throws(TableProblem) -> Value?,
    json: @escaping @Sendable (Value) -> JSONValue = { _ in .null }
  ) {
    self.init(
      expectation, blank: blank,
      read: { source, value, reader in
        do throws(TableProblem) {
          if let parsed = try parse(source) {
            value = parsed
            return true
          }
          reader.mismatch(source, expected: expectation)
        } catch {
          reader.fault(error.text)
        }
        return false
      }, json: json)
  }

  /// Creates a type of values that are read in several steps.
  package init(
    _ expectation: String, blank: Value,
    read: @escaping @Sendable (JSONValue, inout Value, inout TableReader) -> Bool,
    json: @escaping @Sendable (Value) -> JSONValue = { _ in .null }
  ) {
    self.expectation = expectation
    self.blank = blank
    self.read = read
    self.json = json
  }

  /// Returns the type with one more limit, for values within those that it has.
  ///
  /// - Parameter problem: returns the message about a value that exceeds the limit.
  package func limited(_ problem: @escaping @Sendable (Value) -> String?) -> TableType {
    var type = self
    type.check = { [check] value, reader in
      let before = reader.faults.count
      check(value, &reader)
      if reader.faults.count == before, let text = problem(value) { reader.fault(text) }
    }
    return type
  }

  /// Returns the type of values that are discarded if anything in them cannot be read, since what
  /// is left could seem to mean something else.
  package func allOrNothing() -> TableType {
    var type = self
    type.read = { [read, blank] source, value, reader in
      let isRead = reader.allOrNothing { read(source, &value, &$0) }
      if !isRead { value = blank }
      return isRead
    }
    return type
  }
}

// MARK: Single values

extension TableType where Value == JSONValue {
  /// Any value, which is kept as it is written.
  package static let asWritten = TableType("a list", blank: .null) { source, value, _ in
    value = source
    return true
  } json: {
    $0
  }
}

extension TableType where Value == String {
  package static let text = TableType("a text", blank: "") { value throws(TableProblem) in
    if case .string(let text) = value { text } else { nil }
  } json: {
    .string($0)
  }

  /// A text, or a whole number, which is read as its digits.
  package static let textOrWhole = TableType("a text or a whole number", blank: "") {
    value throws(TableProblem) in
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  } json: {
    .string($0)
  }
}

extension TableType where Value == Int64 {
  package static let whole = TableType("a whole number", blank: 0) { value throws(TableProblem) in
    switch value {
    case .integer(let number): return number
    case .number(let number):
      // Any whole number too large for 64 bits may be rounded to 2⁶³; from 2⁵³ on all values are
      // whole.
      guard number.magnitude < 9_223_372_036_854_775_808 else {
        throw TableProblem("expected a whole number within 64 bits, got \(value.summary)")
      }
      return Int64(exactly: number)
    default: return nil
    }
  } json: {
    .integer($0)
  }

  package func limited(to range: ClosedRange<Int64>) -> TableType {
    limited {
      range.contains($0)
        ? nil : "expected \(range.lowerBound) to \(range.upperBound), got \($0)"
    }
  }
}

extension TableType where Value == Bool {
  package static let boolean = TableType("true or false", blank: false) {
    value throws(TableProblem) in
    if case .boolean(let flag) = value { flag } else { nil }
  } json: {
    .boolean($0)
  }
}

extension TableType where Value == CivilDay {
  package static let day = TableType(
    "a day such as \"2026-12-31\"", blank: CivilDay(number: 0)
  ) { value throws(TableProblem) in
    if case .string(let text) = value { CivilDay(text) } else { nil }
  } json: {
    .string($0.description)
  }
}

extension TableType {
  /// Returns the type of one of a few values, which have names.
  package static func choice(
    of values: [Value], blank: Value, _ name: @escaping @Sendable (Value) -> String
  ) -> TableType {
    let names = values.map(name)
    let expectation = names.map { $0.count == 1 ? "\"\($0)\"" : $0 }.alternatives
    return TableType(expectation, blank: blank) { value throws(TableProblem) in
      guard case .string(let text) = value else { return nil }
      if let index = names.firstIndex(of: text) { return values[index] }
      throw TableProblem(
        "expected \(expectation), got \(value.summary)"
          + NearestName.hint(for: text, among: names))
    } json: {
      .string(name($0))
    }
  }
}

// MARK: Lists and tables

extension TableType {
  /// Returns the type of lists of values; an entry that could not be read keeps its position.
  package static func list<Entry>(of type: TableType<Entry>) -> TableType
  where Value == [Entry] {
    var list = TableType("a list", blank: []) { source, value, reader in
      guard let entries = reader.entries(of: source) else { return false }
      value = []
      value.reserveCapacity(entries.count)
      let inherits = reader.inherits
      reader.inherits = false
      defer { reader.inherits = inherits }
      for (index, source) in entries.enumerated() {
        var entry = type.blank
        _ = reader.within(.position(index + 1)) { type.read(source, &entry, &$0) }
        value.append(entry)
      }
      return true
    } json: {
      .array($0.map(type.json))
    }
    list.check = { value, reader in
      for (index, entry) in value.enumerated() {
        reader.within(.position(index + 1)) { type.check(entry, &$0) }
      }
    }
    return list
  }

  /// Returns the type of tables with the fields of a schema.
  package static func table(_ schema: TableSchema<Value>) -> TableType {
    var table = TableType("a table", blank: schema.blank) { source, value, reader in
      schema.read(source, into: &value, &reader)
    } json: {
      schema.json($0)
    }
    table.check = schema.check
    return table
  }

  /// Returns the type of tables with one value for each of some names, which are a list in memory.
  ///
  /// - Parameter vocabulary: the kind of the names that a table may define itself.
  package static func values<Entry>(
    of names: [String], _ type: TableType<Entry>, vocabulary: String? = nil
  ) -> TableType where Value == [Entry] {
    byName(names, vocabulary) { names, inherited in
      TableSchema(
        blank: names.map { _ in type.blank },
        names.enumerated().map { index, name in
          let field = TableField<[Entry]>(
            name, type, "", get: { $0.indices.contains(index) ? $0[index] : nil },
            set: { $0[index] = $1 ?? type.blank }, isRequired: true)
          return inherited?.contains(name) ?? true ? field : field.own()
        })
    }
  }

  /// - Parameter vocabulary: the kind of the names that a table may define itself.
  package static func optionalValues<Entry>(
    of names: [String], _ type: TableType<Entry>, vocabulary: String? = nil
  ) -> TableType where Value == [Entry?] {
    byName(names, vocabulary) { names, _ in
      TableSchema<[Entry?]>(
        blank: names.map { _ in nil },
        names.enumerated().map { index, name in
          TableField(
            name, type, "", get: { $0.indices.contains(index) ? $0[index] : nil },
            set: { $0[index] = $1 })
        })
    }
  }

  /// - Parameter schema: returns the schema for some names, given those that need no value.
  private static func byName<Entry>(
    _ names: [String], _ vocabulary: String?,
    _ schema: @escaping @Sendable ([String], Set<String>?) -> TableSchema<[Entry]>
  ) -> TableType where Value == [Entry] {
    let own = TableType.table(schema(names, nil)).counting(names.count)
    guard let vocabulary else { return own }
    @Sendable func current(_ reader: TableReader) -> TableType {
      guard let given = reader.vocabulary(vocabulary) else { return own }
      return TableType.table(schema(given.names, given.inherited)).counting(given.names.count)
    }
    var type = own
    type.read = { source, value, reader in current(reader).read(source, &value, &reader) }
    type.check = { value, reader in current(reader).check(value, &reader) }
    return type
  }

  private func counting<Entry>(_ count: Int) -> TableType where Value == [Entry] {
    var type = self
    type.check = { [check] value, reader in
      if value.count == count {
        check(value, &reader)
      } else {
        reader.fault("expected \(count) values, got \(value.count)")
      }
    }
    return type
  }
}
