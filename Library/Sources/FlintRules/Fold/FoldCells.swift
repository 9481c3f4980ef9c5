/// A row of values in a `FoldCells` that the fold mutates.
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

  /// Replaces every value by that of another row of the same length.
  func fill(from other: CellRow) {
    assert(endIndex == other.endIndex)
    base.update(from: other.base, count: endIndex)
  }
}

/// The parts of a profile's state whose sizes depend on the rulebook, in one block of memory.
///
/// Safety: only the fold changes cells, and it first calls `claim`, once per event, so that no
/// other state sees the change; the rows lie in memory that lives as long as the storage, and are
/// not used beyond the lifetime of their state. Positions are checked as those of tables are.
struct FoldCells: @unchecked Sendable {
  /// A metric's value in one window, and the next target that depends on it.
  struct Counter: Equatable, BitwiseCopyable, Sendable {
    var value: Int64 = 0
    var next: Int64 = .max
  }

  struct Counts: Equatable {
    var counters: Int
    var completed: Int
    var ready: Int
    var holdings: Int
    var missions: Int
    var categories: Int
  }

  private final class Storage {
    let memory: UnsafeMutableRawPointer
    init(size: Int) { memory = .allocate(byteCount: size, alignment: 16) }
    deinit { memory.deallocate() }
  }

  private var storage: Storage
  /// The values of lifetime metrics, then of four days, then of two weeks.
  private(set) var counters: CellRow<Counter>
  /// One bit per mission: completed in the lifetime, in each of four days, in each of two weeks.
  private(set) var completed: CellRow<UInt64>
  /// One bit per mission: reached its target and is about to be completed. Empty between events.
  private(set) var ready: CellRow<UInt64>
  /// The starts of the counters of the open day, week and lifetime, then of their `completed` bits.
  private(set) var bases: CellRow<Int>
  /// The holdings of every card, in rulebook order.
  private(set) var holdings: CellRow<ProfileState.Holding>
  /// The number of sparks of each category, in rulebook order.
  private(set) var sparks: CellRow<Int64>
  /// The number of times that each mission was completed, in rulebook order. It follows from the
  /// list of completions, where that is retained, and is not compared.
  private(set) var timesCompleted: CellRow<Int32>

  init(_ counts: Counts) {
    let first = counts.counters * MemoryLayout<Counter>.stride
    let second = first + counts.holdings * MemoryLayout<ProfileState.Holding>.stride
    let third = second + counts.completed * MemoryLayout<UInt64>.stride
    let fourth = third + counts.ready * MemoryLayout<UInt64>.stride
    let fifth = fourth + 6 * MemoryLayout<Int>.stride
    let sixth = fifth + counts.categories * MemoryLayout<Int64>.stride
    let size = sixth + counts.missions * MemoryLayout<Int32>.stride
    let storage = Storage(size: size)
    self.storage = storage
    func row<Element>(_ offset: Int, _ count: Int, _ empty: Element) -> CellRow<Element> {
      let base = (storage.memory + offset).bindMemory(to: Element.self, capacity: count)
      base.initialize(repeating: empty, count: count)
      return CellRow(base: base, endIndex: count)
    }
    counters = row(0, counts.counters, Counter())
    holdings = row(first, counts.holdings, ProfileState.Holding())
    completed = row(second, counts.completed, 0)
    ready = row(third, counts.ready, 0)
    bases = row(fourth, 6, 0)
    sparks = row(fifth, counts.categories, 0)
    timesCompleted = row(sixth, counts.missions, 0)
  }

  var counts: Counts {
    Counts(
      counters: counters.count, completed: completed.count, ready: ready.count,
      holdings: holdings.count, missions: timesCompleted.count, categories: sparks.count)
  }

  /// Returns the index of the counter that an event of the open day moves.
  @inline(__always)
  func index(of move: MissionPlan.Move) -> Int {
    bases[Int(move.window.rawValue)] &+ Int(move.index)
  }

  /// Returns the start of the bits of the missions completed in the open window of a kind.
  @inline(__always)
  func completedBase(_ window: Window) -> Int { bases[3 &+ Int(window.rawValue)] }

  /// Sets the start of the counters and bits of the open day, week and lifetime.
  @inline(__always)
  func open(counters: (Int, Int, Int), completed: (Int, Int, Int)) {
    (bases[0], bases[1], bases[2]) = counters
    (bases[3], bases[4], bases[5]) = completed
  }

  /// Makes the storage unique to this state, by copying it if it is shared.
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

  /// Copies every value of other cells of the same sizes. The caller has to call `claim` before.
  mutating func fill(from other: FoldCells) {
    counters.fill(from: other.counters)
    completed.fill(from: other.completed)
    ready.fill(from: other.ready)
    bases.fill(from: other.bases)
    holdings.fill(from: other.holdings)
    sparks.fill(from: other.sparks)
    timesCompleted.fill(from: other.timesCompleted)
    withExtendedLifetime((storage, other.storage)) {}
  }
}

extension FoldCells: Equatable {
  /// Returns whether both contain the same values, apart from `ready` and the open windows.
  static func == (left: FoldCells, right: FoldCells) -> Bool {
    if left.storage === right.storage { return true }
    return withExtendedLifetime((left.storage, right.storage)) {
      left.counters.elementsEqual(right.counters) && left.completed.elementsEqual(right.completed)
        && left.holdings.elementsEqual(right.holdings)
        && left.sparks.elementsEqual(right.sparks)
    }
  }
}
