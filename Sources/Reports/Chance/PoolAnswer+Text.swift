import Rules
import Schema
package import Simulation
import Views

extension PoolAnswer {
  /// The question as one line.
  package var title: String {
    let goals = inquiry.stages.map { "\($0.target) of \($0.pool)" }.joined(separator: ", then ")
    let state = inquiry.start.description
    return "\(goals) under \(inquiry.rulebook.id)" + (inquiry.buysBundles ? ", in bundles" : "")
      + (state.isEmpty ? "" : ", from \(state)")
  }
}

extension PrizeLaw {
  /// The numbers of cards that a table has: from none to those that hardly any number of rolls exceeds, or, where
  /// these are many, from those that hardly any falls short of.
  package var shown: ClosedRange<Int> {
    let most = max(0, quantile(0.9999))
    return (most < 100 ? 0 : min(quantile(0.0001), most))...most
  }

  /// Returns the chance of at least a number of cards, where the rounding of a sum hides that it is 1.
  package func certain(atLeast count: Int) -> Double {
    let chance = probability(atLeast: count).value
    return chance > 1 - 1e-12 ? 1 : chance
  }
}

extension PoolAnswer.Spending {
  /// The offers that are bought, such as `2 × chest and 1 × purse`; empty without any.
  package var offersText: String {
    offers.map { "\(grouped($0.value)) × \($0.name)" }.listed("and")
  }

  /// What the budget buys, such as `80 rolls`.
  package var rollsText: String {
    counted(rolls, "roll") + (hasRefunds ? " and those that cards pay for" : "")
  }
}
