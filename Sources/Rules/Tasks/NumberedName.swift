/// One of a few values that has a name, and a number from 1 that stands for it in files.
public protocol NumberedName: RawRepresentable<UInt8>, Sendable {
  /// What a value looks like, for error messages.
  static var form: String { get }

  /// The field that usually holds one.
  static var field: String { get }

  /// Reads a name; `nil` when it is none.
  init?(name: some StringProtocol)
}

extension NumberedName {
  /// Reads a name, or the digit that stands for it in files.
  ///
  /// - Throws: `FieldError` that names the field, when the text is anything else.
  public init(_ text: some StringProtocol, field: String = Self.field) throws(FieldError) {
    let digit = text.utf8.count == 1 ? UInt8(text).flatMap(Self.init(rawValue:)) : nil
    guard let value = Self(name: text) ?? digit else {
      throw FieldError(field: field, expected: Self.form, found: "\"\(text)\"")
    }
    self = value
  }

  /// Reads the number that stands for a value in files.
  ///
  /// - Throws: `FieldError` that names the field, when the number is any other.
  public init(stored number: Int64, field: String = Self.field) throws(FieldError) {
    guard let value = UInt8(exactly: number).flatMap(Self.init(rawValue:)) else {
      throw FieldError(field: field, expected: Self.form, found: String(number))
    }
    self = value
  }

  /// The position among all values, from 0.
  public var index: Int { Int(rawValue) - 1 }
}
