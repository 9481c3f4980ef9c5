import Calendar
public import Rules
import Storage

extension Session {
  /// Spends a roll token on a card of a category.
  ///
  /// - Parameters:
  ///   - category: the category of the card.
  ///   - time: the time of the roll; by default now.
  ///   - key: the id that the source assigns to the roll.
  /// - Throws: `SessionError.noToken` when there is no token at that time.
  public func roll(
    _ category: Category, at time: EventTime? = nil, key: String? = nil
  ) throws(SessionError) -> Recorded {
    if let key { try check(key: key) }
    if play != nil { try beginAdding() }
    _ = try folded()
    return try recording(
      at: time, isRefusal: { if case .noToken = $0 { true } else { false } },
      known: { since, before throws(SessionError) in
        key == nil ? try known(rollOf: category, since: since, before: before) : nil
      }
    ) { resolved throws(SessionError) in
      try roll(
        CardRoll(at: resolved.at, offset: resolved.offset, category: category), key: key,
        resolved.note)
    }
  }

  private func roll(
    _ roll: CardRoll, key: String?, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded {
    var occurrence: UInt32 = 0
    while true {
      let natural = key.map { NaturalKey.given($0) } ?? .content(occurrence: occurrence)
      let id = roll.id(seed: profile.seed, key: natural)
      if let stored = try storing({ try access.rolls.roll(id: id) }) {
        if let key, stored.roll != roll { throw .conflict(key: key, existing: id) }
        if key == nil && rolled.contains(id) && !stored.isRemoved {
          occurrence += 1
          continue
        }
        rolled.insert(id)
        if stored.isRemoved { return try bringBack(roll, id: id, note) }
        tally.unchanged += 1
        return Recorded(
          id: id, status: .unchanged, event: stored.roll.event(id: id), note: note)
      }
      rolled.insert(id)
      return try spend(roll, id: id, key: key, note)
    }
  }

  /// Returns the first roll of a category that another session recorded within a half-open range of
  /// instants.
  private func known(
    rollOf category: Category, since: Instant, before: Instant
  ) throws(SessionError) -> Recorded? {
    let stored = try storing {
      try access.rolls.rolls(of: category, since: since, before: before)
    }
    guard let stored = stored.first(where: { !rolled.contains($0.id) }) else { return nil }
    rolled.insert(stored.id)
    tally.unchanged += 1
    return Recorded(
      id: stored.id, status: .unchanged, event: stored.roll.event(id: stored.id))
  }

  private func spend(
    _ roll: CardRoll, id: EventID, key: String?, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded {
    let event = roll.event(id: id)
    let before = try folded()
    let isLast = !fold.isBehind(event)
    if isLast && before.tokens <= 0 && !rulebook.rollsAreFree {
      throw .noToken(missingFuel: missingFuel(before))
    }
    let provenance = try provenance()
    _ = try storing {
      try access.rolls.insert(roll, id: id, key: key, provenance)
    }
    noteChange(at: event.at)
    let outcome = fold.append(event)
    if outcome == nil, try folded().voids.count > before.voids.count {
      // In the past there may be no token although there is one now, or it was spent later; a drawn
      // card must not be exchanged for another. The roll is removed, as if it had never been
      // recorded.
      try storing { try access.rolls.delete(id: id) }
      fold.invalidate(from: event.at)
      rolled.remove(id)
      throw try noTokenThen(event.at)
    }
    count(id)
    tally.added += 1
    return Recorded(id: id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// Restores a removed roll, with its old id and its old draw.
  private func bringBack(
    _ roll: CardRoll, id: EventID, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded {
    let event = roll.event(id: id)
    let before = try folded()
    let isLast = !fold.isBehind(event)
    if isLast && before.tokens <= 0 && !rulebook.rollsAreFree {
      throw .noToken(missingFuel: missingFuel(before))
    }
    try correct(
      id, .edit, .event(at: roll.at, offset: roll.offset, event.action), from: event.at)
    if try folded().voids.count > before.voids.count {
      try correct(id, .remove, nil, from: event.at)
      throw try noTokenThen(event.at)
    }
    tally.restored += 1
    return Recorded(id: id, status: .restored, event: event, note: note)
  }

  /// Returns the error for a roll that could not be made in the past.
  private func noTokenThen(_ instant: Instant) throws(SessionError) -> SessionError {
    let then = try stateOfAllEvents(through: instant)
    return .noTokenThen(
      at: zone.text(instant), missingFuel: then.tokens > 0 ? nil : missingFuel(then))
  }

  private func missingFuel(_ state: ProfileState) -> Int64 {
    rulebook.definition.fuelCapacity - state.fuel
  }
}
