import CSV
import Calendar
import Rules
import Schema
import Sessions

/// Recording in the order of time: units of several drafts, and all drafts except sparks.
extension ImportJob {
  func run(_ plan: ImportPlan, _ source: inout ImportReport.Source) throws {
    switch plan.reader {
    case .records(let format):
      for file in plan.files { try run(format, file, &source) }
    case .app(let format): try run(format, plan.files, &source)
    }
  }

  private func run(
    _ format: any AppFormat, _ files: [InputFile], _ source: inout ImportReport.Source
  ) throws {
    var whole: [WholeFile] = []
    var size = 0
    for file in files {
      let text = try TextSource(file, options, opened.removeValue(forKey: file))
      whole.append(try text.wholeFile(options, after: size))
      size += whole.last?.bytes.count ?? 0
      source.hashes.append(text.source.hashText)
      source.bytes += text.source.count
      end(file, at: text.source.position)
    }
    let reading = try format.read(whole, context)
    source.notes += reading.notes
    source.ignoredColumns = try ignoredColumns(format, reading, files)
    var units = reading.units
    for unit in units { counts.read += unit.originals.count }
    try matchDuplicates(&units)
    try record(&units, files, reading.columns, isCounting: true, shared: reading.shared)
  }

  /// Returns the ignored columns of some files.
  private func ignoredColumns(
    _ format: any AppFormat, _ reading: FormatReading, _ files: [InputFile]
  ) throws -> [String] {
    var names: [String] = []
    for (index, header) in reading.columns.enumerated() {
      let named = header.enumerated().map { column, name in
        name.trimmedWhitespace.isEmpty ? "column \(column + 1)" : name
      }
      var ignored = format.ignored(in: reading.memberNames[index] ?? named, of: files[index].path)
      for (column, name) in header.enumerated() where name.trimmedWhitespace.isEmpty {
        // A column without a name and text is not reported.
        if reading.units.contains(where: { $0.hasText(in: column, of: index) }) { continue }
        ignored.names.removeAll { $0 == named[column] }
        ignored.unknown.removeAll { $0 == named[column] }
      }
      let own = try checked(ignored, format.name, files[index])
      names += own.filter { !names.contains($0) }
    }
    return names
  }

  /// Returns the columns that are reported as ignored.
  ///
  /// - Throws: `FormatProblem` about columns that the format does not know, in strict reading.
  func checked(
    _ ignored: IgnoredColumns, _ format: String, _ file: InputFile
  ) throws -> [String] {
    guard options.isStrict, !ignored.unknown.isEmpty else { return ignored.names }
    let names = ignored.unknown.map { "\"\($0)\"" }.joined(separator: ", ")
    throw FormatProblem(
      path: file.name,
      message: "strict reading refuses columns that the format \(format) does not know: \(names)")
  }

  /// Records units in the order of time, and counts them; units that cannot be recorded are
  /// rejected.
  ///
  /// - Parameters:
  ///   - isCounting: Whether the progress does not include these records yet.
  ///   - shared: The context that all rejected records of a file share, if the format has context.
  func record(
    _ units: inout [ImportUnit], _ files: [InputFile], _ headers: [[String]],
    isCounting: Bool = false, shared: [Int: [String: RowContext]]? = nil
  ) throws {
    defer { units = [] }
    try chooseTrackers(&units, files)
    var scheduled: [ScheduledDraft] = []
    var results: [Int: Result<ImportRecorder.Outcome, RowProblem>] = [:]
    for (index, unit) in units.enumerated() {
      switch unit.outcome {
      case .skipped(let reason): counts.skipped[reason, default: 0] += unit.originals.count
      case .rejected(let problem): results[index] = .failure(problem)
      case .records(let drafts):
        var latest: Instant?
        for (number, draft) in drafts.enumerated() {
          // The drafts of a unit are recorded in their own order.
          let at = max(instant(draft), latest ?? instant(draft))
          latest = at
          scheduled.append(ScheduledDraft(at: at, unit: index, number: number))
        }
        if drafts.isEmpty { results[index] = .success(.unchanged) }
      }
    }
    scheduled.sort { ($0.at, $0.unit, $0.number) < ($1.at, $1.unit, $1.number) }
    try record(scheduled, of: units, &results)
    try resolveAbsences(units, &results)
    // Results are reported in the order of the file.
    for (index, unit) in units.enumerated() {
      guard let result = results[index], let first = unit.originals.first else { continue }
      try count(
        result, records: unit.originals.count, file: files[first.file].name, line: first.line,
        header: headers[first.file], hasContext: shared != nil
      ) {
        // Records of other files in the unit are part of the first record's context.
        unit.originals.filter { $0.file == first.file }.map { original in
          let file = files[original.file]
          var record = RejectsFile.Record(
            fields: original.bytes ?? original.fields.map { Array($0.utf8) }, file: file.name,
            line: original.line)
          record.origin =
            original.origin
            ?? RecordOrigin(file: file.name, line: original.line, path: file.path)
          record.isSyntaxError = original.isSyntaxError
          record.context = original.context.flatMap { RowContext($0) } ?? RowContext()
          record.shared = shared?[original.file]?[original.origin?.file ?? ""] ?? RowContext()
          return record
        }
      }
    }
    if isCounting, let file = files.first {
      for _ in units { try step(file, at: 0) }
    }
  }

  /// A draft of a unit with its position in the order of recording.
  private struct ScheduledDraft {
    var at: Instant
    var unit: Int
    var number: Int
  }

  /// The error that a unit of several drafts can be recorded only partially.
  private struct PartialUnitError: Error {
    var unit: Int
  }

  /// The error that trackers were created or moved for units of which nothing was recorded, so that
  /// the others have to be recorded again without them.
  private struct RetryNeeded: Error {
    var results: [Int: Result<ImportRecorder.Outcome, RowProblem>]
  }

  /// The maximum number of units that are recorded separately before all units of several drafts
  /// are.
  private static let maximumSeparate = 4

  /// Records drafts of all units in the order of time, so that none is recorded after a later one.
  /// If a unit can be recorded only partially, the others are recorded again without it, and the
  /// unit by itself at the end, where it fails as a whole. The drafts are also recorded again if a
  /// tracker was created for a rejected or skipped draft.
  private func record(
    _ scheduled: [ScheduledDraft], of units: [ImportUnit],
    _ results: inout [Int: Result<ImportRecorder.Outcome, RowProblem>]
  ) throws {
    let expected = recorder.earliest
    var separate: Set<Int> = []
    var unrecorded: [Int: Result<ImportRecorder.Outcome, RowProblem>] = [:]
    while true {
      recorder.earliest = expected
      recorder.createdTrackers = []
      do {
        let left = separate.union(unrecorded.keys)
        let found = try recorder.atomically {
          let found = try record(scheduled, of: units, but: left)
          let nothing = found.filter { result in
            switch result.value {
            case .failure, .success(.changed), .success(.ratedByHand): true
            case .success: false
            }
          }
          let isRetryNeeded = nothing.keys.contains { index in
            if case .records(let drafts) = units[index].outcome {
              recorder.hasCreatedTracker(for: drafts)
            } else {
              false
            }
          }
          if isRetryNeeded { throw RetryNeeded(results: nothing) }
          return found
        }
        results.merge(found) { $1 }
        break
      } catch let error as RetryNeeded {
        unrecorded.merge(error.results) { $1 }
      } catch let error as PartialUnitError {
        separate.insert(error.unit)
        if separate.count > Self.maximumSeparate {
          for draft in scheduled where draft.number > 0 { separate.insert(draft.unit) }
        }
      }
    }
    results.merge(unrecorded) { $1 }
    for draft in scheduled where draft.number == 0 && separate.contains(draft.unit) {
      guard case .records(let drafts) = units[draft.unit].outcome else { continue }
      let expected = recorder.earliest
      recorder.expect(
        drafts.compactMap(\.entry).map { ($0.tracker, recorder.instant(recorder.time(of: $0))) })
      do {
        results[draft.unit] = .success(try record(drafts))
      } catch let problem as RowProblem {
        recorder.earliest = expected
        results[draft.unit] = .failure(problem)
      }
    }
  }

  private func record(
    _ scheduled: [ScheduledDraft], of units: [ImportUnit], but separate: Set<Int>
  ) throws -> [Int: Result<ImportRecorder.Outcome, RowProblem>] {
    var results: [Int: Result<ImportRecorder.Outcome, RowProblem>] = [:]
    var missing = recorder.expect(
      scheduled.lazy.compactMap { draft in
        guard !separate.contains(draft.unit), case .records(let drafts) = units[draft.unit].outcome,
          let entry = drafts[draft.number].entry
        else { return nil }
        return (entry.tracker, self.recorder.instant(self.recorder.time(of: entry)))
      })[...]
    var waiting: [WaitingDraft] = []
    for draft in scheduled where !separate.contains(draft.unit) {
      if let first = waiting.first, first.scheduled.at != draft.at {
        try retry(&waiting, of: units, &results)
      }
      while let next = missing.first, next.since <= draft.at {
        missing.removeFirst()
        try recorder.create(next.tracker, before: next.entry)
      }
      if let problem = try attempt(draft, of: units, &results) {
        waiting.append(WaitingDraft(scheduled: draft, problem: problem))
      }
    }
    try retry(&waiting, of: units, &results)
    return results
  }

  /// A draft that could not be recorded before others of the same instant.
  private struct WaitingDraft {
    var scheduled: ScheduledDraft
    var problem: RowProblem
  }

  /// Retries drafts that could not be recorded, until no more of them can: the rows of one instant
  /// may be in any order. The direction alternates, since dependencies are often in reverse order.
  private func retry(
    _ waiting: inout [WaitingDraft], of units: [ImportUnit],
    _ results: inout [Int: Result<ImportRecorder.Outcome, RowProblem>]
  ) throws {
    var isProgressing = true
    while isProgressing, !waiting.isEmpty {
      var left: [WaitingDraft] = []
      for draft in waiting.reversed() {
        if let problem = try attempt(draft.scheduled, of: units, &results) {
          left.append(WaitingDraft(scheduled: draft.scheduled, problem: problem))
        }
      }
      isProgressing = left.count < waiting.count
      waiting = left
    }
    for draft in waiting {
      let unit = draft.scheduled.unit
      if case .records(let drafts) = units[unit].outcome, drafts.count > 1 {
        throw PartialUnitError(unit: unit)
      }
      results[unit] = .failure(draft.problem)
    }
    waiting = []
  }

  /// Records a draft; returns the problem if that is not possible.
  private func attempt(
    _ draft: ScheduledDraft, of units: [ImportUnit],
    _ results: inout [Int: Result<ImportRecorder.Outcome, RowProblem>]
  ) throws -> RowProblem? {
    guard case .records(let drafts) = units[draft.unit].outcome else { return nil }
    do {
      let outcome = try recorder.record(drafts[draft.number])
      if case .success(let before)? = results[draft.unit] {
        results[draft.unit] = .success(before.joined(with: outcome))
      } else {
        results[draft.unit] = .success(outcome)
      }
      return nil
    } catch let problem as RowProblem {
      return problem
    }
  }

  private func instant(_ draft: ImportRecord) -> Instant {
    switch draft {
    case .spark(let spark): spark.at.map(recorder.instant) ?? session.now
    case .roll(_, let at, _): recorder.instant(at)
    case .action(let action): recorder.instant(action.at)
    case .entry(let entry): recorder.instant(recorder.time(of: entry))
    case .restored(let restored): instant(restored.content)
    case .known(_, let draft): instant(draft)
    }
  }

  /// Records all of some drafts, or none.
  private func record(_ drafts: [ImportRecord]) throws -> ImportRecorder.Outcome {
    guard let first = drafts.first else { return .unchanged }
    if drafts.count == 1 { return try recorder.record(first) }
    return try recorder.atomically {
      try drafts.dropFirst().reduce(try recorder.record(first)) { outcome, draft in
        outcome.joined(with: try recorder.record(draft))
      }
    }
  }
}

extension ImportUnit {
  /// Whether a record of a file in the unit has text in a column.
  fileprivate func hasText(in column: Int, of file: Int) -> Bool {
    originals.contains { original in
      original.file == file && column < original.fields.count
        && !original.fields[column].trimmedWhitespace.isEmpty
    }
  }
}

extension ImportRecorder.Outcome {
  /// Returns the result of a row, from the results of two of its drafts.
  func joined(with other: Self) -> Self {
    switch (self, other) {
    case (.added, .added): .added
    case (.added, _), (_, .added), (.restored, _), (_, .restored): .restored
    case (.updated, _), (_, .updated): .updated
    case (.changed, _): self
    case (_, .changed): other
    case (.ratedByHand, _), (_, .ratedByHand): .ratedByHand
    case (.unchanged, .unchanged): .unchanged
    }
  }
}
