package import FlintCalendar
package import FlintRules
package import FlintSchema

package struct ExportOptions: Sendable {
  package var kind: ExportKind
  package var range = ExportRange()
  package var conditions: [RowCondition] = []
  /// The columns to write, in this order; the default ones of the kind if `nil`.
  package var columns: [String]?
  /// The order of the rows; by time if `nil`.
  package var order: RowOrder?
  package var limit: Int?
  /// The period of a row of the table of days.
  package var period = SeriesPeriod.day
  /// The names of the trackers with columns in the table of days; all if `nil`.
  package var trackers: [String]?
  /// Whether the table of moods includes days without a rating.
  package var includesMissing = false
  /// The kinds of events in the table of events; all if empty.
  var eventKinds: [EventKind] = []
  /// How the rows are written.
  package var form = ExportForm()

  package init(_ kind: ExportKind) {
    self.kind = kind
  }
}

package struct ExportRange: Sendable {
  /// The first instant of the range.
  package var since: Instant?
  /// The end of the range, exclusive.
  package var before: Instant?

  /// Creates a range; without a limit, it is open on that side.
  package init(since: Instant? = nil, before: Instant? = nil) {
    self.since = since
    self.before = before
  }

  func contains(_ instant: Instant) -> Bool {
    (since.map { $0 <= instant } ?? true) && (before.map { instant < $0 } ?? true)
  }

  /// Returns the first and the last day of which an instant is in the range; `nil` on an open side.
  func days(in zone: CivilZone) -> (first: CivilDay?, last: CivilDay?) {
    (
      since.map { zone.day(of: $0) },
      before.map { zone.day(of: Instant(milliseconds: $0.milliseconds - 1)) }
    )
  }
}

/// How the rows of an export are written.
package struct ExportForm: Sendable {
  package var format = ExportFormat.csv
  /// Whether texts that a spreadsheet would interpret as formulas are written unguarded.
  package var isRaw = false
  /// The dialect of the spreadsheet that the table is for, if any; the output then also has a byte
  /// order mark and lines that end in CRLF.
  package var spreadsheet: SpreadsheetDialect?
  /// The byte between two fields; the default of the format if `nil`.
  package var delimiter: UInt8?

  package init() {}
}

/// The differences in CSV between spreadsheets of different locales.
package struct SpreadsheetDialect: Hashable, Sendable {
  /// Whether decimals are written with a comma, and fields are therefore separated by semicolons.
  package var hasDecimalComma: Bool

  package init(hasDecimalComma: Bool = false) {
    self.hasDecimalComma = hasDecimalComma
  }

  /// Creates the dialect of a locale such as `de_DE.UTF-8`. Chinese, English, Hebrew, Hindi,
  /// Japanese, Korean, Malay, Thai and a few other languages use a decimal point, and so do Spanish
  /// in Mexico and Central America, and German and Italian in Switzerland; all other languages use
  /// a comma. `C`, `POSIX` and no locale use a point.
  package init(locale: String?) {
    let name = locale.map { $0.prefix { $0 != "." && $0 != "@" } } ?? ""
    let components = name.split(separator: "_")
    let language = components.first.map { $0.lowercased() } ?? ""
    let region = components.count > 1 ? components[1].uppercased() : ""
    hasDecimalComma =
      switch language {
      case "", "c", "posix": false
      case "en": region == "ZA"
      case "es":
        !["MX", "US", "PR", "GT", "HN", "NI", "PA", "PE", "SV", "DO"].contains(region)
      case "de", "it", "fr": !(region == "CH" && language != "fr")
      case "zh", "ja", "ko", "he", "iw", "hi", "bn", "ta", "te", "mr", "gu", "kn", "ml", "pa", "ur",
        "th", "ms", "fil", "tl", "ga", "cy", "mt", "sw", "my", "ne", "si":
        false
      default: true
      }
  }
}

package struct ExportProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the option, such as `columns`.
  package var option: String
  /// The description of the problem, with the expected value.
  package var message: String

  /// `--columns: …`.
  package var description: String { "--\(option): \(message)" }
}

package struct ExportReport: Hashable, Sendable {
  package var kind: ExportKind
  package var columns: [String]
  /// The number of rows, without the header.
  package var rows: Int
  /// Notes about content that an import of the table would not restore, one sentence each.
  package var notes: [String]

  package init(kind: ExportKind, columns: [String], rows: Int, notes: [String]) {
    self.kind = kind
    self.columns = columns
    self.rows = rows
    self.notes = notes
  }
}
