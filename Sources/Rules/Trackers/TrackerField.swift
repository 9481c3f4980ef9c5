/// The type of the values of a tracker's field.
public enum TrackerFieldType: UInt8, Sendable, CaseIterable {
  /// Any text.
  case text = 0
  /// A number with at most six decimal places.
  case number = 1
  /// True or false.
  case boolean = 2
  /// A civil day.
  case day = 3

  /// The name in Lua, CSV and the command line.
  public var name: String {
    switch self {
    case .text: "text"
    case .number: "number"
    case .boolean: "boolean"
    case .day: "day"
    }
  }

  /// Creates the type of a name; `nil` when the name is unknown.
  public init?(name: some StringProtocol) {
    guard let type = TrackerFieldType.allCases.first(where: { $0.name == name }) else { return nil }
    self = type
  }
}

/// A value of a tracker's own field in an entry, such as a distance or a location.
public enum FieldValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A number.
  case number(TrackerNumber)
  /// True or false.
  case boolean(Bool)
  /// A civil day.
  case day(CivilDay)

  /// The type of fields that can have the value.
  public var type: TrackerFieldType {
    switch self {
    case .text: .text
    case .number: .number
    case .boolean: .boolean
    case .day: .day
    }
  }

  /// Parses a text as a value of a type: a number, `YYYY-MM-DD`, or `true`, `false`, `yes` or `no`
  /// in any letter case; as a text it is unchanged.
  ///
  /// - Throws: `FieldError` about `field` when the text has another form.
  public init(reading text: String, as type: TrackerFieldType, field: String) throws(FieldError) {
    switch type {
    case .text: self = .text(text)
    case .number: self = .number(try TrackerNumber(reading: text, field: field))
    case .boolean:
      switch text.trimmedWhitespace.lowercased() {
      case "true", "yes": self = .boolean(true)
      case "false", "no": self = .boolean(false)
      default:
        throw FieldError(field: field, expected: "true, false, yes or no", found: "\"\(text)\"")
      }
    case .day:
      guard let day = CivilDay(text.trimmedWhitespace) else {
        throw FieldError(
          field: field, expected: "a day such as 2026-03-01", found: "\"\(text)\"")
      }
      self = .day(day)
    }
  }
}

extension FieldValue: CustomStringConvertible {
  /// The value as a text that `init(reading:as:field:)` parses.
  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.description
    case .boolean(let flag): flag ? "true" : "false"
    case .day(let day): day.description
    }
  }
}

/// A field defined by a tracker, for values of its entries.
///
/// A value of this type is valid: its name is trimmed and has 1–100 characters.
public struct TrackerField: Hashable, Sendable {
  /// The name, unique among the tracker's fields regardless of case.
  public let name: String
  /// The type of the values.
  public let type: TrackerFieldType

  /// Creates a field and trims the name.
  ///
  /// - Throws: `FieldError` about `fields` when the name is empty or longer than 100 characters.
  public init(name: String, type: TrackerFieldType) throws(FieldError) {
    self.name = try String(name: name, field: "fields")
    self.type = type
  }

  /// Whether a name is this field's, regardless of case.
  func isNamed(_ other: String) -> Bool {
    name == other || name.lowercased() == other.lowercased()
  }
}

extension String {
  /// Creates the trimmed name of a tracker or of one of its fields.
  init(name: String, field: String) throws(FieldError) {
    let trimmed = name.trimmedWhitespace
    guard (1...100).contains(trimmed.count) else {
      throw FieldError(
        field: field, expected: "a name of 1 to 100 characters",
        found: trimmed.isEmpty ? "\"\(name)\"" : "a name of \(trimmed.count)")
    }
    self = trimmed
  }

  /// Creates a trimmed text; `nil` when the text is absent or nothing is left.
  init?(line: String?) {
    guard let trimmed = line?.trimmedWhitespace, !trimmed.isEmpty else { return nil }
    self = trimmed
  }
}

extension [TrackerField] {
  /// - Throws: `FieldError` about `fields` when two names differ only in case.
  func checkNames() throws(FieldError) {
    for (index, field) in enumerated()
    where self[..<index].contains(where: { $0.isNamed(field.name) }) {
      throw FieldError(
        field: "fields", expected: "names that differ by more than case",
        found: "\"\(field.name)\" twice")
    }
  }
}
