/// The cards of a rulebook, compiled: how they are drawn, and what the fold reads of each.
struct CardTable: Sendable {
  /// The fields of a card that the fold reads.
  struct Card: BitwiseCopyable, Sendable {
    var rarity: Rarity
    /// The index of the card's cell: category × rarity.
    var cell: Int32
  }

  /// The drop rules.
  let drops: DropTable
  /// The tables for plain draws, stored apart from the other drop rules for faster access.
  let plainDraws: DropTable.Plain
  /// Whether all draws are plain.
  let drawsPlainly: Bool
  /// The points of a duplicate, by rarity.
  let duplicatePoints: FixedTable<Int64>
  private let cards: FixedTable<Card>
  /// The positions of cards by id.
  private let positions: [String: Int]
  /// The owner of the memory of the tables.
  private let storage: TableStorage

  /// Compiles the cards of a definition; `nil` when the denominator of its drop rules is too large.
  init?(_ definition: RulebookDefinition, eras: Eras) {
    guard let drops = DropTable(definition.drops, cards: definition.cards, eras: eras) else {
      return nil
    }
    self.drops = drops
    plainDraws = drops.plain
    drawsPlainly = drops.isPlain
    let storage = TableStorage()
    duplicatePoints = storage.table(definition.points.duplicates)
    cards = storage.table(
      definition.cards.map {
        Card(rarity: $0.rarity, cell: Int32($0.category.index * 4 + $0.rarity.index))
      })
    positions = Dictionary(
      uniqueKeysWithValues: definition.cards.enumerated().map { ($1.id, $0) })
    self.storage = storage
  }

  /// Returns the card at a rulebook position.
  @inline(__always)
  subscript(position: Int) -> Card { cards[position] }

  /// Returns the position of the card of an id; `nil` when no such card exists.
  func position(id: String) -> Int? { positions[id] }
}
