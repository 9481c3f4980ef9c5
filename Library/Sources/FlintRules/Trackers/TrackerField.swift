package import FlintCalendar
package import FlintJSON
package import FlintSchema

package enum TrackerFieldType: UInt8, NamedChoice {
  case text = 0
  /// A number with at most six decimal places.
  case number = 1
  case boolean = 2
  case day = 3

  package var name: String {
    switch self {
    case .text: "text"
    case .number: "number"
    case .boolean: "boolean"
    case .day: "day"
    }
  }
}

/// A value of a tracker's own field in an entry, such as a distance or a location.
package enum TrackerValue: Hashable, Sendable {
  case text(String)
  case number(DecimalNumber)
  case boolean(Bool)
  case day(CivilDay)

  package var type: TrackerFieldType {
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
  package init(reading text: String, as type: TrackerFieldType, field: String) throws(FieldError) {
    switch type {
    case .text: self = .text(text)
    case .number: self = .number(try DecimalNumber(reading: text, field: field))
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

extension TrackerValue: CustomStringConvertible {
  /// The value as a text that `init(reading:as:field:)` parses.
  package var description: String {
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
package struct TrackerField: Hashable, Sendable {
  /// The name, unique among the tracker's fields regardless of case.
  package let name: String
  package let type: TrackerFieldType

  /// Creates a field and trims the name.
  ///
  /// - Throws: `FieldError` about `fields` when the name is empty or longer than 100 characters.
  package init(name: String, type: TrackerFieldType) throws(FieldError) {
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
    self = try name.line(maximum: 100, field: field)
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

  /// The fields as a list of objects with `name` and `type`; `none` without any.
  package var fieldValue: FieldValue {
    if isEmpty { return .none }
    return .json(
      .array(
        map { .object([("name", .string($0.name)), ("type", .string($0.type.name))]) }))
  }

  /// Creates fields from a list of objects with `name` and `type`.
  init(_ value: FieldValue, field: String) throws(FieldError) {
    self = []
    if value.isNone { return }
    guard case .json(.array(let list)) = value else { throw Self.expected(field, value) }
    for item in list {
      guard case .string(let name)? = item["name"], case .string(let typeName)? = item["type"],
        let type = TrackerFieldType(name: typeName)
      else { throw Self.expected(field, value) }
      append(try TrackerField(name: name, type: type))
    }
  }

  private static func expected(_ field: String, _ value: FieldValue) -> FieldError {
    FieldError(
      field: field, expected: "fields with a name and a type", found: value.json.summary)
  }
}

extension TrackerValue {
  /// The value in canonical JSON: texts and booleans as JSON values, a number as
  /// `{"number": "…"}` and a day as `{"day": "…"}`, since JSON has neither exact numbers nor days.
  package var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .object([("number", .string(number.description))])
    case .boolean(let flag): .boolean(flag)
    case .day(let day): .object([("day", .string(day.description))])
    }
  }

  /// Creates a value from canonical JSON; `nil` when it is none.
  package init?(json: JSONValue) {
    switch json {
    case .string(let text): self = .text(text)
    case .boolean(let flag): self = .boolean(flag)
    case .object(let members):
      guard members.count == 1, case .string(let text) = members[0].value,
        let type = TrackerFieldType(name: members[0].name), type == .number || type == .day,
        let value = try? TrackerValue(reading: text, as: type, field: "values")
      else { return nil }
      self = value
    default: return nil
    }
  }
}
