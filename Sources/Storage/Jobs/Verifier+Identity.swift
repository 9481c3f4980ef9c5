import FlintCalendar
import GRDB
import FlintRules

extension Verifier {
  /// Returns descriptions of records whose content does not have the stored hash; empty in a sound
  /// profile. The content of a spark with a key is not covered by its id.
  package func identityProblems(seed: UInt64) throws -> [String] {
    try unidentifiedEvents(seed).map(\.problem) + damagedCorrections(seed).map(\.problem)
  }

  /// Returns the events whose content does not have the stored id, or cannot be read; the id is `nil` for
  /// one without any.
  func unidentifiedEvents(_ seed: UInt64) throws -> [UnidentifiedEvent] {
    try sparkProblems(seed) + rollProblems(seed) + eventProblems(seed)
  }

  /// The query for a spark with its original content.
  private static let recorded = """
    SELECT t.id, t.key, \(RowSum.originalContent("spark")) FROM spark t
    LEFT JOIN spark_original o USING (seq) WHERE t.seq = ?
    """

  /// Returns the sequence numbers of the sparks whose content does not have the stored id, or
  /// cannot be read. This includes all but the first of equal sparks.
  private func suspectSparks(_ seed: UInt64) throws -> [Int64] {
    var sequences: [Int64] = []
    for source in [
      "spark WHERE NOT EXISTS (SELECT 1 FROM spark_original o WHERE o.seq = spark.seq)",
      "(SELECT s.id, s.key, o.* FROM spark_original o JOIN spark s USING (seq))",
    ] {
      let statement = try RawStatement(
        database, sql: "SELECT id, key, seq, \(SparkColumns.list) FROM \(source)")
      defer { statement.reset() }
      while try statement.step() {
        let key = statement.text(1).map { NaturalKey.given($0) } ?? .content(occurrence: 0)
        guard let spark = try? Spark(statement, at: 3),
          spark.id(seed: seed, key: key) == statement.id(0)
        else {
          sequences.append(statement.integer(2))
          continue
        }
      }
    }
    return sequences.sorted()
  }

  private func sparkProblems(_ seed: UInt64) throws -> [UnidentifiedEvent] {
    var check = IdentityCheck(noun: "spark")
    let statement = try database.makeStatement(sql: Self.recorded)
    for sequence in try suspectSparks(seed) {
      guard let row = try Row.fetchOne(statement, arguments: [sequence]) else { continue }
      try check.add(row) { row in
        let spark = try Spark(row)
        return { spark.id(seed: seed, key: $0) }
      }
    }
    return check.problems
  }

  private func rollProblems(_ seed: UInt64) throws -> [UnidentifiedEvent] {
    var check = IdentityCheck(noun: "roll")
    let rows = try Row.fetchCursor(database, sql: "SELECT * FROM card_roll ORDER BY seq")
    while let row = try rows.next() {
      try check.add(row) { row in
        let roll = try CardRoll(row)
        return { roll.id(seed: seed, key: $0) }
      }
    }
    return check.problems
  }

  private func eventProblems(_ seed: UInt64) throws -> [UnidentifiedEvent] {
    var check = IdentityCheck(noun: "event")
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT t.id, t.kind, t.key, \(RowSum.originalContent("event"))
        FROM event t LEFT JOIN event_original o USING (seq)
        """)
    while let row = try rows.next() {
      try check.add(row) { row in
        let event = try ProfileEvent(row)
        let content: String = try row.read("content")
        return {
          ProfileEvent.id(
            ofKind: event.action.kind, content: content, at: event.at, offset: event.offset,
            seed: seed, key: $0)
        }
      }
    }
    return check.problems
  }

  /// Returns the sequence numbers of the corrections whose content does not have the stored hash,
  /// or cannot be read.
  private func suspectCorrections(_ seed: UInt64) throws -> [Int64] {
    var sequences: [Int64] = []
    let statement = try RawStatement(
      database,
      sql: """
        SELECT c.seq, c.hash, c.event, c.change, c.recorded_at, s.seq IS NOT NULL,
          e.seq IS NOT NULL, e.at, e."offset", e.content,
          iif(e.seq IS NULL, NULL, (SELECT kind FROM event WHERE id = c.event)),
          \(SparkColumns.list(of: "s"))
        FROM correction c LEFT JOIN spark_edit s ON s.seq = c.seq
        LEFT JOIN event_edit e ON e.seq = c.seq ORDER BY c.seq
        """)
    defer { statement.reset() }
    while try statement.step() {
      if try hasItsHash(statement, seed) != true { sequences.append(statement.integer(0)) }
    }
    return sequences
  }

  /// Returns whether a correction's content has the stored hash; `nil` if a full check is needed.
  private func hasItsHash(_ row: RawStatement, _ seed: UInt64) throws -> Bool? {
    let recordedAt = Instant(milliseconds: row.integer(4))
    guard let cause = Correction.Cause(rawValue: UInt8(clamping: row.integer(3))),
      StoredTime.isClock(recordedAt)
    else { return nil }
    var content: EventID?
    switch (row.integer(5) != 0, row.integer(6) != 0) {
    case (true, false):
      guard let spark = try? Spark(row, at: 11) else { return nil }
      content = Correction.Content.spark(spark).hash(seed: seed)
    case (false, true):
      guard let number = row.optionalInteger(10),
        let kind = EventKind(rawValue: UInt8(clamping: number)), let text = row.text(9),
        let time = row.time(7)
      else { return nil }
      content = ProfileEvent.id(
        ofKind: kind, content: text, at: time.at, offset: time.offset, seed: seed,
        key: .content(occurrence: 0))
    default: break
    }
    // A removal has no content, and only an undo or redo may have none as well.
    if cause == .edit && content == nil || cause == .remove && content != nil { return nil }
    return Correction.hash(
      event: row.id(2), cause: cause, content: content, recordedAt: recordedAt, seed: seed)
      == row.id(1)
  }

  /// Returns the corrections whose content does not have the stored hash, or cannot be read.
  func damagedCorrections(_ seed: UInt64) throws -> [(sequence: Int64, problem: String)] {
    let statement = try database.makeStatement(sql: CorrectionTable.contents + " WHERE c.seq = ?")
    return try suspectCorrections(seed).compactMap { sequence in
      guard let row = try Row.fetchOne(statement, arguments: [sequence]) else { return nil }
      guard let hash = try? row.id("hash") else { return (sequence, "a correction has no hash") }
      guard let correction = try? Correction(row) else {
        return (sequence, "correction \(hash) cannot be read")
      }
      return correction.hash(seed: seed) == hash
        ? nil : (sequence, "correction \(hash) differs from its recorded content")
    }
  }
}

/// An event whose content does not have its id.
struct UnidentifiedEvent {
  var id: EventID?
  var problem: String
}

/// The search for events of a table whose content does not have the stored id.
private struct IdentityCheck {
  let noun: String
  private var found: [UnidentifiedEvent] = []
  /// The keyless events that are not the first with their content, by the id of the first. Equal
  /// events are numbered without a gap, so these are the second, the third and so on, in some order,
  /// except for those that were lost with a damaged file.
  private var repeated: [EventID: (identify: (NaturalKey) -> EventID, ids: [EventID])] = [:]

  init(noun: String) { self.noun = noun }

  /// Checks a row with the columns `id` and `key`.
  ///
  /// - Parameter read: reads the content, and returns a function from natural keys to ids.
  mutating func add(_ row: Row, _ read: (Row) throws -> (NaturalKey) -> EventID) throws {
    guard let id = try? row.id("id") else {
      found.append(UnidentifiedEvent(id: nil, problem: "a row of \(noun)s has no id"))
      return
    }
    do {
      let identify = try read(row)
      let key: String? = try row.read("key")
      let first = identify(key.map { .given($0) } ?? .content(occurrence: 0))
      if first == id { return }
      if key != nil {
        found.append(
          UnidentifiedEvent(
            id: id, problem: "\(noun) \(id) does not have the key with which it was recorded"))
      } else {
        repeated[first, default: (identify, [])].ids.append(id)
      }
    } catch let damage as Damage {
      let problem =
        damage.detail.contains("\(id)")
        ? damage.detail : "\(noun) \(id) cannot be read: \(damage.detail)"
      found.append(UnidentifiedEvent(id: id, problem: problem))
    }
  }

  /// The number of equal events that may be missing between others.
  private static let mostLost = 64

  /// The events, sorted by their descriptions.
  var problems: [UnidentifiedEvent] {
    let changed = repeated.values.flatMap { identify, ids in
      var unknown = Set(ids)
      for number in 1...ids.count + Self.mostLost where !unknown.isEmpty {
        unknown.remove(identify(.content(occurrence: UInt32(clamping: number))))
      }
      return unknown
    }
    return
      (found
      + changed.map {
        UnidentifiedEvent(id: $0, problem: "\(noun) \($0) differs from its recorded content")
      }).sorted { $0.problem < $1.problem }
  }
}
