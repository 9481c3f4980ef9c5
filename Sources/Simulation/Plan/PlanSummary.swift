import Rules

/// The facts about a plan that a result contains: enough to print it, and to recognise whether shards
/// belong to the same plan.
public struct PlanSummary: Equatable, Sendable {
  /// A number computed for each player whose expected value is known.
  public struct Control: Equatable, Sendable {
    /// The name of the control.
    public var name: String
    /// The expected value of the control.
    public var mean: Double
    /// The position of the measure that the control integrates out, in units of
    /// `1 / IntegratedCards.unit`; `nil` for other controls.
    public var integrates: Int?
  }

  /// One of the rulebooks.
  public struct Rules: Equatable, Sendable {
    /// The name of the rulebook.
    public var name: String
    /// The hash of the rulebook.
    public var hash: String
    /// The controls under the rulebook.
    public var controls: [Control]
    /// The exact value of each measure; `nil` where it is not known.
    public var exact: [ExactValue?]
  }

  /// The name of the plan.
  public var name: String
  /// The version of Flint that runs the plan.
  public var version: String
  /// The key of all random numbers, as it was written.
  public var seed: String
  /// The number of players; with a precision, the maximum number.
  public var players: Int64
  /// The first day.
  public var start: String
  /// A description of the horizon.
  public var horizon: String
  /// A description of the method of simulation.
  public var method: String
  /// A text of everything that determines the result.
  public var canonical: String
  /// The names of the measures.
  public var measures: [String]
  /// For each measure that is a goal, a description of the horizon that may end before a player reaches
  /// it; `nil` for all others.
  public var bounds: [String?]
  /// The rulebooks.
  public var rules: [Rules]
  /// The name of the number in which the rulebooks differ, where they are the values of a sweep.
  public var sweep: String?
  /// The assertions about the result.
  public var assertions: [Assertion]

  init(
    name: String, version: String, seed: String, players: Int64, start: String, horizon: String,
    method: String, canonical: String, measures: [String], bounds: [String?], rules: [Rules],
    sweep: String? = nil, assertions: [Assertion]
  ) {
    self.name = name
    self.version = version
    self.seed = seed
    self.players = players
    self.start = start
    self.horizon = horizon
    self.method = method
    self.canonical = canonical
    self.measures = measures
    self.bounds = bounds
    self.rules = rules
    self.sweep = sweep
    self.assertions = assertions
  }

  /// An empty set of tallies.
  var emptyTallies: TallySet {
    TallySet(measures: measures.count, controls: rules.map(\.controls.count))
  }
}

extension Plan {
  /// Returns the facts about the plan that a result contains.
  func summary(
    _ controls: [Controls], _ laws: inout LawCache, version: String, assertions: [Assertion]
  ) -> PlanSummary {
    let exact = variants.indices.map { variant in
      measures.map { exactValue(of: $0, variant: variant, &laws) }
    }
    return PlanSummary(
      name: name, version: version, seed: writtenSeed, players: players, start: "\(start)",
      horizon: "\(horizon)", method: method, canonical: canonical,
      measures: measures.map(\.name), bounds: measures.map(bound),
      rules: zip(zip(variants, controls), exact).map { rules, exact in
        let (variant, controls) = rules
        return PlanSummary.Rules(
          name: variant.name, hash: variant.rulebook.hash,
          controls: controls.summary, exact: exact)
      }, sweep: sweep, assertions: assertions)
  }

  /// Returns a description of the horizon that may end before a player reaches the goal that a measure
  /// is; `nil` for other measures, and where players are played until they reach it.
  private func bound(of measure: Measure) -> String? {
    guard case .until(_, let milestone) = measure.kind else { return nil }
    guard case .until(let goal, let days) = horizon else { return "\(horizon)" }
    if days == Horizon.mostDays { return goal == milestone ? nil : "\(horizon)" }
    return (goal == milestone ? "" : "\(horizon), at most ") + "\(Horizon.days(days))"
  }
}
