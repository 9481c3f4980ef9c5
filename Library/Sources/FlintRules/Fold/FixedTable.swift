/// Values in contiguous memory that never changes, which are read without reference counting and,
/// in builds for use, without bounds checks.
///
/// An event reads a dozen tables. If they were arrays, their reference counting would cost more
/// than all the rules (half of the time of a fold, as measured).
///
/// Safety: a `TableStorage` allocates and initialises the memory before the table is accessible,
/// the memory never changes afterwards, and it lives as long as the storage, which the owner of the
/// tables, a value of a `Rulebook`, stores beside them. Positions come from the same compilation as
/// the tables; debug builds, and the build that the tests run, check every one.
struct FixedTable<Element: BitwiseCopyable & Sendable>: RandomAccessCollection,
  BitwiseCopyable, @unchecked Sendable
{
  private let base: UnsafePointer<Element>
  let endIndex: Int

  fileprivate init(base: UnsafePointer<Element>, count: Int) {
    self.base = base
    endIndex = count
  }

  var startIndex: Int { 0 }

  @inline(__always)
  subscript(index: Int) -> Element {
    assert(index >= 0 && index < endIndex)
    return base[index]
  }

  /// An iterator over the values without the bounds checks of a general collection.
  struct Iterator: IteratorProtocol {
    fileprivate var position: UnsafePointer<Element>
    fileprivate let end: UnsafePointer<Element>

    @inline(__always)
    mutating func next() -> Element? {
      if position == end { return nil }
      let value = position.pointee
      position += 1
      return value
    }
  }

  @inline(__always)
  func makeIterator() -> Iterator { Iterator(position: base, end: base + endIndex) }
}

/// The owner of the memory of fixed tables.
final class TableStorage: @unchecked Sendable {
  // Changed only while tables are created, before the storage is shared.
  private var pieces: [UnsafeMutableRawPointer] = []

  deinit { for piece in pieces { piece.deallocate() } }

  /// Returns a new table of the given values.
  func table<Element>(_ values: [Element]) -> FixedTable<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: values.count)
    memory.initialize(from: values, count: values.count)
    pieces.append(UnsafeMutableRawPointer(memory))
    return FixedTable(base: memory, count: values.count)
  }
}
