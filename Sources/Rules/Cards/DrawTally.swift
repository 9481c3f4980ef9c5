/// What rolls gave, counted by category and by what they could have given at their places.
public struct DrawTally: Sendable {
  /// Rolls for one category under one law.
  public struct Group: Sendable {
    /// The category.
    public var category: Category
    /// What each of the rolls could give.
    public var law: DrawLaw
    /// How many gave a card of each rarity, commonest first, and how many gave none.
    public var counts: [Int64] = [0, 0, 0, 0, 0]
  }

  /// Cards given from among the same ones.
  public struct Choice: Sendable {
    /// The cards, positions in the rulebook.
    public var cards: [Int]
    /// How often each was given.
    public var counts: [Int64]
  }

  /// The rolls, in the order in which their groups first appear.
  public private(set) var groups: [Group] = []
  /// The cards given, in the order of category, rarity and first card.
  public var choices: [Choice] {
    chosen.values.sorted { $0.cards.lexicographicallyPrecedes($1.cards) }
  }
  private var places: [Key: Int] = [:]
  private var chosen: [[Int]: Choice] = [:]
  private var cells: [Cell: [Int]] = [:]

  private struct Key: Hashable {
    var category: Category
    var law: DrawLaw
  }

  private struct Cell: Hashable {
    var category: Category
    var rarity: Rarity
    var era: Int
  }

  /// Makes an empty tally.
  public init() {}

  /// How many rolls were counted.
  public var draws: Int64 { groups.reduce(0) { $0 + $1.counts.reduce(0, +) } }

  /// Lets an event have its effect, and counts the roll that it made, if it made one.
  ///
  /// - Returns: what the event brought.
  @discardableResult
  public mutating func apply(
    _ event: Event, to state: inout ProfileState, of rulebook: Rulebook, seed: UInt64
  ) -> Outcome {
    let category: Category
    switch event.action {
    case .spark(let of, _): category = of
    case .roll(let of): category = of
    default: return rulebook.apply(event, to: &state, seed: seed)
    }
    let law = rulebook.drawLaw(for: category, on: event.day, in: state)
    let outcome = rulebook.apply(event, to: &state, seed: seed)
    if !outcome.isVoid { count(outcome, event, category, law, rulebook) }
    return outcome
  }

  private mutating func count(
    _ outcome: Outcome, _ event: Event, _ category: Category, _ law: DrawLaw, _ rulebook: Rulebook
  ) {
    let rarity = outcome.card.map { rulebook.definition.cards[$0].rarity }
    let key = Key(category: category, law: law)
    let place = places[key, default: groups.count]
    if place == groups.count {
      places[key] = place
      groups.append(Group(category: category, law: law))
    }
    groups[place].counts[rarity?.index ?? Rarity.allCases.count] += 1
    if let rarity, let card = outcome.card {
      let cell = Cell(category: category, rarity: rarity, era: rulebook.eras.era(of: event.day))
      if cells[cell] == nil {
        cells[cell] = rulebook.drawableCards(category, rarity, on: event.day)
      }
      guard let cards = cells[cell], let position = cards.firstIndex(of: card) else { return }
      chosen[cards, default: Choice(cards: cards, counts: cards.map { _ in 0 })]
        .counts[position] += 1
    }
  }
}
