/// The rows of a table with some sequence numbers.
struct SequenceRows {
  let access: StoreAccess
  let table: String
  let columns: String
  /// The position of `seq` among the columns.
  let sequence: Int32

  /// The greatest mean distance of numbers that are read in one pass over their range. Beyond it, the rows
  /// between them may take longer than a search for each.
  private static let greatestDistance = 4

  /// Returns what is read from the rows with some numbers, in that order; missing and removed rows are omitted.
  func map<Result>(
    _ sequences: ArraySlice<Int64>, _ read: (RawStatement) throws -> Result
  ) throws -> [Result] {
    if let range = Self.range(of: sequences) {
      return try mapRange(range, sequences, read)
    }
    return try access.withStatement("SELECT \(columns) FROM \(table) WHERE seq = ? AND removed = 0")
    {
      statement in
      try sequences.compactMap { sequence in
        statement.reset()
        statement.bind(sequence, at: 1)
        return try statement.step() ? try read(statement) : nil
      }
    }
  }

  /// Returns the range of numbers that ascend closely, as those of what was recorded in the order of time.
  private static func range(of sequences: ArraySlice<Int64>) -> ClosedRange<Int64>? {
    guard let first = sequences.first, let last = sequences.last, first < last,
      UInt64(bitPattern: last &- first) <= UInt64(sequences.count * greatestDistance),
      zip(sequences, sequences.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    return first...last
  }

  private func mapRange<Result>(
    _ range: ClosedRange<Int64>, _ sequences: ArraySlice<Int64>,
    _ read: (RawStatement) throws -> Result
  ) throws -> [Result] {
    let sql = """
      SELECT \(columns) FROM \(table) WHERE seq BETWEEN ? AND ? AND removed = 0 ORDER BY seq
      """
    return try access.withStatement(sql) { statement in
      statement.bind(range.lowerBound, at: 1)
      statement.bind(range.upperBound, at: 2)
      var results: [Result] = []
      results.reserveCapacity(sequences.count)
      var wanted = sequences
      while let next = wanted.first, try statement.step() {
        let found = statement.integer(sequence)
        if found < next { continue }
        wanted = wanted.drop { $0 < found }
        if wanted.first == found { results.append(try read(statement)) }
      }
      return results
    }
  }
}
