import Rules
import Scripting
import Sessions

/// Records of the log as rows of a list.
struct LogPage {
  private let format: ListFormat
  private let reasons: [EventID: VoidReason]

  /// - Parameter reasons: why events are without effect, by event.
  init(_ format: ListFormat, _ reasons: [EventID: VoidReason]) {
    self.format = format
    self.reasons = reasons
  }

  private var isTable: Bool { format == .table }

  var columns: [String] {
    ["recorded", "batch", "what", "kind", "at", "text"] + (isTable ? [] : ["content"])
      + ["state", "id"]
  }

  /// The rows of some records; what they refer to is looked up at once.
  func rows(_ records: some Collection<LogRecord>, _ session: Session) throws -> [[Cell]] {
    var words = try EventText(session)
    let actions = records.map { record in
      record.kind.flatMap { kind in
        kind == .spark ? nil : try? Event.Action(kind, content: Array(record.text.utf8))
      }
    }
    // A removal says nothing itself: what went is what the event said.
    let gone = records.filter { $0.cause != nil && $0.text.isEmpty }.map(\.event)
    try words.learn(gone, actions.compactMap(\.self))
    return zip(records, actions).map { record, action in
      let text = text(of: record, action, words)
      let state = record.state(reasons)
      return [
        .text(
          isTable
            ? session.zone.minuteText(record.recordedAt) : session.zone.text(record.recordedAt)),
        .number(record.batch), .text(record.what), Cell(record.kind?.name),
        Cell(
          record.at.map { at in
            isTable
              ? CivilTime(at, offset: record.offset).minuteText : at.text(offset: record.offset)
          }),
        .text(isTable && text.count > 60 ? text.prefix(59) + "…" : text),
      ] + (isTable ? [] : [content(of: record)]) + [
        .text(isTable && state == "live" ? "" : state), .text(record.event.description),
      ]
    }
  }

  /// The row of a batch that changed the rulebook, which is no record about an event.
  func row(_ change: RulebookChange, of batch: StoredBatch, _ session: Session) -> [Cell] {
    [
      .text(
        isTable ? session.zone.minuteText(batch.recordedAt) : session.zone.text(batch.recordedAt)),
      .number(batch.number), .text(batch.undoes == nil ? "set" : batch.kind), .text("rulebook"),
      .none, .text(change.text),
    ] + (isTable ? [] : [.json((try? JSONValue(parsing: batch.detail ?? "")) ?? .null)]) + [
      .text(isTable ? "" : "live"), .none,
    ]
  }

  /// What a record says, in words.
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
        case .undo: "took back"
        case .redo: "removed again"
        case .edit, .remove: "removed"
        }
      return "\(verb): \(words.text(of: record.event) ?? record.event.description)"
    }
    let verb =
      switch cause {
      case _ where record.isRestoring: "restored"
      case .undo: "as before"
      case .redo: "changed again"
      case .edit, .remove: "changed"
      }
    return "\(verb): \(said)"
  }

  /// What a record says, as it is kept.
  private func content(of record: LogRecord) -> Cell {
    if record.text.isEmpty { return .none }
    if record.kind == .spark { return .json(.object([("title", .string(record.text))])) }
    return .json((try? JSONValue(parsing: Array(record.text.utf8))) ?? .string(record.text))
  }
}

extension Zone {
  /// `YYYY-MM-DD HH:MM`, by the clock of the zone.
  func minuteText(_ instant: Instant) -> String {
    CivilTime(instant, offset: offset(at: instant)).minuteText
  }
}
