import Chance
import FlintRules

/// The distributions of goals under a plan's rulebooks and policy, each computed once: the validation of the plan
/// and the exact values of its measures need the same ones.
struct DistributionCache {
  private struct Key: Hashable {
    var variant: Int
    var goal: Goal
    var copies: Int32
  }

  private var distributions: [Key: Result<Distribution, OddsError>] = [:]

  /// Returns the distribution of a goal.
  ///
  /// - Throws: `OddsError` where there is no distribution.
  mutating func distribution(
    of goal: Goal, copies: Int32, _ plan: Plan, variant: Int, _ mix: CategoryMix
  ) throws(OddsError) -> Distribution {
    let key = Key(variant: variant, goal: goal, copies: copies)
    if let known = distributions[key] { return try known.get() }
    let distribution = Result { () throws(OddsError) in
      try Odds.distribution(
        of: goal, rulebook: plan.variants[variant].rulebook, mix: mix, copies: Int(copies))
    }
    distributions[key] = distribution
    return try distribution.get()
  }
}
