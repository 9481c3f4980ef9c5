package import FlintRules
import FlintSchema

/// The value of a number of a rulebook with which a question about pools has the answer that is wanted.
package struct PoolSolution: Sendable {
  /// The answer that is wanted.
  package enum Aim: Hashable, Sendable {
    case mean(Double)
    /// The number of rolls that is enough for a share of players.
    case quantile(Double, rolls: Int64)
    /// The chance of being done within a number of rolls.
    case chance(Double, rolls: Int64)
    /// The chance of being done with the budget of the question.
    case budget(Double)
  }

  /// The question, with the rulebook as it is.
  package let question: PoolQuestion
  package let number: RulebookNumber
  package let aim: Aim
  /// The value that was found.
  package let value: Fraction
  /// What is reached with it: a mean, a number of rolls or a chance.
  package let reached: Double
  /// Whether that is what is wanted, and not only the nearest to it.
  package let isExact: Bool
  /// The answer with it.
  package let answer: PoolAnswer
  /// The answers with it and the whole numbers next to it; empty for other numbers.
  package let neighbours: [PoolComparison.Variant]
  package let notes: [String]

  /// Finds the value that is nearest to that of the rulebook.
  ///
  /// - Throws: `OddsError` where the number does not exist, or no value within its limits leads to the answer, with
  ///   the range of what can be reached.
  package init(
    _ question: PoolQuestion, solving name: String, for aim: Aim
  ) throws(OddsError) {
    var question = question
    try aim.check()
    aim.ask(&question)
    if aim.isOfBudget, question.budget == nil {
      throw .invalid("budget", "a chance with the budget is wanted, and there is none")
    }
    let rules = RulebookNumbers(question.rulebook)
    let number = try question.number(name, of: rules, "solve")
    var search = PoolSearch(question, rules, number, aim)
    let (position, reached) = try search.solution()
    guard let value = search.value(position) else {
      throw .invalid("solve", "\(number.name) has too many digits")
    }
    self.question = question
    self.number = number
    self.aim = aim
    self.value = value
    self.reached = reached
    answer = try question.varied(rules, with: [(number, value)], "solve").answer()
    var notes = rules.notes(on: [number])
    if answer.estimate != nil || aim.isOfBudget && answer.spending?.interval != nil {
      notes.append("the answers are estimated, and so is the value that was found")
    }
    isExact = abs(reached - aim.target) <= 1e-6 * max(1, abs(aim.target))
    if !isExact {
      notes.append("no value within the limits leads exactly to that: this one is the nearest")
    }
    self.notes = notes
    guard number.kind == .whole else {
      neighbours = []
      return
    }
    neighbours = [position - 1, position, position + 1].compactMap { position in
      guard let value = search.value(position),
        let varied = try? question.varied(rules, with: [(number, value)], "solve"),
        let answer = try? varied.answer()
      else { return nil }
      return PoolComparison.Variant(
        name: value.description, values: [value], rulebook: varied.rulebook, answer: answer)
    }
  }
}

extension PoolSolution {
  /// What is reached, in words: a mean of 55.37.
  package var reachedText: String {
    reached.isFinite ? aim.replaced(by: reached).words : "a goal that is never reached"
  }
}

extension PoolSolution.Aim {
  /// Parses what is wanted: one of a mean, a quantile such as `90%=120`, and a chance such as `90=60%` or `budget=60%`.
  package init(mean: Double?, quantile: String?, chance: String?) throws(OddsError) {
    guard (mean == nil ? 0 : 1) + (quantile == nil ? 0 : 1) + (chance == nil ? 0 : 1) == 1 else {
      throw .invalid(
        "solve",
        "expected one of a mean such as 62.5, a quantile such as 90%=120 and a chance such as 90=60% or budget=60%"
      )
    }
    func sides(
      _ text: String, _ field: String, _ example: String
    ) throws(OddsError) -> (String, String) {
      let sides = text.split(separator: "=", omittingEmptySubsequences: false).map {
        String($0).trimmedWhitespace
      }
      guard sides.count == 2 else {
        throw .invalid(field, "expected \(example), got \"\(text)\"")
      }
      return (sides[0], sides[1])
    }
    func rolls(_ text: String, _ field: String) throws(OddsError) -> Int64 {
      if let rolls = Int64(text) { return rolls }
      throw .invalid(field, "expected a whole number of rolls, got \"\(text)\"")
    }
    if let quantile {
      let (share, number) = try sides(quantile, "quantile", "90%=120")
      self = .quantile(
        try Odds.chance(parsing: share, "quantile").approximation,
        rolls: try rolls(number, "quantile"))
    } else if let chance {
      let (number, share) = try sides(chance, "at", "90=60%")
      let wanted = try Odds.chance(parsing: share, "at").approximation
      self = number == "budget" ? .budget(wanted) : .chance(wanted, rolls: try rolls(number, "at"))
    } else {
      self = .mean(mean ?? 0)
    }
  }

  /// What is wanted, as a number.
  var target: Double {
    switch self {
    case .mean(let mean): mean
    case .quantile(_, let rolls): Double(rolls)
    case .chance(let chance, _), .budget(let chance): chance
    }
  }

  /// Whether it is about what a budget buys.
  var isOfBudget: Bool { if case .budget = self { true } else { false } }

  fileprivate func check() throws(OddsError) {
    switch self {
    case .mean(let mean):
      guard mean > 0, mean.isFinite else {
        throw .invalid("mean", "expected a number of rolls above 0, got \(mean)")
      }
    case .quantile(let level, let rolls):
      guard level > 0, level < 1 else {
        throw .invalid("quantile", "expected a share above 0 and below 1, got \(level)")
      }
      guard (1...1_000_000).contains(rolls) else {
        throw .invalid("quantile", "expected 1 to 1000000 rolls, got \(rolls)")
      }
    case .chance(let chance, let rolls):
      guard chance > 0, chance < 1 else {
        throw .invalid("at", "expected a chance above 0 and below 1, got \(chance)")
      }
      guard (1...1_000_000).contains(rolls) else {
        throw .invalid("at", "expected 1 to 1000000 rolls, got \(rolls)")
      }
    case .budget(let chance):
      guard chance > 0, chance < 1 else {
        throw .invalid("at", "expected a chance above 0 and below 1, got \(chance)")
      }
    }
  }

  /// Adds what is wanted to what a question asks.
  fileprivate func ask(_ question: inout PoolQuestion) {
    switch self {
    case .mean, .budget: break
    case .quantile(let level, _):
      if !question.levels.contains(level) {
        question.levels = (question.levels + [level]).sorted()
      }
    case .chance(_, let rolls):
      if !question.at.contains(rolls) { question.at = (question.at + [rolls]).sorted() }
    }
  }

  /// Returns what an answer has.
  func value(of answer: PoolAnswer) -> Double? {
    switch self {
    case .mean: answer.mean
    case .quantile(let level, _):
      answer.quantiles.first { $0.level == level }?.rolls.map { Double($0) }
    case .chance(_, let rolls): answer.chance(within: rolls).chance
    case .budget: answer.spending?.chance
    }
  }

  /// What a goal has that is never reached.
  var ofNever: Double {
    switch self {
    case .mean, .quantile: .infinity
    case .chance, .budget: 0
    }
  }

  /// What is wanted, in words: a mean of 62.5.
  package var words: String {
    switch self {
    case .mean(let mean): "a mean of \(mean.shortest)"
    case .quantile(let level, let rolls):
      "\(rolls) rolls as enough for \((level * 100).shortest) % of players"
    case .chance(let chance, let rolls):
      "a chance of \((chance * 100).shortest) % within \(rolls) rolls"
    case .budget(let chance): "a chance of \((chance * 100).shortest) % with the budget"
    }
  }

  /// Returns what an answer has in its place.
  fileprivate func replaced(by value: Double) -> Self {
    switch self {
    case .mean: .mean((value * 1e4).rounded() / 1e4)
    case .quantile(let level, _): .quantile(level, rolls: Int64(exactly: value.rounded()) ?? .max)
    case .chance(_, let rolls): .chance((value * 1e6).rounded() / 1e6, rolls: rolls)
    case .budget: .budget((value * 1e6).rounded() / 1e6)
    }
  }

  /// Returns what is reached, in words.
  func text(_ value: Double) -> String {
    switch self {
    case .mean: value.isFinite ? ((value * 1e4).rounded() / 1e4).shortest : "never"
    case .quantile: value.isFinite ? value.shortest : "never"
    case .chance, .budget: ((value * 1e6).rounded() / 1e4).shortest + " %"
    }
  }
}

extension Double {
  /// The number without the decimals of a whole one.
  fileprivate var shortest: String {
    let rounded = (self * 1e9).rounded() / 1e9
    return Int64(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
