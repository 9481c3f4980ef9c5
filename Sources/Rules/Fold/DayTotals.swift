/// What one civil day came to: counts and sums of what happened on it.
public struct DayTotals: Dated, Equatable, Sendable {
  /// The day.
  public internal(set) var day: CivilDay
  /// Events that had an effect.
  public internal(set) var events: Int64 = 0
  /// Sparks.
  public internal(set) var sparks: Int64 = 0
  /// Points from sparks.
  public internal(set) var sparkPoints: Int64 = 0
  /// Points from duplicate cards.
  public internal(set) var duplicatePoints: Int64 = 0
  /// Points from missions.
  public internal(set) var missionPoints: Int64 = 0
  /// Points from tasks, where the rulebook credits them.
  public internal(set) var taskPoints: Int64 = 0
  /// Cards given, duplicates included.
  public internal(set) var cards: Int64 = 0
  /// Cards given that were duplicates.
  public internal(set) var duplicates: Int64 = 0
  /// Missions completed.
  public internal(set) var missions: Int64 = 0
  /// Overloads.
  public internal(set) var overloads: Int64 = 0
  /// Tasks completed on the day and not reopened since.
  public internal(set) var tasks: Int64 = 0
  /// What they scored.
  public internal(set) var taskScore: Int64 = 0
  /// Quest nodes completed on the day and not taken back since.
  public internal(set) var questSteps: Int64 = 0
  /// Days that came to be rated.
  public internal(set) var moods: Int64 = 0
  /// Activities.
  public internal(set) var activities: Int64 = 0
  /// Tracker entries.
  public internal(set) var entries: Int64 = 0

  /// Points from all sources.
  public var points: Int64 { sparkPoints + duplicatePoints + missionPoints + taskPoints }

  init(day: CivilDay) {
    self.day = day
  }

  /// The numbers in a fixed order, for caches.
  var words: [Int64] {
    [
      events, sparks, sparkPoints, duplicatePoints, missionPoints, taskPoints, cards, duplicates,
      missions, overloads, tasks, taskScore, questSteps, moods, activities, entries,
    ]
  }

  init(from reader: inout StateReader) {
    day = reader.day()
    events = reader.word()
    sparks = reader.word()
    sparkPoints = reader.word()
    duplicatePoints = reader.word()
    missionPoints = reader.word()
    taskPoints = reader.word()
    cards = reader.word()
    duplicates = reader.word()
    missions = reader.word()
    overloads = reader.word()
    tasks = reader.word()
    taskScore = reader.word()
    questSteps = reader.word()
    moods = reader.word()
    activities = reader.word()
    entries = reader.word()
  }
}

/// The totals of every civil day on which something happened, earliest first.
public struct DayHistory: Equatable, Sendable {
  /// The days.
  public private(set) var days: [DayTotals] = []

  init() {}

  /// Forgets every day, but not the memory for them.
  mutating func reset() { days.removeAll(keepingCapacity: true) }

  /// Where a day's totals are, made if there are none. Nearly always the last: events come in the
  /// order of time, and only a traveller's can be a day or two older than the one before.
  @inline(__always)
  mutating func position(of day: CivilDay) -> Int {
    if let last = days.last, last.day == day { return days.count - 1 }
    return find(day)
  }

  @inline(never)
  private mutating func find(_ day: CivilDay) -> Int {
    if days.last.map({ $0.day < day }) ?? true {
      days.append(DayTotals(day: day))
      return days.count - 1
    }
    let position = days.firstPosition(from: day)
    if position == days.count || days[position].day != day {
      days.insert(DayTotals(day: day), at: position)
    }
    return position
  }

  /// Changes the totals at a position.
  @inline(__always)
  mutating func update(_ position: Int, _ body: (inout DayTotals) -> Void) {
    body(&days[position])
  }

  /// The totals of a day; `nil` when nothing happened on it.
  public func totals(on day: CivilDay) -> DayTotals? { days.first(on: day) }

  /// The totals of the days of a half-open range on which something happened.
  public func totals(from: CivilDay, until: CivilDay) -> ArraySlice<DayTotals> {
    days.elements(from: from, until: until)
  }

  init(from reader: inout StateReader) {
    days = reader.list { DayTotals(from: &$0) }
    if !zip(days, days.dropFirst()).allSatisfy({ $0.day < $1.day }) { reader.fail() }
  }

  func encode(to writer: inout StateWriter) {
    writer.write(list: days) { writer, totals in
      writer.write(totals.day)
      for word in totals.words { writer.write(word) }
    }
  }
}
