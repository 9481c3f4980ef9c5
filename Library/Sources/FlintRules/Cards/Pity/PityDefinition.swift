import FlintSchema

/// A rule by which the rate of a rarity rises while the rarity is not drawn.
///
/// At the k-th card since the last of the rarity or better, the rate is
/// base + `softStep` · max(0, k − `softStart` + 1), and 1 at k = `hard`; or what `rates` states.
package struct PityDefinition: Hashable, Sendable {
  /// What resets the counter of a rarity, and ends what `first` promises.
  package enum Reset: String, CaseIterable, Sendable {
    /// A card of the rarity or of a rarer one.
    case better
    /// A card of the rarity itself.
    case exact
  }

  /// The first card whose rate is raised, if rates are raised.
  package var softStart: Int64?
  /// The increase of the rate from one card to the next.
  package var softStep: Fraction
  /// The card that is certain, if one is.
  package var hard: Int64?
  /// The card that is certain until the first one has come; only in pools.
  package var first: Int64?
  /// The rate by roll in steps and ramps, by ascending rolls; empty where the keys above state it.
  package var rates: [PityRate] = []
  /// The number of rolls of a round, in which the rate stays as it is at the first of them, whatever comes; only in
  /// pools. `nil` where each roll has its own rate.
  package var round: Int64?
  /// What resets the counter.
  package var reset = Reset.better

  package init(
    softStart: Int64? = nil, softStep: Fraction = .zero, hard: Int64? = nil, first: Int64? = nil
  ) {
    self.softStart = softStart
    self.softStep = softStep
    self.hard = hard
    self.first = first
  }

  /// The rates and gains of the rule.
  var fractions: [Fraction] { [softStep] + rates.map(\.value) }

  /// The lowest roll from which on the rule has no further step or ramp; `nil` where no rate rises before one is
  /// certain.
  package var lastStart: Int64? { rates.last?.from ?? softStart }

  /// Returns how many times `softStep` is added to the rate of a card; `nil` where the card is certain. `PityWeight`
  /// has the rate over a pool's denominator.
  ///
  /// - Parameter card: the number of the card since the last one of the rarity or better.
  package func steps(at card: Int64) -> Int64? {
    if let hard, card >= hard { return nil }
    return softStart.map { max(0, card - $0 + 1) } ?? 0
  }

  /// Records a rate below that of the rarity, which pity cannot lower.
  func check(against rate: Fraction, at keys: [TablePath.Key], _ reader: inout TableReader) {
    for (index, own) in rates.enumerated() {
      guard let value = own.rate, value.isProbability, rate.isProbability,
        value.approximation < rate.approximation
      else { continue }
      reader.fault(
        "\(value) is below the rate of the rarity, \(rate), which pity only raises",
        at: keys + [.name("rates"), .position(index + 1), .name("rate")])
    }
  }
}

/// The rate of a rarity from a roll on: a step to a rate, or a ramp that continues from the rate before.
package struct PityRate: Hashable, Sendable {
  /// The first roll since the last card.
  package var from: Int64
  /// The rate from then on; `nil` for a ramp.
  package var rate: Fraction?
  /// The gain at `from`, and again after every `every` rolls; `nil` for a step.
  package var step: Fraction?
  /// The number of rolls from one gain to the next; `nil` for 1.
  package var every: Int64?

  package init(from: Int64, rate: Fraction? = nil, step: Fraction? = nil, every: Int64? = nil) {
    (self.from, self.rate) = (from, rate)
    (self.step, self.every) = (step, every)
  }

  /// The rate or the gain.
  var value: Fraction { rate ?? step ?? .zero }
}
