import ArgumentParser
import Commands
import Rules
import Schema
import Simulation

/// The options of a question about pools of a rulebook.
struct PoolOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The pool of the rulebook to roll in.", valueName: "pool"),
    completion: .profile(.pools))
  var pool: String?
  @Option(
    help: ArgumentHelp(
      "Goals in an order of pools, such as \"limited/featured*2, weapons/card:blade\".",
      valueName: "pool/goal,…"))
  var order: String?
  @Option(
    help: ArgumentHelp(
      "The state before the first roll: \(PoolStartText.forms), separated by commas; POOL/ before "
        + "a term limits it to a pool.", valueName: "term,…"))
  var state: String?
  @Option(
    help: ArgumentHelp(
      "What can be spent: currencies and money, such as gems=28800,money=100.",
      valueName: "currency=n,…"))
  var budget: String?
  @Option(
    help: ArgumentHelp(
      "Also show how many cards of the goal these numbers of rolls give.", valueName: "n,n,…"))
  var rolls: String?
  @Option(
    help: ArgumentHelp(
      "The probabilities whose quantiles are shown (default: 0.5,0.9,0.95,0.99).",
      valueName: "p,p,…"))
  var quantiles: String?
  @Option(
    help: ArgumentHelp(
      "The number of players of an estimate, where there is no exact method; with --precision, their maximum "
        + "number (default: as many as make the mean precise to 1 %, within reach)."))
  var players: Int?
  @Option(
    help: ArgumentHelp(
      "The relative precision of an estimate, such as 0.5%: play until half the width of the mean's 95 % "
        + "interval is at most this share of the mean.", valueName: "share"))
  var precision: String?
  @Flag(help: "Buy whole bundles, with the rarity that each certainly has.") var bundles = false
  @Flag(help: "Show the probability of each number of rolls, and of at most so many.") var law =
    false

  /// Whether the question is about pools.
  var isGiven: Bool { pool != nil || order != nil }

  /// Returns the question.
  func inquiry(
    _ rulebook: RulebookDefinition, goal: String?, copies: Int?, at: [Int64]
  ) throws(OddsError) -> PoolInquiry {
    let stages = try PoolInquiry.stages(
      pool: pool, goal: goal, copies: copies ?? 1, order: order)
    var inquiry = PoolInquiry(rulebook, stages)
    if let state { inquiry.start = try PoolStartText(parsing: state) }
    inquiry.buysBundles = bundles
    inquiry.at = at
    inquiry.rolls = try Self.numbers(rolls, "rolls")
    if let quantiles {
      let texts = quantiles.split(separator: ",", omittingEmptySubsequences: false)
      inquiry.levels = try PoolInquiry.levels(texts.map(String.init))
    }
    inquiry.players = players
    inquiry.precision = try precision.map { text throws(OddsError) in
      try Odds.chance(parsing: text, "precision").approximation
    }
    if let budget { inquiry.budget = try PoolInquiry.Budget(parsing: budget) }
    return inquiry
  }

  private static func numbers(_ text: String?, _ field: String) throws(OddsError) -> [Int64] {
    var numbers: [Int64] = []
    for part in (text ?? "").split(separator: ",") {
      guard let number = Int64(part) else {
        throw OddsError(
          .invalid, field: field, "expected whole numbers such as 90,180, got \"\(part)\"")
      }
      numbers.append(number)
    }
    return numbers
  }
}
