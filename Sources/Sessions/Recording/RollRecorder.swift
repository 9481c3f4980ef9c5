import FlintCalendar
import FlintRules
import Storage

/// The recording of card rolls, each of which spends a token.
struct RollRecorder {
  let session: Session

  private var access: StoreAccess { session.access }

  /// Spends a roll token on a card of a category.
  func roll(_ category: SparkCategory, at time: EventTime?, key: String?) throws -> Recorded {
    _ = try session.folded()
    return try session.recording(
      at: time, isRefusal: { if case .noToken = $0 { true } else { false } },
      known: { since, before in
        key == nil && !session.duplicates.recordsEqualAgain
          ? try known(category, since: since, before: before) : nil
      }
    ) { resolved in
      try roll(
        CardRoll(at: resolved.at, offset: resolved.offset, category: category), key: key,
        resolved.note)
    }
  }

  private func roll(_ roll: CardRoll, key: String?, _ note: CivilZone.Note?) throws -> Recorded {
    var occurrence: UInt32 = 0
    while true {
      let natural = key.map { NaturalKey.given($0) } ?? .content(occurrence: occurrence)
      let id = roll.id(seed: session.profile.seed, key: natural)
      let stored = try access.rolls.find(id)
      if let stored {
        if let key, stored.event != roll.event(id: id) {
          throw SessionError.conflict(key: key, existing: id)
        }
        let isOneMore =
          session.duplicates.recordsEqualAgain || session.progress.rolled.contains(id)
        if key == nil && isOneMore && !stored.isRemoved {
          occurrence += 1
          continue
        }
      }
      session.progress.rolled.insert(id)
      guard let stored else { return try spend(roll, id: id, key: key, note) }
      return stored.isRemoved
        ? try bringBack(roll, id: id, note) : session.unchanged(stored.event, note)
    }
  }

  /// Returns the first roll of a category that another session recorded within a half-open range of
  /// instants.
  private func known(_ category: SparkCategory, since: Instant, before: Instant) throws -> Recorded?
  {
    let stored = try access.rolls.all(of: category, since: since, before: before)
    guard let roll = stored.map(\.event).first(where: { !session.progress.rolled.contains($0.id) })
    else { return nil }
    session.progress.rolled.insert(roll.id)
    return session.unchanged(roll)
  }

  /// Throws if an event at the end of the fold finds no token; returns the state before it.
  private func checkForToken(_ event: ProfileEvent) throws -> ProfileState {
    let before = try session.folded()
    if !session.fold.isBehind(event) && before.fuel.tokens <= 0 && !session.rulebook.rollsAreFree {
      throw SessionError.noToken(missingFuel: missingFuel(before))
    }
    return before
  }

  private func spend(
    _ roll: CardRoll, id: EventID, key: String?, _ note: CivilZone.Note?
  ) throws -> Recorded {
    let event = roll.event(id: id)
    let before = try checkForToken(event)
    _ = try access.rolls.insert(roll, id: id, key: key, session.provenance())
    session.fold.noteChange(at: event.at)
    let outcome = session.fold.append(event)
    if outcome == nil, try session.folded().events.voids.count > before.events.voids.count {
      // In the past there may be no token although there is one now, or it was spent later; a drawn
      // card must not be exchanged for another. The roll is removed, as if it had never been
      // recorded.
      try access.rolls.delete(id: id)
      session.fold.invalidate(from: event.at)
      session.progress.rolled.remove(id)
      throw try noTokenThen(event.at)
    }
    session.count(id)
    session.progress.tally.added += 1
    return Recorded(id: id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// Restores a removed roll, with its old id and its old draw.
  private func bringBack(_ roll: CardRoll, id: EventID, _ note: CivilZone.Note?) throws -> Recorded
  {
    let event = roll.event(id: id)
    let before = try checkForToken(event)
    try session.correct(id, .edit, event.content, from: event.at)
    if try session.folded().events.voids.count > before.events.voids.count {
      try session.correct(id, .remove, nil, from: event.at)
      throw try noTokenThen(event.at)
    }
    session.progress.tally.restored += 1
    return Recorded(id: id, status: .restored, event: event, note: note)
  }

  /// Returns the error for a roll that could not be made in the past.
  private func noTokenThen(_ instant: Instant) throws -> SessionError {
    let then = try session.reader.stateOfAllEvents(through: instant)
    return .noTokenThen(
      at: session.zone.text(instant), missingFuel: then.fuel.tokens > 0 ? nil : missingFuel(then))
  }

  private func missingFuel(_ state: ProfileState) -> Int64 {
    session.rulebook.definition.fuelCapacity - state.fuel.amount
  }
}
