import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `due`: items that are due.
struct DueModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "due",
      "Items that are due now or soon: tasks, habits, missions, pools, streaks, mood ratings and "
        + "reports.",
      denial: "the due module is read-only: due items are derived from the history",
      functions: each + [calendar])
  }

  private static let fields: [HostField] = [
    .optional(
      "within", .either(.string, .integer()),
      "The time span to look ahead: a number of days, or a text such as 12h, 2d or 1w (default: "
        + "2 days)."),
    .optional(
      "kinds", .stringList, "Only these kinds: \(DueView.Kind.names.joined(separator: ", "))."),
    .optional("tone", .choice(DueTone.names), "The tone of the details (default: nice)."),
  ]

  /// Returns the parameter that selects items.
  private static func parameter(_ others: HostField...) -> HostField {
    .optional(
      "filter", .table(fields + others),
      "The items to include (default: all items of the next 2 days).")
  }

  private var each: [HostFunction] {
    .each(
      "items",
      "Iterates over due items, earliest deadline first. Items are open tasks; habits that are due "
        + "today and still open; missions whose "
        + "window closes soon, once something has counted towards them; pools that close soon, "
        + "while a roll or an exchange can be paid for; the streak, while today "
        + "has no spark; the mood ratings of today and yesterday, while the day is unrated and if "
        + "any day was ever rated; achievements that unlock soon or lack one action; and the "
        + "weekly report, on Sunday.",
      parameters: [Self.parameter()], of: DueRow.self,
      example: """
        task.add{name = "Water the plants", due = clock.day()}
        for d in due.each{within = "1d", kinds = {"task", "overdue"}, tone = "rude"} do
          print(d.due, d.title, d.detail)
        end
        """,
      listing: """
        print(#due.all{within = 7})
        """
    ) { [context] call throws(HostFailure) in
      let tone = call.choice("tone", of: DueTone.self) ?? .nice
      return try context.dues(call) { session, dues in
        ViewIterator(dues) { $1.row(DueRow($0, session.zone, tone)) }
      }
    }
  }

  private var calendar: HostFunction {
    HostFunction(
      "calendar",
      "Returns the due items as an iCalendar text (RFC 5545), to which calendars can subscribe.",
      parameter: Self.parameter(
        .optional(
          "as", .choice(DueComponent.allCases.map(\.rawValue)),
          "What is to be done is written as todos, or as events for calendars that do not show those "
            + "(default: todos).")),
      returns: HostResult("calendar", "string", "The iCalendar text."),
      example: """
        task.add{name = "Water the plants", due = clock.day()}
        print(#due.calendar{within = 7} > 0)
        """
    ) { [context] call throws(HostFailure) in
      let tone = call.choice("tone", of: DueTone.self) ?? .nice
      let component = call.choice("as", of: DueComponent.self) ?? .todos
      try context.dues(call) { session, dues in
        call.reply.string(
          DueView.calendar(
            of: dues, now: session.now, profile: session.profile.id, as: component, tone: tone))
      }
    }
  }
}

extension ScriptContext {
  /// Calls a closure with the due items that the first two fields of a call select.
  @discardableResult
  fileprivate func dues<Result>(
    _ call: borrowing HostCall, _ body: (Session, [DueView]) -> Result
  ) throws(HostFailure) -> Result? {
    let span = try span(call, "within")
    let kinds = try kinds(call, "kinds")
    return try viewing(call) { session throws(SessionError) in
      body(session, try session.reader.dues(within: span, kinds: kinds))
    }
  }

  private func span(_ call: borrowing HostCall, _ slot: HostSlot) throws(HostFailure) -> DueSpan {
    if !call.isPresent(slot) { return .usual }
    let text = call.kind(slot) == .string ? try call.string(slot) : nil
    let days = text == nil ? call.integer(slot) : 0
    return try call.checking { () throws(FieldError) in
      if let text { return try DueSpan(text) }
      return try DueSpan(days: days)
    }
  }

  private func kinds(_ call: borrowing HostCall, _ slot: HostSlot) throws(HostFailure) -> Set<
    DueView.Kind
  > {
    var kinds: Set<DueView.Kind> = []
    for name in try call.strings(slot) {
      guard let kind = DueView.Kind(name: name) else {
        throw .argument(
          slot, expected: "names among \(DueView.Kind.names.joined(separator: ", "))",
          got: "\"\(name)\"")
      }
      kinds.insert(kind)
    }
    return kinds
  }
}
