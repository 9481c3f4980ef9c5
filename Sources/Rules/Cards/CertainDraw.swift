extension Rulebook {
  /// The position of the card that an event draws whatever precedes it; `nil` when it draws none,
  /// or when pity can bend the draw.
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
