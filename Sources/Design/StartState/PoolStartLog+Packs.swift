import Chance
import FlintRules
import FlintSchema

extension PoolStartLog {
  /// A roll of a pool, by the position of the pool, and its draws, by their positions in the log.
  struct Roll {
    var pool: Int
    var draws: [Int]
  }

  /// Returns the rolls of a log. Where a pool gives packs, the cards of one are a roll.
  ///
  /// - Parameter pools: the pool of each draw; `nil` for draws that are left out.
  mutating func rolls(of draws: [DrawLog.Entry], from pools: [Int?]) throws(OddsError) -> [Roll] {
    var rolls: [Roll] = []
    var packed: [Int: [Int]] = [:]
    for (index, pool) in pools.enumerated() {
      guard let pool else { continue }
      let definition = rulebook.definition.pools[pool]
      let sharers = rulebook.definition.sharers(of: definition).map(\.id)
      let counts = asked.contains {
        $0 == pool || sharers.contains(rulebook.definition.pools[$0].id)
      }
      if counts, !definition.packs.isEmpty {
        packed[pool, default: []].append(index)
      } else {
        rolls.append(Roll(pool: pool, draws: [index]))
      }
    }
    for (pool, own) in packed.sorted(by: { $0.key < $1.key }) {
      rolls += try packs(of: own, draws, pool).map { Roll(pool: pool, draws: $0) }
    }
    return rolls.sorted { ($0.draws.first ?? 0) < ($1.draws.first ?? 0) }
  }

  /// Returns the draws of each pack.
  private mutating func packs(
    of own: [Int], _ draws: [DrawLog.Entry], _ pool: Int
  ) throws(OddsError) -> [[Int]] {
    let definition = rulebook.definition
    let id = definition.pools[pool].id
    let sizes = Set(definition.pool(id)?.packs.map(\.cards.count) ?? []).sorted()
    let words = sizes.map { "\($0)" }.alternatives
    var groups: [[Int]] = []
    for index in own {
      let event = draws[index].event
      if let last = groups.last?.last, !event.isEmpty, draws[last].event == event {
        groups[groups.count - 1].append(index)
      } else {
        groups.append([index])
      }
    }
    let areTold = groups.contains { $0.count > 1 } || sizes == [1]
    if !areTold { groups = [own] }
    func lines(_ group: [Int]) -> String {
      let (first, last) = (draws[group.first ?? 0].line, draws[group.last ?? 0].line)
      return first == last
        ? "\(unit) \(first)" : "\(unit)s \(min(first, last)) to \(max(first, last))"
    }
    var packs: [[Int]] = []
    for (number, group) in groups.enumerated() {
      let split = Self.sizes(of: group.count, among: sizes)
      // A log may begin or end within a pack.
      let isPartial = split.map { !sizes.contains($0.last ?? 0) } ?? true
      let isAtEnd = number == 0 || number == groups.count - 1
      guard let split, areTold || sizes.count == 1, !isPartial || isAtEnd else {
        let cards = group.count == 1 ? "1 card" : "\(group.count) cards"
        throw .invalid(
          "state_log",
          "\(lines(group)): which of \(cards) came in one pack of the pool \(id), which has \(words), is not known; "
            + hints.packs)
      }
      var rest = group[...]
      for size in split {
        packs.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      guard isPartial, let last = packs.last else { continue }
      notes.append(
        "\(lines(last)): of a pack of the pool \(id), which has \(words) cards, the log has \(last.count); it counts "
          + "as a roll, as if no others were in it")
    }
    if !areTold {
      notes.append(
        "the cards of the pool \(id) are taken as packs of \(words) in the order of the log, from its first draw on"
      )
    }
    return packs
  }

  /// Returns the sizes of the packs that a number of cards came in; `nil` where it may be others. The last one is less
  /// than a pack where cards are left over.
  private static func sizes(of count: Int, among sizes: [Int]) -> [Int]? {
    guard let least = sizes.first, least > 0 else { return nil }
    if sizes.count == 1 {
      let rest = count % least
      return Array(repeating: least, count: count / least) + (rest > 0 ? [rest] : [])
    }
    if count < least { return [count] }
    // The number of orders of packs with so many cards, as far as it is 0, 1 or more, and the last pack of one.
    var ways = [1]
    var last = [0]
    for sum in 1...count {
      let fitting = sizes.filter { $0 <= sum && ways[sum - $0] > 0 }
      ways.append(min(2, fitting.reduce(0) { $0 + ways[sum - $1] }))
      last.append(fitting.first ?? 0)
    }
    guard ways[count] == 1 else { return nil }
    var split: [Int] = []
    var left = count
    while left > 0 {
      split.append(last[left])
      left -= last[left]
    }
    return split.reversed()
  }
}
