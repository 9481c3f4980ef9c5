import FlintCalendar
import Lua
import FlintRules
import Sessions
import Views

/// `history`: the records in their order, undo and redo.
struct HistoryModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "history",
      "The history: events, corrections and batches. Nothing is ever deleted; an undo is recorded "
        + "too.",
      denial: "history cannot be written; undo records with history.undo()",
      functions: each + eachBatch + eachVoid + [undo, redo])
  }

  private var each: [HostFunction] {
    .each(
      "records", "Iterates over records, one table each, latest first.",
      parameters: [
        .filter(
          "The records to include (default: all).",
          .optional(
            "kind", .choice(EventKind.allCases.map(\.name)), "Only records of events of this kind."),
          .optional("batch", .integer(0...Int64.max), "Only records of this batch."),
          .optional(
            "event", .string,
            "Only records of the event with this id; of a task also those of what completed or changed it."
          ),
          .optional("corrections", .boolean, "true: only edit, remove, undo and redo."),
          .optional("since", .time, "The start of the range by time of recording (inclusive)."),
          .before(.time, "The end of the range by time of recording (exclusive)."),
          .limit("The maximum number of records."))
      ],
      of: LogRow.self, orRefusal: "if there is no such event",
      example: """
        spark.add{title = "Called the bank", category = "decision"}
        for r in history.each{kind = "spark", limit = 10} do
          print(r.recorded, r.what, r.text)
        end
        """,
      listing: """
        print(#history.all{corrections = true})
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      var query = LogQuery()
      if let kind = call.choice("kind") { query.kinds = [EventKind.allCases[kind]] }
      if call.isPresent("batch") { query.batch = call.integer("batch") }
      if call.isPresent("event") {
        guard let event = try context.id("event", of: .anyRecorded, call) else { return nil }
        query.event = event
      }
      query.isCorrectionsOnly = call.boolean("corrections")
      query.since = try call.instant("since", session, as: .bound)
      query.before = try call.instant("before", session, as: .bound)
      query.limit = call.limit
      return try RecordIterator(session, query)
    }
  }

  private var eachBatch: [HostFunction] {
    .each(
      "batches",
      "Iterates over batches, latest first. A batch contains the records of one script, import or "
        + "command.",
      named: EachNames(each: "each_batch", all: "all_batches", formerEach: ["batches"]),
      of: SessionRow<StoredBatch>.self,
      example: """
        for b in history.each_batch() do print(b.batch, b.kind, b.source) end
        """,
      listing: """
        print(#history.all_batches())
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        ViewIterator(session.rows(try session.history.batches()))
      }
    }
  }

  private var eachVoid: [HostFunction] {
    .each(
      "events",
      "Iterates over the events without effect, in the order of time. They are retained, and take "
        + "effect once the conditions that they need are met.",
      named: EachNames(each: "each_void", all: "all_void", formerEach: ["void"]), of: VoidRow.self,
      example: """
        local t = task.add{name = "Water the plants", at = "2026-02-01"}
        task.complete(t.id)
        task.remove(t.id)
        for e in history.each_void() do print(e.kind, e.reason) end
        """,
      listing: """
        print(#history.all_void())
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        ViewIterator(try session.state().events.voids, size: 64) {
          void, reply throws(HostFailure) in
          let records = try HostFailure.converting(session.history.records(of: void.event))
          reply.row(VoidRow(void, records))
        }
      }
    }
  }

  private var undo: HostFunction {
    HostFunction(
      "undo",
      "Undoes the latest batch that is not undone, or the batch with a number, or the last record "
        + "of the event with an id. An undo is a batch of its own. Records of this script can be "
        + "undone only after checkpoint().",
      parameter: .optional(
        "what", .either(.integer(0...Int64.max), .string),
        "The number of a batch or the id of an event (default: the latest batch)."),
      returns: HostResult(
        "report", "table?", "The result; nil and an error if there is nothing to undo.",
        of: UndoReport.self),
      example: """
        spark.add{title = "By mistake", category = "idea"}
        checkpoint()
        print(history.undo().removed)
        """
    ) { [context] call throws(HostFailure) in
      let batch =
        call.kind("what") == .string ? nil : call.optionalInteger("what")
      var event: EventID?
      if call.kind("what") == .string {
        event = try context.id("what", of: .anyRecorded, call)
        if event == nil { return }
      }
      try context.viewing(call) { session throws(SessionError) in
        let report: UndoReport?
        if let batch {
          report = try session.history.undo(batch: batch)
        } else if let event {
          report = try session.history.undo(event: event)
        } else {
          report = try session.history.undoLatest()
        }
        guard let report else { return call.refuse("nothing", "there is nothing to undo") }
        call.reply.row(report)
      }
    }
  }

  private var redo: HostFunction {
    HostFunction(
      "redo",
      "Redoes the latest undo that is not redone, unless something was recorded since; or the batch with "
        + "a number, if it is undone.",
      parameter: .optional(
        "batch", .integer(0...Int64.max), "The number of a batch (default: the latest undo)."),
      returns: HostResult(
        "report", "table?", "The result; nil and an error if there is nothing to redo.",
        of: UndoReport.self),
      example: """
        spark.add{title = "After all", category = "idea"}
        checkpoint()
        history.undo()
        print(history.redo().restored)
        """
    ) { [context] call throws(HostFailure) in
      let batch = call.optionalInteger("batch")
      try context.viewing(call) { session throws(SessionError) in
        let report =
          if let batch { try session.history.redo(batch: batch) } else {
            try session.history.redoLatest()
          }
        guard let report else {
          return call.refuse("nothing", "there is nothing to redo")
        }
        call.reply.row(report)
      }
    }
  }
}

/// An iterator over the records that a query finds, read in pages. It does not include records that are
/// added during the iteration.
private final class RecordIterator: HostIterator {
  private static let pageSize = 1024
  private let session: Session
  private var query: LogQuery
  private var remaining: Int
  private let reasons: [EventID: VoidReason]
  private var page: ArraySlice<LogRecord> = []
  private var isAtEnd = false

  init(_ session: Session, _ query: LogQuery) throws(HostFailure) {
    self.session = session
    self.query = query
    remaining = query.limit ?? .max
    reasons = try HostFailure.converting(session.state().voidReasons)
    try readPage()
  }

  private func readPage() throws(HostFailure) {
    query.limit = min(remaining, Self.pageSize)
    page = try HostFailure.converting(session.history.log(query)[...])
    remaining -= page.count
    isAtEnd = page.count < Self.pageSize
    query.beforeSequence = page.last?.sequence
  }

  var footprint: Int { 512 + Self.pageSize * 512 + reasons.count * 64 }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    if page.isEmpty && !isAtEnd { try readPage() }
    guard let record = page.popFirst() else { return false }
    reply.row(LogRow(record, session, reasons: reasons))
    return true
  }
}
