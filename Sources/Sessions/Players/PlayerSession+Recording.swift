package import FlintRules
import Storage

// The recording of a simulated player's events at the end of the fold.
extension PlayerSession {
  /// Whether sparks without keys can be recorded at the end of the fold: none was removed.
  package var addsAtEnd: Bool { progress.removed.sparks.isEmpty }

  /// Records a spark without a key.
  @inline(__always)
  func play(_ new: NewSpark) throws -> Recorded {
    let (spark, note) = try spark(new)
    let id = played.nextID
    played.append(.spark(spark, id))
    let event = spark.event(id: id)
    progress.tally.added += 1
    let outcome = fold.append(event, played.words(of: id))
    report(event, outcome, fold.current)
    return Recorded(id: id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// Records sparks while `addsAtEnd`, each at the next time, as `add` does, with the usual title.
  ///
  /// - Parameter next: returns the next spark, whose category and intensity the rulebook lists; `nil` after
  ///   the last one.
  /// - Returns: the number of sparks recorded: the one after them has no time that a profile accepts.
  @inline(__always)
  package func add(_ next: () -> (SparkCategory, SparkIntensity)?) -> Int {
    // One access to each for all sparks: an access is checked at run time.
    let count = add(next, to: &fold, at: &progress.clock)
    progress.tally.added += count
    return count
  }

  @inline(__always)
  private func add(
    _ next: () -> (SparkCategory, SparkIntensity)?, to fold: inout SessionFold,
    at clock: inout EventClock
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
        let event = ProfileEvent(
          id: id, at: at, offset: offset, action: .spark(category, intensity))
        report(event, fold.append(event, words), fold.current)
      }
    }
    return count
  }

  /// Records an event other than a spark or roll without a key.
  ///
  /// - Returns: `nil` where the event lies in the past, so that the stored events are needed.
  func play(_ action: ProfileEvent.Action, at time: EventTime?) throws -> Recorded? {
    let given = progress.clock.latestGiven
    let (at, offset, note) = try resolveTime(time)
    guard !fold.isStale, fold.current.events.newest.map({ $0.at <= at }) ?? true
    else {
      progress.clock.latestGiven = given
      return nil
    }
    let content = action.content
    try content.checkContentForNUL()
    let event = ProfileEvent(id: played.nextID, at: at, offset: offset, action: action)
    if let reason = action.problem(on: event.day(dayStart)) {
      throw SessionError.refused(reason)
    }
    let outcome =
      action.hasPrecondition
      ? fold.appendUnlessVoid(event) : fold.append(event)
    if let reason = outcome?.void {
      progress.clock.latestGiven = given
      throw try EventRecorder(session: self).explained(
        SessionError.refused(reason), action, at: at)
    }
    played.append(.event(event, content: content))
    related.add(event)
    progress.tally.added += 1
    report(event, outcome, fold.current)
    return Recorded(id: event.id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// Reports an event, with its outcome unless it lies in the past.
  ///
  /// - Parameter state: the state after it, which is copied only where somebody receives it.
  @inline(__always)
  private func report(
    _ event: ProfileEvent, _ outcome: Outcome?, _ state: @autoclosure () -> ProfileState
  ) {
    guard let outcome else { return played.addLate() }
    if let receive = played.onEvent { receive(event, outcome, state()) }
  }

  /// Writes the events that are not written yet, so that they can be queried.
  @inline(__always)
  func writePlayed() throws {
    for event in played.takePending() {
      let provenance = try provenance()
      switch event {
      case .spark(let spark, let id):
        _ = try bulk.insert(spark, id: id, key: nil, provenance)
        count(id)
      case .plainSpark(let plain, let id):
        let spark = try Spark(
          at: plain.at, offset: plain.offset, category: plain.category, intensity: plain.intensity,
          title: Spark.blank.title)
        _ = try bulk.insert(spark, id: id, key: nil, provenance)
        count(id)
      case .event(let event, let content):
        _ = try access.events.insert(event, content: content, key: nil, provenance)
        count(event.id)
      }
    }
  }
}
