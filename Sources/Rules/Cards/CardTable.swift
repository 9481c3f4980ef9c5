/// The cards of a rulebook, compiled: how they are drawn, and what the fold reads of each.
struct CardTable: Sendable {
  /// The fields of a card that the fold reads.
  struct Card: BitwiseCopyable, Sendable {
    var rarity: Int32
    /// The position of the moves of a first copy: see `MissionPlan.Moves.cardMoves`.
    var moves: Int32
  }

  let drops: DropTable
  let plainDraws: DropTable.Plain
  let drawsPlainly: Bool
  /// The points of a duplicate, by rarity.
  let duplicatePoints: FixedTable<Int64>
  /// The rarities, commonest first.
  let rarities: FixedTable<Rarity>
  /// The mask of the rarer ones, by rarity.
  let rarer: FixedTable<CardsSince>
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
    rarer = storage.table(
      definition.rarities.indices.map {
        CardsSince.rarer(than: $0, of: definition.rarities.count)
      })
    cards = storage.table(
      definition.cards.map { card in
        let rarity = definition.position(of: card.rarity)
        return Card(
          rarity: Int32(rarity),
          moves: Int32(
            MissionPlan.Moves.position(
              ofCard: definition.position(of: card.category), rarity,
              rarities: definition.rarities.count)))
      })
    positions = Dictionary(
      uniqueKeysWithValues: definition.cards.enumerated().map { ($1.id, $0) })
    self.storage = storage
  }

  @inline(__always)
  subscript(position: Int) -> Card { cards[position] }

  /// Returns the position of the card of an id; `nil` when no such card exists.
  func position(id: String) -> Int? { positions[id] }
}
