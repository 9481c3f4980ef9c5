import Rules

/// The cards that a goal waits for, where rates can rise.
struct Targets: Sendable {
  /// Cards that are equally likely in every state of the pity counters.
  struct Group: Sendable {
    /// The position of the rarity of the cards.
    var rarity: Int
    /// The sources of each card: the category's position, and the card's share of that category's cards
    /// of the rarity.
    var origins: [(category: Int, share: Double)]
    /// The number of cards.
    var count: Int
  }

  var groups: [Group]
  /// The number of different cards required.
  var wanted: Int
  var copies: Int
}

/// A goal as a Markov chain that advances card by card: the pity counters, and for each group the number
/// of cards owned in each number of copies.
struct GoalChain {
  /// The maximum work: the number of edges followed, over all steps.
  static let mostWork = 150_000_000
  /// The maximum number of edges.
  static let mostEdges = 3_000_000

  /// The reason why there is no law.
  enum Failure: Error {
    /// The goal is never reached.
    case unreachable
    /// There are too many states: exactly this number, or more than this number.
    case tooManyStates(Int, isExact: Bool)
    /// Too many steps would be needed.
    case tooLong(states: Int)
  }

  private let chain: RollChain
  private let targets: Targets
  private(set) var states = 0
  private var starts: [Int32] = []
  private var ends: [Int32] = []
  private var weights: [Double] = []
  private var finishing: [Double] = []
  /// The stages of progress that a card can lead to, for each stage.
  private var following: [[Int]] = []

  init(_ chain: RollChain, _ targets: Targets) throws(Failure) {
    self.chain = chain
    self.targets = targets
    try connect()
  }

  /// Builds the edges, stage of progress by stage of progress.
  private mutating func connect() throws(Failure) {
    let copies = targets.copies
    // The number of cards of each group that are owned in 0, 1, … copies − 1 copies.
    let empty = targets.groups.flatMap { [$0.count] + [Int](repeating: 0, count: copies - 1) }
    let total = targets.groups.reduce(0) { $0 + $1.count }
    let spare = total - targets.wanted
    if spare == 0 {
      // Every number of cards of each group at every number of copies can occur.
      let ways = targets.groups.reduce(1.0) { product, group in
        (1...copies).reduce(product) { $0 * Double(group.count + $1) / Double($1) }
      }
      let states = ways * Double(chain.count)
      if states * 3 > Double(Self.mostEdges) {
        throw .tooManyStates(Int(min(states.rounded(), 1e15)), isExact: true)
      }
    }
    var stages = [empty]
    var known = [empty: 0]
    // The chance of one particular card of each group, by state of the counters.
    let single = targets.groups.map { group in
      (0..<chain.count).map { state in
        group.origins.reduce(0) {
          $0 + $1.share * chain.chance(state, $1.category * chain.rarities + group.rarity)
        }
      }
    }
    let rarities = (0..<chain.count).map { state in
      (0..<chain.rarities).map { rarity in
        (0..<chain.categories).reduce(0) {
          $0 + chain.chance(state, $1 * chain.rarities + rarity)
        }
      }
    }
    var stage = 0
    starts = [0]
    while stage < stages.count {
      let here = stages[stage]
      // The transitions of a useful card: its group, the number of such cards, and the next stage; −1 is
      // the goal.
      var moves: [(group: Int, number: Int, stage: Int)] = []
      for (index, number) in here.enumerated() where number > 0 {
        var after = here
        after[index] -= 1
        if (index + 1) % copies != 0 { after[index + 1] += 1 }
        if after.reduce(0, +) <= spare {
          moves.append((index / copies, number, -1))
          continue
        }
        let target: Int
        if let existing = known[after] {
          target = existing
        } else {
          target = stages.count
          known[after] = target
          stages.append(after)
          if stages.count * chain.count * 3 > Self.mostEdges {
            throw .tooManyStates(stages.count * chain.count, isExact: false)
          }
        }
        moves.append((index / copies, number, target))
      }
      following.append([stage] + moves.map(\.stage).filter { $0 >= 0 })
      for state in 0..<chain.count {
        var rest = rarities[state]
        var finish = 0.0
        for move in moves {
          let weight = Double(move.number) * single[move.group][state]
          guard weight > 0 else { continue }
          let rarity = targets.groups[move.group].rarity
          rest[rarity] = max(0, rest[rarity] - weight)
          if move.stage < 0 {
            finish += weight
          } else {
            append(
              move.stage * chain.count + Int(chain.next[state * chain.rarities + rarity]), weight)
          }
        }
        // A card that is not new only moves the counters; no card changes nothing.
        let nothing = 1 - rarities[state].reduce(0, +)
        for rarity in 0..<chain.rarities where rest[rarity] > 1e-16 {
          append(
            stage * chain.count + Int(chain.next[state * chain.rarities + rarity]), rest[rarity])
        }
        if nothing >= 1e-15 { append(stage * chain.count + state, nothing) }
        finishing.append(finish)
        starts.append(Int32(ends.count))
      }
      if ends.count > Self.mostEdges {
        throw .tooManyStates(stages.count * chain.count, isExact: false)
      }
      stage += 1
    }
    states = stages.count * chain.count
  }

  private mutating func append(_ end: Int, _ weight: Double) {
    ends.append(Int32(end))
    weights.append(weight)
  }

  /// Whether the goal can be reached from a new profile.
  private var canFinish: Bool {
    var seen = [Bool](repeating: false, count: states)
    seen[0] = true
    var open = [0]
    while let state = open.popLast() {
      if finishing[state] > 0 { return true }
      for edge in Int(starts[state])..<Int(starts[state + 1]) where !seen[Int(ends[edge])] {
        seen[Int(ends[edge])] = true
        open.append(Int(ends[edge]))
      }
    }
    return false
  }

  /// Follows the chain until the rest is negligible, or ends geometrically.
  func law(chance: Double) throws(Failure) -> StepLaw {
    guard canFinish else { throw .unreachable }
    var now = [Double](repeating: 0, count: states)
    now[0] = 1
    var next = now
    var masses = [Double](repeating: 0, count: states / chain.count)
    masses[0] = 1
    var done = [0.0]
    var rest = GeometricRest(now)
    var left = 1.0
    var work = 0
    while true {
      let finished = step(now, into: &next, &masses, left: left, &work)
      swap(&now, &next)
      done.append(finished)
      let before = left
      left = masses.reduce(0, +)
      rest.add(finished, of: before)
      if left < 1e-19 { return StepLaw(ends: done, chance: chance) }
      let hazard = rest.hazard(left: left) { state in
        masses[state / chain.count] > 0 ? now[state] : 0
      }
      if let hazard {
        return StepLaw(
          ends: done, hazard: hazard, rest: left, chance: chance, hazardError: 1e-12)
      }
      if work > Self.mostWork { throw .tooLong(states: states) }
    }
  }

  /// Moves all probabilities along the edges by one card and returns the probability that reached the
  /// goal.
  ///
  /// - Parameters:
  ///   - now: the probabilities of all states; stages with a negligible sum are dropped.
  ///   - next: receives the probabilities after the card.
  ///   - masses: the sums of `now`, and then of `next`, by stage of progress.
  ///   - left: the sum of `masses`.
  ///   - work: counts the edges followed.
  private func step(
    _ now: [Double], into next: inout [Double], _ masses: inout [Double], left: Double,
    _ work: inout Int
  ) -> Double {
    var finished = 0.0
    let size = chain.count
    // Untouched entries have the values of two cards ago, and are not read.
    let active = masses.indices.filter { masses[$0] > 1e-22 * left }
    var isTouched = [Bool](repeating: false, count: masses.count)
    for stage in active { for target in following[stage] { isTouched[target] = true } }
    work += masses.count + active.count * size
    next.withUnsafeMutableBufferPointer { next in
      for stage in masses.indices where isTouched[stage] {
        for state in stage * size..<(stage + 1) * size { next[state] = 0 }
      }
      now.withUnsafeBufferPointer { now in
        starts.withUnsafeBufferPointer { starts in
          ends.withUnsafeBufferPointer { ends in
            weights.withUnsafeBufferPointer { weights in
              // Stages lead to later stages or to themselves.
              for stage in active {
                for state in stage * size..<(stage + 1) * size {
                  let mass = now[state]
                  if mass == 0 { continue }
                  finished += mass * finishing[state]
                  var edge = Int(starts[state])
                  let last = Int(starts[state + 1])
                  while edge < last {
                    next[Int(ends[edge])] += mass * weights[edge]
                    edge += 1
                  }
                }
                work += Int(starts[(stage + 1) * size] - starts[stage * size])
              }
            }
          }
        }
      }
      for stage in masses.indices {
        var mass = 0.0
        if isTouched[stage] {
          for state in stage * size..<(stage + 1) * size { mass += next[state] }
        }
        masses[stage] = mass
      }
    }
    return finished
  }
}
