import Rules
import Storage

/// The recording of a simulated player's events at the end of the fold.
struct PlayerRecorder {
  let session: Session
  let played: PlayedEvents

  /// Records a spark without a key.
  @inline(__always)
  func add(_ new: NewSpark) throws -> Recorded {
    let (spark, note) = try session.spark(new)
    let id = played.nextID
    played.append(.spark(spark, id))
    let event = spark.event(id: id)
    session.progress.tally.added += 1
    let outcome = session.fold.append(event, played.words(of: id))
    report(event, outcome, session.fold.current)
    return Recorded(id: id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// Records sparks without keys, each at the next time, with the usual title and no other parts.
  ///
  /// - Parameter next: returns the next spark, whose category and intensity the rulebook lists.
  /// - Returns: the number of sparks recorded: the one after them has no time that a profile accepts.
  @inline(__always)
  func add(_ next: () -> (Category, Intensity)?) -> Int {
    // One access to each for all sparks: an access is checked at run time.
    let count = add(next, to: &session.fold, at: &session.progress.clock)
    session.progress.tally.added += count
    return count
  }

  @inline(__always)
  private func add(
    _ next: () -> (Category, Intensity)?, to fold: inout SessionFold, at clock: inout EventClock
  ) -> Int {
    var count = 0
    // Their times follow that of every event, and their outcomes are not read.
    let isPlain = !fold.isStale && played.onEvent == nil
    while let (category, intensity) = next() {
      // Without a time left, the caller records the spark as any other, which throws the error.
      guard let (at, offset, _) = try? clock.next(after: fold.current.events.newest?.at) else {
        break
      }
      let id = played.nextID
      played.append(
        .plainSpark(
          PlayedEvents.PlainSpark(at: at, offset: offset, category: category, intensity: intensity),
          id))
      count += 1
      let words = played.words(of: id)
      if isPlain {
        let position = FoldPosition(at: at, rank: EventKind.spark.rank, id: id)
        fold.play(category, intensity, at: position, offset: offset, words)
      } else {
        let event = Event(id: id, at: at, offset: offset, action: .spark(category, intensity))
        report(event, fold.append(event, words), fold.current)
      }
    }
    return count
  }

  /// Records another event without a key.
  ///
  /// - Returns: `nil` where the event lies in the past, so that the stored events are needed.
  func record(_ action: Event.Action, at time: EventTime?) throws -> Recorded? {
    let given = session.progress.clock.latestGiven
    let (at, offset, note) = try session.resolveTime(time)
    guard !session.fold.isStale, session.fold.current.events.newest.map({ $0.at <= at }) ?? true
    else {
      session.progress.clock.latestGiven = given
      return nil
    }
    let content = action.content
    try content.checkContentForNUL()
    let event = Event(id: played.nextID, at: at, offset: offset, action: action)
    if let reason = action.problem(on: event.day(session.dayStart)) {
      throw SessionError.refused(reason)
    }
    let outcome =
      action.hasPrecondition
      ? session.fold.appendUnlessVoid(event) : session.fold.append(event)
    if let reason = outcome?.void {
      session.progress.clock.latestGiven = given
      throw try EventRecorder(session: session).explained(
        SessionError.refused(reason), action, at: at)
    }
    played.append(.event(event, content: content))
    session.related.add(event)
    session.progress.tally.added += 1
    report(event, outcome, session.fold.current)
    return Recorded(id: event.id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// Reports an event, with its outcome unless it lies in the past.
  ///
  /// - Parameter state: the state after it, which is copied only where somebody receives it.
  @inline(__always)
  private func report(
    _ event: Event, _ outcome: Outcome?, _ state: @autoclosure () -> ProfileState
  ) {
    guard let outcome else { return played.addLate() }
    if let receive = played.onEvent { receive(event, outcome, state()) }
  }

  /// Writes the events that are not written yet, so that they can be queried.
  @inline(__always)
  func write() throws {
    for event in played.takePending() {
      let provenance = try session.provenance()
      switch event {
      case .spark(let spark, let id):
        _ = try session.bulk.insert(spark, id: id, key: nil, provenance)
        session.count(id)
      case .plainSpark(let plain, let id):
        let spark = try Spark(
          at: plain.at, offset: plain.offset, category: plain.category, intensity: plain.intensity,
          title: Spark.blank.title)
        _ = try session.bulk.insert(spark, id: id, key: nil, provenance)
        session.count(id)
      case .event(let event, let content):
        _ = try session.access.events.insert(event, content: content, key: nil, provenance)
        session.count(event.id)
      }
    }
  }
}
