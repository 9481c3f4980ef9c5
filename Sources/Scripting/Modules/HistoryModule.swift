import Lua
import Rules
import Sessions

/// `history`: what was recorded, in what order; undo and redo.
struct HistoryModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "history",
      "What was recorded: events, corrections and batches. Nothing is ever deleted; undoing is "
        + "recorded too.",
      denial: "history cannot be written; undo it with history.undo()",
      functions: [each, batches, void, undo, redo])
  }

  private static let recordFields = [
    HostResult("recorded", "string", "When it was recorded."), HostResult("batch", "integer"),
    HostResult("what", "string", "add, edit, restore, remove, undo or redo."),
    HostResult("kind", "string?", "The kind of the event it is about, such as spark."),
    HostResult("at", "string?", "When the event happened, as this record says."),
    HostResult("text", "string", "A title, or what it says as JSON; empty for a removal."),
    HostResult("state", "string", "What the event is now: live, removed, or void and why."),
    HostResult("id", "string", "The event's id."),
  ]

  private var each: HostFunction {
    HostFunction(
      "each", "Goes through records, one table each, the latest first.",
      parameters: [
        HostParameter(
          "filter",
          .table([
            HostField(
              "kind", .choice(EventKind.allCases.map(\.name)), "About events of this kind.",
              isOptional: true),
            HostField("batch", .integer(0...Int64.max), "Of this batch.", isOptional: true),
            HostField("event", .string, "About the event of this id.", isOptional: true),
            HostField(
              "corrections", .boolean, "true: only edit, remove, undo and redo.",
              isOptional: true),
            HostField("since", .time, "Recorded from this time on.", isOptional: true),
            .until(.time, "Recorded before this time."),
            HostField("limit", .integer(0...Int64.max), "At most so many.", isOptional: true),
          ]), "Which records; all if not given.", isOptional: true)
      ],
      returns: [
        HostResult(
          "iterator", "fun(): table?", "For a generic for.", fields: Self.recordFields)
      ],
      example: """
        spark.add{title = "Called the bank", category = "decision"}
        for r in history.each{kind = "spark", limit = 10} do
          print(r.recorded, r.what, r.text)
        end
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      var query = LogQuery()
      if let kind = call.choice(0) { query.kinds = [EventKind.allCases[kind]] }
      if call.isPresent(1) { query.batch = call.integer(1) }
      if call.isPresent(2) { query.event = try call.id(2) }
      query.isCorrectionsOnly = call.boolean(3)
      query.since = try call.instant(4, session.zone)
      query.until = try call.instant(5, session.zone)
      if call.isPresent(6) { query.limit = Int(clamping: call.integer(6)) }
      call.reply.iterator(try RecordIterator(session, query))
    }
  }

  private var batches: HostFunction {
    HostFunction(
      "batches",
      "Goes through batches (what one script, import or command recorded), the latest first.",
      returns: [
        HostResult(
          "iterator", "fun(): table?", "For a generic for.",
          fields: [
            HostResult("batch", "integer", "Its number."), HostResult("recorded", "string"),
            HostResult("kind", "string", "script, import, undo, redo, merge, …"),
            HostResult("source", "string", "Where its records come from."),
            HostResult("undoes", "integer?", "The batch that it undoes, or does again."),
          ])
      ],
      example: """
        for b in history.batches() do print(b.batch, b.kind, b.source) end
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        call.reply.iterator(ViewIterator(try session.batches()) { $0.json(session) })
      }
    }
  }

  private var void: HostFunction {
    HostFunction(
      "void",
      "Goes through the events that are without effect at their place, in the order of time: kept, "
        + "and live again when what they need is there.",
      returns: [
        HostResult(
          "iterator", "fun(): table?", "For a generic for.",
          fields: [
            HostResult("id", "string", "The event's id."), HostResult("kind", "string"),
            HostResult("at", "string", "When it happened."),
            HostResult("text", "string", "A title, or what it says as JSON."),
            HostResult("batch", "integer", "The batch that added it."),
            HostResult("reason", "string", "Why it has no effect."),
          ])
      ],
      example: """
        local t = task.add{name = "Water the plants", at = "2026-02-01"}
        task.complete(t.id)
        task.remove(t.id)
        for e in history.void() do print(e.kind, e.reason) end
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        call.reply.iterator(VoidIterator(session, try session.state().voids))
      }
    }
  }

  private static let report = [
    HostResult("batch", "integer?", "The batch that was undone or redone, if it was one."),
    HostResult("removed", "integer", "How many events were removed."),
    HostResult("restored", "integer", "How many removed events are back."),
    HostResult("changed", "integer", "How many events have an earlier content again."),
    HostResult(
      "unchanged", "integer",
      "How many events look the same as before, since later records about them still count."),
    HostResult(
      "left", "string[]",
      "Ids of events that were left as they are, since something else was recorded about them."),
    HostResult(
      "rulebook", "string?",
      "The id of the rulebook that the profile has again, where the batch had set another."),
  ]

  private var undo: HostFunction {
    HostFunction(
      "undo",
      "Undoes the latest batch that is not undone yet, or the batch of a number, or the last record "
        + "about the event of an id. Undoing makes a batch of its own. What this script records can be "
        + "undone only after checkpoint().",
      parameters: [
        HostParameter(
          "what", .either(.integer(0...Int64.max), .string),
          "A batch's number or an event's id; the latest batch if not given.", isOptional: true)
      ],
      returns: [
        HostResult(
          "report", "table?", "nil and an error when there is nothing to undo.",
          fields: Self.report)
      ],
      example: """
        spark.add{title = "By mistake", category = "idea"}
        checkpoint()
        print(history.undo().removed)
        """
    ) { [context] call throws(HostFailure) in
      let batch = call.kind(0) == .string ? nil : call.isPresent(0) ? call.integer(0) : nil
      let event = call.kind(0) == .string ? try call.id(0) : nil
      try context.viewing(call) { session throws(SessionError) in
        let report: UndoReport?
        if let batch {
          report = try session.undo(batch: batch)
        } else if let event {
          report = try session.undo(event: event)
        } else {
          report = try session.undoLatest()
        }
        guard let report else { return call.refuse("nothing", "there is nothing to undo") }
        call.reply.json(report.json)
      }
    }
  }

  private var redo: HostFunction {
    HostFunction(
      "redo", "Redoes the latest undo that was not redone.",
      returns: [
        HostResult(
          "report", "table?", "nil and an error when there is nothing to redo.",
          fields: Self.report)
      ],
      example: """
        spark.add{title = "After all", category = "idea"}
        checkpoint()
        history.undo()
        print(history.redo().restored)
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        guard let report = try session.redoLatest() else {
          return call.refuse("nothing", "there is nothing to redo")
        }
        call.reply.json(report.json)
      }
    }
  }
}

/// Goes through the records that a query finds, reading a page at a time. What is recorded on the
/// way is not found any more.
private final class RecordIterator: HostIterator {
  private static let pageSize = 256
  private let session: Session
  private var query: LogQuery
  private var left: Int
  private let reasons: [EventID: VoidReason]
  private var page: ArraySlice<LogRecord> = []
  private var isAtEnd = false

  init(_ session: Session, _ query: LogQuery) throws(HostFailure) {
    self.session = session
    self.query = query
    left = query.limit ?? .max
    do throws(SessionError) {
      reasons = try session.state().voidReasons
    } catch {
      throw HostFailure(error)
    }
    try readPage()
  }

  private func readPage() throws(HostFailure) {
    query.limit = min(left, Self.pageSize)
    do throws(SessionError) {
      page = try session.log(query)[...]
    } catch {
      throw HostFailure(error)
    }
    left -= page.count
    isAtEnd = page.count < Self.pageSize
    query.before = page.last?.sequence
  }

  var footprint: Int { 512 + Self.pageSize * 512 + reasons.count * 64 }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    if page.isEmpty && !isAtEnd { try readPage() }
    guard let record = page.popFirst() else { return false }
    reply.json(record.json(session, reasons: reasons))
    return true
  }
}

/// Goes through events without effect.
private final class VoidIterator: HostIterator {
  private let session: Session
  private var voids: ArraySlice<ProfileState.Void>

  init(_ session: Session, _ voids: [ProfileState.Void]) {
    self.session = session
    self.voids = voids[...]
  }

  var footprint: Int { 512 + voids.count * 64 }

  var progress: HostProgress? {
    HostProgress(done: Int64(voids.startIndex), total: Int64(voids.endIndex))
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    guard let void = voids.popFirst() else { return false }
    do throws(SessionError) {
      reply.json(void.json(try session.records(of: void.event)))
      return true
    } catch {
      throw HostFailure(error)
    }
  }
}
