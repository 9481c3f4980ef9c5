import Lua
import Rules
import Sessions

/// `tracker`: tables of entries about one thing, and what they come to.
struct TrackerModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "tracker",
      "Trackers: tables of entries (time spent, measurements, notes, checklists, ratings) about one "
        + "thing.",
      denial: "the tracker module is read-only; create trackers with tracker.create{…}",
      functions: [
        create, get, each, update, remove, stats, entry, entries, updateEntry, removeEntry,
      ])
  }

  static let reference = HostParameter(
    "tracker", .string, "Its name, upper or lower case alike, or its id.")
  private static let category = HostType.choice(TrackerCategory.allCases.map(\.name))
  private static let fieldsSummary =
    "Its own fields: a list of {name = …, type = …}, or types by name; types are text, number, "
    + "boolean and day."

  private static func category(_ call: borrowing HostCall, _ slot: Int) -> TrackerCategory? {
    call.choice(slot).map { TrackerCategory.allCases[$0] }
  }

  private static let totalFields = [
    HostResult("entries", "integer"), HostResult("hours", "number", "Of all minutes."),
    HostResult(
      "active_days", "integer", "Days with an entry other than a checklist that was not done."),
    HostResult("streak", "integer", "Active days in a row, up to today or yesterday."),
    HostResult("best_streak", "integer"),
    HostResult(
      "total", "number?",
      "The sum of what the entries record: minutes, numbers, checklists done or ratings; the number of "
        + "logs where there is nothing else; nil where entries record different kinds of values."),
    HostResult(
      "progress", "number?",
      "The total as a share of the target: 1 when it is reached; nil without one of the two."),
  ]

  private static let fields =
    [
      HostResult("id", "string", "32 hexadecimal digits."), HostResult("name", "string"),
      HostResult("description", "string?"), HostResult("category", "string"),
      HostResult("goal", "string?"), HostResult("target", "number?"),
      HostResult(
        "fields", "table[]", "Its own fields.",
        fields: [
          HostResult("name", "string"),
          HostResult("type", "string", "text, number, boolean or day."),
        ]),
      HostResult("created_at", "string"),
    ] + totalFields

  /// Calls a closure with the tracker that the first argument names, or answers that there is none.
  func withTracker(
    _ call: borrowing HostCall, _ body: (Session, Tracker) throws(SessionError) -> Void
  ) throws(HostFailure) {
    guard let (session, tracker) = try tracker(call) else { return }
    do throws(SessionError) {
      try body(session, tracker)
    } catch {
      try call.answer(error)
    }
  }

  /// The tracker that the first argument names; when there is none, that is answered.
  ///
  /// - Parameter isOnlyNamed: whether what its entries come to is not asked for.
  func tracker(
    _ call: borrowing HostCall, isOnlyNamed: Bool = false
  ) throws(HostFailure) -> (Session, Tracker)? {
    let wanted = try call.string(0)
    let session = try context.session()
    let trackers: TrackersState
    do throws(SessionError) {
      trackers = try (isOnlyNamed ? session.definitions() : session.folded()).trackers
    } catch {
      throw HostFailure(error)
    }
    if let tracker = trackers.tracker(reference: wanted) { return (session, tracker) }
    let hint = Suggestion.hint(for: wanted, among: trackers.trackers.map(\.content.name))
    call.refuse("not_found", "there is no tracker \"\(wanted)\"\(hint)")
    return nil
  }

  private var create: HostFunction {
    HostFunction(
      "create",
      "Creates a tracker. Names are unique, upper and lower case aside: a second one of a name is "
        + "refused, unless it is the same one with the same key or time.",
      parameters: [
        HostParameter(
          "tracker",
          .table(
            [
              HostField("name", .string, "1 to 100 characters."),
              HostField("description", .string, "What it is about.", isOptional: true),
              HostField("category", Self.category, "personal if not given.", isOptional: true),
              HostField("goal", .string, "What it is kept for, in words.", isOptional: true),
              HostField(
                "target", .decimal,
                "What its values are to add up to. Numbers are rounded to six decimals; a text such "
                  + "as \"0.1\" is taken exactly.",
                isOptional: true),
              HostField("fields", .any, Self.fieldsSummary, isOptional: true),
              HostField(
                "at", .time, "When, now if not given: entries cannot be earlier.",
                isOptional: true),
              HostField("key", .string, "The id that its source gives it.", isOptional: true),
            ]), "What is said of the tracker.")
      ],
      returns: [
        HostResult(
          "outcome", "table?", "nil and an error when the name is taken.",
          fields: OutcomeReply.subjectFields)
      ],
      example: """
        tracker.create{
          name = "Running", category = "health", target = 1000,
          fields = {{name = "Distance", type = "number"}, {name = "Route", type = "text"}},
        }
        """
    ) { [context] call throws(HostFailure) in
      let (name, description) = (try call.string(0), try call.optionalString(1))
      let (goal, target) = (try call.optionalString(3), try call.decimal(4))
      let fields = try call.trackerFields(5)
      let content = try call.checking(Self.slots) { () throws(FieldError) in
        try TrackerContent(
          name: name, description: description,
          category: Self.category(call, 2) ?? .personal, goal: goal, target: target,
          fields: fields)
      }
      try context.record(.tracker(.create(content)), call, optionsFrom: 6, slots: Self.slots)
    }
  }

  private static let slots = ["name": 0, "fields": 5, "at": 6, "key": 7]

  private var get: HostFunction {
    HostFunction(
      "get", "Finds a tracker by its name or its id, with what its entries come to.",
      parameters: [Self.reference],
      returns: [HostResult("tracker", "table?", "nil when there is none.", fields: Self.fields)],
      example: """
        tracker.create{name = "Reading", goal = "A book a month"}
        print(tracker.get("reading").goal)
        """
    ) { [context] call throws(HostFailure) in
      let wanted = try call.string(0)
      try context.viewing(call) { session throws(SessionError) in
        guard let tracker = try session.folded().trackers.tracker(reference: wanted) else {
          return call.reply.nil()
        }
        call.reply.json(tracker.json(session))
      }
    }
  }

  private var each: HostFunction {
    HostFunction(
      "each", "Goes through trackers, one table each, in the order in which they were created.",
      parameters: [
        HostParameter(
          "filter", .table([HostField("category", Self.category, isOptional: true)]),
          "Which trackers; all if not given.", isOptional: true)
      ],
      returns: [
        HostResult("iterator", "fun(): table?", "For a generic for.", fields: Self.fields)
      ],
      example: """
        for t in tracker.each{category = "health"} do print(t.name, t.hours) end
        """
    ) { [context] call throws(HostFailure) in
      let category = Self.category(call, 0)
      try context.viewing(call) { session throws(SessionError) in
        let all = try session.folded().trackers
        let found = category.map { all.trackers(in: $0) } ?? all.trackers
        call.reply.iterator(ViewIterator(found) { $0.json(session) })
      }
    }
  }

  private var update: HostFunction {
    HostFunction(
      "update",
      "Changes a tracker from now on; entries made before keep their values. What is not given "
        + "stays; false takes description, goal and target away.",
      parameters: [
        Self.reference,
        HostParameter(
          "changes",
          .table([
            HostField("name", .string, isOptional: true),
            HostField("description", .textOrNone, isOptional: true),
            HostField("category", Self.category, isOptional: true),
            HostField("goal", .textOrNone, isOptional: true),
            HostField("target", .decimalOrNone, isOptional: true),
            HostField(
              "add_fields", .any, "As fields in create; one of a name there is takes its place.",
              isOptional: true),
            HostField("remove_fields", .stringList, "Names.", isOptional: true),
            HostField("at", .time, "When; now if not given.", isOptional: true),
          ]), "What is to be different."),
      ],
      returns: [
        HostResult(
          "tracker", "table?", "As it is afterwards; nil and an error when there is none.",
          fields: Self.fields)
      ],
      example: """
        tracker.create{name = "Jogging"}
        print(tracker.update("Jogging", {name = "Running", target = 500}).target)
        """
    ) { [self] call throws(HostFailure) in
      guard let (session, tracker) = try tracker(call) else { return }
      let slots = ["name": 1, "fields": 6, "remove_fields": 7, "at": 8]
      let name = try call.optionalString(1)
      let (description, goal) = (try call.textEdit(2), try call.textEdit(4))
      let target = try call.decimalEdit(5)
      let (added, removed) = (try call.trackerFields(6), try call.strings(7))
      let at = try call.time(8)
      for field in removed where tracker.content.field(named: field) == nil {
        let names = tracker.content.fields.map(\.name).joined(separator: ", ")
        throw .argument(
          7,
          expected: "fields of \"\(tracker.content.name)\" "
            + "(\(names.isEmpty ? "it has none" : names))", got: "\"\(field)\"")
      }
      let change = try call.checking(slots) { () throws(FieldError) in
        try TrackerChange(
          name: name, description: description, category: Self.category(call, 3), goal: goal,
          target: target, removedFields: removed, addedFields: added)
      }
      do throws(SessionError) {
        if !change.isEmpty {
          _ = try session.record(.tracker(.update(tracker.id, change)), at: at)
          call.keepMemory(ScriptContext.eventSize)
        }
        guard let changed = try session.folded().trackers.tracker(tracker.id) else {
          throw .refused(.unknownTracker)
        }
        call.reply.json(changed.json(session))
      } catch {
        try call.answer(error, slots: slots)
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Takes a tracker back; its entries are without effect from then on. Nothing is deleted: flint "
        + "undo brings it back, and them.",
      parameters: [Self.reference],
      returns: [HostResult("removed", "true?", "nil and an error when there is none.")],
      example: """
        tracker.create{name = "By mistake"}
        print(tracker.remove("By mistake"))
        """
    ) { [self] call throws(HostFailure) in
      try withTracker(call) { session, tracker throws(SessionError) in
        for id in tracker.ids { try session.remove(id, of: .trackerCreate) }
        call.reply.boolean(true)
      }
    }
  }

  private var stats: HostFunction {
    HostFunction(
      "stats", "What the entries of a tracker come to, all together and by kind.",
      parameters: [Self.reference],
      returns: [
        HostResult(
          "stats", "table?", "nil and an error when there is no such tracker.",
          fields: [HostResult("id", "string"), HostResult("name", "string")] + Self.totalFields + [
            HostResult("target", "number?"), HostResult("first_day", "string?"),
            HostResult("last_day", "string?"),
            HostResult(
              "by_kind", "table", "For each kind with entries, by its name.",
              fields: EntryKind.names.map { kind in
                HostResult(
                  kind, "table?", "",
                  fields: [HostResult("entries", "integer")]
                    + (kind == "log"
                      ? []
                      : ["sum", "mean", "min", "max"].map { HostResult($0, "number") }))
              }),
          ])
      ],
      example: """
        tracker.create{name = "Weight", category = "health", at = "2026-02-01"}
        tracker.entry("Weight", {number = 72.5, at = "2026-02-27"})
        tracker.entry("Weight", {number = 71.5, at = "2026-02-28"})
        print(tracker.stats("Weight").by_kind.measurement.mean)
        """
    ) { [self] call throws(HostFailure) in
      try withTracker(call) { session, tracker throws(SessionError) in
        call.reply.json(tracker.statisticsJSON(session))
      }
    }
  }
}
