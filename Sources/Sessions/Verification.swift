public import Rules
import Storage

/// What a check of a profile found.
public struct Verification: Sendable {
  /// Everything that is wrong; empty when the profile is sound.
  public var problems: [String]
  /// How many records were read.
  public var records: Int64
  /// How many events were folded.
  public var events: Int64
  /// Events without effect at their place: not a fault, but worth knowing.
  public var voids: [ProfileState.Void]
  /// Whether there was a cached state to compare with.
  public var hadCache: Bool
}

extension Session {
  /// Checks the file, counts the records, folds every event anew and compares with what is
  /// cached.
  public func verify() throws(SessionError) -> Verification {
    try begin()
    let records = records
    let rulebook = rulebook
    let state = try stateOfAllEvents()
    return try storing { () throws(StoreError) in
      var problems = try access.integrityProblems()
      problems += try access.schemaProblems()
      problems += try access.recordProblems(records)
      let isComplete = try access.firstInstant(after: now) == nil
      let cached = try access.cachedState(records: records, rulebook: rulebook)
      if let cached, isComplete, cached != state {
        problems.append("the cached state is not what the events come to")
      }
      if try access.hasUnreadableCache(records: records, rulebook: rulebook) {
        problems.append("the cached state cannot be read")
      }
      return Verification(
        problems: problems, records: records.count, events: state.eventCount, voids: state.voids,
        hadCache: cached != nil)
    }
  }
}
