public import Rules

extension Session {
  /// The id of the mission of a completion, by its position in the history of completions.
  public func missionID(ofCompletion position: Int) -> String {
    rulebook.definition.missions[Int(fold.current.completions[position].mission)].id
  }

  /// The id of the achievement of an unlock, by its position in the history of unlocks.
  public func achievementID(ofUnlock position: Int) -> String {
    let unlock = fold.current.journey.unlocks[position]
    return rulebook.definition.ladders[Int(unlock.ladder)].rungs[Int(unlock.rung)].id
  }

  /// The card that an event draws whatever precedes it; `nil` where pity can bend the draw.
  public func certainDraw(of event: Event) -> Int? {
    rulebook.certainDraw(of: event, seed: rollSeed)
  }
}
