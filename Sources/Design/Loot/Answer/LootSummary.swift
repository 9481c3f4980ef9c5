/// The chance of at least one of each thing in an opening, and the expected count, for all things at once.
struct LootSummary<Number: DistributionNumber> {
  struct Figures {
    /// The chance of at least one.
    var some = Number.zero
    package var mean = Number.zero
  }

  private let plan: LootPlan
  private var nodes: [[Int: Figures]] = []
  /// A bound of the relative error of the figures of each table.
  private var errors: [Double] = []

  /// The figures of the table that was asked about, by thing.
  var figures: [Int: Figures] { nodes.last ?? [:] }
  /// A bound of the relative error of all figures.
  var error: Double { errors.last ?? 0 }

  init(_ plan: LootPlan) throws(LootError) {
    self.plan = plan
    for node in plan.nodes {
      var sum: [Int: Figures] = [:]
      var error = 0.0
      for pool in node.pools {
        var (part, partError) = try figures(of: pool)
        if pool.chance != .one {
          let chance = Number(of: pool.chance)
          part = part.mapValues { Figures(some: $0.some * chance, mean: $0.mean * chance) }
        }
        Self.add(part, to: &sum)
        error = max(error, partError)
      }
      nodes.append(sum)
      errors.append(error + 4 * Double(node.pools.count + 1) * Number.rounding)
    }
  }

  /// Adds an independent gift to another one.
  private static func add(_ part: [Int: Figures], to sum: inout [Int: Figures]) {
    if sum.isEmpty {
      sum = part
      return
    }
    for (thing, figures) in part {
      guard let old = sum[thing] else {
        sum[thing] = figures
        continue
      }
      sum[thing] = Figures(
        some: old.some + figures.some * (.unity - old.some), mean: old.mean + figures.mean)
    }
  }

  private func figures(of pool: LootPlan.Pool) throws(LootError) -> ([Int: Figures], Double) {
    var sum: [Int: Figures] = [:]
    var error = 0.0
    for choice in pool.always {
      let (part, partError) = figures(of: choice)
      Self.add(part, to: &sum)
      error = max(error, partError)
    }
    let (drawn, drawnError) =
      pool.isReplaced ? self.drawn(from: pool) : try taken(from: pool)
    Self.add(drawn, to: &sum)
    return (sum, max(error, drawnError) + 4 * Number.rounding * Double(pool.always.count + 1))
  }

  /// Returns the figures of the rolls of a pool whose entries are replaced.
  private func drawn(from pool: LootPlan.Pool) -> ([Int: Figures], Double) {
    var sum: [Int: Figures] = [:]
    var error = 0.0
    for (share, choice) in zip(pool.shares, pool.choices) where share.approximation > 0 {
      let factor = Number(of: share)
      let (part, partError) = figures(of: choice)
      error = max(error, partError)
      for (thing, figures) in part {
        let old = sum[thing] ?? Figures()
        sum[thing] = Figures(
          some: old.some + factor * figures.some, mean: old.mean + factor * figures.mean)
      }
    }
    let rolls = Repetitions<Number>(pool.rolls)
    let terms = 2 * Double(pool.choices.count) + 4 * Double(max(0, pool.rolls.most)) + 8
    return (sum.mapValues(rolls.figures), error + terms * Number.rounding)
  }

  private func figures(of choice: LootPlan.Choice) -> ([Int: Figures], Double) {
    let factor = Number(of: choice.chance)
    switch choice.outcome {
    case .nothing: return ([:], 0)
    case .drop(let thing, let count):
      var figures = Figures()
      for share in count.shares where share.value > 0 {
        figures.some = figures.some + Number(of: share.chance)
        figures.mean = figures.mean + Number(of: share.chance) * Number(whole: share.value)
      }
      let drop = Figures(some: figures.some * factor, mean: figures.mean * factor)
      return ([thing: drop], Double(count.shares.count + 2) * Number.rounding)
    case .open(let node, let times):
      let repetitions = Repetitions<Number>(times)
      let terms = 4 * Double(max(0, times.most)) + 4
      let figures = nodes[node].mapValues { figures in
        let all = repetitions.figures(figures)
        return Figures(some: all.some * factor, mean: all.mean * factor)
      }
      return (figures, errors[node] + terms * Number.rounding)
    }
  }

  // MARK: Without replacement

  private func taken(from pool: LootPlan.Pool) throws(LootError) -> ([Int: Figures], Double) {
    // The figures of each thing that a copy can give, by the entries that give it.
    var entries: [Int: [(choice: Int, figures: Figures)]] = [:]
    var error = 0.0
    for index in pool.certainChoices where pool.weights[index] > 0 {
      let (part, partError) = figures(of: pool.choices[index])
      error = max(error, partError)
      for (thing, figures) in part { entries[thing, default: []].append((index, figures)) }
    }
    if entries.isEmpty { return ([:], error) }
    let drawn = try CopyChances<Number>(pool)
    var sum: [Int: Figures] = [:]
    for (thing, givers) in entries {
      var figures = Figures()
      for giver in givers {
        let copies = Number(whole: pool.stocks[giver.choice])
        let chance = drawn.chance(of: pool.weights[giver.choice])
        figures.mean = figures.mean + copies * chance * giver.figures.mean
      }
      if givers.count == 1, pool.stocks[givers[0].choice] == 1 {
        figures.some = drawn.chance(of: pool.weights[givers[0].choice]) * givers[0].figures.some
      } else {
        let algebra = SetAlgebra<Number>([thing])
        var distributions = [SetAlgebra<Number>.Element?](repeating: nil, count: pool.choices.count)
        for giver in givers {
          distributions[giver.choice] = SetAlgebra<Number>.Element(
            chances: [.unity - giver.figures.some, giver.figures.some], error: 0)
        }
        let distribution = try UrnDraws(pool, distributions, algebra).distribution()
        error = max(error, distribution.error)
        figures.some = distribution.chances[1]
      }
      sum[thing] = figures
    }
    return (sum, error + drawn.error + 16 * Number.rounding)
  }
}

/// The figures of a random number of independent repetitions.
private struct Repetitions<Number: DistributionNumber> {
  /// The chances of more than 0, 1, 2, … repetitions.
  private var tails: [Number] = []
  private var mean = Number.zero

  init(_ times: AmountDistribution) {
    var tail = Number.zero
    var position = times.most
    for share in times.shares.reversed() where share.value > 0 {
      while position > share.value {
        tails.append(tail)
        position -= 1
      }
      tail = tail + Number(of: share.chance)
      mean = mean + Number(of: share.chance) * Number(whole: share.value)
    }
    while position > 0 {
      tails.append(tail)
      position -= 1
    }
    tails.reverse()
  }

  /// Returns the figures of all repetitions together.
  func figures(_ one: LootSummary<Number>.Figures) -> LootSummary<Number>.Figures {
    // 1 − E qᴺ = (1 − q)·Σ P(N > j)·qʲ, all terms of which are positive.
    let missing = Number.unity - one.some
    var sum = Number.zero
    for tail in tails.reversed() { sum = sum * missing + tail }
    return LootSummary<Number>.Figures(some: one.some * sum, mean: one.mean * mean)
  }
}

/// The chance that one particular copy of each weight is among those drawn without replacement.
private struct CopyChances<Number: DistributionNumber> {
  private var chances: [UInt64: Number] = [:]
  private(set) var error = 0.0

  init(_ pool: LootPlan.Pool) throws(LootError) {
    let none = [CountAlgebra<Number>.Element?](repeating: nil, count: pool.choices.count)
    let urn = UrnDraws(pool, none, CountAlgebra<Number>(thing: 0))
    if urn.states <= UrnDraws<CountAlgebra<Number>>.mostStates {
      // Each group of the urn has one weight.
      var sums = [Number](repeating: .zero, count: urn.groups.count)
      urn.follow { gone, chance in
        for (index, number) in gone.enumerated() {
          sums[index] = sums[index] + chance * Number(whole: number)
        }
      }
      for (group, sum) in zip(urn.groups, sums) {
        chances[group.weight] = sum / Number(whole: group.count)
      }
      error = 4 * Double(urn.rolls.most) * Double(urn.groups.count) * Number.rounding
      return
    }
    guard let integral = CopyIntegral(urn.groups.map { ($0.weight, $0.count) }, urn.rolls),
      Number.self is Double.Type
    else {
      throw LootError(
        .noExactMethod,
        "no exact method within reach: \(urn.rolls.most) draws without replacement from \(urn.total) "
          + "copies of different weights")
    }
    for (group, chance) in zip(urn.groups, integral.chances) {
      chances[group.weight] = chance as? Number
    }
    error = integral.error
  }

  func chance(of weight: UInt64) -> Number { chances[weight] ?? .zero }
}
