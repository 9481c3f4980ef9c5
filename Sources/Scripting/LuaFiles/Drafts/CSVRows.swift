import CSV

/// The records of a small CSV file, read whole.
struct CSVRows {
  /// Whether numbers may have a decimal comma, since no commas separate them.
  var hasDecimalCommas = false
  var header: [String] = []
  /// The records, with the lines on which they begin; each has a value for every column.
  var records: [(line: Int, values: [String])] = []

  /// Reads the text of a file.
  ///
  /// - Parameter most: the maximum number of records; further ones but one are not read, so that the one
  ///   shows that there are too many.
  /// - Throws: `CSVError` when the text is no CSV.
  init(_ source: [UInt8], most: Int) throws {
    let sniff = source.withUnsafeBytes { CSVSniff($0, isWhole: true) }
    hasDecimalCommas = sniff.delimiter != UInt8(ascii: ",")
    var parser = CSVParser(dialect: sniff.dialect(strictness: .strict))
    var position = 0
    var hasHeader = false
    var isFinished = false
    while records.count <= most {
      var isRecord = try source.withUnsafeBytes { try parser.next(in: $0, at: &position) }
      if !isRecord, !isFinished {
        isFinished = true
        isRecord = try parser.finish()
      }
      guard isRecord else { break }
      if hasHeader {
        records.append((parser.record.position.line, parser.record.strings))
      } else {
        header = try parser.adoptHeader().names
        hasHeader = true
      }
    }
  }
}
