import Archives
import Foundation
import Rules
public import Sessions

/// How far an import is.
public struct ImportProgress: Sendable {
  /// The file that is being read.
  public var file: String
  /// Bytes of all files that have been read, as they are on the disk.
  public var bytes: Int64
  /// Bytes of all files; `nil` when that is not known.
  public var size: Int64?
  /// Records read.
  public var records: Int
}

/// An import that ended before its end; nothing of it is to be kept.
public struct ImportStopped: Error, CustomStringConvertible {
  /// The record at which it ended.
  public var reject: ImportReport.Reject
  /// How many rejected records were allowed; 0 when none was.
  public var mostErrors: Int

  /// Where, what, and that nothing was kept.
  public var description: String {
    "\(reject.file):\(reject.line): \(reject.problem)"
      + (mostErrors > 0 ? "; more than \(mostErrors) rows were rejected" : "")
  }
}

/// A file of rejected records that is to be named.
public struct RejectsPlace: Sendable {
  /// The first is 1; records of files with other columns go into another one.
  public var number: Int
  /// The file of which the first record in it is.
  public var source: String
  /// Those that were named already.
  public var taken: [String]

  /// Whether a file of the disk is one of rejected records.
  public static func isRejects(_ path: String) -> Bool { TextStart.mark(ofFile: path) != nil }
}

/// One import: files, read in order, recorded in one session.
public final class ImportJob {
  let options: ImportOptions
  let session: Session
  let recorder: DraftRecorder
  private let tallyBefore: SessionTally
  private let groups: [InputGroup]
  private var report = ImportReport()
  /// Whether rejected records are to be written, and where.
  private let rejectsPlace: ((RejectsPlace) throws(InputFailure) -> FilePlace)?
  /// Makes what rejected records are written to at a place.
  private let rejectsOutput: (FilePlace) throws -> any RejectsOutput
  private var rejectsFiles: [(header: [String], hasContext: Bool, file: RejectsFile)] = []
  private let progress: (ImportProgress) -> Void
  private var bytesBefore: Int64 = 0
  private let size: Int64?
  private var records = 0
  private var recordsAtCommit = 0
  /// How many sources had come to their end when the import was made to last so far.
  private var sourcesAtCommit = 0
  /// Files that were looked at and cannot be opened again, such as pipes.
  var opened: [InputFile: ByteSource] = [:]
  /// How many records could not be recorded, whatever becomes of those.
  private var failures = 0
  /// How many records had been read when the import was made to last so far.
  public var committedRecords: Int { recordsAtCommit }
  /// Whether part of the import has been made to last.
  public private(set) var hasCommitted = false
  /// Whether one of the files tells what a profile is whose tables are among the others.
  public internal(set) var hasManifest = false
  /// What is being read.
  private var current: ImportReport.Source?
  /// The format of it.
  var currentFormat: String { current?.format ?? "" }
  /// The trackers as they were before the import.
  let trackersBefore: TrackersState
  /// What the entries of the files before the one that is being read are, and what those of that one
  /// are so far, by the names of their trackers in small letters.
  var amountsBefore: [String: [TrackerAmounts]] = [:]
  var amounts: [String: TrackerAmounts] = [:]
  /// The names of trackers that the files have, by the same in small letters.
  var trackerNames: [String: String] = [:]
  /// What is to be said about trackers of what is being read.
  var trackerNotes: [String] = []
  /// The standing imports before this one, once they were asked for.
  private var earlierImports: EarlierImports?
  /// The columns of the file that is being read.
  var header: [String] = []
  /// Called before the first commit midway.
  public var willCommit: () -> Void = {}
  /// Called with each record that is rejected, and its fields as they were read; what it throws ends
  /// the import.
  public var onReject: ((ImportReport.Reject, _ fields: [String]) throws -> Void)?
  /// The counts of the source that is being read.
  var counts = ImportReport.Counts()
  /// How many of the added ones the profile had something of already, be it removed.
  private var knownCount = 0

  /// Prepares an import.
  ///
  /// - Parameters:
  ///   - paths: files, folders, zip files, patterns, and `-` for standard input.
  ///   - options: how it is to be done.
  ///   - session: what records it.
  ///   - places: where files are to be opened whose paths are only their names.
  ///   - rejectsPlace: where rejected records are to go; nowhere if not given. No such file may exist.
  ///   - rejectsOutput: makes what they are written to there; a file that appears at the import's end
  ///     unless given.
  ///   - progress: called now and then.
  /// - Throws: `InputFailure` when a file is missing; `SessionError`.
  public init(
    _ paths: [String], _ options: ImportOptions, _ session: Session,
    places: [String: String] = [:],
    rejectsPlace: ((RejectsPlace) throws(InputFailure) -> FilePlace)? = nil,
    rejectsOutput: ((FilePlace) throws -> any RejectsOutput)? = nil,
    progress: @escaping (ImportProgress) -> Void = { _ in }
  ) throws {
    self.options = options
    self.session = session
    tallyBefore = session.tally
    self.rejectsPlace = rejectsPlace
    self.rejectsOutput = rejectsOutput ?? { try NewRejectsFile($0) }
    self.progress = progress
    groups = try InputGroup.groups(of: paths, places)
    recorder = try DraftRecorder(session, options)
    // Events recorded without a time, one right after another, stand a millisecond apart: a table of
    // them may be ahead of the clock at which it was written.
    session.acceptTimes(until: Instant(milliseconds: session.now.milliseconds + 1000))
    // What the profile has already is known again, wherever it stands.
    let before = try session.folded()
    if let newest = before.newest?.at { session.acceptTimes(until: newest) }
    trackersBefore = before.trackers
    recorder.moodsBefore = before.moods
    var size: Int64? = 0
    for file in groups.flatMap(\.files) {
      let (sum, isOver) = (size ?? 0).addingReportingOverflow(file.size ?? 0)
      size = size == nil || file.size == nil || isOver ? nil : sum
    }
    self.size = size
  }

  /// Reads and records everything, and puts the rejected records in their files.
  ///
  /// - Parameters:
  ///   - placesRejects: whether the files of rejected records are put in their places; otherwise they
  ///     are written, and `placeRejects` does so, once what was recorded is there to stay.
  ///   - settle: called once everything is recorded, before those files appear.
  /// - Returns: what became of every record.
  /// - Throws: `ImportStopped`, `InputFailure`, `FormatProblem`, `SessionError`: nothing is to be kept
  ///   then, but what was committed midway; of that the rejected records are in their files.
  public func run(
    placesRejects: Bool = true, settle: (ImportReport) throws -> Void = { _ in }
  ) throws -> ImportReport {
    session.isMeetingOriginals = !options.isUpdating
    defer { session.isMeetingOriginals = true }
    do {
      for group in groups { try run(group) }
      if let note = unknownTrackers(groups), !report.sources.isEmpty {
        report.sources[report.sources.count - 1].notes.append(note)
      }
      report.replaced = try recorder.replacedRatings()
      report.ratedByHand = try recorder.leftRatings()
      try settle(report)
      if placesRejects {
        report.rejectsFiles = try placeRejects()
      } else {
        for (_, _, rejects) in rejectsFiles { try rejects.sync() }
      }
    } catch {
      if hasCommitted { report.rejectsFiles = try placeRejects() } else { withdrawRejects() }
      throw error
    }
    report.ambiguousTimes =
      recorder.ambiguousTimes + session.tally.ambiguousTimes - tallyBefore.ambiguousTimes
    report.skippedTimes =
      recorder.skippedTimes + session.tally.skippedTimes - tallyBefore.skippedTimes
    return report
  }

  /// Puts the files of rejected records in their places.
  ///
  /// - Returns: their paths.
  /// - Throws: `InputFailure`.
  @discardableResult
  public func placeRejects() throws -> [String] {
    var paths: [String] = []
    for (_, _, rejects) in rejectsFiles {
      try rejects.finish()
      paths.append(rejects.place.path)
    }
    return paths
  }

  /// Refuses a place for rejected records that could not be written there, before anything is read.
  ///
  /// - Throws: `InputFailure`.
  public static func checkRejects(_ place: FilePlace) throws(InputFailure) {
    try RejectsFile.check(place)
  }

  /// Takes the files of rejected records away again: what was recorded could not be kept.
  public func withdrawRejects() {
    for (_, _, file) in rejectsFiles { file.discard() }
    rejectsFiles = []
  }

  /// What the import came to so far, to tell of one that ended before its end: without the batches,
  /// where nothing of it was kept.
  public var reportSoFar: ImportReport {
    var report = report
    for place in report.sources.indices.dropFirst(sourcesAtCommit) {
      report.sources[place].batch = nil
    }
    if var current {
      current.counts = settledCounts
      report.sources.append(current)
    }
    return report
  }

  private func run(_ group: InputGroup) throws {
    for passed in group.passedOver { ignore(passed.name, passed.reason) }
    var plans = try plan(group)
    // What others refer to comes first; otherwise the order is that of the files.
    let order = plans.indices.sorted { (plans[$0].rank, $0) < (plans[$1].rank, $1) }
    plans = order.map { plans[$0] }
    for plan in plans {
      counts = ImportReport.Counts()
      knownCount = 0
      let name = options.batchName ?? plan.title
      try session.beginSource(kind: "import", name: name)
      var source = ImportReport.Source(
        files: plan.files.map(\.name), hashes: [], bytes: 0, format: plan.name)
      current = source
      trackerNotes = []
      try run(plan, &source)
      current = nil
      keepAmounts(of: plan.title)
      source.counts = counts
      source.notes += trackerNotes
      source.repeatedBatch = try repeatedBatch(of: source)
      source.batch = try session.endSource(detail: source.json.text())
      report.sources.append(source)
    }
  }

  /// The earlier import of the same files whose records are there twice now.
  private func repeatedBatch(of source: ImportReport.Source) throws -> Int64? {
    // What an import adds that corrects the profile is not what it added before.
    if options.isUpdating { return nil }
    let earlier = try earlierImports ?? EarlierImports(session.batches())
    earlierImports = earlier
    let batch = earlier.repeated(by: source, new: counts.added - knownCount)
    return try batch.flatMap { try session.hasStandingEvents(ofBatch: $0) ? $0 : nil }
  }

  // MARK: Counting

  /// The counts of the source that is being read, of the records of which it is known what became of
  /// them: what was read may wait for others.
  private var settledCounts: ImportReport.Counts {
    var settled = counts
    settled.read =
      counts.added + counts.updated + counts.unchanged + counts.rejected + counts.skippedCount
    return settled
  }

  /// Counts a unit, and rejects it if need be.
  func settle(
    _ outcome: Result<DraftRecorder.Outcome, RowProblem>, records number: Int, file: String,
    line: Int, header: [String], hasContext: Bool = false,
    originals: () -> [RejectsFile.Record]
  ) throws {
    switch outcome {
    case .success(.added): counts.added += number
    case .success(.restored):
      counts.added += number
      knownCount += number
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
      if problem.isOfEncoding {
        if report.undecoded.last?.file != file { report.undecoded.append((file, 0)) }
        report.undecoded[report.undecoded.count - 1].count += number
      }
      if let onReject {
        for original in originals() {
          try onReject(
            .init(file: original.file, line: original.line, problem: problem),
            original.fields.map { String(decoding: $0, as: UTF8.self) })
        }
      }
      switch options.onError {
      case .stop:
        counts.rejected += number
        throw ImportStopped(reject: reject, mostErrors: 0)
      case .skip: counts.skipped[ImportReport.failedReason, default: 0] += number
      case .reject:
        counts.rejected += number
        if let rejectsPlace {
          let file = try rejectsFile(header, hasContext, file, rejectsPlace)
          for original in originals() { try file.append(original, problem) }
        }
      }
      failures += number
      if let most = options.mostErrors, failures > most {
        throw ImportStopped(reject: reject, mostErrors: most)
      }
    }
  }

  /// The file for rejected records of files with these columns.
  private func rejectsFile(
    _ header: [String], _ hasContext: Bool, _ source: String,
    _ place: (RejectsPlace) throws(InputFailure) -> FilePlace
  ) throws -> RejectsFile {
    let found = rejectsFiles.first { $0.header == header && $0.hasContext == hasContext }
    if let found { return found.file }
    let wanted = RejectsPlace(
      number: rejectsFiles.count + 1, source: source, taken: rejectsFiles.map(\.file.place.path))
    let place = try place(wanted)
    let file = RejectsFile(
      place: place, try rejectsOutput(place), header: header, hasContext: hasContext,
      options.repeated)
    rejectsFiles.append((header, hasContext, file))
    return file
  }

  // MARK: Going on

  /// Whether what was recorded is to be made to last after the next record.
  var isCommitNext: Bool {
    options.commitEvery.map { records + 1 - recordsAtCommit >= $0 } ?? false
  }

  /// Says how far it is, and makes what was recorded last where that is wanted: after each record, once
  /// it is known what became of it.
  @inline(__always)
  func step(_ file: InputFile, at position: Int64) throws {
    records += 1
    if records & 4095 == 0 || records - recordsAtCommit == options.commitEvery {
      try look(file, at: position)
    }
  }

  private func look(_ file: InputFile, at position: Int64) throws {
    if records & 4095 == 0 {
      progress(
        ImportProgress(
          file: file.name, bytes: bytesBefore + position, size: size, records: records))
    }
    if let every = options.commitEvery, records - recordsAtCommit >= every {
      current?.counts = settledCounts
      if let current { try session.describeSource(current.json.text()) }
      if !hasCommitted { willCommit() }
      try session.checkpoint()
      hasCommitted = true
      recordsAtCommit = records
      sourcesAtCommit = report.sources.count
      current?.batch = session.sourceBatch
    }
  }

  /// Says that a file was read, of so many bytes on the disk.
  func end(_ file: InputFile, at position: Int64) {
    bytesBefore += position
    progress(ImportProgress(file: file.name, bytes: bytesBefore, size: size, records: records))
  }

  func ignore(_ file: String, _ reason: String) { report.ignored.append((file, reason)) }
}

extension InputFile {
  /// How many bytes there are to be read; `nil` when that is not known.
  fileprivate var size: Int64? {
    switch place {
    case .standardInput: return nil
    case .zipped(let entry, _): return entry.size
    case .disk(let path):
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        ? Int64(status.st_size) : nil
    }
  }
}
