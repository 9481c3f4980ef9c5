public import Rules

/// What is to be written down, and how.
public struct ExportOptions: Sendable {
  /// What.
  public var kind: ExportKind
  /// As what.
  public var format = ExportFormat.csv
  /// Only what happened from this instant on.
  public var since: Instant?
  /// Only what happened before this instant.
  public var until: Instant?
  /// Only rows for which all of these hold.
  public var conditions: [ExportCondition] = []
  /// Which columns, in this order; those of the kind if not given.
  public var columns: [String]?
  /// In which order; that of time if not given.
  public var order: ExportOrder?
  /// At most so many rows.
  public var limit: Int?
  /// Whether texts that a spreadsheet would take for formulas are left as they are.
  public var isRaw = false
  /// Whether days without a rating are among moods.
  public var includesMissing = false
  /// How a spreadsheet wants it, if it is for one: a byte order mark, lines that end in CRLF, and
  /// what this says.
  public var spreadsheet: SpreadsheetDialect?
  /// The byte between two fields; that of the format if not given.
  public var delimiter: UInt8?

  /// Makes options for all of a kind.
  public init(_ kind: ExportKind) {
    self.kind = kind
  }
}

/// What differs between spreadsheets by where they are used.
public struct SpreadsheetDialect: Hashable, Sendable {
  /// Whether decimals have a comma, so that fields have a semicolon between them.
  public var hasDecimalComma: Bool

  /// Makes a dialect.
  public init(hasDecimalComma: Bool = false) {
    self.hasDecimalComma = hasDecimalComma
  }

  /// The dialect of a locale such as `de_DE.UTF-8`: by its language, Chinese, English, Hebrew,
  /// Hindi, Japanese, Korean, Malay, Thai and a few more write a point, and so do Spanish in Mexico
  /// and Central America, and German and Italian in Switzerland; whoever else, a comma. `C`, `POSIX`
  /// and none write a point.
  public init(locale: String?) {
    let name = locale.map { $0.prefix { $0 != "." && $0 != "@" } } ?? ""
    let parts = name.split(separator: "_")
    let language = parts.first.map { $0.lowercased() } ?? ""
    let region = parts.count > 1 ? parts[1].uppercased() : ""
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

/// What cannot be written down as it was asked for, and why.
public struct ExportProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The option that asked for it, such as `columns`.
  public var option: String
  /// What is wrong, and what was expected.
  public var message: String

  /// Makes a problem.
  public init(option: String, message: String) {
    self.option = option
    self.message = message
  }

  /// `--columns: …`.
  public var description: String { "--\(option): \(message)" }
}

/// What was written down.
public struct ExportReport: Hashable, Sendable {
  /// What.
  public var kind: ExportKind
  /// The columns.
  public var columns: [String]
  /// How many rows, the header aside.
  public var rows: Int
  /// What an import of it would not find in it, a sentence each.
  public var notes: [String]

  /// Makes a report.
  public init(kind: ExportKind, columns: [String], rows: Int, notes: [String]) {
    self.kind = kind
    self.columns = columns
    self.rows = rows
    self.notes = notes
  }
}
