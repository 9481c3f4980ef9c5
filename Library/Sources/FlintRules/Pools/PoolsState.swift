/// The counters of a profile's pools.
package struct PoolsState: Equatable, Sendable {
  /// What pools that carry over share.
  struct Counters: Equatable, Sendable {
    /// The number of rolls since the last card of each rarity or better, commonest first.
    var since: [Int32]
    /// One bit for each rarity of which, or of a rarer one, a card has come.
    var come: UInt32 = 0
    /// One bit for each rarity of which the next card is featured.
    var guaranteed: UInt32 = 0
    /// The number of cards of each rarity in a row that could have been featured and were not.
    var lost: [Int32]
    /// The number of rolls of each rarity's current round.
    var turns: [Int32]
    /// What `since` was at the beginning of each rarity's current round.
    var settled: [Int32]

    init(rarities: Int) {
      since = Array(repeating: 0, count: rarities)
      (lost, turns, settled) = (since, since, since)
    }

    init(from reader: inout StateReader) {
      since = reader.list { $0.integer() }
      (come, guaranteed) = (reader.integer(), reader.integer())
      lost = reader.list { $0.integer() }
      turns = reader.list { $0.integer() }
      settled = reader.list { $0.integer() }
    }

    func encode(to writer: inout StateWriter) {
      writer.write(list: since) { $0.write($1) }
      writer.write(come)
      writer.write(guaranteed)
      for list in [lost, turns, settled] { writer.write(list: list) { $0.write($1) } }
    }

    /// Returns the number of the coming roll since the last card of a rarity or better, by which its rate is found: that
    /// of the first roll of a round.
    func coming(_ rarity: Int, round: Int32) -> Int64 {
      Int64(round > 1 && turns[rarity] > 0 ? settled[rarity] : since[rarity]) + 1
    }

    /// Counts a roll of a round, before the roll is counted in `since`.
    mutating func turn(_ rarity: Int, round: Int32) {
      guard round > 1 else { return }
      if turns[rarity] == 0 { settled[rarity] = since[rarity] }
      turns[rarity] = turns[rarity] &+ 1 < round ? turns[rarity] &+ 1 : 0
    }

    /// Whether it has as many rarities as other counters.
    func fits(_ other: Counters) -> Bool {
      [since, lost, turns, settled].allSatisfy { $0.count == other.since.count }
    }
  }

  /// What is counted for one pool.
  struct Totals: Equatable, Sendable {
    /// The number of rolls.
    var rolls: Int64 = 0
    /// The rolls that can be exchanged.
    var points: Int64 = 0
    /// The number of exchanges.
    var exchanges: Int64 = 0
    /// The position of the chosen card; −1 for none.
    var chosen: Int32 = -1
    /// The cards of its rarity since the chosen card was chosen or given.
    var path: Int32 = 0
    /// The rolls since the last featured card of the rarest such rarity.
    var sinceFeatured: Int32 = 0
    /// Whether such a card has come.
    var hasFeatured = false
    /// The number of copies left in the box, by card; empty for a full box.
    var box: [Int64] = []
  }

  /// By group of pools that carry over.
  var counters: [Counters]
  /// By pool.
  var totals: [Totals]

  init(_ plan: PoolPlan) {
    counters = Array(
      repeating: Counters(rarities: plan.rarities), count: (plan.groups.max() ?? -1) + 1)
    totals = Array(repeating: Totals(), count: plan.pools.count)
  }
}

extension PoolsState {
  init(from reader: inout StateReader, _ plan: PoolPlan) {
    self.init(plan)
    let counters = reader.list { Counters(from: &$0) }
    let totals = reader.list { reader in
      Totals(
        rolls: reader.word(), points: reader.word(), exchanges: reader.word(),
        chosen: reader.integer(), path: reader.integer(), sinceFeatured: reader.integer(),
        hasFeatured: reader.flag(), box: reader.list { $0.word() })
    }
    guard counters.count == self.counters.count,
      zip(counters, self.counters).allSatisfy({ $0.fits($1) }),
      totals.count == self.totals.count,
      zip(totals, plan.pools).allSatisfy({ $0.box.isEmpty || $0.box.count == $1.box.count })
    else {
      reader.fail()
      return
    }
    self.counters = counters
    self.totals = totals
  }

  func encode(to writer: inout StateWriter) {
    writer.write(list: counters) { $1.encode(to: &$0) }
    writer.write(list: totals) { writer, total in
      for word in [total.rolls, total.points, total.exchanges] { writer.write(word) }
      for number in [total.chosen, total.path, total.sinceFeatured] { writer.write(number) }
      writer.write(total.hasFeatured ? 1 : 0)
      writer.write(list: total.box) { $0.write($1) }
    }
  }
}
