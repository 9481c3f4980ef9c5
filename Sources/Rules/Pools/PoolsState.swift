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
      repeating: Counters(since: Array(repeating: 0, count: plan.rarities)),
      count: (plan.groups.max() ?? -1) + 1)
    totals = Array(repeating: Totals(), count: plan.pools.count)
  }
}

extension PoolsState {
  init(from reader: inout StateReader, _ plan: PoolPlan) {
    self.init(plan)
    let counters = reader.list { reader in
      Counters(
        since: reader.list { $0.integer() }, come: reader.integer(), guaranteed: reader.integer())
    }
    let totals = reader.list { reader in
      Totals(
        rolls: reader.word(), points: reader.word(), exchanges: reader.word(),
        chosen: reader.integer(), path: reader.integer(), sinceFeatured: reader.integer(),
        hasFeatured: reader.flag(), box: reader.list { $0.word() })
    }
    guard counters.map(\.since.count) == self.counters.map(\.since.count),
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
    writer.write(list: counters) { writer, counter in
      writer.write(list: counter.since) { $0.write($1) }
      writer.write(counter.come)
      writer.write(counter.guaranteed)
    }
    writer.write(list: totals) { writer, total in
      for word in [total.rolls, total.points, total.exchanges] { writer.write(word) }
      for number in [total.chosen, total.path, total.sinceFeatured] { writer.write(number) }
      writer.write(total.hasFeatured ? 1 : 0)
      writer.write(list: total.box) { $0.write($1) }
    }
  }
}
