package import FlintCalendar
import GRDB
import FlintRules

/// The differences between a profile and a copy of it, record by record.
package struct Comparison: Equatable, Sendable {
  /// The records that one of the two has and the other one lacks.
  package struct Surplus: Equatable, Sendable {
    package var events = 0
    package var corrections = 0
    /// The first and the last civil day of these events, and of the events that were corrected.
    package var days: ClosedRange<CivilDay>?

    package var isEmpty: Bool { events == 0 && corrections == 0 }

    fileprivate mutating func add(_ row: RecordCursor.Row, isEvent: Bool, _ dayStart: DayStart) {
      if isEvent { events += 1 } else { corrections += 1 }
      let day = dayStart.day(of: row.at, offset: row.offset)
      days = min(days?.lowerBound ?? day, day)...max(days?.upperBound ?? day, day)
    }
  }

  /// Whether both have the id and the seed of one profile.
  package var isSameProfile: Bool
  /// What only the profile has.
  package var missing = Surplus()
  /// What only the copy has.
  package var additional = Surplus()
  /// The number of records that both have, with different contents.
  package var differing = 0
  package var hasSameRulebook: Bool
  /// The settings that differ; `ours` is the value in the profile.
  package var otherSettings: [MergeReport.OtherSetting]

  /// Whether the copy has every record of the profile and no other one.
  package var hasSameRecords: Bool {
    isSameProfile && missing.isEmpty && additional.isEmpty && differing == 0
  }

  /// Whether nothing differs.
  package var isEqual: Bool { hasSameRecords && hasSameRulebook && otherSettings.isEmpty }

  /// Compares a profile with a copy; of two different profiles only the settings are compared.
  ///
  /// - Throws: `StoreError` about the one that cannot be read.
  package init(of profile: Store, with copy: Store) throws {
    self = try profile.access { own in
      try own.begin(writing: false)
      defer { own.rollback() }
      return try copy.access { other in
        try other.begin(writing: false)
        defer { other.rollback() }
        return try Self(own, other)
      }
    }
  }

  private init(_ own: StoreAccess, _ other: StoreAccess) throws {
    let (ours, theirs) = (try own.profile.read(), try other.profile.read())
    isSameProfile = ours.id == theirs.id && ours.seed == theirs.seed
    hasSameRulebook = ours.rulebookHash == theirs.rulebookHash
    otherSettings = MergeReport.OtherSetting.differences(ours, theirs)
    for table in isSameProfile ? Records.tables : [] {
      try compare(table, own, other, ours.dayStart)
    }
  }

  /// Compares a table of both, which are read in the order of the ids.
  private mutating func compare(
    _ table: String, _ own: StoreAccess, _ other: StoreAccess, _ dayStart: DayStart
  ) throws {
    let isEvent = table != "correction"
    var (ours, theirs) = (try RecordCursor(table, own), try RecordCursor(table, other))
    defer {
      ours.reset()
      theirs.reset()
    }
    while true {
      switch (ours.row, theirs.row) {
      case (nil, nil): return
      case (let row?, let found?) where row.id == found.id:
        if row.content != found.content { differing += 1 }
        try ours.advance()
        try theirs.advance()
      case (let row?, let found) where found.map { row.id < $0.id } ?? true:
        missing.add(row, isEvent: isEvent, dayStart)
        try ours.advance()
      case (_, let row?):
        additional.add(row, isEvent: isEvent, dayStart)
        try theirs.advance()
      case (_, nil): return
      }
    }
  }
}

extension MergeReport.OtherSetting {
  /// Returns the settings in which two copies differ.
  static func differences(_ ours: Profile, _ theirs: Profile) -> [Self] {
    let settings = ours.settings + theirs.settings.filter { !ours.settings.contains($0) }
    return settings.compactMap { setting in
      let (own, other) = (ours.value(of: setting), theirs.value(of: setting))
      return own == other ? nil : Self(setting: setting, theirs: other, ours: own)
    }
  }
}

/// The records of a table in the order of their ids.
private struct RecordCursor {
  struct Row {
    var id: EventID
    var at: Instant
    var offset: UTCOffset
    /// The sum of what was recorded; not of its sequence number and batch, which each copy has of its own.
    var content: Int64
  }

  private let access: StoreAccess
  private let statement: RawStatement
  /// The current row; `nil` behind the last one.
  private(set) var row: Row?

  init(_ table: String, _ access: StoreAccess) throws {
    self.access = access
    statement = try RawStatement(access.database, sql: Self.query(table))
    try advance()
  }

  func reset() { statement.reset() }

  mutating func advance() throws {
    do {
      guard try statement.step() else { return row = nil }
      row = Row(
        id: try statement.storedID(0), at: Instant(milliseconds: statement.integer(1)),
        offset: UTCOffset(seconds: Int32(clamping: statement.integer(2))),
        content: statement.integer(3))
    } catch {
      // Not by the access that is innermost, which is that to the other profile.
      throw StoreError(access.cause(of: error), path: access.path)
    }
  }

  private static func query(_ table: String) -> String {
    let columns = RowSum.contents[table, default: []]
    switch table {
    case "correction":
      let edits = ["spark", "event"].flatMap { kind in
        RowSum.contents[kind, default: []].map { "\(kind)_edit.\"\($0)\"" }
      }
      let time = { (column: String) in
        Records.eventTables.map { "\($0).\"\(column)\"" }.joined(separator: ", ")
      }
      return """
        SELECT c.hash, coalesce(\(time("at")), c.recorded_at), coalesce(\(time("offset")), 0),
          flint_sum(c.event, c.change, c.recorded_at, \(edits.joined(separator: ", ")))
        FROM correction c
        \(Records.eventTables.map { "LEFT JOIN \($0) ON \($0).id = c.event" }.joined(separator: "\n"))
        LEFT JOIN spark_edit ON spark_edit.seq = c.seq
        LEFT JOIN event_edit ON event_edit.seq = c.seq
        ORDER BY c.hash
        """
    case "card_roll":
      return """
        SELECT id, at, "offset", flint_sum(at, "offset", category, key) FROM card_roll ORDER BY id
        """
    default:
      let recorded = columns.map { "iif(o.seq IS NULL, t.\"\($0)\", o.\"\($0)\")" }
      let kind = table == "event" ? ["t.kind"] : []
      return """
        SELECT t.id, t.at, t."offset",
          flint_sum(\((["t.key"] + kind + recorded).joined(separator: ", ")))
        FROM \(table) t LEFT JOIN \(table)_original o ON o.seq = t.seq ORDER BY t.id
        """
    }
  }
}
