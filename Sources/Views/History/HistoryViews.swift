import FlintCalendar
package import FlintRules
package import FlintSchema
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

/// An event without effect.
package struct VoidRow: ResultRow, Sendable {
  let void: FoldedEvents.Void
  let records: EventRecords?

  /// Creates the row of an event with its records.
  package init(_ void: FoldedEvents.Void, _ records: EventRecords?) {
    (self.void, self.records) = (void, records)
  }

  /// The fields.
  package static let schema = ResultSchema<VoidRow>(
    "VoidEvent", "An event without effect.",
    [
      ResultField("id", .id, "The id of the event.") { .name($0.void.event.description) },
      ResultField("kind", .text, "The kind of the event.") {
        FieldValue(name: $0.content?.kind.name)
      },
      ResultField("at", .time, "The time of the event.") {
        $0.content.map { .time($0.at, $0.offset) } ?? .none
      },
      ResultField("text", .text, "The title of the event, or its fields as JSON.") {
        FieldValue(text: $0.content?.text)
      },
      ResultField("batch", .integer, "The number of the batch that added it.") {
        FieldValue($0.records?.batch)
      },
      ResultField("reason", .text, "The reason for which it has no effect.") {
        .name($0.void.reason.text)
      },
    ])

  /// The present content of the event.
  private var content: (kind: EventKind, at: Instant, offset: UTCOffset, text: String)? {
    switch records?.current {
    case .spark(let spark): (.spark, spark.at, spark.offset, spark.title)
    case .event(let at, let offset, let action): (action.kind, at, offset, action.content)
    case nil: nil
    }
  }
}

extension UndoReport: ResultRow {
  package static let schema = ResultSchema<UndoReport>(
    "UndoReport", "What an undo or a redo changed.",
    [
      ResultField(
        "batch", .integer, "The number of the batch that was undone or redone, if it was a batch.",
        .ordinal, isOptional: true
      ) { FieldValue($0.batch) },
      ResultField("removed", \.removed, "The number of events removed."),
      ResultField("restored", \.restored, "The number of removed events restored."),
      ResultField(
        "changed", \.changed, "The number of events changed back to an earlier content."),
      ResultField(
        "unchanged", \.unchanged,
        "The number of events that did not change, since later records of them still apply."),
      ResultField(
        "left", .list, "The ids of events that were not changed, since they have later records."
      ) { .list($0.left.map(\.description)) },
      ResultField(
        "rulebook", .text,
        "The id of the rulebook that the profile has again, if the batch had set another.",
        isOptional: true
      ) { FieldValue(name: $0.rulebook?.new.id) },
    ])
}

extension StoredBatch: SessionView {
  package static let schema = ResultSchema<SessionRow<StoredBatch>>(
    "Batch", "A batch: the records of one script, import or command.",
    [
      ResultField("batch", .integer, "The number of the batch.", .ordinal) {
        .integer($0.view.number)
      },
      ResultField("recorded", .time, "The time of recording.") { $0.time($0.view.recordedAt) },
      ResultField("kind", \.view.kind, "The kind: script, import, undo, redo, merge, …"),
      ResultField("source", \.view.source, "The source of its records."),
      ResultField(
        "undoes", .integer, "The number of the batch that it undoes or redoes.", .ordinal,
        isOptional: true
      ) { FieldValue($0.view.undoes) },
    ])
}
