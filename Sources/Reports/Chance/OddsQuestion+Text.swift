import Rules
package import Simulation
import Views

extension OddsQuestion {
  /// The question as one line.
  package var title: String {
    switch subject {
    case .cards(let goal, let rulebook, let mix, let day):
      "\(goal)\(times) under \(rulebook.definition.id), mix \(mix)\(day.map { ", on \($0)" } ?? "")"
    case .weights(let goal, let weights, let rest):
      "\(goal)\(times) of \(weights.count) weights\(rest ? ", or nothing" : "")"
    case .prize(let prize):
      "\(copies == 1 ? "a prize" : "\(copies) prizes") of rate \(chanceText(prize.rate.approximation))"
        + (prize.softStart.map {
          ", to which each roll from \($0) on adds \(chanceText(prize.softStep.approximation))"
        } ?? "")
        + (prize.hard.map { ", certain at roll \($0)" } ?? "")
    }
  }

  /// Whether the rates rise while no card is drawn.
  package var hasPity: Bool {
    if case .cards(_, let rulebook, _, _) = subject {
      return rulebook.definition.drops.pity.contains { $0 != nil }
    }
    return false
  }

  /// The unit of the results: sparks for cards, rolls for weights or a rate.
  package var unit: String {
    if case .cards = subject { "sparks" } else { "rolls" }
  }

  private var times: String { copies == 1 ? "" : " × \(copies)" }
}
