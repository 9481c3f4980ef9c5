/// What sort of values a field of a tracker holds.
public enum TrackerFieldType: UInt8, Sendable, CaseIterable {
  /// Any text.
  case text = 0
  /// A number with at most six decimals.
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

  /// Reads a name; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let type = TrackerFieldType.allCases.first(where: { $0.name == name }) else { return nil }
    self = type
  }
}

/// A value of one's own in an entry, such as a distance or a place.
public enum FieldValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A number.
  case number(TrackerNumber)
  /// True or false.
  case boolean(Bool)
  /// A civil day.
  case day(CivilDay)

  /// Which fields it fits.
  public var type: TrackerFieldType {
    switch self {
    case .text: .text
    case .number: .number
    case .boolean: .boolean
    case .day: .day
    }
  }

  /// Reads a text as a value for fields of a type: a number, `YYYY-MM-DD`, `true`, `false`, `yes`
  /// or `no` in whatever case; as a text it is kept as it is.
  ///
  /// - Throws: `FieldError` about `field` when the text does not read so.
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
  /// The value as a text that `init(reading:as:field:)` reads.
  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.description
    case .boolean(let flag): flag ? "true" : "false"
    case .day(let day): day.description
    }
  }
}

/// A field of a tracker's own, for which its entries can have a value.
///
/// A value of this type is valid: its name is trimmed and has 1–100 characters.
public struct TrackerField: Hashable, Sendable {
  /// Its name; no two of a tracker are alike, case aside.
  public let name: String
  /// What its values are.
  public let type: TrackerFieldType

  /// Makes a field, trimming the name.
  ///
  /// - Throws: `FieldError` about `fields` when the name is empty or longer than 100 characters.
  public init(name: String, type: TrackerFieldType) throws(FieldError) {
    self.name = try String(name: name, field: "fields")
    self.type = type
  }

  /// Whether a name is this field's, case aside.
  func isNamed(_ other: String) -> Bool {
    name == other || name.lowercased() == other.lowercased()
  }
}

extension String {
  /// A name of a tracker or of one of its fields, trimmed.
  init(name: String, field: String) throws(FieldError) {
    let trimmed = name.trimmedWhitespace
    guard (1...100).contains(trimmed.count) else {
      throw FieldError(
        field: field, expected: "a name of 1 to 100 characters",
        found: trimmed.isEmpty ? "\"\(name)\"" : "one of \(trimmed.count)")
    }
    self = trimmed
  }

  /// An optional text: trimmed, and none when nothing is left.
  init?(line: String?) {
    guard let trimmed = line?.trimmedWhitespace, !trimmed.isEmpty else { return nil }
    self = trimmed
  }
}

extension [TrackerField] {
  /// - Throws: `FieldError` about `fields` when two names are alike, case aside.
  func checkNames() throws(FieldError) {
    for (index, field) in enumerated()
    where self[..<index].contains(where: { $0.isNamed(field.name) }) {
      throw FieldError(
        field: "fields", expected: "names that differ by more than case",
        found: "\"\(field.name)\" twice")
    }
  }
}
