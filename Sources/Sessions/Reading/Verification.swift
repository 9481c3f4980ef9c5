package import FlintRules
import Storage

/// The result of a check of a profile.
package struct Verification: Sendable {
  /// Descriptions of all problems; empty when the profile is sound.
  package var problems: [String]
  package var records: Int64
  package var events: Int64
  /// The number of events without effect at their position: not a problem, but worth knowing.
  package var voids: [FoldedEvents.Void]
  /// The draws that were removed or undone: no problem either.
  package var removedDraws: RemovedDraws
  /// Whether there was a cached state to compare with.
  package var hadCache: Bool
}

extension ProfileReader {
  /// Checks the file, counts the records, folds all events again and compares the result with the
  /// cached state.
  package func verify() throws(SessionError) -> Verification {
    try session.read { access in
      let (records, rulebook) = (session.progress.records, session.rulebook)
      let state = try stateOfAllEvents()
      let verifier = access.verification
      var problems = try verifier.fileProblems()
      problems += try verifier.schemaProblems()
      problems += try verifier.recordProblems(records)
      let cached = try access.stateCache.state(
        records: records, rulebook: rulebook, through: session.now)
      if let cached, try self.state(foldedOn: cached, access) != state {
        problems.append("the cached state differs from the folded one")
      }
      if try access.stateCache.isUnreadable(records: records, rulebook: rulebook) {
        problems.append("the cached state cannot be read")
      }
      return Verification(
        problems: problems, records: records.count, events: state.events.count,
        voids: state.events.voids, removedDraws: try removedDraws(),
        hadCache: cached != nil)
    }
  }
  /// Returns a state with all later events up to now.
  private func state(foldedOn earlier: ProfileState, _ access: StoreAccess) throws -> ProfileState {
    let (rulebook, seed) = (session.rulebook, session.profile.seed)
    var state = earlier
    var retries = EventRetries()
    try access.foldOrder.forEachEvent(after: state.events.newest?.at, through: session.now) {
      retries.apply($0, to: &state, by: rulebook, seed: seed)
    }
    retries.finish(&state, by: rulebook, seed: seed)
    return state
  }
}
