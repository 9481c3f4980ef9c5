import Commands
import Rules
import Simulation

/// The forms of a question about odds, and which options belong to each.
extension OddsOptions {
  /// A form of a question, by the options that ask for it.
  enum Form: String {
    case table = "--table"
    case disclosure = "--disclose"
    case rate = "--rate"
    case pool = "--pool"
    case order = "--order"
    case weights = "--weights"
    case goal = "--goal"
  }

  /// An option, and the forms of questions to which it belongs.
  struct QuestionOption {
    let name: String
    let isGiven: Bool
    let forms: [Form]

    init(_ name: String, _ isGiven: Bool, _ forms: Form...) {
      (self.name, self.isGiven, self.forms) = (name, isGiven, forms)
    }
  }

  /// The form of the question; `goal` where no option asks for another.
  var form: Form {
    if loot.table != nil { return .table }
    if disclosure.disclose { return .disclosure }
    if prize.rate != nil { return .rate }
    if pools.order != nil { return .order }
    if pools.pool != nil { return .pool }
    return weights == nil ? .goal : .weights
  }

  /// All options that define a question.
  var questionOptions: [QuestionOption] {
    [
      QuestionOption("--goal", goal != nil, .goal, .weights, .pool),
      QuestionOption("--copies", copies != nil, .goal, .weights, .pool),
      QuestionOption("--rules", rules != nil, .goal, .pool, .order, .disclosure),
      QuestionOption("--mix", mix != nil, .goal),
      QuestionOption("--day", day != nil, .goal),
      QuestionOption("--weights", weights != nil, .weights),
      QuestionOption("--rest", rest, .weights),
      QuestionOption("--rate", prize.rate != nil, .rate),
      QuestionOption("--soft-start", prize.softStart != nil, .rate),
      QuestionOption("--soft-step", prize.softStep != nil, .rate),
      QuestionOption("--hard", prize.hard != nil, .rate),
      QuestionOption("--wins", prize.wins != nil, .rate),
      QuestionOption("--pool", pools.pool != nil, .pool, .disclosure),
      QuestionOption("--order", pools.order != nil, .order),
      QuestionOption("--state", pools.state != nil, .pool, .order),
      QuestionOption("--budget", pools.budget != nil, .pool, .order),
      QuestionOption("--rolls", pools.rolls != nil, .pool, .order),
      QuestionOption("--quantiles", pools.quantiles != nil, .pool, .order),
      QuestionOption("--players", pools.players != nil, .pool, .order),
      QuestionOption("--precision", pools.precision != nil, .pool, .order),
      QuestionOption("--bundles", pools.bundles, .pool, .order),
      QuestionOption("--law", pools.law, .pool, .order),
      QuestionOption("--at", at != nil, .goal, .weights, .rate, .pool, .order, .table),
      QuestionOption("--per-day", perDay != nil, .goal, .weights, .rate),
      QuestionOption("--table", loot.table != nil, .table),
      QuestionOption("--name", loot.name != nil, .table),
      QuestionOption("--open", loot.open != nil, .table),
      QuestionOption("--flags", loot.flags != nil, .table),
      QuestionOption("--luck", loot.luck != nil, .table),
      QuestionOption("--item", !loot.item.isEmpty, .table),
      QuestionOption("--until", loot.until != nil, .table),
      QuestionOption("--simulate", loot.simulate != nil, .table),
      QuestionOption("--seed", seed != nil, .pool, .order, .table),
      QuestionOption("--disclose", disclosure.disclose, .disclosure),
      QuestionOption("--date", disclosure.date != nil, .disclosure),
      QuestionOption("--language", disclosure.language.language != nil, .disclosure),
    ]
  }
}
