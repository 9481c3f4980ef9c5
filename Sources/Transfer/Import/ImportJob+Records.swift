import CSV
import Rules
import Sessions

/// Files of any length: their records are read, translated and recorded one after the other.
extension ImportJob {
  /// Everything but sparks is put in the order of time, so much at a time.
  private static let window = 50_000

  /// A spark of which it cannot be told yet whether it is new.
  private struct Kept {
    var doubt: Int64
    var draft: SparkDraft
    var fields: [String]
    var line: Int
  }

  func run(
    _ format: any RecordFormat, _ file: InputFile, _ source: inout ImportReport.Source
  ) throws {
    let feed = try RecordFeed(file, options)
    guard var translator = format.translator(for: feed.header, context) else {
      throw InputFailure(
        file.name,
        "not a file of format \(format.name): its columns are "
          + feed.header.joined(separator: ","), isUnreadable: false)
    }
    source.lost = format.guide.lost.filter { feed.header.contains($0) }
    var kept: [Kept] = []
    var units: [ImportUnit] = []
    var isTaking = false
    var isMore = true
    while isMore {
      let line: Int
      do {
        isMore = try feed.next()
        guard isMore else { break }
        line = feed.parser.record.line
      } catch let error as CSVError {
        try reject(
          RowProblem(reason: "\(error.message) (line \(error.line), column \(error.column))"), feed,
          file)
        continue
      }
      counts.read += 1
      try step(file, at: feed.text.source.position)
      let translation: Translation
      do throws(RowProblem) {
        translation = try translator.translate(feed.parser.record)
      } catch {
        counts.read -= 1
        try reject(error, feed, file)
        continue
      }
      switch translation {
      case .draft(.spark(let draft)):
        if !isTaking {
          isTaking = true
          try session.beginIntake(expecting: feed.expectedRecords)
        }
        let result: Result<DraftRecorder.Outcome, RowProblem>
        do {
          let (outcome, doubt) = try recorder.take(draft)
          if let doubt {
            kept.append(Kept(doubt: doubt, draft: draft, fields: feed.fields, line: line))
          }
          result = .success(outcome)
        } catch let problem as RowProblem {
          result = .failure(problem)
        }
        if case .success(.added) = result {
          counts.added += 1
        } else {
          try settle(
            result, records: 1, file: file.name, line: line, header: feed.header
          ) { [(feed.fields, file.name, line)] }
        }
      case .draft(let draft):
        units.append(
          ImportUnit([OriginalRecord(line: line, fields: feed.fields)], .drafts([draft])))
      case .drafts(let drafts):
        units.append(ImportUnit([OriginalRecord(line: line, fields: feed.fields)], .drafts(drafts)))
      case .skipped(let reason): counts.skipped[reason, default: 0] += 1
      }
      if units.count >= Self.window { try record(&units, [file], [feed.header]) }
    }
    try record(kept, file, feed)
    try record(&units, [file], [feed.header])
    source.hashes.append(feed.text.source.hashText)
    source.bytes += feed.text.source.count
    end(feed.text.source)
  }

  private func reject(_ problem: RowProblem, _ feed: RecordFeed, _ file: InputFile) throws {
    counts.read += 1
    let line = feed.parser.record.line
    try settle(
      .failure(problem), records: 1, file: file.name, line: line, header: feed.header
    ) { [(feed.fields, file.name, line)] }
  }

  /// Records anew the sparks that turn out to have been there already: what they are to do is told
  /// by a look into the file.
  private func record(_ kept: [Kept], _ file: InputFile, _ feed: RecordFeed) throws {
    let known = try session.endIntake()
    for spark in kept where known.contains(spark.doubt) {
      counts.added -= 1
      let result: Result<DraftRecorder.Outcome, RowProblem>
      do {
        result = .success(try recorder.record(.spark(spark.draft)))
      } catch let problem as RowProblem {
        result = .failure(problem)
      }
      try settle(
        result, records: 1, file: file.name, line: spark.line, header: feed.header
      ) { [(spark.fields, file.name, spark.line)] }
    }
  }
}
