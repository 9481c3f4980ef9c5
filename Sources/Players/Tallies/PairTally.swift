/// The tally of one measure of the same players under two rulebooks.
///
/// All players count: those who did not reach a goal under one of them count with the time that they were
/// played. Only where a function of the plan returned no value is there no difference.
package struct PairTally: Equatable, Sendable {
  /// The differences of the second value less the first, player by player.
  package internal(set) var difference = Tally()
  /// The number of players that have a value under both.
  package internal(set) var both: Int64 = 0

  @inline(__always)
  package mutating func add(_ first: Measured, _ second: Measured) {
    // A player belongs to the same segment under both.
    if case .outside = second { return }
    if first.isValue && second.isValue { both &+= 1 }
    guard let value = second.restricted, let first = first.restricted else {
      return difference.add(.missing)
    }
    let (gain, overflow) = value.subtractingReportingOverflow(first)
    if overflow {
      difference.addTooLarge()
    } else {
      difference.add(.value(gain))
    }
  }

  /// Adds the counts of another tally.
  package mutating func merge(_ other: PairTally) {
    difference.merge(other.difference)
    both += other.both
  }
}
