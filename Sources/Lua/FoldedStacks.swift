/// Where a script spent its time, as flame graphs are drawn from it: a line for each stack that was
/// met, outermost frame first, and behind it how many ticks it was met for.
///
/// Format: Brendan Gregg's “folded stacks” (`stackcollapse`), as flamegraph.pl, inferno and
/// speedscope read it.
public struct FoldedStacks: Sendable, Equatable {
  /// Stacks that are kept apart hold so many bytes of names at most; the ticks of what comes later are
  /// added up under one name.
  static let mostBytes = 32 << 20
  private static let others = "(stacks of too many kinds)"

  private var ticks: [String: UInt64] = [:]
  private var bytes = 0

  /// None.
  public init() {}

  /// How many ticks there are in all.
  public var total: UInt64 { ticks.values.reduce(0, +) }

  mutating func add(_ frames: String, ticks count: UInt64) {
    if ticks[frames] == nil {
      guard bytes + frames.utf8.count <= Self.mostBytes else {
        ticks[Self.others, default: 0] += count
        return
      }
      bytes += frames.utf8.count
    }
    ticks[frames, default: 0] += count
  }

  /// The lines, each with its end, in the order of the names.
  public var text: String {
    ticks.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\($0.key) \($0.value)\n" }.joined()
  }
}
