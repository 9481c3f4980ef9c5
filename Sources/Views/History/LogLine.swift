import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

/// A record of the log, or a change of the rulebook or a setting, in words.
package struct LogLine: ResultRow {
  let recorded: FieldValue
  let batch: Int64
  let what: String
  let kind: String?
  let at: FieldValue
  let text: String
  let content: FieldValue
  let state: String
  let id: EventID?

  /// The fields.
  package static let schema = ResultSchema<LogLine>(
    "LogLine", "A record of the log in words, or a change of the rulebook or a setting.",
    shown: ["id", "recorded", "batch", "what", "kind", "at", "text", "state"],
    [
      ResultField("recorded", .time, "The time of recording.") { $0.recorded },
      ResultField("batch", .integer, "The number of its batch.", .ordinal) { .integer($0.batch) },
      ResultField(
        "what", \.what, "The type of record: add, edit, restore, remove, undo, redo or set."),
      ResultField("kind", \.kind, "The kind of its event, or rulebook or setting."),
      ResultField("at", .time, "The time of the event, by this record.", isOptional: true) {
        $0.at
      },
      ResultField("text", \.text, "The record in words."),
      ResultField(
        "content", .structure("any"), "The content as it is stored.", isOptional: true
      ) { $0.content },
      ResultField(
        "state", \.state, "The current state of the event: live, removed, or void with the reason.",
        text: { $0.state == "live" ? nil : $0.state }),
      ResultField("id", .id, "The id of the event, if it is about one.", isOptional: true) {
        FieldValue(name: $0.id?.description)
      },
    ])

  /// Creates the line of a record.
  package init(
    _ record: LogRecord, text: String, content: FieldValue, state: String, _ session: Session
  ) {
    (recorded, batch) = (session.zone.time(record.recordedAt), record.batch)
    (what, kind, id) = (record.what, record.kind?.name, record.event)
    at = record.at.map { .time($0, record.offset) } ?? .none
    (self.text, self.content, self.state) = (text, content, state)
  }

  /// Creates the line of a batch that changed the rulebook or a setting.
  package init(
    _ batch: StoredBatch, kind: String, text: String, content: FieldValue, _ session: Session
  ) {
    (recorded, self.batch) = (session.zone.time(batch.recordedAt), batch.number)
    (what, self.kind, id) = (batch.undoes == nil ? "set" : batch.kind, kind, nil)
    (at, self.text, self.content, state) = (.none, text, content, "live")
  }
}
