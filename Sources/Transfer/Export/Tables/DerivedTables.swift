import Calendar
import Rules
import Schema
import Sessions

/// The sources of all points, in the order of the fold.
struct PointTable: DerivedTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("source"), ExportColumn("amount", .number),
    ExportColumn("total", .number), ExportColumn("event"), ExportColumn("card"),
    ExportColumn("mission"), ExportColumn("day", .day, presence: .onRequest),
    ExportColumn("level", .number, presence: .onRequest),
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
          .day(event.day), .integer(Int64(outcome.level)),
        ])
      }
      if failure != nil { return }
      do {
        let isSpark = if case .spark = event.action { true } else { false }
        try put(isSpark ? "spark" : "task", outcome.basePoints)
        try put(
          "duplicate", outcome.duplicatePoints,
          card: outcome.card.map { definition.cards[$0].id })
        for completion in state.completions[outcome.completions] {
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
struct CollectionTable: ExportTable {
  static let columns = [
    ExportColumn("id"), ExportColumn("name"), ExportColumn("category"), ExportColumn("rarity"),
    ExportColumn("copies", .number), ExportColumn("first", .time),
    ExportColumn("duplicate_value", .number), ExportColumn("duplicate_points", .number),
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

/// The completions of missions.
struct MissionTable: DerivedTable {
  static let columns = [
    ExportColumn("at", .time), ExportColumn("mission"), ExportColumn("title"),
    ExportColumn("window"), ExportColumn("window_start", .day), ExportColumn("reward", .number),
    ExportColumn("difficulty"),
  ]

  let range: ExportRange

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let zone = session.zone
    for completion in try session.state().completions where range.contains(completion.at) {
      let mission = session.rulebook.definition.missions[Int(completion.mission)]
      let continues = try body([
        .time(completion.at, zone.offset(at: completion.at)), .name(mission.id),
        .text(mission.title), .name(mission.window.name), FieldValue(completion.windowStart),
        .integer(mission.reward), .name(mission.difficulty.name),
      ])
      if !continues { return }
    }
  }
}

/// Achievements, unlocked or not.
struct AchievementTable: DerivedTable {
  static let columns = [
    ExportColumn("id"), ExportColumn("title"), ExportColumn("ladder"),
    ExportColumn("unlocked_on", .day), ExportColumn("at", .time),
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
          view.at ?? view.unlockedOn.map { zone.resolve(CivilTime(day: $0)).instant }
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
