import Rules

/// What a result has to say of its plan: enough to print it, and to tell whether a part of it is a
/// part of the same.
public struct PlanSummary: Equatable, Sendable {
  /// A number of each player whose expected value is known.
  public struct Control: Equatable, Sendable {
    /// What it is called.
    public var name: String
    /// Its expected value.
    public var mean: Double
    /// The measure that it is integrated out of, in parts of one: its place among the measures.
    public var integrates: Int?
  }

  /// One of the rulebooks.
  public struct Rules: Equatable, Sendable {
    /// What it is called.
    public var name: String
    /// Its hash.
    public var hash: String
    /// The controls under it.
    public var controls: [Control]
    /// What each measure comes to by its law, where that is known.
    public var exact: [ExactValue?]
  }

  /// What the plan is called.
  public var name: String
  /// The version of Flint that plays it.
  public var version: String
  /// The key of every draw, as it was written.
  public var seed: String
  /// How many players it has, at most where a precision is wanted.
  public var players: Int64
  /// The first day.
  public var start: String
  /// How long each player is played, in words.
  public var horizon: String
  /// By what method, in words.
  public var method: String
  /// Everything that decides about the result, as text.
  public var canonical: String
  /// The names of the measures.
  public var measures: [String]
  /// Of each measure that is a goal, the horizon that may end before a player reaches it, in words;
  /// `nil` of all others.
  public var bounds: [String?]
  /// The rulebooks.
  public var rules: [Rules]
  /// The number in which they differ, where they are values of one.
  public var sweep: String?
  /// What is to hold of the result.
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

  /// A tally of nobody.
  var nobody: TallySet {
    TallySet(measures: measures.count, controls: rules.map(\.controls.count))
  }
}

extension Plan {
  /// What a result has to say of the plan.
  func summary(
    _ controls: [Controls], _ laws: inout KnownLaws, version: String, assertions: [Assertion]
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

  /// The horizon that may end before a player reaches the goal that a measure is, in words; `nil` of
  /// other measures, and where players are played until they reach it.
  private func bound(of measure: Measure) -> String? {
    guard case .until(_, let milestone) = measure.kind else { return nil }
    guard case .until(let goal, let days) = horizon else { return "\(horizon)" }
    if days == Horizon.mostDays { return goal == milestone ? nil : "\(horizon)" }
    return (goal == milestone ? "" : "\(horizon), at most ") + "\(Horizon.days(days))"
  }
}
