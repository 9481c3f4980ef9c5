/// The earning rules of a rulebook, compiled.
struct EarningPlan: Sendable {
  /// What a rule pays.
  struct Rule: BitwiseCopyable, Sendable {
    private let points: Int64
    private let amount: EarningRule.Amount?
    private let cap: Int64?
    /// How often the rule pays on one day, and its position among the rules with such a limit.
    let allowance: (limit: Int64, position: Int)?
    /// The category of the card roll that each payment includes, if it does.
    let roll: SparkCategory?

    fileprivate init(_ rule: EarningRule, allowance: Int) {
      points = rule.points
      amount = rule.amount
      cap = rule.cap
      self.allowance = rule.perDay.map { ($0, allowance) }
      roll = rule.roll
    }

    /// Returns the points for an occurrence; `nil` for an entry without a complete group.
    func points(for occurrence: Occurrence) -> Int64? {
      let most = cap ?? EarningRule.maximumPoints
      guard let amount else { return min(points, most) }
      let millionths = amount.unit == .minutes ? occurrence.minutes : occurrence.number
      let groups = max(0, millionths) / 1_000_000 / amount.per
      if groups == 0 { return nil }
      let (product, overflow) = groups.multipliedReportingOverflow(by: points)
      return overflow ? most : min(product, most)
    }
  }

  let rules: FixedTable<Rule>
  /// The number of rules with a limit per day.
  let allowances: Int
  private let filters: OccurrenceFilters
  private let storage = TableStorage()

  var grantedCategories: Set<SparkCategory> { Set(rules.compactMap(\.roll)) }

  /// Whether no event other than sparks earns.
  var isEmpty: Bool { rules.isEmpty }

  init(_ definition: RulebookDefinition) {
    let definitions = definition.earn
    var allowances = 0
    rules = storage.table(
      definitions.map { definition in
        defer { if definition.perDay != nil { allowances += 1 } }
        return Rule(definition, allowance: allowances)
      })
    self.allowances = allowances
    filters = OccurrenceFilters(definitions.map(\.selector), in: definition)
  }

  /// Returns the first rule that selects any of the occurrences of one event, and the points by it; `nil` points
  /// for an entry without a complete group.
  func match(
    _ occurrences: Occurrences, at time: OccurrenceTime, _ trackers: borrowing TrackersState
  ) -> (rule: Int, points: Int64?)? {
    func rule(_ occurrence: Occurrence) -> Int? {
      for filter in filters[occurrence.kind]
      where filters.select(occurrence, occurrences.names, by: filter, at: time, trackers) {
        return filter.position
      }
      return nil
    }
    var match: (rule: Int, points: Int64?)?
    if let first = occurrences.first, let rule = rule(first) {
      match = (rule, rules[rule].points(for: first))
    }
    if let second = occurrences.second, let rule = rule(second), rule < match?.rule ?? .max {
      match = (rule, rules[rule].points(for: second))
    }
    return match
  }
}
