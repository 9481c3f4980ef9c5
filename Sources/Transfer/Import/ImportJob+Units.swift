import FlintRules

/// Recording in the order of time: units of several records, and all records except sparks.
extension ImportJob {
  /// Records units in the order of time, and counts them; units that cannot be recorded are
  /// rejected.
  ///
  /// - Parameters:
  ///   - units: the units, which are removed.
  ///   - originals: the original records, if the units do not have them.
  func recordUnits(
    _ units: inout [ImportUnit], _ files: [InputFile], _ headers: [[String]],
    _ originals: OriginalRecords? = nil, habits: [ImportedHabit] = []
  ) throws {
    defer { units = [] }
    unplannedTrackers = []
    var originals = originals
    units += try habitUnits(habits, units)
    try trackers.choose(for: &units, of: files, format: results.source?.format ?? "")
    try recorder.useStoredIdentities(&units)
    for unit in units {
      guard case .skipped(let reason) = unit.outcome else { continue }
      results.countSkipped(reason, records: unit.originals.count)
    }
    var recorded = try UnitRecorder(units, recorder).record()
    try resolveAbsences(units, &recorded)
    // Results are reported in the order of the file.
    for (index, unit) in units.enumerated() {
      guard let result = recorded[index] else { continue }
      guard let first = unit.originals.first else {
        // The schedule of a habit is no record of a file.
        self.habits.count(result, unit)
        continue
      }
      if case .events(let events) = unit.outcome {
        results.describe(
          events, result, file: files[first.file].name, line: first.line, recorder.readingZone)
      }
      try results.count(
        result, records: unit.originals.count, file: files[first.file].name, line: first.line,
        header: headers[first.file], isKeyless: unit.isKeyless
      ) {
        let (records, dates) =
          try originals?.records(ofUnit: index, file: first.file) ?? (unit.originals, nil)
        return records.filter { $0.file == first.file }.map { original in
          let file = files[original.file]
          var record = RejectsFile.Record(
            fields: original.bytes ?? original.fields.map { Array($0.utf8) }, file: file.name,
            line: original.line)
          record.origin = original.origin ?? record.origin
          record.isSyntaxError = original.isSyntaxError
          record.needsOriginal = original.needsOriginal
          record.dates = dates
          return record
        }
      }
    }
  }
}
