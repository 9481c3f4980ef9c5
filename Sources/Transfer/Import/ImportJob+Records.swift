import CSV
import Rules
import Sessions

/// Files of any length: their records are read and translated on one thread, and recorded on this
/// one, while a third writes.
extension ImportJob {
  /// Everything but sparks is put in the order of time, so much at a time.
  private static let window = 50_000
  /// And so many bytes of what the records say.
  private static let windowBytes = 32 << 20

  /// A spark of which it cannot be told yet whether it is new.
  private struct Kept {
    var doubt: Int64
    var spark: PreparedSpark
    var fields: [[UInt8]]
    var line: Int
  }

  func run(
    _ format: any RecordFormat, _ file: InputFile, _ told: inout ImportReport.Source
  ) throws {
    let source = opened.removeValue(forKey: file)
    var ignoredColumns: [String] = []
    if source != nil || !format.isReadAnywhere {
      let producer = try RecordProducer(format, file, options, session.terms, source)
      try record(format, file, producer.opening, &ignoredColumns, producer.next)
      finish(file, producer.ending, &told)
    } else {
      let ahead = ReadAhead(format, file, options, session.terms)
      defer { ahead.cancel() }
      try record(format, file, try ahead.opening(), &ignoredColumns, ahead.next)
      finish(file, try ahead.ending(), &told)
    }
    told.ignoredColumns = ignoredColumns
  }

  private func finish(
    _ file: InputFile, _ ending: (hash: String, bytes: Int64, position: Int64),
    _ source: inout ImportReport.Source
  ) {
    source.hashes.append(ending.hash)
    source.bytes += ending.bytes
    end(file, at: ending.position)
  }

  private func record(
    _ format: any RecordFormat, _ file: InputFile, _ opening: RecordProducer.Opening,
    _ ignoredColumns: inout [String], _ next: () throws -> RecordBatch?
  ) throws {
    header = opening.header
    ignoredColumns = try checked(format.ignored(in: header), format.name, file)
    var kept: [Kept] = []
    var units: [ImportUnit] = []
    var heldBytes = 0
    var isTaking = false
    while let batch = try next() {
      if units.isEmpty { heldBytes = 0 }
      heldBytes += batch.size
      for (place, row) in batch.rows.enumerated() {
        counts.read += 1
        // What was in doubt may have been settled, and what follows may be about the same.
        if !kept.isEmpty, !session.isInDoubt {
          try record(&kept, file, session.withdrawnSparks())
        }
        switch row.content {
        case .spark(let prepared):
          if !isTaking {
            isTaking = true
            try session.beginIntake(expecting: opening.expected)
          }
          let result = try outcome {
            let (outcome, doubt) = try recorder.take(prepared)
            if let doubt {
              kept.append(
                Kept(doubt: doubt, spark: prepared, fields: batch.bytes(of: place), line: row.line))
            }
            return outcome
          }
          if case .success(.added) = result {
            counts.added += 1
          } else {
            try settle(result, file, row.line) { batch.bytes(of: place) }
          }
        case .draft(let draft):
          units.append(unit(batch, place, .drafts([draft])))
        case .drafts(let drafts): units.append(unit(batch, place, .drafts(drafts)))
        case .skipped(let reason): counts.skipped[reason, default: 0] += 1
        case .rejected(let problem):
          try settle(.failure(problem), file, row.line) { batch.bytes(of: place) }
        }
        // What is made to last is all that was read until then.
        if isCommitNext { try record(&units, [file], [header]) }
        try step(file, at: batch.position)
      }
      if units.count >= Self.window || heldBytes > Self.windowBytes {
        try record(&units, [file], [header])
      }
    }
    try record(&kept, file, try session.endIntake())
    try record(&units, [file], [header])
  }

  private func unit(
    _ batch: RecordBatch, _ place: Int, _ outcome: ImportUnit.Outcome
  ) -> ImportUnit {
    ImportUnit(
      [OriginalRecord(line: batch.rows[place].line, fields: batch.fields(of: place))], outcome)
  }

  @inline(__always)
  private func outcome(
    _ body: () throws -> DraftRecorder.Outcome
  ) throws -> Result<DraftRecorder.Outcome, RowProblem> {
    do {
      return .success(try body())
    } catch let problem as RowProblem {
      return .failure(problem)
    }
  }

  private func settle(
    _ result: Result<DraftRecorder.Outcome, RowProblem>, _ file: InputFile, _ line: Int,
    _ fields: () -> [[UInt8]]
  ) throws {
    try settle(result, records: 1, file: file.name, line: line, header: header) {
      var record = RejectsFile.Record(fields: fields(), file: file.name, line: line)
      if case .failure(let problem) = result { record.isOfForm = problem.isOfForm }
      return [record]
    }
  }

  /// Records anew the sparks that turn out to have been there already: what they are to do is told
  /// by a look into the file.
  private func record(_ kept: inout [Kept], _ file: InputFile, _ known: Set<Int64>) throws {
    defer { kept = [] }
    for spark in kept where known.contains(spark.doubt) {
      counts.added -= 1
      let result = try outcome { try recorder.record(spark.spark) }
      try settle(result, file, spark.line) { spark.fields }
    }
  }
}
