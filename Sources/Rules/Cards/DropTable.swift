import CounterRandom

/// The drop rules compiled: integer weights over one denominator, and the cards of every cell.
public struct DropTable: Sendable {
  /// What a roll is drawn for; part of the generator's counter, so it never changes meaning.
  enum Purpose {
    static let drop: UInt32 = 1
    static let rarity: UInt32 = 2
    static let card: UInt32 = 3
  }

  /// A pity rule over the table's denominator.
  struct Pity: Sendable {
    var softStart: Int64
    var softStep: UInt64
    var hard: Int64
  }

  let chanceNumerator: UInt64
  let chanceDenominator: UInt64
  let denominator: UInt64
  let weights: [UInt64]
  let pity: [Pity?]
  let hasPity: Bool
  let emptyCell: EmptyCell
  /// Card indices, cell by cell; `cells` says where each (category, rarity) of each era begins.
  let cellCards: [Int32]
  let cells: [Int]

  /// How many entries of `cells` an era has: where each cell begins, and where the last ends.
  private static let entries = Category.allCases.count * Rarity.allCases.count + 1

  /// Where an era's cell is in `cells`.
  @inline(__always)
  private func cell(_ category: Category, _ rarity: Rarity, era: Int) -> Int {
    era * Self.entries + category.index * 4 + rarity.index
  }

  /// The rates and pity steps over their least common denominator; `nil` when that is too large.
  static func commonWeights(
    of drops: DropDefinition
  ) -> (rates: [UInt64], steps: [UInt64], denominator: UInt64)? {
    var denominator: UInt64 = 1
    let steps = drops.pity.map { $0?.softStep ?? .zero }
    for fraction in drops.rates + steps {
      guard fraction.numerator <= fraction.denominator,
        let multiple = leastCommonMultiple(denominator, fraction.denominator)
      else { return nil }
      denominator = multiple
    }
    let scale = { (fraction: Fraction) in
      denominator / fraction.denominator * fraction.numerator
    }
    return (drops.rates.map(scale), steps.map(scale), denominator)
  }

  /// Compiles sound drop rules.
  init?(_ drops: DropDefinition, cards: [CardDefinition], eras: Eras) {
    guard let common = DropTable.commonWeights(of: drops) else { return nil }
    chanceNumerator = drops.chance.numerator
    chanceDenominator = drops.chance.denominator
    denominator = common.denominator
    weights = common.rates
    pity = zip(drops.pity, common.steps).map { rule, step in
      rule.map { Pity(softStart: $0.softStart ?? .max, softStep: step, hard: $0.hard ?? .max) }
    }
    hasPity = drops.pity.contains { $0 != nil }
    emptyCell = drops.emptyCell
    var cellCards: [Int32] = []
    var cells: [Int] = []
    var before: [Bool]?
    for era in 0..<eras.count {
      let days = eras.days(of: era)
      let drawable = cards.map { $0.season.encloses(days) }
      // Where only missions change, eras share their cells.
      if drawable == before {
        cells.append(contentsOf: cells.suffix(Self.entries))
        continue
      }
      before = drawable
      cells.append(cellCards.count)
      for category in Category.allCases {
        for rarity in Rarity.allCases {
          for (index, card) in cards.enumerated()
          where drawable[index] && card.category == category && card.rarity == rarity {
            cellCards.append(Int32(index))
          }
          cells.append(cellCards.count)
        }
      }
    }
    self.cellCards = cellCards
    self.cells = cells
  }

  /// What a roll brings: the rarity drawn and the card given, each `nil` when there is none.
  struct Drawn {
    var rarity: Rarity?
    var card: Int?
  }

  /// Draws a card of a category, one that can be drawn in the era: a pure function of seed,
  /// identity, era and, under pity, of how many cards were given since the last of each rarity or
  /// better.
  @inline(__always)
  func draw(
    seed: UInt64, identity: UInt64, category: Category, since: (Int32, Int32, Int32, Int32),
    era: Int
  ) -> Drawn {
    if chanceNumerator != chanceDenominator {
      var stream = CounterStream(key: seed, identity: identity, purpose: Purpose.drop)
      if stream.bounded(chanceDenominator) >= chanceNumerator { return Drawn() }
    }
    var weights = InlineWeights(weights)
    if hasPity { raise(&weights, since: since) }
    var stream = CounterStream(key: seed, identity: identity, purpose: Purpose.rarity)
    var drawn = weights.rarity(at: stream.bounded(denominator))
    if emptyCell == .reroll && isEmpty(category, drawn, era: era) {
      guard canReroll(weights, category, era: era) else { return Drawn(rarity: drawn) }
      while isEmpty(category, drawn, era: era) {
        drawn = weights.rarity(at: stream.bounded(denominator))
      }
    }
    guard let given = resolved(category, drawn, era: era) else { return Drawn(rarity: drawn) }
    let cell = cell(category, given, era: era)
    let count = cells[cell + 1] - cells[cell]
    var cardStream = CounterStream(key: seed, identity: identity, purpose: Purpose.card)
    let position = cells[cell] + Int(cardStream.bounded(UInt64(count)))
    return Drawn(rarity: drawn, card: Int(cellCards[position]))
  }

  /// Whether drawing again can ever bring a card: under pity a rarity that the category lacks can
  /// be certain.
  private func canReroll(_ weights: InlineWeights, _ category: Category, era: Int) -> Bool {
    Rarity.allCases.contains { weights[$0.index] > 0 && !isEmpty(category, $0, era: era) }
  }

  @inline(__always)
  private func isEmpty(_ category: Category, _ rarity: Rarity, era: Int) -> Bool {
    let cell = cell(category, rarity, era: era)
    return cells[cell] == cells[cell + 1]
  }

  /// The rarity that is given when one is drawn; `nil` for none.
  @inline(__always)
  func resolved(_ category: Category, _ drawn: Rarity, era: Int) -> Rarity? {
    if !isEmpty(category, drawn, era: era) { return drawn }
    guard emptyCell == .demote else { return nil }
    var index = drawn.index
    while index > 0 {
      index -= 1
      if let rarity = Rarity(rawValue: UInt8(index)), !isEmpty(category, rarity, era: era) {
        return rarity
      }
    }
    return nil
  }

  /// Raises rates for pity, the rarest first; what one gains, the commonest loses first.
  func raise(_ weights: inout InlineWeights, since: (Int32, Int32, Int32, Int32)) {
    let since = [since.0, since.1, since.2, since.3]
    var rarerTotal: UInt64 = 0
    for index in stride(from: 3, through: 1, by: -1) {
      if let rule = pity[index] {
        let coming = Int64(since[index]) + 1
        let base = weights[index]
        var raised = self.weights[index]
        if coming >= rule.hard {
          raised = denominator
        } else if coming >= rule.softStart {
          let steps = UInt64(coming - rule.softStart + 1)
          let (gain, overflow) = rule.softStep.multipliedReportingOverflow(by: steps)
          raised = overflow ? denominator : min(denominator, raised + min(gain, denominator))
        }
        raised = min(raised, denominator - rarerTotal)
        if raised > base {
          var gain = raised - base
          for donor in 0..<index where gain > 0 {
            let taken = min(gain, weights[donor])
            weights[donor] -= taken
            gain -= taken
          }
          weights[index] = raised - gain
        }
      }
      rarerTotal += weights[index]
    }
  }
}

/// Four weights, commonest first, without an allocation.
struct InlineWeights: Equatable {
  private var values: (UInt64, UInt64, UInt64, UInt64)

  @inline(__always)
  init(_ weights: [UInt64]) {
    values = (weights[0], weights[1], weights[2], weights[3])
  }

  static func == (left: InlineWeights, right: InlineWeights) -> Bool {
    left.values == right.values
  }

  subscript(index: Int) -> UInt64 {
    get {
      switch index {
      case 0: values.0
      case 1: values.1
      case 2: values.2
      default: values.3
      }
    }
    set {
      switch index {
      case 0: values.0 = newValue
      case 1: values.1 = newValue
      case 2: values.2 = newValue
      default: values.3 = newValue
      }
    }
  }

  /// The rarity that a number below the sum of the weights falls on.
  @inline(__always)
  func rarity(at number: UInt64) -> Rarity {
    var bound = values.0
    if number < bound { return .common }
    bound += values.1
    if number < bound { return .rare }
    bound += values.2
    return number < bound ? .epic : .legendary
  }

  /// Sets the weights of rarities without a card to 0 and answers the sum of the others.
  mutating func dropEmpty(hasCard: (Rarity) -> Bool) -> UInt64 {
    var sum: UInt64 = 0
    for rarity in Rarity.allCases {
      if !hasCard(rarity) { self[rarity.index] = 0 }
      sum += self[rarity.index]
    }
    return sum
  }
}
