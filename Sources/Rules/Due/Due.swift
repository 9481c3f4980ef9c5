/// Something that wants attention.
public struct Due: Hashable, Sendable {
  /// When something is due.
  public enum Moment: Hashable, Sendable {
    /// At an instant.
    case at(Instant)
    /// On a civil day.
    case on(CivilDay)
  }

  /// What there is to say of it.
  public enum Matter: Hashable, Sendable {
    /// A reminder, which may be past.
    case reminder(TaskNote, isPast: Bool)
    /// A task due today or so many days later.
    case task(TaskNote, days: Int)
    /// A task so many days late.
    case overdue(TaskNote, days: Int)
    /// A streak of so many days.
    case streak(days: Int)
    /// A mission, how far it is, and what is missing.
    case mission(progress: Int64, target: Int64, missing: String, reward: Int64)
    /// Today, or yesterday.
    case mood(isToday: Bool)
    /// An achievement, what it is for, and in how many days it comes.
    case rung(merit: String, days: Int)
    /// An achievement to which one thing is missing, that can be done today.
    case nearRung(missing: String)
    /// What the week came to.
    case report(WeekReport)
  }

  /// A task's place among others.
  public struct TaskNote: Hashable, Sendable {
    /// Its priority.
    public var priority: TaskPriority
    /// Its project.
    public var project: String
  }

  /// What it is.
  public let matter: Matter
  /// What it is known by: the same for the same thing in every run, and no other's in one.
  public let id: String
  /// What it is called.
  public let title: String
  /// When it is due.
  public let moment: Moment
  /// How much it presses.
  public let urgency: Urgency
  /// When it is too late, or for what comes by itself when it comes; the order goes by it.
  let deadline: Instant

  /// What sort of thing it is.
  public var kind: DueKind {
    switch matter {
    case .reminder: .reminder
    case .task: .task
    case .overdue: .overdue
    case .streak: .streak
    case .mission: .mission
    case .mood: .mood
    case .rung, .nearRung: .rung
    case .report: .report
    }
  }

  /// What is missing to a mission's target; `nil` for all else.
  public var missing: Int64? {
    if case .mission(let progress, let target, _, _) = matter { return target - progress }
    return nil
  }

  /// Whether the left one comes first: by deadline, then the more urgent, then by kind, then the
  /// task of higher priority or the mission that is nearer to its target, then by id.
  static func precedes(_ left: Due, _ right: Due) -> Bool {
    if left.deadline != right.deadline { return left.deadline < right.deadline }
    if left.urgency != right.urgency { return left.urgency < right.urgency }
    if left.kind != right.kind { return left.kindOrder < right.kindOrder }
    if left.rank != right.rank { return left.rank < right.rank }
    return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
  }

  private var kindOrder: Int { DueKind.allCases.firstIndex(of: kind) ?? 0 }

  /// The place among those of its kind.
  private var rank: Int64 {
    switch matter {
    case .reminder(let note, _), .task(let note, _), .overdue(let note, _):
      Int64(note.priority.rawValue)
    // Progress and targets stay far below 2⁴³.
    case .mission(let progress, let target, _, _): -(progress * 1_000_000 / max(1, target))
    case .streak, .mood, .rung, .nearRung, .report: 0
    }
  }
}

/// What a week came to, for the report on its Sunday.
public struct WeekReport: Hashable, Sendable {
  /// Sparks.
  public let sparks: Int64
  /// Points from all sources, and those of the week before.
  public let points: Trend
  /// Tasks completed.
  public let tasks: Int64
  /// Missions completed.
  public let missions: Int64
  /// Achievements unlocked.
  public let achievements: Int64
  /// The mean of the week's moods in millionths, 0 to 4; `nil` when no day was rated.
  public let moodMean: Int64?

  /// Makes a report.
  public init(
    sparks: Int64, points: Trend, tasks: Int64, missions: Int64, achievements: Int64,
    moodMean: Int64?
  ) {
    self.sparks = sparks
    self.points = points
    self.tasks = tasks
    self.missions = missions
    self.achievements = achievements
    self.moodMean = moodMean
  }
}
