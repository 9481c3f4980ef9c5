/// An enumeration whose cases have names, and indices from 1 that represent them in files.
public protocol IndexedEnum: RawRepresentable<UInt8>, Sendable {
  /// The accepted forms, for error messages.
  static var form: String { get }

  /// The name of the field that usually has such a value.
  static var field: String { get }

  /// Creates the case of a name; `nil` when the name is unknown.
  init?(name: some StringProtocol)
}

extension IndexedEnum {
  /// Creates the case of a name, or of the digit that represents it in files.
  ///
  /// - Throws: `FieldError` with the name of the field, when the text is neither.
  public init(_ text: some StringProtocol, field: String = Self.field) throws(FieldError) {
    let digit = text.utf8.count == 1 ? UInt8(text).flatMap(Self.init(rawValue:)) : nil
    guard let value = Self(name: text) ?? digit else {
      throw FieldError(field: field, expected: Self.form, found: "\"\(text)\"")
    }
    self = value
  }

  /// Creates the case of the number that represents it in files.
  ///
  /// - Throws: `FieldError` with the name of the field, when the number is out of range.
  public init(stored number: Int64, field: String = Self.field) throws(FieldError) {
    guard let value = UInt8(exactly: number).flatMap(Self.init(rawValue:)) else {
      throw FieldError(field: field, expected: Self.form, found: String(number))
    }
    self = value
  }

  /// The index among all cases, from 0.
  public var index: Int { Int(rawValue) - 1 }
}
