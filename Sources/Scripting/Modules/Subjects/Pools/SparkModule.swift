import FlintCalendar
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `spark`: recording, finding, updating and removing sparks.
struct SparkModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "spark", "Sparks: moments of action, each worth points and a card.",
      denial: "the spark module is read-only; record sparks with spark.add{…}",
      functions: [add, get] + each + [count, update, remove])
  }

  /// Returns the declarations of the fields, with others in the position of the time.
  private static func content(with others: FieldDeclaration...) -> [FieldDeclaration] {
    Spark.schema.declarations(with: others, after: "intensity")
  }

  /// Fields that cannot be set, since they are computed.
  private static let derived: [HostField] = [
    .optional("points", .any, "Always refused: points are computed by the rulebook."),
    .optional("card", .any, "Always refused: the card is determined by the roll."),
  ]

  private func refuseDerived(
    _ call: borrowing HostCall, _ function: String
  ) throws(HostFailure) {
    if call.isPresent("points") {
      throw .message(
        "\(function): field \"points\" cannot be set: points are computed by the rulebook")
    }
    if call.isPresent("card") {
      throw .message(
        "\(function): field \"card\" cannot be set: the card is determined by the roll, from the "
          + "profile's seed"
      )
    }
  }

  private var add: HostFunction {
    HostFunction(
      "add",
      "Records a spark and returns its outcome: points, card, completed missions. Recording an "
        + "equal spark in another run changes nothing. Sparks are equal if they have the same key "
        + "or, without keys, the same fields.",
      parameter: .table(
        "spark", "The fields of the spark.",
        Self.content(
          with: FieldDeclaration(
            "at", .time, "The time of the event; not in the future (default: now).")
        ).map(\.hostField) + [
          .optional(
            "key", .string,
            "An id from the source of the spark, by which it is recognised when it is "
              + "recorded again.")
        ] + Self.derived),
      returns: HostResult(
        "outcome", "table?", "The outcome; nil and an error if another spark has the key.",
        of: SparkOutcome.self),
      example: """
        local got = spark.add{title = "Called the bank", category = "decision"}
        print(got.points, got.card, got.new)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let title = try call.string("title")
      guard let category = try call.category("category", session) else { return }
      var spark = NewSpark(title: title, category: category)
      spark.intensity = try call.intensity("intensity", session)
      spark.at = try call.time("at", try context.session())
      if call.isPresent("notes") { spark.notes = try call.string("notes") }
      if call.isPresent("tags") { spark.tags = try call.strings("tags") }
      if call.isPresent("estimated") { spark.estimatedMinutes = call.integer("estimated") }
      if call.isPresent("actual") { spark.actualMinutes = call.integer("actual") }
      if call.isPresent("key") { spark.key = try call.string("key") }
      try refuseDerived(call, "spark.add")
      do throws(SessionError) {
        OutcomeReply(session).reply(try session.add(spark), to: call.reply)
        call.chargePermanentMemory(ScriptContext.eventSize)
      } catch {
        try call.answer(error)
      }
    }
  }

  private static let id = HostParameter("id", .string, "The id of the spark.")

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the spark with an id.", parameter: Self.id,
      returns: HostResult(
        "spark", "table?",
        "The spark; nil if there is none with this id, nil and an error if several ids begin with it.",
        of: SparkRow.self),
      example: """
        local got = spark.add{title = "Sketch", category = "idea", intensity = "high"}
        print(spark.get(got.id).title)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      guard let id = try context.id("id", of: ReferenceScope(.spark), call, isQuery: true) else {
        return
      }
      guard let stored = try HostFailure.converting(session.reader.spark(id: id)) else {
        return call.reply.nil()
      }
      Self.reply(stored, session, to: call.reply)
    }
  }

  private static func reply(
    _ stored: StoredSpark, _ session: Session, to reply: borrowing HostReply
  ) {
    SparkReply(session).reply(stored, to: reply)
  }

  private static let filters = HostField.filter(
    "The sparks to include (default: all).",
    .optional("category", .category, "Only sparks of this category."),
    .optional("intensity", .intensity, "Only sparks of this intensity."),
    .optional("min_intensity", .intensity, "Only sparks of this intensity or a higher one."),
    .optional("since", .time, "The start of the range (inclusive)."),
    HostField.before(.time, "The end of the range (exclusive)."),
    .optional("tag", .string, "Only sparks with this tag."),
    .optional(
      "text", .string,
      "Only sparks with this text in the title, the notes or a tag (case-insensitive)."),
    .optional(
      "order", .choice(of: SparkQuery.Order.self),
      "The order (default: oldest first)."),
    .limit("The maximum number of sparks."))

  private func query(
    _ call: borrowing HostCall, _ session: Session
  ) throws(HostFailure) -> SparkQuery {
    var query = SparkQuery()
    query.category = try call.category("category", session)
    query.intensity = try call.intensity("intensity", session)
    query.minIntensity = try call.intensity("min_intensity", session)
    query.since = try call.instant("since", session, as: .bound)
    query.before = try call.instant("before", session, as: .bound)
    query.tag = try call.optionalString("tag")
    query.text = try call.optionalString("text")
    query.order = call.choice("order", of: SparkQuery.Order.self) ?? .oldest
    query.limit = call.limit
    return query
  }

  private var each: [HostFunction] {
    .each(
      "sparks", "Iterates over sparks, one table each, in the order of the filter.",
      parameters: [Self.filters], of: SparkRow.self,
      example: """
        for s in spark.each{category = "idea", order = "newest", limit = 3} do
          print(s.day, s.title)
        end
        """,
      listing: """
        print(#spark.all{since = "-7d", tag = "garden"})
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let query = try query(call, session)
      let sequences = try HostFailure.converting(session.reader.sparkSequences(query))
      let sparks = SparkReply(session)
      return PagedIterator(
        sequences,
        read: { page throws(SessionError) in try session.reader.sparks(sequences: page) },
        write: { stored, reply in
          sparks.reply(stored, to: reply)
          return true
        })
    }
  }

  private var count: HostFunction {
    HostFunction(
      "count", "Returns the number of sparks.", parameter: Self.filters,
      returns: HostResult("count", "integer", "The number of sparks."),
      example: """
        print(spark.count{min_intensity = "high"})
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let query = try query(call, session)
      call.reply.integer(try HostFailure.converting(session.reader.sparkCount(query)))
    }
  }

  private var update: HostFunction {
    HostFunction(
      "update",
      "Updates a spark and recomputes its effects; its draw does not change. Fields that are not "
        + "given keep their values; new tags replace the old; false clears notes and minutes.",
      parameters: [
        Self.id,
        .table(
          "changes", "The new values.",
          Self.content(with: FieldDeclaration("at", .time, "The new time of the event."))
            .map(\.hostChange) + Self.derived),
      ],
      returns: HostResult(
        "spark", "table?", "The updated spark; nil and an error if there is none with this id.",
        of: SparkRow.self),
      example: """
        local got = spark.add{title = "Ran 5 km", category = "energy"}
        print(spark.update(got.id, {intensity = "high"}).points)
        """
    ) { [context] call throws(HostFailure) in
      try refuseDerived(call, "spark.update")
      let session = try context.session()
      guard let id = try context.id("id", of: ReferenceScope(.spark), call) else { return }
      let time = try call.time("at", session)
      let change = try call.change(Spark.self, session).change
      do throws(SessionError) {
        Self.reply(try session.updateSpark(id: id, change, at: time), session, to: call.reply)
        call.chargePermanentMemory(ScriptContext.eventSize)
      } catch {
        try call.answer(error)
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Removes a spark and all of its effects. Nothing is deleted: recording an equal spark "
        + "restores it with its id and its card.",
      parameter: Self.id,
      returns: .removed("true; nil and an error if there is no spark with this id."),
      example: """
        local got = spark.add{title = "By mistake", category = "energy"}
        print(spark.remove(got.id))
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      guard let id = try context.id("id", of: ReferenceScope(.spark), call) else { return }
      do throws(SessionError) {
        try session.removeSpark(id: id)
        call.reply.boolean(true)
        call.chargePermanentMemory(ScriptContext.eventSize)
      } catch {
        try call.answer(error)
      }
    }
  }
}

/// The table of a spark in a script, with the fields of `SparkRow`: written without its schema, since scripts
/// read many sparks.
private struct SparkReply {
  /// Held here: a copy for each row would take longer than the rest.
  private let rulebook: Rulebook

  init(_ session: Session) { rulebook = session.rulebook }

  func reply(_ stored: StoredSpark, to reply: borrowing HostReply) {
    let spark = stored.spark
    reply.beginTable()
    reply.field("id", stored.id.description)
    reply.field("title", spark.title)
    reply.field("category", spark.category.name)
    reply.field("intensity", spark.intensity.name)
    reply.field("points", rulebook.points(for: spark.category, spark.intensity))
    reply.field("at", spark.at.text(offset: spark.offset))
    reply.field("day", spark.day(rulebook.dayStart).description)
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
}
