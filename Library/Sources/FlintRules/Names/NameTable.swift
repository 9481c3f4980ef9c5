import Synchronization

/// The names of one kind that are known in this process, by their codes.
///
/// Names are only added. Those of `ignition` are fixed, and are read without a lock.
package final class NameTable: Sendable {
  /// The maximum number of names.
  static let mostNames = 60_000

  private let fixed: [String]
  private struct Added {
    var names: [String] = []
    var codes: [String: UInt16] = [:]
    var numbers: [Int64: UInt16] = [:]
  }
  private let added = Mutex(Added())

  /// Creates the table of some names, whose codes begin with a number.
  init(_ fixed: [String]) {
    self.fixed = fixed
  }

  /// The number of names whose codes are fixed.
  var fixedCount: Int { fixed.count }

  subscript(code: UInt16) -> String {
    let index = Int(code)
    if index < fixed.count { return fixed[index] }
    return added.withLock { $0.names[index - fixed.count] }
  }

  /// Returns the code of a name; `nil` when the name is not known.
  func code(of name: String) -> UInt16? {
    if let index = fixed.firstIndex(of: name) { return UInt16(index) }
    return added.withLock { $0.codes[name] }
  }

  /// Returns the code of the name, beyond the fixed ones, that is stored as a number; `nil` when it is not
  /// known.
  func code(ofNumber number: Int64) -> UInt16? { added.withLock { $0.numbers[number] } }

  /// Returns the code of a name, which is known from then on; `nil` when there are too many names.
  func declare(_ name: String) -> UInt16? {
    if let index = fixed.firstIndex(of: name) { return UInt16(index) }
    return added.withLock { added in
      if let code = added.codes[name] { return code }
      let number = Self.number(of: name)
      guard added.names.count < Self.mostNames, added.numbers[number] == nil else { return nil }
      let code = UInt16(fixed.count + added.names.count)
      added.names.append(name)
      added.codes[name] = code
      added.numbers[number] = code
      return code
    }
  }

  /// Returns the number as which profiles store a name beyond the fixed ones: a hash of 48 bits, the same
  /// in every profile, beyond the numbers of those.
  static func number(of name: String) -> Int64 {
    // The keys are constants; 2⁴⁸ is added so that no number is one of the fixed names.
    var hash = SipHash128(key0: 0x656d_616e_746e_696c, key1: 0x7265_626d_756e_2e66)
    hash.append(field: name)
    return Int64(truncatingIfNeeded: hash.eventID().high & 0xFFFF_FFFF_FFFF) + 1 << 48
  }
}
