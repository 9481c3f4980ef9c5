import CSV
import Calendar
import Rules
import Schema
import Sessions

/// Recording in the order of time: units of several records, and all records except sparks.
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
      let text = try TextSource(file, options.text, planner.opened.removeValue(forKey: file))
      var content = try text.wholeFile(options.text, after: size)
      content.keepsOriginals = false
      size += content.bytes.count
      whole.append(content)
      source.hashes.append(text.source.hashText)
      source.bytes += text.source.count
      end(file, at: text.source.position)
    }
    let originals = OriginalRecords(format, whole, planner.context)
    var reading = try format.read(whole, planner.context)
    source.notes += reading.notes
    source.ignoredColumns = try ignoredColumns(format, reading, files, originals)
    for unit in reading.units { counts.read += unit.originals.count }
    // Moved, not copied, because they will be changed.
    var units: [ImportUnit] = []
    swap(&units, &reading.units)
    try matchDuplicates(&units)
    try record(&units, files, reading.columns, isCounting: true, originals: originals)
  }

  /// Returns the ignored columns of some files.
  private func ignoredColumns(
    _ format: any AppFormat, _ reading: FormatReading, _ files: [InputFile],
    _ originals: OriginalRecords
  ) throws -> [String] {
    // What a copy has read is not kept.
    var originals = originals
    var names: [String] = []
    for (index, header) in reading.columns.enumerated() {
      let named = header.enumerated().map { column, name in
        name.trimmedWhitespace.isEmpty ? "column \(column + 1)" : name
      }
      var ignored = format.ignored(in: reading.memberNames[index] ?? named, of: files[index].path)
      for (column, name) in header.enumerated() where name.trimmedWhitespace.isEmpty {
        // A column without a name and text is not reported.
        if try originals.haveText(in: column, of: index) { continue }
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
    guard options.text.isStrict, !ignored.unknown.isEmpty else { return ignored.names }
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
  ///   - originals: The original records, if the units do not have them.
  func record(
    _ units: inout [ImportUnit], _ files: [InputFile], _ headers: [[String]],
    isCounting: Bool = false, originals: OriginalRecords? = nil
  ) throws {
    defer { units = [] }
    var originals = originals
    try trackers.choose(for: &units, of: files, format: current.source?.format ?? "")
    for unit in units {
      guard case .skipped(let reason) = unit.outcome else { continue }
      counts.skipped[reason, default: 0] += unit.originals.count
    }
    var results = try UnitRecorder(units, recorder).record()
    try resolveAbsences(units, &results)
    // Results are reported in the order of the file.
    for (index, unit) in units.enumerated() {
      guard let result = results[index], let first = unit.originals.first else { continue }
      try count(
        result, records: unit.originals.count, file: files[first.file].name, line: first.line,
        header: headers[first.file], hasContext: originals != nil
      ) {
        let (records, shared) =
          try originals?.records(ofUnit: index, file: first.file) ?? (unit.originals, [:])
        // Records of other files in the unit are part of the first record's context.
        return records.filter { $0.file == first.file }.map { original in
          let file = files[original.file]
          var record = RejectsFile.Record(
            fields: original.bytes ?? original.fields.map { Array($0.utf8) }, file: file.name,
            line: original.line)
          record.origin =
            original.origin
            ?? RecordOrigin(file: file.name, line: original.line, path: file.path)
          record.isSyntaxError = original.isSyntaxError
          record.context = original.context.flatMap { RowContext($0) } ?? RowContext()
          record.shared = shared[original.origin?.file ?? ""] ?? RowContext()
          return record
        }
      }
    }
    if isCounting, let file = files.first {
      for _ in units { try step(file, at: 0) }
    }
  }
}
