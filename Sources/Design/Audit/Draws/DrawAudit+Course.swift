import FlintCalendar

extension DrawAudit {
  static func months(_ log: DrawLog, _ chain: DrawChain, _ history: DrawHistory) -> [Month] {
    let tested = chain.tierCount - 1
    var months: [Month] = []
    var indices: [Int: Int] = [:]
    var latest: (day: CivilDay, index: Int)?
    for (position, draw) in log.draws.enumerated() {
      guard let day = draw.day else { continue }
      var index = latest.flatMap { $0.day == day ? $0.index : nil }
      if index == nil {
        let (year, month, _) = day.components
        index = indices[year * 12 + month]
        if index == nil {
          index = months.count
          indices[year * 12 + month] = months.count
          months.append(
            Month(
              name: String(day.description.prefix(7)), draws: 0, knownDraws: 0,
              tiers: log.model.tiers.prefix(tested).map {
                Month.Tier(name: $0.name, observed: 0, expected: 0)
              }))
        }
      }
      guard let index else { continue }
      latest = (day, index)
      months[index].draws += 1
      let state = Int(history.states[position])
      guard state >= 0 else { continue }
      months[index].knownDraws += 1
      if draw.tier < tested { months[index].tiers[Int(draw.tier)].observed += 1 }
      for tier in 0..<tested {
        months[index].tiers[tier].expected += chain.chances[state * chain.tierCount + tier]
      }
    }
    return Array(months.sorted { $0.name < $1.name }.prefix(mostListed))
  }

  /// Returns the greatest change of each tested tier.
  static func changes(
    _ log: DrawLog, _ known: KnownDraws, _ statistics: DrawStatistics
  ) -> [Change] {
    guard !known.states.isEmpty else { return [] }
    let chain = known.plan.chain
    return statistics.change.enumerated().map { tier, change in
      var (observed, expected) = (0.0, 0.0)
      for index in 0..<change {
        if Int(known.tiers[index]) == tier { observed += 1 }
        expected += chain.chances[Int(known.states[index]) * chain.tierCount + tier]
      }
      let all = statistics.expected[tier]
      let total = statistics.excess[tier] + all
      let position = Int(known.positions[min(change, known.positions.count - 1)])
      return Change(
        tier: log.model.tiers[tier].name, draws: Int64(change), draw: position + 1,
        day: log.draws[position].day?.description,
        before: expected > 0 ? observed / expected : nil,
        after: all - expected > 0 ? (total - observed) / (all - expected) : nil)
    }
  }

  /// Returns the players, if there are several.
  static func players(
    _ log: DrawLog, _ known: KnownDraws, _ history: DrawHistory, _ statistics: DrawStatistics
  ) -> [PlayerResult] {
    let plan = known.plan
    guard plan.playerCount > 1 else { return [] }
    var players = known.playerNames.map {
      PlayerResult(
        name: $0, draws: 0, prizes: 0, knownPrizes: 0, knownExpected: 0, residual: nil, gaps: 0,
        meanGap: nil, longestGap: nil)
    }
    for draw in log.draws {
      let player = Int(plan.players[Int(draw.sequence)])
      players[player].draws += 1
      if draw.tier == 0 { players[player].prizes += 1 }
    }
    for index in known.states.indices {
      let player = Int(plan.players[Int(plan.order[index])])
      if known.tiers[index] == 0 { players[player].knownPrizes += 1 }
      players[player].knownExpected +=
        plan.chain.chances[Int(known.states[index]) * plan.chain.tierCount]
    }
    for gap in history.gaps[0] {
      let player = Int(plan.players[Int(log.draws[gap.end].sequence)])
      players[player].gaps += 1
      players[player].meanGap = (players[player].meanGap ?? 0) + Double(gap.length)
      players[player].longestGap = max(players[player].longestGap ?? 0, gap.length)
    }
    for (index, part) in statistics.players.enumerated() {
      if let sum = players[index].meanGap {
        players[index].meanGap = sum / Double(players[index].gaps)
      }
      if part.variance > 0 { players[index].residual = part.excess / part.variance.squareRoot() }
    }
    return Array(
      players.enumerated().sorted {
        ($1.element.draws, $0.offset) < ($0.element.draws, $1.offset)
      }.map(\.element).prefix(mostListed))
  }
}
