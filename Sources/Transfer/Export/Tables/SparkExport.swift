import CSV
import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

/// Sparks, in the order of the fold.
struct SparkExport: ExportTable {
  static let columns = [
    .at, .key, .id, .day,
    ExportColumn("points", "The points of the spark itself.", .number, presence: .onRequest),
    ExportColumn("rarity", "The rarity that was drawn.", presence: .onRequest),
    ExportColumn("card", "The id of the card that was drawn.", presence: .onRequest),
    ExportColumn(
      "new_card", "Whether the card was the first of its kind.", .flag, presence: .onRequest),
    ExportColumn(
      "duplicate_points", "The points for a card that was a duplicate.", .number,
      presence: .onRequest),
  ].including(Spark.schema)

  private let range: ExportRange
  private let limit: Int?
  /// Whether a column that shows the result of a draw is used; such a column has to be named.
  private let needsDraws: Bool

  init(_ session: Session, _ options: ExportOptions) throws {
    range = options.range
    limit = options.limit
    let drawn = ["rarity", "card", "new_card", "duplicate_points"]
    needsDraws =
      options.columns?.contains { drawn.contains($0) } ?? false
      || options.conditions.contains { drawn.contains($0.column) }
      || options.order.map { drawn.contains($0.column) } ?? false
  }

  func hasFractions(_ session: Session) throws -> Bool {
    try session.reader.hasFractionsOfSparks(since: range.since, before: range.before)
  }

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let draws = try needsDraws ? draws(session) : [:]
    let rulebook = session.rulebook
    try session.eachSpark(range) { row in
      let draw = draws[row.id]
      // The fields in the order of their schema, then the other columns.
      return try body([
        .time(row.at, row.offset), .text(String(decoding: row.title, as: UTF8.self)),
        .name(row.category.name), .name(row.intensity.name),
        FieldValue(text: row.notes.map { String(decoding: $0, as: UTF8.self) }),
        try row.tags.map { .list(try StoredTags.read($0)) } ?? .none,
        FieldValue(row.estimatedMinutes), FieldValue(row.actualMinutes),
        FieldValue(text: row.key.map { String(decoding: $0, as: UTF8.self) }),
        .name(row.id.description), .day(rulebook.dayStart.day(of: row.at, offset: row.offset)),
        .integer(rulebook.points(for: row.category, row.intensity)),
        FieldValue(name: draw?.rarity?.name),
        FieldValue(name: draw?.card.map { rulebook.definition.cards[$0].id }),
        draw?.card == nil ? .none : .boolean(draw?.isNew ?? false),
        FieldValue(draw?.duplicatePoints),
      ])
    }
  }

  private func draws(_ session: Session) throws -> [EventID: Outcome.Draw] {
    var draws: [EventID: Outcome.Draw] = [:]
    try session.reader.forEachOutcome { event, outcome, _ in
      guard case .spark = event.action, range.contains(event.at) else { return }
      draws[event.id] = outcome.draw
    }
    return draws
  }

  /// Writes rows directly from the store's rows into the buffer, without intermediate strings or
  /// values.
  func writeFast(
    _ fields: SparkFields, _ writer: inout RowWriter, _ session: Session,
    _ sink: (Span<UInt8>) throws -> Void
  ) throws {
    var fields = fields
    let rulebook = session.rulebook
    try session.eachSpark(range, limit: limit) { row in
      try fields.write(row, &writer.csv, rulebook)
      writer.count += 1
      if writer.csv.count >= RowWriter.chunkSize { try writer.drain(sink) }
      return true
    }
  }
}

extension BorrowedSpark {
  var spark: Spark {
    get throws {
      try Spark(
        at: at, offset: offset, category: category, intensity: intensity,
        title: String(decoding: title, as: UTF8.self),
        notes: notes.map { String(decoding: $0, as: UTF8.self) },
        tags: try tags.map { try StoredTags.read($0) } ?? [], estimatedMinutes: estimatedMinutes,
        actualMinutes: actualMinutes)
    }
  }
}

/// Tags as stored in a profile's file: a JSON list.
enum StoredTags {
  /// Joins the tags of a list in one field if no byte has to be escaped or unescaped.
  ///
  /// - Returns: Whether the tags could be joined in this way.
  static func join(_ json: UnsafeBufferPointer<UInt8>, into field: inout [UInt8]) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard json.count >= 4, json[0] == UInt8(ascii: "["), json[1] == quote,
      json[json.count - 1] == UInt8(ascii: "]"), json[json.count - 2] == quote
    else { return false }
    var index = 2
    let end = json.count - 2
    while index < end {
      let byte = json[index]
      if byte == TagList.backslash || byte == TagList.bar { return false }
      if byte == quote {
        guard index + 2 < end, json[index + 1] == UInt8(ascii: ","), json[index + 2] == quote
        else { return false }
        field.append(TagList.bar)
        index += 3
      } else {
        field.append(byte)
        index += 1
      }
    }
    return true
  }

  static func read(_ json: UnsafeBufferPointer<UInt8>) throws(FieldError) -> [String] {
    guard case .array(let values)? = try? JSONValue(parsing: Array(json)) else {
      throw FieldError(field: "tags", expected: "a list", found: "something else")
    }
    return values.compactMap { value in
      if case .string(let tag) = value { tag } else { nil }
    }
  }
}
