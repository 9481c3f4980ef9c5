/// The card that a simulated player's spark gave.
public struct PlayedCard: Hashable, BitwiseCopyable, Sendable {
  /// Its position in the rulebook; -1 when none was given.
  public let position: Int32
  /// Whether it is a first copy.
  public let isNew: Bool
}

extension Rulebook {
  /// Lets a spark have its effect, as `apply` does, for simulators: without an event around it, of a
  /// player whose clock shows UTC, and telling of what it brought the card alone.
  ///
  /// - Parameters:
  ///   - category: what it is about.
  ///   - intensity: how much it took.
  ///   - instant: when; it comes after every event applied before.
  ///   - identity: the high half of the event's id, whose low half is 0.
  ///   - state: what the events before it derived. Of the place of the newest event it says nothing.
  ///   - seed: the key of every draw.
  ///   - words: what `RollWords(seed:identity:)` answers for the two.
  /// - Returns: the card that was given.
  @discardableResult
  public func play(
    _ category: Category, _ intensity: Intensity, at instant: Instant, identity: UInt64,
    in state: inout ProfileState, seed: UInt64, words: RollWords
  ) -> PlayedCard {
    state.cells.claim()
    var elapsed = instant.milliseconds &- state.today.start
    if UInt64(bitPattern: elapsed) >= UInt64(OpenDay.length) {
      elapsed = open(instant.milliseconds, &state)
    }
    state.eventCount &+= 1
    let card = score(
      category, intensity, instant, elapsed: Int32(truncatingIfNeeded: elapsed),
      Roll(seed: seed, identity: identity), words, &state
    ).card
    return PlayedCard(position: Int32(truncatingIfNeeded: card.card), isNew: card.isNew)
  }
}
