import FlintSchema

/// The records of a file that is not a table: each is a text, which a rejects file contains in its
/// only column.
enum SingleColumn {
  /// - Parameters:
  ///   - file: the file, or a rejects file of its records.
  ///   - column: the name of the column in a rejects file.
  ///   - split: returns the records of a file that is no rejects file.
  static func records(
    of file: WholeFile, column: String,
    _ split: ([UInt8]) throws(FormatProblem) -> [JSONRecords.Record]
  ) throws(FormatProblem) -> [JSONRecords.Record] {
    guard isRejects(file.bytes, column: column) else { return try split(file.bytes) }
    return try CSVTable(file).rows.map { row in
      let bytes = row.bytes?.first ?? Array((row.fields.first ?? "").utf8)
      return JSONRecords.Record(line: row.line, bytes: bytes, origin: row.origin)
    }
  }

  /// Whether a file is a rejects file with such a column.
  static func isRejects(_ header: [String], column: String) -> Bool {
    header.first == column && RejectColumns(of: header)?.width == header.count - 1
  }

  /// Whether a text is a rejects file with such a column.
  static func isRejects(_ bytes: [UInt8], column: String) -> Bool {
    let start = "\(column),\(RejectColumns.always[0])"
    return bytes.starts(with: Array(start.utf8))
  }

  static func unit(
    _ record: JSONRecords.Record, of file: WholeFile, index: Int, _ outcome: ImportUnit.Outcome
  ) -> ImportUnit {
    var original = OriginalRecord(file: index, line: record.line, fields: [])
    if file.keepsOriginals {
      original.fields = [String(decoding: record.bytes, as: UTF8.self)]
      original.bytes = [record.bytes]
    }
    original.origin = record.origin
    return ImportUnit([original], outcome)
  }
}
