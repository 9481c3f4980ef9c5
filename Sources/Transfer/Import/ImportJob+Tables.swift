import CSV
import FlintRules
import Sessions

/// Files of any length: their records are read and translated on one thread and recorded on the
/// current one, while a third thread writes.
extension ImportJob {
  /// The maximum size of the records of these rows, in bytes.
  private static let windowBytes = 32 << 20
  /// The maximum number of entries that are sorted by time together: they need no more, and memory.
  private static let entryWindow = 12_000

  func importTable(
    _ file: InputFile, _ format: any RecordFormat, _ options: ImportOptions,
    _ source: inout ImportReport.Source
  ) throws {
    recorder.named = NamedEvents()
    let openedSource = planner.opened.removeValue(forKey: file)
    var terms = session.terms
    terms.formerDayStarts = recorder.days.starts
    if openedSource != nil || !format.isReadAnywhere {
      let producer = try RecordProducer(
        format, file, options, terms, recorder.references, openedSource)
      try importBatches(of: file, format, producer.opening, &source, producer.next)
      finish(file, producer.ending, &source)
    } else {
      let ahead = ReadAhead(format, file, options, terms, recorder.references)
      defer { ahead.cancel() }
      try importBatches(of: file, format, try ahead.opening(), &source, ahead.next)
      finish(file, try ahead.ending(), &source)
    }
  }

  private func finish(
    _ file: InputFile, _ ending: RecordProducer.Ending, _ source: inout ImportReport.Source
  ) {
    source.notes += ending.notes
    source.hashes.append(ending.hash)
    source.bytes += ending.bytes
    endFile(file, bytes: ending.position)
  }

  private func importBatches(
    of file: InputFile, _ format: any RecordFormat, _ opening: RecordProducer.Opening,
    _ source: inout ImportReport.Source, _ next: () throws -> RecordBatch?
  ) throws {
    let header = opening.header
    results.isOfRejects = opening.isRejects
    let ignored = format.ignored(in: header)
    try ignored.check(options.text, of: file, format: format.name)
    source.ignoredColumns = ignored.names
    var pending = PendingRows()
    var number = 0
    var isBulkInserting = false
    while let batch = try next() {
      number += 1
      // A row is large: it is not copied.
      for index in batch.rows.indices {
        results.counts.read += 1
        switch batch.rows[index].content {
        case .spark(let prepared):
          if !isBulkInserting {
            isBulkInserting = true
            try session.bulk.begin(expecting: opening.expected)
          }
          let result = try RowResult { try recorder.recordPrepared(prepared) }
          if case .added = result {
            results.counts.added += 1
            results.describe(
              [.spark(prepared.newSpark)], result, file: file.name, line: batch.rows[index].line,
              recorder.readingZone)
          } else {
            let isKeyless = prepared.newSpark.key == nil && !prepared.isNamed
            try count(result, file, batch.rows[index].line, header, isKeyless: isKeyless) {
              batch.bytes(of: index)
            }
          }
        case .event, .events: pending.append(index, of: batch, number: number)
        case .skipped(let reason): results.countSkipped(reason)
        case .rejected(let problem):
          try count(.rejected(problem), file, batch.rows[index].line, header) {
            batch.bytes(of: index)
          }
        }
        // A commit includes everything that was read before it.
        if meter.isCommitNext { try record(&pending, file, header, of: opening.expected) }
        try step(file, at: batch.position)
      }
      let most = pending.areEntries ? min(window, Self.entryWindow) : window
      if pending.rows.count >= most || pending.size > Self.windowBytes {
        try record(&pending, file, header, of: opening.expected)
      }
    }
    try record(&pending, file, header, of: opening.expected)
  }

  private func count(
    _ result: RowResult, _ file: InputFile, _ line: Int,
    _ header: [String], isKeyless: Bool = false, _ fields: () -> [[UInt8]]
  ) throws {
    try results.count(
      result, records: 1, file: file.name, line: line, header: header, isKeyless: isKeyless
    ) {
      var record = RejectsFile.Record(fields: fields(), file: file.name, line: line)
      if case .rejected(let problem) = result { record.isSyntaxError = problem.isSyntaxError }
      return [record]
    }
  }
}
