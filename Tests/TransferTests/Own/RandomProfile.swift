import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import TestSupport

/// Random profiles of all kinds of events from a seed, with texts that are difficult in tables,
/// equal keyless events and, if requested, corrections that leave gaps among equal events and
/// events without effect.
struct RandomProfile {
  private var random: SplitMix64
  private var count = 0

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  static let today = "2026-06-01T12:00:00Z"

  static func options(isWriting: Bool = true) -> SessionOptions {
    SessionOptions(
      now: Timestamp(today), isWriting: isWriting, batchKind: "test", batchSource: "test")
  }

  static func profile(seed: UInt64) throws -> Profile {
    return try .new(
      seed: seed, zone: "Europe/Rome", rulebook: .ignition,
      now: Instant(milliseconds: 1_767_225_600_000))
  }

  /// Returns a profile in memory with a number of steps of history.
  mutating func make(seed: UInt64, steps: Int, isCorrected: Bool) throws -> Store {
    let store = try Store.inMemory(profile: Self.profile(seed: seed))
    try store.session(Self.options()) { session in
      try session.history.setRulebook(Rulebook(Self.definition))
    }
    // Several sessions: only a later session matches equal keyless events.
    for _ in 0..<3 {
      try store.session(Self.options()) { session in
        for _ in 0..<steps / 3 {
          do {
            try step(session)
            if isCorrected && number(0...3) == 0 { try correct(session) }
          } catch let error as SessionError {
            if case .store = error { throw error }
          }
        }
      }
    }
    return store
  }

  /// A rulebook that pays tokens early, so that rolls depend on everything else.
  static let definition: RulebookDefinition = {
    var definition = RulebookDefinition.ignition
    definition.id = "generous"
    definition.fuelCapacity = 300
    definition.tasks.creditPoints = true
    return definition
  }()

  // MARK: Choices

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func maybe() -> Bool { Bool.random(using: &random) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private static let texts = [
    "plain", "=1+1", "'=1+1", "'", "''", "-3", "+44", "@home", "a, b", "two\nlines",
    "cr\rlf\r\nend", "say \"no\"", "a|b\\c", "\\|", "semi;colon", "tab\tin", "café", "cafe\u{301}",
    "🜂 fire", "x'y", "'quoted'", "#", "true", "null", "é", "\u{FEFF}mark",
  ]

  private mutating func text() -> String { one(of: Self.texts) }

  private mutating func time() -> EventTime {
    // Few instants, so that some are shared; some with milliseconds and odd offsets.
    let start: Int64 = 1_772_000_000_000
    var milliseconds = start + Int64(number(0...900)) * 7_200_000
    if number(0...9) == 0 { milliseconds += Int64(number(1...999)) }
    let offset = UTCOffset(
      seconds: one(of: [0, 3600, 7200, 7200, 7200, 20_700, -12_600, 50_400, -39_600, 2996]))
    let local = CivilTime(Instant(milliseconds: milliseconds), offset: offset)
    return .written(Timestamp(local: local, offset: offset))
  }

  private mutating func key() -> String? {
    number(0...4) == 0 ? one(of: ["k", "=k", "'k", "k,"]) + "\(count)" : nil
  }

  private mutating func any(_ kind: EventKind, _ session: Session) throws -> EventID? {
    let found = try session.reader.events(EventQuery(kinds: [kind]))
    return found.isEmpty ? nil : one(of: found).event.id
  }

  // MARK: Events

  private mutating func step(_ session: Session) throws {
    count += 1
    switch number(0...21) {
    case 0...4: _ = try session.add(spark())
    case 5: _ = try session.roll(one(of: SparkCategory.ignition), at: time(), key: key())
    case 6...10: try record(.task(try task(session)), session)
    case 11...13: try record(.quest(try quest()), session)
    case 14:
      let action: JourneyAction =
        number(0...3) == 0
        ? .start(day: session.today + -number(150...300))
        : try .activity(one(of: ActivityKind.allCases), text: maybe() ? text() : "wrote")
      try record(.journey(action), session)
    case 15, 16:
      let action: MoodAction =
        number(0...7) == 0
        ? .fill(maybe())
        : .record(
          try MoodContent(
            day: session.today + -number(140...200), mood: one(of: Mood.ratings),
            entryType: one(of: MoodEntryType.allCases), note: maybe() ? text() : nil))
      try record(.mood(action), session)
    case 21:
      let tracker = try any(.trackerCreate, session)
      if let tracker { try record(.habit(try habit(tracker, session)), session) }
    default: try record(.tracker(try tracker(session)), session)
    }
  }

  private mutating func habit(_ tracker: EventID, _ session: Session) throws -> HabitAction {
    switch number(0...5) {
    case 0: return .pause(HabitPause(tracker: tracker, note: maybe() ? text() : nil))
    case 1: return .resume(HabitPause(tracker: tracker))
    case 2:
      return .skip(
        try HabitSkip(
          tracker: tracker, day: session.today + -number(140...200), note: maybe() ? text() : nil))
    case 3: return .plan(HabitContent(tracker: tracker, plan: nil))
    default:
      let amount = DecimalNumber(millionths: Int64(number(1...9)) * 250_000) ?? zero()
      let goal = maybe() ? try HabitGoal(.atMost, amount, of: .minutes) : nil
      let schedule = try HabitSchedule(one(of: [.day, .month, .weekdays([.all])]))
      return .plan(HabitContent(tracker: tracker, plan: try HabitPlan(schedule, goal: goal)))
    }
  }

  private mutating func record(_ action: ProfileEvent.Action, _ session: Session) throws {
    _ = try session.record(action, at: time(), key: key())
  }

  private mutating func spark() -> NewSpark {
    var spark = NewSpark(
      title: number(0...2) == 0 ? "Same" : text() + " \(count)",
      category: one(of: SparkCategory.ignition))
    spark.intensity = one(of: SparkIntensity.ignition)
    if maybe() { spark.notes = maybe() ? "" : text() }
    if maybe() { spark.tags = [text().trimmedWhitespace, "t\(number(0...2))"] }
    if maybe() { spark.estimatedMinutes = Int64(number(0...90)) }
    if maybe() { spark.actualMinutes = Int64(number(0...90)) }
    spark.at = time()
    spark.key = key()
    if number(0...3) == 0 {
      // One of several equal ones.
      spark = NewSpark(title: "Equal", category: .idea)
      spark.at = .instant(Instant(milliseconds: 1_772_000_000_000))
    }
    return spark
  }

  private mutating func task(_ session: Session) throws -> TaskAction {
    let names = ["Inbox", "Home", "home", "Garden", "=Work"]
    let id = try any(.taskAdd, session)
    let choice = number(0...11)
    guard let id, choice >= 3 else {
      return .taskAdd(
        try TaskContent(
          name: text() + " \(number(0...5))", details: maybe() ? text() : nil,
          priority: one(of: TaskPriority.allCases), type: one(of: TaskType.allCases),
          project: maybe() ? one(of: names) : nil,
          due: maybe() ? session.today + number(-3...9) : nil,
          reminder: maybe() ? Instant(milliseconds: 1_772_000_000_000 + Int64(count)) : nil))
    }
    switch choice {
    case 3...6: return .taskComplete(id)
    case 7, 8: return .taskReopen(id)
    case 9:
      var change = TaskChange()
      if maybe() { change = try change.setting("name", .text(text())) }
      if maybe() { change = try change.setting("details", maybe() ? .text(text()) : .none) }
      if maybe() {
        change = try change.setting("priority", one(of: TaskPriority.allCases).fieldValue)
      }
      if maybe() { change = try change.setting("project", .text(one(of: names))) }
      change = try change.setting("due", maybe() ? .none : .day(session.today))
      if maybe() { change = try change.setting("reminder", .none) }
      return .taskUpdate(id, change)
    case 10:
      return maybe()
        ? .projectRename(from: try ProjectName(one(of: names)), to: try ProjectName(one(of: names)))
        : .projectAdd(
          try ProjectContent(name: one(of: names), description: maybe() ? text() : nil))
    default: return .projectRemove(try ProjectName(one(of: names)))
    }
  }

  private static let sets = [
    """
    {"id": "s", "name": "=S", "missions": [
      {"id": "m", "title": "M", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []},
        {"id": "b", "orderIndex": 1, "title": "B", "dependencies": ["a"]}],
       "gates": [{"id": "hand", "type": "item", "afterNodeId": "a", "requirement": "a rope"}]},
      {"id": "n", "title": "N", "nodes": [
        {"id": "d", "orderIndex": 0, "title": "D", "dependencies": []}],
       "gates": [{"id": "lvl", "type": "level", "requirement": "2"}]}]}
    """,
    """
    {"id": "s", "name": "S, again", "missions": [
      {"id": "m", "title": "M", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []},
        {"id": "e", "orderIndex": 1, "title": "E", "dependencies": ["a"]}]}]}
    """,
  ]

  private mutating func quest() throws -> QuestAction {
    let node = QuestReference(set: "s", id: one(of: ["a", "b", "d", "e"]))
    switch number(0...10) {
    case 0...2:
      return .load(try QuestFile(parsing: Array(one(of: Self.sets).utf8), file: "f").set)
    case 3:
      return .reset(
        one(of: [
          .node(node), .set("s"), .mission(QuestReference(set: "s", id: "m")), .everything,
        ]), cascade: maybe())
    case 4: return .openGate(QuestReference(set: "s", id: "hand"))
    case 5: return maybe() ? .setLevel(nil) : try .level(Int64(number(0...6)))
    default: return .complete(node)
    }
  }

  private mutating func tracker(_ session: Session) throws -> TrackerAction {
    let names = ["Runs", "runs", "=Weight", "Books: read"]
    let id = try any(.trackerCreate, session)
    let choice = number(0...8)
    guard let id, choice >= 2 else {
      return .create(
        try TrackerContent(
          name: one(of: names), description: maybe() ? text() : nil,
          category: one(of: TrackerCategory.allCases), goal: maybe() ? text() : nil,
          target: maybe() ? DecimalNumber(millionths: Int64(number(-9...9)) * 250_000) : nil,
          fields: [
            try TrackerField(name: "place: where", type: .text),
            try TrackerField(name: "far|near", type: .number),
            try TrackerField(name: "wet", type: .boolean),
            try TrackerField(name: "until", type: .day),
          ]))
    }
    if choice == 2 {
      let values: [(String, FieldValue?)] = [
        ("name", maybe() ? .text(one(of: names)) : nil),
        // Kept, cleared or set.
        ("description", one(of: [nil, FieldValue.none, .text("-")])),
        ("category", maybe() ? TrackerCategory.work.fieldValue : nil),
        ("goal", one(of: [nil, FieldValue.none, .text("=g")])),
        ("target", one(of: [nil, FieldValue.none])),
      ]
      var change = RecordChange<TrackerContent>()
      for case (let name, let value?) in values { change = try change.setting(name, value) }
      return .update(
        id,
        try TrackerChange(
          change, removedFields: maybe() ? ["wet"] : [],
          addedFields: maybe() ? [try TrackerField(name: "wet", type: .boolean)] : []))
    }
    let kinds: [EntryKind] = [
      .session(minutes: Int64(number(0...90))), .log(text()), .checklist(maybe()),
      .rating(Int64(number(1...5))),
      .measurement(DecimalNumber(millionths: Int64(number(-9_999_999...9_999_999))) ?? zero()),
    ]
    var values: [EntryContent.Value] = []
    if maybe() { values.append(.init(name: "place: where", value: .text(maybe() ? "" : text()))) }
    if maybe(), let far = DecimalNumber(millionths: Int64(number(-99...99)) * 10_000) {
      values.append(.init(name: "far|near", value: .number(far)))
    }
    if maybe() { values.append(.init(name: "until", value: .day(session.today))) }
    return .entry(
      try EntryContent(
        tracker: id, kind: one(of: kinds), title: maybe() ? text() : nil,
        notes: maybe() ? text() : nil, tags: ["a, b|c", "c\\"], values: values))
  }

  private func zero() -> DecimalNumber {
    guard let zero = DecimalNumber(millionths: 0) else { preconditionFailure("0 is a number") }
    return zero
  }

  // MARK: Corrections

  private mutating func correct(_ session: Session) throws {
    switch number(0...6) {
    case 0:
      if let id = try anySpark(session) { try session.removeSpark(id: id) }
    case 1, 2:
      guard let id = try anySpark(session) else { return }
      var change = try SparkChange(
        maybe() ? ["title": .text("Equal")] : ["category": .name("decision")])
      let time = maybe() ? self.time() : nil
      if maybe() { change = try change.setting("notes", maybe() ? .none : .text("")) }
      _ = try session.updateSpark(id: id, change, at: time)
    case 3:
      let kind = one(of: EventKind.allCases.filter { $0 != .spark && $0 != .roll })
      if let id = try any(kind, session) { try session.remove(id, of: kind) }
    case 4:
      guard let id = try any(.trackerEntry, session) else { return }
      let title = text()
      _ = try session.edit(id, of: .trackerEntry, at: maybe() ? time() : nil) {
        action throws(SessionError) in
        guard case .tracker(.entry(let entry)) = action else { return action }
        do throws(FieldError) {
          return .tracker(
            .entry(try EntryContent(tracker: entry.tracker, kind: entry.kind, title: title)))
        } catch {
          throw .field(error)
        }
      }
    case 5:
      guard let id = try any(.taskAdd, session) else { return }
      let name = text()
      _ = try session.edit(id, of: .taskAdd, at: maybe() ? time() : nil) { _ throws(SessionError) in
        do throws(FieldError) {
          return .task(.taskAdd(try TaskContent(name: name)))
        } catch {
          throw .field(error)
        }
      }
    default:
      guard let id = try any(.mood, session) else { return }
      let mood = one(of: Mood.ratings)
      _ = try session.edit(id, of: .mood) { action throws(SessionError) in
        guard case .mood(.record(let old)) = action else { return action }
        do throws(FieldError) {
          return .mood(.record(try MoodContent(day: old.day, mood: mood, note: "edited")))
        } catch {
          throw .field(error)
        }
      }
    }
  }

  private mutating func anySpark(_ session: Session) throws -> EventID? {
    let found = try session.reader.sparkSequences(SparkQuery())
    return found.isEmpty ? nil : try session.reader.sparks(sequences: [one(of: found)]).first?.id
  }
}
