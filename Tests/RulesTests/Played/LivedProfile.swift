import FlintCalendar
import FlintRules
import TestSupport
import Testing

/// A profile whose sparks are stored separately, as in a store, and from whose events a test
/// can count by hand.
struct LivedProfile {
  /// A spark as it was recorded.
  struct Spark {
    var fact: SparkFact
    var tag: String?
    var day: CivilDay
    var hour: Int
  }

  /// The outcomes of events, by their own civil days.
  struct Fact {
    var day: CivilDay
    var outcome: Outcome
    var action: ProfileEvent.Action
  }

  struct Task {
    var priority: TaskPriority
    var project: String
    var done: (day: CivilDay, priority: TaskPriority)?
  }

  var played: PlayedProfile
  var sparks: [Spark] = []
  var facts: [Fact] = []
  var tasks: [EventID: Task] = [:]
  /// The mood of each rated day.
  var moods: [CivilDay: Mood] = [:]
  var trackers: [EventID] = []
  /// Entries by tracker and day.
  var entries: [(tracker: EventID, day: CivilDay)] = []
  private var serial: UInt64 = 0

  init(_ definition: RulebookDefinition = .ignition) throws {
    played = try PlayedProfile(definition)
  }

  var state: ProfileState { played.state }
  var rulebook: Rulebook { played.rulebook }

  @discardableResult
  mutating func apply(_ action: ProfileEvent.Action, at: Instant, offset: Int32 = 0) -> EventID {
    serial += 1
    let offset = UTCOffset(seconds: offset)
    let event = ProfileEvent(
      id: EventID(high: serial &* 0x9e37_79b9_7f4a_7c15, low: serial), at: at, offset: offset,
      action: action)
    let outcome = played.rulebook.apply(event, to: &played.state, seed: 7)
    if !outcome.isVoid {
      facts.append(Fact(day: event.day(.midnight), outcome: outcome, action: action))
    }
    return event.id
  }

  mutating func spark(
    _ category: SparkCategory, _ intensity: SparkIntensity = .low, _ time: String,
    offset: Int32 = 0, minutes: Int32? = nil, tag: String? = nil
  ) throws {
    let local = try #require(Timestamp(time)).local
    let at = local.instant(offset: UTCOffset(seconds: offset))
    spark(category, intensity, at: at, offset: offset, minutes: minutes, tag: tag)
  }

  mutating func spark(
    _ category: SparkCategory, _ intensity: SparkIntensity, at: Instant, offset: Int32,
    minutes: Int32?, tag: String?
  ) {
    apply(.spark(category, intensity), at: at, offset: offset)
    let local = CivilTime(at, offset: UTCOffset(seconds: offset))
    sparks.append(
      Spark(
        fact: SparkFact(
          at: at, offset: UTCOffset(seconds: offset), category: category, intensity: intensity,
          minutes: minutes), tag: tag, day: local.day, hour: local.hour))
  }

  /// The sparks that match a query, in unspecified order, as from a store.
  func find(_ query: SparkQuery, _ body: (SparkFact) -> Void) {
    for spark in sparks.reversed() where query.passes(spark) { body(spark.fact) }
  }

  func series(
    _ metric: SeriesMetric, by period: SeriesPeriod = .day, _ range: DayRange,
    where filter: StatisticsFilter = StatisticsFilter()
  ) throws -> Series {
    rulebook.series(
      try SeriesQuery(metric, by: period, range, where: filter), in: state, sparks: find)
  }

  func summary(
    _ range: DayRange, where filter: StatisticsFilter = StatisticsFilter()
  ) throws -> StatisticsSummary {
    rulebook.summary(try SummaryQuery(range, where: filter), of: state, sparks: find)
  }
}

extension SparkQuery {
  fileprivate func passes(_ spark: LivedProfile.Spark) -> Bool {
    let fact = spark.fact
    return (category == nil || fact.category == category)
      && (intensity == nil || fact.intensity == intensity)
      && (minIntensity.map { $0.number <= fact.intensity.number } ?? true)
      && (since.map { $0 <= fact.at } ?? true) && (before.map { fact.at < $0 } ?? true)
      && (tag == nil || spark.tag == tag)
  }
}

extension LivedProfile {
  /// A year of events of all kinds, in the order of the fold, with changing offsets.
  static func random(
    seed: UInt64, events: Int = 400, _ definition: RulebookDefinition = .ignition
  ) throws -> LivedProfile {
    var random = SplitMix64(state: seed)
    var profile = try LivedProfile(definition)
    // 2025-11-20T00:00Z, so that the range contains ends of years and months.
    var now: Int64 = 1_763_596_800_000
    for _ in 0..<events {
      now += Int64.random(in: 1...40_000_000, using: &random)
      let at = Instant(milliseconds: now)
      let offsets: [Int32] = [0, 0, 3600, -18_000, 64_800, -64_800]
      let offset = offsets.randomElement(using: &random) ?? 0
      try profile.live(at: at, offset: offset, &random)
    }
    return profile
  }

  private mutating func live(
    at: Instant, offset: Int32, _ random: inout SplitMix64
  ) throws {
    let day = CivilTime(at, offset: UTCOffset(seconds: offset)).day
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4:
      spark(
        SparkCategory.ignition.randomElement(using: &random) ?? .idea,
        SparkIntensity.ignition.randomElement(using: &random) ?? .low, at: at, offset: offset,
        minutes: Bool.random(using: &random) ? Int32.random(in: 0...90, using: &random) : nil,
        tag: ["home", "work", nil].randomElement(using: &random) ?? nil)
    case 4..<6:
      let task = Task(
        priority: TaskPriority.allCases.randomElement(using: &random) ?? .p0,
        project: ["Inbox", "House"].randomElement(using: &random) ?? "Inbox")
      let content = try TaskContent(
        name: "Task", priority: task.priority, project: task.project)
      tasks[apply(.task(.taskAdd(content)), at: at, offset: offset)] = task
    case 6..<8:
      let ids = tasks.keys.sorted()
      guard let id = ids.randomElement(using: &random), let task = tasks[id] else { return }
      if task.done == nil {
        apply(.task(.taskComplete(id)), at: at, offset: offset)
        tasks[id]?.done = (day, task.priority)
      } else {
        apply(.task(.taskReopen(id)), at: at, offset: offset)
        tasks[id]?.done = nil
      }
    case 8:
      let rated = day + -Int.random(in: 0...20, using: &random)
      let mood = Mood.ratings.randomElement(using: &random) ?? .good
      let content = try MoodContent(day: rated, mood: mood)
      apply(.mood(.record(content)), at: at, offset: offset)
      moods[rated] = mood
    case 9, 10:
      let kind = ActivityKind.allCases.randomElement(using: &random) ?? .open
      let activity = try Activity(kind, text: "A text")
      apply(.journey(.activity(activity)), at: at, offset: offset)
    default:
      if trackers.count < 2 {
        let content = try TrackerContent(name: "Tracker \(trackers.count)")
        trackers.append(apply(.tracker(.create(content)), at: at, offset: offset))
      } else if let tracker = trackers.randomElement(using: &random) {
        let entry = try EntryContent(tracker: tracker, kind: .session(minutes: 5))
        apply(.tracker(.entry(entry)), at: at, offset: offset)
        entries.append((tracker, day))
      }
    }
  }
}

/// A range, from texts that are valid days.
func days(_ since: String, _ before: String) throws -> DayRange {
  try DayRange(since: day(since), before: day(before))
}
