/// A profile of a script for flame graphs: one line for each sampled stack, outermost frame first,
/// followed by the number of ticks for which it was sampled.
///
/// Format: Brendan Gregg's “folded stacks” (`stackcollapse`), as read by flamegraph.pl, inferno and
/// speedscope.
public struct FoldedStacks: Sendable, Equatable {
  /// The maximum number of bytes of names in distinct stacks; the ticks of later stacks are added
  /// up under one name.
  static let maximumBytes = 32 << 20
  private static let others = "(stacks of too many kinds)"

  private var ticks: [String: UInt64] = [:]
  private var bytes = 0

  /// Creates an empty profile.
  public init() {}

  /// The total number of ticks.
  public var total: UInt64 { ticks.values.reduce(0, +) }

  mutating func add(_ frames: String, ticks count: UInt64) {
    if ticks[frames] == nil {
      guard bytes + frames.utf8.count <= Self.maximumBytes else {
        ticks[Self.others, default: 0] += count
        return
      }
      bytes += frames.utf8.count
    }
    ticks[frames, default: 0] += count
  }

  /// The lines, each with its line end, in the order of the stacks.
  public var text: String {
    ticks.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\($0.key) \($0.value)\n" }.joined()
  }
}
