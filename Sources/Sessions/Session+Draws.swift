public import Rules
import Storage

extension Session {
  /// Returns the draws of all sparks and rolls up to now, by category and by the draws that were
  /// possible at each position in the fold.
  public func draws() throws(SessionError) -> DrawTally {
    try begin()
    let (rulebook, seed) = (self.rulebook, profile.seed)
    var state = rulebook.initialState()
    var tally = DrawTally()
    var retries = EventRetries()
    let attempt = { (event: Event, state: inout ProfileState) in
      tally.apply(event, to: &state, of: rulebook, seed: seed)
    }
    try storing {
      try access.foldOrder.forEachEvent(after: nil, through: now) { event in
        retries.apply(event, to: &state, attempt: attempt, result: { _, _, _ in })
      }
      retries.finish(&state, attempt: attempt, result: { _, _, _ in })
    }
    return tally
  }
}
