import FlintRules

/// The positions in the state of what an exchange counts; −1 for what does not matter.
struct ExchangeDigits {
  var points = -1
  /// The position of the number of exchanges.
  var used = -1
}

extension PoolCompiler {
  /// Reserves the places of the points for exchanges, for each stage; stages of one pool share them.
  mutating func exchangeDigits() -> [ExchangeDigits] {
    var places: [String: ExchangeDigits] = [:]
    for (index, stage) in subject.stages.enumerated() {
      let id = stage.id
      // Of one stage, whoever follows the chain counts rolls.
      guard let exchange = stage.pool.definition.exchange, places[id] == nil,
        subject.stages.count > 1 || (exchange.countsDuplicates && stage.goal != nil)
      else { continue }
      let members = subject.stages[index...].filter { $0.id == id }
      let needed = members.reduce(0) { sum, member in
        let most =
          switch member.goal {
          case .copies(_, let count): count
          case .different(_, _, let copies):
            member.pool.offered.count * min(copies, PoolLimits.copies)
          case .each, nil: 1
          }
        return sum + max(1, min(most, 1_000_000))
      }
      let price = Int(clamping: stage.pool.offered.map(\.price).max() ?? 0)
      let most = price * min(exchange.most, needed)
      guard most > 0 else { continue }
      var digits = ExchangeDigits(
        points: digit(radix: most + 1, initial: stage.start.exchangePoints))
      if exchange.limit != nil, members.count > 1 {
        digits.used = digit(radix: min(exchange.most, needed) + 1, initial: 0)
      }
      places[id] = digits
    }
    return subject.stages.map { places[$0.id] ?? ExchangeDigits() }
  }
}

/// What the goal of a stage lacks.
struct MissingCopies {
  /// The number of copies; of those that can be had in exchange, the cheapest.
  var copies: Int
  /// The points that all of them cost in exchange; `Int.max` where some cannot be had.
  var price: Int
}

extension PoolMachine {
  /// Cards that a goal lacks and that can be had in exchange.
  private struct Offer {
    var group: Int
    /// The combination of copies drawn and owned.
    var level: Int
    var number: Int
    /// The copies that each lacks, and their price.
    var lack: Int
    var price: Int
  }

  /// Returns the points for which an exchange gives all that the goal of the only stage lacks; `Int.max` where it
  /// cannot.
  func missingPoints(_ state: [Int32]) -> Int {
    guard let target = stages[0].target else { return .max }
    let missing = missing(state, target)
    return missing.copies <= target.exchange?.most ?? 0 ? missing.price : .max
  }

  func missing(_ state: [Int32], _ target: Target) -> MissingCopies {
    if let wanted = target.copies {
      let copies = Int(max(0, wanted - state[copiesDigit]))
      return MissingCopies(copies: copies, price: copies == 0 ? 0 : target.price(of: copies))
    }
    guard let (count, copies) = target.different else {
      return MissingCopies(copies: .max, price: .max)
    }
    var lacking = lacking(state, target, count, copies)
    if lacking <= 0 { return MissingCopies(copies: 0, price: 0) }
    guard target.exchange != nil else { return MissingCopies(copies: lacking, price: .max) }
    var missing = MissingCopies(copies: 0, price: 0)
    for offer in offers(state, target, copies) {
      let taken = min(offer.number, lacking)
      missing.copies += taken * offer.lack
      missing.price += taken * offer.price
      lacking -= taken
    }
    return lacking > 0 ? MissingCopies(copies: missing.copies + lacking, price: .max) : missing
  }

  /// Returns how many different cards a state lacks.
  private func lacking(_ state: [Int32], _ target: Target, _ count: Int, _ copies: Int) -> Int {
    target.classes.reduce(count) { lacking, entry in
      let kind = classes[entry.group]
      return (0..<kind.levels).reduce(lacking) { lacking, level in
        level % (kind.cap + 1) * kind.copies >= copies
          ? lacking - Int(state[kind.digit + level]) : lacking
      }
    }
  }

  /// Returns the offered cards with fewer copies than are wanted, the cheapest first.
  private func offers(_ state: [Int32], _ target: Target, _ copies: Int) -> [Offer] {
    var offers: [Offer] = []
    for (group, price) in target.classes where price < .max {
      let kind = classes[group]
      for level in 0..<kind.levels {
        let owned = level % (kind.cap + 1)
        let number = Int(state[kind.digit + level])
        if owned * kind.copies >= copies || number == 0 { continue }
        let lack = kind.copies > 1 ? 1 : copies - owned
        offers.append(
          Offer(group: group, level: level, number: number, lack: lack, price: lack * price))
      }
    }
    return offers.enumerated().sorted {
      ($0.element.price, $0.element.lack, $0.offset) < (
        $1.element.price, $1.element.lack, $1.offset
      )
    }.map(\.element)
  }

  /// Whether the points of a state buy what the goal of a stage lacks.
  func canBuy(_ missing: MissingCopies, _ stage: Stage, _ state: [Int32]) -> Bool {
    guard stage.points.points >= 0, let exchange = stage.target?.exchange else { return false }
    let used = stage.points.used < 0 ? 0 : Int(state[stage.points.used])
    return missing.price <= Int(state[stage.points.points])
      && missing.copies <= exchange.most - used
  }

  /// Adds points for an exchange, as many as can be needed.
  func addPoints(_ number: Int, _ state: inout [Int32], _ stage: Stage) {
    let digit = stage.points.points
    if digit < 0 { return }
    state[digit] += min(Int32(clamping: number), radices[digit] - 1 - state[digit])
  }

  /// Exchanges points for what the goal of a stage lacks.
  func pay(_ stage: Stage, _ state: inout [Int32]) {
    guard stage.points.points >= 0, let target = stage.target,
      case let missing = missing(state, target), missing.copies > 0, missing.price < .max
    else { return }
    if let (count, copies) = target.different {
      receive(count, copies, target, &state)
    } else {
      receive(missing.copies, stage, target, &state)
    }
    state[stage.points.points] -= Int32(clamping: missing.price)
    if stage.points.used >= 0 { state[stage.points.used] += Int32(clamping: missing.copies) }
  }

  /// Adds the copies had by exchange to those owned, where each of some cards is wanted: of the cheapest that lack some.
  private func receive(
    _ count: Int, _ copies: Int, _ target: Target, _ state: inout [Int32]
  ) {
    var lacking = lacking(state, target, count, copies)
    for offer in offers(state, target, copies) {
      let taken = min(offer.number, lacking)
      let position = classes[offer.group].digit + offer.level
      state[position] -= Int32(taken)
      state[position + offer.lack] += Int32(taken)
      lacking -= taken
    }
  }

  /// Adds copies had by exchange to those owned: of the cheapest cards, those owned the least.
  private func receive(
    _ copies: Int, _ stage: Stage, _ target: Target, _ state: inout [Int32]
  ) {
    var left = copies
    let offered = target.classes.filter { $0.price == target.cheapest }.map(\.group)
      .filter { stage.counts[$0] && classes[$0].digit >= 0 }
    for owned in 0..<(offered.map { classes[$0].cap }.max() ?? 0) {
      for group in offered where owned < classes[group].cap {
        let kind = classes[group]
        for level in 0..<kind.levels where level % (kind.cap + 1) == owned {
          let taken = min(Int(state[kind.digit + level]), left)
          state[kind.digit + level] -= Int32(taken)
          state[kind.digit + level + 1] += Int32(taken)
          left -= taken
        }
      }
    }
  }
}

extension PoolMachine.Target {
  /// Returns the points that a number of copies costs, where it does not matter of which card.
  fileprivate func price(of copies: Int) -> Int {
    let (price, overflow) = cheapest.multipliedReportingOverflow(by: copies)
    return overflow ? .max : price
  }
}
