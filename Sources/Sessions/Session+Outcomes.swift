public import Rules

extension Session {
  /// The id of the mission of a completion, by its position in the history of completions.
  public func missionID(ofCompletion position: Int) -> String {
    rulebook.definition.missions[Int(fold.current.completions[position].mission)].id
  }

  /// The card that an event draws whatever precedes it; `nil` where pity can bend the draw.
  public func certainDraw(of event: Event) -> Int? {
    rulebook.certainDraw(of: event, seed: profile.seed)
  }
}
