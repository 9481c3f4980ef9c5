/// The rarities at the places of a slot of different cards: one of which all cards are given is drawn no more.
struct SlotChain {
  struct Tier {
    var rate: Double
    /// The groups of its cards that are drawn among each other: the featured ones, then the others; none of a rarity
    /// without cards.
    var groups: [Int]
  }

  private struct Draw {
    var tier: Int
    /// The group; `nil` of a rarity without cards.
    var group: Int?
    var chance: Double
  }

  private let tiers: [Tier]
  private let sizes: [Int]
  private let count: Int
  /// The chance of a featured card where a rarity has others, too.
  private let featured: Double
  /// The groups that can run out.
  private let limited: [Int]

  init(tiers: [Tier], sizes: [Int], count: Int, featured: Double) {
    (self.tiers, self.sizes, self.count, self.featured) = (tiers, sizes, count, featured)
    limited = sizes.indices.filter { group in
      sizes[group] < count && tiers.contains { $0.rate > 0 && $0.groups.contains(group) }
    }
  }

  /// Whether there are few states of the groups that can run out.
  var isWithinReach: Bool {
    let each = limited.reduce(1.0) { $0 * Double(sizes[$1] + 1) } * Double(count + 1)
    // No more cards than places are given, in all of the groups together.
    let together = (0...limited.count).reduce(1.0) { $0 * Double(count + $1 + 1) / Double($1 + 1) }
    return min(each, together) <= 1e5
  }

  /// Returns the chances of what the next place has after some cards of the groups.
  private func draws(_ given: [Int]) -> [Draw] {
    let left = tiers.map { tier in tier.groups.filter { given[$0] < sizes[$0] } }
    let open = tiers.indices.filter {
      tiers[$0].rate > 0 && (tiers[$0].groups.isEmpty || !left[$0].isEmpty)
    }
    let total = open.reduce(0) { $0 + tiers[$1].rate }
    return open.flatMap { index -> [Draw] in
      let rate = tiers[index].rate / total
      guard let first = left[index].first, let last = left[index].last else {
        return [Draw(tier: index, group: nil, chance: rate)]
      }
      if first == last { return [Draw(tier: index, group: first, chance: rate)] }
      return [
        Draw(tier: index, group: first, chance: rate * featured),
        Draw(tier: index, group: last, chance: rate * (1 - featured)),
      ]
    }
  }

  /// Follows the places of the slot.
  ///
  /// - Parameters:
  ///   - group: a group whose cards are counted beside those of groups that can run out.
  ///   - visit: receives each place, the numbers of cards so far, what comes and its chance, and returns whether to go on.
  private func follow(
    _ group: Int? = nil, _ visit: (_ place: Int, _ given: [Int], _ draw: Draw, Double) -> Bool
  ) {
    let counted = Set(limited + [group].compactMap(\.self))
    var states: [[Int]: Double] = [[Int](repeating: 0, count: sizes.count): 1]
    for place in 0..<count {
      var next: [[Int]: Double] = [:]
      // In order, so that sums are the same each time.
      for (given, chance) in states.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        for draw in draws(given) {
          guard visit(place, given, draw, chance * draw.chance) else { continue }
          var after = given
          if let group = draw.group, counted.contains(group) { after[group] += 1 }
          next[after, default: 0] += chance * draw.chance
        }
      }
      states = next
    }
  }

  /// The rates of the rarities at each place.
  var rates: [[Double]] {
    var rates = [[Double]](repeating: [Double](repeating: 0, count: tiers.count), count: count)
    follow { place, _, draw, chance in
      rates[place][draw.tier] += chance
      return true
    }
    return rates
  }

  /// Returns the chance that the slot has no card of a rarity.
  func chance(ofNo tier: Int) -> Double {
    if tiers[tier].groups.isEmpty { return 1 }
    var chance = 0.0
    follow { place, _, draw, reached in
      if draw.tier != tier && place == count - 1 { chance += reached }
      return draw.tier != tier
    }
    return chance
  }

  /// Returns for each place the chances that it has the first, the second, … card of a group.
  func turns(of group: Int) -> [[Double]] {
    let most = min(count, sizes[group])
    var turns = [[Double]](repeating: [Double](repeating: 0, count: most), count: count)
    follow(group) { place, given, draw, chance in
      if draw.group == group, given[group] < most { turns[place][given[group]] += chance }
      return true
    }
    return turns
  }
}
