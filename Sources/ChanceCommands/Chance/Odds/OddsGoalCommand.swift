import ArgumentParser
import FlintCalendar
import Chance
import Commands
import Reports
import FlintRules
import Sessions
import Views

/// Computes how many sparks a goal of cards takes.
struct OddsGoalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "goal",
    abstract: "Compute how many sparks a goal of cards takes.",
    usage: "flint odds goal [--goal GOAL] [OPTION …]",
    discussion: """
      A goal covers the cards that can be drawn on --day; first:legendary means a
      card of exactly that rarity. Drop chances, empty cells and pity are included.
      With --weights, the goal is complete (the default) or distinct:K.

      Examples:
        flint odds --goal complete --at 500,1000
        flint odds --goal first:legendary --mix idea=2,challenge=1 --per-day 3
        flint odds --goal card:the-lantern --rules my.lua --format json
        flint odds --weights 1/2,1/3,1/6
        flint odds --goal complete --per-day 3 -o complete.html
      """)

  @Option(help: "The goal to reach: \(Goal.forms).", completion: .profile(.goals)) var goal: String?
  @Option(
    help: ArgumentHelp(
      "The number of copies of each card (default: 1); with first or any, the number of such cards.",
      valueName: "number"))
  var copies: Int?
  @OptionGroup var source: RulebookQuestionOptions
  @Option(
    help: ArgumentHelp(
      "The frequency of each spark category: uniform (the default), or weights such as decision=3,idea=1.",
      valueName: "category=n,…"))
  var mix: String?
  @Option(help: "The day whose cards can be drawn (default: the time before every season).")
  var day: DayArgument?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Weights of items that are drawn instead of cards.", valueName: "w,w,…"))
  var weights: String?
  @Flag(help: "The weights may sum to less than 1; otherwise a draw gives nothing.")
  var rest = false
  @OptionGroup var numbers: NumberOptions
  @OptionGroup var estimate: EstimateOptions
  @Option(help: ArgumentHelp("The seed of an estimate (default: 1).", valueName: "seed"))
  var seed: UInt64?
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if weights != nil {
      try refuse(
        ["--rules": source.rules != nil, "--mix": mix != nil, "--day": day != nil],
        with: "--weights")
    } else if rest {
      throw ValidationError("--rest requires --weights")
    } else if goal == nil {
      throw ValidationError(
        "no question was given: expected --goal \(Goal.forms); or --weights, or one of flint odds "
          + "pool, prize, table and disclose")
    }
  }

  func run() throws {
    try answer.begin(source.profile)
    do {
      try numbers.write(
        OddsQuestion(try subject()), copies: copies, answer, try estimate.size(seed: seed))
    } catch let error as OddsError {
      throw CommandFailure(error)
    }
  }

  private func subject() throws -> OddsQuestion.Subject {
    let goal = try goal.map { try Goal(parsing: $0) } ?? .complete
    if let weights {
      let chances = try weights.split(separator: ",", omittingEmptySubsequences: false).map {
        try chance(String($0), "weights")
      }
      return .weights(goal, chances, rest: rest)
    }
    let rulebook = try source.rulebook()
    let mix = try CategoryMix(parsing: mix ?? "uniform", of: rulebook.definition.categories)
    let day = try day.map { day in
      try day.resolve(DateContext(now: .present(), zone: CivilZone.named(CivilZone.systemName)))
    }
    return .cards(goal, rulebook, mix, day: day)
  }
}
