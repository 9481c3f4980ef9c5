import Chance
import FlintRules
import FlintSchema

extension Plan {
  /// Returns the exact value of a goal in a pool: the chance that it is reached with the rolls of the
  /// horizon, and the restricted mean of rolls.
  ///
  /// It is known where the number of rolls of a player who has not reached the goal is not a matter of
  /// chance: where no luck grants or costs anything, so that one player's number is everybody's.
  func exactValue(
    of target: PoolTarget, in pool: String, _ unit: Measure.Unit, variant: Int, _ policy: Policy
  ) -> ExactValue? {
    guard unit != .sparks, engine == .rolls || !policy.pools.isEmpty,
      let odds = poolOdds(of: target, in: pool, variant: variant, policy),
      let distribution = try? odds.distribution()
    else { return nil }
    if case .until(.pool(pool, target), atMost: Horizon.mostDays) = horizon {
      guard engine == .rolls, unit == .rolls, !distribution.boundedMean.isUnusable else {
        return nil
      }
      return ExactValue(mean: distribution.mean, method: distribution.method.name)
    }
    guard let rolls = certainRolls(in: pool, variant: variant, policy) else { return nil }
    let chance = distribution.chance(doneWithin: rolls)
    if chance.isUnusable { return nil }
    return ExactValue(
      reached: chance.value,
      restricted: unit == .rolls ? distribution.chanceNotDone(after: 0..<rolls) : nil,
      method: distribution.method.name)
  }

  /// Returns the question how many rolls a goal takes in the only pool of a policy; `nil` where it has
  /// several, or other goals. A policy without pools has none but this one.
  func poolOdds(
    of target: PoolTarget, in pool: String, variant: Int, _ policy: Policy
  ) -> PoolOdds? {
    let definition = variants[variant].rulebook.definition
    let entry = policy.pools.first ?? PoolPolicy(pool: pool)
    guard let resolved = definition.pool(pool), policy.pools.count <= 1, entry.pool == pool,
      entry.stopAt.map({ $0 == target }) ?? true,
      // Cards of sparks would count for what a profile owns.
      policy.isIdle || !resolved.definition.dependsOnOwned
    else { return nil }
    var buysBundles = false
    if let bundle = resolved.definition.bundle, bundle.atLeast != nil, entry.roll >= bundle.size {
      guard entry.roll % bundle.size == 0 else { return nil }
      buysBundles = true
    }
    var bought = resolved.bought(inBundles: buysBundles)
    guard let (goal, cards) = try? target.resolved(in: resolved, definition) else { return nil }
    if let wanted = entry.exchange {
      guard entry.takes(wanted, asSoonAsItEnds: target, goal, cards, resolved, definition) else {
        return nil
      }
    } else {
      bought.definition.exchange = nil
    }
    var start = PoolStart()
    if let id = entry.choose, let tier = resolved.tier(of: id, in: definition) {
      start.chosen = definition.rarities.indices.map { $0 == tier ? id : nil }
    }
    return PoolOdds(bought, until: goal, from: start)
  }

  /// Returns the number of rolls that each player pays within the horizon who does not stop before; `nil`
  /// where it is a matter of chance.
  func certainRolls(in pool: String, variant: Int, _ policy: Policy) -> Int64? {
    let rulebook = variants[variant].rulebook
    let definition = rulebook.definition
    // A day without sparks may be one without what its first event grants.
    let isCertain = policy.sparks.allSatisfy { if case .constant = $0 { true } else { false } }
    func grantsNothing(_ amounts: [CurrencyAmount]) -> Bool { amounts.allSatisfy { $0.value == 0 } }
    let isWithoutLuck =
      definition.missions.allSatisfy { mission in
        // So many sparks are completed on the same days by all players.
        grantsNothing(mission.grants)
          || isCertain && mission.requires.isEmpty
            && mission.metric == .sparks(category: nil, minIntensity: nil, beforeHour: nil)
      } && definition.earn.allSatisfy { grantsNothing($0.grants) }
      && definition.levels.allSatisfy { grantsNothing($0.grants) }
      && definition.duplicateGrants.allSatisfy { grantsNothing($0.value) }
    guard case .days = horizon, policy.isSteady, isWithoutLuck,
      let position = rulebook.poolPosition(id: pool),
      let cost = rulebook.cost(ofRolls: 1, pool: position)
        ?? rulebook.cost(ofRolls: Int(clamping: policy.pools.first?.roll ?? 1), pool: position),
      cost.tokens == 0
    else { return nil }
    guard isCertain || definition.currencies.allSatisfy({ $0.perDay == 0 }) else { return nil }
    var plan = self
    (plan.players, plan.segments, plan.variants) = (1, [], [variants[variant]])
    plan.measures = [Measure(.total(.rolls(pool)))]
    var endless = policy
    for index in endless.pools.indices { endless.pools[index].stopAt = nil }
    plan.behaviour = .policy(endless)
    guard let player = try? BuiltInPlayers(plan, controls: [Controls(plan, rulebook)]) else {
      return nil
    }
    var tallies = TallySet(measures: 1, controls: [0])
    guard (try? player.play(0..<1, into: &tallies)) != nil else { return nil }
    return tallies.tallies[0][0].least
  }
}

extension PoolPolicy {
  /// Returns whether the exchange takes cards so that a goal is reached as soon as the points buy what it
  /// lacks, which is what the distribution supposes.
  fileprivate func takes(
    _ wanted: Exchange, asSoonAsItEnds target: PoolTarget, _ goal: PoolGoal, _ cards: PoolCards,
    _ pool: PoolTable, _ rulebook: RulebookDefinition
  ) -> Bool {
    // Points are counted after all rolls of an event.
    guard let exchange = pool.definition.exchange, !exchange.countsDuplicates,
      roll == 1 || pool.offered.allSatisfy({ $0.price % (roll * (exchange.perRoll ?? 1)) == 0 }),
      exchange.choose == .featured
    else { return false }
    switch wanted {
    case .missing: return stopAt == target
    case .card(let id):
      // A card taken early is owned by later rolls.
      guard case .copies = goal, !pool.definition.dependsOnOwned,
        let tier = pool.tier(of: id, in: rulebook),
        let price = pool.offered.first(where: { rulebook.cards[$0.card.position].id == id })?.price,
        !pool.cards.enumerated().contains(where: { rarity, all in
          all.contains { card in
            cards.contains(card, tier: rarity)
              && pool.exchangePrice(of: card, rarity: rarity).map { $0 < price } ?? false
          }
        })
      else { return false }
      return cards.contains(PoolTable.Card(0, id: id, weight: 1, isFeatured: true), tier: tier)
    }
  }
}
