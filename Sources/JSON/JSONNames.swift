/// The names of the members of an object that have been read, to find one that it has twice.
struct JSONNames {
  /// A bit for each name by its bytes: most names need no other comparison.
  private var marks: (UInt64, UInt64) = (0, 0)
  private var many: Set<[UInt8]> = []

  /// The number of members from which on they are found by their hashes.
  private static let few = 64

  /// Adds a name; false if one of the members has the same bytes.
  ///
  /// - Parameter mark: a number of the bytes of the name; `nil` where it was written with escapes.
  @inline(__always)
  mutating func insert(
    _ name: String, _ mark: UInt8?, _ members: [(name: String, value: JSONValue)]
  ) -> Bool {
    if let mark, members.count < Self.few {
      let bit = UInt64(1) &<< UInt64(mark)
      let bits = mark & 64 == 0 ? (bit, 0) : (0, bit)
      if marks.0 & bits.0 | marks.1 & bits.1 == 0 {
        marks = (marks.0 | bits.0, marks.1 | bits.1)
        return true
      }
    }
    // A name with escapes has no mark, so that all later ones are compared.
    if mark == nil { marks = (.max, .max) }
    return isNew(name, members)
  }

  @inline(never)
  private mutating func isNew(
    _ name: String, _ members: [(name: String, value: JSONValue)]
  ) -> Bool {
    guard members.count >= Self.few else {
      return !members.contains {
        $0.name.utf8.count == name.utf8.count && $0.name.utf8.elementsEqual(name.utf8)
      }
    }
    if many.isEmpty { many = Set(members.map { Array($0.name.utf8) }) }
    return many.insert(Array(name.utf8)).inserted
  }
}

extension JSONScanner {
  /// Reads the name of a member, whose opening quote is the next byte, with a number of its bytes; `nil` where it
  /// is written with escapes, or not needed.
  @inline(__always)
  mutating func name() throws(JSONError) -> (text: String, mark: UInt8?) {
    let start = position + 1
    let text = try string()
    let count = position - 1 - start
    return (text, refusesRepeats && text.utf8.count == count ? mark(start, count) : nil)
  }
}
