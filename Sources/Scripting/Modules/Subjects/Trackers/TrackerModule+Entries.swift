import FlintCalendar
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

extension TrackerModule {
  private static let kind = HostType.choice(EntryKind.names)
  /// The fields for the values of entries, in the order of the kinds.
  private static let recorded: [HostField] = [
    .optional(
      "minutes", .integer(0...Int64(Int32.max)),
      "The value of a session: the time spent, in minutes. With another value: the time that it "
        + "took, in minutes."),
    .optional(
      "number", .decimal,
      "The value of a measurement: a number, rounded to six decimals; a text such as \"0.1\" is "
        + "read exactly."),
    .optional("text", .string, "The value of a log: a text."),
    .optional("done", .boolean, "The value of a checklist: whether it was done."),
    .optional("rating", .integer(1...5), "The value of a rating: 1 to 5."),
  ]

  /// Returns the value among the arguments of `recorded`; `nil` if all are absent.
  ///
  /// - Parameters:
  ///   - kind: the position of the kind that the script names, if any.
  ///   - old: the kind of the entry that is updated, if any.
  private static func kind(
    _ call: borrowing HostCall, named kind: Int?, beside old: EntryKind? = nil
  ) throws(HostFailure) -> EntryKind? {
    let names = recorded.map(\.name)
    var given = names.indices.filter { call.isPresent(HostSlot(names[$0])) }
    // Minutes beside another value are the time that it took.
    if given.count > 1 && given[0] == 0 && kind != 0 { given.removeFirst() }
    if let kind {
      let noun = "\(kind == 0 ? "minutes" : names[kind]) of a \(EntryKind.names[kind])"
      if !given.contains(kind) {
        throw .argument(HostSlot(names[kind]), expected: noun, got: "nothing")
      }
      if let other = given.first(where: { $0 != kind }) {
        throw .argument(
          HostSlot(names[other]), expected: "nothing, as the kind is \(EntryKind.names[kind])",
          got: "a value")
      }
    }
    // Minutes alone change the duration of an entry of another kind.
    if given == [0], let old, !old.hasMinutes { return nil }
    guard let position = given.first else { return nil }
    if given.count > 1 {
      throw .argument(
        HostSlot(names[given[1]]), expected: "one value for each entry",
        got: given.map { names[$0] }.joined(separator: " and "))
    }
    switch position {
    case 0: return .session(minutes: call.integer("minutes"))
    case 1: return try call.decimal("number").map { .measurement($0) }
    case 2: return .log(try call.string("text"))
    case 3: return .checklist(call.boolean("done"))
    default: return .rating(call.integer("rating"))
    }
  }

  var addEntry: HostFunction {
    HostFunction(
      "add_entry",
      "Records an entry and returns the outcome. The kind of entry is determined by the value: "
        + "minutes, number, text, done or rating.",
      parameters: [
        Self.reference,
        .table(
          "entry", "The fields of the entry.",
          [
            .optional("kind", Self.kind, "The kind of entry; must be that of the value.")
          ] + Self.recorded + [
            .optional("title", .string, "The title."),
            .optional("notes", .string, "Further text."),
            .optional("tags", .stringList, "The tags."),
            .optional(
              "values", .any,
              "The values of the custom fields, by name. A number is rounded to six decimals, a "
                + "number as text is read exactly; a day is a text."),
          ] + RecordingOptions.fields),
      ],
      returns: .outcome(
        "The outcome; nil and an error if there is no such tracker, or it did not exist yet at "
          + "that time."),
      example: """
        tracker.add{name = "Running", fields = {Distance = "number", Route = "text"}}
        tracker.add_entry("Running", {
          minutes = 32, title = "Along the river", tags = {"easy"},
          values = {Distance = 5.2, Route = "north bank"},
        })
        """
    ) { [self] call throws(HostFailure) in
      guard let (session, tracker) = try tracker(call, isOnlyNamed: true) else { return }
      guard let kind = try Self.kind(call, named: call.choice("kind")) else {
        throw .message(
          "tracker.add_entry: expected one of minutes, number, text, done and rating, got none")
      }
      let (title, notes) = (try call.optionalString("title"), try call.optionalString("notes"))
      let tags = try call.strings("tags")
      let values = try call.trackerValues("values", of: tracker.content)
      let minutes = kind.hasMinutes || !call.isPresent("minutes") ? nil : call.integer("minutes")
      let content = try call.checking { () throws(FieldError) in
        try EntryContent(
          tracker: tracker.id, kind: kind, minutes: minutes, title: title, notes: notes, tags: tags,
          values: values.compactMap { name, value in
            value.map { EntryContent.Value(name: name, value: $0) }
          })
      }
      let options = try RecordingOptions(call, try context.session())
      do throws(SessionError) {
        OutcomeReply(session).replySubject(
          try session.record(.tracker(.entry(content)), at: options.at, key: options.key),
          to: call.reply)
        call.chargePermanentMemory(ScriptContext.eventSize)
      } catch {
        try call.answer(error)
      }
    }.formerly(["entry"])
  }

  var getEntry: HostFunction {
    HostFunction(
      "get_entry", "Returns the entry with an id.",
      parameter: HostParameter("id", .string, "The id of the entry."),
      returns: HostResult(
        "entry", "table?",
        "The entry; nil if there is none with this id, nil and an error if several ids begin with it.",
        of: EntryRow.self),
      example: """
        tracker.add{name = "Piano"}
        local e = tracker.add_entry("Piano", {minutes = 20})
        print(tracker.get_entry(e.id).minutes)
        """
    ) { [context] call throws(HostFailure) in
      let scope = ReferenceScope(.trackerEntry)
      guard let id = try context.id("id", of: scope, call, isQuery: true) else { return }
      try context.viewing(call) { session throws(SessionError) in
        guard let stored = try session.reader.event(id: id), let entry = TrackerEntry(stored.event)
        else { return call.reply.nil() }
        let tracker = try session.definitions().trackers.tracker(entry.content.tracker)
        call.reply.row(EntryRow(entry, tracker: tracker?.content.name, session))
      }
    }
  }

  var eachEntry: [HostFunction] {
    .each(
      "entries",
      "Iterates over the entries of a tracker, one table each. Entries without effect are "
        + "skipped; history.all_void() lists them.",
      named: EachNames(each: "each_entry", all: "all_entries", formerEach: ["entries"]),
      parameters: [
        Self.reference,
        .filter(
          "The entries to include (default: all).",
          .optional("kind", Self.kind, "Only entries of this kind."),
          .optional("since", .time, "The start of the range (inclusive)."),
          .before(.time, "The end of the range (exclusive)."),
          .optional("tag", .string, "Only entries with this tag."),
          .optional(
            "text", .string,
            "Only entries with this text in the text, the title, the notes, a tag or a text "
              + "value (case-insensitive)."),
          .order,
          .limit("The maximum number of entries.")),
      ], of: EntryRow.self, orRefusal: "if there is no such tracker",
      example: """
        tracker.add{name = "Reading"}
        tracker.add_entry("Reading", {minutes = 45, title = "Two chapters"})
        for e in tracker.each_entry("Reading", {order = "newest", limit = 5}) do
          print(e.day, e.minutes, e.title)
        end
        """,
      listing: """
        tracker.add{name = "Reading"}
        print(#tracker.all_entries("Reading", {since = "-7d"}))
        """
    ) { [self] call throws(HostFailure) in
      guard let (session, tracker) = try tracker(call) else { return nil }
      var query = EntryQuery()
      query.tracker = tracker
      query.kind = call.choice("kind").map { EntryKind.names[$0] }
      query.since = try call.instant("since", session, as: .bound)
      query.before = try call.instant("before", session, as: .bound)
      query.tag = try call.optionalString("tag")
      query.text = try call.optionalString("text")
      query.isNewestFirst = call.isNewestFirst
      let name = tracker.content.name
      let wanted = query.filter(voids: try HostFailure.converting(session.folded().events.voids))
      return try PagedIterator(session, query.events, limit: call.limit) { stored, reply in
        guard let entry = wanted(stored.event) else { return false }
        reply.row(EntryRow(entry, tracker: name, session))
        return true
      }
    }
  }

  var updateEntry: HostFunction {
    HostFunction(
      "update_entry",
      "Corrects an entry retroactively. Fields that are not given keep their values; false clears "
        + "title, notes, values or one of the values, but in a boolean field false is a value.",
      parameters: [
        HostParameter("id", .string, "The id of the entry."),
        .table(
          "changes", "The new values. A value of another kind changes the kind of the entry.",
          Self.recorded + [
            .optional("title", .textOrNone, "The new title; false clears it."),
            .optional("notes", .textOrNone, "The new notes; false clears them."),
            .optional("tags", .stringList, "New tags; they replace the old."),
            .optional(
              "values", .any,
              "The new values of custom fields, by name; other fields keep their values."),
            .optional("at", .time, "The new time."),
          ]),
      ],
      returns: HostResult(
        "entry", "table?", "The updated entry; nil and an error if there is none with this id.",
        of: EntryRow.self),
      example: """
        tracker.add{name = "Weight"}
        local e = tracker.add_entry("Weight", {number = 725})
        print(tracker.update_entry(e.id, {number = 72.5, notes = "A slip of the finger."}).number)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      guard let id = try context.id("id", of: ReferenceScope(.trackerEntry), call) else { return }
      guard let (old, tracker) = try Self.existing(id, call, session) else { return }
      let kind = try Self.kind(call, named: nil, beside: old.kind)
      let minutes = call.isPresent("minutes") ? call.integer("minutes") : old.minutes
      let (title, notes) = (try call.textOrNone("title"), try call.textOrNone("notes"))
      let tags = try call.optionalStrings("tags")
      let values = try Self.values(call, "values", of: tracker, old: old.values)
      let at = try call.time("at", try context.session())
      do throws(SessionError) {
        let stored = try session.edit(id, of: .trackerEntry, at: at) { _ throws(SessionError) in
          do throws(FieldError) {
            return .tracker(
              .entry(
                try EntryContent(
                  tracker: old.tracker, kind: kind ?? old.kind,
                  minutes: (kind ?? old.kind).hasMinutes ? nil : minutes,
                  title: title ?? old.title, notes: notes ?? old.notes, tags: tags ?? old.tags,
                  values: values)))
          } catch {
            throw .field(error)
          }
        }
        guard let entry = TrackerEntry(stored.event) else { return call.reply.nil() }
        call.reply.row(EntryRow(entry, tracker: tracker?.name, session))
      } catch {
        try call.answer(error)
      }
    }
  }

  /// Returns an entry and its tracker, if that exists; if there is no entry, answers the call with an
  /// error value.
  private static func existing(
    _ id: EventID, _ call: borrowing HostCall, _ session: Session
  ) throws(HostFailure) -> (EntryContent, TrackerContent?)? {
    do throws(SessionError) {
      guard let stored = try session.reader.event(id: id),
        case .tracker(.entry(let content)) = stored.event.action
      else { throw .notFound(kind: .trackerEntry, id: id) }
      return (content, try session.definitions().trackers.tracker(content.tracker)?.content)
    } catch {
      try call.answer(error)
      return nil
    }
  }

  /// Returns the values of an entry after those in a slot have replaced or cleared them.
  private static func values(
    _ call: borrowing HostCall, _ slot: HostSlot, of tracker: TrackerContent?,
    old: [EntryContent.Value]
  ) throws(HostFailure) -> [EntryContent.Value] {
    if try call.value(slot) == .boolean(false) { return [] }
    var values = old
    for (name, value) in try call.trackerValues(slot, of: tracker, instead: old) {
      values.removeAll { $0.name.lowercased() == name.lowercased() }
      if let value { values.append(EntryContent.Value(name: name, value: value)) }
    }
    return values
  }

  var removeEntry: HostFunction {
    HostFunction(
      "remove_entry",
      "Removes an entry and all of its effects. Nothing is deleted: flint undo restores it.",
      parameter: HostParameter("id", .string, "The id of the entry."),
      returns: .removed("true; nil and an error if there is no entry with this id."),
      example: """
        tracker.add{name = "Stretching"}
        local e = tracker.add_entry("Stretching", {done = true})
        print(tracker.remove_entry(e.id))
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .trackerEntry) }
  }
}
