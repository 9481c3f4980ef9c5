/// A fold over the events of one instant as a set: events whose precondition fails are retried, in
/// the same order, after each pass in which another succeeded. Those that fail to the end are void.
///
/// An event recorded later at such an instant cannot simply be appended: its position is before the
/// retried events. For that reason the state stores the instant (`FoldedEvents.latestFailure`).
///
/// Events are passed in the order of their positions, and `finish` is called after the last; only
/// then does the state include all of them. A state saved on the way lies between two instants.
package struct EventRetries: Sendable {
  /// The events of the latest instant that have failed so far, in order.
  private var waiting: [ProfileEvent] = []
  /// Whether another event succeeded since the first of them failed.
  private var hasProgressed = false
  /// The position of the latest event passed, while any event waits.
  private var last: FoldPosition?

  /// A function that applies an event to a state and returns its outcome.
  package typealias Attempt = (ProfileEvent, inout ProfileState) -> Outcome
  /// A function that receives each event once, with its final outcome and the state after it.
  package typealias Result = (ProfileEvent, Outcome, borrowing ProfileState) -> Void

  /// Creates the fold before the first event.
  package init() {}

  @inline(__always)
  package mutating func apply(
    _ event: ProfileEvent, to state: inout ProfileState, by rulebook: Rulebook, seed: UInt64
  ) {
    if waiting.isEmpty, !event.action.hasPrecondition {
      rulebook.apply(event, to: &state, seed: seed)
      return
    }
    apply(
      event, to: &state, attempt: { rulebook.apply($0, to: &$1, seed: seed) },
      result: { _, _, _ in })
  }

  /// Retries the waiting events until none succeeds, after the last event of an instant.
  package mutating func finish(_ state: inout ProfileState, by rulebook: Rulebook, seed: UInt64) {
    finish(
      &state, attempt: { rulebook.apply($0, to: &$1, seed: seed) }, result: { _, _, _ in })
  }

  /// Applies the next event of a history.
  ///
  /// - Parameters:
  ///   - event: the event; its position is after that of every event passed before.
  ///   - state: the state derived from the events before it.
  ///   - attempt: applies an event; called more than once for an event that waits.
  ///   - result: called for each event whose outcome is final.
  package mutating func apply(
    _ event: ProfileEvent, to state: inout ProfileState, attempt: Attempt, result: Result
  ) {
    if let first = waiting.first, first.at != event.at {
      finish(&state, attempt: attempt, result: result)
    }
    if let outcome = attemptOnce(event, &state, attempt) {
      hasProgressed = true
      result(event, outcome, state)
    } else {
      if waiting.isEmpty { hasProgressed = false }
      waiting.append(event)
    }
    last = event.foldPosition
  }

  /// Retries the waiting events until none succeeds, after the last event of an instant.
  package mutating func finish(_ state: inout ProfileState, attempt: Attempt, result: Result) {
    if waiting.isEmpty { return }
    let events = waiting
    // In a long chain of quest nodes nearly all wait in each pass; checking those must be cheap.
    let nodes =
      events.contains { $0.action.isDefinition }
      ? [] : events.map { state.subjects.quests.place(completedBy: $0.action) }
    var left = Array(events.indices)
    while hasProgressed && !left.isEmpty {
      hasProgressed = false
      left.removeAll { position in
        if !nodes.isEmpty, let node = nodes[position], !state.subjects.quests.isReady(node) {
          return false
        }
        guard let outcome = attemptOnce(events[position], &state, attempt) else { return false }
        hasProgressed = true
        result(events[position], outcome, state)
        return true
      }
    }
    for position in left { result(events[position], attempt(events[position], &state), state) }
    waiting = []
    state.events.newest = last
    state.events.latestFailure = last?.at
  }

  /// - Returns: the outcome; `nil` when the event has to wait and the state is unchanged.
  private func attemptOnce(
    _ event: ProfileEvent, _ state: inout ProfileState, _ attempt: Attempt
  ) -> Outcome? {
    let mark = state.events.voidMark
    let outcome = attempt(event, &state)
    guard outcome.isVoid else { return outcome }
    state.removeLatestVoid(to: mark)
    return nil
  }
}

extension Rulebook {
  /// Returns the reason why an event cannot be recorded among the others of a history: it would
  /// have no effect, or make another event of its instant void; `nil` when it can be recorded.
  ///
  /// - Parameters:
  ///   - others: the other events of its instant, in the order of their positions.
  ///   - state: the state before the instant; on return, the state after all of its events.
  /// - Returns: the reason and the event's outcome.
  package func refusal(
    of event: ProfileEvent, among others: [ProfileEvent], in state: inout ProfileState, seed: UInt64
  ) -> (reason: VoidReason?, outcome: Outcome?) {
    // The copy is expensive, and without other events none can be made void.
    let without = others.isEmpty ? nil : state
    var events = others
    events.insert(
      event, at: events.firstIndex { event.foldPosition < $0.foldPosition } ?? events.endIndex)
    let outcomes = self.outcomes(ofApplying: events, to: &state, seed: seed)
    let outcome = outcomes[event.id]
    if let reason = outcome?.void { return (reason, outcome) }
    // Usually no event is void, and then none was made void.
    let displaced = others.filter { outcomes[$0.id]?.isVoid ?? false }
    guard !displaced.isEmpty, var without else { return (nil, outcome) }
    let before = self.outcomes(ofApplying: others, to: &without, seed: seed)
    let first = displaced.first { before[$0.id]?.isVoid == false }
    return (first.flatMap { outcomes[$0.id]?.void }, outcome)
  }

  /// Applies events, and returns their outcomes in the same order.
  ///
  /// - Parameters:
  ///   - events: the events in their order, as `sorted()` returns them, none of which precedes one that the state
  ///     has already.
  ///   - state: the state that they change.
  ///   - seed: the profile's seed.
  public func apply(
    _ events: [ProfileEvent], to state: inout ProfileState, seed: UInt64
  ) -> [Outcome] {
    let outcomes = self.outcomes(ofApplying: events, to: &state, seed: seed)
    // Each event has an outcome once the retries have finished.
    return events.map { outcomes[$0.id] ?? Outcome() }
  }

  /// Applies events, passed in the order of their positions, and returns their outcomes by id.
  package func outcomes(
    ofApplying events: [ProfileEvent], to state: inout ProfileState, seed: UInt64
  ) -> [EventID: Outcome] {
    var outcomes: [EventID: Outcome] = [:]
    var retries = EventRetries()
    for event in events {
      retries.apply(
        event, to: &state, attempt: { apply($0, to: &$1, seed: seed) },
        result: { event, outcome, _ in outcomes[event.id] = outcome })
    }
    retries.finish(
      &state, attempt: { apply($0, to: &$1, seed: seed) },
      result: { event, outcome, _ in outcomes[event.id] = outcome })
    return outcomes
  }
}
