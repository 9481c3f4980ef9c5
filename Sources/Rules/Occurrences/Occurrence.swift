import Calendar
import Schema

/// Something that happened at an event, with the values that filters and sums refer to.
enum Occurrence {
  case spark(Category, Intensity)
  /// A completed task, with the key of its project.
  case task(TaskPriority, project: String, score: Int64)
  case mood(Mood)
  /// A habit's day that became done, with the id of its tracker.
  case habit(EventID)
  case entry(EntryContent)
  case activity(ActivityKind)
  case questNode
  case card(Category, Rarity)
  /// A completed mission, with the reward.
  case mission(Window, reward: Int64)

  var kind: OccurrenceKind {
    switch self {
    case .spark: .spark
    case .task: .taskComplete
    case .mood: .mood
    case .habit: .habitDone
    case .entry: .entry
    case .activity: .activity
    case .questNode: .questNode
    case .card: .card
    case .mission: .mission
    }
  }

  /// The minutes of an entry, in millionths.
  var minutes: Int64 {
    guard case .entry(let entry) = self else { return 0 }
    if case .session(let minutes) = entry.kind { return minutes * 1_000_000 }
    return (entry.minutes ?? 0) * 1_000_000
  }

  /// The number of a measurement, in millionths.
  var number: Int64 {
    guard case .entry(let entry) = self, case .measurement(let number) = entry.kind else {
      return 0
    }
    return number.millionths
  }
}

/// What happened at one event: most events have one occurrence, and an entry can have a second. They are
/// kept without an array, since every event of a subject makes them.
struct Occurrences {
  private(set) var first: Occurrence?
  private(set) var second: Occurrence?

  /// The occurrences of an event of a subject that is not void; the effect has been applied to the
  /// states. An entry that makes a habit's day done is followed by that.
  init(_ event: Event, _ effect: SubjectEffect, in states: SubjectStates) {
    switch event.action {
    case .task(.taskComplete(let id)):
      guard let task = states.tasks.task(id), let completion = task.completion else { return }
      first = .task(completion.priority, project: completion.project, score: completion.score)
    case .mood(.record(let content)): first = .mood(content.mood)
    case .tracker(.entry(let entry)):
      if entry.kind != .checklist(false) { first = .entry(entry) }
      second = effect.habitDone.map { .habit($0) }
    case .journey(.activity(let activity)): first = .activity(activity.kind)
    case .quest(.complete): first = .questNode
    default: break
    }
  }

  var isEmpty: Bool { first == nil && second == nil }
}

/// The local time of an event, as filters compare it.
struct OccurrenceTime {
  /// The civil day of the event.
  var day: CivilDay
  /// The hour of the local clock, 0 to 23.
  var hour: Int64

  init(_ at: Instant, _ offset: UTCOffset, day: CivilDay) {
    self.init(clock: CivilTime(at, offset: offset).milliseconds, day: day)
  }

  /// Creates the time of what has no hour of its own.
  init(day: CivilDay) {
    self.day = day
    hour = 0
  }

  /// - Parameter clock: the milliseconds since 00:00 on the local clock.
  init(clock: Int32, day: CivilDay) {
    self.day = day
    hour = Int64(clock / 3_600_000)
  }
}
