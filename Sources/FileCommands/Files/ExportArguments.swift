import ArgumentParser
import CSV
import FlintCalendar
import Commands
import Foundation
import FlintRules
import FlintSchema
import Sessions
package import Transfer

/// The options that select the rows and columns of an exported table.
struct ExportSelectionOptions: ParsableArguments {
  @OptionGroup var range: RangeOptions
  @OptionGroup var rows: RowSelection
  @Flag(help: "With moods: include days without a rating.") var missing = false
  @Option(help: "With table: the period of a row.")
  var by = SeriesPeriod.day
  @Option(
    help: ArgumentHelp(
      "With table: the trackers with columns, by name; all if not given.", valueName: "name,…"),
    transform: { $0.split(separator: ",").map { String($0).trimmedWhitespace } })
  var trackers: [String]?

  var isGiven: Bool {
    range.given != nil || rows.given != nil || missing || by != .day || trackers != nil
  }

  /// Sets the rows and columns of an export.
  ///
  /// - Parameter session: The session in which days and times are read; without one, the range has
  ///   limits where options give them, but not their instants.
  func select(in options: inout ExportOptions, _ session: Session?) throws {
    if let session {
      let (since, before) = try range.instants(session)
      options.range = ExportRange(since: since, before: before)
    } else {
      options.range = ExportRange(
        since: range.since != nil || range.on != nil ? .earliest : nil,
        before: range.before != nil ? .latest : nil)
    }
    options.conditions = rows.conditions
    options.columns = rows.columns
    options.order = rows.order
    options.limit = rows.limit == 0 ? nil : rows.limit
    options.includesMissing = missing
    options.period = by
    options.trackers = trackers
  }
}

/// The options that control how an exported table is written.
struct WritingOptions: ParsableArguments {
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

  /// Whether an option was given that applies only to a single table.
  var isOfTable: Bool { reader != nil || delimiter != nil }

  func form(_ format: ExportFormat) throws -> ExportForm {
    var form = ExportForm()
    form.format = format
    form.isRaw = raw
    if reader != nil { form.spreadsheet = SpreadsheetDialect(locale: Self.locale) }
    if let delimiter {
      guard let byte = CSVDialect.delimiter(named: delimiter) else {
        throw ValidationError(
          "--delimiter: expected one ASCII character such as ; or tab, got \"\(delimiter)\"")
      }
      form.delimiter = byte
    }
    return form
  }

  /// The locale of numbers as POSIX determines it: empty variables are ignored.
  private static var locale: String? {
    let environment = ProcessInfo.processInfo.environment
    return ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
  }
}

enum ExportSubject: ExpressibleByArgument, Equatable {
  case table(ExportKind)
  case everything
  /// A database of tables.
  case sqlite

  init?(argument: String) {
    if argument == "everything" {
      self = .everything
    } else if argument == "sqlite" {
      self = .sqlite
    } else if let kind = ExportKind(rawValue: argument) {
      self = .table(kind)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { ExportKind.names + ["everything", "sqlite"] }

  static func list(_ isListed: (ExportKind) -> Bool) -> String {
    ExportKind.allCases.filter(isListed).map(\.rawValue).joined(separator: ", ")
  }
}

enum ExportReader: String, ExpressibleByArgument, CaseIterable {
  case spreadsheet
}

extension ExportFormat: ExpressibleByArgument {}
