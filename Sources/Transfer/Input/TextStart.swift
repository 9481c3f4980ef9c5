import CSV

/// The encoding, dialect and header of a file, from its first bytes and the options.
struct TextStart {
  /// The name of the encoding; `nil` for UTF-8.
  var encoding: String?
  var dialect: CSVDialect
  /// The first bytes as UTF-8, without a byte order mark.
  var text: [UInt8]
  /// The fields of the first record with text, read leniently.
  var header: [String] = []
  /// The names of the columns of a file without a header.
  private(set) var columns: [String]?
  /// The number of lines before the header.
  private(set) var skippedLines = 0
  /// Whether the file is a rejects file.
  private(set) var isRejects = false
  /// The encoding that was given for bytes that are not UTF-8 in a rejects file.
  private(set) var fieldEncoding: String?

  /// Examines the first bytes of a file, up to `ImportPlanner.glimpse`.
  ///
  /// - Throws: `CSVEncodingError` if the given encoding is unknown, or not that of the bytes.
  init(_ start: [UInt8], _ options: TextOptions) throws(CSVEncodingError) {
    var form = FileForm()
    self = try TextStart(start, form, isStrict: options.isStrict)
    // The layout of a rejects file does not depend on the original file; it contains invalid bytes
    // of that file unchanged.
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
    if isHealthExport { header = HealthFeed.header }
  }

  /// Whether the file is the export of Apple's Health, which is read as a table of days.
  var isHealthExport: Bool { columns == nil && HealthFeed.begins(text) }

  private init(
    _ start: [UInt8], _ form: FileForm, isStrict: Bool
  ) throws(CSVEncodingError) {
    let isWhole = start.count < ImportPlanner.glimpse
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
      let skipsSpace = dialect.skipsSpaceBeforeQuotes && dialect.delimiter == delimiter
      dialect = CSVDialect(
        delimiter: delimiter, strictness: dialect.strictness,
        skipsSeparatorLine: dialect.skipsSeparatorLine)
      dialect.skipsSpaceBeforeQuotes = skipsSpace
    }
    dialect.refusesTextAfterQuotes = true
    columns = form.columns
    header = columns ?? TextStart.header(text, dialect)
  }

  /// Whether the file is read as JSON: because it begins like JSON, or because the form states where
  /// its rows are.
  func isJSON(_ form: JSONForm) -> Bool {
    !isRejects && (form.rows != nil || FileKind.isJSON(text))
  }

  /// The reject columns of the first record of a rejects file.
  struct Mark {
    var columns: RejectColumns
    /// The fields of the record in these columns; empty if there is no record.
    var fields: ArraySlice<String>
  }

  /// The maximum number of bytes that are read of a rejects file to find its first record.
  private static let maximumMarkSize = 1 << 26

  /// Returns the reject columns of a file on disk; `nil` if it is not a rejects file.
  static func mark(ofFile path: String) -> Mark? {
    guard InputGroup.isRegular(path),
      let files = try? InputGroup.groups(of: [path]).flatMap(\.files),
      files.count == 1, let source = try? ByteSource(files[0])
    else { return nil }
    return try? mark(source, TextOptions(), ImportPlanner.glimpse)
  }

  /// Returns the reject columns of a file; `nil` if it is not a rejects file.
  ///
  /// - Parameter size: the number of bytes to read first; more are read if the first record is
  ///   longer.
  /// - Throws: `InputFailure`, `CSVEncodingError`.
  static func mark(_ source: ByteSource, _ options: TextOptions, _ size: Int) throws -> Mark? {
    var size = size
    while true {
      let bytes = try source.start(size)
      let start = try TextStart(bytes, options)
      guard start.isRejects, let columns = RejectColumns(of: start.header) else { return nil }
      let isWhole = bytes.count < size
      if let fields = start.firstMark(columns, isWhole: isWhole) {
        return Mark(columns: columns, fields: fields)
      }
      if isWhole || size >= maximumMarkSize { return Mark(columns: columns, fields: []) }
      size *= 16
    }
  }

  /// Returns the fields of the first record in the reject columns; `nil` if the text ends before
  /// it.
  private func firstMark(_ columns: RejectColumns, isWhole: Bool) -> ArraySlice<String>? {
    var lenient = dialect
    lenient.strictness = .lenient
    var parser = CSVParser(dialect: lenient)
    var position = 0
    var isBehindHeader = false
    while position < text.count {
      // An invalid record is a record, too.
      var hasRecord = (try? parser.next(in: text.span.bytes, at: &position)) ?? true
      if !hasRecord, isWhole { hasRecord = (try? parser.finish()) ?? true }
      guard hasRecord else { return nil }
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
      // Errors are reported when the file is read.
      var hasRecord = (try? parser.next(in: text.span.bytes, at: &position)) ?? true
      if !hasRecord { hasRecord = (try? parser.finish()) ?? true }
      guard hasRecord else { return [] }
      let fields = parser.record.strings
      if fields.contains(where: { !$0.isEmpty }) {
        return (try? CSVHeader(parser.record, strictness: .lenient).names) ?? fields
      }
      if position >= text.count { return [] }
    }
  }
}
