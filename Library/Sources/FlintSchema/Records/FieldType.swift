public import FlintJSON
import FlintCalendar

/// The type of a field's values: which are valid, and how the canonical JSON of ids contains them.
@usableFromInline package indirect enum FieldType: Hashable, Sendable {
  /// Any text; an empty one is no value.
  case text
  /// A trimmed text of 1 to a maximum number of characters; without a maximum, an
  /// empty one is no value.
  case line(maximum: Int?)
  case integer(ClosedRange<Int64>)
  /// A number with at most six decimal places.
  case decimal
  case boolean
  /// A civil day in the years 1 to 9999.
  case day
  /// An instant that profiles accept.
  case time
  case choice(Choice)
  case id
  case list
  /// A list of the ids of events of a kind, which people also refer to by name.
  case ids(of: String)
  /// A text in a form of its own, which is described, or a table that means the same.
  case phrase(String)
  /// A structured value, with its type in the notation of the Lua language server.
  case structure(String)

  package static let integer = FieldType.integer(.min ... .max)

  /// Whether a value is a list of texts or ids.
  package var isList: Bool {
    switch self {
    case .list, .ids: true
    default: false
    }
  }

  @usableFromInline package struct Choice: Hashable, Sendable {
    package var names: [String]
    /// The numbers accepted in place of the names, in the same order; may be empty.
    package var numbers: [Int64]
    /// Whether the canonical JSON contains the number, not the name.
    package var isStoredAsNumber: Bool
    /// Whether a rulebook can list other names than these, which are the usual ones.
    package var isOpen = false

    package init(_ names: [String], numbers: [Int64] = [], isStoredAsNumber: Bool = false) {
      self.names = names
      self.numbers = numbers
      self.isStoredAsNumber = isStoredAsNumber
    }

    /// Returns the name that a text means, ignoring case or by number; `nil` when it means none.
    package func name(reading text: String) -> String? {
      let text = text.trimmedWhitespace
      if names.contains(text) { return text }
      let lower = text.lowercased()
      if let name = names.first(where: { $0.lowercased() == lower }) { return name }
      return numbers.firstIndex { String($0) == text }.map { names[$0] }
    }

    /// The names and numbers in words, for messages.
    package var form: String {
      guard let first = numbers.first, let last = numbers.last else { return names.alternatives }
      return names.joined(separator: ", ") + ", or "
        + (isStoredAsNumber ? "\(first) to \(last) for these" : "a number from \(first) to \(last)")
    }
  }

  /// Returns a value as it is stored: trimmed, `none` for an empty text.
  ///
  /// - Throws: `FieldError` about `field` when the value is not one of the type.
  package func checked(_ value: FieldValue, field: String) throws(FieldError) -> FieldValue {
    switch (self, value) {
    case (_, .none), (.decimal, .decimal), (.boolean, .boolean), (.id, .name), (.list, .list),
      (.ids, .list), (.structure, .json), (.phrase, .json):
      return value
    case (.text, .text(let text)), (.phrase, .text(let text)): return text.isEmpty ? .none : value
    case (.line(nil), .text(let text)):
      let line = text.trimmedWhitespace
      return line.isEmpty ? .none : .text(line)
    case (.line(let maximum?), .text(let text)):
      return .text(try text.line(maximum: maximum, field: field))
    case (.integer(let range), .integer(let number)):
      if range.contains(number) { return value }
      throw FieldError(field: field, expected: expectation, found: String(number))
    case (.day, .day(let day)):
      if (1...9999).contains(day.components.year) { return value }
      throw FieldError(
        field: field, expected: "a day from 0001-01-01 to 9999-12-31", found: "\(day)")
    case (.time, .instant(let instant)), (.time, .time(let instant, _)):
      if instant.isAccepted { return .instant(instant) }
      throw FieldError(
        field: field, expected: "an instant from \(Instant.earliest) to \(Instant.latest)",
        found: "\(instant.milliseconds) ms")
    case (.choice(let choice), .name(let name)):
      if choice.isOpen || choice.names.contains(name) { return value }
      throw FieldError(field: field, expected: choice.form, found: "\"\(name)\"")
    default: throw FieldError(field: field, expected: expectation, found: value.json.summary)
    }
  }

  /// A valid value in words, for messages.
  package var expectation: String {
    switch self {
    case .text: "a text"
    case .line(let maximum): maximum.map { "1 to \($0) characters" } ?? "a text"
    case .integer(let range):
      range.lowerBound == .min
        ? "a whole number"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .decimal: "a number"
    case .boolean: "true or false"
    case .day: "a day such as 2026-03-01"
    case .time: Timestamp.form
    case .choice(let choice): choice.form
    case .id: "an id of 32 hexadecimal digits"
    case .list: "a list of texts"
    case .ids(let kind): "a list of \(kind)s"
    case .structure: "a table"
    case .phrase(let form): form
    }
  }

  /// The type in the notation of the Lua language server.
  package var annotation: String {
    switch self {
    case .text, .line, .day, .time, .choice, .id, .phrase: "string"
    case .integer: "integer"
    case .decimal: "number"
    case .boolean: "boolean"
    case .list, .ids: "string[]"
    case .structure(let annotation): annotation
    }
  }
}

// MARK: Canonical JSON

extension FieldType {
  /// Returns a value in the canonical JSON of events: instants in milliseconds, decimals as texts.
  @usableFromInline
  func canonical(_ value: FieldValue) -> JSONValue {
    switch (self, value) {
    case (.choice(let choice), .name(let name)) where choice.isStoredAsNumber:
      choice.names.firstIndex(of: name).map { .integer(choice.numbers[$0]) } ?? .null
    case (_, .instant(let instant)): .integer(instant.milliseconds)
    case (_, .decimal): .string(value.plain)
    default: value.json
    }
  }

  @usableFromInline
  func value(canonical json: JSONValue, field: String) throws(FieldError) -> FieldValue {
    switch (self, json) {
    case (_, .null): return .none
    case (.text, .string(let text)), (.line, .string(let text)), (.phrase, .string(let text)):
      return .text(text)
    case (.integer, .integer(let number)): return .integer(number)
    case (.boolean, .boolean(let flag)): return .boolean(flag)
    case (.time, .integer(let milliseconds)):
      return .instant(Instant(milliseconds: milliseconds))
    case (.id, .string(let id)): return .name(id)
    case (.structure, _): return .json(json)
    case (.choice(let choice), .integer(let number)) where choice.isStoredAsNumber:
      if let index = choice.numbers.firstIndex(of: number) { return .name(choice.names[index]) }
    case (.choice(let choice), .string(let text)) where !choice.isStoredAsNumber:
      if choice.isOpen { return .name(text) }
      let name = text.lowercased()
      if let name = choice.names.first(where: { $0.lowercased() == name }) { return .name(name) }
    case (.day, .string(let text)):
      if let day = CivilDay(text) { return .day(day) }
    case (.decimal, .string(let text)):
      return .decimal(try DecimalNumber(reading: text, field: field).millionths)
    case (.list, .array(let values)), (.ids, .array(let values)):
      var texts: [String] = []
      for case .string(let text) in values { texts.append(text) }
      if texts.count == values.count { return .list(texts) }
    default: break
    }
    throw FieldError(field: field, expected: expectation, found: json.summary)
  }
}
