extension CSVDialect {
  /// What the parser, and the header made from its first record, make of each trouble:
  ///
  /// | a file has | strict | lenient |
  /// | --- | --- | --- |
  /// | LF, CRLF and CR, also mixed | line ends | line ends |
  /// | no line end after the last record | fine | fine |
  /// | an empty line | skipped | skipped |
  /// | a UTF-8 byte order mark at the start | skipped | skipped |
  /// | a first line that names the delimiter, if looked for | skipped | skipped |
  /// | spaces beside a delimiter | text | text |
  /// | a quote inside an unquoted field | an error | text |
  /// | text after a closing quote | an error | text of the field |
  /// | a record with fewer fields than the header | an error | filled with empty fields |
  /// | more fields than the header, all of those empty | an error | dropped |
  /// | more fields than the header, one with text | an error | an error |
  /// | a name twice in the header | an error | the later ones get " (2)", " (3)" … |
  /// | a column without a name | an error | named "column N", N from 1 |
  /// | a NUL byte | an error | an error |
  /// | invalid UTF-8 | an error | an error |
  /// | a field or a record over the limit (100 MB) | an error | an error |
  /// | more than 16384 fields | an error | an error |
  /// | a quote that is never closed | an error | an error |
  ///
  /// After an error the parser goes on with the next record; the faulty one can still be read, as
  /// ``CSVParser`` says. A name made for a column is never one that another column has: where
  /// "column 3" or "a (2)" is taken, the next free number is used.
  public enum Strictness: Hashable, Sendable, CaseIterable {
    /// Each departure from RFC 4180 but those above is an error.
    case strict
    /// Whatever has one likely meaning is given it.
    case lenient
  }
}

/// One line of the table in ``CSVDialect/Strictness``, for a help page: a trouble that files have,
/// and what each strictness makes of it.
public struct CSVTolerance: Hashable, Sendable {
  /// What a file has.
  public let trouble: String
  /// What ``CSVDialect/Strictness/strict`` makes of it.
  public let strict: String
  /// What ``CSVDialect/Strictness/lenient`` makes of it.
  public let lenient: String

  /// The lines of the table, in its order.
  public static let all: [CSVTolerance] = [
    both("LF, CRLF and CR, also mixed", "line ends"),
    both("no line end after the last record", "fine"),
    both("an empty line", "skipped"),
    both("a UTF-8 byte order mark at the start", "skipped"),
    both("a first line that names the delimiter, if looked for", "skipped"),
    both("spaces beside a delimiter", "text"),
    either("a quote inside an unquoted field", "text"),
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

  /// The table as text: a line with the titles and one for each trouble, in aligned columns at most
  /// 100 wide, each line ended.
  public static var table: String {
    let lines =
      [CSVTolerance(trouble: "a file has", strict: "strict", lenient: "lenient")] + all
    let first = lines.map(\.trouble.count).max() ?? 0
    let second = lines.map(\.strict.count).max() ?? 0
    return lines.map {
      padded($0.trouble, to: first) + "  " + padded($0.strict, to: second) + "  \($0.lenient)\n"
    }.joined()
  }

  private static func both(_ trouble: String, _ meaning: String) -> CSVTolerance {
    CSVTolerance(trouble: trouble, strict: meaning, lenient: meaning)
  }

  private static func either(_ trouble: String, _ lenient: String) -> CSVTolerance {
    CSVTolerance(trouble: trouble, strict: "an error", lenient: lenient)
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
