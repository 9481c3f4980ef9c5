import Chance
import FlintRules
import FlintSchema
import Views

extension PoolAnswer {
  /// The question as one line.
  var title: String {
    let goals = question.stages.map { "\($0.target) of \($0.pool)" }.joined(separator: ", then ")
    let state = question.start.description
    return "\(goals) under \(question.rulebook.id)" + (question.buysBundles ? ", in bundles" : "")
      + (state.isEmpty ? "" : ", from \(state)")
  }

  /// What was asked, in a sentence.
  var questionText: String {
    let goals = question.stages.map { "\($0.target.words) from pool \($0.pool)" }
    let state = question.start.description
    return
      "How many rolls does it take to have \(goals.joined(separator: ", and then ")), under the "
      + "rulebook \(question.rulebook.id) (hash \(question.rulebook.contentHash))"
      + (question.buysBundles ? ", in whole bundles" : "")
      + (state.isEmpty ? "" : ", from the state \(state)") + "?"
  }
}

extension PoolTarget {
  fileprivate var words: String {
    let each = copies == 1 ? "" : ", \(grouped(copies)) times each"
    switch kind {
    case .featured(let rarity): return some("featured " + (rarity.map { "\($0) " } ?? "") + "card")
    case .card(let id): return "the card \(id)" + (copies == 1 ? "" : " \(grouped(copies)) times")
    case .any(let ids):
      return (copies == 1 ? "any of " : "\(grouped(copies)) of ") + ids.listed("and")
    case .cards(let ids): return ids.listed("and") + each
    case .copies(let wanted):
      return wanted.map { "\(grouped($0.copies)) of \($0.card)" }.listed("and")
    case .first(let rarity): return some("\(rarity) card")
    case .all(let rarity): return "every \(rarity) card" + each
    case .category(let category): return "every card of the category \(category)" + each
    case .allFeatured: return "every featured card" + each
    case .complete: return "every card" + each
    case .distinct(let count): return counted(count, "different card") + each
    }
  }

  private func some(_ noun: String) -> String {
    let article = noun.first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
    return copies == 1 ? "\(article) \(noun)" : "\(grouped(copies)) \(noun)s"
  }
}
