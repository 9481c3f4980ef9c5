/// The cards of a rulebook, compiled: how they are drawn, and what the fold reads of each.
struct CardTable: Sendable {
  /// The fields of a card that the fold reads.
  struct Card: BitwiseCopyable, Sendable {
    var rarity: Int32
    /// The position of the moves of a first copy: see `MissionPlan.Moves.cardMoves`.
    var moves: Int32
    /// The position of its set; -1 for none.
    var set: Int32
  }

  let drops: DropTable
  let plainDraws: DropTable.Plain
  let drawsPlainly: Bool
  /// The number of sparks of a civil day that draw a card.
  let drawsPerDay: Int32
  /// The positions of the cards of each set.
  let sets: [[Int]]
  /// The points of a duplicate, by rarity.
  let duplicatePoints: FixedTable<Int64>
  /// The rarities, commonest first.
  let rarities: FixedTable<CardRarity>
  /// The mask of those whose counters a card does not reset, by its rarity.
  let kept: FixedTable<CardsSince>
  private let cards: FixedTable<Card>
  private let positions: [String: Int]
  private let storage: TableStorage

  /// Compiles the cards of a definition; `nil` when the denominator of its drop rules is too large.
  init?(_ definition: RulebookDefinition, eras: Eras) {
    guard let drops = DropTable(definition, eras: eras) else { return nil }
    self.drops = drops
    plainDraws = drops.plain
    drawsPlainly = drops.isPlain
    let storage = TableStorage()
    duplicatePoints = storage.table(definition.points.duplicates)
    rarities = storage.table(definition.rarities)
    kept = storage.table(
      definition.rarities.indices.map {
        CardsSince.kept(by: $0, of: definition.drops.pity)
      })
    cards = storage.table(
      definition.cards.map { card in
        let rarity = definition.position(of: card.rarity)
        let set = definition.setPosition(of: card)
        return Card(
          rarity: Int32(rarity),
          moves: Int32(
            MissionPlan.Moves.position(
              ofCard: definition.position(of: card.category), rarity, set: set, in: definition)),
          set: Int32(set ?? -1))
      })
    sets = definition.sets.map { set in
      definition.cards.indices.filter { definition.cards[$0].set == set.id }
    }
    drawsPerDay = definition.drops.perDay.map { Int32(clamping: $0) } ?? .max
    positions = Dictionary(
      uniqueKeysWithValues: definition.cards.enumerated().map { ($1.id, $0) })
    self.storage = storage
  }

  @inline(__always)
  subscript(position: Int) -> Card { cards[position] }

  /// Returns the position of the card of an id; `nil` when no such card exists.
  func position(id: String) -> Int? { positions[id] }
}
