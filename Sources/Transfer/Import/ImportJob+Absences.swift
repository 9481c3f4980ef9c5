import Rules
import Sessions

/// Absences: events that did not happen according to a file, such as the completion of a task that
/// was reopened.
extension ImportJob {
  /// Reports the events of the profile that units declare absent, or removes them if corrections
  /// are enabled.
  func resolveAbsences(
    _ units: [ImportUnit], _ results: inout UnitRecorder.Results
  ) throws {
    guard units.contains(where: { !$0.absences.isEmpty }) else { return }
    let contained = ImportJob.keys(of: units)
    // The state before any removal: folding it again for each absence would be slow.
    var state: ProfileState?
    for (index, unit) in units.enumerated() {
      // One of several exports that are read together may be older than another.
      let absences = unit.absences.filter { absence in
        !contained.contains(ContainedKey(isEntry: absence.kind == .trackerEntry, key: absence.key))
      }
      if absences.isEmpty { continue }
      let before = results[index]
      if before?.isRejected ?? false { continue }
      guard let result = try resolve(absences, &state) else { continue }
      if let before {
        results[index] = before.joined(with: result)
      } else if case .skipped(let reason) = unit.outcome {
        results[index] = result
        self.results.revertSkipped(reason, records: unit.originals.count)
      }
    }
  }

  /// The key of an event that a unit contains.
  private struct ContainedKey: Hashable {
    var isEntry: Bool
    var key: String
  }

  private static func keys(of units: [ImportUnit]) -> Set<ContainedKey> {
    var keys: Set<ContainedKey> = []
    for case .events(let events) in units.map(\.outcome) {
      for event in events {
        switch event {
        case .action(let action):
          if let key = action.key { keys.insert(ContainedKey(isEntry: false, key: key)) }
        case .entry(let entry):
          if let key = entry.key { keys.insert(ContainedKey(isEntry: true, key: key)) }
        case .spark, .roll, .habit, .known: break
        }
      }
    }
    return keys
  }

  /// Returns the result of the absences of one unit; `nil` if the profile contains none of the
  /// events.
  private func resolve(
    _ absences: [Absence], _ state: inout ProfileState?
  ) throws -> RowResult? {
    var result: RowResult?
    for absence in absences {
      let id = session.id(ofKind: absence.kind, key: absence.key)
      guard let stored = try session.reader.event(id: id), try isInEffect(stored.event, &state)
      else {
        continue
      }
      guard options.isUpdating else {
        return .changed(
          RowProblem(
            column: absence.column, value: absence.value,
            reason: "the profile has \(absence.kind.name) \"\(absence.key)\""))
      }
      if absence.kind == .taskAdd, try isCompletedByHand(id, absence.key, &state) {
        return .changed(
          RowProblem(
            column: absence.column, value: absence.value,
            reason: "the task was completed in the profile itself, and removing it would lose "
              + "that; to remove the task, remove it in the profile"))
      }
      try session.remove(id, of: absence.kind)
      result = .updated
    }
    return result
  }

  /// Whether a task is completed by another event than the app's own completion.
  private func isCompletedByHand(
    _ task: EventID, _ key: String, _ state: inout ProfileState?
  ) throws -> Bool {
    let known = try state ?? session.state()
    state = known
    // The app's own completion may have been removed just before.
    let own = session.id(ofKind: .taskComplete, key: "\(key)/completed")
    return try known.tasks.task(task)?.completions.contains { completion in
      try recorder.completions(of: task, at: completion.at).contains { $0 != own }
    } ?? false
  }

  /// Whether an event is still in effect. A completion is not after its task was reopened.
  private func isInEffect(_ event: Event, _ state: inout ProfileState?) throws -> Bool {
    guard case .task(.taskComplete(let task)) = event.action else { return true }
    let known = try state ?? session.state()
    state = known
    return known.tasks.task(task)?.completions.contains { $0.at == event.at } ?? false
  }
}
