import Calendar
public import JSON
public import Rules
public import Sessions

extension LogRecord {
  /// Returns the record as JSON, with its time of recording in the session's zone.
  ///
  /// - Parameter reasons: the reasons why events are without effect, by event.
  public func json(_ session: Session, reasons: [EventID: VoidReason]) -> JSONValue {
    .object([
      ("recorded", .string(session.zone.text(recordedAt))), ("batch", .integer(batch)),
      ("what", .string(what)), ("kind", kind.map { .string($0.name) } ?? .null),
      ("at", at.map { .string($0.text(offset: offset)) } ?? .null), ("text", .string(text)),
      ("state", .string(state(reasons))), ("id", .string(event.description)),
    ])
  }

  /// Returns whether the event is live, removed, or void, with the reason.
  public func state(_ reasons: [EventID: VoidReason]) -> String {
    isRemoved ? "removed" : reasons[event].map { "void: \($0.text)" } ?? "live"
  }
}

extension ProfileState {
  /// The reasons why events are without effect, by event.
  public var voidReasons: [EventID: VoidReason] {
    Dictionary(events.voids.map { ($0.event, $0.reason) }, uniquingKeysWith: { $1 })
  }
}

extension FoldedEvents.Void {
  /// Returns an event without effect as JSON: its present content, and the reason.
  public func json(_ records: EventRecords?) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    switch records?.current {
    case .spark(let spark):
      members = [
        ("kind", .string(EventKind.spark.name)),
        ("at", .string(spark.at.text(offset: spark.offset))),
        ("text", .string(spark.title)),
      ]
    case .event(let at, let offset, let action):
      members = [
        ("kind", .string(action.kind.name)), ("at", .string(at.text(offset: offset))),
        ("text", .string(action.content)),
      ]
    case nil: break
    }
    return .object(
      [("id", .string(event.description))] + members + [
        ("batch", records.map { .integer($0.batch) } ?? .null), ("reason", .string(reason.text)),
      ])
  }
}

extension UndoReport {
  /// The report as JSON.
  public var json: JSONValue {
    .object([
      ("batch", batch.map { .integer($0) } ?? .null), ("removed", .integer(Int64(removed))),
      ("restored", .integer(Int64(restored))), ("changed", .integer(Int64(changed))),
      ("unchanged", .integer(Int64(unchanged))),
      ("left", .array(left.map { .string($0.description) })),
      ("rulebook", rulebook.map { .string($0.new.id) } ?? .null),
    ])
  }
}

extension StoredBatch {
  /// The batch as JSON.
  public func json(_ session: Session) -> JSONValue {
    .object([
      ("batch", .integer(number)), ("recorded", .string(session.zone.text(recordedAt))),
      ("kind", .string(kind)), ("source", .string(source)),
      ("undoes", undoes.map { .integer($0) } ?? .null),
    ])
  }
}
