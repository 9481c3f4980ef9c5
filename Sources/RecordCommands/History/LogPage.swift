import Calendar
import Commands
import JSON
import Rules
import Sessions
import Views

/// A formatter of log records as rows of a list.
struct LogPage {
  private let format: ListFormat
  private let reasons: [EventID: VoidReason]
  private let titles = QuestTitles()

  /// - Parameter reasons: The reasons of events without effect, by event.
  init(_ format: ListFormat, _ reasons: [EventID: VoidReason]) {
    self.format = format
    self.reasons = reasons
  }

  private var isTable: Bool { format == .table }

  var columns: [String] {
    let shared = ["recorded", "batch", "what", "kind", "at", "text"]
    return isTable ? ["id"] + shared + ["state"] : shared + ["content", "state", "id"]
  }

  /// Returns the rows of some records; the events they refer to are loaded together.
  func rows(_ records: some Collection<LogRecord>, _ session: Session) throws -> [[Cell]] {
    var words = try EventText(session, titles)
    let actions = records.map { record in
      record.kind.flatMap { kind in
        kind == .spark ? nil : try? Event.Action(kind, content: Array(record.text.utf8))
      }
    }
    // The record of a removal has no content; its description is that of the event.
    let gone = records.filter { $0.cause != nil && $0.text.isEmpty }.map(\.event)
    try words.learn(gone, actions.compactMap(\.self))
    let short = isTable ? try session.reader.shortIDs(of: Set(records.map(\.event))) : [:]
    return zip(records, actions).map { record, action in
      let state = record.state(reasons)
      let shared: [Cell] = [
        .text(session.zone.text(record.recordedAt, in: format)),
        .ordinal(record.batch), .text(record.what), Cell(record.kind?.name),
        Cell(record.at.map { $0.text(offset: record.offset, in: format) }),
        .text(text(of: record, action, words)),
      ]
      return isTable
        ? [Cell(short[record.event])] + shared + [.text(state == "live" ? "" : state)]
        : shared + [content(of: record), .text(state), .text(record.event.description)]
    }
  }

  /// Returns the row of a batch that changed the rulebook or a setting, which is not a record about
  /// an event.
  func row(
    _ what: String, _ text: String, of batch: StoredBatch, _ session: Session
  ) -> [Cell] {
    let shared: [Cell] = [
      .text(session.zone.text(batch.recordedAt, in: format)),
      .ordinal(batch.number), .text(batch.undoes == nil ? "set" : batch.kind), .text(what),
      .none, .text(text),
    ]
    if isTable { return [.none] + shared + [.none] }
    let content = (try? JSONValue(parsing: batch.detail ?? "")) ?? .null
    return shared + [.json(content), .text("live"), .none]
  }

  /// Returns the description of a record in English.
  private func text(
    of record: LogRecord, _ action: Event.Action?, _ words: EventText
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

  private func content(of record: LogRecord) -> Cell {
    if record.text.isEmpty { return .none }
    if record.kind == .spark { return .json(.object([("title", .string(record.text))])) }
    return .json((try? JSONValue(parsing: Array(record.text.utf8))) ?? .string(record.text))
  }
}
