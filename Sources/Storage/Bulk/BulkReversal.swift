package import FlintCalendar
import GRDB
package import FlintRules

/// The undo or redo of the events that a batch added.
package struct BulkReversal {
  package var batch: Int64
  /// The batches that undid and redid it.
  package var chain: Set<Int64>
  /// The undo to redo, which is the latest of the chain; `nil` to undo the batch.
  package var undo: Int64?
  /// The events that are left as they are.
  package var kept: Set<EventID>
  package var seed: UInt64

  package init(
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

/// The result of a bulk reversal. The reversed events, which may be millions, are identified by
/// their batch.
package struct BulkReversed {
  package var count = 0
  package var earliest: Instant?
}

extension CorrectionTable {
  /// Undoes or redoes a batch for all events that it added and whose only corrections are undos and
  /// redos of the batch: removes each, or restores its content. Other events need individual
  /// treatment.
  ///
  /// There may be hundreds of thousands, so the indexes of corrections are rebuilt at the end,
  /// which sorts them once.
  ///
  /// - Parameters:
  ///   - reversal: the reversal to carry out.
  ///   - first: the provenance of the first correction; the others follow it.
  ///   - count: called with the hash of each correction, in the order of recording.
  package func reverse(
    _ reversal: BulkReversal, _ first: Provenance, count: (EventID) -> Void
  ) throws -> BulkReversed {
    var reversed = BulkReversed()
    var found: [(table: ReversedTable, sequences: [Int64])] = []
    for table in ReversedTable.all where table.edit != nil || reversal.undo == nil {
      found.append((table, try plainEvents(reversal, of: table, first.recordedAt, &reversed)))
    }
    if reversed.count == 0 { return reversed }
    // Rows are read once, in their order: a large cache would contain nothing that is read again.
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

  /// Returns the sequence numbers of the events of a table that the bulk reversal covers.
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
          // A correction that is recorded now has to be the one that counts.
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
    let insertion = try RawStatement(database, sql: Self.insertion)
    let isRedo = reversal.undo != nil
    let edit =
      try isRedo
      ? table.edit.map { edit in
        try RawStatement(
          database,
          sql: """
            INSERT INTO \(edit) (seq, \(table.content))
            SELECT ?1, \(table.content) FROM \(table.name) WHERE seq = ?2
            """)
      } : nil
    let update = try RawStatement(
      database, sql: "UPDATE \(table.name) SET removed = \(isRedo ? 0 : 1) WHERE seq = ?")
    for sequence in sequences {
      event.reset()
      event.bind(sequence, at: 1)
      guard try event.step() else { continue }
      let id = event.id(table.columnCount)
      let hash = Correction.hash(
        event: id, cause: reversal.cause,
        content: isRedo ? try table.contentHash(event, reversal.seed) : nil,
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

/// A table of events, as a bulk reversal needs it.
private struct ReversedTable: Sendable {
  var name: String
  /// The table with the content of its events' corrections; `nil` for rolls, which have no content
  /// to restore.
  var edit: String?
  /// The columns with the content of an event.
  var content: String
  /// The columns that the content's hash covers, and their number.
  var columns: String
  var columnCount: Int32
  var contentHash: @Sendable (RawStatement, _ seed: UInt64) throws -> EventID

  static let all = [
    ReversedTable(
      name: "spark", edit: "spark_edit", content: SparkColumns.list,
      columns: SparkColumns.list, columnCount: SparkColumns.count
    ) { row, seed in
      Correction.Content.spark(try Spark(row, at: 0)).hash(seed: seed)
    },
    ReversedTable(
      name: "card_roll", edit: nil, content: "", columns: "at", columnCount: 1
    ) { _, _ in EventID(high: 0, low: 0) },
    ReversedTable(
      name: "event", edit: "event_edit", content: "at, \"offset\", content",
      columns: "at, \"offset\", content, kind", columnCount: 4
    ) { row, seed in
      guard let kind = EventKind(rawValue: UInt8(clamping: row.integer(3))),
        let time = row.time(0)
      else { throw Damage(column: "kind") }
      return ProfileEvent.id(
        ofKind: kind, content: row.text(2) ?? "", at: time.at, offset: time.offset, seed: seed,
        key: .content(occurrence: 0))
    },
  ]
}
