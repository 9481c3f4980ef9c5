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
  /// The names of the columns of a file without a header.
  private(set) var columns: [String]?
  /// How many lines stand before the header.
  private(set) var skippedLines = 0
  /// Whether it is a file of rejected records.
  private(set) var isRejects = false
  /// The encoding that was said of what is no UTF-8 in such a file.
  private(set) var fieldEncoding: String?

  /// Looks at bytes, at most `ImportJob.glimpse` of them.
  ///
  /// - Throws: `CSVEncodingError` when the encoding asked for is none, or not that of the bytes.
  init(_ start: [UInt8], _ options: ImportOptions) throws(CSVEncodingError) {
    var form = FileForm()
    self = try TextStart(start, form, isStrict: options.isStrict)
    // How a rejects file is written has nothing to do with the file that its records are from; what of
    // those was no text is in it as it was.
    if RejectColumns(of: header) != nil {
      if let encoding = options.encoding { _ = try CSVTranscoder(from: encoding) }
      isRejects = true
      fieldEncoding = options.encoding
      return
    }
    form.encoding = options.encoding ?? options.mappedForm.encoding
    form.delimiter = options.delimiter ?? options.mappedForm.delimiter
    form.columns = options.columns ?? options.mappedForm.columns
    form.skippedLines = options.mappedForm.skippedLines
    self = try TextStart(start, form, isStrict: options.isStrict)
    isRejects = RejectColumns(of: header) != nil
  }

  private init(
    _ start: [UInt8], _ form: FileForm, isStrict: Bool
  ) throws(CSVEncodingError) {
    let isWhole = start.count < ImportJob.glimpse
    var sniff = start.withUnsafeBytes { CSVSniff($0, isWhole: isWhole) }
    encoding = form.encoding ?? (sniff.encoding == .utf8 ? nil : sniff.encoding.rawValue)
    if let encoding, !TextStart.isUTF8(encoding) {
      var decoded: [UInt8] = []
      var transcoder = try CSVTranscoder(from: encoding)
      transcoder.marksInvalidSequences = true
      try transcoder.append(start.span.bytes, to: &decoded)
      text = decoded
    } else {
      encoding = nil
      text = start
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    skippedLines = form.skippedLines
    if skippedLines > 0 {
      var preamble = LineSkipper(skippedLines)
      text.removeFirst(text.withUnsafeBytes { preamble.skip($0) })
    }
    if encoding != nil || skippedLines > 0 {
      sniff = text.withUnsafeBytes { CSVSniff($0, isWhole: isWhole) }
    }
    dialect = sniff.dialect(strictness: isStrict ? .strict : .lenient)
    if let delimiter = form.delimiter {
      dialect = CSVDialect(
        delimiter: delimiter, strictness: dialect.strictness,
        skipsSeparatorLine: dialect.skipsSeparatorLine)
    }
    dialect.refusesTextAfterQuotes = true
    columns = form.columns
    header = columns ?? TextStart.header(text, dialect)
  }

  /// What the first record of a file of rejected records has in the columns of such a file.
  struct Mark {
    var columns: RejectColumns
    /// Empty when there is no such record.
    var fields: ArraySlice<String>
  }

  /// The most that is read of a file of rejected records to find its first record.
  private static let mostMarked = 1 << 26

  /// What a file of the disk has in those columns, if it is one of rejected records.
  static func mark(ofFile path: String) -> Mark? {
    guard InputGroup.isRegular(path),
      let files = try? InputGroup.groups(of: [path]).flatMap(\.files),
      files.count == 1, let source = try? ByteSource(files[0])
    else { return nil }
    return try? mark(source, ImportOptions(), ImportJob.glimpse)
  }

  /// What a file has in those columns, if it is one of rejected records.
  ///
  /// - Parameter size: how much of it is looked at first; its first record may be longer.
  /// - Throws: `InputFailure`, `CSVEncodingError`.
  static func mark(_ source: ByteSource, _ options: ImportOptions, _ size: Int) throws -> Mark? {
    var size = size
    while true {
      let bytes = try source.start(size)
      let start = try TextStart(bytes, options)
      guard start.isRejects, let columns = RejectColumns(of: start.header) else { return nil }
      let isWhole = bytes.count < size
      if let fields = start.firstMark(columns, isWhole: isWhole) {
        return Mark(columns: columns, fields: fields)
      }
      if isWhole || size >= mostMarked { return Mark(columns: columns, fields: []) }
      size *= 16
    }
  }

  /// The fields of the first record of a file of rejected records in the columns of such a file.
  private func firstMark(_ columns: RejectColumns, isWhole: Bool) -> ArraySlice<String>? {
    var lenient = dialect
    lenient.strictness = .lenient
    var parser = CSVParser(dialect: lenient)
    var position = 0
    var isBehindHeader = false
    while position < text.count {
      // A record that is faulty is one all the same.
      var isThere = (try? parser.next(in: text.span.bytes, at: &position)) ?? true
      if !isThere, isWhole { isThere = (try? parser.finish()) ?? true }
      guard isThere else { return nil }
      let fields = parser.record.strings
      let own = header.count - columns.width
      if isBehindHeader && fields.count > own { return fields[own...].prefix(columns.width) }
      if RejectColumns(of: fields) != nil { isBehindHeader = true }
    }
    return nil
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
