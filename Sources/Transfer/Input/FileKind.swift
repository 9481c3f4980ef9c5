import FlintRules

/// The kind of a file that is not a table of text, detected from its first bytes.
struct FileKind {
  /// The name of the kind with its article, such as `an SQLite database`.
  let name: String
  /// Advice for the user, preceded by a semicolon; empty if there is none.
  let advice: String

  /// The error message for a file that is read as a table.
  var problem: String { "\(name), not a table of text\(advice)" }

  private init(_ name: String, _ advice: String = "") {
    self.name = name
    self.advice = advice.isEmpty ? "" : "; \(advice)"
  }

  /// Detects the kind of a file; returns `nil` if the file may be a table.
  init?(_ start: [UInt8]) {
    func begins(_ bytes: [UInt8]) -> Bool { start.starts(with: bytes) }
    if begins(Array("SQLite format 3\0".utf8)) {
      self.init(
        "an SQLite database", "export the data as CSV (in Loop: Settings, Export as CSV)")
    } else if begins([0x1F, 0x8B]) {
      self.init("a gzip file within a gzip file", "unpack it once")
    } else if begins([0x89, 0x50, 0x4E, 0x47]) || begins([0xFF, 0xD8, 0xFF])
      || begins(Array("GIF8".utf8))
    {
      self.init("an image")
    } else if begins(Array("%PDF".utf8)) {
      self.init("a PDF document")
    } else if begins([0xD0, 0xCF, 0x11, 0xE0]) {
      self.init("an Excel workbook of before 2007 (.xls)", FileKind.sheetAdvice)
    } else if FileKind.isParquet(start) {
      self.init(
        "a Parquet file", "write it as CSV: duckdb -c \"COPY 'FILE' TO 'FILE.csv'\"")
    } else if begins(Array("BEGIN:VCALENDAR".utf8)) {
      self.init("a calendar (iCalendar)", "Flint writes calendars and reads CSV and JSON")
    } else if FileKind.isBzip2(start) || begins([0xFD, 0x37, 0x7A, 0x58, 0x5A])
      || begins([0x28, 0xB5, 0x2F, 0xFD]) || begins([0x37, 0x7A, 0xBC, 0xAF])
    {
      self.init("a compressed file", "unpack it; Flint itself unpacks gzip and zip")
    } else if FileKind.isHTML(start) {
      self.init("a web page (HTML)", "if it is an export named .xls, \(FileKind.sheetAdvice)")
    } else if begins(Array("<?xml".utf8)) || begins(Array("<!DOCTYPE".utf8)) {
      self.init("XML", "Flint reads CSV and JSON")
    } else if FileKind.isJSON(start) {
      self.init(
        "JSON",
        "describe its rows with a mapping (flint import --sniff FILE prints a draft for --map)")
    } else if !begins([0x50, 0x4B, 3, 4]), start.prefix(512).filter({ $0 == 0 }).count > 16 {
      self.init("a binary file", "if it is text, give its encoding with --encoding")
    } else {
      return nil
    }
  }

  private static let sheetAdvice = "open it in a spreadsheet program and save the sheet as CSV"

  /// Whether a file begins like Parquet: a header of Thrift follows the name, and no text.
  private static func isParquet(_ start: [UInt8]) -> Bool {
    start.starts(with: Array("PAR1".utf8))
      && start.dropFirst(4).prefix(4).contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
  }

  /// Whether a file begins like bzip2: the size of a block, and the mark of the first one.
  private static func isBzip2(_ start: [UInt8]) -> Bool {
    start.starts(with: Array("BZh".utf8))
      && start.dropFirst(3).prefix(1).allSatisfy { (0x31...0x39).contains($0) }
      && start.dropFirst(4).starts(with: Array("1AY&SY".utf8))
  }

  private static func isHTML(_ start: [UInt8]) -> Bool {
    let text = String(decoding: start.prefix(256), as: UTF8.self).lowercased()
      .drop { $0.isWhitespace }
    return ["<!doctype html", "<html", "<table", "<head", "<body"].contains { text.hasPrefix($0) }
  }

  /// Returns the kind of a zip file that is a document, by the paths of its files; `nil` for any other
  /// zip file.
  init?(zipped paths: [String]) {
    let tops = Set(paths.map { $0.split(separator: "/").first.map(String.init) ?? "" })
    if tops.contains("[Content_Types].xml") {
      let isSheet = tops.contains("xl")
      self.init(
        isSheet ? "an Excel workbook (.xlsx)" : "an Office document",
        isSheet ? FileKind.sheetAdvice : "")
    } else if tops.isSuperset(of: ["mimetype", "content.xml"]) {
      self.init("an OpenDocument file, such as a spreadsheet (.ods)", FileKind.sheetAdvice)
    } else {
      return nil
    }
  }

  /// Whether a text begins like a JSON object or an array of objects.
  static func isJSON(_ start: [UInt8]) -> Bool {
    let text = start.filter { $0 > 0x20 }.prefix(3)
    guard let first = text.first, first == 0x7B || first == 0x5B else { return false }
    if text.count == 1 { return true }
    let next = text[text.startIndex + 1]
    return first == 0x7B ? [0x22, 0x7D].contains(next) : [0x7B, 0x5D].contains(next)
  }
}
