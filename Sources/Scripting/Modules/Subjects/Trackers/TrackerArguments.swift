import Foundation
import Lua
import FlintRules
import FlintSchema
import Sessions

extension HostType {
  /// A number, or a string that contains one, which is read exactly.
  static let decimal = HostType.either(.number(), .string)
}

extension DecimalNumber {
  /// Creates a number from one that a script computed, rounded to six decimals: there 0.1 + 0.2 is
  /// 0.30000000000000004.
  ///
  /// - Throws: `FieldError` if the number is out of range.
  init(rounding number: Double, field: String) throws(FieldError) {
    do throws(FieldError) {
      try self.init(number, field: field)
    } catch {
      // Rounding does not help a number that is out of range.
      guard abs(number) <= 9e12 else { throw error }
      try self.init(reading: String(format: "%.6f", number), field: field)
    }
  }
}

extension HostCall {
  /// Returns the number in a slot declared with `HostType.decimal`; `nil` if it is absent.
  func decimal(_ slot: HostSlot) throws(HostFailure) -> DecimalNumber? {
    let text = kind(slot) == .string ? try string(slot) : nil
    do throws(FieldError) {
      if let text { return try DecimalNumber(reading: text, field: "") }
      switch kind(slot) {
      case .integer: return try DecimalNumber(integer(slot), field: "")
      case .number: return try DecimalNumber(rounding: number(slot), field: "")
      default: return nil
      }
    } catch {
      throw .argument(slot, expected: error.expected, got: error.found)
    }
  }

  /// Returns the tracker fields in a slot: a list of `{name = …, type = …}`, or a table of types by
  /// name, whose fields are sorted by the bytes of their names.
  func trackerFields(_ slot: HostSlot) throws(HostFailure) -> [TrackerField] {
    var fields: [TrackerField] = []
    switch try value(slot) {
    case .nil: break
    case .array(let list):
      for (index, entry) in list.enumerated() {
        guard case .table(let members) = entry,
          members.allSatisfy({ $0.key.text == "name" || $0.key.text == "type" }),
          let name = entry["name"]?.text
        else {
          throw .argument(
            slot, expected: "{name = …, type = …} at item \(index + 1)",
            got: entry.typeName == "table" ? "table with other fields" : entry.typeName)
        }
        fields.append(try field(name, entry["type"] ?? .nil, slot))
      }
    case .table(let entries):
      for entry in entries {
        guard let name = entry.key.text else {
          throw .argument(
            slot, expected: "types by name", got: "a key that is \(entry.key.typeName)")
        }
        fields.append(try field(name, entry.value, slot))
      }
    case let other:
      throw .argument(
        slot, expected: "list of {name = …, type = …} or types by name", got: other.typeName)
    }
    return fields
  }

  private func field(
    _ name: String, _ type: LuaValue, _ slot: HostSlot
  ) throws(HostFailure) -> TrackerField {
    let types = TrackerFieldType.allCases.map(\.name)
    guard let type = type.text.flatMap({ TrackerFieldType(name: $0) }) else {
      throw .argument(
        slot,
        expected: "\(types.dropLast().joined(separator: ", ")) or \(types[types.count - 1]) as the "
          + "type of \"\(name)\"", got: type.asFound)
    }
    do throws(FieldError) {
      return try TrackerField(name: name, type: type)
    } catch {
      throw .argument(slot, expected: "a name of \(error.expected)", got: error.found)
    }
  }

  /// Returns the values by field in a slot; `nil` for those that `false` clears.
  ///
  /// - Parameters:
  ///   - content: the tracker, whose fields define the types of the values.
  ///   - old: the present values of the entry that is updated, if one is: only there `false` clears a
  ///     value.
  func trackerValues(
    _ slot: HostSlot, of content: TrackerContent?, instead old: [EntryContent.Value]? = nil
  ) throws(HostFailure) -> [(name: String, value: TrackerValue?)] {
    let entries: [LuaValue.Entry]
    switch try value(slot) {
    case .nil: return []
    case .array(let none) where none.isEmpty: return []
    case .table(let given): entries = given
    case let other:
      throw .argument(slot, expected: "values by field", got: other.listTypeName)
    }
    var values: [(name: String, value: TrackerValue?)] = []
    for entry in entries {
      guard let name = entry.key.text else {
        throw .argument(
          slot, expected: "values by field", got: "a key that is \(entry.key.typeName)")
      }
      let field = content?.field(named: name)
      // The field may have been removed since the entry was recorded, which keeps its value.
      let type =
        field?.type ?? old?.first { $0.name.lowercased() == name.lowercased() }?.value.type
      guard let type else {
        let names = content?.fields.map(\.name).joined(separator: ", ") ?? ""
        throw .argument(
          slot,
          expected: "fields of \"\(content?.name ?? "")\" "
            + "(\(names.isEmpty ? "it has none" : names))",
          got: "\"\(name)\"")
      }
      if old != nil, type != .boolean, entry.value == .boolean(false) {
        values.append((field?.name ?? name, nil))
      } else {
        values.append((field?.name ?? name, try value(entry.value, type, of: name, slot)))
      }
    }
    return values
  }

  private func value(
    _ value: LuaValue, _ type: TrackerFieldType, of name: String, _ slot: HostSlot
  ) throws(HostFailure) -> TrackerValue {
    do throws(FieldError) {
      switch (type, value) {
      case (.number, .integer(let whole)): return .number(try DecimalNumber(whole, field: name))
      case (.number, .number(let number)):
        return .number(try DecimalNumber(rounding: number, field: name))
      case (.boolean, .boolean(let flag)): return .boolean(flag)
      case (.number, .string), (.day, .string), (.text, .string):
        if let text = value.text { return try TrackerValue(reading: text, as: type, field: name) }
      default: break
      }
    } catch {
      throw .argument(slot, expected: "\(error.expected) for \"\(name)\"", got: error.found)
    }
    let expected =
      switch type {
      case .text: "a text"
      case .number: "a number"
      case .boolean: "true or false"
      case .day: "a day such as 2026-03-01"
      }
    throw .argument(slot, expected: "\(expected) for \"\(name)\"", got: value.asFound)
  }
}

extension LuaValue {
  /// Its form in an error message: a string in quotes, any other value by its type.
  fileprivate var asFound: String {
    switch self {
    case .nil: "nothing"
    case .string: text.map { "\"\($0)\"" } ?? "a text that is not UTF-8"
    default: typeName
    }
  }

  fileprivate var listTypeName: String {
    if case .array = self { "list" } else { typeName }
  }
}
