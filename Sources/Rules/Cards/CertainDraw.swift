extension Rulebook {
  /// The position of the card that an event draws whatever precedes it; `nil` when it draws none,
  /// or when pity can bend the draw.
  public func certainDraw(of event: Event, seed: UInt64) -> Int? {
    if drops.hasPity { return nil }
    let category: Category
    switch event.action {
    case .spark(let of, _): category = of
    case .roll(let of): category = of
    }
    return drops.draw(
      seed: seed, identity: event.id.high, category: category, since: (0, 0, 0, 0)
    ).card
  }
}
