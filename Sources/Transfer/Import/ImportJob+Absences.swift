import Rules
import Sessions

/// What a file says is not so, or no longer, such as the completion of a task that was opened again.
extension ImportJob {
  /// Tells of what the profile has and units say is not so, or takes it back where the import corrects.
  ///
  /// - Parameter results: what became of the units that recorded anything, by their places.
  func settleAbsences(
    _ units: [ImportUnit], _ results: inout [Int: Result<DraftRecorder.Outcome, RowProblem>]
  ) throws {
    guard units.contains(where: { !$0.absences.isEmpty }) else { return }
    let told = ImportJob.keys(of: units)
    // As it was before anything is taken back: to fold anew for each would take long.
    var state: ProfileState?
    for (place, unit) in units.enumerated() {
      // Of several exports read together one may be older than another.
      let absences = unit.absences.filter { absence in
        !told.contains(Told(isEntry: absence.kind == .trackerEntry, key: absence.key))
      }
      if absences.isEmpty { continue }
      if case .failure? = results[place] { continue }
      guard let outcome = try settle(absences, &state) else { continue }
      if case .success(let before)? = results[place] {
        results[place] = .success(before.joined(with: outcome))
      } else if case .skipped(let reason) = unit.outcome {
        results[place] = .success(outcome)
        let rest = counts.skipped[reason, default: 0] - unit.originals.count
        counts.skipped[reason] = rest > 0 ? rest : nil
      }
    }
  }

  /// Something that a unit says did happen.
  private struct Told: Hashable {
    var isEntry: Bool
    var key: String
  }

  private static func keys(of units: [ImportUnit]) -> Set<Told> {
    var keys: Set<Told> = []
    for case .drafts(let drafts) in units.map(\.outcome) {
      for draft in drafts {
        switch draft {
        case .action(let action):
          if let key = action.key { keys.insert(Told(isEntry: false, key: key)) }
        case .entry(let entry):
          if let key = entry.key { keys.insert(Told(isEntry: true, key: key)) }
        case .spark, .roll, .restored, .known: break
        }
      }
    }
    return keys
  }

  /// What becomes of absences of one record; `nil` when nothing of them is in the profile.
  private func settle(
    _ absences: [Absence], _ state: inout ProfileState?
  ) throws -> DraftRecorder.Outcome? {
    var outcome: DraftRecorder.Outcome?
    for absence in absences {
      let id = recorder.id(absence.kind, key: absence.key)
      guard let stored = try session.event(id: id), try isStanding(stored.event, &state) else {
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
            reason: "the task was completed in the profile itself, which would be lost with it; "
              + "remove it there if it is to go"))
      }
      try session.remove(id, of: absence.kind)
      outcome = .updated
    }
    return outcome
  }

  /// Whether a task of a key is completed, but not by what the app says of it.
  private func isCompletedByHand(
    _ task: EventID, _ key: String, _ state: inout ProfileState?
  ) throws -> Bool {
    let known = try state ?? session.state()
    state = known
    guard let completion = known.tasks.task(task)?.completion else { return false }
    // The app's own may have been taken back just now.
    let own = recorder.id(.taskComplete, key: "\(key)/completed")
    return try recorder.completions(of: task, at: completion.at).contains { $0 != own }
  }

  /// Whether an event still counts: a completion does not once its task was opened again.
  private func isStanding(_ event: Event, _ state: inout ProfileState?) throws -> Bool {
    guard case .task(.taskComplete(let task)) = event.action else { return true }
    let known = try state ?? session.state()
    state = known
    return known.tasks.task(task)?.completion?.at == event.at
  }
}
