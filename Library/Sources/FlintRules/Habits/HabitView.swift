package import FlintCalendar
import FlintSchema

/// A tracker that is or was a habit, as of a day.
public struct HabitView: Sendable {
  package let tracker: Tracker
  /// How the habit was kept.
  package let record: HabitRecord
  package let today: CivilDay
  /// The trackers of the members of a group, in the order in which they were given; none otherwise.
  package let members: [Tracker]
  /// The names of the members, also of those that a change to come has, by the ids of their trackers.
  fileprivate let names: [EventID: String]

  /// Returns a plan of the habit in words, a group with the names of its members.
  package func words(_ plan: HabitPlan) -> String {
    let members = plan.members?.trackers.compactMap { names[$0] } ?? []
    return plan.description(members: members.isEmpty ? nil : members.listed("and"))
  }

  /// The number of days of the completion that lists show, today included.
  package static let recentDays = 30

  /// The plan of today; `nil` when the tracker is no habit now.
  package var plan: HabitPlan? {
    tracker.habit.flatMap { $0.plan == nil ? nil : $0.plan(on: today) }
  }
  /// The plan that counts from a later day on; `nil` if no change is to come.
  package var change: HabitHistory.Span? { tracker.habit?.change(after: today) }
  /// The id of the event that created its tracker.
  public var id: EventID { tracker.id }
  /// The name.
  public var name: String { tracker.content.name }
  /// The number of consecutive periods that are done.
  public var streak: Int { Int(record.streak) }
  /// Whether the habit is paused.
  public var isPaused: Bool { tracker.habit?.isPaused ?? false }
  /// The status of today; `nil` when the tracker is no habit now.
  public var status: HabitDayStatus? { plan == nil ? nil : record.day(today)?.status }

  /// The share of the last 30 days' periods that are done, in millionths, rounded down: done / (done
  /// + missed); `nil` where none is.
  package var recentCompletion: Int64? {
    let (done, missed) = record.completion(
      from: today + (1 - HabitView.recentDays), before: today + 1)
    return done + missed == 0 ? nil : Int64(done) * 1_000_000 / Int64(done + missed)
  }

  /// Whether something can still be done for the habit today: today is due, it has no answer yet, and
  /// its period is open. Limits are kept by doing nothing.
  public var isOpen: Bool {
    guard let plan, !plan.isLimit, let current = record.current, current.status == .open else {
      return false
    }
    return status == .unknown || status == .partial
  }

  /// Whether the period is missed unless something is done today: no later day is left for it. It is
  /// not where the period is lost already.
  public var isLastChance: Bool {
    guard isOpen, let plan, let current = record.current else { return false }
    if plan.isOverPeriod { return current.daysLeft == 0 }
    return current.required - current.done == current.daysLeft + 1
  }

  /// Whether a streak ends unless something is done today.
  package var isStreakAtRisk: Bool { isLastChance && record.streak > 0 }
}

extension TrackersState {
  /// Returns a tracker as a habit on a day; `nil` when it never was one.
  package func habitView(of tracker: Tracker, today: CivilDay) -> HabitView? {
    habitRecord(of: tracker, today: today).map { record in
      let group = tracker.habit?.plan == nil ? nil : tracker.habit?.plan(on: today)?.members
      var names: [EventID: String] = [:]
      for version in tracker.habit?.versions ?? [] {
        for id in version.plan?.members?.trackers ?? [] {
          names[id] = self.tracker(id)?.content.name
        }
      }
      return HabitView(
        tracker: tracker, record: record, today: today, members: group.map(members) ?? [],
        names: names)
    }
  }

  /// Returns the groups of which a habit is a member on a day, as of today.
  package func groups(of tracker: Tracker, on day: CivilDay, today: CivilDay) -> [HabitView] {
    groups.map { trackers[$0] }.filter { group in
      let members = group.habit?.members(on: day)?.trackers ?? []
      return members.contains { tracker.ids.contains($0) }
    }.compactMap { habitView(of: $0, today: today) }
  }

  /// Returns the trackers that are habits now, in the order in which they were created.
  ///
  /// - Parameter includesStopped: whether those that no longer are one are included.
  package func habits(today: CivilDay, includesStopped: Bool = false) -> [HabitView] {
    trackers.compactMap { $0.isHabit || includesStopped ? habitView(of: $0, today: today) : nil }
  }
}
