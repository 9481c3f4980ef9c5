import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `tracker`: tables of entries about one subject, and their totals.
struct TrackerModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "tracker",
      "Trackers: tables of entries (time spent, measurements, notes, checklists, ratings) about "
        + "one subject.",
      denial: "the tracker module is read-only; create trackers with tracker.add{…}",
      functions: [
        add, get,
      ] + each + [update, remove, stats, addEntry, getEntry] + eachEntry + [
        updateEntry, removeEntry,
      ])
  }

  static let reference = HostParameter(
    "tracker", .string, "The name (case-insensitive) or the id of the tracker.")
  private static let category = HostType.choice(TrackerCategory.allCases.map(\.name))
  private static let content = TrackerContent.schema.declarations
  /// The fields that a change gives a new value; the tracker's own fields are added and removed.
  private static let changeable = content.filter { $0.name != "fields" }

  /// Calls a closure with the tracker that the first argument names, or answers the call with an error
  /// value if there is none.
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

  /// Returns the tracker that the first argument names; if there is none, answers the call with an error
  /// value.
  ///
  /// - Parameter isOnlyNamed: whether the totals of its entries are not needed.
  func tracker(
    _ call: borrowing HostCall, isOnlyNamed: Bool = false
  ) throws(HostFailure) -> (Session, Tracker)? {
    let wanted = try call.string("tracker")
    let session = try context.session()
    do throws(SessionError) {
      let trackers = try (isOnlyNamed ? session.definitions() : session.folded()).trackers
      return (session, try session.reader.tracker(wanted, among: trackers))
    } catch {
      try call.answer(error)
      return nil
    }
  }

  private var add: HostFunction {
    HostFunction(
      "add",
      "Creates a tracker and returns the outcome. Names are unique (case-insensitive): a second "
        + "tracker with the same name is refused, unless it is equal and has the same key or "
        + "time.",
      parameter: .table(
        "tracker", "The fields of the tracker.",
        Self.content.map(\.hostField) + [
          .optional(
            "at", .time, "The time of creation; entries cannot be earlier (default: now)."),
          RecordingOptions.fields[1],
        ]),
      returns: .outcome("The outcome; nil and an error if the name is taken."),
      example: """
        tracker.add{
          name = "Running", category = "health", target = 1000,
          fields = {{name = "Distance", type = "number"}, {name = "Route", type = "text"}},
        }
        """
    ) { [context] call throws(HostFailure) in
      try context.record(
        TrackerContent.self, call, given: ["fields": try call.trackerFields("fields").fieldValue])
    }.formerly(["create"])
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns a tracker with its totals.",
      parameter: Self.reference,
      returns: HostResult(
        "tracker", "table?",
        "The tracker; nil if there is none with this name or id, nil and an error if there are several.",
        of: SessionRow<Tracker>.self),
      example: """
        tracker.add{name = "Reading", goal = "A book a month"}
        print(tracker.get("reading").goal)
        """
    ) { [context] call throws(HostFailure) in
      let wanted = try call.string("tracker")
      try context.viewing(call) { session throws(SessionError) in
        do throws(SessionError) {
          call.reply.row(session.row(try session.reader.tracker(wanted)))
        } catch {
          guard case .reference(let reference) = error, !reference.isAmbiguous else { throw error }
          call.reply.nil()
        }
      }
    }
  }

  private var each: [HostFunction] {
    .each(
      "trackers", "Iterates over trackers, one table each, in the order of their creation.",
      parameters: [
        .filter(
          "The trackers to include (default: all).",
          .optional("category", Self.category, "Only trackers of this category."),
          .optional("group", .string, "Only trackers of this group, regardless of case."))
      ],
      of: SessionRow<Tracker>.self,
      example: """
        for t in tracker.each{category = "health"} do print(t.name, t.hours) end
        """,
      listing: """
        print(#tracker.all())
        """
    ) { [context] call throws(HostFailure) in
      let category = call.choice("category", of: TrackerCategory.self)
      let group = try call.optionalString("group")
      return try context.viewing(call) { session throws(SessionError) in
        let all = try session.folded().trackers
        let found = (category.map { all.trackers(in: $0) } ?? all.trackers)
          .filter { tracker in group.map(tracker.content.isListed) ?? true }
        return ViewIterator(session.rows(found))
      }
    }
  }

  private var update: HostFunction {
    HostFunction(
      "update",
      "Updates a tracker; entries recorded before keep their values. Fields that are not given "
        + "keep their values; false clears description, group, goal and target.",
      parameters: [
        Self.reference,
        .table(
          "changes", "The new values.",
          Self.changeable.map(\.hostChange) + [
            .optional(
              "add_fields", .any,
              "The fields to add, in the form of fields in add; a field with the name of an "
                + "existing one replaces it."),
            .optional("remove_fields", .stringList, "The names of the fields to remove."),
            .optional("at", .time, "The time of the change (default: now)."),
          ]),
      ],
      returns: HostResult(
        "tracker", "table?",
        "The updated tracker; nil and an error if there is none with this name or id.",
        of: SessionRow<Tracker>.self),
      example: """
        tracker.add{name = "Jogging"}
        print(tracker.update("Jogging", {name = "Running", target = 500}).target)
        """
    ) { [self] call throws(HostFailure) in
      guard let (session, tracker) = try tracker(call) else { return }
      let names = Self.changeable.map(\.name)
      let values = try call.change(TrackerContent.self, of: names, session).change
      let added = try call.trackerFields("add_fields")
      let removed = try call.strings("remove_fields")
      let at = try call.time("at", try context.session())
      for field in removed where tracker.content.field(named: field) == nil {
        let names = tracker.content.fields.map(\.name).joined(separator: ", ")
        throw .argument(
          "remove_fields",
          expected: "fields of \"\(tracker.content.name)\" "
            + "(\(names.isEmpty ? "it has none" : names))", got: "\"\(field)\"")
      }
      let change = try call.checking(naming: ["fields": "add_fields"]) { () throws(FieldError) in
        try TrackerChange(values, removedFields: removed, addedFields: added)
      }
      do throws(SessionError) {
        if !change.isEmpty {
          _ = try session.record(.tracker(.update(tracker.id, change)), at: at)
          call.chargePermanentMemory(ScriptContext.eventSize)
        }
        guard let changed = try session.folded().trackers.tracker(tracker.id) else {
          throw .refused(.unknownTracker)
        }
        call.reply.row(session.row(changed))
      } catch {
        try call.answer(error, naming: ["fields": "add_fields"])
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Removes a tracker; its entries then have no effect. Nothing is deleted: flint undo "
        + "restores it and its entries.",
      parameter: Self.reference,
      returns: .removed("true; nil and an error if there is no such tracker."),
      example: """
        tracker.add{name = "By mistake"}
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
      "stats", "Returns the totals of the entries of a tracker, all together and by kind.",
      parameter: Self.reference,
      returns: HostResult(
        "stats", "table?", "The totals; nil and an error if there is no such tracker.",
        of: Tracker.Statistics.self),
      example: """
        tracker.add{name = "Weight", category = "health", at = "2026-02-01"}
        tracker.add_entry("Weight", {number = 72.5, at = "2026-02-27"})
        tracker.add_entry("Weight", {number = 71.5, at = "2026-02-28"})
        print(tracker.stats("Weight").by_kind.measurement.mean)
        """
    ) { [self] call throws(HostFailure) in
      try withTracker(call) { session, tracker throws(SessionError) in
        call.reply.row(Tracker.Statistics(session.row(tracker)))
      }
    }
  }
}
