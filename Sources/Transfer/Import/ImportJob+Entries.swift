import FlintCalendar
import FlintRules
import Sessions

/// Rows that are entries of trackers which the profile has, as nearly all of a table of entries are.
/// They are recorded without a unit each; the result is the same.
extension ImportJob {
  /// The position of an entry that is ready to be recorded in the order of the fold, and the indices of
  /// the entry and its row. It is sorted instead of the entry, which is large.
  private struct PreparedRow {
    var at: Instant
    var id: EventID
    var entry: Int32
    var row: Int32
  }

  /// Records rows in the order of time, and counts them.
  ///
  /// - Parameter total: the estimated number of rows of the file, if it is known.
  func record(
    _ pending: inout PendingRows, _ file: InputFile, _ header: [String], of total: Int?
  ) throws {
    if pending.isEmpty { return }
    let window = pending
    pending = PendingRows()
    // Of a rejects file, the lines of rows that equal recorded ones are reported.
    if isPreparingEntries, window.areEntries, !results.isOfRejects,
      let recorded = try recordEntries(window, file, of: total)
    {
      try count(recorded, window, file, header)
    } else {
      var units = window.rows.map(window.unit)
      try recordUnits(&units, [file], [header])
    }
  }

  /// Returns the result of each row; `nil`, with nothing recorded, if they have to be recorded as
  /// units.
  private func recordEntries(
    _ window: PendingRows, _ file: InputFile, of total: Int?
  ) throws -> [RowResult]? {
    guard let entries = EntryWindow(window, recorder), try areChosen(entries.samples, file),
      try entries.trackers.allSatisfy(isUnplanned)
    else { return nil }
    var results = [RowResult?](repeating: nil, count: window.rows.count)
    var ids = try recorder.trackers.existing(before: entries.expected)
    if ids == nil {
      // The trackers are created, or moved to an earlier time, by their first entries.
      guard entries.trackers.count == 1 || !entries.hasKeys,
        entries.times.allSatisfy({ $0 != nil })
      else { return nil }
      let leaders = entries.leaders
      for (row, result) in zip(leaders, try recordAsUnits(leaders, of: window)) {
        results[row] = result
      }
      ids = try recorder.trackers.existing(before: entries.expected)
    }
    var others: [Int] = []
    if let ids {
      try session.eventInserter.begin(expecting: window.rows.count, of: total)
      var prepared: [PreparedEntry] = []
      var order: [PreparedRow] = []
      for row in window.rows.indices where results[row] == nil {
        guard let (entry, time) = prepare(row, of: window, entries, ids) else {
          others.append(row)
          continue
        }
        // When a file is imported again, this is all that is done for nearly all rows.
        if entry.key == nil, try session.eventInserter.matches(entry.id) {
          results[row] = .unchanged
        } else if try recorder.isOrdinary(entry, at: time) {
          order.append(
            PreparedRow(
              at: entry.at, id: entry.id, entry: Int32(prepared.count), row: Int32(row)))
          prepared.append(entry)
        } else {
          others.append(row)
        }
      }
      order.sort { left, right in
        if left.at != right.at { return left.at < right.at }
        return left.id != right.id ? left.id < right.id : left.row < right.row
      }
      // The rows of an hour that clocks show twice or skip keep their place, so that none is late.
      var early = others.compactMap { row in
        window.entry(window.rows[row]).map { (at: recorder.instant($0.at), row: row) }
      }.sorted { $0.at < $1.at }[...]
      for row in order {
        let before = early.prefix { $0.at < row.at }
        if !before.isEmpty {
          early = early.dropFirst(before.count)
          let rows = before.map(\.row)
          for (row, result) in zip(rows, try recordAsUnits(rows, of: window)) {
            results[row] = result
          }
        }
        if let result = try recorder.record(prepared[Int(row.entry)]) {
          results[Int(row.row)] = result
        } else {
          others.append(Int(row.row))
        }
      }
      others = others.filter { results[$0] == nil }.sorted()
    } else {
      others = window.rows.indices.filter { results[$0] == nil }
    }
    for (row, result) in zip(others, try recordAsUnits(others, of: window)) {
      results[row] = result
    }
    return results.map { $0 ?? .unchanged }
  }

  /// Returns an entry that is ready to be recorded, and its time as it is written; `nil` if it has to be
  /// recorded as a unit.
  private func prepare(
    _ row: Int, of window: PendingRows, _ entries: EntryWindow, _ ids: [EventID?]
  ) -> (PreparedEntry, EventTime)? {
    guard let time = entries.times[row], let tracker = ids[entries.tracker(ofRow: row)],
      let entry = window.entry(window.rows[row])
    else { return nil }
    let content = try? EntryContent(
      tracker: tracker, kind: entry.kind, minutes: entry.minutes,
      title: entry.title, notes: entry.notes, tags: entry.tags, values: entry.values)
    guard let content else { return nil }
    let prepared = session.prepare(
      content, at: time, key: entry.key, isTimeKnown: entry.isTimeKnown)
    return (prepared, entry.at)
  }

  private func recordAsUnits(_ rows: [Int], of window: PendingRows) throws -> [RowResult] {
    if rows.isEmpty { return [] }
    var units = rows.map { window.unit(window.rows[$0]) }
    try recorder.useStoredIdentities(&units)
    return try UnitRecorder(units, recorder).record().map { $0 ?? .unchanged }
  }

  /// Checks that the amounts of entries may be added up.
  ///
  /// - Returns: whether no entry is given another tracker.
  private func areChosen(_ samples: [ImportedEntry], _ file: InputFile) throws -> Bool {
    guard trackers.isByName else { return false }
    var units = samples.map { ImportUnit([], .events([.entry($0)])) }
    try trackers.choose(for: &units, of: [file], format: results.source?.format ?? "")
    return true
  }

  /// Counts the rows in the order of the file.
  private func count(
    _ recorded: [RowResult], _ window: PendingRows, _ file: InputFile, _ header: [String]
  ) throws {
    for (row, result) in zip(window.rows, recorded) {
      if results.isDescribing {
        results.describe(
          window.entry(row).map { [.entry($0)] } ?? [], result, file: file.name,
          line: window.line(row), recorder.readingZone)
      }
      switch result {
      case .added: results.counts.added += 1
      case .unchanged: results.counts.unchanged += 1
      default:
        let unit = window.unit(row)
        guard let original = unit.originals.first else { continue }
        try results.count(
          result, records: 1, file: file.name, line: original.line, header: header,
          isKeyless: unit.isKeyless
        ) {
          [
            RejectsFile.Record(
              fields: original.fields.map { Array($0.utf8) }, file: file.name, line: original.line)
          ]
        }
      }
    }
  }
}
