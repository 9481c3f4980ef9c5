import Calendar
package import JSON
package import Rules
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
      ("rarest", .array(cards.rarest.map { $0.json(session) })),
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

extension CardView {
  /// The card as JSON.
  package func json(_ session: Session) -> JSONValue {
    .object(
      [
        ("id", .string(definition.id)),
        ("name", .string(definition.name)),
        ("category", .string(definition.category.name)),
        ("rarity", .string(definition.rarity.name)),
        ("owned", .boolean(copies > 0)),
        ("copies", .integer(Int64(copies))),
        ("first", first.map { .string(session.zone.text($0)) } ?? .null),
        ("duplicate_value", .integer(duplicateValue)),
        ("duplicate_points", .integer(duplicatePoints)),
      ] + definition.season.members(contains: definition.season.contains(session.today)))
  }
}

extension MissionView {
  /// The mission as JSON.
  package func json(_ session: Session) -> JSONValue {
    .object(
      [
        ("id", .string(definition.id)),
        ("title", .string(definition.title)),
        ("window", .string(definition.period.name)),
        ("difficulty", .string(definition.difficulty.name)),
        ("progress", .exact(Int128(amount))),
        ("target", .integer(definition.target)),
        ("reward", .integer(definition.reward)),
        ("status", .string(status.rawValue)),
        ("deadline", windowEnd.map { .string(($0 + -1).description) } ?? .null),
        ("completed_at", completedAt.map { .string(session.zone.text($0)) } ?? .null),
        ("completions", .integer(Int64(completions))),
      ]
        + (definition.requires.isEmpty
          ? []
          : [
            ("requires", .array(definition.requires.map { .string($0) })),
            ("locked", .boolean(isLocked)),
          ])
        + definition.season.members(contains: isInSeason))
  }
}

extension Season {
  /// The members of the season's owner; its end is named as in rulebook files.
  fileprivate func members(contains isNow: Bool) -> [(name: String, value: JSONValue)] {
    [
      ("from", from.map { .string($0.description) } ?? .null),
      ("before", before.map { .string($0.description) } ?? .null),
      ("in_season", .boolean(isNow)),
    ]
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
