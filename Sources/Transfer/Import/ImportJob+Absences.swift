import FlintRules
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
      let file = unit.originals.first?.file
      var isContradicted = false
      let absences = unit.absences.filter { absence in
        let key = ContainedKey(isEntry: absence.kind == .trackerEntry, key: absence.key)
        guard let other = contained[key] else { return true }
        // One of several exports that are read together may be older than another.
        if other != file { isContradicted = true }
        return false
      }
      if isContradicted { recorder.countContradiction() }
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

  /// Returns the keys of the events of units, each with the file of the last one that has it.
  private static func keys(of units: [ImportUnit]) -> [ContainedKey: Int] {
    var keys: [ContainedKey: Int] = [:]
    for unit in units {
      guard case .events(let events) = unit.outcome else { continue }
      for event in events {
        let isEntry = event.entry != nil
        switch event {
        case .action, .entry:
          guard let key = event.key else { continue }
          keys[ContainedKey(isEntry: isEntry, key: key)] = unit.originals.first?.file
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
      // What frees a completed task is absent with its completion only.
      if absence.kind == .taskUpdate, result == nil { continue }
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
  private func isInEffect(_ event: ProfileEvent, _ state: inout ProfileState?) throws -> Bool {
    guard case .task(.taskComplete(let task)) = event.action else { return true }
    let known = try state ?? session.state()
    state = known
    return known.tasks.task(task)?.completions.contains { $0.at == event.at } ?? false
  }
}
