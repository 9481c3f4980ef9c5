import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import TestSupport

/// An event of any kind that can be recorded repeatedly in the same way.
enum Saying {
  case spark(NewSpark)
  case roll(SparkCategory, EventTime, key: String?)
  case event(ProfileEvent.Action, EventTime, key: String?)

  /// Records the event.
  func recorded(in session: Session) throws -> Recorded {
    switch self {
    case .spark(let newSpark): try session.add(newSpark)
    case .roll(let category, let time, let key): try session.roll(category, at: time, key: key)
    case .event(let action, let time, let key): try session.record(action, at: time, key: key)
    }
  }

  /// Whether `session.remove` removes events of this kind.
  var kind: EventKind {
    switch self {
    case .spark: .spark
    case .roll: .roll
    case .event(let action, _, _): action.kind
    }
  }
}

/// Random histories of all kinds, derived from a seed, each as it was accepted in the order of
/// time: events with invalid references or times are omitted. Clocks change their offsets, as those
/// of a traveller do.
struct RandomSubjects {
  private var random: SplitMix64
  private var tasks: [EventID] = []
  private var trackers: [EventID] = []

  init(seed: UInt64) {
    random = SplitMix64(state: seed)
  }

  /// A rulebook in which everything is counted in every window, and tasks earn points.
  static let definition: RulebookDefinition = {
    var definition = RulebookDefinition.ignition
    definition.id = "all-counted"
    definition.tasks.creditPoints = true
    definition.fuelCapacity = 300
    definition.earn = OccurrenceKind.earning.map { kind in
      // Some kinds pay without a limit, some roll a card.
      EarningRule(
        OccurrenceSelector(kind), points: 7 + Int64(kind.rawValue),
        perDay: kind == .entry ? nil : 2, roll: kind == .mood || kind == .questNode ? .idea : nil)
    }
    let metrics: [(Metric, Int64)] = [
      (.tasks, 2), (.taskScore, 8), (.moods, 2), (.activities, 3), (.questSteps, 2),
      (.entries, 2), (.totalPoints, 500), (.missionsCompleted(window: .day), 2),
    ]
    for window in Window.allCases {
      for (metric, target) in metrics {
        definition.missions.append(
          MissionDefinition(
            id: "\(window.name)-\(metric.name.replacing("_", with: "-"))", title: "Counted",
            window: window, metric: metric, target: target, reward: 30, difficulty: .easy))
      }
    }
    let events: [(OccurrenceKind, EventMetric.Form, Int64)] = [
      (.taskComplete, .count, 2), (.taskComplete, .days, 2), (.questNode, .sum, 60),
      (.entry, .distinct, 2), (.mood, .days, 2), (.card, .count, 3), (.mission, .count, 4),
    ]
    for period in [.window(.day), .window(.life), .month, .days(5)] as [MissionPeriod] {
      for (index, (event, form, target)) in events.enumerated() {
        definition.missions.append(
          MissionDefinition(
            id: "\(period.name.replacing(" ", with: "-"))-\(index)", title: "Counted",
            period: period, events: EventMetric(OccurrenceSelector(event), form),
            target: form == .days && period == .window(.day) ? 1 : target, reward: 20,
            difficulty: .easy, requires: index == 0 ? ["day-tasks"] : []))
      }
    }
    return definition
  }()

  static func store() throws -> Store {
    let store = try Store.scratch()
    try store.at { try $0.history.setRulebook(Rulebook(definition)) }
    return store
  }

  /// Records random events in the order of time.
  ///
  /// - Returns: the accepted events and their ids.
  mutating func history(
    of count: Int, in store: Store
  ) throws -> [(saying: Saying, id: EventID)] {
    let start = at("2026-03-20T00:00:00Z").milliseconds
    var times: Set<Int64> = []
    while times.count < count {
      times.insert(start + Int64.random(in: 0..<4_000_000, using: &random) * 1000)
    }
    var accepted: [(Saying, EventID)] = []
    try store.at { session in
      for time in times.sorted() {
        let saying = try saying(at: Instant(milliseconds: time), number: accepted.count)
        do throws(SessionError) {
          let recorded = try Self.record(saying, session)
          accepted.append((saying, recorded.id))
          if saying.kind == .taskAdd { tasks.append(recorded.id) }
          if saying.kind == .trackerCreate { trackers.append(recorded.id) }
        } catch {
          switch error {
          case .refused, .tooEarly, .noToken: break
          default: throw error
          }
        }
      }
    }
    return accepted
  }

  static func record(_ saying: Saying, _ session: Session) throws(SessionError) -> Recorded {
    do {
      return try saying.recorded(in: session)
    } catch let error as SessionError {
      throw error
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func maybe() -> Bool { Bool.random(using: &random) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func saying(at instant: Instant, number count: Int) throws -> Saying {
    let offset = UTCOffset(
      seconds: one(of: [0, 3600, 7200, 7200, 7200, 20_700, -12_600, 50_400, -39_600]))
    let local = CivilTime(instant, offset: offset)
    let time = EventTime.written(Timestamp(local: local, offset: offset))
    let key = number(0...3) == 0 ? "key \(count)" : nil
    switch number(0...14) {
    case 0, 1:
      var newSpark = NewSpark(
        title: "Spark \(count)", category: one(of: SparkCategory.ignition))
      newSpark.intensity = one(of: SparkIntensity.ignition)
      newSpark.at = time
      newSpark.key = key
      return .spark(newSpark)
    case 2 where count % 4 == 0: return .roll(one(of: SparkCategory.ignition), time, key: key)
    case 2...5: return .event(.task(try task(local.day)), time, key: key)
    case 6...8: return .event(.quest(try quest()), time, key: key)
    case 9: return .event(.journey(try journey(local.day)), time, key: key)
    case 10, 11: return .event(.mood(try mood(local.day)), time, key: key)
    case 14 where !trackers.isEmpty:
      return .event(.habit(try habit(local.day)), time, key: key)
    default: return .event(.tracker(try tracker()), time, key: key)
    }
  }

  private mutating func task(_ day: CivilDay) throws -> TaskAction {
    let names = ["Inbox", "Home", "home", "Garden", "Work"]
    let choice = number(0...11)
    if tasks.isEmpty || choice < 3 {
      return .taskAdd(
        try TaskContent(
          name: "Task \(number(0...99))", priority: one(of: TaskPriority.allCases),
          type: one(of: TaskType.allCases), project: maybe() ? one(of: names) : nil,
          due: maybe() ? day + number(-3...9) : nil))
    }
    let id = one(of: tasks)
    switch choice {
    case 3...6: return .taskComplete(id)
    case 7, 8: return .taskReopen(id)
    case 9:
      return .taskUpdate(
        id,
        try TaskChange([
          "priority": one(of: TaskPriority.allCases).fieldValue,
          "project": .text(one(of: names)), "due": maybe() ? .none : .day(day + 1),
        ]))
    case 10:
      return maybe()
        ? .projectRename(from: try ProjectName(one(of: names)), to: try ProjectName(one(of: names)))
        : .projectAdd(try ProjectContent(name: one(of: names), description: "Of \(number(0...9))"))
    default: return .projectRemove(try ProjectName(one(of: names)))
    }
  }

  static let questFiles = [
    """
    {"id": "s", "name": "S", "missions": [
      {"id": "m", "title": "M", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []},
        {"id": "b", "orderIndex": 1, "title": "B", "dependencies": ["a"]},
        {"id": "c", "orderIndex": 2, "title": "C", "dependencies": ["a", "b"]}],
       "gates": [{"id": "hand", "type": "item", "afterNodeId": "b", "requirement": "a rope"}]},
      {"id": "n", "title": "N", "nodes": [
        {"id": "d", "orderIndex": 0, "title": "D", "dependencies": []}],
       "gates": [{"id": "lvl", "type": "level", "requirement": "4"}]}]}
    """,
    """
    {"id": "s", "name": "S again", "missions": [
      {"id": "m", "title": "M", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []},
        {"id": "b", "orderIndex": 1, "title": "B", "dependencies": []},
        {"id": "e", "orderIndex": 2, "title": "E", "dependencies": ["b"]}]}]}
    """,
    """
    {"id": "t", "name": "T", "missions": [
      {"id": "m", "title": "M", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []}],
       "gates": [{"id": "hand", "type": "missionSet", "requirement": "s"}]},
      {"id": "n", "title": "N", "nodes": [
        {"id": "b", "orderIndex": 0, "title": "B", "dependencies": ["a"]}]},
      {"id": "none", "title": "None", "nodes": []}]}
    """,
  ]

  private mutating func quest() throws -> QuestAction {
    let set = one(of: ["s", "s", "t"])
    let node = QuestReference(set: set, id: one(of: ["a", "b", "c", "d", "e"]))
    switch number(0...15) {
    case 0, 1:
      return .load(try QuestFile(parsing: Array(one(of: Self.questFiles).utf8), file: "f").set)
    case 2: return .reset(.node(node), cascade: maybe())
    case 3:
      return .reset(
        one(of: [.set(set), .mission(QuestReference(set: set, id: "m")), .everything]),
        cascade: maybe())
    case 4, 5: return .openGate(QuestReference(set: set, id: "hand"))
    case 6: return try .level(Int64(number(0...6)))
    default: return .complete(node)
    }
  }

  private mutating func journey(_ day: CivilDay) throws -> JourneyAction {
    if number(0...5) == 0 { return .start(day: day + -number(0...20)) }
    return try .activity(one(of: ActivityKind.allCases), text: "Text \(number(0...9))")
  }

  private mutating func mood(_ day: CivilDay) throws -> MoodAction {
    if number(0...7) == 0 { return .fill(maybe()) }
    return .record(try MoodContent(day: day + -number(0...3), mood: one(of: Mood.ratings)))
  }

  private mutating func habit(_ day: CivilDay) throws -> HabitAction {
    let id = one(of: trackers)
    switch number(0...7) {
    case 0: return .plan(HabitContent(tracker: id, plan: nil))
    case 1: return .pause(HabitPause(tracker: id, note: "Away"))
    case 2: return .resume(HabitPause(tracker: id))
    case 3, 4: return .skip(try HabitSkip(tracker: id, day: day + number(-3...3)))
    default:
      let goal: HabitGoal? =
        maybe()
        ? nil
        : try HabitGoal(
          one(of: [.atLeastOnDay, .atLeastOverPeriod, .atMost]),
          DecimalNumber(Int64(number(1...20)), field: "goal"), of: one(of: HabitGoal.Unit.allCases))
      let times = goal?.isOverPeriod ?? false ? nil : number(1...3)
      return .plan(
        HabitContent(
          tracker: id,
          plan: try HabitPlan(HabitSchedule(one(of: [.week, .days(4)]), times: times), goal: goal)))
    }
  }

  private mutating func tracker() throws -> TrackerAction {
    let names = ["Runs", "runs", "Weight", "Books"]
    let choice = number(0...9)
    if trackers.isEmpty || choice < 2 {
      return .create(
        try TrackerContent(
          name: one(of: names), category: one(of: TrackerCategory.allCases),
          fields: [try TrackerField(name: "place", type: .text)]))
    }
    let id = one(of: trackers)
    if choice == 2 {
      return .update(
        id,
        try TrackerChange(
          RecordChange(["name": .text(one(of: names))]), removedFields: maybe() ? ["place"] : [],
          addedFields: maybe() ? [try TrackerField(name: "place", type: .text)] : []))
    }
    let kinds: [EntryKind] = [
      .session(minutes: Int64(number(0...90))), .log("Word \(number(0...9))"), .checklist(maybe()),
      .rating(Int64(number(1...5))),
      .measurement(try DecimalNumber(Int64(number(-9...9)), field: "n")),
    ]
    return .entry(
      try EntryContent(
        tracker: id, kind: one(of: kinds), tags: ["a, b", "c"],
        values: maybe() ? [.init(name: "place", value: .text("Here"))] : []))
  }
}
