package import FlintSchema

/// A rarity, a category or an intensity: a name that rulebooks list.
///
/// The same name in two rulebooks is the same value; its position depends on the rulebook.
package protocol RulebookName: FieldConvertible, BitwiseCopyable, CustomStringConvertible {
  /// The number that stands for the name in this process; those of `ignition` have the same ones in all.
  var code: UInt16 { get }
  /// The names that are known, by code.
  static var table: NameTable { get }
  /// The names in `ignition`, in its order.
  static var ignition: [Self] { get }
  /// The number as which profiles store the first name of `ignition`; those of the others follow.
  static var firstNumber: UInt8 { get }
  /// The name in rulebooks, JSON, Lua, CSV and on the command line.
  var name: String { get }
  init(code: UInt16)
  /// Creates the name that a rulebook or a stored profile has; `nil` when there are too many.
  ///
  /// Names are never forgotten: those of other files, such as imported ones, are looked up instead.
  init?(declaring name: String)
}

extension RulebookName {
  /// The names in `ignition`, in its order.
  package static var ignitionNames: [String] { ignition.map(\.name) }

  /// The number as which profiles store the name.
  package var number: Int64 {
    isFixed ? Int64(Self.firstNumber) + Int64(code) : NameTable.number(of: name)
  }

  /// Creates the name that is stored as a number; `nil` when it is not known.
  package init?(number: Int64) {
    // Wrapping: a damaged row can have any number.
    let code = number &- Int64(Self.firstNumber)
    if (0..<Int64(Self.table.fixedCount)).contains(code) {
      self.init(code: UInt16(truncatingIfNeeded: code))
    } else if let code = Self.table.code(ofNumber: number) {
      self.init(code: code)
    } else {
      return nil
    }
  }

  /// Whether `ignition` lists the name.
  package var isFixed: Bool { Int(code) < Self.table.fixedCount }

  /// Finds a name of `ignition`, or one that a rulebook in use has; `nil` for any other.
  package init?(name: some StringProtocol) {
    guard let code = Self.table.code(of: String(name)) else { return nil }
    self.init(code: code)
  }

  /// A choice of the names of `ignition`, or of those of the rulebook.
  package static var fieldType: FieldType {
    var choice = FieldType.Choice(ignitionNames)
    choice.isOpen = true
    return .choice(choice)
  }
  package var fieldValue: FieldValue { .name(name) }

  package init(_ value: FieldValue, field: String) throws(FieldError) {
    guard case .name(let name) = value, let found = Self(name: name) else {
      throw FieldError(
        field: field, expected: Self.ignitionNames.alternatives, found: value.plain)
    }
    self = found
  }
}

extension Array where Element: RulebookName {
  /// The names, in the order of the list.
  package var names: [String] { map(\.name) }

  /// Returns the position of a name; `nil` when the list does not have it.
  package func position(of name: Element) -> Int? { firstIndex(of: name) }

  /// Returns the entry of a name; `nil` when the list does not have it.
  package func named(_ name: some StringProtocol) -> Element? { first { $0.name == name } }

  /// Returns the entry of a name, ignoring case.
  ///
  /// - Throws: `FieldError` about `field` when the list does not have it.
  package func entry(_ name: String, field: String) throws(FieldError) -> Element {
    let folded = name.lowercased()
    if let entry = named(name) ?? first(where: { $0.name.lowercased() == folded }) { return entry }
    throw FieldError(
      field: field, expected: names.alternatives,
      found: "\"\(name)\"" + NearestName.hint(for: name, among: names))
  }
}
