import GRDB
import FlintRules

/// Puts the rows that were found in a damaged profile into the tables of a new one. A row that is found twice
/// is taken once, and of several rows with one number the first.
final class RowCollector {
  private let database: Database
  private var insertions: [String: RawStatement] = [:]
  /// The profile's own row, as often as it was found sound.
  private(set) var profiles: [FoundRow] = []
  private(set) var rulebooks: [FoundRow] = []
  /// Contents by the number of their record: those of corrections, and those with which events were recorded.
  private(set) var contents: [Int64: [FoundRow]] = [:]
  /// Rows that differ from what was written, as far as is known: that of a corrected event needs the content
  /// with which it was recorded.
  private(set) var unfit: [FoundRow] = []
  /// The sum of the records that were found.
  private(set) var records = RecordSum()

  /// More copies of a content than a file has, unless someone made it for that.
  private static let mostCopies = 8

  init(_ database: Database) { self.database = database }

  /// Takes a row, given the rows that its cell may contain.
  func add(_ candidates: [FoundRow]) throws {
    guard let first = candidates.first else { return }
    switch first.table {
    case "rulebook":
      // Two texts may be anything; a hash has 32 hexadecimal digits.
      for row in candidates
      where row.text("hash").flatMap(EventID.init(_:)) != nil
        && !rulebooks.contains(where: { $0.values == row.values })
      {
        rulebooks.append(row)
      }
    case "spark_edit", "event_edit":
      for row in candidates {
        let known = contents[row.number, default: []]
        // The content of an event is an object.
        let isContent = row.table == "spark_edit" || row.text("content")?.utf8.first == 0x7B
        if isContent, known.count < Self.mostCopies,
          !known.contains(where: { $0.values == row.values })
        {
          contents[row.number, default: []].append(row)
        }
      }
    default:
      guard let row = candidates.first(where: \.fitsItsSum), Self.hasPossibleNumber(row) else {
        unfit += candidates
        return
      }
      if row.table == "profile" { profiles.append(row) } else { try insert(row) }
    }
  }

  private static func hasPossibleNumber(_ row: FoundRow) -> Bool {
    row.table == "profile" || (1...StoredSequence.lastDumped).contains(row.number)
  }

  /// Takes the corrected events whose first content was found.
  func resolve() throws {
    var left: [FoundRow] = []
    for row in unfit {
      let parts = contents[row.number, default: []].filter { $0.table == "\(row.table)_edit" }
      if let original = parts.lazy.map(row.with(contentOf:)).first(where: \.fitsItsSum),
        Self.hasPossibleNumber(row)
      {
        try insert(original)
      } else {
        left.append(row)
      }
    }
    unfit = left
  }

  /// Removes the unfit rows of which a sound copy was found.
  func dropSuperseded() throws {
    var statements: [String: RawStatement] = [:]
    unfit = try unfit.filter { row in
      if row.table == "profile" { return profiles.isEmpty }
      let statement =
        try statements[row.table]
        ?? RawStatement(database, sql: "SELECT 1 FROM \(row.table) WHERE seq = ?")
      statements[row.table] = statement
      statement.reset()
      defer { statement.reset() }
      statement.bind(row.number, at: 1)
      return try !statement.step()
    }
  }

  /// Inserts a row, unless its number or its id is taken.
  ///
  /// - Returns: whether it was inserted.
  @discardableResult
  func insert(_ row: FoundRow) throws -> Bool {
    let statement = try insertion(of: row)
    // The texts stay at one address until the row is inserted; the last byte is there so that an empty
    // text has an address.
    var bytes: [UInt8] = []
    let ranges = row.values.map { value in
      let start = bytes.count
      switch value {
      case .text(let text), .blob(let text): bytes += text
      case .integer, .null: break
      }
      return start..<bytes.count
    }
    bytes.append(0)
    try bytes.withUnsafeBufferPointer { bytes in
      for (index, (value, range)) in zip(row.values, ranges).enumerated() {
        let place = Int32(index + 1)
        switch value {
        case .null: statement.bind(nil as String?, at: place)
        case .integer(let number): statement.bind(number, at: place)
        case .text: statement.bindText(range, of: bytes, at: place)
        case .blob: statement.bindBlob(range, of: bytes, at: place)
        }
      }
      try statement.run()
    }
    guard statement.changes == 1 else { return false }
    if Records.tables.contains(row.table), let id = row.recordID { records.add(id) }
    return true
  }

  private func insertion(of row: FoundRow) throws -> RawStatement {
    // The profile's row has fewer columns in older files.
    let key = "\(row.table) \(row.values.count)"
    if let known = insertions[key] { return known }
    let names = row.shape.names.map { "\"\($0)\"" }.joined(separator: ", ")
    let marks = row.shape.names.map { _ in "?" }.joined(separator: ", ")
    let statement = try RawStatement(
      database, sql: "INSERT OR IGNORE INTO \(row.table) (\(names)) VALUES (\(marks))")
    insertions[key] = statement
    return statement
  }
}
