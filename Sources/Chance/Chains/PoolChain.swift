import FlintRules

/// The reachable states of rolls, and the chances from each to the next.
package struct PoolChain {
  /// The maximum numbers of states and of edges, and of draws followed to find them.
  package struct Reach {
    var states = 400_000
    var edges = 3_000_000
    package var draws = 3_000_000
    /// The number of copies beyond which a chain of all of them is so long that a chain of one is tried first.
    var copies = 16
  }

  package let machine: PoolMachine
  private(set) var count = 0
  private(set) var starts: [Int32] = [0]
  private(set) var ends: [Int32] = []
  private(set) var weights: [Double] = []
  /// What each edge counts for: prizes, or currency.
  private(set) var amounts: [Int64] = []
  /// The edges that reach the goal: their chances and amounts, state by state.
  private(set) var finishing: [Double] = []
  private(set) var finishStarts: [Int32] = [0]
  private(set) var finishes: [(weight: Double, amount: Int64)] = []
  /// The points for which an exchange gives what each state lacks, where there is one; empty otherwise.
  private(set) var missing: [Int] = []
  /// The expected number of cards of each class in a roll, state by state; empty unless asked for.
  private(set) var expected: [Double] = []
  /// The stage of each state, where there are several; empty otherwise.
  private(set) var stagesOfStates: [Int] = []
  private(set) var isDoneAtStart = false
  /// The only state that the chain ends in; `nil` where there are several.
  private(set) var end: [Int32]?
  /// The maximum number of cards of a roll.
  private(set) var cardsOfRoll = 1

  private struct Leaf {
    var state: [Int32]
    var chance: Double
    var amount: Int64
    /// Whether the roll has given a card so far.
    var hasCard = false
  }

  /// - Parameters:
  ///   - reach: how many states there may be.
  ///   - isClocked: whether an exchange is followed by the number of rolls.
  ///   - isDetailed: whether the expected numbers of cards are recorded.
  ///   - start: the state that the chain of one step begins in, which ends with the next copy of the goal or with
  ///     the stage; `nil` for a chain of all goals from the initial state on.
  init(
    _ machine: PoolMachine, _ reach: Reach = Reach(), isClocked: Bool = false,
    isDetailed: Bool = false,
    stepFrom start: [Int32]? = nil
  ) throws(OddsError) {
    self.machine = machine
    cardsOfRoll = machine.cardsOfRoll
    let first = start ?? machine.initial
    isDoneAtStart = machine.isDone(first)
    if isDoneAtStart { return }
    // Nearly all combinations of a whole collection occur: there is no need to count them.
    if start == nil, let combinations = machine.combinations,
      combinations > 10 * Double(reach.states)
    {
      throw .tooManyStates(Int(min(combinations, 1e15)), "about")
    }
    var draws = 0
    // For each state, the position of the last edge to it.
    var latest: [Int] = []
    var table = StateTable(radices: machine.radices)
    _ = table.number(of: first)
    var state = first
    var choices = EveryChoice()
    var index = 0
    while index < table.count {
      table.unpack(index, into: &state)
      if isClocked { missing.append(machine.missingPoints(state)) }
      let stage = machine.stages[machine.stageIndex(state)]
      if machine.stages.count > 1 { stagesOfStates.append(machine.stageIndex(state)) }
      var classes = [Double](repeating: 0, count: isDetailed ? machine.classes.count : 0)
      var reached: [(state: Int32, amount: Int64, weight: Double)] = []
      var finish = 0.0
      let firstFinish = finishes.count
      for leaf in Self.leaves(machine, state, stage, &choices, &classes, &draws) {
        var after = leaf.state
        machine.end(&after, stage)
        if machine.isDone(after) || start.map({ !machine.isAtStep(of: $0, after) }) ?? false {
          end = finishes.isEmpty || end == after ? after : nil
          finish += leaf.chance
          if let same = finishes[firstFinish...].firstIndex(where: { $0.amount == leaf.amount }) {
            finishes[same].weight += leaf.chance
          } else {
            finishes.append((leaf.chance, leaf.amount))
          }
          continue
        }
        let number = table.number(of: after)
        // The last edge to a state is mostly the only one; those of other amounts stay apart.
        let last = Int(number) < latest.count ? latest[Int(number)] : -1
        if last >= 0, last < reached.count, reached[last].state == number,
          reached[last].amount == leaf.amount
        {
          reached[last].weight += leaf.chance
        } else {
          while latest.count <= Int(number) { latest.append(-1) }
          latest[Int(number)] = reached.count
          reached.append((number, leaf.amount, leaf.chance))
        }
      }
      for edge in reached {
        ends.append(edge.state)
        weights.append(edge.weight)
        amounts.append(edge.amount)
      }
      expected += classes
      finishing.append(finish)
      finishStarts.append(Int32(finishes.count))
      starts.append(Int32(ends.count))
      index += 1
      if table.count > reach.states { throw .tooManyStates(table.count, "more than") }
      let mostDraws = start == nil ? reach.draws : reach.draws / 3
      if ends.count > reach.edges { throw .tooMuch(reach.edges, "transitions", of: index) }
      if draws > mostDraws { throw .tooMuch(mostDraws, "ways of drawing cards", of: index) }
    }
    count = table.count
  }

  /// Returns the states after the cards of a roll, with their chances.
  private static func leaves(
    _ machine: PoolMachine, _ state: [Int32], _ stage: PoolMachine.Stage,
    _ choices: inout EveryChoice, _ classes: inout [Double], _ draws: inout Int
  ) -> [Leaf] {
    var started = state
    machine.beginRoll(&started, stage)
    let total = stage.table.variants.reduce(0) { $0 + $1.weight }
    var all: [Leaf] = []
    for variant in stage.table.variants where variant.weight > 0 {
      var frontier = [
        Leaf(state: started, chance: Double(variant.weight) / Double(total), amount: 0)
      ]
      for draw in stage.table.draws[variant.draws] {
        var next = Merged()
        for leaf in frontier {
          choices.restart()
          repeat {
            draws += 1
            var after = leaf.state
            let card = machine.draw(&after, stage, draw, &choices)
            let chance = leaf.chance * choices.chance
            if card.group >= 0, !classes.isEmpty { classes[card.group] += chance }
            next.add(
              Leaf(
                state: after, chance: chance, amount: leaf.amount + card.amount,
                hasCard: leaf.hasCard || card.group >= 0))
          } while choices.advance()
        }
        frontier = next.leaves
      }
      for index in frontier.indices where !frontier[index].hasCard {
        machine.restoreCounters(&frontier[index].state, stage, before: state)
      }
      all += frontier
    }
    return all
  }

  /// Leaves of which equal ones are merged.
  private struct Merged {
    private struct Key: Hashable {
      var state: [Int32]
      var amount: Int64
      var hasCard: Bool

      init(_ leaf: Leaf) {
        (state, amount, hasCard) = (leaf.state, leaf.amount, leaf.hasCard)
      }
    }
    var leaves: [Leaf] = []
    private var positions: [Key: Int] = [:]

    package mutating func add(_ leaf: Leaf) {
      let few = 16
      if leaves.count <= few {
        if let same = leaves.firstIndex(where: {
          $0.amount == leaf.amount && $0.hasCard == leaf.hasCard && $0.state == leaf.state
        }) {
          leaves[same].chance += leaf.chance
          return
        }
      } else {
        if positions.isEmpty {
          for (index, leaf) in leaves.enumerated() {
            positions[Key(leaf)] = index
          }
        }
        let key = Key(leaf)
        if let same = positions[key] {
          leaves[same].chance += leaf.chance
          return
        }
        positions[key] = leaves.count
      }
      leaves.append(leaf)
    }
  }
}

extension OddsError {
  /// Returns the error for a chain that is too large to follow.
  static func tooManyStates(_ states: Int, _ sense: String) -> OddsError {
    OddsError(
      .noExactMethod, field: "goal",
      "no exact method within reach: the counters, guarantees and cards owned can be in "
        + "\(sense) \(states.grouped) states, too many to follow",
      states: states)
  }

  /// Returns the error for a chain whose first states have more to follow than is within reach.
  static func tooMuch(_ limit: Int, _ what: String, of states: Int) -> OddsError {
    OddsError(
      .noExactMethod, field: "goal",
      "no exact method within reach: the counters, guarantees and cards owned have more than "
        + "\(limit.grouped) \(what) in the first \(states.grouped) of their states, too many to follow",
      states: states)
  }

  /// Returns the error for a chain that takes too many steps.
  static func tooLong(_ states: Int) -> OddsError {
    OddsError(
      .noExactMethod, field: "goal",
      "no exact method within reach: \(states.grouped) states would have to be followed over too many rolls",
      states: states)
  }
}
