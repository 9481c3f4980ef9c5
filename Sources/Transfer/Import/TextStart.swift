import CSV

/// What the first bytes of a file tell of how it is written, beside what the options say.
struct TextStart {
  /// The name of the encoding; `nil` for UTF-8.
  var encoding: String?
  var dialect: CSVDialect
  /// The bytes as UTF-8, without a byte order mark.
  var text: [UInt8]
  /// The fields of the first record that has any text, read leniently.
  var header: [String] = []

  /// Looks at bytes, at most `ImportJob.glimpse` of them.
  ///
  /// - Throws: `CSVEncodingError` when the encoding asked for is none, or not that of the bytes.
  init(_ start: [UInt8], _ options: ImportOptions) throws(CSVEncodingError) {
    let isWhole = start.count < ImportJob.glimpse
    var sniff = start.withUnsafeBytes { CSVSniff($0, isWhole: isWhole) }
    encoding = options.encoding ?? (sniff.encoding == .utf8 ? nil : sniff.encoding.rawValue)
    if let encoding, !TextStart.isUTF8(encoding) {
      var decoded: [UInt8] = []
      var transcoder = try CSVTranscoder(from: encoding)
      transcoder.marksFaults = true
      try transcoder.append(start.span.bytes, to: &decoded)
      text = decoded
      sniff = text.withUnsafeBytes { CSVSniff($0, isWhole: isWhole) }
    } else {
      encoding = nil
      text = start
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    dialect = sniff.dialect(strictness: options.isStrict ? .strict : .lenient)
    if let delimiter = options.delimiter {
      dialect = CSVDialect(
        delimiter: delimiter, strictness: dialect.strictness,
        skipsSeparatorLine: dialect.skipsSeparatorLine)
    }
    header = options.columns ?? TextStart.header(text, dialect)
  }

  private static func isUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8"].contains(name.lowercased())
  }

  private static func header(_ text: [UInt8], _ dialect: CSVDialect) -> [String] {
    var lenient = dialect
    lenient.strictness = .lenient
    var parser = CSVParser(dialect: lenient)
    var position = 0
    while true {
      // What is wrong with it is told when the file is read.
      var isThere = (try? parser.next(in: text.span.bytes, at: &position)) ?? true
      if !isThere { isThere = (try? parser.finish()) ?? true }
      guard isThere else { return [] }
      let fields = parser.record.strings
      if fields.contains(where: { !$0.isEmpty }) {
        return (try? CSVHeader(parser.record, strictness: .lenient).names) ?? fields
      }
      if position >= text.count { return [] }
    }
  }
}
