import Lua
import Rules
import Sessions

/// Entries of trackers.
extension TrackerModule {
  private static let kind = HostType.choice(EntryKind.names)
  /// The fields that hold what the kinds record, in the order of the kinds.
  private static let recorded = [
    HostField(
      "minutes", .integer(0...Int64(Int32.max)),
      "Time spent: a session; beside another value, how long that took.", isOptional: true),
    HostField(
      "number", .decimal,
      "A number: a measurement. It is rounded to six decimals; a text such as \"0.1\" is taken "
        + "exactly.", isOptional: true),
    HostField("text", .string, "Words: a log.", isOptional: true),
    HostField("done", .boolean, "Whether it was done: a checklist.", isOptional: true),
    HostField("rating", .integer(1...5), "How it was, 1 to 5: a rating.", isOptional: true),
  ]

  private static let entryFields = [
    HostResult("id", "string", "32 hexadecimal digits."),
    HostResult("tracker", "string?", "Its name."),
    HostResult("kind", "string", "session, measurement, log, checklist or rating."),
    HostResult("at", "string"), HostResult("day", "string", "The civil day."),
    HostResult("minutes", "integer?"), HostResult("number", "number?"),
    HostResult("text", "string?"), HostResult("done", "boolean?"),
    HostResult("rating", "integer?"), HostResult("title", "string?"),
    HostResult("notes", "string?"), HostResult("tags", "string[]"),
    HostResult("values", "table", "Values by field."),
  ]

  /// What is recorded in the slots of `recorded`; `nil` when nothing is.
  ///
  /// - Parameters:
  ///   - first: the slot of minutes.
  ///   - kind: the kind that was named, if one was.
  ///   - old: the kind of the entry that is changed, if one is.
  private static func kind(
    _ call: borrowing HostCall, from first: Int, named kind: Int?, beside old: EntryKind? = nil
  ) throws(HostFailure) -> EntryKind? {
    let names = recorded.map(\.name)
    var given = names.indices.filter { call.isPresent(first + $0) }
    // Minutes beside another value are how long it took.
    if given.count > 1 && given[0] == 0 && kind != 0 { given.removeFirst() }
    if let kind {
      let noun = "\(kind == 0 ? "minutes" : names[kind]) of a \(EntryKind.names[kind])"
      if !given.contains(kind) {
        throw .argument(first + kind, expected: noun, got: "nothing")
      }
      if let other = given.first(where: { $0 != kind }) {
        throw .argument(
          first + other, expected: "nothing, as the kind is \(EntryKind.names[kind])",
          got: "a value")
      }
    }
    // Minutes alone change how long an entry of another kind took.
    if given == [0], let old, !old.hasMinutes { return nil }
    guard let place = given.first else { return nil }
    if given.count > 1 {
      throw .argument(
        first + given[1], expected: "one value an entry",
        got: given.map { names[$0] }.joined(separator: " and "))
    }
    switch place {
    case 0: return .session(minutes: call.integer(first))
    case 1: return try call.decimal(first + 1).map { .measurement($0) }
    case 2: return .log(try call.string(first + 2))
    case 3: return .checklist(call.boolean(first + 3))
    default: return .rating(call.integer(first + 4))
    }
  }

  var entry: HostFunction {
    HostFunction(
      "entry",
      "Makes an entry. The kind follows from which of minutes, number, text, done and rating is "
        + "given.",
      parameters: [
        Self.reference,
        HostParameter(
          "entry",
          .table(
            [
              HostField(
                "kind", Self.kind, "Only to have it checked: it must be that of the value.",
                isOptional: true)
            ] + Self.recorded + [
              HostField("title", .string, "One line that names it.", isOptional: true),
              HostField("notes", .string, "Free text.", isOptional: true),
              HostField("tags", .stringList, "Labels.", isOptional: true),
              HostField(
                "values", .any,
                "Values for the tracker's own fields, by field. A number is rounded to six decimals, "
                  + "as a text it is taken exactly; a day is a text.", isOptional: true),
            ] + RecordingOptions.fields), "What is recorded."),
      ],
      returns: [
        HostResult(
          "outcome", "table?",
          "nil and an error when there is no such tracker, or was not yet at that time.",
          fields: OutcomeReply.subjectFields)
      ],
      example: """
        tracker.create{name = "Running", fields = {Distance = "number", Route = "text"}}
        tracker.entry("Running", {
          minutes = 32, title = "Along the river", tags = {"easy"},
          values = {Distance = 5.2, Route = "north bank"},
        })
        """
    ) { [self] call throws(HostFailure) in
      guard let (session, tracker) = try tracker(call, isOnlyNamed: true) else { return }
      let slots = [
        "minutes": 2, "number": 3, "text": 4, "rating": 6, "title": 7, "notes": 8, "tags": 9,
        "values": 10, "at": 11, "key": 12,
      ]
      guard let kind = try Self.kind(call, from: 2, named: call.choice(1)) else {
        throw .message(
          "tracker.entry: expected one of minutes, number, text, done and rating, got none")
      }
      let (title, notes) = (try call.optionalString(7), try call.optionalString(8))
      let tags = try call.strings(9)
      let values = try call.trackerValues(10, of: tracker.content)
      let minutes = kind.hasMinutes || !call.isPresent(2) ? nil : call.integer(2)
      let content = try call.checking(slots) { () throws(FieldError) in
        try EntryContent(
          tracker: tracker.id, kind: kind, minutes: minutes, title: title, notes: notes, tags: tags,
          values: values.compactMap { name, value in
            value.map { EntryContent.Value(name: name, value: $0) }
          })
      }
      let options = try RecordingOptions(call, from: 11)
      do throws(SessionError) {
        OutcomeReply(session).replySubject(
          try session.record(.tracker(.entry(content)), at: options.at, key: options.key),
          to: call.reply)
        call.keepMemory(ScriptContext.eventSize)
      } catch {
        try call.answer(error, slots: slots)
      }
    }
  }

  var entries: HostFunction {
    HostFunction(
      "entries",
      "Goes through the entries of a tracker, one table each. Entries without effect are left out; "
        + "history.void() lists those.",
      parameters: [
        Self.reference,
        HostParameter(
          "filter",
          .table([
            HostField("kind", Self.kind, isOptional: true),
            HostField("since", .time, "From this time on.", isOptional: true),
            .until(.time, "Before this time."),
            HostField("tag", .string, "With this tag.", isOptional: true),
            HostField(
              "text", .string,
              "In text, title, notes, a tag or a text value, upper or lower case alike.",
              isOptional: true),
            HostField(
              "order", .choice(["oldest", "newest"]), "oldest if not given.", isOptional: true),
            HostField("limit", .integer(0...Int64.max), "At most so many.", isOptional: true),
          ]), "Which entries; all if not given.", isOptional: true),
      ],
      returns: [
        HostResult(
          "iterator", "fun(): table?",
          "For a generic for; nil and an error when there is no such tracker.",
          fields: Self.entryFields)
      ],
      example: """
        tracker.create{name = "Reading"}
        tracker.entry("Reading", {minutes = 45, title = "Two chapters"})
        for e in tracker.entries("Reading", {order = "newest", limit = 5}) do
          print(e.day, e.minutes, e.title)
        end
        """
    ) { [self] call throws(HostFailure) in
      guard let (session, tracker) = try tracker(call) else { return }
      var query = EntryQuery()
      query.tracker = tracker
      query.kind = call.choice(1).map { EntryKind.names[$0] }
      query.since = try call.instant(2, session.zone)
      query.until = try call.instant(3, session.zone)
      query.tag = try call.optionalString(4)
      query.text = try call.optionalString(5)
      query.isNewestFirst = call.choice(6) == 1
      let name = tracker.content.name
      let wanted: (Event) -> TrackerEntry?
      do throws(SessionError) {
        wanted = query.filter(voids: try session.folded().voids)
      } catch {
        throw HostFailure(error)
      }
      call.reply.iterator(
        try EventIterator(
          session, query.events,
          limit: call.isPresent(7) ? Int(clamping: call.integer(7)) : nil
        ) { stored in
          wanted(stored.event)?.json(tracker: name)
        })
    }
  }

  var updateEntry: HostFunction {
    HostFunction(
      "update_entry",
      "Corrects an entry, as if it had always been so. What is not given stays; false takes title, "
        + "notes, values or one of the values away, but in a boolean field false is a value.",
      parameters: [
        HostParameter("id", .string, "The entry's id."),
        HostParameter(
          "changes",
          .table(
            Self.recorded + [
              HostField("title", .textOrNone, isOptional: true),
              HostField("notes", .textOrNone, isOptional: true),
              HostField("tags", .stringList, "All of them.", isOptional: true),
              HostField(
                "values", .any, "Values by field; those of other fields stay.", isOptional: true),
              HostField("at", .time, isOptional: true),
            ]), "What is to be different. Another kind of value makes it that kind of entry."),
      ],
      returns: [
        HostResult(
          "entry", "table?", "As it is afterwards; nil and an error when there is none.",
          fields: Self.entryFields)
      ],
      example: """
        tracker.create{name = "Weight"}
        local e = tracker.entry("Weight", {number = 725})
        print(tracker.update_entry(e.id, {number = 72.5, notes = "A slip of the finger."}).number)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let id = try call.id(0)
      let slots = [
        "minutes": 1, "number": 2, "text": 3, "rating": 5, "title": 6, "notes": 7, "tags": 8,
        "values": 9, "at": 10,
      ]
      guard let (old, tracker) = try Self.existing(id, call, session) else { return }
      let kind = try Self.kind(call, from: 1, named: nil, beside: old.kind)
      let minutes = call.isPresent(1) ? call.integer(1) : old.minutes
      let (title, notes) = (try call.textOrNone(6), try call.textOrNone(7))
      let tags = call.isPresent(8) ? try call.strings(8) : nil
      let values = try Self.values(call, 9, of: tracker, old: old.values)
      let at = try call.time(10)
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
        call.reply.json(entry.json(tracker: tracker?.name))
      } catch {
        try call.answer(error, slots: slots)
      }
    }
  }

  /// An entry and its tracker, if there is one; when there is no entry, that is answered.
  private static func existing(
    _ id: EventID, _ call: borrowing HostCall, _ session: Session
  ) throws(HostFailure) -> (EntryContent, TrackerContent?)? {
    do throws(SessionError) {
      guard let stored = try session.event(id: id),
        case .tracker(.entry(let content)) = stored.event.action
      else { throw .notFound(kind: .trackerEntry, id: id) }
      return (content, try session.definitions().trackers.tracker(content.tracker)?.content)
    } catch {
      try call.answer(error)
      return nil
    }
  }

  /// The values of an entry after those given in a slot have taken their places.
  private static func values(
    _ call: borrowing HostCall, _ slot: Int, of tracker: TrackerContent?,
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
      "Takes an entry back, with everything that followed from it. Nothing is deleted: flint undo "
        + "brings it back.",
      parameters: [HostParameter("id", .string, "The entry's id.")],
      returns: [HostResult("removed", "true?", "nil and an error when there is none.")],
      example: """
        tracker.create{name = "Stretching"}
        local e = tracker.entry("Stretching", {done = true})
        print(tracker.remove_entry(e.id))
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .trackerEntry) }
  }
}
