public import Rules
public import Sessions

/// The views of a profile as JSON; Lua tables have the same members.
extension ProfileSummary {
  /// The summary as JSON.
  public func json(_ session: Session) -> JSONValue {
    .object([
      ("today", .string(session.today.description)),
      ("zone", .string(session.profile.zone)),
      ("rulebook", .string(session.rulebook.definition.id)),
      ("level", .integer(Int64(level))),
      ("level_title", .string(levelTitle)),
      ("level_progress", .number(Double(levelProgress) / 1_000_000)),
      ("next_level_at", nextThreshold.map { .integer($0) } ?? .null),
      (
        "points",
        .object([
          ("total", .integer(ledger.total)), ("spark", .integer(ledger.spark)),
          ("duplicate", .integer(ledger.duplicate)), ("mission", .integer(ledger.mission)),
        ])
      ),
      ("streak", .integer(Int64(currentStreak))),
      ("longest_streak", .integer(Int64(longestStreak))),
      ("sparks", .integer(sparks)),
      (
        "sparks_by_category",
        .object(zip(Category.names, sparksByCategory).map { ($0, .integer($1)) })
      ),
      ("cards", .integer(Int64(cards.owned))),
      ("cards_total", .integer(Int64(cards.total))),
      ("fuel", .integer(fuel)),
      ("fuel_capacity", .integer(fuelCapacity)),
      ("overloads", .integer(overloads)),
      ("tokens", .integer(tokens)),
      ("missions_completed", .integer(Int64(missionsCompleted))),
      ("void_events", .integer(Int64(voids))),
      ("rarest", .array(rarest.map { $0.json(session) })),
    ])
  }
}

extension CardView {
  /// The card as JSON.
  public func json(_ session: Session) -> JSONValue {
    .object([
      ("id", .string(definition.id)),
      ("name", .string(definition.name)),
      ("category", .string(definition.category.name)),
      ("rarity", .string(definition.rarity.name)),
      ("owned", .boolean(copies > 0)),
      ("copies", .integer(Int64(copies))),
      ("first", first.map { .string(session.zone.text($0)) } ?? .null),
      ("duplicate_value", .integer(duplicateValue)),
      ("duplicate_points", .integer(duplicatePoints)),
    ])
  }
}

extension MissionView {
  /// The mission as JSON.
  public func json(_ session: Session) -> JSONValue {
    .object([
      ("id", .string(definition.id)),
      ("title", .string(definition.title)),
      ("window", .string(definition.window.name)),
      ("difficulty", .string(definition.difficulty.name)),
      ("progress", .integer(progress)),
      ("target", .integer(definition.target)),
      ("reward", .integer(definition.reward)),
      ("status", .string(status.rawValue)),
      ("deadline", windowEnd.map { .string(($0 + -1).description) } ?? .null),
      ("completed_at", completedAt.map { .string(session.zone.text($0)) } ?? .null),
      ("completions", .integer(Int64(completions))),
    ])
  }
}

extension Rulebook {
  /// The rulebook as JSON: every number and name, and nominal beside effective rates.
  public var json: JSONValue {
    .object([
      ("id", .string(definition.id)),
      ("hash", .string(hash)),
      ("points", .object(zip(Category.names, definition.basePoints).map { ($0, .integer($1)) })),
      (
        "multipliers",
        .object(zip(Intensity.names, definition.multipliers).map { ($0, .string("\($1)")) })
      ),
      (
        "duplicates",
        .object(zip(Rarity.names, definition.duplicatePoints).map { ($0, .integer($1)) })
      ),
      ("drops", dropsJSON),
      (
        "fuel", .object([("capacity", .integer(definition.fuelCapacity))])
      ),
      (
        "tokens",
        .object([
          ("initial", .integer(definition.initialTokens)),
          ("per_overload", .integer(definition.tokensPerOverload)),
        ])
      ),
      (
        "levels",
        .array(
          definition.levels.map {
            .object([("title", .string($0.title)), ("threshold", .integer($0.threshold))])
          })
      ),
      ("missions", .array(definition.missions.map(\.json))),
      (
        "cards",
        .array(
          definition.cards.map {
            .object([
              ("id", .string($0.id)), ("name", .string($0.name)),
              ("category", .string($0.category.name)), ("rarity", .string($0.rarity.name)),
            ])
          })
      ),
    ])
  }

  private var dropsJSON: JSONValue {
    let drops = definition.drops
    let pity = zip(Rarity.names, drops.pity).compactMap { name, rule in
      rule.map { rule in
        (
          name: name,
          value: JSONValue.object([
            ("soft_start", rule.softStart.map { .integer($0) } ?? .null),
            ("soft_step", .string("\(rule.softStep)")),
            ("hard", rule.hard.map { .integer($0) } ?? .null),
          ])
        )
      }
    }
    return .object([
      ("chance", .string("\(drops.chance)")),
      ("empty_cell", .string(drops.emptyCell.rawValue)),
      ("rates", .object(zip(Rarity.names, drops.rates).map { ($0, .string("\($1)")) })),
      (
        "effective_rates",
        .object(
          Category.allCases.map { category in
            (
              category.name,
              .object(rates(for: category).map { ($0.rarity.name, .string("\($0.effective)")) })
            )
          })
      ),
      ("pity", .object(pity)),
    ])
  }
}

extension MissionDefinition {
  /// The mission as JSON.
  fileprivate var json: JSONValue {
    .object([
      ("id", .string(id)), ("title", .string(title)), ("window", .string(window.name)),
      ("metric", .string(metric.name)),
      ("filters", .object(metric.filters.map { ($0.name, .string($0.value)) })),
      ("target", .integer(target)), ("reward", .integer(reward)),
      ("difficulty", .string(difficulty.name)),
    ])
  }
}
