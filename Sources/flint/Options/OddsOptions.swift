import ArgumentParser
import Rules
import Scripting
import Simulation

/// What odds are asked for.
struct OddsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("What is waited for: \(Goal.forms).", valueName: "goal"))
  var goal: String?
  @Option(
    help: ArgumentHelp(
      "So many copies of each card of the goal (1); with first, so many cards.", valueName: "m"))
  var copies: Int?
  @Option(
    help: ArgumentHelp(
      "The rules: ignition, ignition-shipped, a Lua file or current. Without it: the profile's if there "
        + "is a profile, else ignition.", valueName: "rulebook"))
  var rules: RulebookOption?
  @Option(
    help: ArgumentHelp(
      "How often sparks are of each category: uniform (the default), or weights such as "
        + "decision=3,idea=1.", valueName: "mix"))
  var mix: String?
  @Option(
    help: ArgumentHelp(
      "The day whose cards can be drawn; the time before every season unless given.",
      valueName: "YYYY-MM-DD"))
  var day: CivilDay?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Chances of things instead of a rulebook's cards, such as 1/2,1/3,1/6; with --goal complete "
        + "(the default) or distinct:K.", valueName: "w,w,…"))
  var weights: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A single prize of this chance instead of a goal, such as 0.006.", valueName: "chance"))
  var rate: String?
  @Option(
    help: ArgumentHelp("The first roll without the prize whose chance is raised.", valueName: "k"))
  var softStart: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much the chance rises from roll to roll.", valueName: "chance"))
  var softStep: String?
  @Option(help: ArgumentHelp("The roll that is certain.", valueName: "k"))
  var hard: Int?
  @Option(help: ArgumentHelp("How many prizes (1).", valueName: "m"))
  var wins: Int?
  @Option(
    help: ArgumentHelp(
      "Also the chance of being done within so many sparks.", valueName: "n,n,…"))
  var at: String?
  @Option(help: ArgumentHelp("Also in days of so many sparks each.", valueName: "k"))
  var perDay: Int?

  func validate() throws {
    func refuse(_ given: [(String, Bool)], with other: String) throws {
      if let name = given.first(where: { $0.1 })?.0 {
        throw ValidationError("\(name) and \(other) exclude each other")
      }
    }
    let ofCards = [("--rules", rules != nil), ("--mix", mix != nil), ("--day", day != nil)]
    let ofPrizes = [
      ("--soft-start", softStart != nil), ("--soft-step", softStep != nil),
      ("--hard", hard != nil), ("--wins", wins != nil),
    ]
    if rate != nil {
      try refuse(
        ofCards + [
          ("--goal", goal != nil), ("--weights", weights != nil), ("--copies", copies != nil),
        ], with: "--rate")
      return
    }
    if let name = ofPrizes.first(where: { $0.1 })?.0 {
      throw ValidationError("\(name) belongs to --rate, which is missing")
    }
    if weights != nil {
      try refuse(ofCards, with: "--weights")
    } else if goal == nil {
      throw ValidationError(
        "nothing is asked for: give --goal \(Goal.forms); or --weights, or --rate")
    }
  }

  /// The question.
  ///
  /// - Parameter profile: whose rulebook it is about where none is named.
  func question(in profile: ProfileOptions) throws -> OddsQuestion {
    do {
      var question = OddsQuestion(try subject(in: profile))
      question.copies = copies ?? wins ?? 1
      question.at = try numbers()
      question.sparksPerDay = perDay.map { Int64($0) }
      return question
    } catch let error as OddsError {
      throw CommandFailure(error)
    }
  }

  private func subject(in profile: ProfileOptions) throws -> OddsQuestion.Subject {
    if let rate {
      return .prize(
        try Prize(
          rate: try Self.fraction(rate, "rate"), softStart: softStart.map { Int64($0) },
          softStep: try softStep.map { try Self.fraction($0, "soft_step") },
          hard: hard.map { Int64($0) }))
    }
    let goal = try goal.map { try Goal(parsing: $0) } ?? .complete
    if let weights {
      return .weights(
        goal,
        try weights.split(separator: ",", omittingEmptySubsequences: false).map {
          try Self.fraction(String($0), "weights")
        })
    }
    let mix = try mix.map { try CategoryMix(parsing: $0) } ?? .uniform
    let rulebook = try (rules ?? .byDefault(in: profile)).rulebook(in: profile)
    return .cards(goal, rulebook, mix, day: day)
  }

  private static func fraction(_ text: String, _ field: String) throws -> Fraction {
    do {
      return try Odds.chance(parsing: text, field)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func numbers() throws -> [Int64] {
    try at.map { text in
      try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        guard let number = Int64(part) else {
          throw CommandFailure(
            status: .usage, message: "--at: expected whole numbers such as 100,200, got \"\(part)\""
          )
        }
        return number
      }
    } ?? []
  }
}

extension CommandFailure {
  /// Why there are no odds.
  init(_ error: OddsError) {
    let option = error.field.map { "--\($0.replacing("_", with: "-")): " } ?? ""
    self.init(
      status: error.code == .invalid ? .usage : .failure, message: option + error.problem)
  }
}
