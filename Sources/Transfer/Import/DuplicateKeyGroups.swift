import JSON
import Rules

/// Numbers the rows of a file that have no id of their own and whose key content is equal.
///
/// A rejected row keeps the number that it had in its original file, as long as its key content is
/// unchanged. If the key content was corrected, the row is numbered after all rows of the file with
/// the same key content (the first rejected row of the file lists their hashes), so that it never
/// gets the key of another row and is lost. Where the list is unknown, because the file is too long
/// for it or that row was removed, the row gets a number that no file assigns.
struct DuplicateKeyGroups {
  /// The maximum number of rows whose hashes are listed for a file, so that the list fits a cell of
  /// any spreadsheet.
  static let maximumListedRows = 6000
  /// The number of characters of one hash.
  private static let width = 5
  /// The smallest number derived from a line number.
  private static let beyond = 1_000_000

  private var counts: [String: Int] = [:]
  /// The concatenated short hashes of the key content of all rows so far.
  private var hashes = ""
  private var hashCount = 0
  /// The numbers of rows with the same key content in original files, by short hash, by file.
  private var others: [String: [String: Int]] = [:]

  /// Creates the groups of the rows of a table.
  init(of table: CSVTable) { counts.reserveCapacity(table.rows.count) }

  /// Returns the number of a row, from 0. To be called once for each row, in an order that is the
  /// same in a later export of the same rows.
  ///
  /// - Parameters:
  ///   - content: the key content of the row.
  ///   - key: a text that is equal for rows with equal key content only; by default that content.
  mutating func next(
    _ content: @autoclosure () -> String, key: String? = nil, _ row: CSVTable.Row,
    in table: CSVTable
  ) -> Int {
    guard let origin = row.origin, let context = row.context else {
      if row.keepsOriginal { list(content()) }
      return count(key ?? content())
    }
    let short = Self.short(content())
    if context[text: "content"] == short, let number = context[number: "number"],
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

  private mutating func count(_ content: String) -> Int {
    func increased(_ count: inout Int) -> Int {
      count += 1
      return count - 1
    }
    return increased(&counts[content, default: 0])
  }

  private mutating func list(_ content: String) {
    hashCount += 1
    if hashCount <= Self.maximumListedRows { hashes += Self.short(content) }
  }

  /// Stores the list of hashes of a file, which its rejected rows carry with them.
  func share(in reading: inout FormatReading, _ table: CSVTable, file: Int) {
    var own = RowContext()
    own["rows"] = hashCount <= Self.maximumListedRows ? .string(hashes) : nil
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

  /// Returns the hash of a text as five letters or digits.
  static func short(_ text: String) -> String { short(SourceKey.hash(text)) }

  /// Returns a hash as five letters or digits.
  static func short(_ hash: UInt64) -> String {
    let digits = String(hash % 60_466_176, radix: 36)
    return String(repeating: "0", count: width - digits.count) + digits
  }
}

extension RowContext {
  /// Stores the number of a row, and the content that it numbers, for the case that the row is
  /// rejected.
  mutating func storeNumber(_ number: Int, of content: String) {
    self[text: "content"] = DuplicateKeyGroups.short(content)
    self[number: "number"] = number
  }
}
