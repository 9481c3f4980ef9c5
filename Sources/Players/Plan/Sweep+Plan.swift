package import Rules
import Schema

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

  /// Returns the rules with each of the values.
  ///
  /// - Throws: `PlanProblem` when the rulebook has no such number, or a value makes it invalid.
  package func variants(of rulebook: Rulebook) throws(PlanProblem) -> [Plan.Variant] {
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
      throw PlanProblem("sweep", error.description)
    }
  }
}
