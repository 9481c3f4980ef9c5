public import Calendar

/// The card received for a simulated player's spark.
public struct PlayedCard: Hashable, BitwiseCopyable, Sendable {
  /// The card's rulebook position; -1 when no card was received.
  public let position: Int32
  /// Whether the card is a first copy.
  public let isNew: Bool
}

extension Rulebook {
  /// Applies a spark as `apply` does, for simulators: without an `Event`, at offset UTC, and
  /// returning only the card.
  ///
  /// - Parameters:
  ///   - category: the category of the spark.
  ///   - intensity: the intensity of the spark.
  ///   - instant: the instant of the spark; it follows every event applied before.
  ///   - identity: the high half of the event's id, whose low half is 0.
  ///   - state: the state derived from the events before it. The position of its newest event is
  ///     not updated.
  ///   - seed: the key of every draw.
  ///   - words: the value of `RollWords(seed:identity:)` for seed and identity.
  /// - Returns: the card received.
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
