import FlintRules

/// Packs opened until enough different cards are owned, where nothing but the cards owned changes.
///
/// Cards of a class are equally likely, so that only how many of each class are missing matters. An edge for
/// every result of a pack would make too many edges; here each card of a pack is a step by itself, after
/// which at most one of the numbers is less by one.
struct PackCollection {
  /// The maximum number of states, and of states followed over all cards of all packs.
  package static let mostStates = 1 << 19
  static let mostWork = 1_500_000_000
  /// The maximum number of states times the parts of each, and times the different cards of packs.
  static let mostEntries = 1 << 24

  /// The cards of a class of which a number of copies is owned: their number is a digit of each state.
  private struct Part {
    var group: Int
    var most: Int
    package var initial: Int
    /// The weight of the digit.
    var stride = 0
    /// The distance to the state after another copy.
    var offset = 0
  }

  /// A card of a pack.
  struct Card: Equatable {
    /// The chance of one particular card that is missing, for each class.
    var rates: [Double]
    /// The chance of no use where no card is owned: below 0 where the slot has given cards, which are owned.
    var rest: Double
  }

  /// Cards of a pack whose chances do not depend on each other, by what a slot of different cards gives.
  private typealias Slot = [(share: Double, cards: [Int])]

  private let parts: [Part]
  /// The number of cards of each part, state by state.
  private let numbers: [Int32]
  /// The different cards of packs, and for each the chance that it is of no use, state by state.
  private let cards: [Card]
  private let useless: [[Double]]
  private let variants: [(share: Double, slots: [Slot])]
  private let isDone: [Bool]
  private let start: Int

  package var count: Int { isDone.count }

  /// Creates the chain of a machine; `nil` where more than the cards owned changes, some cards never come, or
  /// there are too many states.
  init?(_ machine: PoolMachine) {
    guard machine.stages.count == 1, machine.stages[0].points.points < 0,
      let target = machine.stages[0].target,
      let (different, copies) = target.different
    else { return nil }
    let (table, classes) = (machine.stages[0].table, machine.classes)
    var wanted = target.classes.map(\.group)
    guard table.hasPacks, table.onlyCardsChange,
      wanted.allSatisfy({ classes[$0].cap == copies && classes[$0].copies == 1 }),
      let states = Self.states(wanted.map { classes[$0] }, copies, machine.initial)
    else { return nil }
    var cards: [Card] = []
    func number(_ card: Card) -> Int {
      if let known = cards.firstIndex(of: card) { return known }
      cards.append(card)
      return cards.count - 1
    }
    var variants: [(share: Double, slots: [Slot])] = []
    let others = classes.indices.filter { !wanted.contains($0) }
    let sum = table.variants.reduce(0) { $0 + Double($1.weight) }
    for variant in table.variants where variant.weight > 0 {
      var slots: [Slot] = []
      var position = variant.draws.lowerBound
      while position < variant.draws.upperBound {
        let draw = table.draws[position]
        if draw.isDistinct {
          guard copies == 1,
            let end = table.draws[position..<variant.draws.upperBound].firstIndex(
              where: \.endsSlot),
            let outcomes = machine.outcomes(of: draw, cards: end + 1 - position, others: others)
          else { return nil }
          slots.append(outcomes.map { ($0.share, $0.cards.map(number)) })
          position = end + 1
          continue
        }
        let rates = machine.rates(of: draw)
        let card = Card(
          rates: classes.indices.map { rates[$0] / Double(classes[$0].count) },
          rest: others.reduce(max(0, 1 - rates.reduce(0, +))) { $0 + rates[$1] })
        slots.append([(1, [number(card)])])
        position += 1
      }
      variants.append((Double(variant.weight) / sum, slots))
    }
    // States in which the likeliest cards are owned come first: few blocks are left after a while.
    let rates = classes.indices.map { group in
      variants.reduce(0) { sum, variant in
        variant.slots.joined().reduce(sum) { sum, outcome in
          outcome.cards.reduce(sum) {
            $0 + variant.share * outcome.share * cards[$1].rates[group]
          }
        }
      }
    }
    guard wanted.allSatisfy({ rates[$0] > 0 }) else { return nil }
    wanted.sort { rates[$0] > rates[$1] }
    var parts: [Part] = []
    for group in wanted {
      var most = 0
      for copy in 0..<copies {
        let initial = Int(machine.initial[classes[group].digit + copy])
        most += initial
        // Cards that are owned already never move.
        if most == 0 { continue }
        parts.append(Part(group: group, most: most, initial: initial))
      }
    }
    var stride = 1
    for index in parts.indices.reversed() {
      let hasNext = index + 1 < parts.count && parts[index + 1].group == parts[index].group
      parts[index].stride = stride
      parts[index].offset = hasNext ? stride - parts[index + 1].stride : stride
      stride *= parts[index].most + 1
    }
    // A first roll from every state must be far within reach, where a slot can give cards in many ways.
    let moves = variants.flatMap(\.slots).joined().reduce(0) { $0 + $1.cards.count * parts.count }
    guard states * max(parts.count, cards.count) <= Self.mostEntries,
      states * moves <= 2 * Self.mostWork
    else { return nil }
    let spare = wanted.reduce(0) { $0 + classes[$1].count } - different
    var numbers: [Int32] = []
    var isDone: [Bool] = []
    var useless = cards.map { _ in [Double]() }
    for state in 0..<states {
      var owned = classes.map(\.count)
      var missing = 0
      for part in parts {
        let number = state / part.stride % (part.most + 1)
        numbers.append(Int32(number))
        owned[part.group] -= number
        missing += number
      }
      isDone.append(missing <= spare)
      for (index, card) in cards.enumerated() {
        useless[index].append(
          max(0, wanted.reduce(card.rest) { $0 + card.rates[$1] * Double(max(0, owned[$1])) }))
      }
    }
    start = parts.reduce(0) { $0 + $1.initial * $1.stride }
    (self.parts, self.numbers, self.cards, self.useless) = (parts, numbers, cards, useless)
    (self.variants, self.isDone) = (variants, isDone)
  }

  /// Returns the number of states of classes of cards; `nil` where there are too many.
  private static func states(_ classes: [CardClass], _ copies: Int, _ initial: [Int32]) -> Int? {
    var states = 1
    for kind in classes {
      var most = 0
      for copy in 0..<copies {
        most += Int(initial[kind.digit + copy])
        states *= most + 1
        if states > mostStates { return nil }
      }
    }
    return states
  }

  /// The maximum number of cards of a pack.
  private var cardsOfPack: Int {
    variants.map { $0.slots.reduce(0) { $0 + ($1.first?.cards.count ?? 0) } }.max() ?? 1
  }

  /// Follows the packs until the rest is negligible, or ends geometrically.
  func distribution() throws(OddsError) -> StepDistribution {
    if isDone[start] { return StepDistribution(ends: [1]) }
    var now = StateShares(states: count)
    var (opened, after, mixed, outcome) = (now, now, now, now)
    now.add(1, to: start)
    var done = [0.0]
    var rest = GeometricRest(now.values)
    var left = 1.0
    var work = 0
    let rounding = 4 * BoundedValue.rounding * Double(cardsOfPack)
    while true {
      for variant in variants {
        opened.add(now, times: variant.share)
        for slot in variant.slots {
          if slot.count == 1 {
            for card in slot[0].cards { draw(card, &opened, &work) }
            continue
          }
          for (share, cards) in slot {
            outcome.add(opened, times: share)
            for card in cards { draw(card, &outcome, &work) }
            mixed.add(outcome)
            outcome.clear()
          }
          opened.clear()
          swap(&opened, &mixed)
        }
        after.add(opened)
        opened.clear()
      }
      now.clear()
      swap(&now, &after)
      let before = left
      let drop = PoolChain.negligible(left: left, states: count)
      let finished: Double
      (finished, left) = now.remove(isDone, upTo: drop)
      done.append(finished)
      rest.add(finished, of: before)
      let error = rounding * Double(done.count)
      if left < 1e-19 { return StepDistribution(ends: done, hazardError: error) }
      if work > Self.mostWork || done.count > PoolChain.mostRolls { throw .tooLong(count) }
      if let hazard = rest.hazard(left: left, { now.values[$0] }) {
        return StepDistribution(
          ends: done, hazard: hazard, rest: left, hazardError: error + 1e-12)
      }
    }
  }

  /// Draws a card of a pack.
  ///
  /// The states are followed in ascending order, and another copy leads to an earlier one, so that no
  /// probability moves twice.
  private func draw(_ card: Int, _ shares: inout StateShares, _ work: inout Int) {
    let moves = parts.indices.compactMap { index in
      let rate = cards[card].rates[parts[index].group]
      return rate > 0 ? (rate: rate, part: index, offset: parts[index].offset) : nil
    }
    let width = parts.count
    useless[card].withUnsafeBufferPointer { useless in
      numbers.withUnsafeBufferPointer { numbers in
        shares.forEachBlock(to: moves.map(\.offset)) { states, values in
          work += states.count * (moves.count + 1)
          for state in states where values[state] > 0 {
            let share = values[state]
            values[state] = share * useless[state]
            for move in moves {
              let number = numbers[state * width + move.part]
              if number > 0 { values[state - move.offset] += share * move.rate * Double(number) }
            }
          }
        }
      }
    }
  }
}
