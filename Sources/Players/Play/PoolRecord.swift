import FlintRules

/// What a player has rolled in each pool, which the state of a profile does not count.
struct PoolRecord {
  /// What is counted for one pool, or for all.
  struct Count {
    private(set) var rolls: Int64 = 0
    private(set) var featured: Int64 = 0
    /// The cards of the rarity of featured ones that rolls gave and that were not featured.
    private(set) var lost: Int64 = 0
    /// The longest run of days without a prize that has ended.
    private var longest: Int64 = 0
    /// The days with rolls since the last day with a prize.
    private var dry: Int64 = 0
    private var latestDay: Int64 = 0
    private var hasPrize = false

    /// The longest run of days with rolls without a prize.
    var dryDays: Int64 { max(longest, dry) }

    fileprivate mutating func add(
      rolls: Int64, featured: Int64, lost: Int64, hasPrize isPrize: Bool, day: Int64
    ) {
      self.rolls += rolls
      self.lost += lost
      self.featured += featured
      if latestDay != day {
        // An exchange is no roll.
        if rolls == 0 { return }
        longest = max(longest, dry)
        (latestDay, hasPrize) = (day, false)
        dry += 1
      }
      if isPrize { hasPrize = true }
      if hasPrize { dry = 0 }
    }
  }

  /// The counts of each pool.
  private(set) var pools: [Count]
  /// The counts of all pools together.
  private(set) var all = Count()
  /// The position of the rarity of prizes, by pool: the rarest with a featured card, or with any.
  private let prizes: [Int?]
  /// The position of the rarest rarity with a featured card, by pool.
  private let featured: [Int?]
  /// The position of each card's rarity.
  private let tiers: [Int]

  init(_ rulebook: Rulebook) {
    let definition = rulebook.definition
    let resolved = definition.pools.map { definition.pool($0.id) }
    pools = resolved.map { _ in Count() }
    prizes = resolved.map { $0?.rarestFeatured ?? $0?.cards.lastIndex { !$0.isEmpty } }
    featured = resolved.map { $0?.rarestFeatured }
    let rarities = definition.rarities.map(\.name)
    tiers = definition.cards.map { card in rarities.firstIndex(of: card.rarity.name) ?? 0 }
  }

  /// Clears the counts for the next player.
  mutating func reset() {
    for index in pools.indices { pools[index] = Count() }
    all = Count()
  }

  /// Returns the counts of a pool, or of all.
  func count(of pool: Int?) -> Count { pool.map { pools[$0] } ?? all }

  /// Counts an event about a pool.
  ///
  /// - Parameters:
  ///   - pool: the position of the pool.
  ///   - rolls: the number of rolls; 0 for an exchange.
  ///   - draws: the cards given.
  ///   - day: the day, counted from 1.
  package mutating func add(pool: Int, rolls: Int64, _ draws: [Outcome.Draw], day: Int64) {
    var (featured, lost) = (Int64(0), Int64(0))
    var hasPrize = false
    for draw in draws {
      if draw.isFeatured { featured += 1 }
      if rolls > 0, !draw.isFeatured, let card = draw.card, let rarity = self.featured[pool],
        tiers[card] == rarity
      {
        lost += 1
      }
      if let card = draw.card, tiers[card] == prizes[pool] { hasPrize = true }
    }
    pools[pool].add(rolls: rolls, featured: featured, lost: lost, hasPrize: hasPrize, day: day)
    all.add(rolls: rolls, featured: featured, lost: lost, hasPrize: hasPrize, day: day)
  }
}
