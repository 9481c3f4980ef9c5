import FlintJSON
import FlintSchema

/// A reader of a small user-written table, such as a schedule: the same in Lua, JSON and stored
/// events. Each error names the path of the value.
struct HabitTableReader {
  /// The path of the table, such as `schedule`.
  let path: String
  private let members: [(name: String, value: JSONValue)]

  /// Creates a reader of a table that may have members of some names.
  ///
  /// - Throws: `FieldError` about the path when the value is no table, or has another member.
  init(_ value: FieldValue, path: String, names: [String]) throws(FieldError) {
    self.path = path
    switch value {
    case .json(.object(let members)): self.members = members.filter { $0.value != .null }
    case .json(.array(let values)) where values.isEmpty: members = []
    default:
      throw FieldError(
        field: path, expected: "a table with \(names.listed("and"))", found: value.json.summary)
    }
    var seen: Set<String> = []
    for (name, _) in members {
      if !names.contains(name) {
        throw FieldError(
          field: "\(path).\(name)",
          expected: "one of \(names.listed("and"))\(NearestName.hint(for: name, among: names))",
          found: "an unknown field")
      }
      if !seen.insert(name).inserted {
        throw FieldError(field: "\(path).\(name)", expected: "one value", found: "two")
      }
    }
  }

  func has(_ name: String) -> Bool { self[name] != nil }

  func error(_ name: String, expected: String) -> FieldError {
    FieldError(
      field: "\(path).\(name)", expected: expected, found: self[name]?.summary ?? "nothing")
  }

  /// Returns a whole number in a range; `nil` when it is absent.
  func whole(_ name: String, in range: ClosedRange<Int64>) throws(FieldError) -> Int? {
    guard let value = self[name] else { return nil }
    let number: Int64? =
      switch value {
      case .integer(let number): number
      case .number(let number): Int64(exactly: number)
      default: nil
      }
    guard let number, range.contains(number) else {
      throw error(name, expected: FieldType.integer(range).expectation)
    }
    return Int(number)
  }

  /// Returns one of a few names; `nil` when it is absent.
  func choice<Choice: NamedChoice>(_ name: String) throws(FieldError) -> Choice? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value, let choice = Choice(name: text) else {
      let hint: String
      if case .string(let text) = value {
        hint = NearestName.hint(for: text, among: Choice.names)
      } else {
        hint = ""
      }
      throw error(name, expected: Choice.names.alternatives + hint)
    }
    return choice
  }

  /// Returns a number; `nil` when it is absent. A text is read exactly.
  func decimal(_ name: String) throws(FieldError) -> DecimalNumber? {
    let field = "\(path).\(name)"
    switch self[name] {
    case nil: return nil
    case .integer(let number)?: return try DecimalNumber(number, field: field)
    case .number(let number)?: return try DecimalNumber(number, field: field)
    case .string(let text)?: return try DecimalNumber(reading: text, field: field)
    default: throw error(name, expected: "a number")
    }
  }

  /// Returns a text; `nil` when it is absent or no text.
  func text(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }

  /// Returns a list of texts; `nil` when it is absent.
  func texts(_ name: String) throws(FieldError) -> [String]? {
    guard let value = self[name] else { return nil }
    var texts: [String] = []
    if case .array(let values) = value {
      for case .string(let text) in values { texts.append(text) }
      if texts.count == values.count { return texts }
    }
    if case .object(let members) = value, members.isEmpty { return [] }
    throw error(name, expected: "a list of texts")
  }

  private subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}
