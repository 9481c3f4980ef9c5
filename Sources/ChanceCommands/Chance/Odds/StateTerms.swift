import ArgumentParser
import Chance
import Commands
import Design
import FlintRules
import FlintSchema
import Sessions

/// The terms of `--state`, of which `current` is the state of the profile.
struct StateTerms {
  private let terms: String
  private let isCurrent: Bool

  init(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let others = parts.filter { String($0).trimmedWhitespace != "current" }
    isCurrent = others.count < parts.count
    terms = others.joined(separator: ",")
  }

  /// Returns the state, in which the terms take the place of what the profile has.
  func start(
    of profile: ProfileOptions, asked: [PoolQuestion.Stage], isLogged: Bool
  ) throws -> PoolStartText {
    let given =
      isCurrent && terms.isEmpty ? PoolStartText() : try PoolStartText(parsing: terms)
    guard isCurrent else { return given }
    if isLogged { throw ValidationError("--state current and --state-log cannot be combined") }
    return try profile.reading { session in
      try PoolStartLog(
        try session.state(), of: session.rulebook, asked: asked.map(\.pool), given: given,
        includesCards: asked.contains { !$0.target.isOfComingCards }
      ).start
    }
  }
}
