import ArgumentParser
import Foundation
import Lua
import Rules
import Scripting
import Sessions
import Storage
import Transfer

/// Records what files say.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", _superCommandName: "flint",
    abstract: "Record what files say: CSV of Flint's own, exports of other apps, or by a mapping.",
    discussion: """
      A file's format is known by its header; flint import --formats lists them, and
      with a name tells what becomes of each column. Files may be compressed (gzip,
      zip); a folder is all that lies in it but hidden files, - is standard input.

      All of it is one transaction. A row that was recorded before is recognised, by
      its id or else by what it says, so that a file can be imported again, and a
      later export that has the earlier one in it adds only what is new. Rows that
      cannot be recorded go to a rejects file, with the reason; fix it and import
      it. Every row is accounted for:
      read = added + updated + unchanged + rejected + skipped.

      Examples:
        flint import daylio.csv
        flint import --dry-run exports/
        flint import --moods "Gut=good,Ok=average" tagebuch.csv
        flint import --sniff weights.csv > weights.lua
        flint import --map weights.lua weights.csv
        flint import --db copy.db --all profile-2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @Flag(help: "Create the profile that --db names if it does not exist.") var create = false
  @OptionGroup(title: "When creating a profile") var new: NewProfileOptions
  @OptionGroup(title: "How files are read") var reading: ReadingOptions
  @OptionGroup(title: "What becomes of rows") var rows: RowOptions

  @Option(
    help: ArgumentHelp(
      "Make a new profile of a directory that flint export --all wrote, instead.",
      valueName: "directory"), completion: .directory)
  var all: String?
  @Option(
    help: ArgumentHelp(
      "How to write the report. Of an import that ends before its end, json has what had been read "
        + "until then, the error, and whether any of it was kept.", valueName: "table|json"))
  var report = ReportFormat.table
  @Option(
    help: ArgumentHelp(
      "Record nothing; tell how a file is written, draft a mapping for it and show its first rows.",
      valueName: "file"), completion: .file())
  var sniff: String?
  @Flag(help: "List the formats; with a format's name, tell what becomes of its columns.")
  var formats = false
  @Option(
    help: ArgumentHelp(
      "Memory that the import may take: a number with KiB, MiB or GiB.", valueName: "size"))
  var maxMemory = ByteCount(bytes: 4 << 30)
  @Flag(help: ScriptOptions.requireSandboxHelp) var requireSandbox = false
  @Flag(help: "Say nothing but what is wrong.") var quiet = false
  @Flag(help: "Record nothing; tell what would be recorded.") var dryRun = false
  @Argument(
    help: "Files, folders, zip files, patterns; - for standard input.", completion: .file())
  var files: [String] = []

  /// How a report is written.
  enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
  }

  func validate() throws {
    if all != nil && !files.isEmpty {
      throw ValidationError("--all makes a whole profile; it takes no files beside it")
    }
    if sniff != nil && (all != nil || formats || reading.map != nil || !files.isEmpty) {
      throw ValidationError("--sniff looks at one file, and takes nothing beside it")
    }
    if formats && (all != nil || files.count > 1) {
      throw ValidationError("--formats takes the name of one format, or none")
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("-: standard input can be read only once")
    }
    if all == nil && files.isEmpty && sniff == nil && !formats {
      throw ValidationError("expected files to import, or --all with a directory")
    }
  }

  mutating func run() throws {
    if formats { return try FormatPage.show(files.first) }
    MemoryWatch.prepare()
    if let all {
      return try ArchiveImport(path: profile.path, directory: all, isRequired: requireSandbox)
        .run(dryRun, quiet)
    }
    if sniff == nil {
      // A folder of a profile's tables says what the new one is.
      let isWhole = files.contains {
        FileManager.default.fileExists(atPath: "\($0)/\(ProfileManifest.name)")
      }
      try profile.checkMayBeMade(new, isCreating: create || isWhole)
    }
    try enterSandbox()
    try takeRepeatedOptions()
    var soFar: SoFar?
    let done: Done?
    do {
      done = try whileWatched { try recorded(&soFar) }
    } catch {
      if report == .json, sniff == nil { tell(error, soFar) }
      throw error
    }
    guard let done else { return }
    if let made = done.made, !quiet { note(made) }
    try tell(done)
    if done.report.total.rejected > 0 {
      throw CommandFailure(status: .badInput, message: "")
    }
  }

  /// Has a watch kept over the memory of the process: a file of a few bytes may stand for many.
  private func whileWatched<Result>(_ body: () throws -> Result) rethrows -> Result {
    let words = LuaLimits.LastWords(
      "flint: stopped: the import took more memory than "
        + "\(LuaLimits.text(ofBytes: maxMemory.bytes)) (--max-memory); \(kept(rows.commitEvery))\n",
      status: ExitStatus.memoryLimit.rawValue)
    return try MemoryWatch.whileRunning(most: maxMemory.bytes) {
      Drafts.abandon { words.leave() }
    } _: { _ in
      try body()
    }
  }

  /// What is told to be left of an import that does not come to its end.
  private func kept(_ commitEvery: Int?) -> String {
    commitEvery == nil ? "nothing was kept" : "what was committed stays: import again to go on"
  }

  /// Rejected rows are imported as they were when they were rejected, unless the options say otherwise:
  /// their file tells how that was.
  private mutating func takeRepeatedOptions() throws {
    if all != nil || sniff != nil { return }
    let found = files.map { $0 == "-" ? nil : RepeatedOptions(ofFile: $0) }
    guard let repeated = found.first ?? nil, found.allSatisfy({ $0 == repeated }) else { return }
    let taken = repeated.missing(
      in: try reading.said(zone: new.zone, isUpdating: rows.update))
    reading.take(repeated)
    new.zone = new.zone ?? repeated.zone
    rows.update = rows.update || repeated.isUpdating
    // A mapping inside a script cannot be taken over, which is told when the file is read.
    if !quiet, !taken.isEmpty, !taken.hasOwnMap {
      note(
        shown(
          "\(files.joined(separator: ", ")): read with \(taken.arguments), as when its rows were "
            + "rejected"))
    }
  }

  /// A mapping is a script, and so is a rulebook; and files come from anywhere: from here on nothing is
  /// written but the profile and the rejected rows.
  private func enterSandbox() throws {
    if sniff != nil {
      // What is sniffed out is a mapping, which is tried. Of the profile only the zone is read.
      return try Sandbox.enter(profile: profile.path, isRequired: requireSandbox)
    }
    // Rejected rows go to the current directory if nothing else is said.
    try Sandbox.enter(
      profile: profile.path, isWriting: !dryRun, outputs: [rows.rejects ?? "rejects"],
      isRequired: requireSandbox)
  }

  /// Records what the files say, or looks at one; `nil` then.
  ///
  /// - Parameter soFar: what an import came to that ended before its end.
  private func recorded(_ soFar: inout SoFar?) throws -> Done? {
    // A mapping's functions run on the thread that reads it, and need more stack than most have.
    try withScriptThread { () throws -> Done? in
      if new.zone != nil { _ = try zone }
      let options = try reading.options(rows, zone: new.zone)
      if let sniff {
        try SniffPage.show(sniff, options, zone: try zone, now: profile.now)
        return nil
      }
      if let rejects = rows.rejects {
        do throws(InputFailure) {
          try ImportJob.checkRejects(FilePlace(rejects))
        } catch {
          throw CommandFailure(importError: error) ?? error
        }
      }
      return try withoutRemains(kept: kept(options.commitEvery)) {
        let (store, isNew) = try openStore()
        return try run(options, store, isNew: isNew, &soFar)
      }
    }
  }

  /// The zone in which times are read that have no offset.
  private var zone: Zone {
    get throws {
      var name = new.zone ?? Zone.systemName
      if new.zone == nil, FileManager.default.fileExists(atPath: profile.path) {
        name = try profile.reading { $0.profile.zone }
      }
      do {
        return try Zone(name: name)
      } catch {
        guard case .unknownZone = error else { throw error }
        throw ValidationError("--zone: \(error)")
      }
    }
  }

  /// What an import did, and what that changed.
  private struct Done {
    var report: ImportReport
    var changes: String
    /// What profile had to be made, if one had.
    var made: String?
  }

  private func run(
    _ options: ImportOptions, _ store: Store, isNew: Bool, _ soFar: inout SoFar?
  ) throws -> Done {
    let watch = ProgressLine(isQuiet: quiet)
    var job: ImportJob?
    do {
      var done = try store.session(
        SessionOptions(now: profile.now, batchKind: "import", batchSource: "")
      ) { session in
        let before = try session.summary()
        let made = try ImportJob(
          files, options, session,
          rejectsPlace: dryRun
            ? nil : { (wanted) throws(InputFailure) in try FilePlace(rows.rejectsPath(wanted)) },
          progress: watch.show)
        job = made
        made.willCommit = { Drafts.keep() }
        var changes = ""
        let report = try made.run(placesRejects: false) { report in
          try check(made, report, isNew: isNew)
          changes = SummaryChanges(before: before, after: try session.summary()).text
          // From here on it is to be finished.
          if !dryRun { Drafts.settle() }
        }
        watch.end()
        let profile = session.profile
        let newly =
          "made \(self.profile.path): zone \(profile.zone), rulebook \(profile.rulebook), "
          + "seed \(profile.seed)"
          + (made.hasManifest ? "" : new.zoneNote(profile))
        return Done(report: report, changes: changes, made: isNew && !dryRun ? newly : nil)
      }
      // What was recorded is there to stay. Rows that are gone with the process before this are
      // rejected again when the file is imported again.
      done.report.rejectsFiles = try job?.placeRejects() ?? []
      let total = done.report.total
      if isNew && !dryRun, total.rejected > 0, total.rejected == total.read {
        // There is nothing in it, and the next import may want another one.
        Store.discardIfEmpty(path: profile.path)
        done.made = nil
      }
      return done
    } catch {
      watch.end()
      let hasCommitted = job?.hasCommitted ?? false
      soFar = job.map { SoFar(report: $0.reportSoFar, isKept: hasCommitted) }
      if !hasCommitted {
        job?.withdrawRejects()
        // It was made for this import alone, and might not be what is wanted the next time.
        if isNew && !dryRun { Store.discardIfEmpty(path: profile.path) }
      }
      let committed = hasCommitted ? job?.committedRecords : nil
      throw CommandFailure(importError: error, committed: committed) ?? CommandFailure(
        mappingError: error) ?? error
    }
  }

  /// What an import came to that ended before its end.
  private struct SoFar {
    var report: ImportReport
    /// Whether some of it was kept.
    var isKept: Bool
  }

  private func tell(_ error: any Error, _ soFar: SoFar?) {
    let message =
      (error as? CommandFailure)?.message ?? CommandFailure(error)?.message
      ?? (error as? ValidationError)?.message ?? "\(error)"
    let report = soFar?.report ?? ImportReport()
    guard case .object(let members) = report.json else { return }
    let told = JSONValue.object(
      members + [("error", .string(message)), ("kept", .boolean(soFar?.isKept ?? false))])
    StandardOutput.shared.write(told.text(indented: true) + "\n")
  }

  private func tell(_ done: Done) throws {
    if report == .json {
      StandardOutput.shared.write(done.report.json.text(indented: true) + "\n")
    }
    if quiet && done.report.total.rejected == 0 { return }
    note(
      ImportPage(
        report: done.report, changes: done.changes, isDryRun: dryRun, onError: rows.onError,
        files: files, database: profile.database
      ).text)
  }

  /// The profile's file, made if there is none; for a dry run a copy that is kept nowhere.
  private func openStore() throws -> (Store, isNew: Bool) {
    let path = profile.path
    var asked = new
    // The zone is that of the files' times, too, which may be another than the profile's.
    asked.zone = nil
    if dryRun, !FileManager.default.fileExists(atPath: path) {
      let (profile, definition) = try newProfile()
      return (try Store.inMemory(profile: profile, definition: definition), true)
    }
    let (store, isNew) =
      dryRun
      ? (try Store.openForReading(path: path).copyInMemory(), false)
      : try Store.openOrCreate(path: path, isProvisional: true) { try newProfile() }
    if !isNew { try asked.check(against: store.access { try $0.profile() }, path: path) }
    return (store, isNew)
  }

  /// Holds what was read against what a folder of a profile's tables says of itself.
  private func check(_ job: ImportJob, _ report: ImportReport, isNew: Bool) throws {
    var isUsed = false
    for folder in files {
      guard let manifest = try ProfileManifest(inFolder: folder) else { continue }
      isUsed = true
      // Where only some of the tables were asked for, the others are none the worse.
      if reading.format == nil && reading.map == nil {
        try manifest.check(report, folder: folder)
      }
    }
    if isNew && job.hasManifest && !isUsed {
      throw CommandFailure(
        status: .badInput,
        message:
          "a file \(ProfileManifest.name) tells what the profile is, but not in a folder that "
          + "was named: unpack zip files, and name the folder that it lies in; nothing was recorded"
      )
    }
  }

  /// What a new profile is, and the definition of its rulebook: as a folder says that flint export
  /// everything wrote, where the options are silent.
  private func newProfile() throws -> (Profile, definition: String) {
    let manifests: [ProfileManifest]
    do {
      manifests = try files.compactMap { try ProfileManifest(inFolder: $0) }
    } catch {
      throw CommandFailure(importError: error) ?? error
    }
    guard let manifest = manifests.first else {
      return (try new.profile(now: profile.now), try new.definition.json.text())
    }
    var asked = new
    asked.seed = new.seed ?? manifest.seed
    asked.zone = new.zone ?? manifest.zone
    let definition = try new.rulebook?.definition() ?? manifest.rulebook
    return (
      try asked.profile(now: profile.now, definition: definition), definition.json.text()
    )
  }
}
