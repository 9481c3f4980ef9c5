/// The earning rules of a rulebook, compiled.
struct EarningPlan: Sendable {
  /// A rule with what is computed once.
  struct Rule: Sendable {
    var rule: EarningRule
    /// The position among the rules with a limit per day; `nil` without one.
    var allowance: Int?
  }

  let rules: [Rule]
  /// The number of rules with a limit per day.
  let allowances: Int
  /// For each kind of occurrence, the first rule that could select it, or the number of rules.
  private let first: [Int]

  /// The categories of which rules grant rolls.
  var grantedCategories: Set<Category> { Set(rules.compactMap(\.rule.roll)) }

  /// Whether no event other than sparks earns.
  var isEmpty: Bool { rules.isEmpty }

  init(_ definitions: [EarningRule]) {
    var allowances = 0
    rules = definitions.map { definition in
      var rule = Rule(rule: definition, allowance: nil)
      rule.rule.selector = definition.selector.folded
      if definition.perDay != nil {
        rule.allowance = allowances
        allowances += 1
      }
      return rule
    }
    self.allowances = allowances
    first = OccurrenceKind.allCases.map { kind in
      definitions.firstIndex { $0.selector.event == kind } ?? definitions.count
    }
  }

  /// Returns the first rule that selects any of the occurrences of one event.
  func match(
    _ occurrences: Occurrences, at time: OccurrenceTime, _ trackers: TrackersState
  ) -> (rule: Int, occurrence: Occurrence)? {
    let first = occurrences.first.flatMap { match($0, before: rules.count, at: time, trackers) }
    let second = occurrences.second.flatMap {
      match($0, before: first?.rule ?? rules.count, at: time, trackers)
    }
    return second ?? first
  }

  /// Returns the first rule before a position that selects an occurrence.
  private func match(
    _ occurrence: Occurrence, before end: Int, at time: OccurrenceTime, _ trackers: TrackersState
  ) -> (rule: Int, occurrence: Occurrence)? {
    var position = first[Int(occurrence.kind.rawValue)]
    while position < end {
      if rules[position].rule.selector.selects(occurrence, at: time, trackers) {
        return (position, occurrence)
      }
      position += 1
    }
    return nil
  }
}
