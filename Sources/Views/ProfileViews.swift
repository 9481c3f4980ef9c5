import FlintCalendar
package import FlintJSON
package import FlintRules
package import FlintSchema
import Sessions

extension ProfileSummary: SessionView {
  package static let schema = ResultSchema<SessionRow<ProfileSummary>>(
    "Profile", "The summary of a profile.",
    [
      ResultField("today", \.session.today, "The civil day of now, YYYY-MM-DD."),
      ResultField(
        "zone", \.session.profile.zone, "The IANA name of the profile's time zone."),
      ResultField("day_start", .text, "When civil days start, HH:MM.") {
        .name($0.session.dayStart.description)
      },
      ResultField("rulebook", \.session.rulebook.definition.id, "The id of the rulebook."),
      ResultField("level", \.view.level.number, "The number of the level."),
      ResultField("level_title", \.view.level.title, "The title of the level."),
      ResultField(
        "level_progress", .decimal,
        "The progress from this level to the next, 0 to 1; 1 at the last level."
      ) { .decimal($0.view.level.progress) },
      ResultField(
        "next_level_at", \.view.level.nextThreshold,
        "The total points at which the next level begins; nil at the last level."),
      .row("points", "The points by source.", LedgerRow.schema) {
        LedgerRow(
          $0.view.ledger,
          withEarned: $0.view.ledger.showsEarned(under: $0.session.rulebook))
      },
      ResultField("streak", \.view.streak.current, "The spark streak as of today, in days."),
      ResultField("longest_streak", \.view.streak.longest, "The longest spark streak, in days."),
      ResultField("sparks", \.view.sparks, "The number of sparks."),
      ResultField(
        "sparks_by_category", .structure("table<string, integer>"),
        "The number of sparks by category of the rulebook."
      ) { row in
        .json(
          .object(
            zip(row.session.rulebook.definition.categories.names, row.view.sparksByCategory)
              .map { ($0, .integer($1)) }))
      },
      ResultField("cards", \.view.cards.tally.owned, "The number of distinct cards owned."),
      ResultField(
        "cards_total", \.view.cards.tally.total, "The number of cards in the rulebook."),
      ResultField("fuel", \.view.fuel.amount, "The current amount of fuel."),
      ResultField(
        "fuel_capacity", \.view.fuelCapacity, "The fuel at which an overload occurs."),
      ResultField("overloads", \.view.fuel.overloads, "The number of overloads."),
      ResultField("tokens", \.view.fuel.tokens, "The number of roll tokens available."),
      ResultField(
        "missions_completed", \.view.missionsCompleted,
        "The number of mission completions, repetitions included."),
      ResultField(
        "achievements", \.view.journey.achievements, "The number of achievements unlocked."),
      ResultField(
        "achievements_total", \.view.journey.achievementsTotal,
        "The number of achievements in the rulebook."),
      ResultField(
        "journey_days", .integer,
        "Whole days since the journey's start; nil without a journey.", isOptional: true
      ) { FieldValue($0.view.journey.days) },
      ResultField("open_tasks", \.view.tasks.open, "The number of open tasks."),
      ResultField("task_score", \.view.tasks.score, "The total score of tasks."),
      ResultField(
        "task_score_today", \.view.tasks.scoreToday, "The score of the tasks completed today."),
      ResultField(
        "rated_days", \.view.counts.ratedDays, "The number of days with a mood rating."),
      ResultField(
        "quest_steps", \.view.counts.questSteps, "The number of quest nodes completed."),
      ResultField(
        "tracker_entries", \.view.counts.trackerEntries, "The number of tracker entries."),
      ResultField("void_events", \.view.voids, "The number of events without effect."),
      .rows("rarest", "The three rarest cards owned.", SessionRow<CardView>.schema) {
        $0.session.rows($0.view.cards.rarest)
      },
      ResultField(
        "balances", .structure("table<string, integer>"),
        "The balances by currency; nil where the rulebook has no currencies.", isOptional: true
      ) { row in
        row.view.balances.isEmpty
          ? .none
          : .json(.object(row.view.balances.map { ($0.currency.id, .integer($0.balance)) }))
      },
      ResultField(
        "removed_draws", .structure("table<string, integer>"),
        "The draws that were removed or undone, by category and pool; nil if there were none.",
        isOptional: true
      ) { $0.view.removedDraws.total > 0 ? .json($0.view.removedDraws.json) : .none },
    ])
}

struct LedgerRow: ResultRow {
  let ledger: ProfileState.Ledger
  let withEarned: Bool

  init(_ ledger: ProfileState.Ledger, withEarned: Bool) {
    (self.ledger, self.withEarned) = (ledger, withEarned)
  }

  static let schema = ResultSchema<LedgerRow>(
    "Points", "The points by source.",
    [
      ResultField("total", \.ledger.total, "Points from all sources."),
      ResultField("spark", \.ledger.spark, "Points from sparks."),
      ResultField("duplicate", \.ledger.duplicate, "Bonus points from duplicate cards."),
      ResultField("mission", \.ledger.mission, "Points from missions."),
      ResultField(
        "task", \.ledger.task,
        "Points from tasks; 0 unless the rulebook credits task scores as points."),
      ResultField(
        "earned", .integer,
        "Points from other events; absent if the rulebook has no earning rules.",
        isOptional: true
      ) { $0.withEarned ? .integer($0.ledger.earned) : .none },
    ])
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
  package static let schema = ResultSchema<SessionRow<CardView>>(
    "Card", "A card of the rulebook.",
    shown: [
      "name", "set", "category", "rarity", "copies", "first", "price", "season",
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
      ResultField("text", \.view.definition.text, "A sentence about it, if it has one."),
      ResultField(
        "set", .text, "The id of its set, if it is in one.", isOptional: true,
        text: { $0.setTitle }
      ) { FieldValue(name: $0.view.definition.set) },
      ResultField(
        "price", .amounts,
        "What it costs while it is missing, by currency; absent if it cannot be bought.",
        isOptional: true, text: { $0.price.isEmpty ? nil : $0.price.text }
      ) { $0.price.isEmpty ? .none : .json($0.price.json) },
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
        inSeason: "Whether it can be drawn today.",
        { $0.view.definition.season.occurrence(near: $0.session.today) },
        isNow: { $0.view.definition.season.contains($0.session.today) }))
}

extension SessionRow<CardView> {
  /// The title of the card's set; `nil` if it is in none.
  fileprivate var setTitle: String? {
    session.rulebook.definition.sets.first { $0.id == view.definition.set }?.title
  }

  /// What the card costs while it is missing.
  fileprivate var price: [CurrencyAmount] {
    view.copies > 0 ? [] : session.rulebook.price(ofCard: view.position)
  }
}

extension MissionView: SessionView {
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
        "requires", \.view.requires, "The ids of the missions that it requires, if any.",
        text: { row in
          row.view.requires.map { ids in
            ids.count > 3
              ? "\(ids[0]), \(ids[1]) and \(ids.count - 2) more" : ids.joined(separator: ", ")
          }
        }),
      ResultField(
        "locked", .boolean,
        "Whether one of these has not been completed; absent without any.", isOptional: true
      ) { $0.view.requires == nil ? .none : .boolean($0.view.isLocked) },
    ]
      + Season.fields(
        inSeason: "Whether its season is open; outside it, nothing counts.",
        { $0.view.definition.season.occurrence(near: $0.session.today) },
        isNow: { $0.view.isInSeason }))

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
        "from", .day,
        "The first day of its season, if it has one; of one that recurs that of the present or next.",
        isOptional: true
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
    if isYearly { return "\(firstText ?? "") to \(lastText ?? ""), every year" }
    return switch (from, before) {
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
