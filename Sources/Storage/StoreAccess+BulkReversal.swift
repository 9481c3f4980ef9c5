import GRDB
public import Rules

/// What is undone, or done again, of the events that a batch added.
public struct BulkReversal {
  /// The batch.
  public var batch: Int64
  /// The batches that undid it and did it again.
  public var chain: Set<Int64>
  /// The undo that is done again, the latest of those; `nil` when the batch is undone.
  public var undo: Int64?
  /// Events that are left as they are.
  public var kept: Set<EventID>
  /// The profile's seed.
  public var seed: UInt64

  /// Makes one.
  public init(
    batch: Int64, chain: Set<Int64>, undo: Int64?, kept: Set<EventID> = [], seed: UInt64
  ) {
    self.batch = batch
    self.chain = chain
    self.undo = undo
    self.kept = kept
    self.seed = seed
  }

  fileprivate var cause: Correction.Cause { undo == nil ? .undo : .redo }
}

/// What a reversal in bulk did. Which events it is about, its batch says: they may be millions.
public struct BulkReversed {
  /// How many events it is about.
  public var count = 0
  /// The earliest instant of one of them.
  public var earliest: Instant?
}

extension StoreAccess {
  /// Undoes a batch, or does it again, for all events that it added and about which nothing else was
  /// recorded than that it was undone and done again: each is taken back, or says what it said. What there
  /// is to do about the others is not as plain.
  ///
  /// By the hundred thousand, so that indexes of corrections are made anew at the end, which sorts them
  /// once.
  ///
  /// - Parameters:
  ///   - reversal: what is undone.
  ///   - first: the provenance of the first of these records; the others follow it.
  ///   - count: called with the hash of each correction, in the order of recording.
  public func reverse(
    _ reversal: BulkReversal, _ first: Provenance, count: (EventID) -> Void
  ) throws(StoreError) -> BulkReversed {
    try translating {
      var reversed = BulkReversed()
      var found: [(table: ReversedTable, sequences: [Int64])] = []
      for table in ReversedTable.all where table.edit != nil || reversal.undo == nil {
        found.append((table, try plainEvents(reversal, of: table, first.recordedAt, &reversed)))
      }
      if reversed.count == 0 { return reversed }
      // Rows are gone through once, in their order: a large cache would hold nothing that is read again.
      try database.execute(
        sql: "PRAGMA cache_size = -8192; DROP INDEX correction_hash; DROP INDEX correction_event")
      var provenance = first
      for (table, sequences) in found where !sequences.isEmpty {
        try record(reversal, of: table, sequences, &provenance, count)
      }
      try database.execute(sql: Schema.correctionIndexes)
      try database.execute(sql: "PRAGMA cache_size = \(Store.cacheSize)")
      return reversed
    }
  }

  /// The places in the order of recording of those events of a table that are reversed in bulk.
  private func plainEvents(
    _ reversal: BulkReversal, of table: ReversedTable, _ now: Instant,
    _ reversed: inout BulkReversed
  ) throws -> [Int64] {
    var sequences: [Int64] = []
    let events = try RawStatement(
      database,
      sql: "SELECT seq, id, at FROM \(table.name) WHERE batch = ? AND removed = ? ORDER BY seq")
    let corrections = try RawStatement(
      database,
      sql: """
        SELECT batch, recorded_at FROM correction WHERE event = ?
        ORDER BY recorded_at DESC, hash DESC
        """)
    defer {
      events.reset()
      corrections.reset()
    }
    events.bind(reversal.batch, at: 1)
    events.bind(reversal.undo == nil ? 0 : 1 as Int64, at: 2)
    while try events.step() {
      let id = events.id(1)
      if reversal.kept.contains(id) { continue }
      corrections.reset()
      corrections.bind(id, at: 1)
      var isPlain = true
      var isLatest = true
      while isPlain, try corrections.step() {
        let batch = corrections.integer(0)
        isPlain = reversal.chain.contains(batch)
        if isLatest {
          // One that is recorded now is to count.
          isPlain = isPlain && corrections.integer(1) < now.milliseconds
          if let undo = reversal.undo { isPlain = isPlain && batch == undo }
          isLatest = false
        }
      }
      guard isPlain, reversal.undo == nil || !isLatest else { continue }
      sequences.append(events.integer(0))
      reversed.count += 1
      let at = Instant(milliseconds: events.integer(2))
      reversed.earliest = reversed.earliest.map { min($0, at) } ?? at
    }
    return sequences
  }

  private func record(
    _ reversal: BulkReversal, of table: ReversedTable, _ sequences: [Int64],
    _ provenance: inout Provenance, _ count: (EventID) -> Void
  ) throws {
    let event = try RawStatement(
      database, sql: "SELECT \(table.columns), id FROM \(table.name) WHERE seq = ?")
    let insertion = try RawStatement(database, sql: Self.insertCorrection)
    let isBack = reversal.undo != nil
    let edit =
      try isBack
      ? table.edit.map { edit in
        try RawStatement(
          database,
          sql: """
            INSERT INTO \(edit) (seq, \(table.content))
            SELECT ?1, \(table.content) FROM \(table.name) WHERE seq = ?2
            """)
      } : nil
    let update = try RawStatement(
      database, sql: "UPDATE \(table.name) SET removed = \(isBack ? 0 : 1) WHERE seq = ?")
    for sequence in sequences {
      event.reset()
      event.bind(sequence, at: 1)
      guard try event.step() else { continue }
      let id = event.id(table.columnCount)
      let hash = Correction.hash(
        event: id, cause: reversal.cause,
        content: isBack ? try table.contentHash(event, self, reversal.seed) : nil,
        recordedAt: provenance.recordedAt, seed: reversal.seed)
      insertion.bind(provenance.sequence, at: 1)
      insertion.bind(hash, at: 2)
      insertion.bind(id, at: 3)
      insertion.bind(Int64(reversal.cause.rawValue), at: 4)
      insertion.bind(provenance.recordedAt.milliseconds, at: 5)
      insertion.bind(provenance.batch, at: 6)
      try insertion.run()
      if let edit {
        edit.bind(provenance.sequence, at: 1)
        edit.bind(sequence, at: 2)
        try edit.run()
      }
      update.bind(sequence, at: 1)
      try update.run()
      provenance.sequence += 1
      count(hash)
    }
    event.reset()
  }
}

/// A table of events, as far as a reversal in bulk is concerned with it.
private struct ReversedTable: Sendable {
  var name: String
  /// Where corrections of its events say what they say; `nil` for rolls, which are few.
  var edit: String?
  /// The columns of what an event says.
  var content: String
  /// The columns that its hash is made of, and how many.
  var columns: String
  var columnCount: Int32
  /// The hash of what an event says.
  var contentHash: @Sendable (RawStatement, StoreAccess, _ seed: UInt64) throws -> EventID

  static let all = [
    ReversedTable(
      name: "spark", edit: "spark_edit", content: StoreAccess.sparkContent,
      columns: StoreAccess.sparkContent, columnCount: 9
    ) { row, access, seed in
      Correction.Content.spark(try access.spark(row, at: 0)).hash(seed: seed)
    },
    ReversedTable(
      name: "card_roll", edit: nil, content: "", columns: "at", columnCount: 1
    ) { _, _, _ in EventID(high: 0, low: 0) },
    ReversedTable(
      name: "event", edit: "event_edit", content: "at, \"offset\", content",
      columns: "at, \"offset\", content, kind", columnCount: 4
    ) { row, access, seed in
      guard let kind = EventKind(rawValue: UInt8(clamping: row.integer(3))),
        let time = StoredTime.checked(at: row.integer(0), offset: row.integer(1))
      else { throw UnreadableColumn(column: "kind") }
      return Event.id(
        ofKind: kind, content: row.text(2) ?? "", at: time.at, offset: time.offset, seed: seed,
        key: .content(occurrence: 0))
    },
  ]
}
