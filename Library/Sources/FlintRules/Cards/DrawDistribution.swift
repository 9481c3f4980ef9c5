package import FlintCalendar

/// The probabilities of one roll in the fold: the effective rates, raised by the pity up to then.
package struct DrawDistribution: Hashable, Sendable {
  /// The weight of each rarity among `total`, commonest first, once a card drops; the difference
  /// from `total` is the weight of no card.
  package var weights: [UInt64]
  package var total: UInt64
  /// The probability that a card drops.
  package var chance: Fraction

  /// The probability of a card of each rarity, commonest first, followed by that of no card;
  /// exactly 0 for impossible outcomes.
  package var chances: [Double] {
    let divisor = Double(total)
    let given = weights.map { Double($0) / divisor * chance.approximation }
    let rest = total - weights.reduce(0, +)
    let lost = Double(chance.denominator - chance.numerator) / Double(chance.denominator)
    return given + [lost + chance.approximation * (Double(rest) / divisor)]
  }
}

/// The exact weights of a roll on a day, for computing probabilities instead of drawing.
package struct RollDistribution: Sendable {
  private let drops: DropTable
  private let era: Int

  init(_ drops: DropTable, era: Int) {
    self.drops = drops
    self.era = era
  }

  package var chance: Fraction { drops.chance }

  /// Whether any rate rises.
  package var hasPity: Bool { drops.hasPity }

  package var categories: Int { drops.categories }

  package var rarities: Int { drops.rarities }

  /// Returns the rarity that a category gives where one is drawn; `nil` for none.
  package func resolved(_ category: Int, _ drawn: Int) -> Int? {
    drops.resolved(category, drawn, era: era)
  }

  /// Returns the cards of a category and a rarity that can be drawn, grouped by their weights.
  ///
  /// - Parameters:
  ///   - category: the position of the category in the rulebook.
  ///   - rarity: that of the rarity.
  package func choices(_ category: Int, _ rarity: Int) -> [CardChoice] {
    let cards = drops.cards(category, rarity, era: era)
    let weights = drops.cardWeights(category, rarity, era: era)
    let total = weights.reduce(0, +)
    var choices: [CardChoice] = []
    for (card, weight) in zip(cards, weights) {
      if let index = choices.firstIndex(where: { $0.weight == weight }) {
        choices[index].cards.append(card)
      } else {
        choices.append(CardChoice(cards: [card], weight: weight, total: total))
      }
    }
    return choices
  }

  /// - Parameters:
  ///   - category: the position of the category in the rulebook.
  ///   - since: the number of cards received since the last of each rarity or better, commonest
  ///     first; used only for rarities with pity.
  package func given(_ category: Int, since: [Int64] = []) -> DrawDistribution {
    drops.distribution(category, era: era, since: CardsSince(since.map { Int32(clamping: $0) }))
  }
}

/// Cards of one category and rarity that are equally likely.
package struct CardChoice: Hashable, Sendable {
  /// The rulebook positions of the cards.
  package var cards: [Int]
  package var weight: UInt64
  /// The sum of the weights of all cards of the category and rarity that can be drawn.
  package var total: UInt64

  package var share: Fraction { Fraction(weight, over: total) ?? .zero }
}

/// A rarity's nominal rate and its effective rate in a category.
package struct RarityRate: Sendable {
  package var rarity: CardRarity
  /// The rate in the drop table, among cards that drop.
  package var nominal: Fraction
  /// The probability that a roll without pity yields a card of this rarity.
  package var effective: Fraction
}

extension Rulebook {
  /// Whether every spark draws with the same chances: there are no seasons, and no limit a day.
  package var drawsAlike: Bool { eras.count == 1 && definition.drops.perDay == nil }

  /// Whether the rates depend on the cards received before.
  package var hasPity: Bool { drops.hasPity }

  /// Returns the probabilities of a roll for a category on a day, given a state.
  ///
  /// - Parameter isPaid: whether a token is spent on the roll, so that a card certainly drops.
  package func drawDistribution(
    for category: SparkCategory, on day: CivilDay, in state: ProfileState, isPaid: Bool = false
  ) -> DrawDistribution {
    drops.distribution(
      definition.position(of: category), era: eras.era(of: day), since: state.since, isPaid: isPaid)
  }

  /// Returns the rulebook positions of the cards that a roll on a day selects from, and their weights,
  /// once its category and rarity are determined.
  ///
  /// - Parameter rarity: the position of the rarity in the rulebook.
  package func drawableCards(
    _ category: SparkCategory, _ rarity: Int, on day: CivilDay
  ) -> (cards: [Int], weights: [UInt64]) {
    let era = eras.era(of: day)
    let category = definition.position(of: category)
    return (
      drops.cards(category, rarity, era: era), drops.cardWeights(category, rarity, era: era)
    )
  }

  /// Returns the exact weights of a roll.
  ///
  /// - Parameter day: the day of the roll; `nil` for the time before every season and outside all that recur.
  package func rollDistribution(on day: CivilDay? = nil) -> RollDistribution {
    RollDistribution(drops, era: day.map { eras.era(of: $0) } ?? eras.outside)
  }

  /// Returns the nominal and effective rates of a category, commonest first. The difference between
  /// 1 and the sum of the effective rates is the probability of no card.
  ///
  /// - Parameter day: the day of the draw; `nil` for the time before every season and outside all that recur.
  package func rates(for category: SparkCategory, on day: CivilDay? = nil) -> [RarityRate] {
    let era = day.map { eras.era(of: $0) } ?? eras.outside
    let given = drops.distribution(definition.position(of: category), era: era, since: nil)
    return definition.rarities.enumerated().map { position, rarity in
      RarityRate(
        rarity: rarity, nominal: definition.drops.rates[position],
        effective: Fraction.product(
          given.weights[position], over: given.total, times: definition.drops.chance))
    }
  }

  /// Returns the rulebook position of the card that an event draws independently of all earlier
  /// events; `nil` when the event draws no card or when pity can change the draw.
  package func certainDraw(of event: ProfileEvent, seed: UInt64) -> Int? {
    if drops.hasPity { return nil }
    let category: SparkCategory
    switch event.action {
    // Earlier sparks of the day decide whether a spark draws one.
    case .spark where definition.drops.perDay != nil: return nil
    case .spark(let of, _), .roll(let of): category = of
    default: return nil
    }
    let position = categories[category]
    if position < 0 { return nil }
    let card = drops.draw(
      seed: seed, identity: event.id.high, category: position, since: CardsSince(),
      era: eras.era(of: event.day(dayStart))
    ).card
    return card >= 0 ? card : nil
  }
}

extension DropTable {
  /// Returns the probabilities of a roll for a category in an era.
  ///
  /// - Parameters:
  ///   - since: the number of cards received since the last of each rarity or better; `nil` for the
  ///     rates without pity.
  ///   - isPaid: whether a token is spent on the roll, so that a card certainly drops.
  func distribution(
    _ category: Int, era: Int, since: CardsSince?, isPaid: Bool = false
  ) -> DrawDistribution {
    var weights = RarityWeights(self.weights)
    if hasPity, let since { raise(&weights, since: since) }
    var total = denominator
    if emptyCell == .reroll {
      // Pity can make a rarity certain that the category lacks: drawing again would then never
      // yield a card, so none is given.
      total = max(1, weights.dropEmpty { resolved(category, $0, era: era) != nil })
    }
    var given = [UInt64](repeating: 0, count: rarities)
    for rarity in 0..<rarities {
      if let resolved = resolved(category, rarity, era: era) {
        given[resolved] += weights[rarity]
      }
    }
    return DrawDistribution(weights: given, total: total, chance: isPaid ? .one : chance)
  }

  /// Returns the positions of the cards of a category and a rarity that can be drawn in an era.
  func cards(_ category: Int, _ rarity: Int, era: Int) -> [Int] {
    let cell = cell(category, rarity, era: era)
    return plain.cellCards[cells[cell]..<cells[cell + 1]].map { Int($0) }
  }

  func cardWeights(_ category: Int, _ rarity: Int, era: Int) -> [UInt64] {
    let cell = cell(category, rarity, era: era)
    return cellWeights.weights(
      of: CardRange(first: Int32(cells[cell]), count: Int32(cells[cell + 1] - cells[cell])))
  }
}

extension Fraction {
  /// Returns numerator/denominator × factor, reduced before the multiplication.
  static func product(
    _ numerator: UInt64, over denominator: UInt64, times factor: Fraction
  ) -> Fraction {
    guard let left = Fraction(numerator, over: denominator),
      let first = Fraction(left.numerator, over: factor.denominator),
      let second = Fraction(factor.numerator, over: left.denominator)
    else { return .zero }
    let top = first.numerator.multipliedReportingOverflow(by: second.numerator)
    let bottom = first.denominator.multipliedReportingOverflow(by: second.denominator)
    // Beyond 64 bits an exact ratio is of no use to a reader; the nearest multiple of 2⁻⁴⁸ is
    // shown.
    if top.overflow || bottom.overflow {
      let scale = 0x1p48
      return Fraction(UInt64(left.approximation * factor.approximation * scale), over: 1 << 48)
        ?? .zero
    }
    return Fraction(top.partialValue, over: bottom.partialValue) ?? .zero
  }
}
