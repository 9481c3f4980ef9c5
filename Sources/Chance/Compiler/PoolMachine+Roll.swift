import FlintRules

/// A card given by a draw.
package struct DrawnCard {
  /// The class of the card; −1 for none.
  var group = -1
  package var tier = 0
  /// What the draw counts for: prizes, or currency.
  var amount: Int64 = 0
}

extension PoolMachine {
  /// Counts the coming roll: the counters are the numbers of the coming cards until a card of the tier comes.
  package func beginRoll(_ state: inout [Int32], _ stage: Stage) {
    let table = stage.table
    for tier in table.counterDigits.indices {
      let digit = table.counterDigits[tier]
      if digit >= 0, state[digit] < table.saturations[tier] { state[digit] += 1 }
    }
    for round in table.rounds {
      if state[round.turnDigit] == 0 {
        state[round.settledDigit] = state[table.counterDigits[round.tier]]
      }
      // Where pools of one name have rounds of several lengths, a longer one ends here.
      let next = state[round.turnDigit] + 1
      state[round.turnDigit] = next < round.length ? next : 0
    }
    if let ceiling = table.ceiling, ceiling.sinceDigit >= 0, !isOver(ceiling, state),
      state[ceiling.sinceDigit] < radices[ceiling.sinceDigit] - 1
    {
      state[ceiling.sinceDigit] += 1
    }
  }

  /// Takes back what the beginning of a roll counted: one that gives no card does not count.
  package func restoreCounters(_ state: inout [Int32], _ stage: Stage, before: [Int32]) {
    for digit in stage.table.countedDigits { state[digit] = before[digit] }
  }

  package func draw(
    _ state: inout [Int32], _ stage: Stage, _ draw: StageTable.Draw, _ choices: inout some Choices
  ) -> DrawnCard {
    let table = stage.table
    if let box = table.box { return unbox(&state, stage, box, &choices) }
    if let cycle = table.cycle { return next(&state, stage, cycle, &choices) }
    defer { if draw.endsSlot { for digit in table.givenDigits { state[digit] = 0 } } }
    func isEmpty(_ tier: Int) -> Bool { table.share(draw, tier).part.isEmpty }
    let isRaised = table.canRise
    var raised =
      isRaised ? raisedWeights(state, table, draw) : RarityWeights(count: 0) { _ in 0 }
    if let ceiling = table.ceiling, table.share(draw, ceiling.tier).isLast, isDue(ceiling, state),
      !(isRaised
        && raised.isCertain(
          rarerThan: ceiling.tier, over: table.denominator,
          from: { isEmpty($0) ? nil : table.share(draw, $0).weight }))
    {
      return give(&state, stage, draw, tier: ceiling.tier, isFeatured: true, &choices)
    }
    func weight(_ tier: Int) -> UInt64 {
      // A slot of different cards draws no rarity of which it has given every card.
      if draw.isDistinct, !table.hasAny(of: table.share(draw, tier).part.all, state, draw) {
        return 0
      }
      return isRaised ? raised.read(tier) : table.share(draw, tier).weight
    }
    var tier = choices.choose(table.tiers) { weight($0) }
    if tier >= 0, isEmpty(tier) {
      switch table.emptyCell {
      case .demote:
        while tier >= 0, isEmpty(tier) { tier -= 1 }
      case .none: tier = -1
      case .reroll: tier = choices.choose(table.tiers) { isEmpty($0) ? 0 : weight($0) }
      }
    }
    guard tier >= 0 else { return DrawnCard() }
    return give(&state, stage, draw, tier: tier, isFeatured: false, &choices)
  }

  private func isDue(_ ceiling: StageTable.Ceiling, _ state: [Int32]) -> Bool {
    ceiling.sinceDigit >= 0 && state[ceiling.sinceDigit] >= ceiling.at && !isOver(ceiling, state)
  }

  /// Whether the next card of a tier is featured since enough rolls have passed without.
  private func isNextFeatured(_ tier: Int, _ table: StageTable, _ state: [Int32]) -> Bool {
    guard let ceiling = table.ceiling, tier == ceiling.tier, ceiling.sinceDigit >= 0 else {
      return false
    }
    return state[ceiling.sinceDigit] >= ceiling.from && !isOver(ceiling, state)
  }

  /// Whether a ceiling has ended with the first featured card.
  private func isOver(_ ceiling: StageTable.Ceiling, _ state: [Int32]) -> Bool {
    ceiling.isOnce && ceiling.hadDigit >= 0 && state[ceiling.hadDigit] == 1
  }

  /// Returns the weights of the tiers, raised by pity and by what is certain.
  private func raisedWeights(
    _ state: [Int32], _ table: StageTable, _ draw: StageTable.Draw
  ) -> RarityWeights {
    var weights = RarityWeights(count: table.tiers) { table.share(draw, $0).weight }
    let isBundleEnd =
      table.bundle.map {
        $0.givenDigit >= 0 && state[$0.positionDigit] == $0.size - 1 && state[$0.givenDigit] == 0
      } ?? false
    weights.raise(over: table.denominator) { tier in
      let share = table.share(draw, tier)
      if share.isLast, isBundleEnd, table.bundle?.atLeast == tier { return table.denominator }
      guard let pity = table.pity[tier], table.counterDigits[tier] >= 0, share.canRise else {
        return nil
      }
      var coming = Int64(state[table.counterDigits[tier]])
      for round in table.rounds where round.tier == tier {
        coming = Int64(state[round.settledDigit])
      }
      // A counter of 0 means that an earlier card of the pack was of the tier.
      if coming == 0 { return nil }
      let had = table.hadDigits[tier]
      return pity.raised(
        share.weight, coming: coming, hasHad: had >= 0 && state[had] == 1,
        denominator: table.denominator, canBeCertain: share.isLast)
    }
    return weights
  }

  private func give(
    _ state: inout [Int32], _ stage: Stage, _ draw: StageTable.Draw, tier: Int, isFeatured: Bool,
    _ choices: inout some Choices
  ) -> DrawnCard {
    let table = stage.table
    let part = table.share(draw, tier).part
    let rule = table.featured[tier]
    var entries = part.featured
    let chosen = chosen(part, tier: tier, table, state)
    var isFromFeatured = true
    if let rule, rule.pathDigit >= 0, state[rule.pathDigit] >= rule.path,
      table.hasAny(of: chosen, state, draw)
    {
      entries = chosen
    } else if !table.hasAny(of: part.featured, state, draw) {
      (entries, isFromFeatured) = (part.others, false)
    } else if let rule, !isFeatured, table.hasAny(of: part.others, state, draw) {
      let isGuaranteed = rule.hasGuarantee && rule.flagDigit >= 0 && state[rule.flagDigit] == 1
      if !isGuaranteed, !isNextFeatured(tier, table, state) {
        let lost = rule.lostDigit < 0 ? 0 : Int(state[rule.lostDigit])
        let last = rule.shares.upperBound - 1
        let share = table.featuredShares[min(rule.shares.lowerBound + lost, last)]
        let index = choices.choose(2) {
          $0 == 0 ? share.numerator : share.denominator - share.numerator
        }
        if index == 1 { (entries, isFromFeatured) = (part.others, false) }
        if rule.lostDigit >= 0 {
          state[rule.lostDigit] =
            index == 1 ? min(state[rule.lostDigit] + 1, radices[rule.lostDigit] - 1) : 0
        }
      }
    }
    let index = pick(entries, state, table, draw, tier, &choices)
    guard index >= 0, table.entries[index].group >= 0 else { return DrawnCard() }
    // Where no card is chosen, the path begins with the next choice.
    let isChosen =
      chosen.isEmpty
      ? !table.choices.isEmpty
      : table.entries[chosen.lowerBound].group == table.entries[index].group
    return record(
      &state, stage, draw, table.entries[index], isFeatured: isFromFeatured, isChosen: isChosen)
  }

  /// Returns the entries of the card that is chosen, if it is of a tier.
  private func chosen(
    _ part: StageTable.Part, tier: Int, _ table: StageTable, _ state: [Int32]
  ) -> Range<Int> {
    if table.choices.isEmpty { return part.chosen }
    let choice = table.choices.first { choice in
      let group = classes[choice.group]
      return !(0..<group.levels).contains {
        $0 % (group.cap + 1) >= choice.copies && state[group.digit + $0] > 0
      }
    }
    guard let choice, choice.tier == tier,
      let first = part.featured.first(where: { table.entries[$0].group == choice.group })
    else { return 0..<0 }
    let rest = first..<part.featured.upperBound
    return first..<(rest.first { table.entries[$0].group != choice.group } ?? rest.upperBound)
  }

  /// Draws one of some entries; returns its position, −1 for none.
  private func pick(
    _ entries: Range<Int>, _ state: [Int32], _ table: StageTable, _ draw: StageTable.Draw,
    _ tier: Int, _ choices: inout some Choices
  ) -> Int {
    func weight(_ index: Int) -> UInt64 { table.weight(index, state, draw) }
    let copies = table.copiesFirst[tier]
    func isLacking(_ index: Int) -> Bool { table.entries[index].owned < copies }
    let first = entries.lowerBound
    let choice: Int
    if copies > 0, entries.contains(where: { isLacking($0) && weight($0) > 0 }) {
      choice = choices.choose(entries.count) { isLacking(first + $0) ? weight(first + $0) : 0 }
    } else {
      choice = choices.choose(entries.count) { weight(first + $0) }
    }
    return choice < 0 ? choice : first + choice
  }

  private func record(
    _ state: inout [Int32], _ stage: Stage, _ draw: StageTable.Draw, _ entry: StageTable.Entry,
    isFeatured: Bool, isChosen: Bool
  ) -> DrawnCard {
    let (table, tier) = (stage.table, entry.tier)
    for better in 0...tier where better == tier || table.exact & (1 << UInt32(better)) == 0 {
      if table.counterDigits[better] >= 0 { state[table.counterDigits[better]] = 0 }
      if table.hadDigits[better] >= 0 { state[table.hadDigits[better]] = 1 }
    }
    for round in table.rounds where state[round.turnDigit] == 0 { state[round.settledDigit] = 0 }
    if let rule = table.featured[tier] {
      if rule.hasGuarantee, rule.flagDigit >= 0 { state[rule.flagDigit] = isFeatured ? 0 : 1 }
      if rule.pathDigit >= 0 {
        let points = state[rule.pathDigit]
        state[rule.pathDigit] = isChosen ? 0 : min(points + 1, radices[rule.pathDigit] - 1)
      }
    }
    if let ceiling = table.ceiling, isFeatured, tier == ceiling.tier {
      if ceiling.sinceDigit >= 0 { state[ceiling.sinceDigit] = 0 }
      if ceiling.hadDigit >= 0 { state[ceiling.hadDigit] = 1 }
    }
    if let bundle = table.bundle, bundle.givenDigit >= 0, tier >= bundle.atLeast ?? 0 {
      state[bundle.givenDigit] = 1
    }
    return count(&state, stage, entry, step: 0, isDistinct: draw.isDistinct)
  }

  /// Counts a card among those owned, for the goal and as a prize.
  ///
  /// - Parameters:
  ///   - step: the distance to the position with another copy drawn from the box; 0 without one.
  ///   - isDistinct: whether the slot does not give the card again.
  private func count(
    _ state: inout [Int32], _ stage: Stage, _ entry: StageTable.Entry, step: Int,
    isDistinct: Bool = false
  ) -> DrawnCard {
    if isDistinct, entry.given >= 0, entry.digit < 0 { state[entry.given] += 1 }
    if entry.digit >= 0 {
      var after = entry.digit + step
      if stage.counts[entry.group], entry.owned < classes[entry.group].cap { after += 1 }
      state[entry.digit] -= 1
      state[after] += 1
      if isDistinct, entry.given >= 0 { state[entry.given + after - entry.digit] += 1 }
    }
    if stage.isWanted[entry.group], let copies = stage.target?.copies,
      state[copiesDigit] < copies
    {
      state[copiesDigit] += 1
    }
    if stage.points.points >= 0 {
      let duplicate = stage.duplicatePoints[entry.tier]
      if entry.owned >= duplicate.from { addPoints(Int(duplicate.points), &state, stage) }
    }
    var amount: Int64 = stage.isPrize[entry.group] ? 1 : 0
    amount += stage.refunds[entry.tier]
    if entry.owned > 0 { amount += stage.duplicates[entry.tier] }
    return DrawnCard(group: entry.group, tier: entry.tier, amount: amount)
  }

  /// Takes the next card of a cycle; where its position is not known, each is equally likely.
  private func next(
    _ state: inout [Int32], _ stage: Stage, _ cycle: StageTable.Cycle,
    _ choices: inout some Choices
  ) -> DrawnCard {
    let length = cycle.rolls.count
    var position = Int(state[cycle.digit])
    if position >= length { position = choices.choose(length) { _ in 1 } }
    state[cycle.digit] = Int32((position + 1) % length)
    let entry = cycle.rolls[position].first {
      let digit = stage.table.entries[$0].digit
      return digit < 0 || state[digit] > 0
    }
    guard let entry else { return DrawnCard() }
    return count(&state, stage, stage.table.entries[entry], step: 0)
  }

  /// Draws a card from a box, and fills the box again where its rule says so.
  private func unbox(
    _ state: inout [Int32], _ stage: Stage, _ box: StageTable.BoxContents,
    _ choices: inout some Choices
  ) -> DrawnCard {
    let index = choices.choose(box.entries.count) {
      box.entries[$0].weight &* UInt64(state[box.entries[$0].digit])
    }
    guard index >= 0 else { return DrawnCard() }
    let card = count(&state, stage, box.entries[index], step: box.steps[index])
    if box.reset != .never {
      let isLeft = box.entries.indices.contains { other in
        (box.reset == .empty || box.isFeatured[other])
          && state[box.entries[other].digit] > 0
      }
      if !isLeft { move(box.refills, &state) }
    }
    return card
  }

  /// Adds the numbers at positions of the state to those at others.
  func move(_ moves: [(from: Int, to: Int)], _ state: inout [Int32]) {
    for (from, to) in moves {
      state[to] += state[from]
      state[from] = 0
    }
  }
}
