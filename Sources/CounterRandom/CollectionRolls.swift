private import CDraws

/// The number of rolls that players take to a goal, rolled one by one: a roll is the next word of the
/// player's stream that is not rejected.
///
/// Outcomes have whole weights over a denominator *d* of at most 2³²; the rest of the denominator is the
/// weight of a roll without an outcome. With *q* the whole quotient of 2³² / *d*, an outcome is drawn by
/// the *q*·weight words after those of the outcomes before it, and words from *q*·*d* on are rejected, so
/// that the chance of every outcome is exactly its weight.
public struct CollectionRolls: Sendable {
  /// The value that represents more rolls than the cap.
  public static let capped = UInt32.max

  /// The purpose of the stream of rolls ("roll"); its identity is the player · 2³².
  public static let purpose: UInt32 = 0x726F_6C6C

  private let table: OutcomeTable
  private let goal: CollectionGoal
  private let plan: Plan

  /// The tables by which C finds outcomes.
  private enum Plan {
    case small(Small)
    case large(starts: [UInt32], ends: [UInt64], wanted: [Bool])
  }

  /// Tables for at most 64 ranges of words, fewer than two of which start within the words of an entry.
  private struct Small {
    var bits: UInt32
    var entries: [UInt32]
    var wanted: UInt64
    var rejected: UInt64
    var last: UInt32
    var firsts: [UInt32]
    var widths: [UInt32]
  }

  /// Compiles weights and a goal.
  ///
  /// - Returns: `nil` unless the denominator is from 1 to 2³², the weights' sum is at most that, and
  ///   the goal can be reached: it wants at least one outcome, and no more than those that have a
  ///   weight.
  public init?(weights: [UInt64], denominator: UInt64, goal: CollectionGoal) {
    guard let table = OutcomeTable(weights: weights, denominator: denominator) else { return nil }
    let reachable = goal.outcomes.filter { weights.indices.contains($0) && weights[$0] > 0 }
    guard goal.count >= 1, goal.count <= reachable.count else { return nil }
    self.table = table
    self.goal = goal
    let compact = table.compact
    let counting = Set(reachable)
    let wanted = compact.outcomes.map { $0.map(counting.contains) ?? false }
    plan = Self.smallPlan(compact, wanted) ?? Self.largePlan(compact, wanted)
  }

  private static func largePlan(_ compact: OutcomeTable.Compact, _ wanted: [Bool]) -> Plan {
    var starts: [UInt32] = []
    var range = 0
    for index in 0..<4096 as Range<UInt64> {
      while compact.ends[range] <= index << 20 { range += 1 }
      starts.append(UInt32(range))
    }
    return .large(starts: starts, ends: compact.ends, wanted: wanted + [false])
  }

  private static func smallPlan(_ compact: OutcomeTable.Compact, _ wanted: [Bool]) -> Plan? {
    let rejected = compact.ends.count - 1
    // A width of 2³² is too large for C.
    guard rejected < 64, compact.ends[0] < 1 << 32 else { return nil }
    for bits in 9...12 as ClosedRange<UInt32> {
      guard let entries = entries(compact, bits: bits) else { continue }
      var bit: UInt64 = 0
      for (range, isWanted) in wanted.enumerated() where isWanted { bit |= 1 << UInt64(range) }
      // A range that starts past all words is never used: its numbers do not matter.
      let starts = [0] + compact.ends.dropLast()
      return .small(
        Small(
          bits: bits, entries: entries, wanted: bit, rejected: 1 << UInt64(rejected),
          last: UInt32(starts[rejected] - 1), firsts: starts.map { UInt32(truncatingIfNeeded: $0) },
          widths: zip(compact.ends, starts).map { UInt32(truncatingIfNeeded: $0 - $1) }))
    }
    return nil
  }

  /// Returns the entries of C's table with a number of index bits; `nil` when that is too coarse.
  private static func entries(_ compact: OutcomeTable.Compact, bits: UInt32) -> [UInt32]? {
    let width: UInt64 = 1 << UInt64(32 - bits)
    var entries: [UInt32] = []
    var range = 0
    for index in 0..<(1 << bits) as Range<UInt64> {
      let start = index * width
      while compact.ends[range] <= start { range += 1 }
      var offset: UInt64 = 0
      if compact.ends[range] < start + width {
        offset = compact.ends[range] - start
        range += 1
        if compact.ends[range] < start + width { return nil }
      }
      entries.append(UInt32(offset) << 8 | UInt32(range))
    }
    return entries
  }

  /// Writes the numbers of rolls that players take.
  ///
  /// - Parameters:
  ///   - first: the first player, whose number of rolls comes first in the buffer; the largest player
  ///     number is followed by 0.
  ///   - key: the seed.
  ///   - cap: the maximum number of rolls of a player, less than `UInt32.max`.
  ///   - rolls: receives for each player the number of the roll that reaches the goal, or ``capped``.
  ///   - level: the instruction set; one that the processor lacks is replaced by the best that it has.
  public func write(
    from first: UInt32, key: UInt64, cap: UInt32 = .max - 1,
    into rolls: inout MutableSpan<UInt32>, level: DrawLevel = .best
  ) {
    let cap = min(cap, Self.capped - 1)
    switch plan {
    case .small(let small):
      // C reads the 2^bits entries, a first word and a width of each range, and writes exactly `count`
      // numbers.
      rolls.withUnsafeMutableBufferPointer { rolls in
        small.entries.withUnsafeBufferPointer { entries in
          small.firsts.withUnsafeBufferPointer { firsts in
            small.widths.withUnsafeBufferPointer { widths in
              guard let address = rolls.baseAddress else { return }
              var collection = cdraws_collection(
                bits: small.bits, entries: entries.baseAddress, wanted: small.wanted,
                goal: UInt32(goal.count), rejected: small.rejected, last: small.last,
                firsts: firsts.baseAddress, widths: widths.baseAddress)
              cdraws_collect(
                level.rawValue, key, Self.purpose, first, rolls.count, &collection, cap, address)
            }
          }
        }
      }
    case .large(let starts, let ends, let wanted):
      var owned = [Bool](repeating: false, count: ends.count)
      // C reads 4096 starts and as many ends and marks as there are outcomes, writes as many flags, and
      // writes exactly `count` numbers.
      rolls.withUnsafeMutableBufferPointer { rolls in
        owned.withUnsafeMutableBufferPointer { owned in
          guard let address = rolls.baseAddress, let owned = owned.baseAddress else { return }
          cdraws_collect_many(
            level.rawValue, key, Self.purpose, first, rolls.count, starts, ends, wanted, owned,
            ends.count, UInt32(goal.count), cap, address)
        }
      }
    }
  }

  /// Returns the number of rolls that one player takes, one roll after another: the definition of
  /// ``write(from:key:cap:into:level:)``.
  public func rolls(of player: UInt32, key: UInt64, cap: UInt32 = .max - 1) -> UInt32 {
    var stream = CounterStream(key: key, identity: UInt64(player) << 32, purpose: Self.purpose)
    let wanted = Set(goal.outcomes)
    var owned: Set<Int> = []
    var rolls: UInt32 = 0
    while rolls < min(cap, Self.capped - 1) {
      switch table.drawn(by: stream.next32()) {
      case .rejected: continue
      case .nothing: rolls += 1
      case .outcome(let outcome):
        rolls += 1
        if wanted.contains(outcome) { owned.insert(outcome) }
        if owned.count >= goal.count { return rolls }
      }
    }
    return Self.capped
  }
}
