extension Rulebook {
  /// Returns the rulebook position of the card that an event draws independently of all earlier
  /// events; `nil` when the event draws no card or when pity can change the draw.
  public func certainDraw(of event: Event, seed: UInt64) -> Int? {
    if drops.hasPity { return nil }
    let category: Category
    if case .spark(let of, _) = event.action {
      category = of
    } else if case .roll(let of) = event.action {
      category = of
    } else {
      return nil
    }
    return drops.draw(
      seed: seed, identity: event.id.high, category: category, since: (0, 0, 0, 0),
      era: eras.era(of: event.day)
    ).card
  }
}
