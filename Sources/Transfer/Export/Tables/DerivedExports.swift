import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// A table that is derived from the state, and of which a range of instants is exported.
protocol DerivedExport: ExportTable {
  init(range: ExportRange)
}

extension DerivedExport {
  init(_ session: Session, _ options: ExportOptions) { self.init(range: options.range) }
}

/// The sources of all points, in the order of the fold.
struct PointExport: DerivedExport {
  static let columns = [
    .at,
    ExportColumn("source", "What earned them: spark, task, earned, duplicate or mission."),
    ExportColumn("amount", "The points.", .number),
    ExportColumn("total", "The total points, these included.", .number),
    ExportColumn("event", "The id of the event that earned them."),
    ExportColumn("card", "The id of the duplicate card."),
    ExportColumn("mission", "The id of the completed mission."), .day,
    ExportColumn("level", "The level afterwards.", .number, presence: .onRequest),
  ]

  let range: ExportRange

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let definition = session.rulebook.definition
    var total: Int64 = 0
    var isAtEnd = false
    var failure: (any Error)?
    try session.reader.forEachOutcome { event, outcome, state in
      func put(
        _ source: String, _ amount: Int64, card: String? = nil, mission: String? = nil
      ) throws {
        if amount == 0 { return }
        total += amount
        guard !isAtEnd, range.contains(event.at) else { return }
        isAtEnd = try !body([
          .time(event.at, event.offset), .name(source), .integer(amount), .integer(total),
          .name(event.id.description), FieldValue(name: card), FieldValue(name: mission),
          .day(event.day(session.dayStart)), .integer(Int64(outcome.level)),
        ])
      }
      if failure != nil { return }
      do {
        let isSpark = if case .spark = event.action { true } else { false }
        try put(isSpark ? "spark" : "task", outcome.basePoints - outcome.earnedPoints)
        try put("earned", outcome.earnedPoints)
        for draw in [outcome.draw] + outcome.draws {
          try put(
            "duplicate", draw.duplicatePoints, card: draw.card.map { definition.cards[$0].id })
        }
        for completion in state.missions.completions[outcome.completions] {
          let mission = definition.missions[Int(completion.mission)]
          try put("mission", mission.reward, mission: mission.id)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// The cards of the rulebook, with the number and value of their copies.
struct CollectionExport: ExportTable {
  static let columns = [
    ExportColumn("id", "The id of the card."), ExportColumn("name", "Its name."),
    ExportColumn("category", "Its category."), ExportColumn("rarity", "Its rarity."),
    ExportColumn("copies", "The number of copies that were drawn.", .number),
    ExportColumn("first", "When the first copy was drawn.", .time),
    ExportColumn("duplicate_value", "The points for each further copy.", .number),
    ExportColumn("duplicate_points", "The points that its duplicates earned.", .number),
  ]

  init(_ session: Session, _ options: ExportOptions) {}

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let zone = session.zone
    for view in session.rulebook.collection(in: try session.state()) {
      let continues = try body([
        .name(view.definition.id), .text(view.definition.name),
        .name(view.definition.category.name), .name(view.definition.rarity.name),
        .integer(Int64(view.copies)),
        view.first.map { .time($0, zone.offset(at: $0)) } ?? .none,
        .integer(view.duplicateValue), .integer(view.duplicatePoints),
      ])
      if !continues { return }
    }
  }
}

struct MissionExport: DerivedExport {
  static let columns = [
    ExportColumn("at", "When it was completed.", .time),
    ExportColumn("mission", "The id of the mission."), ExportColumn("title", "Its title."),
    ExportColumn("window", "The kind of its window, such as daily."),
    ExportColumn("window_start", "The first day of the window.", .day),
    ExportColumn("reward", "The points that it earned.", .number),
    ExportColumn("difficulty", "Its difficulty."),
  ]

  let range: ExportRange

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let zone = session.zone
    for completion in try session.state().missions.completions where range.contains(completion.at) {
      let mission = session.rulebook.definition.missions[Int(completion.mission)]
      let continues = try body([
        .time(completion.at, zone.offset(at: completion.at)), .name(mission.id),
        .text(mission.title), .name(mission.period.name), FieldValue(completion.windowStart),
        .integer(mission.reward), .name(mission.difficulty.name),
      ])
      if !continues { return }
    }
  }
}

/// Achievements, unlocked or not.
struct AchievementExport: DerivedExport {
  static let columns = [
    ExportColumn("id", "The id of the achievement."), ExportColumn("title", "Its title."),
    ExportColumn("ladder", "The id of its ladder."),
    ExportColumn("unlocked_on", "The day on which it was unlocked, if it is.", .day),
    ExportColumn("at", "When the event that unlocked it happened, if one did.", .time),
  ]

  let range: ExportRange

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let zone = session.zone
    let ladders = session.rulebook.definition.ladders
    let isCut = range.since != nil || range.before != nil
    let views = try session.state().journey.achievements(of: ladders, today: session.today)
    for view in views {
      if isCut {
        // An achievement unlocked at the start of a day has no instant of its own.
        let moment =
          view.at ?? view.unlockedOn.map { zone.start(of: $0).instant }
        guard let moment, range.contains(moment) else { continue }
      }
      let continues = try body([
        .name(view.id), .text(view.title), .name(view.ladderID), FieldValue(view.unlockedOn),
        view.at.map { .time($0, zone.offset(at: $0)) } ?? .none,
      ])
      if !continues { return }
    }
  }
}

/// The totals of each civil day on which something happened or that was rated.
struct DayExport: DerivedExport {
  static let columns =
    [
      ExportColumn("date", "The day, which ends at the day start.", .day),
      ExportColumn("weekday", "The name of the weekday."),
    ]
    + numbers([
      ("events", "The events that had an effect."), ("sparks", "The sparks."),
      ("points", "The points of the day from all sources."),
      ("spark_points", "The points of sparks."), ("duplicate_points", "The points of duplicates."),
      ("mission_points", "The points of missions."), ("task_points", "The points of tasks."),
      ("total_points", "The points of all days through this one."),
      ("level", "The level at the end of the day."),
      ("streak", "The consecutive days with a spark that end on this day."),
      ("cards", "The cards drawn, duplicates included."), ("duplicates", "The duplicates drawn."),
      ("missions", "The missions completed."), ("overloads", "The overloads."),
      ("tasks", "The tasks completed and not reopened."), ("task_score", "Their score."),
      ("quest_steps", "The quest nodes completed and not reset."),
      ("activities", "The activities."), ("entries", "The entries of trackers."),
    ]) + [ExportColumn("mood", "The rating of the day by its name.")]
    + numbers([
      ("mood_value", "The rating of the day, 0 to 4."),
      ("achievements", "The achievements unlocked."),
    ]) + [
      ExportColumn(
        "earned_points", "The points of earning rules.", .number, presence: .whenNeeded)
    ]

  private static func numbers(_ columns: [(String, String)]) -> [ExportColumn] {
    columns.map { ExportColumn($0, $1, .number) }
  }

  let range: ExportRange
  private(set) var needed: Set<String> = []

  init(range: ExportRange) { self.range = range }

  init(_ session: Session, _ options: ExportOptions) throws {
    self.init(range: options.range)
    if try session.state().ledger.showsEarned(under: session.rulebook) {
      needed.insert("earned_points")
    }
  }

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let state = try session.state()
    let (first, last) = range.days(in: session.zone)
    let thresholds = session.rulebook.definition.levels.map(\.threshold)
    let totals = Dictionary(
      state.history.days.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
    let moods = Dictionary(
      state.moods.ratings.map { ($0.day, $0.mood) }, uniquingKeysWith: { first, _ in first })
    var unlocks: [CivilDay: Int64] = [:]
    for unlock in state.journey.unlocks { unlocks[unlock.day, default: 0] += 1 }
    let days = Set(totals.keys).union(moods.keys).union(unlocks.keys).sorted()
    var total: Int64 = 0
    var run: (day: CivilDay, length: Int64)?
    for day in days {
      let sums = totals[day]
      total += sums?.points ?? 0
      if sums?.sparks ?? 0 > 0 {
        run = (day, run.map { $0.day + 1 == day ? $0.length + 1 : 1 } ?? 1)
      }
      guard first.map({ $0 <= day }) ?? true, last.map({ day <= $0 }) ?? true else { continue }
      let level = max(1, thresholds.count { $0 <= total })
      let (ledger, subjects) = (sums?.ledger, sums?.subjects)
      let counts: [Int64] = [
        sums?.events ?? 0, sums?.sparks ?? 0, sums?.points ?? 0, ledger?.spark ?? 0,
        ledger?.duplicate ?? 0, ledger?.mission ?? 0, ledger?.task ?? 0, total,
        Int64(level), run.flatMap { $0.day == day ? $0.length : nil } ?? 0, sums?.cards ?? 0,
        sums?.duplicates ?? 0, sums?.missions ?? 0, sums?.overloads ?? 0, subjects?.tasks ?? 0,
        subjects?.taskScore ?? 0, subjects?.questSteps ?? 0, subjects?.activities ?? 0,
        subjects?.entries ?? 0,
      ]
      let mood = moods[day]
      let continues = try body(
        [.day(day), .name(day.weekdayName)] + counts.map { .integer($0) } + [
          FieldValue(name: mood?.name), FieldValue(mood?.rawValue),
          .integer(unlocks[day] ?? 0), .integer(ledger?.earned ?? 0),
        ])
      if !continues { return }
    }
  }
}
