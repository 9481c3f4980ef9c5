import FlintJSON
package import FlintSchema

extension LadderDefinition {
  package static let table = TableSchema(
    blank: LadderDefinition(id: RulebookReader.unread, title: RulebookReader.unread, rungs: []),
    [
      TableField("id", \.id, .rulebookID, "The id.").own(),
      TableField("title", \.title, .title, "The title."),
      TableField(
        "rungs", \.rungs, .list(of: .table(RungDefinition.table)),
        "The achievements: a list of at least one, lowest first."),
    ]
  ) { ladder, reader in
    if ladder.rungs.isEmpty {
      reader.fault("expected at least one rung, got none", at: .name("rungs"))
    }
    for (index, (below, rung)) in zip(ladder.rungs, ladder.rungs.dropFirst()).enumerated()
    where !rung.asksForMore(than: below) {
      let path = [TablePath.Key.name("rungs"), .position(index + 2)]
      if rung.conditions.count == 1 && below.conditions.count == 1 {
        reader.fault(
          "thresholds must rise: \(rung.conditions[0].atLeast) follows "
            + "\(below.conditions[0].atLeast)",
          at: path + [.name("conditions"), .position(1), .name("at_least")])
      } else {
        reader.fault("asks for no more than the rung below it", at: path)
      }
    }
  }
}

extension RungDefinition {
  package static let table = TableSchema(
    blank: RungDefinition(id: RulebookReader.unread, title: RulebookReader.unread, conditions: []),
    [
      TableField("id", \.id, .rulebookID, "The id of the achievement, unique among all ladders."),
      TableField("title", \.title, .title, "The title."),
      TableField(
        "conditions", \.conditions, .list(of: .table(LadderCondition.table)).allOrNothing(),
        "The conditions: a list, all of which must be met; each metric only once."),
    ]
  ) { rung, reader in
    if rung.conditions.isEmpty {
      reader.fault("expected at least one condition, got none", at: .name("conditions"))
    }
    var seen: Set<LadderMetric> = []
    for (index, condition) in rung.conditions.enumerated()
    where !seen.insert(condition.metric).inserted {
      reader.fault(
        "\"\(condition.metric.name)\" is asked for twice",
        at: .name("conditions"), .position(index + 1), .name("metric"))
    }
  }

  /// Whether the rung below does not demand everything already that this rung demands.
  fileprivate func asksForMore(than below: RungDefinition) -> Bool {
    if conditions.isEmpty || below.conditions.isEmpty { return true }
    return conditions.contains { condition in
      !below.conditions.contains {
        $0.metric == condition.metric && $0.atLeast >= condition.atLeast
      }
    }
  }
}

extension LadderCondition {
  /// The maximum count in a condition; also the maximum of a score, in millionths.
  package static let maximum: Int64 = 1_000_000

  package static let table = TableSchema(
    blank: LadderCondition(.days, atLeast: 1),
    [
      TableField(
        "metric", \.metric, .choice(of: LadderMetric.allCases, blank: .days, \.name),
        "The metric to compare: one of the metrics below."),
      threshold,
    ]
  ) { condition, reader in
    if let problem = condition.problem { reader.fault(problem, at: .name("at_least")) }
  }

  private static var threshold: TableField<LadderCondition> {
    var field = TableField<LadderCondition>(
      "at_least", \.atLeast, .whole,
      "The minimum of the metric: a count, or for a score an exact number from 0 to 1.")
    field.read = { source, condition, reader in
      // Without the metric, the unit of the threshold is unknown.
      if reader.isUnread(TablePath(reader.path.keys.dropLast())["metric"]) { return }
      let type: TableType<Int64> = condition.metric.isScore ? .score : .whole
      _ = type.read(source, &condition.atLeast, &reader)
    }
    field.json = { ($0.metric.isScore ? TableType.score : .whole).json($0.atLeast) }
    return field
  }

  /// The reason why the condition can never be met or is always met; `nil` when neither applies.
  private var problem: String? {
    let most = LadderCondition.maximum
    if metric.isScore {
      if atLeast > most {
        return "\(atLeast) can never be reached: no \(metric.name) exceeds \(most) millionths"
      }
      return atLeast < 0 ? "expected 0 to \(most) millionths, got \(atLeast)" : nil
    }
    return (1...most).contains(atLeast) ? nil : "expected 1 to \(most), got \(atLeast)"
  }
}

extension TableType where Value == Int64 {
  /// A score in millionths.
  fileprivate static let score = TableType(
    "a score from 0 to 1, such as 0.6, \"60%\" or \"3/5\"", blank: 0
  ) { value throws(TableProblem) in
    guard let score = try TableType<Fraction>.exact(value), score.numerator <= score.denominator
    else { return nil }
    guard 1_000_000 % score.denominator == 0 else {
      throw TableProblem("\(score) is not a whole number of millionths; round it")
    }
    return Int64(1_000_000 / score.denominator * score.numerator)
  } json: {
    guard let millionths = UInt64(exactly: $0), let score = Fraction(millionths, over: 1_000_000)
    else { return .integer($0) }
    return .string(score.description)
  }
}
