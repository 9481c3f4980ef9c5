public import ArgumentParser
import CSV
import Calendar
import Foundation
import Rules
import Schema
import Sessions
import Storage
public import Transfer
import Views

/// Exports events or computed values of a profile as tables.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "export", abstract: "Export one kind of data as a table, or all events as a directory.",
    discussion: """
      Recorded events, which flint import can read:
        \(ExportSubject.list { !$0.isDerived })
      Computed values, which cannot be imported:
        \(ExportSubject.list { $0.isDerived })
      All events, as a directory of tables from which flint import restores an
      equal profile:
        everything

      flint dump writes the profile's own records, including corrections and
      batches.

      Text that begins with =, +, -, @, a tab, a line end or ' is prefixed with ',
      so that spreadsheets do not interpret it as a formula; flint import removes
      the prefix.

      Examples:
        flint export sparks -o sparks.csv
        flint export tasks --since 2026-03-01 --where priority=P0 --format json
        flint export sparks --columns day,title,points --order points:desc --limit 10
        flint export moods --missing --for spreadsheet -o moods.csv
        flint export everything -o profile-2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(help: "The events or values to export.") var kind: ExportSubject?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The output file (with everything: the output directory); - for standard output.",
      valueName: "path"),
    completion: .file())
  var output: String?
  @Flag(help: "Overwrite an existing file.") var force = false
  @Option(help: ArgumentHelp("The output format.", valueName: "csv|tsv|json|jsonl"))
  var format = ExportFormat.csv
  @Option(help: "Export only events at or after this time.") var since: Timestamp?
  @Option(help: "Export only events before this time.") var before: Timestamp?
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Export only rows that meet this condition: a column, an operator (=, !=, >=, <=, >, < or ~ "
        + "for contains) and a value; if repeated, all conditions must be satisfied.",
      valueName: "condition"),
    transform: { try parsed(ExportCondition($0), expected: ExportCondition.form) })
  var conditions: [ExportCondition] = []
  @Option(
    help: ArgumentHelp("The columns to write, in this order.", valueName: "names"),
    transform: { $0.split(separator: ",").map { String($0).trimmedWhitespace } })
  var columns: [String]?
  @Option(
    help: ArgumentHelp(
      "The column to sort by; :desc for descending order.", valueName: "column[:desc]"),
    transform: { try parsed(ExportOrder($0), expected: "a column such as at, or title:desc") })
  var order: ExportOrder?
  @Option(help: "The maximum number of rows; 0 for all.") var limit: Int?
  @Flag(help: "With moods: include days without a rating.") var missing = false
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Write CSV for a spreadsheet: with a byte order mark, CRLF line ends and, in locales "
        + "with a decimal comma (LC_ALL, LC_NUMERIC or LANG), semicolons as delimiters.",
      valueName: "spreadsheet"))
  var reader: ExportReader?
  @Option(help: ArgumentHelp("The delimiter between fields, for csv only.", valueName: "character"))
  var delimiter: String?
  @Flag(help: "Do not escape text that a spreadsheet could interpret as a formula.") var raw = false
  @Flag(help: "Print nothing.") var quiet = false
  @Flag(help: "Check that the export is possible, without writing.") var dryRun = false

  /// Whether an option was given that applies only to a single table.
  private var choosesRows: Bool {
    since != nil || before != nil || !conditions.isEmpty || columns != nil || order != nil
      || limit != nil || missing || reader != nil || delimiter != nil || format != .csv || force
  }

  func validate() throws {
    try checkLimit(limit)
    guard let kind else {
      throw ValidationError(
        "expected what to export: \(ExportSubject.allValueStrings.joined(separator: ", "))")
    }
    if output == "" { throw ValidationError("--output: expected a path, got nothing") }
    switch kind {
    case .everything:
      if choosesRows {
        throw ValidationError(
          "everything accepts only --output and --raw; the other options are for a single table")
      }
      if output == nil || output == "-" {
        throw ValidationError("everything requires --output with a new directory")
      }
    case .table(let kind):
      // The instants depend on the profile's zone; here it only matters whether they were given.
      let any = Instant(milliseconds: 0)
      _ = try job(kind, since: since.map { _ in any }, before: before.map { _ in any })
    }
  }

  /// Returns the export job with everything that does not depend on the profile.
  private func job(_ kind: ExportKind, since: Instant?, before: Instant?) throws -> ExportJob {
    var options = ExportOptions(kind)
    options.format = format
    options.since = since
    options.before = before
    options.conditions = conditions
    options.columns = columns
    options.order = order
    options.limit = limit == 0 ? nil : limit
    options.isRaw = raw
    options.includesMissing = missing
    if reader != nil { options.spreadsheet = SpreadsheetDialect(locale: Self.locale) }
    if let delimiter {
      guard let byte = CSVDialect.delimiter(named: delimiter) else {
        throw ValidationError(
          "--delimiter: expected one ASCII character such as ; or tab, got \"\(delimiter)\"")
      }
      options.delimiter = byte
    }
    do throws(ExportProblem) {
      return try ExportJob(options)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// The locale of numbers as POSIX determines it: empty variables are ignored.
  private static var locale: String? {
    let environment = ProcessInfo.processInfo.environment
    return ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
  }

  func run() throws {
    let store = try Store.openForReading(path: profile.path)
    switch kind {
    case .everything: try writeEverything(store, to: output ?? "")
    case .table(let kind): try write(kind, store)
    case nil: break
    }
  }

  private func write(_ kind: ExportKind, _ store: Store) throws {
    let path = output == "-" ? nil : output
    if let path {
      try Store.checkOutput(path, force)
      try store.checkIsNotOwn(path)
    }
    let report = try store.session(SessionOptions(now: profile.now, isWriting: false)) { session in
      let job = try job(
        kind, since: session.zone.instant(since),
        before: session.zone.instant(before))
      if dryRun { return try job.run(session) { _ in } }
      guard let path else {
        return try writeOut(job, session)
      }
      return try withCleanupOnInterrupt {
        var report: ExportReport?
        try store.writeFile(path, replacing: force) { write in
          report = try job.run(session, to: write)
        }
        return report ?? ExportReport(kind: kind, columns: [], rows: 0, notes: [])
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
    try store.session(SessionOptions(now: profile.now, isWriting: false)) { session in
      if dryRun {
        reports = try ProfileExport.run(session, isRaw: raw) { _, content in
          _ = try content { _ in }
        }
        return
      }
      try withCleanupOnInterrupt {
        try store.writeDirectory(path) { file in
          reports = try ProfileExport.run(session, isRaw: raw, file: file)
        }
      }
    }
    if quiet { return }
    let what =
      reports.isEmpty
      ? "nothing but the profile's seed, zone and rulebook"
      : reports.map { "\($0.kind.rawValue) \(grouped($0.rows))" }.joined(separator: ", ")
    note(dryRun ? "dry run: would write to \(path): \(what)" : "wrote to \(path): \(what)")
    for loss in ProfileExport.losses + reports.flatMap(\.notes) { note("left out: \(loss)") }
  }
}

/// The subject of an export as a command-line argument.
enum ExportSubject: ExpressibleByArgument, Equatable {
  case table(ExportKind)
  case everything

  init?(argument: String) {
    if argument == "everything" {
      self = .everything
    } else if let kind = ExportKind(rawValue: argument) {
      self = .table(kind)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { ExportKind.names + ["everything"] }

  static func list(_ isListed: (ExportKind) -> Bool) -> String {
    ExportKind.allCases.filter(isListed).map(\.rawValue).joined(separator: ", ")
  }
}

/// A kind of program that reads the export.
enum ExportReader: String, ExpressibleByArgument, CaseIterable {
  case spreadsheet
}

extension ExportFormat: ExpressibleByArgument {}
