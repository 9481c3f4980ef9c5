import Calendar
import CounterRandom
import JSON
import Rules

/// A year of events, evenly spread: sparks alone, or half sparks and half everything else.
struct MixedEvents {
  private(set) var events: [Event] = []
  private let start: Int64 = 1_735_689_600_000
  private let step: Int64
  private let seed: UInt64
  private var openTasks: [EventID] = []
  private var doneTasks: [EventID] = []
  private var trackers: [EventID] = []
  private var nextNode = 0

  init(count: Int, seed: UInt64, isSparksOnly: Bool) {
    self.seed = seed
    step = 365 * 86_400_000 / Int64(count)
    events.reserveCapacity(count)
    if isSparksOnly { for _ in 0..<count { add { Self.spark(&$0) } } }
  }

  static func checked(count: Int, seed: UInt64) throws -> [Event] {
    var mixed = MixedEvents(count: count, seed: seed, isSparksOnly: false)
    try mixed.begin()
    while mixed.events.count < count { try mixed.addAny() }
    return mixed.events
  }

  private var day: CivilDay {
    CivilTime(Instant(milliseconds: start + step * Int64(events.count)), offset: .zero).day
  }

  @discardableResult
  private mutating func add(_ action: (inout CounterStream) -> Event.Action) -> EventID {
    var stream = CounterStream(key: seed, identity: UInt64(events.count), purpose: 1000)
    let id = EventID(high: stream.next64(), low: stream.next64())
    events.append(
      Event(
        id: id, at: Instant(milliseconds: start + step * Int64(events.count)), offset: .zero,
        action: action(&stream)))
    return id
  }

  private static func spark(_ stream: inout CounterStream) -> Event.Action {
    .spark(
      Category.allCases[Int(stream.bounded(5))], Intensity.allCases[Int(stream.bounded(4))])
  }

  /// Adds the events that later ones refer to: five trackers, a journey, and a quest set of a long line
  /// of nodes.
  private mutating func begin() throws {
    for number in 0..<5 {
      let content = try TrackerContent(name: "Tracker \(number)")
      trackers.append(add { _ in .tracker(.create(content)) })
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
      let entry = try EntryContent(
        tracker: trackers[Int(stream.bounded(5))],
        kind: .session(minutes: Int64(stream.bounded(90))))
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
