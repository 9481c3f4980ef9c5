package import FlintCalendar

/// The events folded into a state: their number, the newest, and those that had no effect.
package struct FoldedEvents: Equatable, Sendable {
  /// An event that had no effect, and the reason.
  package struct Void: Equatable, Sendable {
    /// The id of the event.
    package internal(set) var event: EventID
    /// The reason.
    package internal(set) var reason: VoidReason
  }

  /// The values that a void event changes, apart from the list of such events.
  package struct VoidMark: Sendable {
    fileprivate var newest: FoldPosition?
    fileprivate var latestFailure: Instant?
  }

  /// The number of events folded, including void ones.
  package internal(set) var count: Int64 = 0
  /// The position of the newest event folded.
  package internal(set) var newest: FoldPosition?
  /// The instant of the latest event that failed when it was first tried, whether it succeeded
  /// later or was void: another event of that instant precedes it, or may make it succeed.
  package internal(set) var latestFailure: Instant?
  /// The events that had no effect, in the order of the fold.
  package internal(set) var voids: [Void] = []

  /// The values to restore with `removeLatestVoid`, taken before an event that may be void.
  package var voidMark: VoidMark { VoidMark(newest: newest, latestFailure: latestFailure) }

  /// Removes the newest event, which was void.
  mutating func removeLatestVoid(to mark: VoidMark) {
    voids.removeLast()
    count -= 1
    newest = mark.newest
    latestFailure = mark.latestFailure
  }

  /// Returns whether an event can be applied last: none follows, and none of its instant waits.
  @inline(__always)
  package func canAppend(_ event: ProfileEvent) -> Bool {
    guard let newest else { return true }
    if newest.at != event.at { return newest.at < event.at }
    return newest < event.foldPosition && latestFailure != event.at
  }

  /// Removes every event, keeping the allocated memory.
  mutating func reset() {
    count = 0
    newest = nil
    latestFailure = nil
    voids.removeAll(keepingCapacity: true)
  }
}
