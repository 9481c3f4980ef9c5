import Rules

/// The laws of goals under a plan's rulebooks and policy, each worked out once however often it is
/// asked for: what is wrong with the plan and what its measures come to ask for the same ones.
struct KnownLaws {
  private struct Key: Hashable {
    var variant: Int
    var goal: Goal
    var copies: Int32
  }

  private var laws: [Key: Result<OddsLaw, OddsError>] = [:]

  /// The law of a goal.
  ///
  /// - Throws: `OddsError` where there is none.
  mutating func law(
    of goal: Goal, copies: Int32, _ plan: Plan, variant: Int, _ mix: CategoryMix
  ) throws(OddsError) -> OddsLaw {
    let key = Key(variant: variant, goal: goal, copies: copies)
    if let known = laws[key] { return try known.get() }
    let law = Result { () throws(OddsError) in
      try Odds.law(
        of: goal, rulebook: plan.variants[variant].rulebook, mix: mix, copies: Int(copies))
    }
    laws[key] = law
    return try law.get()
  }
}
