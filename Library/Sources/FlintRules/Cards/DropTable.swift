import FlintRandom

/// The compiled drop rules: integer weights over one denominator, and the cards of every cell.
package struct DropTable: Sendable {
  private typealias Purpose = RollWords.Purpose

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
    /// The thresholds of the rarities before any pity.
    fileprivate let thresholds: RarityThresholds
    fileprivate let rarities: Int
    fileprivate let eraCells: Int
    /// The cards that each drawn rarity yields, demoted where the rule for empty cells demands it:
    /// by era, then category, then rarity, commonest first.
    fileprivate let given: FixedTable<CardRange>
    /// The positions of cards, cell by cell.
    let cellCards: FixedTable<Int32>

    /// Draws a card where every roll yields one at the unmodified rates.
    @inline(__always)
    func draw(
      _ words: RollWords, _ roll: Roll, _ category: Int, era: Int
    ) -> RolledCard {
      let drawn = thresholds.position(at: roll.bounded(words.rarity, denominator, Purpose.rarity))
      return RolledCard(rarity: drawn, card: card(words, roll, category, drawn, era: era))
    }

    @inline(__always)
    fileprivate func range(_ category: Int, _ drawn: Int, era: Int) -> CardRange {
      given[era &* eraCells &+ category &* rarities &+ drawn]
    }

    /// Draws a card of the drawn rarity; -1 when there is none.
    @inline(__always)
    fileprivate func card(
      _ words: RollWords, _ roll: Roll, _ category: Int, _ drawn: Int, era: Int
    ) -> Int {
      let cell = range(category, drawn, era: era)
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
  let pity: [PityWeight?]
  let hasPity: Bool
  let emptyCell: EmptyCell
  /// The start of each (category, rarity) cell of each era in the positions of cards, `plain.cellCards`.
  let cells: [Int]
  /// The table used while nothing modifies the rates.
  let plain: Plain
  /// The lowest card count at which pity for each rarity changes a rate.
  private let onsets: [Int64]
  /// Whether rolls depend on the rates alone: they always drop a card, once, without pity, and equally
  /// likely cards of a cell.
  let isPlain: Bool
  /// The weights of cards within their cells.
  let cellWeights: CellWeights
  private let storage: TableStorage

  var denominator: UInt64 { plain.denominator }

  let rarities: Int
  let categories: Int
  /// The number of entries that an era has in `cells`: each start, and the last end.
  private var entries: Int { categories * rarities + 1 }

  /// Returns the index in `cells` of an era's cell.
  @inline(__always)
  func cell(_ category: Int, _ rarity: Int, era: Int) -> Int {
    era * entries + category * rarities + rarity
  }

  /// Returns the rates, and those of pity one after the other, over their least common denominator; `nil` beyond 2⁴⁸.
  static func commonWeights(
    of drops: DropDefinition
  ) -> (rates: [UInt64], pity: ArraySlice<UInt64>, denominator: UInt64)? {
    let all = drops.rates + drops.pity.flatMap { $0?.fractions ?? [] }
    // These bounds keep every weight and sum of weights far from overflow.
    guard all.allSatisfy({ $0.numerator <= $0.denominator }),
      let common = Fraction.overCommonDenominator(all, most: 1 << 48)
    else { return nil }
    return (
      Array(common.numerators.prefix(drops.rates.count)),
      common.numerators.dropFirst(drops.rates.count), common.denominator
    )
  }

  /// Compiles the drop rules of a valid definition; `nil` when their denominator is too large.
  init?(_ definition: RulebookDefinition, eras: Eras) {
    let (drops, cards) = (definition.drops, definition.cards)
    guard var common = DropTable.commonWeights(of: drops) else { return nil }
    chance = drops.chance
    weights = common.rates
    pity = drops.pity.map { rule in
      rule.map { PityWeight($0, &common.pity, of: common.denominator) }
    }
    hasPity = drops.pity.contains { $0 != nil }
    emptyCell = drops.emptyCell
    let rarities = definition.rarities.count
    let categories = definition.categories.count
    let entries = categories * rarities + 1
    self.rarities = rarities
    self.categories = categories
    let own = cards.map { card in
      definition.cell(of: card)
    }
    var cellCards: [Int32] = []
    var cells: [Int] = []
    var before: [Bool]?
    for era in 0..<eras.count {
      let drawable = cards.map { eras.includes(era, in: $0.season) && !$0.isExclusive }
      // Where only missions change, eras share their cells.
      if drawable == before {
        cells.append(contentsOf: cells.suffix(entries))
        continue
      }
      before = drawable
      var byCell = [[Int32]](repeating: [], count: entries - 1)
      for (index, cell) in own.enumerated() where drawable[index] {
        if let cell { byCell[cell].append(Int32(index)) }
      }
      cells.append(cellCards.count)
      for positions in byCell {
        cellCards += positions
        cells.append(cellCards.count)
      }
    }
    let storage = TableStorage()
    self.cells = cells
    onsets = pity.map { $0?.onset ?? .max }
    let given = (0..<eras.count).flatMap { era in
      (0..<entries - 1).map { cell in
        Self.given(
          cell, cells[(era * entries)...], rarity: cell % rarities,
          isDemoting: drops.emptyCell == .demote)
      }
    }
    cellWeights = CellWeights(cellCards.map { UInt64(cards[Int($0)].weight) }, cells: given)
    isPlain = drops.emptyCell != .reroll && !hasPity && chance == .one && cellWeights.areEqual
    plain = Plain(
      denominator: common.denominator, thresholds: RarityThresholds(common.rates, storage),
      rarities: rarities, eraCells: entries - 1, given: storage.table(given),
      cellCards: storage.table(cellCards))
    self.storage = storage
  }

  private static func given(
    _ cell: Int, _ cells: ArraySlice<Int>, rarity: Int, isDemoting: Bool
  ) -> CardRange {
    let first = cells.startIndex
    var (cell, rarity) = (cell, rarity)
    while isDemoting && rarity > 0 && cells[first + cell] == cells[first + cell + 1] {
      cell -= 1
      rarity -= 1
    }
    let start = cells[first + cell]
    return CardRange(first: Int32(start), count: Int32(cells[first + cell + 1] - start))
  }

  /// Draws a card of a category among those available in the era: a pure function of seed,
  /// identity, era and, under pity, the number of cards since the last of each rarity or better.
  func draw(
    seed: UInt64, identity: UInt64, category: Int, since: CardsSince, era: Int
  ) -> RolledCard {
    draw(
      RollWords(seed: seed, identity: identity), Roll(seed: seed, identity: identity), category,
      since: since, era: era)
  }

  /// Draws a card, given the first words of the random streams.
  ///
  /// - Parameter isPaid: whether a token was spent on the card, which then certainly drops.
  @inline(never)
  func draw(
    _ words: RollWords, _ roll: Roll, _ category: Int, since: CardsSince, era: Int,
    isPaid: Bool = false
  ) -> RolledCard {
    if chance != .one && !isPaid && isLost(roll) { return RolledCard(rarity: -1, card: -1) }
    let isRaised = hasPity && isRaised(since)
    var weights: RarityWeights?
    var drawn: Int
    let number = roll.bounded(words.rarity, denominator, Purpose.rarity)
    if isRaised {
      var raised = RarityWeights(self.weights)
      raise(&raised, since: since)
      drawn = raised.position(at: number)
      weights = raised
    } else {
      drawn = plain.thresholds.position(at: number)
    }
    if emptyCell == .reroll && isEmpty(category, drawn, era: era) {
      guard
        let other = redraw(weights ?? RarityWeights(self.weights), roll, category, era: era)
      else { return RolledCard(rarity: drawn, card: -1) }
      drawn = other
    }
    if cellWeights.areEqual {
      return RolledCard(
        rarity: drawn, card: plain.card(words, roll, category, drawn, era: era))
    }
    let cell = plain.range(category, drawn, era: era)
    guard cell.count > 0 else { return RolledCard(rarity: drawn, card: -1) }
    let position = cellWeights.choose(cell) { roll.bounded(words.card, $0, Purpose.card) }
    return RolledCard(rarity: drawn, card: Int(plain.cellCards[position]))
  }

  /// Returns whether no card drops.
  private func isLost(_ roll: Roll) -> Bool {
    var stream = roll.stream(Purpose.drop)
    return stream.bounded(chance.denominator) >= chance.numerator
  }

  /// Draws until the rarity has a card; `nil` when that is impossible.
  @inline(never)
  private func redraw(
    _ weights: RarityWeights, _ roll: Roll, _ category: Int, era: Int
  ) -> Int? {
    guard canReroll(weights, category, era: era) else { return nil }
    var stream = roll.stream(Purpose.rarity)
    while true {
      let drawn = weights.position(at: stream.bounded(denominator))
      if !isEmpty(category, drawn, era: era) { return drawn }
    }
  }

  /// Returns whether pity changes the rates of the next card.
  @inline(__always)
  private func isRaised(_ since: CardsSince) -> Bool {
    for position in 1..<rarities where Int64(since[position]) + 1 >= onsets[position] {
      return true
    }
    return false
  }

  /// Returns whether drawing again can ever yield a card: pity can make a rarity certain that the
  /// category lacks.
  private func canReroll(_ weights: RarityWeights, _ category: Int, era: Int) -> Bool {
    (0..<rarities).contains { weights[$0] > 0 && !isEmpty(category, $0, era: era) }
  }

  @inline(__always)
  private func isEmpty(_ category: Int, _ rarity: Int, era: Int) -> Bool {
    let cell = cell(category, rarity, era: era)
    return cells[cell] == cells[cell + 1]
  }

  /// Returns the rarity received when one is drawn; `nil` for none.
  @inline(__always)
  func resolved(_ category: Int, _ drawn: Int, era: Int) -> Int? {
    if !isEmpty(category, drawn, era: era) { return drawn }
    guard emptyCell == .demote else { return nil }
    return (0..<drawn).last { !isEmpty(category, $0, era: era) }
  }

  func raise(_ raised: inout RarityWeights, since: CardsSince) {
    raised.raise(over: denominator) { index in
      pity[index]?.raised(
        weights[index], coming: Int64(since[index]) + 1, denominator: denominator)
    }
  }
}

struct RolledCard: BitwiseCopyable {
  /// The position of the rarity drawn; -1 when no card drops.
  var rarity: Int
  /// The card's rulebook position; -1 for none.
  var card: Int
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
