import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import Sessions
import Storage
import Transfer
import Views

/// Exports events or computed values of a profile as tables.
struct ExportCommand: Subcommand {
  static let name = "export"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Export one kind of data as a table, or all events as a directory.",
    discussion: """
      Recorded events, which flint import can read:
        \(ExportSubject.list { !$0.isDerived })
      Computed values, which cannot be imported:
        \(ExportSubject.list { $0.isDerived })
      All events, as a directory of tables for people and other programs:
        everything
      Tidy tables and views in a new SQLite database, for queries:
        sqlite

      flint api tables describes the columns of each, flint api entries those of one.

      A profile is restored from what flint backup and flint dump write.

      Text that begins with =, +, -, @, a tab, a line end or ' is prefixed with ',
      so that spreadsheets do not interpret it as a formula; flint import removes
      the prefix.

      Examples:
        flint export sparks -o sparks.csv
        flint export tasks --since 2026-03-01 --where priority=P0 --format json
        flint export sparks --columns day,title,points --order points:desc --limit 10
        flint export moods --missing --for spreadsheet -o moods.csv
        flint export entries --columns at,tracker,number,values.Distance
        flint export table --by week --trackers Sleep,Run
        flint export everything -o profile-2026-03-01
        flint export sqlite profile.sqlite
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(help: "The events or values to export.") var kind: ExportSubject?
  @Argument(
    help: ArgumentHelp("With sqlite: the file, as with --output.", valueName: "file"),
    completion: .file())
  var file: String?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The output file (with everything: the output directory); - for standard output.",
      valueName: "path"),
    completion: .file())
  var output: String?
  @Flag(help: .force) var force = false
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The output format.", valueName: "csv|tsv|json|jsonl"))
  var format = ExportFormat.csv
  @OptionGroup var selection: ExportSelectionOptions
  @OptionGroup var writing: WritingOptions
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false

  /// Whether anything was chosen that `everything` does not accept.
  private var choosesRows: Bool {
    selection.isGiven || writing.isOfTable || format != .csv
  }

  func validate() throws {
    guard let kind else {
      throw ValidationError(
        "expected what to export: \(ExportSubject.allValueStrings.joined(separator: ", "))")
    }
    if output == "" || file == "" {
      throw ValidationError("--output: expected a path, got nothing")
    }
    if let file, kind != .sqlite {
      throw ValidationError("unexpected argument \"\(file)\"; --output names the output")
    }
    switch kind {
    case .sqlite:
      if choosesRows || writing.raw {
        throw ValidationError(
          "sqlite accepts only a file and --force; the other options are for a single table")
      }
      if file != nil && output != nil {
        throw ValidationError("expected one file, got \"\(file ?? "")\" and --output")
      }
      if (file ?? output ?? "-") == "-" {
        throw ValidationError("sqlite requires a file: flint export sqlite FILE")
      }
    case .everything:
      if choosesRows || force {
        throw ValidationError(
          "everything accepts only --output and --raw; the other options are for a single table")
      }
      if output == nil || output == "-" {
        throw ValidationError("everything requires --output with a new directory")
      }
    case .table(let kind):
      _ = try job(kind, nil)
    }
  }

  /// - Parameter session: The session in which days and times are read; `nil` to only check options.
  private func job(_ kind: ExportKind, _ session: Session?) throws -> ExportJob {
    var options = ExportOptions(kind)
    try selection.select(in: &options, session)
    options.form = try writing.form(format)
    do throws(ExportProblem) {
      return try ExportJob(options)
    } catch {
      let text = error.description
      throw ValidationError(
        selection.range.on == nil ? text : text.replacing("--since", with: "--on"))
    }
  }

  func run() throws {
    let written = (file ?? output).map { dryRun || $0 == "-" ? [] : [$0] } ?? []
    switch kind {
    case .sqlite: try writeTables(profile.openForReading(outputs: written), to: written.first)
    case .everything:
      try writeEverything(profile.openForReading(outputFolders: written), to: output ?? "")
    case .table(let kind): try write(kind, profile.openForReading(outputs: written))
    case nil: break
    }
  }

  private func write(_ kind: ExportKind, _ store: Store) throws {
    let path = output == "-" ? nil : output
    if let path {
      try PageTarget.checkMayReplace(path, force)
      try store.checkIsNotOwn(path)
    }
    let report = try store.session(SessionOptions(now: profile.now?.expression, isWriting: false)) {
      session in
      let job = try job(kind, session)
      do {
        if dryRun { return try job.run(session) { _ in } }
        guard let path else { return try writeOut(job, session) }
        return try write(job, session, store, to: path)
      } catch let problem as ExportProblem {
        throw ValidationError(problem.description)
      }
    }
    if quiet { return }
    let rows = counted(report.rows, "row")
    if dryRun {
      note("dry run: would write \(rows) of \(kind.rawValue)\(path.map { " to \($0)" } ?? "")")
    } else if let path {
      note("wrote \(rows) of \(kind.rawValue) to \(path)")
    }
    for loss in report.notes { note("left out: \(loss)") }
  }

  private func write(
    _ job: ExportJob, _ session: Session, _ store: Store, to path: String
  ) throws -> ExportReport {
    try withCleanupOnInterrupt {
      var report: ExportReport?
      try store.writeFile(path, replacing: force) { write in
        report = try job.run(session, to: write)
      }
      return report ?? ExportReport(kind: job.options.kind, columns: [], rows: 0, notes: [])
    }
  }

  /// Writes to standard output until its reader closes the pipe.
  private func writeOut(_ job: ExportJob, _ session: Session) throws -> ExportReport {
    struct ReaderGone: Error {}
    do {
      return try job.run(session) { bytes in
        bytes.withUnsafeBytes { StandardOutput.shared.write($0) }
        if StandardOutput.shared.isClosed { throw ReaderGone() }
      }
    } catch is ReaderGone {
      // A write error, if any, is reported at the end of the process.
      return ExportReport(kind: job.options.kind, columns: [], rows: 0, notes: [])
    }
  }

  private func writeEverything(_ store: Store, to path: String) throws {
    try Store.checkOutput(path, false)
    var reports: [ExportReport] = []
    try store.session(SessionOptions(now: profile.now?.expression, isWriting: false)) { session in
      if dryRun {
        reports = try ProfileExport.run(session, isRaw: writing.raw) { _, content in
          _ = try content { _ in }
        }
        return
      }
      try withCleanupOnInterrupt {
        try store.writeDirectory(path) { file in
          reports = try ProfileExport.run(session, isRaw: writing.raw, file: file)
        }
      }
    }
    if quiet { return }
    let what =
      reports.isEmpty
      ? "no tables, since nothing is recorded"
      : reports.map { "\($0.kind.rawValue) \(grouped($0.rows))" }.joined(separator: ", ")
    note(dryRun ? "dry run: would write to \(path): \(what)" : "wrote to \(path): \(what)")
    for loss in [ProfileExport.loss] + reports.flatMap(\.notes) { note("left out: \(loss)") }
  }
}
