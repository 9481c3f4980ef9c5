import FlintCalendar
import Commands
import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import Views

/// What describes records of the log in words.
struct LogPage {
  private let reasons: [EventID: VoidReason]
  private let titles = QuestTitles()

  /// - Parameter reasons: The reasons of events without effect, by event.
  init(_ reasons: [EventID: VoidReason]) { self.reasons = reasons }

  /// Returns the lines of some records; the events they refer to are loaded together.
  func lines(_ records: some Collection<LogRecord>, _ session: Session) throws -> [LogLine] {
    var words = try EventText(session, titles)
    let actions = records.map { record in
      record.kind.flatMap { kind in
        kind == .spark ? nil : try? ProfileEvent.Action(kind, content: Array(record.text.utf8))
      }
    }
    // The record of a removal has no content; its description is that of the event.
    let gone = records.filter { $0.cause != nil && $0.text.isEmpty }.map(\.event)
    try words.learn(gone, actions.compactMap(\.self))
    return zip(records, actions).map { record, action in
      LogLine(
        record, text: text(of: record, action, words), content: content(of: record),
        state: record.state(reasons), session)
    }
  }

  /// Returns the line of a batch that changed the rulebook or a setting, which is not a record about
  /// an event.
  func line(
    _ what: String, _ text: String, of batch: StoredBatch, _ session: Session
  ) -> LogLine {
    LogLine(
      batch, kind: what, text: text,
      content: (try? JSONValue(parsing: batch.detail ?? "")).map { .json($0) } ?? .none, session)
  }

  /// Returns the description of a record in English.
  private func text(
    of record: LogRecord, _ action: ProfileEvent.Action?, _ words: EventText
  ) -> String {
    let fullness: EventText.Fullness =
      record.cause == nil ? .addition : record.isRestoring ? .name : .content
    let said = action.map { words.text(of: $0, fullness) } ?? record.text
    guard let cause = record.cause else { return said }
    if record.text.isEmpty {
      let verb =
        switch cause {
        case .undo: "undid"
        case .redo: "removed again"
        case .edit, .remove: "removed"
        }
      return "\(verb): \(words.text(of: record.event) ?? record.event.description)"
    }
    let verb =
      switch cause {
      case _ where record.isRestoring: "restored"
      case .undo: "changed back"
      case .redo: "changed again"
      case .edit, .remove: "changed"
      }
    return "\(verb): \(said)"
  }

  /// Returns the stored content of a record.
  private func content(of record: LogRecord) -> FieldValue {
    if record.text.isEmpty { return .none }
    if record.kind == .spark { return .json(.object([("title", .string(record.text))])) }
    return .json((try? JSONValue(parsing: Array(record.text.utf8))) ?? .string(record.text))
  }
}
