import Rules

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
      guard subject.stages.count > 1, let exchange = stage.pool.definition.exchange,
        places[id] == nil
      else { continue }
      let members = subject.stages[index...].filter { $0.id == id }
      let needed = members.reduce(0) { sum, member in
        let most =
          switch member.goal {
          case .copies(_, let count): count
          case .different(_, _, let copies):
            member.pool.allCards.count { exchange.offers($0.card) }
              * min(copies, PoolLimits.copies)
          case .each, nil: 1
          }
        return sum + max(1, min(most, 1_000_000))
      }
      let most = exchange.points * min(exchange.most, needed)
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

extension PoolMachine {
  /// Returns how many copies the points of a state buy.
  func affordable(_ stage: Stage, _ state: [Int32]) -> Int {
    guard stage.points.points >= 0, let target = stage.target, target.canExchange,
      let exchange = target.exchange
    else { return 0 }
    let used = stage.points.used < 0 ? 0 : Int(state[stage.points.used])
    return min(Int(state[stage.points.points]) / exchange.points, exchange.most - used)
  }

  /// Exchanges points for what the goal of a stage lacks.
  func pay(_ stage: Stage, _ state: inout [Int32]) {
    guard stage.points.points >= 0, let target = stage.target, let exchange = target.exchange,
      case let missing = missing(state, target), missing > 0, missing < .max
    else { return }
    state[stage.points.points] -= Int32(clamping: missing * exchange.points)
    if stage.points.used >= 0 { state[stage.points.used] += Int32(clamping: missing) }
    receive(missing, stage, target, &state)
  }

  /// Adds copies had by exchange to those owned: of cards that lack the fewest where each is wanted, else of
  /// those owned the least.
  private func receive(
    _ copies: Int, _ stage: Stage, _ target: Target, _ state: inout [Int32]
  ) {
    var left = copies
    let offered = target.classes.filter(\.isOffered).map(\.group)
      .filter { stage.counts[$0] && classes[$0].digit >= 0 }
    if let wanted = target.different?.copies {
      for lack in 1...wanted {
        for group in offered {
          let kind = classes[group]
          let owned = kind.copies > 1 ? 1 - lack : wanted - lack
          guard owned >= 0 else { continue }
          for level in 0..<kind.levels where level % (kind.cap + 1) == owned {
            let taken = min(Int(state[kind.digit + level]), left / lack)
            state[kind.digit + level] -= Int32(taken)
            state[kind.digit + level + lack] += Int32(taken)
            left -= taken * lack
          }
        }
      }
      return
    }
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
