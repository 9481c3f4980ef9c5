/// Names that have an order of their own, such as intensities, moods and rarities.
///
/// A profile can have sparks and cards that it recorded under another rulebook: the names of `ignition` are on a
/// scale of their own, and follow those of the rulebook in an order of rows.
package struct NameScales: Sendable {
  /// The scales of each kind of names: those in use, then former ones.
  private let kinds: [[[String]]]

  package init(_ kinds: [[[String]]]) {
    self.kinds = kinds.map { scales in scales.map { $0.map { $0.lowercased() } } }
  }

  /// Returns how two names compare: below 0 where the first is less; `nil` where they are not on one scale.
  func order(_ first: String, _ second: String) -> Int? {
    let (first, second) = (Self.folded(first), Self.folded(second))
    for scale in kinds.joined() {
      if let left = scale.firstIndex(of: first), let right = scale.firstIndex(of: second) {
        return left - right
      }
    }
    return nil
  }

  func contains(_ name: String) -> Bool {
    kinds.joined().contains { $0.contains(Self.folded(name)) }
  }

  /// Returns the positions of two names among all names of their kind; `nil` where they are of none.
  func ranks(_ first: String, _ second: String) -> (Int, Int)? {
    let (first, second) = (Self.folded(first), Self.folded(second))
    for scales in kinds {
      let names = Array(scales.joined())
      if let left = names.firstIndex(of: first), let right = names.firstIndex(of: second) {
        return (left, right)
      }
    }
    return nil
  }

  private static func folded(_ name: String) -> String { name.trimmedWhitespace.lowercased() }
}
