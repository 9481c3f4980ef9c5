public import ArgumentParser
import CSV
import Foundation
import Rules
import Sessions
import Storage
public import Transfer

/// Writes a profile, or a part of it, down.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", _superCommandName: "flint",
    abstract: "Write sparks, tasks, moods … as a table, or the whole profile.",
    discussion: """
      What happened, which flint import reads back:
        \(ExportWord.list { !$0.isDerived })
      What is computed from it, which cannot be imported:
        \(ExportWord.list { $0.isDerived })
      Everything that happened, as a directory of tables, of which flint import
      makes the same profile: everything. With --all instead: the profile's own
      records, corrections and batches included, as JSON.

      A text that begins with =, +, -, @, a tab, a line end or ' gets a ' before it,
      so that no spreadsheet takes it for a formula; flint import takes it away.

      Examples:
        flint export sparks -o sparks.csv
        flint export tasks --since 2026-03-01 --where priority=P0 --format json
        flint export sparks --columns day,title,points --order points:desc --limit 10
        flint export moods --missing --for spreadsheet -o moods.csv
        flint export everything -o profile-2026-03-01
        flint export --all archive-2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(help: ArgumentHelp("What to export.", valueName: "kind")) var kind: ExportWord?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file, or with everything the directory; - for standard output.", valueName: "path"),
    completion: .file())
  var output: String?
  @Flag(help: "Replace a file that is there already.") var force = false
  @Option(help: ArgumentHelp("The output format.", valueName: "csv|tsv|json|jsonl"))
  var format = ExportFormat.csv
  @Option(help: ArgumentHelp("Only what happened from this time on.", valueName: "time"))
  var since: Timestamp?
  @Option(help: ArgumentHelp("Only what happened before this time.", valueName: "time"))
  var until: Timestamp?
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only rows for which this holds: column=value, also with !=, >=, <=, >, < and ~ "
        + "(contains); given several times, all of them.", valueName: "condition"),
    transform: { try ExportCommand.condition($0) })
  var conditions: [ExportCondition] = []
  @Option(
    help: ArgumentHelp("These columns, in this order.", valueName: "names"),
    transform: { $0.split(separator: ",").map { String($0).trimmedWhitespace } })
  var columns: [String]?
  @Option(
    help: ArgumentHelp("By this column; :desc for the last first.", valueName: "column[:desc]"),
    transform: { try ExportCommand.order($0) })
  var order: ExportOrder?
  @Option(help: "At most so many rows; 0 for all.") var limit: Int?
  @Flag(help: "With moods: days without a rating too.") var missing = false
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "For a spreadsheet: a byte order mark, lines that end in CRLF and, where decimals have a "
        + "comma (by LC_ALL, LC_NUMERIC or LANG), semicolons.", valueName: "spreadsheet"))
  var reader: ExportReader?
  @Option(help: ArgumentHelp("The character between two fields of csv.", valueName: "character"))
  var delimiter: String?
  @Flag(help: "Leave texts as they are that a spreadsheet takes for formulas.") var raw = false
  @Option(
    help: ArgumentHelp(
      "Write the profile's own records into this new directory.", valueName: "directory"),
    completion: .directory)
  var all: String?
  @Flag(help: "Say nothing.") var quiet = false
  @Flag(help: "Write nothing; check that it could be done.") var dryRun = false

  private static func condition(_ text: String) throws -> ExportCondition {
    guard let condition = ExportCondition(text) else {
      throw ValidationError("expected \(ExportCondition.form)")
    }
    return condition
  }

  private static func order(_ text: String) throws -> ExportOrder {
    guard let order = ExportOrder(text) else {
      throw ValidationError("expected a column such as at, or title:desc")
    }
    return order
  }

  /// Whether an option was given that goes with one table only.
  private var choosesRows: Bool {
    since != nil || until != nil || !conditions.isEmpty || columns != nil || order != nil
      || limit != nil || missing || reader != nil || delimiter != nil || format != .csv || force
  }

  func validate() throws {
    try checkLimit(limit)
    if all != nil {
      if kind != nil || output != nil || choosesRows || raw {
        throw ValidationError("--all goes with no kind and no other option of a table")
      }
      return
    }
    guard let kind else {
      throw ValidationError(
        "expected what to export: \(ExportWord.allValueStrings.joined(separator: ", "))")
    }
    if output == "" { throw ValidationError("--output: expected a path, got nothing") }
    switch kind {
    case .everything:
      if choosesRows {
        throw ValidationError("everything goes with --output and --raw; all else is for one table")
      }
      if output == nil || output == "-" {
        throw ValidationError("everything: expected --output and a new directory")
      }
    case .table(let kind):
      // Which instants these are depends on the profile's zone; here only whether there are any.
      let any = Instant(milliseconds: 0)
      _ = try job(kind, since: since.map { _ in any }, until: until.map { _ in any })
    }
  }

  /// The job, as far as it does not depend on the profile.
  private func job(_ kind: ExportKind, since: Instant?, until: Instant?) throws -> ExportJob {
    var options = ExportOptions(kind)
    options.format = format
    options.since = since
    options.until = until
    options.conditions = conditions
    options.columns = columns
    options.order = order
    options.limit = limit == 0 ? nil : limit
    options.isRaw = raw
    options.includesMissing = missing
    if reader != nil { options.spreadsheet = SpreadsheetDialect(locale: Self.locale) }
    if let delimiter {
      guard let byte = Self.delimiter(delimiter) else {
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

  private static func delimiter(_ text: String) -> UInt8? {
    if text == "tab" || text == "\\t" { return 0x09 }
    guard text.utf8.count == 1, let byte = text.utf8.first, CSVDialect.canDelimit(byte) else {
      return nil
    }
    return byte
  }

  /// The locale of numbers, as POSIX finds it: a variable that is empty does not count.
  private static var locale: String? {
    let environment = ProcessInfo.processInfo.environment
    return ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
  }

  func run() throws {
    let store = try Store.openForReading(path: profile.path)
    if let all { return try archive(store, all) }
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
        kind, since: since.map { session.zone.resolve($0).instant },
        until: until.map { session.zone.resolve($0).instant })
      if dryRun { return try job.run(session) { _ in } }
      guard let path else {
        return try writeOut(job, session)
      }
      return try withoutRemains {
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
      note("dry run: it would write \(rows) of \(kind.rawValue)\(path.map { " to \($0)" } ?? "")")
    } else if let path {
      note("wrote \(rows) of \(kind.rawValue) to \(path)")
    }
    for loss in report.notes { note("left out: \(loss)") }
  }

  /// Writes to standard output, until its reader goes away.
  private func writeOut(_ job: ExportJob, _ session: Session) throws -> ExportReport {
    struct ReaderGone: Error {}
    do {
      return try job.run(session) { bytes in
        bytes.withUnsafeBytes { StandardOutput.shared.write($0) }
        if StandardOutput.shared.isClosed { throw ReaderGone() }
      }
    } catch is ReaderGone {
      // Why it went is for the end of the process to tell.
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
      try withoutRemains {
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
    note(dryRun ? "dry run: it would write into \(path): \(what)" : "wrote into \(path): \(what)")
    for loss in ProfileExport.losses + reports.flatMap(\.notes) { note("left out: \(loss)") }
  }

  private func archive(_ store: Store, _ all: String) throws {
    if dryRun {
      guard !FileManager.default.fileExists(atPath: all) else {
        throw StoreError(.exists, path: all)
      }
      if !quiet { note("dry run: it would write \(profile.path) into \(all)") }
      return
    }
    let report = try withoutRemains { try store.writeArchive(to: all) }
    if !quiet {
      note(
        "wrote \(counted(report.events, "event")) and "
          + "\(counted(report.corrections, "correction")) into \(all)")
    }
  }
}

/// What can be exported, as a word of the command line.
enum ExportWord: ExpressibleByArgument, Equatable {
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

/// Who reads what is exported.
enum ExportReader: String, ExpressibleByArgument, CaseIterable {
  case spreadsheet
}

extension ExportFormat: ExpressibleByArgument {}
