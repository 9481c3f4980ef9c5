import Rules

/// Numbers the rows of a file that have no id of their own and are alike in what makes their keys.
///
/// A row that was rejected brings its number along from the file it was in, as long as what makes its
/// key is what it was. If that was mended, the row comes behind all rows of the file that are alike
/// (the first rejected row of the file tells which there were), so that it never meets another row
/// and is lost. Where that is not known, because the file is too long to tell, or that row is gone,
/// its number is one that no file gives.
struct AlikeRows {
  /// So many rows are told of a file, so that the text fits the cell of any spreadsheet.
  static let mostTold = 6000
  /// The length of what tells one of them.
  private static let width = 5
  /// From here on numbers are made of lines.
  private static let beyond = 1_000_000

  private var counts: [String: Int] = [:]
  /// What makes the keys of all rows so far, in short.
  private var told = ""
  private var toldCount = 0
  /// How many rows of a file that is no longer there are alike, by the file.
  private var others: [String: [String: Int]] = [:]

  init() {}

  /// The number of a row, from 0. To be asked once for each row, in an order that a later export of
  /// the same rows keeps.
  ///
  /// - Parameter alike: what makes its key.
  mutating func next(_ alike: String, _ row: TextTable.Row, in table: TextTable) -> Int {
    let short = Self.short(alike)
    guard let origin = row.origin, let context = row.context else {
      tell(short)
      return count(alike)
    }
    if context[text: "alike"] == short, let number = context[number: "number"],
      (0..<2 * Self.beyond).contains(number)
    {
      return number
    }
    if others[origin.file] == nil {
      guard case .string(let rows)? = table.shared(by: origin)["rows"] else {
        return Self.beyond + origin.line % Self.beyond
      }
      others[origin.file] = Self.counts(rows)
    }
    let number = others[origin.file]?[short] ?? 0
    others[origin.file]?[short] = number + 1
    return number
  }

  private mutating func count(_ alike: String) -> Int {
    let count = counts[alike, default: 0]
    counts[alike] = count + 1
    return count
  }

  private mutating func tell(_ short: String) {
    toldCount += 1
    if toldCount <= Self.mostTold { told += short }
  }

  /// Notes the number of a row for when it is rejected.
  static func note(_ alike: String, _ number: Int, in context: inout RowContext) {
    context[text: "alike"] = short(alike)
    context[number: "number"] = number
  }

  /// Notes what the rows of a file that are rejected have to know of all its rows.
  func share(in reading: inout FormatReading, _ table: TextTable, file: Int) {
    var own = RowContext()
    own["rows"] = toldCount <= Self.mostTold ? .string(told) : nil
    reading.share(own, of: "", file: file)
    for (origin, known) in table.sharedContexts {
      var context = known
      if let rows = others[origin]?.sorted(by: { $0.key < $1.key }) {
        context["rows"] = .string(
          rows.map { String(repeating: $0.key, count: $0.value) }.joined())
      }
      reading.share(context, of: origin, file: file)
    }
  }

  private static func counts(_ rows: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    var rest = Substring(rows)
    while !rest.isEmpty {
      counts[String(rest.prefix(width)), default: 0] += 1
      rest = rest.dropFirst(width)
    }
    return counts
  }

  /// A text in five letters or digits.
  static func short(_ text: String) -> String { short(SourceKey.hash(text)) }

  /// A hash in five letters or digits.
  static func short(_ hash: UInt64) -> String {
    let digits = String(hash % 60_466_176, radix: 36)
    return String(repeating: "0", count: width - digits.count) + digits
  }
}
