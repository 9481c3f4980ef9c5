import Lua
import Rules
import Sessions

/// `spark`: recording, finding, changing and removing sparks.
struct SparkModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "spark", "Sparks: moments of action, each worth points and a card.",
      denial: "the spark module is read-only; record sparks with spark.add{…}",
      functions: [add, get, each, count, update, remove])
  }

  /// Fields of what people say of a spark, in slot order.
  private enum Slot {
    static let title = 0
    static let category = 1
    static let intensity = 2
    static let at = 3
    static let notes = 4
    static let tags = 5
    static let estimated = 6
    static let actual = 7
    static let key = 8
    static let points = 9
    static let card = 10
  }

  private static let minutes = HostType.integer(0...Int64(Int32.max))

  /// Fields that scripts like to set and that are worked out instead.
  private static let derived = [
    HostField(
      "points", .any, "Always refused: the rulebook works points out.", isOptional: true),
    HostField("card", .any, "Always refused: the roll decides the card.", isOptional: true),
  ]

  private func refuseDerived(
    _ call: borrowing HostCall, _ function: String, firstSlot: Int
  ) throws(HostFailure) {
    if call.isPresent(firstSlot) {
      throw .message(
        "\(function): field \"points\" cannot be set: the rulebook works points out")
    }
    if call.isPresent(firstSlot + 1) {
      throw .message(
        "\(function): field \"card\" cannot be set: the roll decides it, keyed by the profile's seed"
      )
    }
  }

  private var add: HostFunction {
    HostFunction(
      "add",
      "Records a spark and tells what it brought. Recording the same in another run changes nothing; "
        + "with a key, the key decides what is the same.",
      parameters: [
        HostParameter(
          "spark",
          .table(
            [
              HostField("title", .string, "One line that names it."),
              HostField("category", .category, "What it is about."),
              HostField(
                "intensity", .intensity, "How much it took; medium if not given.",
                isOptional: true),
              HostField(
                "at", .time, "When it happened, not later than now; now if not given.",
                isOptional: true),
              HostField("notes", .string, "Free text.", isOptional: true),
              HostField("tags", .stringList, "Labels.", isOptional: true),
              HostField(
                "estimated", Self.minutes, "Minutes it was thought to take.", isOptional: true),
              HostField("actual", Self.minutes, "Minutes it took.", isOptional: true),
              HostField("key", .string, "The id that its source gives it.", isOptional: true),
            ] + Self.derived), "What is said of the spark.")
      ],
      returns: [
        HostResult(
          "outcome", "table?", "What it brought; nil and an error when the key is taken.",
          fields: OutcomeReply.fields)
      ],
      example: """
        local got = spark.add{title = "Called the bank", category = "decision"}
        print(got.points, got.card, got.new)
        """
    ) { [context] call throws(HostFailure) in
      try refuseDerived(call, "spark.add", firstSlot: Slot.points)
      let session = try context.session()
      guard let category = call.category(Slot.category) else { return }
      var draft = SparkDraft(title: try call.string(Slot.title), category: category)
      draft.intensity = call.intensity(Slot.intensity) ?? .medium
      draft.at = try call.time(Slot.at)
      if call.isPresent(Slot.notes) { draft.notes = try call.string(Slot.notes) }
      if call.isPresent(Slot.tags) { draft.tags = try call.strings(Slot.tags) }
      if call.isPresent(Slot.estimated) { draft.estimatedMinutes = call.integer(Slot.estimated) }
      if call.isPresent(Slot.actual) { draft.actualMinutes = call.integer(Slot.actual) }
      if call.isPresent(Slot.key) { draft.key = try call.string(Slot.key) }
      do throws(SessionError) {
        OutcomeReply(session).reply(try session.add(draft), to: call.reply)
        call.keepMemory(ScriptContext.eventSize)
      } catch {
        try Self.answer(error, call)
      }
    }
  }

  /// Turns a session's refusal into an argument error, a refusal value or the end of the script.
  private static func answer(
    _ error: SessionError, _ call: borrowing HostCall, firstSlot: Int = 0
  ) throws(HostFailure) {
    switch error {
    case .field(let field):
      let slots = [
        "title": Slot.title, "at": Slot.at, "tags": Slot.tags, "estimated": Slot.estimated,
        "actual": Slot.actual, "key": Slot.key,
      ]
      guard let slot = slots[field.field] else { throw .message(field.description) }
      throw .argument(firstSlot + slot, expected: field.expected, got: field.found)
    case .conflict(_, let existing):
      call.refuse("conflict", error.description) { $0.field("id", existing.description) }
    case .notFound: call.refuse("not_found", error.description)
    default: throw HostFailure(error)
    }
  }

  private static let id = HostParameter("id", .string, "The spark's id.")

  private static let sparkFields = [
    HostResult("id", "string", "32 hexadecimal digits."),
    HostResult("title", "string"), HostResult("category", "string"),
    HostResult("intensity", "string"), HostResult("points", "integer", "Base points."),
    HostResult("at", "string", "When, with its offset."),
    HostResult("day", "string", "The civil day."), HostResult("notes", "string?"),
    HostResult("tags", "string[]"), HostResult("estimated", "integer?"),
    HostResult("actual", "integer?"), HostResult("key", "string?"),
  ]

  private var get: HostFunction {
    HostFunction(
      "get", "Finds a spark by its id.", parameters: [Self.id],
      returns: [HostResult("spark", "table?", "nil when there is none.", fields: Self.sparkFields)],
      example: """
        local got = spark.add{title = "Sketch", category = "idea", intensity = "high"}
        print(spark.get(got.id).title)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let id = try call.id(0)
      do throws(SessionError) {
        guard let stored = try session.spark(id: id) else { return call.reply.nil() }
        Self.reply(stored, session, to: call.reply)
      } catch {
        throw HostFailure(error)
      }
    }
  }

  fileprivate static func reply(
    _ stored: StoredSpark, _ session: Session, to reply: borrowing HostReply
  ) {
    let spark = stored.spark
    reply.beginTable()
    reply.field("id", stored.id.description)
    reply.field("title", spark.title)
    reply.field("category", spark.category.name)
    reply.field("intensity", spark.intensity.name)
    reply.field("points", session.rulebook.points(for: spark.category, spark.intensity))
    reply.field("at", spark.at.text(offset: spark.offset))
    reply.field("day", spark.day.description)
    if let notes = spark.notes { reply.field("notes", notes) }
    reply.field("tags")
    reply.beginArray(expecting: spark.tags.count)
    for tag in spark.tags { reply.string(tag) }
    reply.end()
    if let minutes = spark.estimatedMinutes { reply.field("estimated", Int64(minutes)) }
    if let minutes = spark.actualMinutes { reply.field("actual", Int64(minutes)) }
    if let key = stored.key { reply.field("key", key) }
    reply.end()
  }

  private static let filters = HostParameter(
    "filter",
    .table([
      HostField("category", .category, isOptional: true),
      HostField("intensity", .intensity, isOptional: true),
      HostField("min_intensity", .intensity, "This or a stronger one.", isOptional: true),
      HostField("since", .time, "From this time on.", isOptional: true),
      HostField.until(.time, "Before this time."),
      HostField("tag", .string, isOptional: true),
      HostField(
        "text", .string, "In title, notes or a tag, upper or lower case alike.", isOptional: true),
      HostField(
        "order", .choice(SparkQuery.Order.allCases.map(\.rawValue)), "oldest if not given.",
        isOptional: true),
      HostField("limit", .integer(0...Int64.max), "At most so many.", isOptional: true),
    ]), "Which sparks; all if not given.", isOptional: true)

  private func query(
    _ call: borrowing HostCall, _ session: Session
  ) throws(HostFailure) -> SparkQuery {
    var query = SparkQuery()
    query.category = call.category(0)
    query.intensity = call.intensity(1)
    query.minIntensity = call.intensity(2)
    query.since = try call.instant(3, session.zone)
    query.until = try call.instant(4, session.zone)
    query.tag = try call.optionalString(5)
    query.text = try call.optionalString(6)
    query.order = call.choice(7).map { SparkQuery.Order.allCases[$0] } ?? .oldest
    query.limit = call.isPresent(8) ? Int(clamping: call.integer(8)) : nil
    return query
  }

  private var each: HostFunction {
    HostFunction(
      "each", "Goes through sparks, one table each, earliest first.",
      parameters: [Self.filters],
      returns: [
        HostResult("iterator", "fun(): table?", "For a generic for.", fields: Self.sparkFields)
      ],
      example: """
        for s in spark.each{category = "idea", order = "newest", limit = 3} do
          print(s.day, s.title)
        end
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let query = try query(call, session)
      do throws(SessionError) {
        call.reply.iterator(
          SparkIterator(session, sequences: try session.sparkSequences(query)))
      } catch {
        throw HostFailure(error)
      }
    }
  }

  private var count: HostFunction {
    HostFunction(
      "count", "Counts sparks.", parameters: [Self.filters],
      returns: [HostResult("count", "integer")],
      example: """
        print(spark.count{min_intensity = "high"})
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let query = try query(call, session)
      do throws(SessionError) {
        call.reply.integer(try session.sparkCount(query))
      } catch {
        throw HostFailure(error)
      }
    }
  }

  private var update: HostFunction {
    let minutesOrNone = HostType.either(Self.minutes, .boolean)
    let textOrNone = HostType.either(.string, .boolean)
    return HostFunction(
      "update",
      "Changes what a spark says, and with it everything that follows from it; its draw stays. "
        + "What is not given stays; false takes notes and minutes away.",
      parameters: [
        Self.id,
        HostParameter(
          "changes",
          .table(
            [
              HostField("title", .string, isOptional: true),
              HostField("category", .category, isOptional: true),
              HostField("intensity", .intensity, isOptional: true),
              HostField("at", .time, isOptional: true),
              HostField("notes", textOrNone, isOptional: true),
              HostField("tags", .stringList, isOptional: true),
              HostField("estimated", minutesOrNone, isOptional: true),
              HostField("actual", minutesOrNone, isOptional: true),
            ] + Self.derived), "What is to be different."),
      ],
      returns: [
        HostResult(
          "spark", "table?", "As it is afterwards; nil and an error when there is none.",
          fields: Self.sparkFields)
      ],
      example: """
        local got = spark.add{title = "Ran 5 km", category = "energy"}
        print(spark.update(got.id, {intensity = "high"}).points)
        """
    ) { [context] call throws(HostFailure) in
      try refuseDerived(call, "spark.update", firstSlot: 9)
      let session = try context.session()
      let id = try call.id(0)
      var change = SparkChange()
      change.title = try call.optionalString(1 + Slot.title)
      change.category = call.category(1 + Slot.category)
      change.intensity = call.intensity(1 + Slot.intensity)
      change.at = try call.time(1 + Slot.at)
      change.notes = try Self.textOrNone(call, 1 + Slot.notes)
      if call.isPresent(1 + Slot.tags) { change.tags = try call.strings(1 + Slot.tags) }
      change.estimatedMinutes = try Self.minutesOrNone(call, 1 + Slot.estimated)
      change.actualMinutes = try Self.minutesOrNone(call, 1 + Slot.actual)
      do throws(SessionError) {
        Self.reply(try session.updateSpark(id: id, change), session, to: call.reply)
        call.keepMemory(ScriptContext.eventSize)
      } catch {
        try Self.answer(error, call, firstSlot: 1)
      }
    }
  }

  private static func textOrNone(
    _ call: borrowing HostCall, _ slot: Int
  ) throws(HostFailure) -> String?? {
    switch call.kind(slot) {
    case .absent: return nil
    case .boolean:
      if call.boolean(slot) { throw .argument(slot, expected: "string or false", got: "true") }
      return .some(nil)
    default: return try call.string(slot)
    }
  }

  private static func minutesOrNone(
    _ call: borrowing HostCall, _ slot: Int
  ) throws(HostFailure) -> Int64?? {
    switch call.kind(slot) {
    case .absent: return nil
    case .boolean:
      if call.boolean(slot) { throw .argument(slot, expected: "integer or false", got: "true") }
      return .some(nil)
    default: return call.integer(slot)
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Takes a spark back, with every consequence. Nothing is deleted: recording it again brings "
        + "it back with its old id and its old card.",
      parameters: [Self.id],
      returns: [HostResult("removed", "true?", "nil and an error when there is none.")],
      example: """
        local got = spark.add{title = "By mistake", category = "energy"}
        print(spark.remove(got.id))
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let id = try call.id(0)
      do throws(SessionError) {
        try session.removeSpark(id: id)
        call.reply.boolean(true)
        call.keepMemory(ScriptContext.eventSize)
      } catch {
        try Self.answer(error, call)
      }
    }
  }
}

/// Goes through the sparks that a query found, reading a page at a time. What is removed on the
/// way is left out; what is added on the way is not found any more.
private final class SparkIterator: HostIterator {
  private static let pageSize = 256
  private let session: Session
  private let sequences: [Int64]
  private var next = 0
  private var page: ArraySlice<StoredSpark> = []

  init(_ session: Session, sequences: [Int64]) {
    self.session = session
    self.sequences = sequences
  }

  var footprint: Int { 512 + sequences.count * 8 + Self.pageSize * 512 }

  var progress: HostProgress? {
    HostProgress(done: Int64(next - page.count), total: Int64(sequences.count))
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    while page.isEmpty {
      if next == sequences.count { return false }
      let end = min(next + Self.pageSize, sequences.count)
      do throws(SessionError) {
        page = try session.sparks(sequences: sequences[next..<end])[...]
      } catch {
        throw HostFailure(error)
      }
      next = end
    }
    if let stored = page.popFirst() { SparkModule.reply(stored, session, to: reply) }
    return true
  }
}
