import FlintCalendar
import FlintRules
import Sessions

/// Records the events of the units of a source in the order of the fold, each once, so that none is
/// late.
struct UnitRecorder {
  /// The result of each unit; `nil` for skipped ones.
  typealias Results = [RowResult?]

  private let recorder: ImportRecorder
  private let units: [ImportUnit]
  /// The events of all units, in the order of the fold.
  private let steps: [Step]

  private struct Step {
    var position: FoldPosition
    var unit: Int
    var number: Int
    /// The tracker and the instant of an entry; see `EntryTrackers.expect(_:)`.
    var expected: EntryTrackers.ExpectedEntry?
  }

  /// An event that could not be recorded before others of its instant.
  private struct WaitingStep {
    var step: Step
    var problem: RowProblem
  }

  /// The results of recording all units except some.
  private struct Pass {
    var results: Results
    /// The units of which only some of the events could be recorded.
    var partial: Set<Int> = []
    /// The units of which nothing was recorded, although trackers were created or moved for them.
    var unused: Set<Int> = []
  }

  /// The number of passes after which all units of several events are recorded one by one.
  private static let mostPasses = 5

  init(_ units: [ImportUnit], _ recorder: ImportRecorder) {
    self.recorder = recorder
    self.units = units
    var steps: [Step] = []
    steps.reserveCapacity(units.count)
    for index in units.indices {
      guard case .events(let events) = units[index].outcome else { continue }
      var latest: Instant?
      for (number, event) in events.enumerated() {
        var position = recorder.position(of: event)
        let expected = recorder.expectedEntry(of: event, at: position.at)
        if let name = event.reference { recorder.references.expect(name, event.kind) }
        // The events of a unit are recorded in their own order, except at one instant, where the
        // order of the fold puts what others refer to first.
        position.at = max(position.at, latest ?? position.at)
        latest = position.at
        steps.append(
          Step(position: position, unit: index, number: number, expected: expected))
      }
    }
    steps.sort { left, right in
      if left.position != right.position { return left.position < right.position }
      return (left.unit, left.number) < (right.unit, right.number)
    }
    self.steps = steps
  }

  /// Records everything that can be recorded, and returns the result of each unit.
  ///
  /// A unit is recorded completely or not at all: when a pass finds one of which only some events
  /// can be recorded, or for which trackers were created to no effect, that pass is rolled back and
  /// repeated without it. Partial units are then recorded by themselves, where they fail as a whole.
  func record() throws -> Results {
    let expected = recorder.trackers.earliest
    var separate: Set<Int> = []
    var unused: [Int: RowResult] = [:]
    var results: Results = []
    var isComplete = false
    var passes = 0
    while !isComplete {
      passes += 1
      recorder.trackers.earliest = expected
      recorder.trackers.changed = []
      let pass = try recorder.atomically(isKept: { $0.partial.isEmpty && $0.unused.isEmpty }) {
        try self.pass(excluding: separate.union(unused.keys))
      }
      results = pass.results
      isComplete = pass.partial.isEmpty && pass.unused.isEmpty
      for unit in pass.unused { unused[unit] = pass.results[unit] }
      separate.formUnion(pass.partial)
      if passes >= Self.mostPasses {
        separate.formUnion(steps.lazy.filter { $0.number > 0 }.map(\.unit))
      }
    }
    for (unit, result) in unused { results[unit] = result }
    for step in steps where step.number == 0 && separate.contains(step.unit) {
      results[step.unit] = try recordAlone(step.unit)
    }
    return results
  }

  private func events(of unit: Int) -> [ImportedEvent] {
    if case .events(let events) = units[unit].outcome { events } else { [] }
  }

  private func pass(excluding excluded: Set<Int>) throws -> Pass {
    var pass = Pass(results: Results(repeating: nil, count: units.count))
    for index in units.indices {
      switch units[index].outcome {
      case .skipped: break
      case .rejected(let problem): pass.results[index] = .rejected(problem)
      case .events(let events):
        if events.isEmpty { pass.results[index] = .unchanged }
      }
    }
    var missing = recorder.trackers.expect(
      steps.lazy.compactMap { excluded.contains($0.unit) ? nil : $0.expected })[...]
    var waiting: [WaitingStep] = []
    for step in steps where !excluded.contains(step.unit) {
      if let first = waiting.first, first.step.position.at != step.position.at {
        try retry(&waiting, &pass)
      }
      while let next = missing.first, next.entry <= step.position.at {
        missing.removeFirst()
        try recorder.trackers.create(next.tracker, before: next.entry)
      }
      if let problem = try attempt(step, &pass.results) {
        waiting.append(WaitingStep(step: step, problem: problem))
      }
    }
    try retry(&waiting, &pass)
    if !recorder.trackers.changed.isEmpty {
      for step in steps where isNothing(pass.results[step.unit]) {
        if let expected = step.expected, recorder.trackers.wasChanged(for: expected) {
          pass.unused.insert(step.unit)
        }
      }
    }
    return pass
  }

  private func isNothing(_ result: RowResult?) -> Bool {
    switch result {
    case .rejected, .changed, .repeated, .ratedByHand: true
    case .added, .restored, .completed, .updated, .unchanged, nil: false
    }
  }

  /// Retries events that could not be recorded, until no more of them can: the rows of one instant
  /// may be in any order. The direction alternates, since dependencies are often in reverse order.
  private func retry(_ waiting: inout [WaitingStep], _ pass: inout Pass) throws {
    var isProgressing = true
    while isProgressing, !waiting.isEmpty {
      var left: [WaitingStep] = []
      for step in waiting.reversed() {
        if let problem = try attempt(step.step, &pass.results) {
          left.append(WaitingStep(step: step.step, problem: problem))
        }
      }
      isProgressing = left.count < waiting.count
      waiting = left
    }
    for step in waiting {
      let unit = step.step.unit
      if events(of: unit).count > 1 { pass.partial.insert(unit) }
      pass.results[unit] = step.problem.result
    }
    waiting = []
  }

  /// - Returns: The problem, if that is not possible.
  private func attempt(_ step: Step, _ results: inout Results) throws -> RowProblem? {
    let event = events(of: step.unit)[step.number]
    let result = try RowResult { try recorder.record(event) }
    if case .rejected(let problem) = result { return problem }
    if let before = results[step.unit], !before.isRejected {
      if !event.isRelease { results[step.unit] = before.joined(with: result) }
    } else {
      results[step.unit] = result
    }
    return nil
  }

  /// Records all events of a unit, or none.
  private func recordAlone(_ unit: Int) throws -> RowResult {
    let events = events(of: unit)
    let expected = recorder.trackers.earliest
    recorder.trackers.expect(
      events.compactMap { recorder.expectedEntry(of: $0, at: recorder.position(of: $0).at) })
    do {
      let all = try recorder.atomically { try events.map(recorder.record) }
      let results = zip(events, all).filter { !$0.0.isRelease }.map(\.1)
      return results.dropFirst().reduce(results.first ?? .unchanged) { $0.joined(with: $1) }
    } catch let problem as RowProblem {
      recorder.trackers.earliest = expected
      return problem.result
    }
  }
}

extension RowProblem {
  /// The result of a unit that no other row can make recordable.
  fileprivate var result: RowResult { isRepetition ? .unchanged : .rejected(self) }
}

extension ImportRecorder {
  /// Returns the position of an event in the order of the fold, as far as the event determines it
  /// before it is recorded.
  func position(of event: ImportedEvent) -> FoldPosition {
    let kind = event.kind
    let id: EventID? =
      if case .known(let id, _) = event { id } else {
        event.key.map { session.id(ofKind: kind, key: $0) }
      }
    return FoldPosition(
      at: instant(of: event), rank: kind.rank, id: id ?? EventID(high: 0, low: 0))
  }

  /// Returns the tracker that has to exist at the instant of an event; `nil` for an event without a
  /// tracker, and for one that is refused because of its instant, which no other row depends on.
  func expectedEntry(
    of event: ImportedEvent, at instant: Instant
  ) -> EntryTrackers.ExpectedEntry? {
    guard let tracker = event.tracker, (try? session.checkTime(instant)) != nil else {
      return nil
    }
    return (tracker, instant)
  }

  /// Returns the instant of an event, to sort events.
  func instant(of event: ImportedEvent) -> Instant {
    switch event {
    case .spark(let spark): spark.at.map(instant) ?? session.now
    case .roll(_, let at, _): instant(at)
    case .action(let action): instant(action.at)
    case .entry(let entry): instant(entry.at)
    case .habit(let habit): instant(habit.at)
    case .known(_, let event): instant(of: event)
    }
  }
}
