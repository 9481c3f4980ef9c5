package import FlintRules
import FlintSchema

extension Sweep {
  /// The maximum number of values of a simulation.
  package static let mostValues = 50

  /// Parses `NAME=FROM..TO/COUNT`, or `NAME=A,B,C`.
  package init(parsing text: String) throws(PlanProblem) {
    do throws(RulebookNumberError) {
      try self.init(parsing: text, most: Self.mostValues)
    } catch {
      throw PlanProblem(error.description)
    }
  }

  /// Returns the rules and policies of a plan with each of the values.
  ///
  /// - Throws: `PlanProblem` when neither the rulebook nor the policies have such a number, or a value is impossible.
  package func variants(
    of rulebook: Rulebook, in plan: Plan = Plan(name: "")
  ) throws(PlanProblem) -> [Plan.Variant] {
    if PolicyChange.isOfPolicy(name) { return try policyVariants(rulebook, in: plan) }
    do throws(RulebookNumberError) {
      let numbers = RulebookNumbers(rulebook.definition)
      let number = try numbers.number(name)
      return try values.map { value throws(RulebookNumberError) in
        let shown = "\(name)=\(value)"
        let definition = try numbers.definition(with: [(number, value)])
        do throws(RulebookError) {
          return Plan.Variant(name: shown, rulebook: try Rulebook(definition))
        } catch {
          throw RulebookNumberError(
            "\(shown) makes the rulebook invalid: \(error.faults.first?.description ?? "")")
        }
      }
    } catch {
      // Names of the rulebook may begin like those of policies.
      if PolicyChange.isSimilar(name) { return try policyVariants(rulebook, in: plan) }
      throw PlanProblem("sweep", error.description)
    }
  }

  private func policyVariants(
    _ rulebook: Rulebook, in plan: Plan
  ) throws(PlanProblem) -> [Plan.Variant] {
    try values.map { value throws(PlanProblem) in
      do throws(PlanProblem) {
        return Plan.Variant(
          name: "\(name)=\(value)", rulebook: rulebook,
          change: try PolicyChange(name, value, in: plan))
      } catch {
        throw PlanProblem("sweep", error.problem)
      }
    }
  }
}
