import GRDB

/// The rows of a table, past those that cannot be read.
struct ReadableRows {
  let table: String
  let database: Database
  /// Descriptions of the rows that cannot be read.
  private(set) var gaps: [String] = []

  init(of table: String, in database: Database) {
    self.table = table
    self.database = database
  }

  private var sql: String {
    "SELECT rowid AS flint_row, * FROM \(table) WHERE rowid >= ? ORDER BY rowid"
  }

  /// Passes each row that can be read to a closure, in the order of their numbers.
  mutating func forEach(_ body: (Row) throws -> Void) throws {
    var next = Int64.min
    while true {
      do {
        let rows = try Row.fetchCursor(database, sql: sql, arguments: [next])
        while let row = try rows.next() {
          try body(row)
          // Damage may have put a greater number before.
          let number: Int64 = try row.read("flint_row")
          guard number < StoredSequence.last else { continue }
          next = max(next, number + 1)
        }
        return
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        let first = max(next, 1)
        guard let found = readable(from: first) else {
          gaps.append("the rows of \(table) from number \(first) on cannot be read")
          return
        }
        gaps.append("the rows of \(table) with numbers \(first) to \(found - 1) cannot be read")
        next = found
      }
    }
  }

  /// How many numbers behind an unreadable row are tried one by one: more than a few pages hold.
  private static let nearby: Int64 = 10_000

  /// Returns the number of the first row that can be read behind one that cannot; `nil` if there is none.
  private func readable(from first: Int64) -> Int64? {
    // Other rows may be between two pages that cannot be read, so that the next numbers are tried one by one.
    var (unreadable, step) = (first, Int64(1))
    while unreadable < first + Self.nearby, !isReadable(unreadable + 1) { unreadable += 1 }
    let start = unreadable
    while true {
      guard step < StoredSequence.last else { return nil }
      if isReadable(start + step) { break }
      unreadable = start + step
      step *= 2
    }
    var found = start + step
    while found - unreadable > 1 {
      let middle = unreadable + (found - unreadable) / 2
      if isReadable(middle) { found = middle } else { unreadable = middle }
    }
    let row = try? Row.fetchOne(database, sql: sql, arguments: [found])
    let number: Int64? = try? row?.read("flint_row")
    return number.map { max($0, found) }
  }

  /// Returns whether the first row from a number on can be read, or there is none.
  private func isReadable(_ number: Int64) -> Bool {
    do {
      _ = try Row.fetchOne(database, sql: sql, arguments: [number])
      return true
    } catch {
      return false
    }
  }
}
