import Rules

/// The laws of goals under a plan's rulebooks and policy, each computed once: the validation of the plan
/// and the exact values of its measures need the same ones.
struct LawCache {
  private struct Key: Hashable {
    var variant: Int
    var goal: Goal
    var copies: Int32
  }

  private var laws: [Key: Result<OddsLaw, OddsError>] = [:]

  /// Returns the law of a goal.
  ///
  /// - Throws: `OddsError` where there is no law.
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
