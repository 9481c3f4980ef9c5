import FlintSchema

/// Files of an app, which are read whole.
extension ImportJob {
  func importAppFiles(
    _ files: [InputFile], _ format: any AppFormat, _ source: inout ImportReport.Source
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
      endFile(file, bytes: text.source.position)
    }
    let originals = OriginalRecords(format, whole, planner.context)
    var reading = try format.read(whole, planner.context)
    source.notes += reading.notes
    source.ignoredColumns = try ignoredColumns(format, reading, files, originals)
    for unit in reading.units { results.counts.read += unit.originals.count }
    // Moved, not copied, because they will be changed.
    var units: [ImportUnit] = []
    swap(&units, &reading.units)
    try matchDuplicates(&units)
    let count = units.count
    // One of several files may be a later export than another.
    recorder.named = NamedEvents(isEnabled: files.count == 1)
    try recordUnits(&units, files, reading.columns, originals, habits: reading.habits)
    if let file = files.first {
      for _ in 0..<count { try step(file, at: 0) }
    }
  }

  private func ignoredColumns(
    _ format: any AppFormat, _ reading: FormatReading, _ files: [InputFile],
    _ originals: OriginalRecords
  ) throws -> [String] {
    // What a copy has read is not kept.
    var originals = originals
    var (names, known): ([String], Set<String>) = ([], [])
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
      try ignored.check(options.text, of: files[index], format: format.name)
      names += ignored.names.filter { known.insert($0).inserted }
    }
    return names
  }
}
