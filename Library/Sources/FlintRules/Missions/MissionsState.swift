package import FlintCalendar

/// The missions completed, and those whose window closed before they were completed.
package struct MissionsState: Equatable, Sendable {
  package struct Completion: Equatable, Sendable {
    /// The mission's position in the rulebook.
    package internal(set) var mission: Int32
    /// The first day of the window; `nil` for a lifetime.
    package internal(set) var windowStart: CivilDay?
    package internal(set) var at: Instant
  }

  /// A mission whose window closed with some progress but without completion.
  package struct Expiry: Equatable, Sendable {
    /// The mission's position in the rulebook.
    package internal(set) var mission: Int32
    /// The first day of the window.
    package internal(set) var windowStart: CivilDay
    /// The progress when the window closed, in millionths.
    package internal(set) var amount: Int64
  }

  /// Missions completed, in the order of completion.
  package internal(set) var completions: [Completion] = []
  /// The missions whose window closed with some progress but without completion. A window closes
  /// when no later event can belong to it any more, at least two days after its last day.
  package internal(set) var expiries: [Expiry] = []

  /// The progress of the missions with general metrics; empty before the first of their events.
  var progress: [EventProgress] = []

  /// Creates the progress of the missions with general metrics, if there is none.
  mutating func prepare(_ count: Int) {
    if progress.isEmpty { progress = Array(repeating: EventProgress(), count: count) }
  }

  /// Removes every entry, keeping the allocated memory.
  mutating func reset() {
    completions.removeAll(keepingCapacity: true)
    expiries.removeAll(keepingCapacity: true)
    progress.removeAll(keepingCapacity: true)
  }
}
