package import FlintCalendar

/// What a profile is nearest to: the next level, a set of cards, and missions.
package struct Nearest: Sendable {
  /// The next level.
  package struct Level: Sendable {
    package var number: Int
    package var title: String
    /// The points that are missing.
    package var missing: Int64
  }

  /// The next level; `nil` at the last one.
  package var level: Level?
  /// The set with the fewest missing cards, of those that can be completed today; `nil` without one.
  package var set: SetView?
  /// Open missions, those first of which the largest part is done.
  package var missions: [MissionView]
}

extension Rulebook {
  /// Returns what a profile is nearest to on a day.
  ///
  /// - Parameter most: the maximum number of missions.
  package func nearest(in state: ProfileState, today: CivilDay, most: Int = 3) -> Nearest {
    let next = state.level
    let level =
      definition.levels.indices.contains(next)
      ? Nearest.Level(
        number: next + 1, title: definition.levels[next].title,
        missing: definition.levels[next].threshold - state.ledger.total) : nil
    // Of equally many missing cards, the larger set, of which more is owned.
    let set = sets(in: state, today: today)
      .filter { !$0.isComplete && $0.isInSeason && $0.owned > 0 }
      .min { ($0.missing.count, -$0.total) < ($1.missing.count, -$1.total) }
    let filter = MissionView.Filter(order: .progress)
    let missions = missions(in: state, filter: filter, today: today).filter(\.isOpen)
    return Nearest(level: level, set: set, missions: Array(missions.prefix(most)))
  }
}

extension MissionView {
  /// Whether it can make progress and be completed in its window.
  package var isOpen: Bool {
    (status == .available || status == .inProgress) && !isLocked && isInSeason
  }
}
