/// The positions of the names of a rulebook's list, by the codes of the names.
struct NamePositions<Name: RulebookName>: Sendable {
  /// The names, in the order of the list.
  let names: FixedTable<Name>
  private let positions: FixedTable<Int32>
  private let storage = TableStorage()

  init(_ names: [Name]) {
    self.names = storage.table(names)
    var positions = [Int32](repeating: -1, count: names.reduce(0) { max($0, Int($1.code) + 1) })
    for (position, name) in names.enumerated() {
      positions[Int(name.code)] = Int32(truncatingIfNeeded: position)
    }
    self.positions = storage.table(positions)
  }

  /// Returns the position of a name; -1 when the list does not have it.
  @inline(__always)
  subscript(name: Name) -> Int {
    let code = Int(name.code)
    return code < positions.endIndex ? Int(positions[code]) : -1
  }
}
