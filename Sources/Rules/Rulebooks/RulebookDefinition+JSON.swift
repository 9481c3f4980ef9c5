import Calendar
public import JSON

extension RulebookDefinition {
  /// The rulebook as complete JSON: all numbers and names, with exact fractions as texts.
  ///
  /// `init(reading:bundled:)` reads the JSON back. Its text is a rulebook file without `extends`.
  public var json: JSONValue {
    .object([
      ("id", .string(id)),
      ("points", .object(zip(Category.names, basePoints).map { ($0, .integer($1)) })),
      ("multipliers", .object(zip(Intensity.names, multipliers).map { ($0, $1.json) })),
      ("duplicates", .object(zip(Rarity.names, duplicatePoints).map { ($0, .integer($1)) })),
      ("drops", drops.json),
      ("fuel", .object([("capacity", .integer(fuelCapacity))])),
      (
        "tokens",
        .object([
          ("initial", .integer(initialTokens)), ("per_overload", .integer(tokensPerOverload)),
        ])
      ),
      (
        "levels",
        .array(
          levels.map {
            .object([("title", .string($0.title)), ("threshold", .integer($0.threshold))])
          })
      ),
      ("missions", .array(missions.map(\.json))),
      ("cards", .array(cards.map(\.json))),
      ("ladders", .array(ladders.map(\.json))),
      ("tasks", tasks.json),
    ])
  }
}

extension Fraction {
  fileprivate var json: JSONValue { .string(description) }
}

extension DropDefinition {
  /// The drop table as JSON.
  public var json: JSONValue {
    let pity = zip(Rarity.names, pity).compactMap { name, rule in
      rule.map { rule in
        (
          name: name,
          value: JSONValue.object([
            ("soft_start", rule.softStart.map { .integer($0) } ?? .null),
            ("soft_step", rule.softStep.json),
            ("hard", rule.hard.map { .integer($0) } ?? .null),
          ])
        )
      }
    }
    return .object([
      ("chance", chance.json),
      ("empty_cell", .string(emptyCell.rawValue)),
      ("rates", .object(zip(Rarity.names, rates).map { ($0, $1.json) })),
      ("pity", .object(pity)),
    ])
  }
}

extension Season {
  /// The start and end of the season, if present, as fields of the mission or card.
  fileprivate var members: [(name: String, value: JSONValue)] {
    [("from", from), ("until", before)].compactMap { name, day in
      day.map { (name, .string($0.description)) }
    }
  }
}

extension MissionDefinition {
  /// The mission as JSON.
  public var json: JSONValue {
    .object(
      [
        ("id", .string(id)), ("title", .string(title)), ("window", .string(window.name)),
        ("metric", .string(metric.name)), ("filters", .object(metric.filterMembers)),
        ("target", .integer(target)), ("reward", .integer(reward)),
        ("difficulty", .string(difficulty.name)),
      ] + season.members)
  }
}

extension Metric {
  fileprivate var filterMembers: [(name: String, value: JSONValue)] {
    if case .sparks(_, _, let hour?) = self {
      return filters.map { name, value in
        (name, name == "before_hour" ? .integer(Int64(hour)) : .string(value))
      }
    }
    return filters.map { ($0.name, .string($0.value)) }
  }
}

extension CardDefinition {
  /// The card as JSON.
  public var json: JSONValue {
    .object(
      [
        ("id", .string(id)), ("name", .string(name)), ("category", .string(category.name)),
        ("rarity", .string(rarity.name)),
      ] + season.members)
  }
}

extension LadderDefinition {
  /// The ladder as JSON.
  public var json: JSONValue {
    .object([
      ("id", .string(id)), ("title", .string(title)),
      (
        "rungs",
        .array(
          rungs.map { rung in
            .object([
              ("id", .string(rung.id)), ("title", .string(rung.title)),
              ("conditions", .array(rung.conditions.map(\.json))),
            ])
          })
      ),
    ])
  }
}

extension LadderCondition {
  /// The condition as JSON, a score as a fraction of one.
  public var json: JSONValue {
    var least = JSONValue.integer(atLeast)
    if metric.isScore, let millionths = UInt64(exactly: atLeast),
      let score = Fraction(millionths, over: 1_000_000)
    {
      least = score.json
    }
    return .object([("metric", .string(metric.name)), ("at_least", least)])
  }
}

extension TaskRules {
  /// The rules of tasks as JSON.
  public var json: JSONValue {
    .object([
      (
        "scores",
        .object(scores.enumerated().map { ("P\($0.offset)", .integer($0.element)) })
      ),
      ("credit_points", .boolean(creditPoints)),
    ])
  }
}
