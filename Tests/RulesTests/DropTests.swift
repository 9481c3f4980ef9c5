import FlintCalendar
import FlintRandom
import Testing

@testable import FlintRules

struct `The drop table` {
  /// Effective rates computed by hand. Decision and energy have no legendary card: their 2 %
  /// become epic, 8 % + 2 % = 1/10. Shipped: 40 % of 60, 30, 8 and 2 %.
  @Test func `lists nominal and effective rates of every category`() throws {
    let nominal = try ["3/5", "3/10", "2/25", "1/50"].map { try #require(Fraction($0)) }
    let full = nominal
    let demoted = try ["3/5", "3/10", "1/10", "0"].map { try #require(Fraction($0)) }
    let shipped = try ["6/25", "3/25", "4/125", "1/125"].map { try #require(Fraction($0)) }
    let ignition = try Rulebook.ignition()
    let ignitionShipped = try Rulebook(.ignitionShipped)
    for category in SparkCategory.ignition {
      let rates = ignition.rates(for: category)
      #expect(rates.map(\.rarity) == [.common, .rare, .epic, .legendary])
      #expect(rates.map(\.nominal) == nominal)
      let isDemoted = category == .decision || category == .energy
      #expect(rates.map(\.effective) == (isDemoted ? demoted : full))
      #expect(ignitionShipped.rates(for: category).map(\.nominal) == nominal)
      #expect(ignitionShipped.rates(for: category).map(\.effective) == shipped)
    }
  }

  /// Over the five categories, equally weighted: epic (10 + 10 + 8 + 8 + 8)/5 = 8.8 %, legendary 6/5 = 1.2 %.
  @Test func `of ignition has rates of 60, 30, 8.8 and 1.2 % over all categories`() throws {
    let rulebook = try Rulebook.ignition()
    for (index, expected) in ["0.6", "0.3", "0.088", "0.012"].enumerated() {
      var thousandths: UInt64 = 0
      for category in SparkCategory.ignition {
        let rate = rulebook.rates(for: category)[index].effective
        thousandths += rate.numerator * (1000 / rate.denominator)
      }
      #expect(Fraction(thousandths, over: 5000) == Fraction(expected))
    }
  }

  @Test func `applies the rule for empty cells`() throws {
    var definition = RulebookDefinition.ignition
    // Decision cards: 5 common and 2 epic. 30 % rare and 2 % legendary yield no card.
    definition.cards.removeAll { $0.category == .decision && $0.rarity == .rare }
    definition.missions = []
    let expected: [(EmptyCell, [String])] = [
      (.demote, ["0.9", "0", "0.1", "0"]),
      (.none, ["0.6", "0", "0.08", "0"]),
      // Of the 68 hundredths that yield a card: 60/68 and 8/68.
      (.reroll, ["15/17", "0", "2/17", "0"]),
    ]
    for (rule, rates) in expected {
      definition.drops.emptyCell = rule
      let effective = try Rulebook(definition).rates(for: .decision).map(\.effective)
      #expect(effective == rates.map { Fraction($0) })
      // The drop chance is a factor of all.
      definition.drops.chance = .percent(25)
      let quarter = try Rulebook(definition).rates(for: .decision)[0].effective
      let quarters = ["0.225", "0.15", "15/68"]
      #expect(quarter == Fraction(quarters[expected.firstIndex { $0.0 == rule } ?? 0]))
      definition.drops.chance = .one
    }
  }

  /// χ² of 200,000 draws in a category, card by card, against exact rates: expected rate × uniform
  /// over the cell. Ten cards (eleven outcomes where a roll can yield none): the
  /// 99.99 % quantiles at 9 and 10 degrees of freedom are 33.7 and 35.6; the seeds are fixed.
  @Test(arguments: SparkCategory.ignition)
  func `draws cards with the frequency of their rates`(category: SparkCategory) throws {
    for (definition, top) in [
      (RulebookDefinition.ignition, category.number <= 1 ? [5.0, 5.0] : [8.0, 2.0]),
      (.ignitionShipped, [3.2, 0.8]),
    ] {
      let rulebook = try Rulebook(definition)
      let draws = 200_000
      var counts = [Int](repeating: 0, count: 51)
      for identity in 0..<UInt64(draws) {
        let drawn = rulebook.drops.draw(
          seed: 7, identity: identity &* 0x9e37_79b9_7f4a_7c15, category: Int(category.number),
          since: CardsSince(), era: 0)
        counts[drawn.card >= 0 ? drawn.card : 50] += 1
      }
      let isShipped = definition.id == "ignition-shipped"
      let percents =
        Array(repeating: isShipped ? 4.8 : 12.0, count: 5)
        + Array(repeating: isShipped ? 4.0 : 10.0, count: 3) + top + (isShipped ? [60] : [])
      let observed =
        Array(counts[Int(category.number) * 10..<Int(category.number) * 10 + 10])
        + (isShipped ? [counts[50]] : [])
      #expect(observed.reduce(0, +) == draws)
      let chiSquare = zip(observed, percents).reduce(0.0) { sum, pair in
        let expected = pair.1 / 100 * Double(draws)
        return sum + (Double(pair.0) - expected) * (Double(pair.0) - expected) / expected
      }
      #expect(chiSquare < 35)
    }
  }

  @Test func `without pity draws independently of earlier events`() throws {
    let rulebook = try Rulebook.ignition()
    for identity in 1...50 as ClosedRange<UInt64> {
      let first = rulebook.drops.draw(
        seed: 3, identity: identity, category: 2, since: CardsSince(), era: 0)
      let later = rulebook.drops.draw(
        seed: 3, identity: identity, category: 2, since: CardsSince([0, 90, 900, 9000]), era: 0)
      #expect(first.card == later.card && first.rarity == later.rarity)
    }
  }

  @Test func `draws the only card of a rarity for every identity`() throws {
    var definition = RulebookDefinition.ignition
    definition.missions = []
    definition.drops.rates = [.zero, .zero, .zero, .one]
    let rulebook = try Rulebook(definition)
    for identity in 0..<200 as Range<UInt64> {
      let drawn = rulebook.drops.draw(
        seed: 1, identity: identity, category: 4, since: CardsSince(), era: 0)
      #expect(drawn.rarity == 3)
      #expect(rulebook.definition.cards[drawn.card].id == "challenge-last-one-standing")
    }
  }
}

struct `Pity` {
  /// Weights when the next card is number k since the last legendary, the last epic or better
  /// and the last rare or better.
  private func weights(
    _ rulebook: Rulebook, legendary: Int32, epic: Int32 = 1, rare: Int32 = 1
  ) -> [Fraction] {
    var weights = RarityWeights(rulebook.drops.weights)
    rulebook.drops.raise(&weights, since: CardsSince([0, rare - 1, epic - 1, legendary - 1]))
    return (0..<4).map { Fraction(weights[$0], over: rulebook.drops.denominator) ?? .zero }
  }

  private func rulebook(
    _ rates: [String], pity: [CardRarity: PityDefinition]
  ) throws -> Rulebook {
    var definition = RulebookDefinition.ignition
    definition.missions = []
    definition.drops.rates = try rates.map { try #require(Fraction($0)) }
    for (rarity, rule) in pity { definition.drops.pity[Int(rarity.code)] = rule }
    return try Rulebook(definition)
  }

  private static let genshin = ["0.6", "0.3", "0.094", "0.006"]

  /// 0.6 %, then 6 % more each from the 74th, and certain at the 90th; computed by hand. The rate is
  /// taken from the common cards first (0.6), then the rare (0.3), then the epic.
  @Test(arguments: [
    (1, "0.006", "0.6", "0.3", "0.094"),
    (73, "0.006", "0.6", "0.3", "0.094"),
    (74, "0.066", "0.54", "0.3", "0.094"),
    (75, "0.126", "0.48", "0.3", "0.094"),
    (83, "0.606", "0", "0.3", "0.094"),
    (84, "0.666", "0", "0.24", "0.094"),
    (88, "0.906", "0", "0", "0.094"),
    (89, "0.966", "0", "0", "0.034"),
    (90, "1", "0", "0", "0"),
    (91, "1", "0", "0", "0"),
    (1_000_000, "1", "0", "0", "0"),
  ])
  func `raises the rate by the formula`(
    k: Int32, legendary: String, common: String, rare: String, epic: String
  ) throws {
    let rulebook = try rulebook(
      Self.genshin,
      pity: [.legendary: PityDefinition(softStart: 74, softStep: .percent(6), hard: 90)])
    let expected = [common, rare, epic, legendary].map { Fraction($0) }
    #expect(weights(rulebook, legendary: k) == expected)
  }

  /// Σ k · rate(k) · Π (1 − rate(j)) for j < k, with exact rates: 62.2973320396…, as in the
  /// specification and confirmed by a Python program with fractions.
  @Test func `of 0.6 %, 6 % from 74 and 90 gives a mean of 62.2973320396 rolls`() throws {
    let rulebook = try rulebook(
      Self.genshin,
      pity: [.legendary: PityDefinition(softStart: 74, softStep: .percent(6), hard: 90)])
    var surviving = 1.0
    var mean = 0.0
    for k in 1...90 as ClosedRange<Int32> {
      let rate = weights(rulebook, legendary: k)[3].approximation
      mean += Double(k) * surviving * rate
      surviving *= 1 - rate
    }
    #expect(surviving == 0)
    #expect(abs(mean - 62.297_332_039_630_97) < 1e-9)
  }

  @Test func `needs the computed mean number of rolls in play`() throws {
    let rulebook = try rulebook(
      Self.genshin,
      pity: [.legendary: PityDefinition(softStart: 74, softStep: .percent(6), hard: 90)])
    var profile = PlayedProfile(rulebook)
    var waits: [Int] = []
    var wait = 0
    for number in 0..<8000 {
      wait += 1
      let outcome = profile.spark(.idea, on: CivilDay(number: 20_000), draw: UInt64(number))
      if outcome.draw.rarity == .legendary {
        waits.append(wait)
        wait = 0
      }
    }
    // About 128 waits of mean 62.297 and standard deviation 24.7 (from the same distribution):
    // the mean of them lies within 4 · 24.7/√128 = 8.7.
    let mean = Double(waits.reduce(0, +)) / Double(waits.count)
    #expect(abs(mean - 62.2973) < 8.7)
    #expect(waits.allSatisfy { $0 <= 90 })
  }

  @Test func `raises the rarest first, and takes from the commonest first`() throws {
    // Legendary certain at 3, epic certain at 2, rare +50 % from 1.
    let rulebook = try rulebook(
      ["0.5", "0.25", "0.15", "0.1"],
      pity: [
        .legendary: PityDefinition(hard: 3), .epic: PityDefinition(hard: 2),
        .rare: PityDefinition(softStart: 1, softStep: .percent(50)),
      ])
    // Rare: 0.25 + 0.5 · 1 = 0.75, of which common contributes only its 0.5.
    #expect(weights(rulebook, legendary: 1) == ["0", "0.75", "0.15", "0.1"].map { Fraction($0) })
    // Epic is certain, but the legendary rate, computed first, stays 0.1.
    #expect(
      weights(rulebook, legendary: 1, epic: 2) == ["0", "0", "0.9", "0.1"].map { Fraction($0) })
    #expect(
      weights(rulebook, legendary: 3, epic: 3, rare: 5)
        == ["0", "0", "0", "1"].map { Fraction($0) }
    )
  }

  @Test func `depends on the card received, and counts all categories together`() throws {
    // Every fifth card is legendary at the latest; decision has none: an epic is received instead.
    let rulebook = try rulebook(["1", "0", "0", "0"], pity: [.legendary: PityDefinition(hard: 5)])
    var profile = PlayedProfile(rulebook)
    let today = CivilDay(number: 20_000)
    let rarities = { (outcome: Outcome) -> [CardRarity?] in
      [outcome.draw.rarity, outcome.draw.card.map { rulebook.definition.cards[$0].rarity }]
    }
    for category in [.idea, .energy, .challenge, .idea] as [SparkCategory] {
      #expect(rarities(profile.spark(category, on: today)) == [.common, .common])
    }
    // The fifth is drawn legendary; demoted to epic it does not count as one, and so on.
    #expect(rarities(profile.spark(.decision, on: today)) == [.legendary, .epic])
    #expect(rarities(profile.spark(.energy, on: today)) == [.legendary, .epic])
    #expect(rarities(profile.spark(.idea, on: today)) == [.legendary, .legendary])
    #expect(rarities(profile.spark(.idea, on: today)) == [.common, .common])
  }

  @Test func `does not count rolls without a card`() throws {
    var definition = RulebookDefinition.ignition
    definition.missions = []
    definition.drops.rates = [.one, .zero, .zero, .zero]
    definition.drops.chance = .percent(50)
    definition.drops.pity[3] = PityDefinition(hard: 4)
    var profile = try PlayedProfile(definition)
    var sinceLegendary = 0
    for _ in 0..<300 {
      let outcome = profile.spark(.idea, on: CivilDay(number: 20_000))
      guard outcome.draw.card != nil else {
        #expect(outcome.draw.rarity == nil)
        continue
      }
      sinceLegendary += 1
      #expect(outcome.draw.rarity == (sinceLegendary == 4 ? .legendary : .common))
      if sinceLegendary == 4 { sinceLegendary = 0 }
    }
    #expect((100...200).contains(profile.outcomes.count { $0.draw.card != nil }))
  }
}
