import BigInt
import Chance

/// What openings go on for.
package enum LootGoal: Hashable, Sendable {
  case number(String, Int64)
  /// At least one of each of the things asked about; of all that the table can give if there are none.
  case all

  /// The forms of goals, for messages.
  package static let forms = "all, ITEM or ITEM:N"
  /// The maximum number of a thing.
  package static let most: Int64 = 1_000_000_000

  /// Parses `all`, a name, or a name and a number.
  ///
  /// - Parameter names: the names of all things, which may contain a colon.
  init(parsing text: String, names: [String]) throws(LootError) {
    if names.contains(text) {
      self = .number(text, 1)
      return
    }
    if text == "all" {
      self = .all
      return
    }
    guard let colon = text.lastIndex(of: ":"),
      let number = Int64(text[text.index(after: colon)...])
    else {
      self = .number(text, 1)
      return
    }
    guard (1...Self.most).contains(number) else {
      throw .invalid("until", "expected a number from 1 to \(Self.most), got \(number)")
    }
    self = .number(String(text[..<colon]), number)
  }
}

/// The number of openings until a goal, by whatever method is within reach.
struct LootTime {
  let plan: LootPlan

  /// Returns the distribution of the number of openings until there are a number of a thing; `nil` if there is no exact
  /// method within reach.
  ///
  /// - Parameter some: the chance of at least one in an opening, as a fraction where it is short.
  func distribution(of thing: Int, _ number: Int64, some: (BoundedValue, Ratio?)) -> Distribution? {
    if number == 1 { return Self.copies(1, some) }
    guard number < GrowthDistribution.mostStates else { return nil }
    let most = plan.mostCounts(of: [thing])[plan.root]
    if most <= 1, number <= Odds.mostCopies { return Self.copies(Int(number), some) }
    let algebra = CountAlgebra<Double>(thing: thing, limit: Int(number))
    guard let distribution = try? LootEvaluation(plan, algebra).distribution else { return nil }
    var step = distribution.chances
    step += [Double](repeating: 0, count: Int(number) + 1 - step.count)
    return GrowthDistribution(step, .sum, error: distribution.error).map {
      Distribution($0, method: .chain(states: step.count))
    }
  }

  /// Returns the distribution of openings that give a thing, or do not.
  private static func copies(_ number: Int, _ some: (BoundedValue, Ratio?)) -> Distribution? {
    Distribution(
      [.init(rate: min(1, some.0.value), count: 1)], wanted: 1, copies: number,
      exactMean: some.1.flatMap { ExactMean(groups: [($0, 1)], wanted: 1, copies: number).value })
  }

  // MARK: Several things

  /// Returns the distribution of the number of openings until there is at least one of each of some things; `nil` if
  /// there is no exact method within reach.
  func distribution(ofAll things: [Int]) -> Distribution? {
    if things.count <= SetAlgebra<Double>.mostThings {
      return sets(things, in: plan).map {
        Distribution($0, method: .chain(states: 1 << things.count))
      }
    }
    // Pools that share no thing are independent of each other.
    var distributions: [any ArrivalDistribution] = []
    var method = Distribution.Method.poisson
    for part in parts(Set(things)) {
      if let roll = singleRoll(part), case let (pool, rates) = roll {
        guard let distribution = rolls(pool, rates, things: part.things) else { return nil }
        distributions.append(distribution)
        if distribution.isTable { method = .chain(states: part.things.count) }
        continue
      }
      if part.pools.count == 1,
        let distribution = album(plan.nodes[plan.root].pools[part.pools[0]], things: part.things)
      {
        distributions.append(distribution)
        method = distribution.method
        continue
      }
      guard part.things.count <= SetAlgebra<Double>.mostThings else { return nil }
      var partial = plan
      partial.nodes[plan.root].pools = part.pools.map { plan.nodes[plan.root].pools[$0] }
      guard let distribution = sets(part.things.sorted(), in: partial) else { return nil }
      distributions.append(distribution)
      method = .chain(states: 1 << part.things.count)
    }
    if distributions.count == 1 { return Distribution(distributions[0], method: method) }
    return JointDistribution(distributions).map { Distribution($0, method: method) }
  }

  private func sets(_ things: [Int], in plan: LootPlan) -> GrowthDistribution? {
    guard let distribution = try? LootEvaluation(plan, SetAlgebra<Double>(things)).distribution
    else { return nil }
    return GrowthDistribution(distribution.chances, .union, error: distribution.error)
  }

  /// Pools of the table, and the things that only they give.
  private struct Part {
    var pools: [Int]
    var things: Set<Int>
  }

  private func parts(_ things: Set<Int>) -> [Part] {
    var given: [Set<Int>] = []
    for node in plan.nodes {
      given.append(
        node.pools.reduce(into: []) { set, pool in
          set.formUnion(self.things(of: pool, given))
        })
    }
    var parts: [Part] = []
    for (index, pool) in plan.nodes[plan.root].pools.enumerated() {
      var part = Part(pools: [index], things: self.things(of: pool, given).intersection(things))
      if part.things.isEmpty { continue }
      for other in parts where !other.things.isDisjoint(with: part.things) {
        part.pools += other.pools
        part.things.formUnion(other.things)
      }
      parts.removeAll { !$0.things.isDisjoint(with: part.things) }
      parts.append(part)
    }
    return parts
  }

  private func things(of pool: LootPlan.Pool, _ given: [Set<Int>]) -> Set<Int> {
    pool.everything.reduce(into: []) { set, choice in
      switch choice.outcome {
      case .nothing: break
      case .drop(let thing, _): set.insert(thing)
      case .open(let node, _): set.formUnion(given[node])
      }
    }
  }

  /// Returns the pool of a part that has only one, each of whose rolls gives at most one of the things, with
  /// the chance of each; `nil` for any other part.
  private func singleRoll(_ part: Part) -> (LootPlan.Pool, [Int: Double])? {
    guard part.pools.count == 1 else { return nil }
    let pool = plan.nodes[plan.root].pools[part.pools[0]]
    guard pool.isReplaced, pool.chance == .one || pool.rolls.certain == 1 else { return nil }
    var cache: [Int: [Int: Double]?] = [:]
    guard let rates = single(pool, part.things, &cache) else { return nil }
    return (pool, rates.mapValues { $0 * pool.chance.approximation })
  }

  /// Returns the chance that a roll gives each thing; `nil` if a roll can give two of them.
  private func single(
    _ pool: LootPlan.Pool, _ things: Set<Int>, _ cache: inout [Int: [Int: Double]?]
  ) -> [Int: Double]? {
    guard pool.always.isEmpty, pool.isReplaced else { return nil }
    var rates: [Int: Double] = [:]
    for (share, choice) in zip(pool.shares, pool.choices) where share.approximation > 0 {
      let chance = share.approximation * choice.chance.approximation
      switch choice.outcome {
      case .nothing: break
      case .drop(let thing, let count):
        guard things.contains(thing) else { continue }
        let some = count.shares.reduce(0) { $0 + ($1.value > 0 ? $1.chance.approximation : 0) }
        rates[thing, default: 0] += chance * some
      case .open(let node, let times):
        let inner: [Int: Double]?
        if let known = cache[node] {
          inner = known
        } else {
          let pools = plan.nodes[node].pools
          if pools.isEmpty {
            inner = [:]
          } else if pools.count == 1, pools[0].rolls.certain == 1 {
            inner = single(pools[0], things, &cache)?.mapValues {
              $0 * pools[0].chance.approximation
            }
          } else {
            inner = nil
          }
          cache[node] = inner
        }
        guard times.certain == 1, let inner else { return nil }
        for (thing, rate) in inner { rates[thing, default: 0] += chance * rate }
      }
    }
    return rates
  }

  private func rolls(
    _ pool: LootPlan.Pool, _ rates: [Int: Double], things: Set<Int>
  ) -> (any ArrivalDistribution)? {
    var counts: [Double: Int] = [:]
    for thing in things { counts[rates[thing] ?? 0, default: 0] += 1 }
    let groups = counts.sorted { $0.key < $1.key }.map {
      Occupancy.Group(rate: $0.key, count: $0.value)
    }
    guard let first = groups.first, first.rate > 0,
      Occupancy.effort(groups: groups, wanted: things.count) <= Occupancy.mostEffort
    else { return nil }
    let single = Occupancy(groups: groups, wanted: things.count, copies: 1)
    guard let rolls = pool.rolls.certain else {
      return StepDistribution(single, rolls: pool.rolls)
    }
    if rolls == 1 { return single }
    return rolls > 0 ? try? DayDistribution(single, sparksPerDay: rolls) : nil
  }
}
