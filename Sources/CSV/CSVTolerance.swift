extension CSVDialect {
  /// The treatment of irregularities by the parser and by the header: see ``CSVTolerance/all``.
  ///
  /// After an error the parser continues with the next record; the invalid one can still be read
  /// (see ``CSVParser``). A generated column name is never equal to the name of another column: if
  /// "column 3" or "a (2)" is taken, the next free number is used.
  public enum Strictness: Hashable, Sendable, CaseIterable {
    /// Every deviation from RFC 4180 is an error, except those above.
    case strict
    /// A deviation with one likely meaning is accepted with that meaning.
    case lenient
  }
}

/// An irregularity of a file and its treatment, for a help page.
public struct CSVTolerance: Hashable, Sendable {
  /// The irregularity that a file has.
  public let irregularity: String
  /// The treatment with ``CSVDialect/Strictness/strict``.
  public let strict: String
  /// The treatment with ``CSVDialect/Strictness/lenient``.
  public let lenient: String

  /// All irregularities, in the order of the help page.
  public static let all: [CSVTolerance] = [
    both("LF, CRLF and CR, also mixed", "line ends"),
    both("no line end after the last record", "fine"),
    both("an empty line", "skipped"),
    both("a UTF-8 byte order mark at the start", "skipped"),
    both("a first line that names the delimiter, if looked for", "skipped"),
    both("spaces beside a delimiter", "text"),
    either("a quote inside an unquoted field", "text"),
    either("spaces before a quote, if the header has spaces too", "skipped"),
    either("text after a closing quote", "text of the field"),
    either("a record with fewer fields than the header", "filled with empty fields"),
    either("more fields than the header, all of those empty", "dropped"),
    both("more fields than the header, one with text", "an error"),
    either("a name twice in the header", "the later ones get \" (2)\", \" (3)\" …"),
    either("a column without a name", "named \"column N\", N from 1"),
    both("a NUL byte", "an error"),
    both("invalid UTF-8", "an error"),
    both("a field or a record over the limit (100 MB)", "an error"),
    both("more than 16384 fields", "an error"),
    both("a quote that is never closed", "an error"),
  ]

  /// The table as text: a line of titles and a line for each irregularity, in aligned columns, no
  /// wider than 100 characters, each line with a line feed.
  public static var table: String {
    let lines =
      [CSVTolerance(irregularity: "a file has", strict: "strict", lenient: "lenient")] + all
    let first = lines.map(\.irregularity.count).max() ?? 0
    let second = lines.map(\.strict.count).max() ?? 0
    return lines.map {
      padded($0.irregularity, to: first) + "  " + padded($0.strict, to: second)
        + "  \($0.lenient)\n"
    }.joined()
  }

  private static func both(_ irregularity: String, _ meaning: String) -> CSVTolerance {
    CSVTolerance(irregularity: irregularity, strict: meaning, lenient: meaning)
  }

  private static func either(_ irregularity: String, _ lenient: String) -> CSVTolerance {
    CSVTolerance(irregularity: irregularity, strict: "an error", lenient: lenient)
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
