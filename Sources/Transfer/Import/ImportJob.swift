import Archives
import Calendar
import Foundation
import JSON
import Rules
public import Sessions

/// The error that an import was aborted because of rejected records; the caller must discard its
/// changes.
public struct ImportStopped: Error, CustomStringConvertible {
  /// The record at which the import was aborted.
  public var reject: ImportReport.Reject
  /// The number of rejected records that were allowed.
  public var maximumErrors: Int

  /// The position and problem of the record, and the exceeded limit.
  public var description: String {
    "\(reject.file):\(reject.line): \(reject.problem)"
      + (maximumErrors > 0 ? "; more than \(maximumErrors) rows were rejected" : "")
  }
}

/// The request for the location of a rejects file.
public struct RejectsFileRequest: Sendable {
  /// The number of the rejects file, from 1. Records of files with other columns are written to
  /// another one.
  public var number: Int
  /// The name of the file that its first record is from.
  public var source: String
  /// The paths of the earlier rejects files of the import.
  public var taken: [String]

  /// Whether a file on disk is a rejects file.
  public static func isRejects(_ path: String) -> Bool { TextStart.mark(ofFile: path) != nil }
}

/// An import of files, which are read in order and recorded in one session.
public final class ImportJob {
  let options: ImportOptions
  let session: Session
  let recorder: ImportRecorder
  var planner: ImportPlanner
  private var rejects: RejectsFiles
  private var meter: ImportMeter
  private var report = ImportReport()
  /// The source that is being read.
  var current = CurrentSource()
  private var commits = Commits()
  /// The choice of trackers for entries.
  var trackers: TrackerChoice
  /// The earlier imports that were not undone; loaded on first use.
  private var earlierImports: EarlierImports?
  /// The closures that are called during the import.
  public var hooks = Hooks()

  /// The closures that an import calls.
  public struct Hooks {
    /// A closure that is called before the first intermediate commit.
    public var willCommit: () -> Void = {}
    /// A closure that is called with each rejected record and its fields as they were read; an error
    /// that it throws ends the import.
    public var onReject: ((ImportReport.Reject, _ fields: [String]) throws -> Void)?
  }

  /// The source that is being read.
  struct CurrentSource {
    var source: ImportReport.Source?
    var counts = ImportReport.Counts()
    /// The number of added records of which the profile contained something before, even if removed.
    var knownCount = 0
    /// The names of the columns of the file that is being read.
    var header: [String] = []
  }

  /// The intermediate commits, and the numbers at the last one.
  private struct Commits {
    var count = 0
    /// The number of records that had been read.
    var records = 0
    /// The number of sources that were complete.
    var sources = 0
  }

  /// The number of records that had been read at the last commit.
  public var committedRecords: Int { commits.records }
  /// Whether a portion of the import has been committed.
  public var hasCommitted: Bool { commits.count > 0 }
  /// Whether one of the files is the manifest of an exported profile.
  public var hasManifest: Bool { planner.hasManifest }
  /// The counts of the source that is being read.
  var counts: ImportReport.Counts {
    get { current.counts }
    _modify { yield &current.counts }
  }

  /// Creates an import.
  ///
  /// - Parameters:
  ///   - paths: The paths of files, folders and zip files, patterns, and `-` for standard input.
  ///   - options: The options of the import.
  ///   - session: The session in which the records are recorded.
  ///   - places: The paths at which to open files whose given paths are only names, by given path.
  ///   - rejectsLocation: A function that returns the location of a rejects file, which must not
  ///     exist; if `nil`, rejected records are not written.
  ///   - rejectsOutput: A function that creates the output at that location; by default a file that
  ///     appears at the end of the import.
  ///   - progress: A function that is called from time to time.
  /// - Throws: `InputFailure` if a file is missing; `SessionError`.
  public init(
    _ paths: [String], _ options: ImportOptions, _ session: Session,
    places: [String: String] = [:],
    rejectsLocation: ((RejectsFileRequest) throws(InputFailure) -> FileLocation)? = nil,
    rejectsOutput: ((FileLocation) throws -> any RejectsOutput)? = nil,
    progress: @escaping (ImportProgress) -> Void = { _ in }
  ) throws {
    self.options = options
    self.session = session
    let groups = try InputGroup.groups(of: paths, places)
    rejects = RejectsFiles(
      location: rejectsLocation, output: rejectsOutput, repeated: options.repeated)
    meter = ImportMeter(of: groups, progress)
    recorder = try ImportRecorder(session, options)
    planner = ImportPlanner(
      groups, options,
      ReadingContext(
        zone: recorder.readingZone, now: session.now, dateOrder: options.values.dateOrder,
        moods: options.values.moods))
    // Events recorded without a time in quick succession are one millisecond apart, so the times of
    // a table may be ahead of the clock at which it was written.
    session.acceptTimes(until: Instant(milliseconds: session.now.milliseconds + 1000))
    // Events of the profile are recognised at any time.
    let before = try session.folded()
    if let newest = before.events.newest?.at { session.acceptTimes(until: newest) }
    trackers = TrackerChoice(options, before: before.trackers)
    recorder.ratings = ImportedRatings(before: before.moods)
  }

  /// Runs the import: reads and records everything, and publishes the rejects files.
  ///
  /// - Parameters:
  ///   - publishesRejects: Whether the rejects files are published; otherwise they are only written,
  ///     and `publishRejects` publishes them after the recorded changes were committed.
  ///   - willPublish: A function that is called after everything was recorded and before the rejects
  ///     files appear.
  /// - Returns: The report about every record.
  /// - Throws: `ImportStopped`, `InputFailure`, `FormatProblem`, `SessionError`. The caller must
  ///   then discard all changes except those of intermediate commits, whose rejects files are
  ///   published.
  public func run(
    publishesRejects: Bool = true, willPublish: (ImportReport) throws -> Void = { _ in }
  ) throws -> ImportReport {
    session.matchesOriginals = !options.isUpdating
    defer { session.matchesOriginals = true }
    do {
      for group in planner.groups { try run(group) }
      if let note = trackers.unknown(in: planner.groups), !report.sources.isEmpty {
        report.sources[report.sources.count - 1].notes.append(note)
      }
      report.replaced = try recorder.replacedRatings()
      report.ratedByHand = try recorder.leftRatings()
      try willPublish(report)
      if publishesRejects {
        report.rejectsFiles = try publishRejects()
      } else {
        try rejects.sync()
      }
    } catch {
      if hasCommitted { report.rejectsFiles = try publishRejects() } else { discardRejects() }
      throw error
    }
    (report.ambiguousTimes, report.skippedTimes) = recorder.unusualTimes
    return report
  }

  /// Publishes the rejects files at their locations.
  ///
  /// - Returns: The paths of the rejects files.
  /// - Throws: `InputFailure` if that fails.
  @discardableResult
  public func publishRejects() throws -> [String] {
    try rejects.publish()
  }

  /// Checks that a rejects file can be written at a location, before anything is read.
  ///
  /// - Throws: `InputFailure` if that fails.
  public static func checkRejects(_ location: FileLocation) throws(InputFailure) {
    try RejectsFile.check(location)
  }

  /// Removes the rejects files again, because the recorded changes could not be committed.
  public func discardRejects() { rejects.discard() }

  /// The report so far, for an aborted import; without the batches that were not committed.
  public var reportSoFar: ImportReport {
    var report = report
    for index in report.sources.indices.dropFirst(commits.sources) {
      report.sources[index].batch = nil
    }
    if var source = current.source {
      source.counts = resolvedCounts
      report.sources.append(source)
    }
    return report
  }

  private func run(_ group: InputGroup) throws {
    var plans = try planner.plan(group)
    report.ignored += planner.takeIgnored()
    // The times of a profile's last events may be slightly ahead of the clock.
    if let newest = planner.newest { session.acceptTimes(until: newest) }
    // Records to which others refer come first; otherwise the order is that of the files.
    let order = plans.indices.sorted { (plans[$0].rank, $0) < (plans[$1].rank, $1) }
    plans = order.map { plans[$0] }
    for plan in plans {
      current = CurrentSource()
      let name = options.batchName ?? plan.title
      try session.beginSource(kind: "import", name: name)
      var source = ImportReport.Source(
        files: plan.files.map(\.name), hashes: [], bytes: 0, format: plan.name)
      current.source = source
      try run(plan, &source)
      current.source = nil
      source.counts = counts
      source.notes += trackers.notes
      trackers.endSource(named: plan.title)
      source.repeatedBatch = try repeatedBatch(of: source)
      source.batch = try session.endSource(detail: source.json.text())
      report.sources.append(source)
    }
  }

  /// Returns the batch of an earlier import of the same files whose records are now recorded twice.
  private func repeatedBatch(of source: ImportReport.Source) throws -> Int64? {
    // An import with corrections adds other events than before.
    if options.isUpdating { return nil }
    let earlier = try earlierImports ?? EarlierImports(session.history.batches())
    earlierImports = earlier
    let batch = earlier.repeated(by: source, new: counts.added - current.knownCount)
    return try batch.flatMap { try session.history.hasRemainingEvents(ofBatch: $0) ? $0 : nil }
  }

  // MARK: Counting

  /// The counts of the current source without the records whose results are not known yet.
  private var resolvedCounts: ImportReport.Counts {
    var resolved = counts
    resolved.read =
      counts.added + counts.updated + counts.unchanged + counts.rejected + counts.skippedCount
    return resolved
  }

  /// Counts a unit, and rejects it if it failed.
  func count(
    _ outcome: Result<ImportRecorder.Outcome, RowProblem>, records number: Int, file: String,
    line: Int, header: [String], hasContext: Bool = false,
    originals: () throws -> [RejectsFile.Record]
  ) throws {
    switch outcome {
    case .success(.added): counts.added += number
    case .success(.restored):
      counts.added += number
      current.knownCount += number
    case .success(.updated): counts.updated += number
    case .success(.unchanged): counts.unchanged += number
    case .success(.ratedByHand):
      counts.skipped[ImportReport.ratedByHandReason, default: 0] += number
    case .success(.changed(let problem)):
      counts.skipped[ImportReport.changedReason, default: 0] += number
      if report.changed.count < ImportReport.mostShown {
        report.changed.append(.init(file: file, line: line, problem: problem))
      }
    case .failure(let problem):
      let reject = ImportReport.Reject(file: file, line: line, problem: problem)
      if report.rejects.count < ImportReport.mostShown { report.rejects.append(reject) }
      if problem.isEncodingError {
        if report.undecoded.last?.file != file { report.undecoded.append((file, 0)) }
        report.undecoded[report.undecoded.count - 1].count += number
      }
      if let onReject = hooks.onReject {
        for original in try originals() {
          try onReject(
            .init(file: original.file, line: original.line, problem: problem),
            original.fields.map { String(decoding: $0, as: UTF8.self) })
        }
      }
      switch options.errors.onError {
      case .stop:
        counts.rejected += number
        throw ImportStopped(reject: reject, maximumErrors: 0)
      case .skip: counts.skipped[ImportReport.failedReason, default: 0] += number
      case .reject:
        counts.rejected += number
        try rejects.append(
          originals, problem, header: header, hasContext: hasContext, source: file)
      }
      meter.failures += number
      if let most = options.errors.maximumErrors, meter.failures > most {
        throw ImportStopped(reject: reject, maximumErrors: most)
      }
    }
  }

  // MARK: Progress and commits

  /// Whether the recorded changes are committed after the next record.
  var isCommitNext: Bool {
    options.commitEvery.map { meter.records + 1 - commits.records >= $0 } ?? false
  }

  /// Reports the progress and commits if necessary; called after each record whose result is known.
  @inline(__always)
  func step(_ file: InputFile, at position: Int64) throws {
    meter.count(file, at: position)
    if let every = options.commitEvery, meter.records - commits.records >= every { try commit() }
  }

  private func commit() throws {
    if var source = current.source {
      source.counts = resolvedCounts
      current.source = source
      try session.describeSource(source.json.text())
    }
    if commits.count == 0 { hooks.willCommit() }
    try session.checkpoint()
    commits = Commits(
      count: commits.count + 1, records: meter.records, sources: report.sources.count)
    current.source?.batch = session.sourceBatch
  }

  /// Reports that a file was read completely, by its number of bytes on disk.
  func end(_ file: InputFile, at position: Int64) { meter.end(file, at: position) }
}
