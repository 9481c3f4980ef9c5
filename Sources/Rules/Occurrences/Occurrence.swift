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

extension Occurrence {
  /// Returns the occurrences of an event of a subject that is not void; the effect has been applied to
  /// the states. An entry that makes a habit's day done is followed by that.
  static func all(of event: Event, _ effect: SubjectEffect, in states: SubjectStates)
    -> [Occurrence]
  {
    switch event.action {
    case .task(.taskComplete(let id)):
      guard let task = states.tasks.task(id), let completion = task.completion else { return [] }
      return [
        .task(
          completion.priority, project: states.tasks.project(of: task).name.key,
          score: completion.score)
      ]
    case .mood(.record(let content)): return [.mood(content.mood)]
    case .tracker(.entry(let entry)):
      let entries: [Occurrence] = entry.kind == .checklist(false) ? [] : [.entry(entry)]
      return entries + (effect.habitDone.map { [.habit($0)] } ?? [])
    case .journey(.activity(let activity)): return [.activity(activity.kind)]
    case .quest(.complete): return [.questNode]
    default: return []
    }
  }
}

/// The local time of an event, as filters compare it.
struct OccurrenceTime {
  /// The civil day of the event.
  var day: CivilDay
  /// The hour of the local clock, 0 to 23.
  var hour: Int64

  init(_ at: Instant, _ offset: UTCOffset, day: CivilDay) {
    self.day = day
    let local = at.milliseconds &+ Int64(offset.seconds) &* 1000
    hour = (local &- local.dividedRoundingDown(by: OpenDay.length) &* OpenDay.length) / 3_600_000
  }
}
