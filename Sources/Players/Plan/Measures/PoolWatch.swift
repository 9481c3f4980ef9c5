import Chance
import FlintRules

/// A detector of the draw that reaches a goal of the rolls in a pool. Cards from elsewhere do not count.
struct PoolWatch {
  let pool: Int
  /// By card, whether it counts.
  private let marked: [Bool]
  /// The number of copies of each card that counts as one, and the number needed; where every copy
  /// counts, `copies` is 0.
  private let copies: Int32
  private let needed: Int
  /// The copies of each card before the first roll: as many as fewer of it are needed than of others.
  private let start: [Int32]
  private var counts: [Int32] = []
  private var reached = 0

  var isOver: Bool { reached >= needed }

  /// - Throws: `PlanProblem` when the rulebook has no such pool, or the pool nothing of that name.
  init(_ target: PoolTarget, in id: String, _ rulebook: Rulebook) throws(PlanProblem) {
    pool = try rulebook.pool(id, "")
    let definition = rulebook.definition
    guard let resolved = definition.pool(id) else {
      throw rulebook.absence(of: "pool", id, among: definition.pools.map(\.id), "")
    }
    let goal: PoolGoal
    let cards: PoolCards
    do throws(OddsError) {
      (goal, cards) = try target.resolved(in: resolved, definition)
    } catch {
      throw PlanProblem(error.problem)
    }
    var marked = definition.cards.map { _ in false }
    for (tier, row) in resolved.cards.enumerated() {
      for card in row where cards.contains(card, tier: tier) { marked[card.position] = true }
    }
    self.marked = marked
    let all = marked.count { $0 }
    var start = marked.map { _ in Int32(0) }
    switch goal {
    case .copies(_, let count): (copies, needed) = (0, count)
    case .different(_, let count, let each):
      (copies, needed) = (Int32(clamping: each), count ?? all)
    case .each(let wanted):
      let most = wanted.values.max() ?? 1
      (copies, needed) = (Int32(clamping: most), all)
      for (index, card) in definition.cards.enumerated() {
        if let own = wanted[card.id] { start[index] = Int32(clamping: most - own) }
      }
    }
    self.start = start
    guard all > 0, copies == 0 || needed <= all else {
      throw PlanProblem(
        "\(target) cannot be reached: pool \(id) of rulebook \(definition.id) has \(all) such cards"
      )
    }
    reset()
  }

  /// Returns what the goal lacks, if cards that are offered can give it: the first of the cheapest, and the number of
  /// copies and the points in all.
  func gap(
    offered cards: [(card: Int, price: Int64)]
  ) -> (card: Int, copies: Int64, points: Int64)? {
    let lacking = needed - reached
    guard lacking > 0 else { return nil }
    let open = cards.filter { marked[$0.card] && (copies == 0 || counts[$0.card] < copies) }
    if copies == 0 {
      guard let cheapest = open.min(by: { $0.price < $1.price }) else { return nil }
      return (cheapest.card, Int64(lacking), cheapest.price * Int64(lacking))
    }
    guard open.count >= lacking else { return nil }
    let offers = open.map { offer in
      let copies = Int64(self.copies - counts[offer.card])
      return (points: copies * offer.price, copies: copies, card: offer.card)
    }
    let nearest = offers.sorted { $0 < $1 }.prefix(lacking)
    return (
      nearest[0].card, nearest.reduce(0) { $0 + $1.copies }, nearest.reduce(0) { $0 + $1.points }
    )
  }

  /// Resets the watch for the next player.
  mutating func reset() {
    reached = 0
    counts = copies == 0 ? [] : start
  }

  /// Counts the cards of an event of the pool.
  ///
  /// - Returns: the index of the card that reaches the goal; `nil` where none does.
  mutating func index(ofGoalIn draws: [Outcome.Draw]) -> Int? {
    for (index, draw) in draws.enumerated() {
      guard let card = draw.card, marked[card] else { continue }
      if copies > 0 {
        counts[card] += 1
        guard counts[card] == copies else { continue }
      }
      reached += 1
      if reached == needed { return index }
    }
    return nil
  }
}
