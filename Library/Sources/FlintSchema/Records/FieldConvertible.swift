package import FlintCalendar
import FlintJSON

/// A type of properties that fields can have.
package protocol FieldConvertible: Hashable, Sendable {
  static var fieldType: FieldType { get }
  var fieldValue: FieldValue { get }
  /// Creates the property from a value that `fieldType` has checked.
  ///
  /// - Throws: `FieldError` about `field` when there is no such property.
  init(_ value: FieldValue, field: String) throws(FieldError)
}

/// An enumeration whose cases have names.
package protocol NamedChoice: FieldConvertible, CaseIterable {
  /// The name in JSON, Lua, CSV and on the command line.
  var name: String { get }
}

extension NamedChoice {
  /// The names of all cases, in order.
  @inlinable package static var names: [String] { allCases.map(\.name) }
  @inlinable package static var fieldType: FieldType { .choice(FieldType.Choice(names)) }
  @inlinable package var fieldValue: FieldValue { .name(name) }

  /// Creates the case of a name; `nil` when the name is unknown.
  @inlinable
  package init?(name: some StringProtocol) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Creates the case that a text means: its name, ignoring case, or its number.
  ///
  /// - Throws: `FieldError` about `field` when the text means none.
  package init(reading text: String, field: String) throws(FieldError) {
    guard case .choice(let choice) = Self.fieldType,
      let found = choice.name(reading: text).flatMap({ Self(name: $0) })
    else {
      throw FieldError(field: field, expected: Self.fieldType.expectation, found: "\"\(text)\"")
    }
    self = found
  }

  @inlinable
  package init(_ value: FieldValue, field: String) throws(FieldError) {
    guard case .name(let name) = value, let found = Self(name: name) else {
      throw FieldError(field: field, expected: Self.fieldType.expectation, found: value.plain)
    }
    self = found
  }
}

extension NamedChoice where Self: RawRepresentable & Comparable, RawValue == UInt8 {
  /// Whether the left case has the smaller raw value, so that it is declared first.
  @inlinable
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension FieldError {
  @usableFromInline
  static func wrongType(_ value: FieldValue, _ type: FieldType, _ field: String) -> FieldError {
    FieldError(
      field: field, expected: type.expectation,
      found: value.isNone ? "nothing" : value.json.summary)
  }
}

extension String: FieldConvertible {
  package static var fieldType: FieldType { .text }
  package var fieldValue: FieldValue { .text(self) }
  package init(_ value: FieldValue, field: String) throws(FieldError) {
    guard case .text(let text) = value else { throw .wrongType(value, .text, field) }
    self = text
  }
}

extension Int64: FieldConvertible {
  package static var fieldType: FieldType { .integer(.min ... .max) }
  package var fieldValue: FieldValue { .integer(self) }
  package init(_ value: FieldValue, field: String) throws(FieldError) {
    guard case .integer(let number) = value else {
      throw .wrongType(value, Self.fieldType, field)
    }
    self = number
  }
}

extension Bool: FieldConvertible {
  package static var fieldType: FieldType { .boolean }
  package var fieldValue: FieldValue { .boolean(self) }
  package init(_ value: FieldValue, field: String) throws(FieldError) {
    guard case .boolean(let flag) = value else { throw .wrongType(value, .boolean, field) }
    self = flag
  }
}

extension CivilDay: FieldConvertible {
  package static var fieldType: FieldType { .day }
  package var fieldValue: FieldValue { .day(self) }
  package init(_ value: FieldValue, field: String) throws(FieldError) {
    guard case .day(let day) = value else { throw .wrongType(value, .day, field) }
    self = day
  }
}

extension Instant: FieldConvertible {
  package static var fieldType: FieldType { .time }
  package var fieldValue: FieldValue { .instant(self) }
  package init(_ value: FieldValue, field: String) throws(FieldError) {
    guard case .instant(let instant) = value else { throw .wrongType(value, .time, field) }
    self = instant
  }
}

extension [String]: FieldConvertible {
  package static var fieldType: FieldType { .list }
  package var fieldValue: FieldValue { isEmpty ? .none : .list(self) }
  package init(_ value: FieldValue, field: String) throws(FieldError) {
    switch value {
    case .none: self = []
    case .list(let texts): self = texts
    default: throw .wrongType(value, .list, field)
    }
  }
}

extension DecimalNumber: FieldConvertible {
  package static var fieldType: FieldType { .decimal }
  package var fieldValue: FieldValue { .decimal(millionths) }
  package init(_ value: FieldValue, field: String) throws(FieldError) {
    switch value {
    case .integer(let whole): try self.init(whole, field: field)
    case .decimal(let millionths):
      guard let number = DecimalNumber(millionths: millionths) else { fallthrough }
      self = number
    default: throw .wrongType(value, .decimal, field)
    }
  }
}
