import BigInt
import Chance

/// Loot tables under given circumstances, with names resolved and conditions evaluated: what distributions and
/// simulations read.
struct LootPlan: Sendable {
  /// What is given once an entry is drawn.
  package enum Outcome: Sendable {
    /// Nothing.
    case nothing
    /// A number of one thing.
    case drop(Int, AmountDistribution)
    /// Some openings of another table.
    case open(Int, AmountDistribution)
  }

  package struct Choice: Sendable {
    var outcome: Outcome
    /// The chance that the entry gives anything.
    var chance: ExactChance
  }

  /// What takes part in a roll, with the chance that its conditions hold.
  indirect enum Option: Sendable {
    /// The choice at an index.
    case entry(Int, ExactChance)
    case all([Option], ExactChance)
    case first([Option], ExactChance)
    case sequence([Option], ExactChance)
  }

  /// A part of a table.
  struct Pool: Sendable {
    /// The chance that the pool's conditions hold.
    var chance = ExactChance.one
    /// What each opening gives.
    var always: [Choice] = []
    /// The number of rolls.
    package var rolls = AmountDistribution.one
    /// What rolls draw from, with the weights of one copy each and the numbers of copies.
    var choices: [Choice] = []
    package var weights: [UInt64] = []
    var stocks: [Int64] = []
    var options: [Option] = []
    var isReplaced = true
    /// The chance of each choice in a roll, if drawn entries are replaced.
    var shares: [ExactChance] = []
    /// The chance that a roll finds nothing to draw.
    var idle = ExactChance.zero
  }

  /// A table, or a table whose counts are changed by one that refers to it.
  struct Node: Sendable {
    var pools: [Pool] = []
  }

  /// The tables; each refers only to those before it.
  var nodes: [Node] = []
  /// The names of all things that can be given, in the order of the table.
  var names: [String] = []
  /// Whether all chances are fractions.
  var isExact = true

  /// The index of the table that is opened.
  var root: Int { nodes.count - 1 }
}

extension LootPlan.Outcome {
  /// The table that is opened, if any.
  var node: Int? { if case .open(let node, _) = self { node } else { nil } }
}

extension LootPlan.Pool {
  /// All entries, drawn or not.
  var everything: [LootPlan.Choice] { always + choices }
}

// MARK: Bounds

extension LootPlan {
  /// Returns, for each table, the greatest number of some things that an opening can give; infinite beyond
  /// all bounds.
  func mostCounts(of tracked: Set<Int>) -> [Double] {
    bounds { outcome, values in
      switch outcome {
      case .nothing: 0
      case .drop(let thing, let count): tracked.contains(thing) ? Double(count.most) : 0
      case .open(let node, let times): values[node] * Double(max(0, times.most))
      }
    }
  }

  /// The greatest number of draws that an opening can take.
  var mostDraws: Double {
    bounds { outcome, values in
      switch outcome {
      case .nothing: 1
      case .drop: 2
      case .open(let node, let times): 2 + (values[node] + 1) * Double(max(0, times.most))
      }
    }[root]
  }

  /// A bound of the number of binary digits of the denominators of all chances.
  var digits: Double {
    func digits(_ chance: ExactChance) -> Double { Double(chance.ratio.denominator.bitWidth - 1) }
    func digits(_ distribution: AmountDistribution) -> Double {
      distribution.certain == nil ? distribution.shares.reduce(0) { max($0, digits($1.chance)) } : 0
    }
    var values: [Double] = []
    for node in nodes {
      var sum = 0.0
      for pool in node.pools {
        func cost(_ choice: Choice) -> Double {
          switch choice.outcome {
          case .nothing: digits(choice.chance)
          case .drop(_, let distribution): digits(choice.chance) + digits(distribution)
          case .open(let node, let times):
            digits(choice.chance) + digits(times) + values[node] * Double(max(0, times.most))
          }
        }
        sum += digits(pool.chance) + digits(pool.rolls)
        sum += pool.always.reduce(0) { $0 + cost($1) }
        let most = Double(max(0, pool.rolls.most))
        let total = pool.weights.reduce(UInt64(0)) { $0 &+ $1 }
        let drawn = Double(64 - total.leadingZeroBitCount)
        // The denominators of different entries are mostly divisors of each other.
        sum += most * (drawn + pool.choices.reduce(0) { max($0, cost($1)) })
      }
      values.append(sum)
    }
    return values.last ?? 0
  }

  var entryCount: Int {
    nodes.reduce(0) { $0 + $1.pools.reduce(0) { $0 + $1.always.count + $1.choices.count } }
  }

  /// Returns for each table the sum over its pools of what always comes, and the greatest of what each roll
  /// can bring.
  private func bounds(_ value: (Outcome, [Double]) -> Double) -> [Double] {
    var values: [Double] = []
    for node in nodes {
      values.append(
        node.pools.reduce(0) { sum, pool in
          let drawn = pool.choices.reduce(0) { max($0, value($1.outcome, values)) }
          let given = pool.always.reduce(0) { $0 + value($1.outcome, values) }
          return sum + given + (drawn == 0 ? 0 : drawn * Double(max(0, pool.rolls.most)))
        })
    }
    return values
  }
}
