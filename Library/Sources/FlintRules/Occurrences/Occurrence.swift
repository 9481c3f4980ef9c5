import FlintCalendar
import FlintSchema

/// Something that happened at an event, with the values that filters and sums refer to.
struct Occurrence: BitwiseCopyable {
  let kind: OccurrenceKind
  /// The combination of the values that filters compare, such as category and intensity: the position of
  /// the first × `width` + that of the second, as an `OccurrenceFilter` numbers them.
  let cell: Int
  /// The tracker of an entry or a habit.
  private(set) var tracker: EventID?
  private(set) var score: Int64 = 0
  /// The minutes of an entry, in millionths.
  private(set) var minutes: Int64 = 0
  /// The number of a measurement, in millionths.
  private(set) var number: Int64 = 0

  /// The position of the category of a spark or a card.
  var category: Int? {
    switch kind {
    case .spark, .card: cell / Self.width
    default: nil
    }
  }

  /// One more than the greatest position of a second value.
  static let width = 16

  private init(_ kind: OccurrenceKind, cell: Int = 0) {
    self.kind = kind
    self.cell = cell
  }

  /// - Parameters:
  ///   - category: the position of the category in the rulebook.
  ///   - intensity: that of the intensity.
  static func spark(_ category: Int, _ intensity: Int) -> Occurrence {
    Occurrence(.spark, cell: category * width + intensity)
  }

  static func task(_ completion: TaskState.Completion) -> Occurrence {
    var task = Occurrence(.taskComplete, cell: completion.priority.index)
    task.score = completion.score
    return task
  }

  static func mood(_ mood: Mood) -> Occurrence { Occurrence(.mood, cell: Int(mood.rawValue)) }

  /// - Parameter tracker: the tracker of a habit of which a day became done.
  static func habit(_ tracker: EventID) -> Occurrence {
    var habit = Occurrence(.habitDone)
    habit.tracker = tracker
    return habit
  }

  static func entry(_ content: EntryContent) -> Occurrence {
    var entry = Occurrence(.entry)
    entry.tracker = content.tracker
    if case .session(let minutes) = content.kind {
      entry.minutes = minutes * 1_000_000
    } else {
      entry.minutes = (content.minutes ?? 0) * 1_000_000
    }
    if case .measurement(let number) = content.kind { entry.number = number.millionths }
    return entry
  }

  static func activity(_ kind: ActivityKind) -> Occurrence {
    Occurrence(.activity, cell: Int(kind.rawValue))
  }

  static var questNode: Occurrence { Occurrence(.questNode) }

  /// - Parameters:
  ///   - category: the position of the category in the rulebook.
  ///   - rarity: that of the rarity.
  static func card(_ category: Int, _ rarity: Int) -> Occurrence {
    Occurrence(.card, cell: category * width + rarity)
  }

  static func mission(_ window: Window) -> Occurrence {
    Occurrence(.mission, cell: Int(window.rawValue))
  }
}

/// The names by which filters select some occurrences. They are kept apart from the occurrences, which are
/// copied often.
struct OccurrenceNames {
  var tags: [String] = []
  /// The key of the project of a task.
  var project = ""
  /// The groups of habits of which the day became done with that of the habit.
  var groups: [EventID] = []
}

/// What happened at one event: most events have one occurrence, and an entry can have a second. They are
/// kept without an array, since every event of a subject makes them.
struct Occurrences {
  private(set) var first: Occurrence?
  private(set) var second: Occurrence?
  private(set) var names = OccurrenceNames()

  /// The occurrences of an event of a subject that is not void. An entry that makes a habit's day done
  /// is followed by that.
  ///
  /// - Parameters:
  ///   - habit: the tracker of a habit of which the event made a day done.
  ///   - groups: the groups of habits of which it made the day done, too.
  ///   - tasks: the tasks after the event.
  init(
    _ action: ProfileEvent.Action, habitDone habit: EventID?, groups: [EventID] = [],
    in tasks: borrowing TasksState
  ) {
    switch action {
    case .task(.taskComplete(let id)):
      guard let completion = tasks.latestCompletion(of: id) else { return }
      first = .task(completion)
      names = OccurrenceNames(tags: completion.tags, project: completion.project)
    case .mood(.record(let content)): first = .mood(content.mood)
    case .tracker(.entry(let entry)):
      if entry.kind != .checklist(false) { first = .entry(entry) }
      second = habit.map { .habit($0) }
      names.tags = entry.tags
      names.groups = groups
    case .journey(.activity(let activity)): first = .activity(activity.kind)
    case .quest(.complete): first = .questNode
    default: break
    }
  }

  var isEmpty: Bool { first == nil && second == nil }
}

/// The local time of an event, as filters compare it.
struct OccurrenceTime: BitwiseCopyable {
  var day: CivilDay
  /// The hour of the local clock, 0 to 23.
  var hour: Int

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
    hour = Int(clock / 3_600_000)
  }
}
