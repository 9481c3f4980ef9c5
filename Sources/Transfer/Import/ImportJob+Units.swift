import CSV
import Rules
import Sessions

/// What is recorded in the order of time: units of several drafts, and everything but sparks.
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
    try matchAlike(&units)
    try record(&units, files, reading.columns, isCounting: true, shared: reading.shared)
  }

  /// The columns of some files that nothing is made of.
  private func ignoredColumns(
    _ format: any AppFormat, _ reading: FormatReading, _ files: [InputFile]
  ) throws -> [String] {
    var names: [String] = []
    for (place, header) in reading.columns.enumerated() {
      let named = header.enumerated().map { column, name in
        name.trimmedWhitespace.isEmpty ? "column \(column + 1)" : name
      }
      var ignored = format.ignored(in: reading.parts[place] ?? named, of: files[place].path)
      for (column, name) in header.enumerated() where name.trimmedWhitespace.isEmpty {
        // What has neither a name nor any text is no column.
        if reading.units.contains(where: { $0.hasText(in: column, of: place) }) { continue }
        ignored.names.removeAll { $0 == named[column] }
        ignored.unknown.removeAll { $0 == named[column] }
      }
      let own = try checked(ignored, format.name, files[place])
      names += own.filter { !names.contains($0) }
    }
    return names
  }

  /// The columns that are reported as ignored.
  ///
  /// - Throws: `FormatProblem` about those that the format does not know, where a file is read strictly.
  func checked(
    _ ignored: IgnoredColumns, _ format: String, _ file: InputFile
  ) throws -> [String] {
    guard options.isStrict, !ignored.unknown.isEmpty else { return ignored.names }
    let names = ignored.unknown.map { "\"\($0)\"" }.joined(separator: ", ")
    throw FormatProblem(
      path: file.name,
      message: "strict reading refuses columns that the format \(format) does not know: \(names)")
  }

  /// Records units in the order of time, and counts them; those that cannot be are rejected.
  ///
  /// - Parameters:
  ///   - isCounting: whether the progress has not heard of these records yet.
  ///   - shared: what rejected records have to know of the whole file they are in, if what is around
  ///     them means anything.
  func record(
    _ units: inout [ImportUnit], _ files: [InputFile], _ headers: [[String]],
    isCounting: Bool = false, shared: [Int: [String: RowContext]]? = nil
  ) throws {
    defer { units = [] }
    try chooseTrackers(&units, files)
    var placed: [PlacedDraft] = []
    var results: [Int: Result<DraftRecorder.Outcome, RowProblem>] = [:]
    for (place, unit) in units.enumerated() {
      switch unit.outcome {
      case .skipped(let reason): counts.skipped[reason, default: 0] += unit.originals.count
      case .rejected(let problem): results[place] = .failure(problem)
      case .drafts(let drafts):
        var latest: Instant?
        for (number, draft) in drafts.enumerated() {
          // What a unit says is recorded in its own order.
          let at = max(instant(draft), latest ?? instant(draft))
          latest = at
          placed.append(PlacedDraft(at: at, unit: place, number: number))
        }
        if drafts.isEmpty { results[place] = .success(.unchanged) }
      }
    }
    placed.sort { ($0.at, $0.unit, $0.number) < ($1.at, $1.unit, $1.number) }
    try record(placed, of: units, &results)
    try settleAbsences(units, &results)
    // What is told is told in the order of the file.
    for (place, unit) in units.enumerated() {
      guard let result = results[place], let first = unit.originals.first else { continue }
      try settle(
        result, records: unit.originals.count, file: files[first.file].name, line: first.line,
        header: headers[first.file], hasContext: shared != nil
      ) {
        // What another file says of the same is in the first one's context.
        unit.originals.filter { $0.file == first.file }.map { original in
          let file = files[original.file]
          var record = RejectsFile.Record(
            fields: original.bytes ?? original.fields.map { Array($0.utf8) }, file: file.name,
            line: original.line)
          record.origin =
            original.origin
            ?? RecordOrigin(file: file.name, line: original.line, path: file.path)
          record.isOfForm = original.isOfForm
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

  /// A draft of a unit, where it is recorded among all.
  private struct PlacedDraft {
    var at: Instant
    var unit: Int
    var number: Int
  }

  /// That a unit of several drafts cannot be recorded whole.
  private struct Apart: Error {
    var unit: Int
  }

  /// That trackers were made or moved for units of which nothing was recorded.
  private struct InVain: Error {
    var results: [Int: Result<DraftRecorder.Outcome, RowProblem>]
  }

  /// So many units are set apart before all of several drafts are.
  private static let mostApart = 4

  /// Records drafts in the order of time, so that none stands behind one that is recorded already,
  /// whatever unit it belongs to. A unit of which only a part could be recorded is set apart: the others
  /// are recorded anew without it, and it by itself at the end, where it fails whole. Likewise they are
  /// recorded anew where a tracker was made for what was rejected or skipped.
  private func record(
    _ placed: [PlacedDraft], of units: [ImportUnit],
    _ results: inout [Int: Result<DraftRecorder.Outcome, RowProblem>]
  ) throws {
    let expected = recorder.earliest
    var apart: Set<Int> = []
    var unrecorded: [Int: Result<DraftRecorder.Outcome, RowProblem>] = [:]
    while true {
      recorder.earliest = expected
      recorder.madeTrackers = []
      do {
        let left = apart.union(unrecorded.keys)
        let found = try recorder.part {
          let found = try record(placed, of: units, but: left)
          let nothing = found.filter { result in
            switch result.value {
            case .failure, .success(.changed), .success(.ratedByHand): true
            case .success: false
            }
          }
          let isInVain = nothing.keys.contains { place in
            if case .drafts(let drafts) = units[place].outcome {
              recorder.hasMadeTracker(for: drafts)
            } else {
              false
            }
          }
          if isInVain { throw InVain(results: nothing) }
          return found
        }
        results.merge(found) { $1 }
        break
      } catch let error as InVain {
        unrecorded.merge(error.results) { $1 }
      } catch let error as Apart {
        apart.insert(error.unit)
        if apart.count > Self.mostApart {
          for draft in placed where draft.number > 0 { apart.insert(draft.unit) }
        }
      }
    }
    results.merge(unrecorded) { $1 }
    for draft in placed where draft.number == 0 && apart.contains(draft.unit) {
      guard case .drafts(let drafts) = units[draft.unit].outcome else { continue }
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
    _ placed: [PlacedDraft], of units: [ImportUnit], but apart: Set<Int>
  ) throws -> [Int: Result<DraftRecorder.Outcome, RowProblem>] {
    var results: [Int: Result<DraftRecorder.Outcome, RowProblem>] = [:]
    var missing = recorder.expect(
      placed.lazy.compactMap { draft in
        guard !apart.contains(draft.unit), case .drafts(let drafts) = units[draft.unit].outcome,
          let entry = drafts[draft.number].entry
        else { return nil }
        return (entry.tracker, self.recorder.instant(self.recorder.time(of: entry)))
      })[...]
    var waiting: [WaitingDraft] = []
    for draft in placed where !apart.contains(draft.unit) {
      if let first = waiting.first, first.placed.at != draft.at {
        try retry(&waiting, of: units, &results)
      }
      while let next = missing.first, next.since <= draft.at {
        missing.removeFirst()
        try recorder.make(next.tracker, before: next.entry)
      }
      if let problem = try attempt(draft, of: units, &results) {
        waiting.append(WaitingDraft(placed: draft, problem: problem))
      }
    }
    try retry(&waiting, of: units, &results)
    return results
  }

  /// A draft that could not be recorded before the others of its instant.
  private struct WaitingDraft {
    var placed: PlacedDraft
    var problem: RowProblem
  }

  /// Tries again what could not be recorded, until no more can be: the rows of one instant may come in
  /// any order. Back and forth, since what is needed often comes in the reverse order.
  private func retry(
    _ waiting: inout [WaitingDraft], of units: [ImportUnit],
    _ results: inout [Int: Result<DraftRecorder.Outcome, RowProblem>]
  ) throws {
    var isProgressing = true
    while isProgressing, !waiting.isEmpty {
      var left: [WaitingDraft] = []
      for draft in waiting.reversed() {
        if let problem = try attempt(draft.placed, of: units, &results) {
          left.append(WaitingDraft(placed: draft.placed, problem: problem))
        }
      }
      isProgressing = left.count < waiting.count
      waiting = left
    }
    for draft in waiting {
      let unit = draft.placed.unit
      if case .drafts(let drafts) = units[unit].outcome, drafts.count > 1 {
        throw Apart(unit: unit)
      }
      results[unit] = .failure(draft.problem)
    }
    waiting = []
  }

  /// Records a draft; gives what is the matter where it cannot be.
  private func attempt(
    _ draft: PlacedDraft, of units: [ImportUnit],
    _ results: inout [Int: Result<DraftRecorder.Outcome, RowProblem>]
  ) throws -> RowProblem? {
    guard case .drafts(let drafts) = units[draft.unit].outcome else { return nil }
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

  private func instant(_ draft: Draft) -> Instant {
    switch draft {
    case .spark(let spark): spark.at.map(recorder.instant) ?? session.now
    case .roll(_, let at, _): recorder.instant(at)
    case .action(let action): recorder.instant(action.at)
    case .entry(let entry): recorder.instant(recorder.time(of: entry))
    case .restored(let restored): instant(restored.draft)
    case .known(_, let draft): instant(draft)
    }
  }

  /// Records drafts, all of them or none.
  private func record(_ drafts: [Draft]) throws -> DraftRecorder.Outcome {
    guard let first = drafts.first else { return .unchanged }
    if drafts.count == 1 { return try recorder.record(first) }
    return try recorder.part {
      try drafts.dropFirst().reduce(try recorder.record(first)) { outcome, draft in
        outcome.joined(with: try recorder.record(draft))
      }
    }
  }
}

extension ImportUnit {
  /// Whether a record of a file has text in a column.
  fileprivate func hasText(in column: Int, of file: Int) -> Bool {
    originals.contains { original in
      original.file == file && column < original.fields.count
        && !original.fields[column].trimmedWhitespace.isEmpty
    }
  }
}

extension DraftRecorder.Outcome {
  /// What became of a row, from what became of two things that it says.
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
