import ArgumentParser
import Calendar
import Commands
import Rules
import Schema
import Scripting
import Sessions
import Simulation

/// The options that define a question about odds.
struct OddsOptions: ParsableArguments {
  @Option(help: "The goal to reach: \(Goal.forms).", completion: .profile(.goals)) var goal: String?
  @Option(
    help: ArgumentHelp(
      "The number of copies of each card of the goal (default: 1); with first, the number "
        + "of cards.", valueName: "m"))
  var copies: Int?
  @Option(
    help: ArgumentHelp(
      "The rulebook: ignition, ignition-shipped, everyday, a Lua file or current, the profile's own "
        + "(default: the profile's own if a profile exists, otherwise "
        + "\(RulebookDefinition.newProfileDefault.id)).",
      valueName: "rulebook"))
  var rules: RulebookOption?
  @Option(
    help: ArgumentHelp(
      "The frequency of each spark category: uniform, or weights such as decision=3,idea=1 "
        + "(default: uniform).", valueName: "category=n,…"))
  var mix: String?
  @Option(help: "The day whose cards can be drawn (default: the time before every season).")
  var day: DayArgument?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Weights of the items to draw, instead of a rulebook's cards, such as 1/2,1/3,1/6; "
        + "the goal is complete (the default) or distinct:K.", valueName: "w,w,…"))
  var weights: String?
  @Flag(help: "The weights may sum to less than 1; in the remaining cases a roll gives nothing.")
  var rest = false
  @OptionGroup var prize: PrizeOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var disclosure: DisclosureOptions
  @Option(
    help: ArgumentHelp(
      "Also show the chance of reaching the goal within these numbers of sparks.",
      valueName: "n,n,…"))
  var at: String?
  @Option(
    help: ArgumentHelp(
      "Also show the result in days with this number of sparks each.", valueName: "k"))
  var perDay: Int?
  @OptionGroup var loot: LootOptions
  @Option(
    help: ArgumentHelp(
      "The seed of simulated openings, and of an estimate where there is no exact method (default: 1).",
      valueName: "seed"))
  var seed: UInt64?

  func validate() throws {
    let form = form
    for option in questionOptions where option.isGiven && !option.forms.contains(form) {
      // No option asks for the form of a goal, so none is to be named beside the wrong one.
      throw ValidationError(
        form == .goal
          ? "\(option.name) requires \(option.forms.map(\.rawValue).alternatives)"
          : "\(option.name) and \(form.rawValue) cannot be combined")
    }
    if form == .goal && goal == nil {
      throw ValidationError(
        "no question was given: expected --goal \(Goal.forms); or --pool, --weights, --rate or --table"
      )
    }
  }

  /// Returns the question that the options define.
  ///
  /// - Parameter profile: The profile whose rulebook is used if none is named.
  func question(in profile: ProfileOptions) throws -> OddsQuestion {
    do {
      var question = OddsQuestion(try subject(in: profile))
      question.copies = copies ?? prize.wins ?? 1
      question.at = try numbers()
      question.sparksPerDay = perDay.map { Int64($0) }
      return question
    } catch let error as OddsError {
      throw CommandFailure(error)
    }
  }

  /// Returns the question about pools that the options define; `nil` where they define another.
  func inquiry(in profile: ProfileOptions) throws -> PoolInquiry? {
    guard pools.isGiven else { return nil }
    let rulebook = try (rules ?? .byDefault(in: profile)).rulebook(in: profile)
    do {
      var inquiry = try pools.inquiry(
        rulebook.definition, goal: goal, copies: copies, at: try numbers())
      if let seed { inquiry.seed = seed }
      return inquiry
    } catch let error as OddsError {
      throw CommandFailure(error)
    }
  }

  /// Returns the disclosure that the options define.
  func disclosed(in profile: ProfileOptions) throws -> Disclosure {
    let rulebook = try (rules ?? .byDefault(in: profile)).rulebook(in: profile)
    return try disclosure.disclosure(rulebook, pools: pools.pool)
  }

  private func subject(in profile: ProfileOptions) throws -> OddsQuestion.Subject {
    if let prize = try prize.prize { return .prize(prize) }
    if let weights {
      return .weights(
        try goal.map { try Goal(parsing: $0) } ?? .complete,
        try weights.split(separator: ",", omittingEmptySubsequences: false).map {
          try Self.fraction(String($0), "weights")
        }, rest: rest)
    }
    let rulebook = try (rules ?? .byDefault(in: profile)).rulebook(in: profile)
    let mix = try CategoryMix(parsing: mix ?? "uniform", of: rulebook.definition.categories)
    // A goal may have names that the rulebook defines.
    let goal = try goal.map { try Goal(parsing: $0) } ?? .complete
    let day = try day.map { day in
      try day.resolve(DateContext(now: .present(), zone: Zone.named(Zone.systemName)))
    }
    return .cards(goal, rulebook, mix, day: day)
  }

  fileprivate static func fraction(_ text: String, _ field: String) throws -> Fraction {
    do {
      return try Odds.chance(parsing: text, field)
    } catch {
      throw CommandFailure(error)
    }
  }

  func numbers() throws -> [Int64] {
    var numbers: [Int64] = []
    for part in at?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      guard let number = Int64(part) else {
        throw CommandFailure(
          .usage, "--at: expected whole numbers such as 100,200, got \"\(part)\"")
      }
      guard !numbers.contains(number) else {
        throw CommandFailure(.usage, "--at: expected each number once, got \(number) again")
      }
      numbers.append(number)
    }
    return numbers
  }
}

/// The options that define a single prize, whose odds are computed instead of those of a goal.
struct PrizeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The chance of a single prize, instead of a goal, such as 0.006.", valueName: "chance"))
  var rate: String?
  @Option(
    help: ArgumentHelp(
      "The first roll with a raised chance, counted from the latest prize (soft pity).",
      valueName: "k"))
  var softStart: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The increase of the chance with each roll from --soft-start on.", valueName: "chance"))
  var softStep: String?
  @Option(
    help: ArgumentHelp(
      "The roll that is certain to win, counted from the latest prize (hard pity).", valueName: "k")
  )
  var hard: Int?
  @Option(help: ArgumentHelp("The number of prizes (default: 1).", valueName: "m")) var wins: Int?

  /// The prize; `nil` without a rate.
  var prize: Prize? {
    get throws {
      guard let rate else { return nil }
      return try Prize(
        rate: try OddsOptions.fraction(rate, "rate"), softStart: softStart.map { Int64($0) },
        softStep: try softStep.map { try OddsOptions.fraction($0, "soft_step") },
        hard: hard.map { Int64($0) })
    }
  }
}

extension CommandFailure {
  /// Creates the failure for a question that has no answer.
  init(_ error: OddsError) {
    let option = error.field.map { "--\($0.replacing("_", with: "-")): " } ?? ""
    self.init(error.code == .invalid ? .usage : .failure, option + error.problem)
  }
}
