/// Folds the events of one instant as a set: those whose precondition fails are tried again, in the
/// same order, after each pass in which another succeeded. What fails to the end is void.
///
/// An event that is recorded afterwards at such an instant is not simply the next one: it comes before
/// those that were tried again. So the state keeps that instant (`ProfileState.latestFailure`).
///
/// Events are given in the order of their places, and `finish` is called behind the last; only then
/// the state is that of all of them. A state that is kept on the way is one between two instants.
public struct EventRetries: Sendable {
  /// The events of the latest instant that have failed so far, in order.
  private var waiting: [Event] = []
  /// Whether another event succeeded since the first of them failed.
  private var hasProgressed = false
  /// The place of the latest event given, where one waits.
  private var last: FoldPlace?

  /// Applies an event to a state, and returns what it brought.
  public typealias Attempt = (Event, inout ProfileState) -> Outcome
  /// Is given each event once, with what it brought in the end, and the state behind it.
  public typealias Result = (Event, Outcome, borrowing ProfileState) -> Void

  /// Begins before the first event.
  public init() {}

  /// Applies the next event of a history.
  @inline(__always)
  public mutating func apply(
    _ event: Event, to state: inout ProfileState, by rulebook: Rulebook, seed: UInt64
  ) {
    if waiting.isEmpty, !event.action.hasPrecondition {
      rulebook.apply(event, to: &state, seed: seed)
      return
    }
    apply(
      event, to: &state, attempt: { rulebook.apply($0, to: &$1, seed: seed) },
      result: { _, _, _ in })
  }

  /// Tries again what waits, until nothing more succeeds: behind the last event of an instant.
  public mutating func finish(_ state: inout ProfileState, by rulebook: Rulebook, seed: UInt64) {
    if waiting.isEmpty { return }
    finish(
      &state, attempt: { rulebook.apply($0, to: &$1, seed: seed) }, result: { _, _, _ in })
  }

  /// Applies the next event of a history.
  ///
  /// - Parameters:
  ///   - event: the event; its place is behind that of every event given before.
  ///   - state: what the events before it derived.
  ///   - attempt: applies an event; called more than once for one that waits.
  ///   - result: called for each event whose outcome is final.
  public mutating func apply(
    _ event: Event, to state: inout ProfileState, attempt: Attempt, result: Result
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
    last = event.place
  }

  /// Tries again what waits, until nothing more succeeds: behind the last event of an instant.
  public mutating func finish(_ state: inout ProfileState, attempt: Attempt, result: Result) {
    if waiting.isEmpty { return }
    let events = waiting
    // Of a long chain of quest nodes nearly all wait in each pass: those that do cost next to nothing.
    let nodes =
      events.contains { $0.action.isDefinition }
      ? [] : events.map { state.quests.place(completedBy: $0.action) }
    var left = Array(events.indices)
    while hasProgressed && !left.isEmpty {
      hasProgressed = false
      left.removeAll { position in
        if !nodes.isEmpty, let node = nodes[position], !state.quests.isReady(node) { return false }
        guard let outcome = attemptOnce(events[position], &state, attempt) else { return false }
        hasProgressed = true
        result(events[position], outcome, state)
        return true
      }
    }
    for position in left { result(events[position], attempt(events[position], &state), state) }
    waiting = []
    state.newest = last
    state.latestFailure = last?.at
  }

  /// - Returns: what the event brought; `nil` when it is to wait, and the state is as if it had not
  ///   been tried.
  private func attemptOnce(
    _ event: Event, _ state: inout ProfileState, _ attempt: Attempt
  ) -> Outcome? {
    let mark = state.voidMark
    let outcome = attempt(event, &state)
    guard outcome.isVoid else { return outcome }
    state.withdrawVoid(to: mark)
    return nil
  }
}

extension Rulebook {
  /// Why an event cannot be recorded among others of a history: it would have no effect, or take its
  /// own from another of its instant. `nil` when it can.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - others: the others of its instant, in the order of their places.
  ///   - state: what came before; afterwards, what that and all events of the instant come to.
  /// - Returns: the reason, and what the event brought.
  public func refusal(
    of event: Event, among others: [Event], in state: inout ProfileState, seed: UInt64
  ) -> (reason: VoidReason?, outcome: Outcome?) {
    // A copy costs; alone an event displaces no other.
    let without = others.isEmpty ? nil : state
    var events = others
    events.insert(event, at: events.firstIndex { event.place < $0.place } ?? events.endIndex)
    let outcomes = apply(events, to: &state, seed: seed)
    let outcome = outcomes[event.id]
    if let reason = outcome?.void { return (reason, outcome) }
    // Mostly nothing is void, and then nothing was displaced.
    let displaced = others.filter { outcomes[$0.id]?.isVoid ?? false }
    guard !displaced.isEmpty, var without else { return (nil, outcome) }
    let before = apply(others, to: &without, seed: seed)
    let first = displaced.first { before[$0.id]?.isVoid == false }
    return (first.flatMap { outcomes[$0.id]?.void }, outcome)
  }

  /// Applies events, given in the order of their places.
  ///
  /// - Returns: what each of them brought.
  public func apply(
    _ events: [Event], to state: inout ProfileState, seed: UInt64
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
