/// Values side by side in memory that never changes: read without counting references and, in
/// optimised builds, without checking positions.
///
/// An event reads a dozen tables. Were they arrays, the references to them that each reading counts
/// up and down would cost more than all the rules (half of the time of a fold, as measured).
///
/// What makes it safe: the memory is made and filled by a `TableStorage` before anyone sees the
/// table, never changes afterwards, and lives as long as the storage, which is kept beside the
/// tables by whoever has them: a `Rulebook`. Positions come from the same compilation as the
/// tables; builds for debugging, the tests among them, check every one.
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

  /// Goes through the values; without the checks of going through any collection.
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

/// Holds the memory of fixed tables.
final class TableStorage: @unchecked Sendable {
  // Changed only while tables are made, which is before the storage is shared.
  private var pieces: [UnsafeMutableRawPointer] = []

  deinit { for piece in pieces { piece.deallocate() } }

  /// Makes a table of some values.
  func table<Element>(_ values: [Element]) -> FixedTable<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: values.count)
    memory.initialize(from: values, count: values.count)
    pieces.append(UnsafeMutableRawPointer(memory))
    return FixedTable(base: memory, count: values.count)
  }
}

/// A row of values that the fold changes in place: a part of a `FoldCells`.
struct CellRow<Element: BitwiseCopyable & Equatable>: RandomAccessCollection {
  fileprivate let base: UnsafeMutablePointer<Element>
  let endIndex: Int

  var startIndex: Int { 0 }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < endIndex)
      return base[index]
    }
    nonmutating _modify {
      assert(index >= 0 && index < endIndex)
      yield &base[index]
    }
  }

  /// Makes every value of a row the one of another row of the same length.
  func fill(from other: CellRow) {
    assert(endIndex == other.endIndex)
    base.update(from: other.base, count: endIndex)
  }
}

/// The parts of a profile's state whose number the rulebook says, in one piece of memory that
/// several states share until one of them is changed.
///
/// What makes it safe: cells are changed only by the fold, which first calls `claim`, once an event,
/// so that nobody else sees the change; the rows lie in memory that lives as long as the storage,
/// and are not kept beyond the state they were taken from. Builds for debugging check every
/// position.
struct FoldCells: @unchecked Sendable {
  /// How many of each there are.
  struct Counts: Equatable {
    var counters: Int
    var completed: Int
    var ready: Int
    var holdings: Int
    var missions: Int
  }

  private final class Storage {
    let memory: UnsafeMutableRawPointer
    init(size: Int) { memory = .allocate(byteCount: size, alignment: 16) }
    deinit { memory.deallocate() }
  }

  private var storage: Storage
  /// Values of lifetime metrics, then of four days, then of two weeks.
  private(set) var counters: CellRow<ProfileState.Counter>
  /// One bit a mission: completed in the lifetime, in each of four days, in each of two weeks.
  private(set) var completed: CellRow<UInt64>
  /// One bit a mission: has reached its target and waits to be completed. Empty between events.
  private(set) var ready: CellRow<UInt64>
  /// Where the counters of the open day, week and lifetime begin, then the bits in `completed`.
  private(set) var bases: CellRow<Int>
  /// Holdings of every card of the rulebook, in its order.
  private(set) var holdings: CellRow<ProfileState.Holding>
  /// How often each mission of the rulebook was completed. It follows from the list of completions,
  /// where that is kept, and is no part of what states are compared by.
  private(set) var timesCompleted: CellRow<Int32>

  /// Makes cells that hold nothing yet.
  init(_ counts: Counts) {
    let first = counts.counters * MemoryLayout<ProfileState.Counter>.stride
    let second = first + counts.holdings * MemoryLayout<ProfileState.Holding>.stride
    let third = second + counts.completed * MemoryLayout<UInt64>.stride
    let fourth = third + counts.ready * MemoryLayout<UInt64>.stride
    let fifth = fourth + 6 * MemoryLayout<Int>.stride
    let size = fifth + counts.missions * MemoryLayout<Int32>.stride
    let storage = Storage(size: size)
    self.storage = storage
    func row<Element>(_ offset: Int, _ count: Int, _ empty: Element) -> CellRow<Element> {
      let base = (storage.memory + offset).bindMemory(to: Element.self, capacity: count)
      base.initialize(repeating: empty, count: count)
      return CellRow(base: base, endIndex: count)
    }
    counters = row(0, counts.counters, ProfileState.Counter())
    holdings = row(first, counts.holdings, ProfileState.Holding())
    completed = row(second, counts.completed, 0)
    ready = row(third, counts.ready, 0)
    bases = row(fourth, 6, 0)
    timesCompleted = row(fifth, counts.missions, 0)
  }

  /// How many of each there are.
  var counts: Counts {
    Counts(
      counters: counters.count, completed: completed.count, ready: ready.count,
      holdings: holdings.count, missions: timesCompleted.count)
  }

  /// Where the counter is that an event of the open day moves.
  @inline(__always)
  func place(of move: MissionPlan.Move) -> Int {
    bases[Int(move.window.rawValue)] &+ Int(move.index)
  }

  /// Where the bits of the missions completed in the open window of a kind begin.
  @inline(__always)
  func completedBase(_ window: Window) -> Int { bases[3 &+ Int(window.rawValue)] }

  /// Says where the counters and bits of the open day, week and lifetime begin.
  @inline(__always)
  func open(counters: (Int, Int, Int), completed: (Int, Int, Int)) {
    (bases[0], bases[1], bases[2]) = counters
    (bases[3], bases[4], bases[5]) = completed
  }

  /// Makes the cells this state's alone.
  @inline(__always)
  mutating func claim() {
    if !isKnownUniquelyReferenced(&storage) { separate() }
  }

  @inline(never)
  private mutating func separate() {
    var own = FoldCells(counts)
    own.fill(from: self)
    self = own
  }

  /// Makes every value the one of other cells of the same counts. To be claimed before.
  mutating func fill(from other: FoldCells) {
    counters.fill(from: other.counters)
    completed.fill(from: other.completed)
    ready.fill(from: other.ready)
    bases.fill(from: other.bases)
    holdings.fill(from: other.holdings)
    timesCompleted.fill(from: other.timesCompleted)
    withExtendedLifetime((storage, other.storage)) {}
  }
}

extension FoldCells: Equatable {
  /// Whether both hold the same; what is ready is empty between events, and what is open is no part.
  static func == (left: FoldCells, right: FoldCells) -> Bool {
    if left.storage === right.storage { return true }
    return withExtendedLifetime((left.storage, right.storage)) {
      left.counters.elementsEqual(right.counters) && left.completed.elementsEqual(right.completed)
        && left.holdings.elementsEqual(right.holdings)
    }
  }
}
