import Chance
import FlintRules
import FlintSchema
import Views

extension OddsQuestion {
  /// The question as one line.
  var title: String {
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
        + (prize.hard == nil ? "" : prize.longest.map { ", certain at roll \($0)" } ?? "")
    }
  }

  /// What was asked, in a sentence.
  var sentence: String {
    switch subject {
    case .cards(let goal, let rulebook, let mix, let day):
      return
        "How many sparks does it take to have \(goal.words("card", copies)), under the rulebook "
        + "\(rulebook.definition.id) (hash \(rulebook.hash)), "
        + (mix == .uniform ? "with all categories equally frequent" : "with the categories \(mix)")
        + (day.map { ", with the cards of \($0)" } ?? "") + "?"
    case .weights(let goal, let weights, let rest):
      return
        "How many rolls does it take to have \(goal.words("item", copies)), where each roll gives one "
        + "of \(counted(weights.count, "item")) by their weights\(rest ? ", or nothing" : "")?"
    case .prize(let prize):
      return
        "How many rolls does it take to win \(copies == 1 ? "a prize" : "\(grouped(copies)) prizes")"
        + " of rate \(chanceText(prize.rate.approximation))"
        + (prize.softStart.map {
          ", to which each roll from roll \(grouped($0)) on adds \(chanceText(prize.softStep.approximation))"
        } ?? "")
        + (prize.hard == nil
          ? "" : prize.longest.map { ", which is certain at roll \(grouped($0))" } ?? "") + "?"
    }
  }

  /// Whether the rates rise while no card is drawn.
  var hasPity: Bool {
    if case .cards(_, let rulebook, _, _) = subject {
      return rulebook.definition.drops.pity.contains { $0 != nil }
    }
    return false
  }

  /// The number of sparks of a day that draw a card, if that is limited.
  var drawsPerDay: Int64? {
    if case .cards(_, let rulebook, _, _) = subject {
      rulebook.definition.drops.perDay
    } else {
      nil
    }
  }

  /// The unit of the results: sparks for cards, rolls for weights or a rate.
  var unit: String {
    if case .cards = subject { "sparks" } else { "rolls" }
  }

  private var times: String { copies == 1 ? "" : " × \(copies)" }
}

extension Goal {
  /// - Parameters:
  ///   - noun: What is drawn.
  ///   - copies: The number of copies of each.
  fileprivate func words(_ noun: String, _ copies: Int) -> String {
    let times = copies == 1 ? "" : ", \(grouped(copies)) times each"
    switch self {
    case .complete: return "every \(noun)\(times)"
    case .first(let rarity):
      return copies == 1
        ? "\(rarity.name) \(noun)".withArticle : "\(grouped(copies)) \(rarity.name) \(noun)s"
    case .all(let rarity): return "every \(rarity.name) \(noun)\(times)"
    case .category(let category): return "every \(noun) of the category \(category.name)\(times)"
    case .card(let id): return "the \(noun) \(id)\(copies == 1 ? "" : ", \(grouped(copies)) times")"
    case .any(let ids):
      return (copies == 1 ? "any of " : "\(grouped(copies)) of ") + ids.listed("and")
    case .cards(let ids): return ids.listed("and") + times
    case .distinct(let count): return "\(counted(count, "different \(noun)"))\(times)"
    }
  }
}
