import FlintCalendar
import FlintRules

/// The error that an import was aborted because of rejected records; the caller must discard its
/// changes.
package struct ImportStopped: Error, CustomStringConvertible {
  package var reject: ImportReport.Reject
  /// The number of rejected records that were allowed.
  package var maximumErrors: Int

  /// The position and problem of the record, and the exceeded limit.
  package var description: String {
    "\(reject.file):\(reject.line): \(reject.problem)"
      + (maximumErrors > 0 ? "; more than \(maximumErrors) rows were rejected" : "")
  }
}

/// The results of an import so far: the counts of the source that is being read, the report, and the
/// rejects files.
final class ImportResults {
  private let errors: ErrorOptions
  var rejects: RejectsFiles
  /// The report; its sources are those that were read completely.
  var report = ImportReport()
  private(set) var source: ImportReport.Source?
  /// The counts of that source.
  var counts = ImportReport.Counts()
  /// The number of its added records of which the profile contained something before, even if
  /// removed.
  private var knownCount = 0
  /// The number of its added records that were removed before.
  private(set) var restoredCount = 0
  /// Whether the source is a rejects file of which rows without a key are known by their content.
  var isOfRejects = false
  /// The lines of its rows without a key that are unchanged: a corrected row may equal another one.
  private(set) var equalRows: [Int] = []
  /// The number of records that could not be recorded.
  private var failures = 0
  /// The number of sources that were complete at the last commit.
  private var committedSources = 0
  /// A closure that is called with each rejected record and its fields as they were read.
  var onReject: ((ImportReport.Reject, _ fields: [String]) throws -> Void)?

  /// The number of recorded events that the report describes.
  private let firstEvents: Int

  init(_ errors: ErrorOptions, _ rejects: RejectsFiles, firstEvents: Int) {
    self.errors = errors
    self.rejects = rejects
    self.firstEvents = firstEvents
  }

  /// Whether the report lacks some of the first events.
  var isDescribing: Bool { report.firstEvents.count < firstEvents }

  /// Adds events of a row to the report, if they were recorded and are among the first.
  ///
  /// - Parameter zone: the zone in which their times are shown.
  func describe(
    _ events: @autoclosure () -> [ImportedEvent], _ result: RowResult, file: String, line: Int,
    _ zone: CivilZone
  ) {
    guard isDescribing else { return }
    switch result {
    case .added, .restored, .completed, .updated: break
    case .unchanged, .changed, .repeated, .ratedByHand, .rejected: return
    }
    for event in events().prefix(firstEvents - report.firstEvents.count) {
      report.firstEvents.append(.init(file: file, line: line, text: event.line(in: zone)))
    }
  }

  // MARK: Sources

  func begin(_ source: ImportReport.Source) {
    self.source = source
    counts = ImportReport.Counts()
    knownCount = 0
    restoredCount = 0
    isOfRejects = false
    equalRows = []
  }

  /// Ends the source, whose counts stay until the next one begins.
  func endSource() { source = nil }

  /// The number of records of the source that the profile did not contain, not even as removed ones.
  var newCount: Int { counts.added - knownCount }

  /// A note about the rows of a rejects file that may have been lost, if there are any.
  var equalRowsNote: String? {
    guard let first = equalRows.first else { return nil }
    let rows = equalRows.count == 1 ? "A row equals one" : "\(equalRows.count) rows equal ones"
    let other = equalRows.count == 1 ? "another one" : "others"
    let lines = equalRows.count == 1 ? "line \(first)" : "the first in line \(first)"
    return
      "\(rows) that the profile has (\(lines)) and added nothing. If you mean \(other), correct the "
      + "original file and import that: equal rows of one file are counted."
  }

  /// The source with the counts of the records whose results are known.
  var sourceSoFar: ImportReport.Source? {
    guard var source else { return nil }
    source.counts = counts
    source.counts.read =
      counts.added + counts.updated + counts.unchanged + counts.rejected + counts.skippedCount
    return source
  }

  /// Registers that everything so far was committed.
  ///
  /// - Parameter batch: the batch of the source that is being read.
  func noteCommit(batch: Int64?) {
    committedSources = report.sources.count
    source?.batch = batch
  }

  /// The report of an aborted import: without the batches that were not committed.
  var reportSoFar: ImportReport {
    var report = report
    for index in report.sources.indices.dropFirst(committedSources) {
      report.sources[index].batch = nil
    }
    if let sourceSoFar { report.sources.append(sourceSoFar) }
    return report
  }

  // MARK: Counting

  func countSkipped(_ reason: String, records number: Int = 1) {
    counts.skipped[reason, default: 0] += number
  }

  /// Reverts the counting of skipped records, which turned out to have an effect.
  func revertSkipped(_ reason: String, records number: Int) {
    let rest = counts.skipped[reason, default: 0] - number
    counts.skipped[reason] = rest > 0 ? rest : nil
  }

  /// Counts the records of a unit, and rejects them if it failed.
  ///
  /// - Parameters:
  ///   - number: the number of its records.
  ///   - file: the name of the file of the first record.
  ///   - line: the line of the first record.
  ///   - header: the names of the columns of the file.
  ///   - isKeyless: whether the unit has no key.
  ///   - originals: returns the records in their original form.
  /// - Throws: `ImportStopped` if too many records were rejected.
  func count(
    _ result: RowResult, records number: Int, file: String,
    line: Int, header: [String], isKeyless: Bool = false,
    originals: () throws -> [RejectsFile.Record]
  ) throws {
    switch result {
    case .added: counts.added += number
    case .completed:
      counts.added += number
      knownCount += number
    case .restored:
      counts.added += number
      knownCount += number
      restoredCount += number
    case .updated: counts.updated += number
    case .unchanged:
      counts.unchanged += number
      if isOfRejects && isKeyless { equalRows.append(line) }
    case .ratedByHand: countSkipped(ImportReport.ratedByHandReason, records: number)
    case .changed(let problem), .repeated(let problem):
      let isRepeated = if case .repeated = result { true } else { false }
      countSkipped(
        isRepeated ? ImportReport.repeatedReason : ImportReport.changedReason, records: number)
      if report.changed.count < ImportReport.mostShown {
        report.changed.append(.init(file: file, line: line, problem: problem))
      }
    case .rejected(let problem):
      let reject = ImportReport.Reject(file: file, line: line, problem: problem)
      try show(reject, records: number, originals)
      switch errors.onError {
      case .stop:
        counts.rejected += number
        throw ImportStopped(reject: reject, maximumErrors: 0)
      case .skip: countSkipped(ImportReport.failedReason, records: number)
      case .reject:
        counts.rejected += number
        try rejects.append(originals, problem, header: header, source: file)
      }
      failures += number
      if let most = errors.maximumErrors, failures > most {
        throw ImportStopped(reject: reject, maximumErrors: most)
      }
    }
  }

  /// Adds a rejected unit to the report, and passes its records to `onReject`.
  private func show(
    _ reject: ImportReport.Reject, records number: Int,
    _ originals: () throws -> [RejectsFile.Record]
  ) throws {
    if report.rejects.count < ImportReport.mostShown { report.rejects.append(reject) }
    if reject.problem.isEncodingError {
      if report.undecoded.last?.file != reject.file { report.undecoded.append((reject.file, 0)) }
      report.undecoded[report.undecoded.count - 1].count += number
    }
    guard let onReject else { return }
    for original in try originals() {
      try onReject(
        .init(file: original.file, line: original.line, problem: reject.problem),
        original.fields.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}
