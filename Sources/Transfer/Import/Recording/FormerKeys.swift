import FlintRules
import Sessions

/// The keys under which earlier versions recorded rows of mapped tables: they joined the texts of several
/// columns, and a source, without escaping any `/` in them.
///
/// This is the one place that knows them; it can be deleted at 1.0.
extension ImportRecorder {
  /// Returns an event with the key under which an earlier version recorded it, if the profile has no
  /// event of the key that it has now.
  func withStoredKey(_ event: ImportedEvent) throws -> ImportedEvent {
    guard hasFormerKeys, let key = event.key, let former = RowKeyReader.formerKey(key),
      try isStored(event.kind, former), try !isStored(event.kind, key)
    else { return event }
    switch event {
    case .spark(var spark):
      spark.key = former
      return .spark(spark)
    case .entry(var entry):
      entry.key = former
      return .entry(entry)
    case .action(var action):
      action.key = former
      return .action(action)
    // A mapping has no events of other kinds.
    case .roll, .habit, .known: return event
    }
  }

  private func isStored(_ kind: EventKind, _ key: String) throws -> Bool {
    try session.history.records(of: session.id(ofKind: kind, key: key)) != nil
  }
}
