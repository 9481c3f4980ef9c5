import Calendar
package import JSON
package import Rules
package import Schema
package import Sessions

/// A record of the log as scripts receive it.
package struct LogRow: ResultRow, Sendable {
  let record: LogRecord
  let recorded: FieldValue
  let state: String

  /// Creates the row of a record, with its time of recording in the session's zone.
  ///
  /// - Parameter reasons: the reasons why events are without effect, by event.
  package init(_ record: LogRecord, _ session: Session, reasons: [EventID: VoidReason]) {
    self.record = record
    recorded = session.zone.time(record.recordedAt)
    state = record.state(reasons)
  }

  /// The fields.
  package static let schema = ResultSchema<LogRow>(
    "LogRecord", "A record of the log.",
    [
      ResultField("recorded", .time, "The time of recording.") { $0.recorded },
      ResultField("batch", .integer, "The number of its batch.") { .integer($0.record.batch) },
      ResultField("what", .text, "The type of record: add, edit, restore, remove, undo or redo.") {
        .name($0.record.what)
      },
      ResultField("kind", .text, "The kind of its event, such as spark.", isOptional: true) {
        FieldValue(name: $0.record.kind?.name)
      },
      ResultField("at", .time, "The time of the event, by this record.", isOptional: true) { row in
        row.record.at.map { .time($0, row.record.offset) } ?? .none
      },
      ResultField(
        "text", .text, "The title of the event, or its fields as JSON; empty for a removal."
      ) { .text($0.record.text) },
      ResultField(
        "state", .text, "The current state of the event: live, removed, or void with the reason."
      ) { .name($0.state) },
      ResultField("id", .id, "The id of the event.") { .name($0.record.event.description) },
    ])
}

extension LogRecord {
  /// Returns whether the event is live, removed, or void, with the reason.
  package func state(_ reasons: [EventID: VoidReason]) -> String {
    isRemoved ? "removed" : reasons[event].map { "void: \($0.text)" } ?? "live"
  }
}

extension ProfileState {
  /// The reasons why events are without effect, by event.
  package var voidReasons: [EventID: VoidReason] {
    Dictionary(events.voids.map { ($0.event, $0.reason) }, uniquingKeysWith: { $1 })
  }
}

extension FoldedEvents.Void {
  /// Returns an event without effect as JSON: its present content, and the reason.
  package func json(_ records: EventRecords?) -> JSONValue {
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
  package var json: JSONValue {
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
  package func json(_ session: Session) -> JSONValue {
    .object([
      ("batch", .integer(number)), ("recorded", .string(session.zone.text(recordedAt))),
      ("kind", .string(kind)), ("source", .string(source)),
      ("undoes", undoes.map { .integer($0) } ?? .null),
    ])
  }
}
