import Calendar
package import JSON
package import Rules
package import Schema
package import Sessions

/// The views of a profile as JSON; Lua tables have the same members.
extension ProfileSummary {
  /// The summary as JSON.
  package func json(_ session: Session) -> JSONValue {
    let byCategory = zip(session.rulebook.definition.categories.names, sparksByCategory)
      .map { ($0, JSONValue.integer($1)) }
    var members: [(name: String, value: JSONValue)] = [
      ("today", .string(session.today.description)),
      ("zone", .string(session.profile.zone)),
      ("day_start", .string(session.dayStart.description)),
      ("rulebook", .string(session.rulebook.definition.id)),
      ("level", .integer(Int64(level.number))),
      ("level_title", .string(level.title)),
      ("level_progress", .number(Double(level.progress) / 1_000_000)),
      ("next_level_at", level.nextThreshold.map { .integer($0) } ?? .null),
      ("points", ledger.json(withEarned: ledger.showsEarned(under: session.rulebook))),
      ("streak", .integer(Int64(streak.current))),
      ("longest_streak", .integer(Int64(streak.longest))),
      ("sparks", .integer(sparks)),
      ("sparks_by_category", .object(byCategory)),
      ("cards", .integer(Int64(cards.tally.owned))),
      ("cards_total", .integer(Int64(cards.tally.total))),
      ("fuel", .integer(fuel.amount)),
      ("fuel_capacity", .integer(fuelCapacity)),
      ("overloads", .integer(fuel.overloads)),
      ("tokens", .integer(fuel.tokens)),
      ("missions_completed", .integer(Int64(missionsCompleted))),
      ("achievements", .integer(Int64(journey.achievements))),
      ("achievements_total", .integer(Int64(journey.achievementsTotal))),
      ("journey_days", journey.days.map { .integer(Int64($0)) } ?? .null),
      ("open_tasks", .integer(Int64(tasks.open))),
      ("task_score", .integer(tasks.score)), ("task_score_today", .integer(tasks.scoreToday)),
      ("rated_days", .integer(Int64(counts.ratedDays))),
      ("quest_steps", .integer(counts.questSteps)),
      ("tracker_entries", .integer(counts.trackerEntries)),
      ("void_events", .integer(Int64(voids))),
      ("rarest", .array(session.rows(cards.rarest).map(\.json))),
    ]
    if !balances.isEmpty { members.append(("balances", balances.json)) }
    if removedDraws.total > 0 { members.append(("removed_draws", removedDraws.json)) }
    return .object(members)
  }
}

extension RemovedDraws {
  /// The draws in words: `12 draws were removed or undone (idea 10 · energy 2)`; `nil` if there were none.
  package var text: String? {
    if total == 0 { return nil }
    return "\(counted(total, "draw was", "draws were")) removed or undone ("
      + counts.map { "\($0.name) \(grouped($0.count))" }.joined(separator: " · ") + ")"
  }
}

extension CardView: SessionView {
  /// The fields of a card.
  package static let schema = ResultSchema<SessionRow<CardView>>(
    "Card", "A card of the rulebook.",
    shown: [
      "name", "category", "rarity", "copies", "first", "duplicate_value", "duplicate_points",
      "season",
    ],
    [
      ResultField("id", \.view.definition.id, "The id."),
      ResultField("name", \.view.definition.name, "The name."),
      ResultField("category", \.view.definition.category, "The category."),
      ResultField(
        "rarity", \.view.definition.rarity, "The rarity.",
        tone: {
          .rank($0.session.rulebook.definition.rank(of: $0.view.definition.rarity))
        }),
      ResultField("owned", .boolean, "Whether it is owned.") { .boolean($0.view.copies > 0) },
      ResultField("copies", \.view.copies, "The number of copies owned."),
      ResultField(
        "first", .time, "The time at which the first copy was drawn.", isOptional: true,
        text: { row in row.view.first.map { row.session.zone.day(of: $0).description } }
      ) { $0.time($0.view.first) },
      ResultField(
        "duplicate_value", \.view.duplicateValue, "The bonus points for each further copy."),
      ResultField(
        "duplicate_points", \.view.duplicatePoints,
        "The bonus points earned by its duplicates so far."),
    ]
      + Season.fields(
        inSeason: "Whether it can be drawn today.", { $0.view.definition.season },
        isNow: { $0.view.definition.season.contains($0.session.today) }))
}

extension MissionView: SessionView {
  /// The fields of a mission.
  package static let schema = ResultSchema<SessionRow<MissionView>>(
    "Mission", "A mission in a window.",
    shown: [
      "title", "window", "progress", "status", "reward", "difficulty", "deadline", "completions",
      "requires", "season",
    ],
    [
      ResultField("id", \.view.definition.id, "The id."),
      ResultField("title", \.view.definition.title, "The title."),
      ResultField(
        "window", .text,
        "The window: day, week, life, month or a number of days such as 14 days."
      ) { .name($0.view.definition.period.name) },
      ResultField(
        "difficulty", \.view.definition.difficulty,
        "The difficulty: easy, medium, hard or expert."),
      ResultField(
        "progress", .decimal,
        "The count or the sum so far, up to the target; sums may have decimals.",
        text: { $0.view.shownProgress }
      ) { .exact($0.view.amount) },
      ResultField(
        "target", \.view.definition.target, "The count at which the mission completes."),
      ResultField("reward", \.view.definition.reward, "The points that it pays."),
      ResultField(
        "status", .text, "The status: available, in_progress, completed or expired.",
        text: { $0.view.shownStatus }
      ) { .name($0.view.status.rawValue) },
      ResultField("deadline", .day, "The last day of the window.", isOptional: true) {
        FieldValue($0.view.windowEnd.map { $0 + -1 })
      },
      ResultField(
        "completed_at", .time, "The time of completion within this window.", isOptional: true
      ) { $0.time($0.view.completedAt) },
      ResultField("completions", \.view.completions, "The total number of completions."),
      ResultField(
        "requires", \.view.requires, "The ids of the missions that it requires, if any."),
      ResultField(
        "locked", .boolean,
        "Whether one of these has not been completed; absent without any.", isOptional: true
      ) { $0.view.requires == nil ? .none : .boolean($0.view.isLocked) },
    ]
      + Season.fields(
        inSeason: "Whether its season is open; outside it, nothing counts.",
        { $0.view.definition.season }, isNow: { $0.view.isInSeason }))

  private var requires: [String]? {
    definition.requires.isEmpty ? nil : definition.requires
  }

  /// The progress beside the target.
  package var shownProgress: String {
    "\(Language.english.amount(amount))/\(grouped(definition.target))"
  }

  /// The status as a table shows it; missions that cannot make progress outside their season are
  /// marked.
  package var shownStatus: String {
    let isOpen = status == .available || status == .inProgress
    if isOpen && isLocked { return "locked" }
    return isOpen && !isInSeason ? "out of season" : status.rawValue.replacing("_", with: " ")
  }
}

extension Season {
  /// Returns the fields of what has a season; its end is named as in rulebook files.
  ///
  /// - Parameters:
  ///   - summary: a sentence about the field `in_season`.
  ///   - isNow: returns whether the season of a row is open.
  fileprivate static func fields<Row>(
    inSeason summary: String, _ season: @escaping @Sendable (Row) -> Season,
    isNow: @escaping @Sendable (Row) -> Bool
  ) -> [ResultField<Row>] {
    [
      ResultField(
        "from", .day, "The first day of its season, if it has one.", isOptional: true
      ) { FieldValue(season($0).from) },
      ResultField(
        "before", .day, "The first day after its season, if it has one.", isOptional: true
      ) { FieldValue(season($0).before) },
      ResultField("in_season", .boolean, summary) { .boolean(isNow($0)) },
      .drawing("season") { row in
        season(row) == .always || isNow(row) ? season(row).shown : season(row).shown + ", not now"
      },
    ]
  }

  /// The season as a table shows it; empty if there is no limit.
  package var shown: String {
    switch (from, before) {
    case (nil, nil): ""
    case (let from?, nil): "from \(from)"
    case (nil, let before?): "until \(before + -1)"
    case (let from?, let before?): "\(from) to \(before + -1)"
    }
  }
}

extension Rulebook {
  /// The rulebook as JSON: its definition, its hash, and effective rates in addition to nominal
  /// ones.
  package var json: JSONValue {
    guard case .object(let members) = definition.json else { return definition.json }
    let effective = JSONValue.object(
      definition.categories.map { category in
        let rates = rates(for: category)
        return (
          category.name, .object(rates.map { ($0.rarity.name, .string("\($0.effective)")) })
        )
      })
    return .object(
      members.flatMap { name, value -> [(name: String, value: JSONValue)] in
        switch (name, value) {
        case ("id", _): [(name, value), ("hash", .string(hash))]
        case ("drops", .object(let drops)):
          [(name, .object(drops + [("effective_rates", effective)]))]
        default: [(name, value)]
        }
      })
  }
}

extension [BalanceView] {
  /// The balances by currency, as JSON.
  fileprivate var json: JSONValue { .object(map { ($0.currency.id, .integer($0.balance)) }) }
}
