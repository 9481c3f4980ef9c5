import ArgumentParser
import FlintCalendar
import Commands
import Foundation
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Storage
import Transfer

struct ImportCommand: Subcommand {
  static let name = "import"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Import events from CSV files and exports of other apps.",
    discussion: """
      The format of a file is detected from its header; flint import --formats lists
      the formats; --formats NAME shows how each column is imported. Files may be
      compressed (gzip, zip). A directory means all files in it except hidden
      ones, and - means standard input.

      The whole import is one transaction. A row that was recorded before is
      recognised by its id or its values, so that a file can be imported again: a
      later export adds only new rows. Rows that cannot be recorded are written to
      a rejects file with the reason; correct that file and import it. The report
      accounts for every row:
      read = added + updated + unchanged + rejected + skipped.

      Examples:
        flint import daylio.csv
        flint import --dry-run exports/
        flint import --moods "Gut=good,Ok=average" tagebuch.csv
        flint import --draft sleep.csv
        flint import --sniff weights.csv > weights.lua
        flint import --map weights.lua weights.csv
      """)

  @OptionGroup var profile: ProfileOptions
  @Flag(help: .create) var create = false
  @OptionGroup(title: "New profile") var new: NewProfileOptions
  @OptionGroup(title: "Reading files") var reading: ReadingOptions
  @OptionGroup(title: "Recording rows") var rows: RowOptions

  @Option(
    help: ArgumentHelp(
      "The format of the report. If the import fails, json includes the counts so far, the "
        + "error, and whether any rows were saved.", valueName: "table|json"))
  var report = ReportFormat.table
  @Option(
    help: ArgumentHelp(
      "Record nothing; describe this file, write a mapping for it and show its first rows "
        + "as the mapping reads them.",
      valueName: "file"), completion: .file())
  var sniff: String?
  @Flag(help: "List the formats; with a format's name, show how its columns are imported.")
  var formats = false
  @OptionGroup var confinement: ImportConfinementOptions
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false
  @Argument(
    help: "Files, directories, zip files or patterns; - for standard input.", completion: .file())
  var files: [String] = []

  enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
  }

  func validate() throws {
    if sniff != nil && (formats || reading.map != nil || !files.isEmpty) {
      throw ValidationError(
        "--sniff takes one file and cannot be combined with other files or options of an import")
    }
    if formats && files.count > 1 {
      throw ValidationError("--formats takes at most one format")
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("-: standard input can be read only once")
    }
    if files.isEmpty && sniff == nil && !formats {
      throw ValidationError("expected files to import")
    }
  }

  mutating func run() throws {
    if formats { return try FormatPage.show(files.first) }
    MemoryWatch.prepare()
    if sniff == nil {
      try profile.checkMayBeCreated(new, isCreating: create)
    }
    try enterSandbox()
    try takeRepeatedOptions()
    var soFar: SoFar?
    let done: Done?
    do {
      done = try confinement.whileWatched(advice: Self.advice) { try recorded(&soFar) }
    } catch {
      if report == .json, sniff == nil { writeReport(error, soFar) }
      throw error
    }
    guard let done else { return }
    if let created = done.created, !quiet { note(created) }
    try writeReport(done)
    if done.report.total.rejected > 0 {
      throw CommandFailure(.badInput, "")
    }
  }

  /// What a message about a failed import says after what was committed.
  private static let advice = ": import again to continue"

  /// Adopts the options with which the rows of a rejects file were rejected, unless the command line
  /// gives others. The file records them.
  private mutating func takeRepeatedOptions() throws {
    if sniff != nil { return }
    let found = files.map { $0 == "-" ? nil : RepeatedOptions(ofFile: $0) }
    guard let repeated = found.first ?? nil, found.allSatisfy({ $0 == repeated }) else { return }
    let taken = repeated.missing(
      in: try reading.said(zone: new.zone, isUpdating: rows.update))
    reading.take(repeated)
    new.zone = new.zone ?? repeated.zone
    rows.update = rows.update || repeated.isUpdating
    // A mapping defined within a script cannot be adopted; reading the file reports that.
    if !quiet, !taken.isEmpty, !taken.hasOwnMap, !taken.needsOriginal {
      note(
        shown(
          "\(files.joined(separator: ", ")): read with \(taken.arguments), as when its rows were "
            + "rejected"))
    }
  }

  /// Enters the sandbox, in which only the profile and the rejects file can be written: mappings and
  /// rulebooks are scripts, and the files may come from an untrusted source.
  private func enterSandbox() throws {
    if sniff != nil {
      // The mapping written by --sniff is tried. Only the zone is read from the profile.
      return try Sandbox.enter(profile: profile.path)
    }
    // The rejects file is in the current directory by default.
    try Sandbox.enter(
      profile: profile.path, isWriting: !dryRun, outputs: [rows.rejects ?? "rejects"])
  }

  /// Imports the files. With `--sniff`, describes a file instead and returns `nil`.
  ///
  /// - Parameter soFar: Set to the report of an import that failed.
  private func recorded(_ soFar: inout SoFar?) throws -> Done? {
    // The functions of a mapping run on the thread that reads it, and need more stack than most threads
    // have.
    try withScriptThread { () throws -> Done? in
      if new.zone != nil { _ = try zone }
      var reading = reading
      if reading.draft, reading.drafted == nil {
        guard files.count == 1 else {
          throw ValidationError("--draft takes one file: a mapping is drafted for its columns")
        }
        reading.drafted = try DraftedImport.mapping(
          of: files[0], reading.options(rows, zone: new.zone), today: today)
      }
      var options = try reading.options(rows, zone: new.zone)
      if dryRun { options.firstEvents = 10 }
      if let sniff {
        try SniffPage.show(sniff, options, zone: try zone, now: profile.now)
        return nil
      }
      if let rejects = rows.rejects {
        do throws(InputFailure) {
          try ImportJob.checkRejects(FileLocation(rejects))
        } catch {
          throw CommandFailure(importError: error) ?? error
        }
      }
      do {
        return try imported(options, &soFar)
      } catch let failure as InputFailure {
        guard try answers(failure, options) else {
          throw CommandFailure(importError: failure) ?? failure
        }
        reading.drafted = try DraftedImport.mapping(
          of: files[0], options, today: today)
        return try imported(reading.options(rows, zone: new.zone), &soFar)
      }
    }
  }

  private func imported(_ options: ImportOptions, _ soFar: inout SoFar?) throws -> Done? {
    try withCleanupOnInterrupt(advice: Self.advice) {
      let (store, isNew) = try openStore()
      return try run(options, store, isNew: isNew, &soFar)
    }
  }

  /// The zone of times without an offset.
  var zone: CivilZone {
    get throws {
      var name = new.zone ?? CivilZone.systemName
      var dayStart = new.dayStart ?? .midnight
      if new.zone == nil || new.dayStart == nil,
        FileManager.default.fileExists(atPath: profile.path)
      {
        let own = try profile.reading { $0.profile }
        name = new.zone ?? own.zone
        dayStart = own.dayStart
      }
      do {
        return try CivilZone.named(name, dayStart: dayStart)
      } catch {
        guard case .unknownZone = error else { throw error }
        throw ValidationError("--zone: \(error)")
      }
    }
  }

  /// The result of an import, and the changes in the profile.
  private struct Done {
    var report: ImportReport
    var changes: String
    /// A description of the created profile; `nil` if it existed.
    var created: String?
    /// Whether the profile was new and was removed, since every row was rejected.
    var isDiscarded = false
  }

  private func run(
    _ options: ImportOptions, _ store: Store, isNew: Bool, _ soFar: inout SoFar?
  ) throws -> Done {
    let watch = ProgressLine(isQuiet: quiet)
    var job: ImportJob?
    do {
      var done = try store.session(
        SessionOptions(now: profile.now?.expression, batchKind: "import", batchSource: "")
      ) { session in
        let before = try session.reader.summary()
        let importJob = try ImportJob(
          files, options, session,
          rejectsLocation: dryRun
            ? nil : { (wanted) throws(InputFailure) in try FileLocation(rows.rejectsPath(wanted)) },
          progress: watch.show)
        job = importJob
        importJob.willCommit = { TemporaryFiles.keepProvisional() }
        var changes = ""
        let report = try importJob.run(publishesRejects: false) { report in
          changes = SummaryChanges(before: before, after: try session.reader.summary()).text
          // From here on the import must not be interrupted.
          if !dryRun { TemporaryFiles.commit() }
        }
        watch.end()
        let profile = session.profile
        let newly =
          "created \(self.profile.path): \(profile.daysText), rulebook \(profile.rulebook), "
          + "seed \(profile.seed)"
          + new.zoneNote(profile)
        return Done(report: report, changes: changes, created: isNew && !dryRun ? newly : nil)
      }
      // The events are committed. If the process ends before the rejects file is written, the rows are
      // rejected again when the file is imported again.
      done.report.rejectsFiles = try job?.publishRejects() ?? []
      let total = done.report.total
      if isNew && !dryRun, total.rejected > 0, total.rejected == total.read {
        // The new profile is empty, and the next import may want another one.
        Store.discardIfEmpty(path: profile.path)
        done.created = nil
        done.isDiscarded = true
      }
      return done
    } catch {
      watch.end()
      let hasCommitted = job?.hasCommitted ?? false
      soFar = job.map { SoFar(report: $0.reportSoFar, isKept: hasCommitted) }
      if !hasCommitted {
        job?.discardRejects()
        // The profile was created for this import alone; the next one may want another.
        if isNew && !dryRun { Store.discardIfEmpty(path: profile.path) }
      }
      if let failure = error as? InputFailure, failure.isUnknownFormat { throw failure }
      let committed = hasCommitted ? job?.committedRecords : nil
      throw CommandFailure(importError: error, committed: committed) ?? CommandFailure(
        mappingError: error) ?? error
    }
  }

  /// The report of an import that failed.
  private struct SoFar {
    var report: ImportReport
    /// Whether some rows were committed.
    var isKept: Bool
  }

  private func writeReport(_ error: any Error, _ soFar: SoFar?) {
    let message =
      (error as? CommandFailure)?.message ?? CommandFailure(error)?.message
      ?? (error as? ValidationError)?.message ?? "\(error)"
    let report = soFar?.report ?? ImportReport()
    guard case .object(let members) = report.json else { return }
    let value = JSONValue.object(
      members + [("error", .string(message)), ("kept", .boolean(soFar?.isKept ?? false))])
    StandardOutput.shared.write(json: value)
  }

  private func writeReport(_ done: Done) throws {
    if report == .json {
      StandardOutput.shared.write(json: done.report.json)
    }
    if quiet && done.report.total.rejected == 0 { return }
    note(
      ImportPage(
        report: done.report, changes: done.changes, isDryRun: dryRun, onError: rows.onError,
        files: files, database: profile.database, creation: done.isDiscarded ? creation : nil
      ).text)
  }

  /// The options that create the profile as those of this import; `nil` if none are needed.
  private var creation: String? {
    let words = new.words
    if !words.isEmpty { return words.map { ShellWord.quoted($0) }.joined(separator: " ") }
    return profile.database == nil ? nil : "--create"
  }

  /// Opens the profile, or creates it if it does not exist; for a dry run, a copy in memory.
  private func openStore() throws -> (Store, isNew: Bool) {
    let path = profile.path
    var asked = new
    // The zone applies to the times in the files, too, and may differ from that of the profile.
    asked.zone = nil
    if dryRun, !FileManager.default.fileExists(atPath: path) {
      let (profile, definition) = try newProfile()
      return (try Store.inMemory(profile: profile, definition: definition), true)
    }
    let (store, isNew) =
      dryRun
      ? (try profile.open(isDryRun: true), false)
      : try Store.openOrCreate(path: path, isProvisional: true) { try newProfile() }
    if !isNew { try asked.check(against: store.access { try $0.profile.read() }, path: path) }
    return (store, isNew)
  }

  /// Returns a new profile and the definition of its rulebook.
  func newProfile() throws -> (Profile, definition: String) {
    (try new.profile(now: profile.now), try new.definition.json.text())
  }
}
