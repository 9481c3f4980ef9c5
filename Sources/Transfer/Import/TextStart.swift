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

  /// Looks at bytes, at most `ImportJob.glimpse` of them.
  ///
  /// - Throws: `CSVEncodingError` when the encoding asked for is none, or not that of the bytes.
  init(_ start: [UInt8], _ options: ImportOptions) throws(CSVEncodingError) {
    var form = FileForm()
    form.encoding = options.encoding
    self = try TextStart(start, form, isStrict: options.isStrict)
    // How a rejects file is written has nothing to do with the file that its records are from.
    if RejectColumns(of: header) != nil { return }
    form.encoding = form.encoding ?? options.mappedForm.encoding
    form.delimiter = options.delimiter ?? options.mappedForm.delimiter
    form.columns = options.columns ?? options.mappedForm.columns
    form.skippedLines = options.mappedForm.skippedLines
    self = try TextStart(start, form, isStrict: options.isStrict)
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
      transcoder.marksFaults = true
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

  /// The beginning of a file of the disk, if that is one of rejected records.
  static func ofRejects(_ path: String) -> (start: TextStart, columns: RejectColumns)? {
    guard InputGroup.isRegular(path),
      let files = try? InputGroup.groups(of: [path]).flatMap(\.files),
      files.count == 1, let source = try? ByteSource(files[0]),
      let bytes = try? source.start(ImportJob.glimpse),
      let start = try? TextStart(bytes, ImportOptions()),
      let columns = RejectColumns(of: start.header)
    else { return nil }
    return (start, columns)
  }

  /// The fields of the first record of a file of rejected records in the columns of such a file.
  func firstMark(_ columns: RejectColumns) -> ArraySlice<String>? {
    var lenient = dialect
    lenient.strictness = .lenient
    var parser = CSVParser(dialect: lenient)
    var position = 0
    var isBehindHeader = false
    while position < text.count {
      var isThere = (try? parser.next(in: text.span.bytes, at: &position)) ?? false
      if !isThere { isThere = (try? parser.finish()) ?? false }
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
