import CounterRandom

/// The compiled drop rules: integer weights over one denominator, and the cards of every cell.
public struct DropTable: Sendable {
  private typealias Purpose = RollWords.Purpose

  /// A pity rule, scaled to the table's denominator.
  struct Pity: Sendable {
    var softStart: Int64
    var softStep: UInt64
    var hard: Int64

    /// The lowest card count at which the rule changes a rate.
    var onset: Int64 { Swift.min(softStart, hard) }
  }

  /// The cards that a category and a drawn rarity yield, as a range of `cellCards`.
  struct CardRange: BitwiseCopyable, Sendable {
    /// The position of the first card in `cellCards`.
    var first: Int32
    /// The number of cards; 0 when no card is given.
    var count: Int32
  }

  /// The unmodified rates and the cards that they yield; separate from the rest of the table, so
  /// that a roll loads no more than it reads.
  struct Plain: BitwiseCopyable, Sendable {
    let denominator: UInt64
    /// The weights before any pity.
    let weights: InlineWeights
    /// The cards that each drawn rarity yields, demoted where the rule for empty cells demands it:
    /// by era, then category, then rarity, commonest first.
    fileprivate let given: FixedTable<CardRange>
    /// The positions of cards, cell by cell.
    let cellCards: FixedTable<Int32>

    /// Draws a card where every roll yields one at the unmodified rates.
    @inline(__always)
    func draw(
      _ words: RollWords, _ roll: Roll, _ category: Category, era: Int
    ) -> (rarity: Rarity?, card: Int) {
      let drawn = weights.rarity(at: roll.bounded(words.rarity, denominator, Purpose.rarity))
      return (drawn, card(words, roll, category, drawn, era: era))
    }

    /// Draws a card of the drawn rarity; -1 when there is none.
    @inline(__always)
    fileprivate func card(
      _ words: RollWords, _ roll: Roll, _ category: Category, _ drawn: Rarity, era: Int
    ) -> Int {
      let cell = given[(era &* DropTable.categories &+ category.index) &* 4 &+ drawn.index]
      if cell.count == 0 { return -1 }
      let count = UInt64(truncatingIfNeeded: cell.count)
      let position = roll.bounded(words.card, count, Purpose.card)
      return Int(cellCards[Int(cell.first) &+ Int(truncatingIfNeeded: position)])
    }
  }

  /// The probability that a roll drops a card.
  let chance: Fraction
  /// The weights before any pity, commonest first.
  let weights: [UInt64]
  let pity: [Pity?]
  let hasPity: Bool
  let emptyCell: EmptyCell
  /// The start of each (category, rarity) cell of each era in the positions of cards, `plain.cellCards`.
  let cells: [Int]
  /// The table used while nothing modifies the rates.
  let plain: Plain
  /// The lowest card count at which pity for each rarity changes a rate.
  private let onsets: InlineArray<4, Int64>
  /// Whether rolls depend on the rates alone: they always drop a card, once, and without pity.
  let isPlain: Bool
  /// The owner of the tables' memory.
  private let storage: TableStorage

  /// The denominator of the weights.
  var denominator: UInt64 { plain.denominator }

  private static let categories = 5
  /// The number of entries that an era has in `cells`: each start, and the last end.
  private static let entries = Category.allCases.count * Rarity.allCases.count + 1

  /// Returns the index in `cells` of an era's cell.
  @inline(__always)
  func cell(_ category: Category, _ rarity: Rarity, era: Int) -> Int {
    era * Self.entries + category.index * 4 + rarity.index
  }

  /// Returns the rates and pity steps over their least common denominator; `nil` beyond 2⁴⁸.
  static func commonWeights(
    of drops: DropDefinition
  ) -> (rates: [UInt64], steps: [UInt64], denominator: UInt64)? {
    let all = drops.rates + drops.pity.map { $0?.softStep ?? .zero }
    // These bounds keep every weight and sum of weights far from overflow.
    guard all.allSatisfy({ $0.numerator <= $0.denominator }),
      let common = Fraction.overCommonDenominator(all, most: 1 << 48)
    else { return nil }
    return (
      Array(common.numerators.prefix(drops.rates.count)),
      Array(common.numerators.dropFirst(drops.rates.count)), common.denominator
    )
  }

  /// Compiles valid drop rules; `nil` when their denominator is too large.
  init?(_ drops: DropDefinition, cards: [CardDefinition], eras: Eras) {
    guard let common = DropTable.commonWeights(of: drops) else { return nil }
    chance = drops.chance
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
    let storage = TableStorage()
    self.cells = cells
    onsets = InlineArray { [pity] in pity[$0]?.onset ?? .max }
    isPlain = drops.emptyCell != .reroll && !hasPity && chance == .one
    let given = (0..<eras.count).flatMap { era in
      (0..<Self.entries - 1).map { cell in
        Self.given(cell, cells[(era * Self.entries)...], isDemoting: drops.emptyCell == .demote)
      }
    }
    plain = Plain(
      denominator: common.denominator, weights: InlineWeights(common.rates),
      given: storage.table(given), cellCards: storage.table(cellCards))
    self.storage = storage
  }

  /// Returns the cards that a cell of an era yields.
  private static func given(_ cell: Int, _ cells: ArraySlice<Int>, isDemoting: Bool) -> CardRange {
    let first = cells.startIndex
    var cell = cell
    while isDemoting && cell & 3 > 0 && cells[first + cell] == cells[first + cell + 1] { cell -= 1 }
    let start = cells[first + cell]
    return CardRange(first: Int32(start), count: Int32(cells[first + cell + 1] - start))
  }

  /// Draws a card of a category among those available in the era: a pure function of seed,
  /// identity, era and, under pity, the number of cards since the last of each rarity or better.
  func draw(
    seed: UInt64, identity: UInt64, category: Category, since: (Int32, Int32, Int32, Int32),
    era: Int
  ) -> (rarity: Rarity?, card: Int?) {
    let words = RollWords(seed: seed, identity: identity)
    let (rarity, card) = draw(
      words, Roll(seed: seed, identity: identity), category, since: since, era: era)
    return (rarity, card >= 0 ? card : nil)
  }

  /// Draws a card, given the first words of the random streams; the card is -1 for none.
  ///
  /// - Parameter isPaid: whether a token was spent on the card, which then certainly drops.
  @inline(never)
  func draw(
    _ words: RollWords, _ roll: Roll, _ category: Category, since: (Int32, Int32, Int32, Int32),
    era: Int, isPaid: Bool = false
  ) -> (rarity: Rarity?, card: Int) {
    if chance != .one && !isPaid && isLost(roll) { return (nil, -1) }
    var weights = plain.weights
    if hasPity && isRaised(since) { raise(&weights, since: since) }
    var drawn = weights.rarity(at: roll.bounded(words.rarity, denominator, Purpose.rarity))
    if emptyCell == .reroll && isEmpty(category, drawn, era: era) {
      guard let other = redraw(weights, roll, category, era: era) else { return (drawn, -1) }
      drawn = other
    }
    return (drawn, plain.card(words, roll, category, drawn, era: era))
  }

  /// Returns whether no card drops.
  private func isLost(_ roll: Roll) -> Bool {
    var stream = roll.stream(Purpose.drop)
    return stream.bounded(chance.denominator) >= chance.numerator
  }

  /// Draws until the rarity has a card; `nil` when that is impossible.
  @inline(never)
  private func redraw(
    _ weights: InlineWeights, _ roll: Roll, _ category: Category, era: Int
  ) -> Rarity? {
    guard canReroll(weights, category, era: era) else { return nil }
    var stream = roll.stream(Purpose.rarity)
    while true {
      let drawn = weights.rarity(at: stream.bounded(denominator))
      if !isEmpty(category, drawn, era: era) { return drawn }
    }
  }

  /// Returns whether pity changes the rates of the next card.
  @inline(__always)
  private func isRaised(_ since: (Int32, Int32, Int32, Int32)) -> Bool {
    Int64(since.3) + 1 >= onsets[3] || Int64(since.2) + 1 >= onsets[2]
      || Int64(since.1) + 1 >= onsets[1]
  }

  /// Returns whether drawing again can ever yield a card: pity can make a rarity certain that the
  /// category lacks.
  private func canReroll(_ weights: InlineWeights, _ category: Category, era: Int) -> Bool {
    Rarity.allCases.contains { weights[$0.index] > 0 && !isEmpty(category, $0, era: era) }
  }

  @inline(__always)
  private func isEmpty(_ category: Category, _ rarity: Rarity, era: Int) -> Bool {
    let cell = cell(category, rarity, era: era)
    return cells[cell] == cells[cell + 1]
  }

  /// Returns the rarity received when one is drawn; `nil` for none.
  @inline(__always)
  func resolved(_ category: Category, _ drawn: Rarity, era: Int) -> Rarity? {
    if !isEmpty(category, drawn, era: era) { return drawn }
    guard emptyCell == .demote else { return nil }
    return Rarity.allCases[..<drawn.index].last { !isEmpty(category, $0, era: era) }
  }

  /// Raises the rates by pity, rarest first; each gain is taken from the commonest first.
  func raise(_ weights: inout InlineWeights, since: (Int32, Int32, Int32, Int32)) {
    let since: InlineArray<4, Int32> = [since.0, since.1, since.2, since.3]
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

/// The key and counter of a roll's random streams.
struct Roll {
  let seed: UInt64
  let identity: UInt64
  /// Whether an earning rule grants the roll, which then has streams of its own: the event that
  /// earned it may draw a card in another way, too.
  var isEarned = false

  func stream(_ purpose: UInt32) -> CounterStream {
    CounterStream(
      key: seed, identity: identity,
      purpose: isEarned ? purpose &+ RollWords.Purpose.earned : purpose)
  }

  /// Returns the first result of `CounterStream.bounded` on a purpose's stream, given its word 0.
  @inline(__always)
  func bounded(_ word: UInt32, _ bound: UInt64, _ purpose: UInt32) -> UInt64 {
    // A bound beyond 32 bits is never below the half compared, so it always takes the slow path.
    let product = UInt64(word) &* bound
    if product & 0xFFFF_FFFF >= bound { return product &>> 32 }
    return boundedByStream(bound, purpose)
  }

  @inline(never)
  private func boundedByStream(_ bound: UInt64, _ purpose: UInt32) -> UInt64 {
    var stream = stream(purpose)
    return stream.bounded(bound)
  }
}

/// Four weights, commonest first, stored without an allocation.
struct InlineWeights: BitwiseCopyable, Sendable {
  private var values: (UInt64, UInt64, UInt64, UInt64)

  @inline(__always)
  init(_ weights: [UInt64]) {
    values = (weights[0], weights[1], weights[2], weights[3])
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

  /// Returns the rarity that a number below the sum of the weights selects.
  @inline(__always)
  func rarity(at number: UInt64) -> Rarity {
    // Compares with all weights instead of branching: the result is unpredictable.
    let first = values.0
    let second = first &+ values.1
    let third = second &+ values.2
    var rarity = Rarity.common
    if number >= first { rarity = .rare }
    if number >= second { rarity = .epic }
    if number >= third { rarity = .legendary }
    return rarity
  }

  /// Sets the weights of rarities without a card to 0 and returns the sum of the others.
  mutating func dropEmpty(hasCard: (Rarity) -> Bool) -> UInt64 {
    var sum: UInt64 = 0
    for rarity in Rarity.allCases {
      if !hasCard(rarity) { self[rarity.index] = 0 }
      sum += self[rarity.index]
    }
    return sum
  }
}
