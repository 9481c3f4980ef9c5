package import FlintRules

/// The state of a player before the first roll of a pool.
package struct PoolStart: Hashable, Sendable {
  /// The number of rolls since the last card of each tier or better; 0 for tiers beyond the end.
  package var counters: [Int64] = []
  /// Whether each tier has given a card, or a better one has, for pity with `first`; `false` beyond the end.
  package var hasHad: [Bool] = []
  /// Whether the next card of each tier is guaranteed to be featured.
  package var guarantees: [Bool] = []
  /// The number of chances of a featured card lost in a row, of each tier.
  package var lost: [Int64] = []
  /// The number of rolls made of the current round, and the counter at its beginning, of each tier.
  package var turns: [Int64] = []
  package var settled: [Int64] = []
  /// The number of other cards of each tier since the chosen one.
  package var pathPoints: [Int] = []
  /// The chosen card of each tier; `nil` for none.
  package var chosen: [String?] = []
  /// The cards of which the first that the goal lacks is chosen, in order, in place of `chosen`; empty where the
  /// player does not choose anew. While none is lacking, choices change so that the path has no effect.
  package var choices: [String] = []
  package var exchangePoints = 0
  /// The number of rolls since the last featured card of the rarest featured tier.
  package var sinceFeatured = 0
  /// Whether such a card has come, for a ceiling that ends with the first.
  package var hasHadFeatured = false
  /// The copies owned of each card, by id.
  package var owned: [String: Int] = [:]
  /// The copies already drawn from the box since it was filled, by id.
  package var drawn: [String: Int] = [:]

  /// The number of rolls of a cycle before, or of those since it began again; `nil` where it is not known.
  package var cycle: Int? = 0
  /// The number of rolls of the pool before, on which prices and what a limit leaves may depend.
  package var rolls: Int64 = 0

  /// Creates the state of a new player.
  package init() {}
}

package enum PoolGoal: Hashable, Sendable {
  /// A number of copies of any cards of a set, in new draws.
  case copies(of: PoolCards, Int)
  /// A number of different cards of a set, each in a number of copies, those owned included; `nil` for all
  /// cards.
  case different(of: PoolCards, Int? = nil, copies: Int = 1)
  /// Each of some cards in a number of copies, by id, those owned included.
  case each([String: Int])
}

package enum PoolCards: Hashable, Sendable {
  case all
  case ids(Set<String>)
  case featured(tier: Int? = nil)
  case tier(Int)
  /// The cards of a tier or better.
  case atLeast(tier: Int)

  /// Returns whether the set contains a card of a tier.
  package func contains(_ card: PoolTable.Card, tier: Int) -> Bool {
    switch self {
    case .all: true
    case .ids(let ids): ids.contains(card.id)
    case .featured(let only): card.isFeatured && (only ?? tier) == tier
    case .tier(let only): tier == only
    case .atLeast(let least): tier >= least
    }
  }
}

/// A goal in a pool, which a player rolls in until it is reached.
package struct PoolStage: Sendable {
  package var pool: PoolTable
  /// The goal; `nil` where rolls go on.
  package var goal: PoolGoal?
  /// The state before the first roll; that of an earlier stage whose pool shares its counters goes on, and
  /// cards owned in any stage are owned in all.
  package var start: PoolStart

  package init(_ pool: PoolTable, until goal: PoolGoal?, from start: PoolStart = PoolStart()) {
    self.pool = pool
    self.goal = goal
    self.start = start
  }

  var id: String { pool.definition.id }
  /// The number of rolls that are bought together; 1 where each is bought alone.
  var bundleSize: Int { Int(clamping: pool.definition.bundle?.size ?? 1) }
}

/// The currency that cards give back.
package struct PoolRefunds: Hashable, Sendable {
  package var cards: [Int64]
  /// The amount, on top, for a card of each tier that was owned already.
  package var duplicates: [Int64]

  /// Creates refunds by tier; 0 beyond the end.
  package init(cards: [Int64] = [], duplicates: [Int64] = []) {
    self.cards = cards
    self.duplicates = duplicates
  }
}
