import FlintCalendar
import Commands
import Foundation
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Storage
import Transfer
import Views

/// The treatment of files of no known format.
extension ImportCommand {
  /// Describes a file of no known format and what a drafted mapping would record; on a terminal, asks
  /// whether to record it.
  ///
  /// - Returns: whether the person wants it recorded.
  /// - Throws: `CommandFailure` if the file was described, and is not to be recorded.
  func answers(_ failure: InputFailure, _ options: ImportOptions) throws -> Bool {
    guard failure.isUnknownFormat, files.count == 1, report == .table else { return false }
    var repeated: [String] = []
    if let database = profile.database { repeated = ["--db", ShellWord.quoted(database)] }
    if create { repeated.append("--create") }
    if let dates = reading.dates { repeated += ["--dates", dates.rawValue] }
    let drafted: DraftedImport
    do {
      drafted = try DraftedImport(files[0], options, today: today)
    } catch let problem as FormatProblem {
      guard let text = DraftedImport.text(files[0], problem, repeated) else { return false }
      note(text)
      throw CommandFailure(.badInput, "")
    } catch is InputFailure {
      return false
    }
    note(drafted.text(try trial(drafted, options), repeated))
    guard !drafted.isOpen, !dryRun, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw CommandFailure(.badInput, "")
    }
    note("record it? [y/N]")
    guard ["y", "yes"].contains(readLine()?.lowercased().trimmedWhitespace) else {
      throw CommandFailure(.badInput, "nothing was recorded")
    }
    return true
  }

  /// The day on which files are examined.
  var today: CivilDay {
    get throws { try zone.day(of: zone.instant(profile.now) ?? .present()) }
  }

  /// Tries a drafted mapping on an empty profile.
  private func trial(_ drafted: DraftedImport, _ options: ImportOptions) throws -> TrialImport {
    var options = options
    let mapping = try MappingFile.mapping(
      of: Array(drafted.draft.lua.utf8), path: DraftedImport.name)
    mapping.fill(&options)
    options.firstEvents = 3
    let (profile, definition) = try newProfile()
    let store = try Store.inMemory(profile: profile, definition: definition)
    var trial = TrialImport()
    try store.session(
      SessionOptions(now: self.profile.now?.expression, batchKind: "import", batchSource: "")
    ) { session in
      let job = try ImportJob(files, options, session, rejectsLocation: nil)
      let report = try job.run(publishesRejects: false) { _ in }
      trial.events = report.firstEvents
      let summary = try session.reader.summary()
      let state = try session.folded()
      let tasks = state.tasks.tasks.count
      trial.counts = [
        ("sparks", Int(summary.sparks)), ("tasks", tasks),
        ("days of moods", Int(summary.counts.ratedDays)),
      ].filter { $0.1 > 0 }
      for tracker in state.trackers.trackers.sorted(by: { $0.content.name < $1.content.name }) {
        trial.counts += tracker.totalsByKind.map {
          ("\(tracker.content.name) (\($0.kind))", Int($0.entries))
        }
      }
      let total = report.total
      let rest = [(total.rejected, "rejected"), (total.skipped.values.reduce(0, +), "skipped")]
        .filter { $0.0 > 0 }
      if !rest.isEmpty {
        trial.problem =
          rest.map { "\(counted($0.0, "row")) would be \($0.1)" }.joined(separator: ", ")
          + (report.rejects.first.map { "; line \($0.line): \($0.problem)" } ?? "")
      }
    }
    return trial
  }
}
