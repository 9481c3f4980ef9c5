import Rules

extension Plan {
  /// Returns the exact value of a goal in a pool: the chance that it is reached with the rolls of the
  /// horizon, and the restricted mean of rolls.
  ///
  /// It is known where the number of rolls of a player who has not reached the goal is not a matter of
  /// chance: where no luck grants or costs anything, so that one player's number is everybody's.
  func exactValue(
    of target: PoolTarget, in pool: String, _ unit: Measure.Unit, variant: Int, _ policy: Policy
  ) -> ExactValue? {
    guard unit != .sparks,
      let law = poolLaw(of: target, in: pool, variant: variant, policy),
      let rolls = certainRolls(in: pool, variant: variant, policy)
    else { return nil }
    let chance = law.chance(doneWithin: rolls)
    if chance.isUnusable { return nil }
    return ExactValue(
      reached: chance.value, restricted: unit == .rolls ? law.chanceNotDone(after: 0..<rolls) : nil,
      method: law.method.name)
  }

  /// Returns the law of the rolls until a goal in the only pool of a policy; `nil` where there is none.
  private func poolLaw(
    of target: PoolTarget, in pool: String, variant: Int, _ policy: Policy
  ) -> OddsLaw? {
    let definition = variants[variant].rulebook.definition
    guard let resolved = definition.pool(pool), policy.pools.count == 1,
      let entry = policy.pools.first, entry.pool == pool,
      entry.stopAt.map({ $0 == target }) ?? true,
      // Cards of sparks would count for what a profile owns.
      policy.isIdle || resolved.definition.protection == nil
    else { return nil }
    var buysBundles = false
    if let bundle = resolved.definition.bundle, bundle.atLeast != nil, entry.roll >= bundle.size {
      guard entry.roll % bundle.size == 0 else { return nil }
      buysBundles = true
    }
    var model = PoolModel(resolved, in: definition, buysBundles: buysBundles)
    // Players of a policy exchange nothing.
    model.exchange = nil
    guard let goal = try? target.resolved(in: resolved, definition).goal else { return nil }
    return try? PoolOdds(model, until: goal).law()
  }

  /// Returns the number of rolls that each player pays within the horizon who does not stop before; `nil`
  /// where it is a matter of chance.
  private func certainRolls(in pool: String, variant: Int, _ policy: Policy) -> Int64? {
    let rulebook = variants[variant].rulebook
    let definition = rulebook.definition
    let grantsNothing =
      definition.missions.allSatisfy(\.grants.isEmpty)
      && definition.earn.allSatisfy(\.grants.isEmpty)
      && definition.levels.allSatisfy(\.grants.isEmpty) && definition.duplicateGrants.isEmpty
    guard case .days = horizon, policy.lapse == nil, grantsNothing,
      let position = rulebook.poolPosition(id: pool),
      let cost = rulebook.cost(ofRolls: 1, pool: position)
        ?? rulebook.cost(ofRolls: Int(clamping: policy.pools.first?.roll ?? 1), pool: position),
      cost.tokens == 0
    else { return nil }
    // A day without sparks may be one without what its first event grants.
    let isCertain = policy.sparks.allSatisfy { if case .constant = $0 { true } else { false } }
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
