import FlintCalendar
import FlintRandom
import FlintJSON
import FlintRules
import FlintSchema

/// A year of events, evenly spread: sparks alone, or half sparks and half everything else.
struct MixedEvents {
  /// What the trackers of mixed events are.
  enum Trackers {
    /// Trackers without a schedule.
    case plain
    /// Habits of all kinds: some entries are checks, and some days are skipped.
    case habits
  }

  private(set) var events: [ProfileEvent] = []
  private let start: Int64 = 1_735_689_600_000
  private let step: Int64
  private let seed: UInt64
  private let kind: Trackers
  private var openTasks: [EventID] = []
  private var doneTasks: [EventID] = []
  private var trackers: [EventID] = []
  private var nextNode = 0

  init(count: Int, seed: UInt64, isSparksOnly: Bool, trackers: Trackers = .plain) {
    self.seed = seed
    kind = trackers
    step = 365 * 86_400_000 / Int64(count)
    events.reserveCapacity(count)
    if isSparksOnly { for _ in 0..<count { add { Self.spark(&$0) } } }
  }

  static func checked(count: Int, seed: UInt64, trackers: Trackers = .plain) throws
    -> [ProfileEvent]
  {
    var mixed = MixedEvents(count: count, seed: seed, isSparksOnly: false, trackers: trackers)
    try mixed.begin()
    while mixed.events.count < count { try mixed.addAny() }
    return mixed.events
  }

  private var day: CivilDay {
    CivilTime(Instant(milliseconds: start + step * Int64(events.count)), offset: .zero).day
  }

  @discardableResult
  private mutating func add(_ action: (inout CounterStream) -> ProfileEvent.Action) -> EventID {
    var stream = CounterStream(key: seed, identity: UInt64(events.count), purpose: 1000)
    let id = EventID(high: stream.next64(), low: stream.next64())
    events.append(
      ProfileEvent(
        id: id, at: Instant(milliseconds: start + step * Int64(events.count)), offset: .zero,
        action: action(&stream)))
    return id
  }

  private static func spark(_ stream: inout CounterStream) -> ProfileEvent.Action {
    .spark(
      SparkCategory.ignition[Int(stream.bounded(5))],
      SparkIntensity.ignition[Int(stream.bounded(4))])
  }

  /// Adds the events that later ones refer to: five trackers, a journey, and a quest set of a long line
  /// of nodes.
  private mutating func begin() throws {
    for number in 0..<5 {
      let content = try TrackerContent(name: "Tracker \(number)")
      trackers.append(add { _ in .tracker(.create(content)) })
    }
    if kind == .habits {
      for (tracker, plan) in zip(trackers, try Self.plans()) {
        add { _ in .habit(.plan(HabitContent(tracker: tracker, plan: plan))) }
      }
    }
    let day = day
    add { _ in .journey(.start(day: day)) }
    let nodes = (0..<5000).map { number in
      JSONValue.object([
        ("id", .string("n\(number)")), ("orderIndex", .integer(Int64(number % 5))),
        ("title", .string("Node \(number)")),
        (
          "dependencies",
          .array(number % 5 == 0 ? [] : [.string("n\(number - 1)")])
        ),
      ])
    }
    let missions = (0..<1000).map { number in
      JSONValue.object([
        ("id", .string("m\(number)")), ("title", .string("Mission \(number)")),
        ("nodes", .array(Array(nodes[number * 5..<number * 5 + 5]))),
      ])
    }
    let file = JSONValue.object([
      ("id", .string("bench")), ("name", .string("Bench")), ("category", .string("bench")),
      ("missions", .array(missions)),
    ])
    let text = Array(file.text().utf8)
    var set: QuestSet?
    let elapsed = try ContinuousClock().measure {
      set = try QuestSet(parsing: text, file: "bench")
    }
    print("quests: a set of 1,000 missions and 5,000 nodes read in \(elapsed)")
    if let set { add { _ in .quest(.load(set)) } }
  }

  /// One plan of each kind: by the day, the week and the weekday, a goal over the month, a limit.
  private static func plans() throws -> [HabitPlan] {
    func amount(_ whole: Int64) throws -> DecimalNumber { try DecimalNumber(whole, field: "goal") }
    let weekdays = try Weekdays(names: ["mon", "wed", "fri"])
    return [
      try HabitPlan(HabitSchedule(.day, times: 1)),
      try HabitPlan(
        HabitSchedule(.week, times: 5),
        goal: HabitGoal(.atLeastOnDay, amount(20), of: .minutes)),
      try HabitPlan(HabitSchedule(.weekdays(weekdays))),
      try HabitPlan(
        HabitSchedule(.month),
        goal: HabitGoal(.atLeastOverPeriod, amount(600), of: .minutes)),
      try HabitPlan(
        HabitSchedule(.week),
        goal: HabitGoal(.atMost, amount(6), of: .entries)),
    ]
  }

  private mutating func addAny() throws {
    var stream = CounterStream(key: seed, identity: UInt64(events.count), purpose: 1001)
    let choice = stream.bounded(100)
    let day = day
    switch choice {
    case 0..<50: add { Self.spark(&$0) }
    case 50..<60:
      let task = try TaskContent(
        name: "Task \(events.count)",
        priority: TaskPriority.allCases[Int(stream.bounded(4))], due: day)
      openTasks.append(add { _ in .task(.taskAdd(task)) })
    case 60..<68 where !openTasks.isEmpty:
      let task = openTasks.removeLast()
      add { _ in .task(.taskComplete(task)) }
      doneTasks.append(task)
    case 68..<70 where !doneTasks.isEmpty:
      let task = doneTasks.removeLast()
      add { _ in .task(.taskReopen(task)) }
      openTasks.append(task)
    case 70..<80:
      let mood = try MoodContent(day: day, mood: Mood.ratings[Int(stream.bounded(5))])
      add { _ in .mood(.record(mood)) }
    case 80..<88:
      let activity = try Activity(
        ActivityKind.allCases[Int(stream.bounded(4))], text: "A line in the journal")
      add { _ in .journey(.activity(activity)) }
    case 88..<95:
      let tracker = trackers[Int(stream.bounded(5))]
      if kind == .habits, stream.bounded(20) == 0 {
        let skip = try HabitSkip(tracker: tracker, day: day)
        add { _ in .habit(.skip(skip)) }
        return
      }
      let isCheck = kind == .habits && stream.bounded(2) == 0
      let entry = try EntryContent(
        tracker: tracker,
        kind: isCheck
          ? .checklist(stream.bounded(4) > 0) : .session(minutes: Int64(stream.bounded(90))))
      add { _ in .tracker(.entry(entry)) }
    default:
      let node = "n\(nextNode % 5000)"
      nextNode += 1
      if nextNode % 5000 == 0 {
        add { _ in .quest(.reset(.everything, cascade: true)) }
      } else {
        add { _ in .quest(.complete(QuestReference(set: "bench", id: node))) }
      }
    }
  }
}
