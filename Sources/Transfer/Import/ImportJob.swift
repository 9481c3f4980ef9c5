import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
package import Sessions

/// An import of files, which are read in order and recorded in one session.
package final class ImportJob {
  let options: ImportOptions
  let session: Session
  let recorder: ImportRecorder
  let results: ImportResults
  var planner: ImportPlanner
  var trackers: TrackerChoice
  /// The results of the habits of the source that is being read.
  var habits = HabitResults()
  /// The trackers that are known to be no habits, until other events than entries are recorded.
  var unplannedTrackers: Set<ImportedTracker> = []
  /// The maximum number of rows that are sorted by time together. Sparks are not sorted.
  var window = 50_000
  /// Whether rows that are entries are recorded without a unit each, if possible.
  var isPreparingEntries = true
  var meter: ImportMeter
  private let report: (ImportProgress) -> Void
  /// The earlier imports that were not undone; loaded on first use.
  private var earlierImports: EarlierImports?
  /// A closure that is called before the first intermediate commit.
  package var willCommit: () -> Void = {}

  /// A closure that is called with each rejected record and its fields as they were read; an error
  /// that it throws ends the import.
  package var onReject: ((ImportReport.Reject, _ fields: [String]) throws -> Void)? {
    get { results.onReject }
    set { results.onReject = newValue }
  }

  /// The number of records that had been read at the last commit.
  package var committedRecords: Int { meter.committedRecords }
  package var hasCommitted: Bool { committedRecords > 0 }
  /// The report so far, for an aborted import; without the batches that were not committed.
  package var reportSoFar: ImportReport { results.reportSoFar }

  /// - Parameters:
  ///   - paths: the paths of files, folders and zip files, patterns, and `-` for standard input.
  ///   - session: the session in which the records are recorded.
  ///   - places: the paths at which to open files whose given paths are only names, by given path.
  ///   - rejectsLocation: a function that returns the location of a rejects file, which must not
  ///     exist; if `nil`, rejected records are not written.
  ///   - rejectsOutput: a function that creates the output at that location; by default a file that
  ///     appears at the end of the import.
  ///   - progress: a function that is called from time to time.
  /// - Throws: `InputFailure` if a file is missing; `SessionError`.
  package init(
    _ paths: [String], _ options: ImportOptions, _ session: Session,
    places: [String: String] = [:],
    rejectsLocation: ((RejectsFileRequest) throws(InputFailure) -> FileLocation)? = nil,
    rejectsOutput: ((FileLocation) throws -> any RejectsOutput)? = nil,
    progress: @escaping (ImportProgress) -> Void = { _ in }
  ) throws {
    self.options = options
    self.session = session
    let groups = try InputGroup.groups(of: paths, places)
    results = ImportResults(
      options.errors,
      RejectsFiles(location: rejectsLocation, output: rejectsOutput, repeated: options.repeated),
      firstEvents: options.firstEvents)
    meter = ImportMeter(of: groups, commitEvery: options.commitEvery)
    report = progress
    recorder = try ImportRecorder(session, options)
    planner = ImportPlanner(
      groups, options,
      ReadingContext(
        zone: recorder.readingZone, now: session.now, dateOrder: options.values.dateOrder,
        moods: options.values.moods, tracker: options.values.tracker
      ).under(session.rulebook))
    // Events recorded without a time in quick succession are one millisecond apart, so the times of
    // a table may be ahead of the clock at which it was written.
    session.acceptTimes(until: Instant(milliseconds: session.now.milliseconds + 1000))
    // Events of the profile are recognised at any time.
    let before = try session.folded()
    if let newest = before.events.newest?.at { session.acceptTimes(until: newest) }
    trackers = TrackerChoice(options, before: before.trackers)
    recorder.ratings = ImportedRatings(before: before.moods)
    for task in before.tasks.tasks { recorder.movedTasks[task.id] = MovedTask(task) }
  }

  /// Runs the import: reads and records everything, and publishes the rejects files.
  ///
  /// - Parameters:
  ///   - publishesRejects: whether the rejects files are published; otherwise they are only written,
  ///     and `publishRejects` publishes them after the recorded changes were committed.
  ///   - willPublish: a function that is called after everything was recorded and before the rejects
  ///     files appear.
  /// - Returns: The report about every record.
  /// - Throws: `ImportStopped`, `InputFailure`, `FormatProblem`, `SessionError`. The caller must
  ///   then discard all changes except those of intermediate commits, whose rejects files are
  ///   published.
  package func run(
    publishesRejects: Bool = true, willPublish: (ImportReport) throws -> Void = { _ in }
  ) throws -> ImportReport {
    session.matchesOriginals = !options.isUpdating
    defer { session.matchesOriginals = true }
    do {
      for group in planner.groups { try importGroup(group) }
      if let note = trackers.unknown(in: planner.groups), !results.report.sources.isEmpty {
        results.report.sources[results.report.sources.count - 1].notes.append(note)
      }
      results.report.replaced = try recorder.replacedRatings()
      results.report.ratedByHand = try recorder.leftRatings()
      try willPublish(results.report)
      if publishesRejects {
        results.report.rejectsFiles = try publishRejects()
      } else {
        try results.rejects.sync()
      }
    } catch {
      if hasCommitted {
        results.report.rejectsFiles = try publishRejects()
      } else {
        discardRejects()
      }
      throw error
    }
    (results.report.ambiguousTimes, results.report.skippedTimes) = recorder.unusualTimes
    return results.report
  }

  // MARK: Rejects files

  /// Publishes the rejects files at their locations.
  ///
  /// - Throws: `InputFailure` if that fails.
  @discardableResult
  package func publishRejects() throws -> [ImportReport.WrittenRejects] {
    try results.rejects.publish()
  }

  /// Checks that a rejects file can be written at a location, before anything is read.
  ///
  /// - Throws: `InputFailure` if that fails.
  package static func checkRejects(_ location: FileLocation) throws(InputFailure) {
    try RejectsFile.check(location)
  }

  /// Removes the rejects files again, because the recorded changes could not be committed.
  package func discardRejects() { results.rejects.discard() }

  // MARK: Sources

  private func importGroup(_ group: InputGroup) throws {
    let plans = try planner.plan(group)
    results.report.ignored += planner.takeIgnored()
    // Records to which others refer come first; otherwise the order is that of the files.
    let order = plans.indices.sorted { (plans[$0].rank, $0) < (plans[$1].rank, $1) }
    for index in order { try importSource(plans[index]) }
  }

  private func importSource(_ plan: ImportPlan) throws {
    try session.beginSource(kind: "import", name: options.batchName ?? plan.title)
    var source = ImportReport.Source(
      files: plan.files.map(\.name), hashes: [], bytes: 0, format: plan.name)
    results.begin(source)
    let options = plan.filled(options)
    results.rejects.repeated = options.repeated
    try recorder.adoptZone(options.values.zone)
    switch plan.reader {
    case .records(let format):
      for file in plan.files { try importTable(file, format, options, &source) }
    case .app(let format): try importAppFiles(plan.files, format, &source)
    }
    if let order = plan.dateOrder {
      source.notes.append(
        "Dates are read as \(order.rawValue), which those of the first rows allow alone.")
    }
    if !options.values.moods.isEmpty, !plan.hasNamedMoods {
      source.notes.append(
        "The names of moods that were given (\(options.isFromScript ? "moods" : "--moods")) have no effect "
          + "on files of format \(plan.name).")
    }
    results.endSource()
    source.counts = results.counts
    source.notes += trackers.notes + habits.notes + recorder.takeNotes()
    source.equalRows = results.equalRows.count
    source.notes += [results.equalRowsNote].compactMap(\.self)
    let restored = results.restoredCount
    if restored > 0 {
      source.notes.append(
        "\(restored) of them \(restored == 1 ? "was" : "were") removed here before, and "
          + "\(restored == 1 ? "is" : "are") back.")
    }
    habits = HabitResults()
    trackers.endSource(named: plan.title)
    source.repeatedBatch = try repeatedBatch(of: source)
    source.batch = try session.endSource(detail: source.json.text())
    results.report.sources.append(source)
  }

  /// Returns the batch of an earlier import of the same files whose events are now recorded twice: two
  /// mappings may also make different events of one file.
  private func repeatedBatch(of source: ImportReport.Source) throws -> Int64? {
    // An import with corrections adds other events than before.
    if options.isUpdating { return nil }
    let earlier = try earlierImports ?? EarlierImports(session.history.batches())
    earlierImports = earlier
    let batch = earlier.repeated(by: source, new: results.newCount)
    guard let batch, let current = session.sourceBatch,
      try RepeatedEvents(of: batch, session).contain(anyOf: current)
    else { return nil }
    return batch
  }

  // MARK: Progress and commits

  /// Reports the progress and commits if necessary; called after each record whose result is known.
  @inline(__always)
  func step(_ file: InputFile, at position: Int64) throws {
    if meter.count() { report(meter.progress(file, at: position)) }
    if meter.isCommitDue { try commit() }
  }

  /// Reports that a file was read completely, by its number of bytes on disk.
  func endFile(_ file: InputFile, bytes: Int64) {
    meter.countFile(bytes: bytes)
    report(meter.progress(file, at: 0))
  }

  private func commit() throws {
    if let source = results.sourceSoFar { try session.describeSource(source.json.text()) }
    if !hasCommitted { willCommit() }
    try session.checkpoint()
    meter.noteCommit()
    results.noteCommit(batch: session.sourceBatch)
  }
}
