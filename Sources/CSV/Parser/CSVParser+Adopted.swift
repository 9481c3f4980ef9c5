extension CSVParser {
  /// Makes the current record one of given texts, for a row of a file that is not CSV.
  ///
  /// - Parameters:
  ///   - fields: The texts of the fields; at least one.
  ///   - line: The line on which the row begins, from 1.
  public mutating func adopt(_ fields: [String], line: Int) {
    let position = CSVPosition(line: line, column: 1)
    record.begin(at: position)
    for var field in fields {
      field.withUTF8 { record.append(UnsafeRawBufferPointer($0)) }
      record.endField(startedAt: position)
    }
  }
}
