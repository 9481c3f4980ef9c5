import FlintCalendar
import Chance
import FlintRandom
import FlintRules
import TestSupport
import Testing

/// Distributions under pity.
@Suite struct `Odds under pity` {
  /// A known value: 62.2973320396 in the literature of that game's players.
  @Test func `of a prize with soft and hard pity`() throws {
    let prize = try Prize(
      rate: try #require(Fraction("0.006")), softStart: 74, softStep: Fraction("0.06"), hard: 90)
    let distribution = try Odds.distribution(of: prize)
    #expect(agrees(distribution.mean, 62.2973320396))
    // Prizes are independent: means and variances add up.
    let seven = try Odds.distribution(of: prize, wins: 7)
    #expect(agrees(seven.mean, 7 * distribution.mean))
    let ratio = seven.standardDeviation / distribution.standardDeviation
    #expect(agrees(ratio, (7.0).squareRoot()))
    #expect(seven.least == 7)
  }

  /// By hand: 0.8 % and 20 steps of 5 % are 1 at roll 79, one before the last.
  @Test func `of a prize whose rate rises to 1 before the certain roll`() throws {
    let prize = try Prize(
      rate: try #require(Fraction("0.008")), softStart: 60, softStep: Fraction("0.05"), hard: 80)
    #expect(prize.longest == 79)
    #expect(prize.remarks.first == "hard at 80 has no effect: the rate is 1 from roll 79 on")
    #expect(try Odds.distribution(of: prize).probability(doneWithin: 79) == 1)
    let reached = try Prize(
      rate: try #require(Fraction("0.008")), softStart: 60, softStep: Fraction("0.05"), hard: 79)
    #expect(reached.remarks.allSatisfy { !$0.contains("no effect") })
  }

  /// By hand: 1/2, then certain: 1 · 1/2 + 2 · 1/2; two of them take 2, 3, 3 or 4.
  @Test func `of a prize that is certain at the second roll`() throws {
    let prize = try Prize(rate: try #require(Fraction("1/2")), hard: 2)
    let one = try Odds.distribution(of: prize)
    #expect(one.meanFraction == "3/2")
    #expect(one.standardDeviation == 0.5)
    let two = try Odds.distribution(of: prize, wins: 2)
    #expect(two.meanFraction == "3")
    let chances = (0...5).map { two.probability(doneWithin: Int64($0)) }
    for (chance, expected) in zip(chances, [0, 0, 0.25, 0.75, 1, 1]) {
      #expect(abs(chance - expected) < 1e-14)
    }
    #expect(two.quantile(0.75) == 3)
  }

  private struct Known: CustomTestStringConvertible, Sendable {
    var goal: Goal
    var rules: RulebookDefinition
    var mean: Double
    var deviation: Double
    var quantiles: [Int64]
    /// The chances of reaching the goal within 50 and 100 sparks.
    var chances: [Double]
    var testDescription: String { goal.description }
  }

  /// Values from an independent Python program, written from the description of the rules, that follows
  /// the distribution over (counters, missing cards) roll by roll, in mpmath or doubles.
  private static let known: [Known] = [
    Known(
      goal: .first(.legendary), rules: .pitied(legendary: .softLegendary),
      mean: 51.30020928016107, deviation: 28.231195856953, quantiles: [58, 81, 83, 86],
      chances: [1 - 0.54682357437881, 1 - 2.3058288703919e-8]),
    Known(
      goal: .card("idea-the-unwritten-page"), rules: .pitied(legendary: .softLegendary),
      mean: 153.900627840482, deviation: 134.83794010467, quantiles: [111, 328, 422, 637],
      chances: [1 - 0.8184024506760985, 1 - 0.532204814798519]),
    Known(
      goal: .all(.legendary), rules: .pitied(legendary: .softLegendary),
      mean: 282.15115104088136, deviation: 148.82054543845, quantiles: [248, 475, 568, 784],
      chances: [1 - 0.9943029880081604, 1 - 0.957849514954167]),
    Known(
      goal: .first(.legendary), rules: both, mean: 128.25052320040248, deviation: 71.92793898591,
      quantiles: [144, 210, 220, 237], chances: [1 - 0.7861734395726393, 1 - 0.618068677089343]),
    Known(
      goal: .first(.epic), rules: both, mean: 17.66360110447845, deviation: 10.747379088244,
      quantiles: [18, 31, 35, 46], chances: [1 - 0.005387388676889806, 1 - 4.103184284321937e-06]),
    Known(
      goal: .card("decision-crown-of-choices"), rules: both, mean: 159.37359765674168,
      deviation: 151.37021024927, quantiles: [115, 357, 460, 702],
      chances: [1 - 0.751472696828748, 1 - 0.5468564776425154]),
    Known(
      goal: .first(.legendary),
      rules: .pitied(legendary: .softLegendary, emptyCell: .none), mean: 51.627709593475764,
      deviation: 28.571960108986, quantiles: [58, 82, 84, 88],
      chances: [1 - 0.5468235743788135, 1 - 2.360140304525961e-06]),
  ]

  /// An epic at the tenth card at the latest, soft pity for legendary ones, cards in 40 % of rolls.
  private static let both = RulebookDefinition.pitied(
    epic: PityDefinition(hard: 10), legendary: .softLegendary, chance: .percent(40))

  @Test(arguments: known)
  private func `agree with an independent program`(_ known: Known) throws {
    let distribution = try Odds.distribution(of: known.goal, rulebook: try Rulebook(known.rules))
    #expect(agrees(distribution.mean, known.mean))
    #expect(agrees(distribution.standardDeviation, known.deviation))
    #expect(distribution.quantiles == known.quantiles)
    for (sparks, chance) in zip([50, 100], known.chances) {
      #expect(agrees(distribution.probability(doneWithin: Int64(sparks)), chance))
    }
  }

  /// Pity that never takes effect leaves the distribution of a table without pity: two methods, one result.
  @Test(arguments: [
    "first:legendary", "first:epic", "all:legendary", "distinct:3", "card:idea-the-unwritten-page",
  ])
  func `equal the odds without pity where pity never takes effect`(text: String) throws {
    let goal = try Goal(parsing: text)
    // Epic or better are 1/10 in every category: certain at the 10000th card.
    let never = RulebookDefinition.pitied(epic: PityDefinition(hard: 400))
    let plain = try Odds.distribution(of: goal, rulebook: try Rulebook.ignition())
    let pitied = try Odds.distribution(of: goal, rulebook: try Rulebook(never))
    #expect(agrees(pitied.mean, plain.mean))
    #expect(agrees(pitied.standardDeviation, plain.standardDeviation))
    #expect(pitied.quantiles == plain.quantiles)
  }

  /// Cards of equal chance are of one class, whichever categories they are of. The values are those of a chain written
  /// for sparks alone, which this one replaced.
  @Test(
    arguments: cases(
      [
        ("distinct:7", 7.501177239152166, 0.7460410733877588, 18_000),
        ("distinct:16", 19.35883067474017, 2.1096249809333223, 230_000),
      ], usual: 2, quick: 1))
  func `lump cards of different categories`(
    text: String, mean: Double, deviation: Double, most: Int
  ) throws {
    let rulebook = try Rulebook(.pitied(legendary: PityDefinition(hard: 40)))
    let distribution = try Odds.distribution(of: try Goal(parsing: text), rulebook: rulebook)
    guard case .chain(let states) = distribution.method else {
      Issue.record("not a chain: \(distribution.method.name)")
      return
    }
    #expect(states < most)
    #expect(abs(distribution.mean / mean - 1) < 1e-12)
    #expect(abs(distribution.standardDeviation / deviation - 1) < 1e-12)
  }

  /// The chance of a card does not change by pity that never takes effect, but each state counts it.
  @Test func `with too many states are estimated`() throws {
    let rulebook = try Rulebook(.pitied(epic: PityDefinition(hard: 400), chance: .percent(40)))
    let question = OddsQuestion(.cards(.complete, rulebook, .uniform, day: nil))
    let answer = try question.answer()
    guard case .estimate(_, let seed) = answer.distribution.method else {
      Issue.record("exact: \(answer.distribution.method.name)")
      return
    }
    #expect(seed == 1)
    var plain = RulebookDefinition.ignition
    plain.drops.chance = .percent(40)
    let exact = try Odds.distribution(of: .complete, rulebook: try Rulebook(plain))
    let mean = answer.distribution.boundedMean
    // It ends at 10,000,000 cards, whose 95 % interval is a little wider than 1 %.
    #expect(mean.error < 0.015 && mean.isImprecise)
    #expect(abs(mean.value / exact.mean - 1) < 2 * mean.error)
    #expect(abs(answer.distribution.standardDeviation / exact.standardDeviation - 1) < 0.15)
    let chance = answer.distribution.chance(doneWithin: exact.quantile(0.5))
    #expect(abs(chance.value - 0.5) < 2 * chance.error * chance.value)
  }

  /// Several legendary cards are as many cycles, each from the beginning.
  @Test func `of several cards of the rarest kind are sums of equal distributions`() throws {
    let rulebook = try Rulebook(.pitied(legendary: .softLegendary))
    let one = try Odds.distribution(of: .first(.legendary), rulebook: rulebook)
    let three = try Odds.distribution(of: .first(.legendary), rulebook: rulebook, copies: 3)
    #expect(agrees(three.mean, 3 * one.mean))
    #expect(agrees(three.standardDeviation, (3.0).squareRoot() * one.standardDeviation))
    let chances = (0...200).map { one.probability(doneWithin: Int64($0)) }
    let ends = (1...200).map { chances[$0] - chances[$0 - 1] }
    var sum = 0.0
    for first in 1...198 {
      for second in 1...(199 - first) {
        let both = ends[first - 1] * ends[second - 1]
        sum += both * chances[200 - first - second]
      }
    }
    #expect(abs(three.probability(doneWithin: 200) - sum) < 1e-12)
  }

  /// Legendary cards are of idea, experiment and challenge; epic ones of every category.
  private func sparkless(_ goal: String) -> String {
    goal == "all:epic" ? "energy, experiment" : "experiment"
  }

  /// The fold of thousands of players at a fixed seed, within four standard errors.
  @Test(
    arguments: cases(
      ["first:legendary", "first:epic", "all:legendary", "all:epic", "distinct:5"], usual: 5,
      quick: 2))
  func `agree with folded players`(text: String) throws {
    var definition = RulebookDefinition.pitied(
      epic: PityDefinition(softStart: 4, softStep: .percent(10)),
      legendary: PityDefinition(softStart: 5, softStep: .percent(8), hard: 12),
      chance: .percent(80))
    definition.missions = []
    definition.ladders = []
    let rulebook = try Rulebook(definition)
    let goal = try Goal(parsing: text)
    let mix = try CategoryMix(parsing: "decision=1,idea=2,challenge=1")
    let isLimited = goal == .all(.legendary) || goal == .all(.epic)
    // Experiment has a legendary and an epic card, and no sparks here.
    if isLimited {
      let error = #expect(throws: OddsError.self) {
        try Odds.distribution(of: goal, rulebook: rulebook, mix: mix)
      }
      #expect(
        error?.description
          == "goal: \(text) can never be reached: the mix has no sparks of category \(sparkless(text))"
      )
    }
    let used = isLimited ? CategoryMix.uniform : mix
    let distribution = try Odds.distribution(of: goal, rulebook: rulebook, mix: used)
    let players = 1500
    let median = distribution.quantile(0.5)
    var (sum, early) = (0.0, 0)
    for player in 0..<players {
      let rolls = try #require(
        Self.rolls(until: goal, rulebook, mix: used, player: UInt64(player)))
      sum += Double(rolls)
      if rolls <= median { early += 1 }
    }
    let error = distribution.standardDeviation / Double(players).squareRoot()
    #expect(abs(sum / Double(players) - distribution.mean) < 4 * error)
    let chance = distribution.probability(doneWithin: median)
    let spread = (chance * (1 - chance) / Double(players)).squareRoot()
    #expect(abs(Double(early) / Double(players) - chance) < 4 * spread)
  }

  /// Returns the number of sparks that a player needs, folded one by one; `nil` when there are too many.
  private static func rolls(
    until goal: Goal, _ rulebook: Rulebook, mix: CategoryMix, player: UInt64
  ) -> Int64? {
    var state = rulebook.initialState()
    var choices = CounterStream(key: 41, identity: player, purpose: 77)
    let cards = rulebook.definition.cards
    for number in 1...100_000 {
      var choice = choices.bounded(mix.total)
      var category = SparkCategory.decision
      for candidate in SparkCategory.ignition {
        let weight = mix.weights[Int(candidate.number)]
        if choice < weight {
          category = candidate
          break
        }
        choice -= weight
      }
      let id = EventID(high: player << 32 | UInt64(number), low: 0)
      let outcome = rulebook.apply(
        ProfileEvent(
          id: id, at: Instant(milliseconds: Int64(number)), offset: .zero,
          action: .spark(category, .medium)), to: &state, seed: 2026)
      let isDone =
        switch goal {
        case .first(let rarity): outcome.draw.card.map { cards[$0].rarity == rarity } ?? false
        case .all(let rarity):
          cards.indices.allSatisfy {
            cards[$0].rarity != rarity || state.holdings[$0].copies > 0
          }
        case .distinct(let count): state.ownedCount >= count
        default: false
        }
      if isDone { return Int64(number) }
    }
    return nil
  }
}
