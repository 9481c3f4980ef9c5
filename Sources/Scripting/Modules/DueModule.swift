import Lua
import Rules
import Sessions

/// `due`: what wants attention now.
struct DueModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "due", "What wants attention now, from tasks to streaks.",
      denial: "the due module is read-only: what is due follows from what happened",
      functions: [each, calendar])
  }

  private static let fields = [
    HostResult("kind", "string", DueKind.names.joined(separator: ", ") + "."),
    HostResult("id", "string", "The same in every run."), HostResult("title", "string"),
    HostResult("due", "string", "A day, or a time."),
    HostResult("urgency", "string", "high, normal or low."),
    HostResult("detail", "string", "A sentence on it, in the tone asked for."),
    HostResult("missing", "integer?", "Of missions: what is missing to the target."),
  ]

  private static let parameter = HostParameter(
    "filter",
    .table([
      HostField(
        "within", .either(.string, .integer()),
        "How far to look ahead: days, or a text such as 12h, 2d or 1w; 2 days if not given.",
        isOptional: true),
      HostField(
        "kinds", .stringList, "Only these: \(DueKind.names.joined(separator: ", ")).",
        isOptional: true),
      HostField("tone", .choice(DueTone.names), "nice if not given.", isOptional: true),
    ]), "What is wanted; everything of the next 2 days if not given.", isOptional: true)

  private var each: HostFunction {
    HostFunction(
      "each",
      "Goes through what wants attention, the earliest deadline first. Tasks are due while they "
        + "are open, missions in the days before their window closes once something has counted, a "
        + "streak while today has no spark, today and yesterday while they are not rated, if any "
        + "day was; the week's report is due on Sunday.",
      parameters: [Self.parameter],
      returns: [
        HostResult("iterator", "fun(): table?", "For a generic for.", fields: Self.fields)
      ],
      example: """
        task.add{name = "Water the plants", due = clock.day()}
        for d in due.each{within = "1d", kinds = {"task", "overdue"}, tone = "rude"} do
          print(d.due, d.title, d.detail)
        end
        """
    ) { [context] call throws(HostFailure) in
      let tone = Self.tone(call)
      try context.dues(call) { session, dues in
        call.reply.iterator(ViewIterator(dues) { $0.json(session, tone) })
      }
    }
  }

  private var calendar: HostFunction {
    HostFunction(
      "calendar", "The same as an iCalendar text (RFC 5545), for calendars to subscribe to.",
      parameters: [Self.parameter], returns: [HostResult("calendar", "string")],
      example: """
        task.add{name = "Water the plants", due = clock.day()}
        print(#due.calendar{within = 7} > 0)
        """
    ) { [context] call throws(HostFailure) in
      let tone = Self.tone(call)
      try context.dues(call) { session, dues in
        call.reply.string(
          Due.calendar(of: dues, now: session.now, profile: session.profile.id, tone: tone))
      }
    }
  }

  private static func tone(_ call: borrowing HostCall) -> DueTone {
    call.choice(2).map { DueTone.allCases[$0] } ?? .nice
  }
}

extension ScriptContext {
  /// Answers a call with what is due, as its first two fields ask for.
  fileprivate func dues(
    _ call: borrowing HostCall, _ body: (Session, [Due]) -> Void
  ) throws(HostFailure) {
    let span = try span(call, 0)
    let kinds = try kinds(call, 1)
    try viewing(call) { session throws(SessionError) in
      body(session, try session.dues(within: span, kinds: kinds))
    }
  }

  private func span(_ call: borrowing HostCall, _ slot: Int) throws(HostFailure) -> DueSpan {
    if !call.isPresent(slot) { return .usual }
    let text = call.kind(slot) == .string ? try call.string(slot) : nil
    let days = text == nil ? call.integer(slot) : 0
    return try call.checking(["within": slot]) { () throws(FieldError) in
      if let text { return try DueSpan(text) }
      return try DueSpan(days: days)
    }
  }

  private func kinds(_ call: borrowing HostCall, _ slot: Int) throws(HostFailure) -> Set<DueKind> {
    var kinds: Set<DueKind> = []
    for name in try call.strings(slot) {
      guard let kind = DueKind(name: name) else {
        throw .argument(
          slot, expected: "names among \(DueKind.names.joined(separator: ", "))",
          got: "\"\(name)\"")
      }
      kinds.insert(kind)
    }
    return kinds
  }
}
