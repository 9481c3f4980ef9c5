import CSV
package import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// A guess at the format of an unknown file: its encoding and delimiter, and the contents of its
/// columns.
package struct FileSniff: Sendable {
  static let maximumRecordCount = 100_000
  /// The maximum number of columns, and of bytes in their names, of a table that a mapping can be
  /// suggested for.
  private static let maximumColumnCount = 2000
  private static let maximumNameLength = 1000

  package let path: String
  package let encoding: String
  /// The byte between two fields.
  package let delimiter: UInt8
  /// Whether the delimiter was given, not detected.
  package let isDelimiterGiven: Bool
  /// The number of lines before its first record.
  package let skippedLines: Int
  /// Whether its first record names the columns.
  package let hasHeader: Bool
  package let columns: [SniffedColumn]
  package let records: Int
  /// Whether the file has more records than were examined.
  package let isCut: Bool
  /// The number of malformed records, and the error of the first; `nil` if there are none.
  package let faulty: (count: Int, first: String)?
  /// The fields of its first records.
  let sample: [[String]]
  private static let maximumSampleCount = 300
  /// The path to its records if it is JSON; `nil` if it is not.
  package let jsonRows: String?
  /// The day on which the file is examined, if that is known: the year of dates that have none.
  let today: CivilDay?
  /// The other lists of the file that give names of ids, if it is JSON.
  let jsonNames: [JSONNames]

  /// Returns the name of the known format of a file; `nil` if it has none.
  ///
  /// - Throws: `InputFailure` when the file cannot be read.
  package static func knownFormat(
    _ path: String, _ options: ImportOptions, zone: CivilZone, now: Instant
  ) throws -> String? {
    let context = ReadingContext(zone: zone, now: now, dateOrder: options.values.dateOrder)
    var glimpses: [FileGlimpse] = []
    for file in try InputGroup.groups(of: [path]).flatMap(\.files) {
      let source = try ByteSource(file)
      let start = try TextStart(try source.start(ImportPlanner.glimpse), options.text)
      var glimpse = FileGlimpse(
        path: file.path, header: start.header, start: start.text,
        delimiter: start.dialect.delimiter)
      if !start.isRejects { try glimpse.recogniseOwnJSON(source, options, context) }
      glimpses.append(glimpse)
    }
    let isOwn = glimpses.contains { OwnFormats.isOwn(ImportPlanner.ownColumns($0.header), context) }
    if !isOwn, let app = FormatCatalogue.apps.first(where: { !$0.claim(glimpses).isEmpty }) {
      return app.name
    }
    guard glimpses.count == 1 else { return nil }
    let header = ImportPlanner.ownColumns(glimpses[0].header)
    let plain = options.text.isStrict ? header : ImportPlanner.plainColumns(header)
    return FormatCatalogue.records.first { format in
      [header, plain].contains { format.translator(for: $0, context) != nil }
    }?.name
  }

  /// - Throws: `InputFailure` when the file cannot be read, or is several files.
  package init(_ path: String, _ options: ImportOptions, today: CivilDay? = nil) throws {
    self.today = today
    let files = try InputGroup.groups(of: [path]).flatMap(\.files)
    guard files.count == 1, let file = files.first, file.location != .standardInput else {
      throw InputFailure(
        path, "expected one file on disk to examine", isUnreadable: false)
    }
    var options = options
    let json = options.text.columns == nil ? try JSONOutline.form(of: file, options.text) : nil
    options.text.mappedForm.json = json
    jsonRows = json?.rows?.description
    jsonNames = json == nil ? [] : JSONOutline.names(in: file, options.text)
    var feed = try RecordFeed(file, options.text)
    if json == nil, options.text.columns == nil {
      let problem =
        FileKind(feed.text.start.text)?.problem
        ?? CSVHeader.advice(feed.header)
      if let problem { throw InputFailure(file.name, problem, isUnreadable: false) }
    }
    var isHeaderOfDates = false
    if json == nil, options.text.columns == nil {
      let finder = HeaderFinder(feed.text.start.text, feed.text.start.dialect)
      if finder.skippedLines > 0 {
        options.text.mappedForm.skippedLines = finder.skippedLines
        feed = try RecordFeed(file, options.text)
      } else {
        isHeaderOfDates = finder.isHeaderOfDates
      }
    }
    skippedLines = options.text.mappedForm.skippedLines
    try Self.check(feed.header, file)
    hasHeader =
      json != nil || isHeaderOfDates
      || options.text.columns == nil && !Self.isRow(feed.header)
    if !hasHeader && options.text.columns == nil {
      options.text.columns = feed.header.indices.map { "column \($0 + 1)" }
      feed = try RecordFeed(file, options.text)
    }
    var probes = feed.header.map { name in
      ColumnProbe(
        maximumDistinctCount: ColumnName(name).suggestsIDs ? Self.maximumRecordCount : nil)
    }
    var records = 0
    var sample: [[String]] = []
    var faulty: (count: Int, first: String)?
    var isMore = true
    while records < Self.maximumRecordCount {
      do {
        isMore = try feed.next()
      } catch let error as CSVError {
        faulty = ((faulty?.count ?? 0) + 1, faulty?.first ?? error.description)
        continue
      }
      if !isMore { break }
      records += 1
      if let problem = feed.problem {
        faulty = ((faulty?.count ?? 0) + 1, faulty?.first ?? "\(problem)")
        continue
      }
      if sample.count < Self.maximumSampleCount { sample.append(feed.parser.record.strings) }
      for index in probes.indices where index < feed.parser.record.count {
        probes[index].add(feed.parser.record[index])
      }
    }
    self.path = path
    self.records = records
    self.sample = sample
    self.faulty = faulty
    isCut = isMore
    encoding = options.text.encoding ?? feed.text.start.encoding ?? "UTF-8"
    delimiter = feed.text.start.dialect.delimiter
    isDelimiterGiven = options.text.delimiter != nil
    columns = zip(feed.header, probes).map { name, probe in
      probe.column(named: name, options.values.dateOrder)
    }
  }

  private static func check(_ header: [String], _ file: InputFile) throws(InputFailure) {
    if header.count > maximumColumnCount {
      throw InputFailure(
        file.name,
        "its first record has \(header.count) fields, and the maximum is \(maximumColumnCount) "
          + "columns: this is not a table, or its lines end in another way", isUnreadable: false)
    }
    if let long = header.map(\.utf8.count).max(), long > maximumNameLength {
      throw InputFailure(
        file.name,
        "its first record has a field of \(long) bytes, which is not the name of a column: this is "
          + "not a table, or it has another delimiter or an unclosed quote", isUnreadable: false)
    }
  }

  /// Returns whether a first record has data instead of column names: one field is a date or a
  /// number.
  static func isRow(_ fields: [String]) -> Bool {
    fields.contains { text in
      DateReader().read(text) != nil
        || NumberReader(mark: .point, isRounding: true).read(text) != nil
        || DateOrder.allCases.contains { DateReader(order: $0).read(text) != nil }
    }
  }
}
