import Rules

/// The kind of a file that is not a table of text, detected from its first bytes.
struct FileKind {
  /// The name of the kind with its article, such as `an SQLite database`.
  let name: String
  /// Advice for the user, preceded by a semicolon; empty if there is none.
  let advice: String

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
    } else if begins(Array("<?xml".utf8)) || begins(Array("<!DOCTYPE".utf8)) {
      self.init("XML", "Flint reads CSV and JSON")
    } else if FileKind.isJSON(start) {
      self.init(
        "JSON",
        "describe its rows with a mapping (flint import --sniff FILE prints a draft for --map)")
    } else if start.prefix(512).filter({ $0 == 0 }).count > 16 {
      self.init("a binary file", "if it is text, give its encoding with --encoding")
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
