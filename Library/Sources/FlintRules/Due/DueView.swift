public import FlintCalendar

/// An item that needs attention.
public struct DueView: Hashable, Sendable {
  /// The moment at which an item is due.
  public enum Moment: Hashable, Sendable {
    /// Something is due at an instant.
    case at(Instant)
    /// Something is due by the end of a day.
    case on(CivilDay)
  }

  /// The facts about an item, by kind.
  package enum Topic: Hashable, Sendable {
    /// A reminder of a task, which may be past.
    case reminder(TaskNote, isPast: Bool)
    /// A task due today or in a number of days.
    case task(TaskNote, days: Int)
    case overdue(TaskNote, days: Int)
    case streak(days: Int)
    /// A habit that is due today and still open.
    case habit(HabitNote)
    /// A quest mission that was started, with the numbers of its completed and of all nodes, and the title of the
    /// next node.
    case quest(done: Int, total: Int, node: String)
    /// A mission, with its progress in millionths, target, metric and reward.
    case mission(amount: Int64, target: Int64, metric: Metric, reward: Int64)
    /// A pool that closes after a number of days, and what the profile can do until then.
    case pool(PoolNote, days: Int)
    /// The missing mood rating of today or of yesterday.
    case mood(isToday: Bool)
    /// An achievement that unlocks in a number of days, and its conditions.
    case rung([ConditionView], days: Int)
    /// An achievement that lacks one action, possible today, and the metric that it raises.
    case nearRung(LadderMetric)
    case report(WeekReport)
  }

  package struct TaskNote: Hashable, Sendable {
    package var priority: TaskPriority
    package var project: String
    package var tags: [String]
    /// How often the task comes again, if it does.
    package var every: TaskRecurrence?
    /// The day from which the recurrence counts.
    package var first: CivilDay?
    /// The name of the first task that has to be completed before it, if there is one.
    package var after: String?
  }

  package struct HabitNote: Hashable, Sendable {
    package var plan: HabitPlan
    /// The number of days of the period that are done.
    package var done: Int
    /// The number of days of the period that have to be done.
    package var required: Int
    /// The sum that the goal is compared with, in millionths: of today or of the period.
    package var amount: Int64
    package var streak: Int
    /// Whether the period is missed, and a streak ends, unless something is done today.
    package var isLastChance: Bool
  }

  /// What a profile can do with a pool.
  package struct PoolNote: Hashable, Sendable {
    /// The number of rolls that the profile can pay for.
    package var rolls: Int64
    /// The number of cards that it can take in exchange for its rolls.
    package var exchanges: Int64
    /// The rolls that it has for the next exchange, and the number that one needs; `nil` without an exchange.
    package var points: Points?

    /// Rolls towards an exchange.
    package struct Points: Hashable, Sendable {
      /// The rolls that the profile has.
      package var balance: Int64
      /// The rolls that a card needs.
      package var needed: Int64
    }
  }

  /// The facts about the item.
  package let topic: Topic
  /// The id of the item: the same in every run, and unique within one.
  public let id: String
  /// The name of the task, habit, quest mission, mission, pool or achievement; `nil` for other kinds.
  public internal(set) var name: String?
  /// The moment at which the item is due.
  public let moment: Moment
  /// The urgency of the item.
  public let urgency: DueView.Urgency
  /// The instant at which the item is too late or happens by itself; the primary sort key.
  let deadline: Instant

  /// The kind of the item.
  public var kind: DueView.Kind {
    switch topic {
    case .reminder: .reminder
    case .task: .task
    case .overdue: .overdue
    case .streak: .streak
    case .habit: .habit
    case .quest: .quest
    case .mission: .mission
    case .pool: .pool
    case .mood: .mood
    case .rung, .nearRung: .rung
    case .report: .report
    }
  }

  /// The amount missing from a mission's target, rounded up; `nil` for other kinds.
  public var missing: Int64? { missingAmount.map { ($0 + 999_999) / 1_000_000 } }

  /// The amount missing from a mission's target, in millionths; `nil` for other kinds.
  package var missingAmount: Int64? {
    if case .mission(let amount, let target, _, _) = topic { return target * 1_000_000 - amount }
    return nil
  }

  /// Returns whether the left item comes first: by deadline, urgency, kind, then a task's priority
  /// or a mission's relative progress, then id.
  static func precedes(_ left: DueView, _ right: DueView) -> Bool {
    if left.deadline != right.deadline { return left.deadline < right.deadline }
    if left.urgency != right.urgency { return left.urgency < right.urgency }
    if left.kind != right.kind { return left.kindOrder < right.kindOrder }
    if left.rank != right.rank { return left.rank < right.rank }
    return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
  }

  private var kindOrder: Int { DueView.Kind.allCases.firstIndex(of: kind) ?? 0 }

  /// The sort key among items of the same kind.
  private var rank: Int64 {
    switch topic {
    case .reminder(let note, _), .task(let note, _), .overdue(let note, _):
      Int64(note.priority.rawValue)
    // Progress and targets stay far below 2⁴³.
    case .mission(let amount, let target, _, _): -(amount / max(1, target))
    case .streak, .habit, .quest, .pool, .mood, .rung, .nearRung, .report: 0
    }
  }
}

/// The totals of a week, for the report on its Sunday.
package struct WeekReport: Hashable, Sendable {
  package let sparks: Int64
  /// The points from all sources, compared with those of the previous week.
  package let points: Trend
  package let tasks: Int64
  package let missions: Int64
  package let achievements: Int64
  /// The mean of the week's moods in millionths, 0 to 4,000,000; `nil` when no day was rated.
  package let moodMean: Int64?
}
