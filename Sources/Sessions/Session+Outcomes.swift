public import Rules

extension Session {
  /// Returns the id of the mission of a completion, given its index in the history of completions.
  public func missionID(ofCompletion position: Int) -> String {
    rulebook.definition.missions[Int(fold.current.completions[position].mission)].id
  }

  /// Returns the id of the achievement of an unlock, given its index in the history of unlocks.
  public func achievementID(ofUnlock position: Int) -> String {
    let unlock = fold.current.journey.unlocks[position]
    return rulebook.definition.ladders[Int(unlock.ladder)].rungs[Int(unlock.rung)].id
  }

  /// Returns the card that an event draws independently of previous events; `nil` where pity can
  /// change the draw.
  public func certainDraw(of event: Event) -> Int? {
    rulebook.certainDraw(of: event, seed: rollSeed)
  }
}
