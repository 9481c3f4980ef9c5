import CSV
public import Rules
public import Sessions

/// What a file of an unknown form seems to be: how it is written, and what its columns hold.
public struct FileSniff: Sendable {
  /// So many records are looked at, and no more.
  static let mostRecords = 100_000
  /// A file with more columns, or longer names, is no table that a mapping could be made for.
  private static let mostColumns = 2000
  private static let longestName = 1000

  /// The file's name.
  public let path: String
  /// Its encoding.
  public let encoding: String
  /// The byte between two fields.
  public let delimiter: UInt8
  /// Whether that was said, rather than found out.
  public let isDelimiterSaid: Bool
  /// How many lines stand before its first record.
  public let skippedLines: Int
  /// Whether its first record names the columns.
  public let hasHeader: Bool
  /// The columns.
  public let columns: [SniffedColumn]
  /// How many records were looked at.
  public let records: Int
  /// Whether there are more.
  public let isCut: Bool
  /// How many records are faulty, and what is wrong with the first.
  public let faulty: (count: Int, first: String)?

  /// The name of the format that a file is of, if it is of a known one.
  ///
  /// - Throws: `InputFailure` when it cannot be read.
  public static func knownFormat(
    _ path: String, _ options: ImportOptions, zone: Zone, now: Instant
  ) throws -> String? {
    let context = ReadingContext(zone: zone, now: now, dateOrder: options.dateOrder)
    var glimpses: [FileGlimpse] = []
    for file in try InputGroup.groups(of: [path]).flatMap(\.files) {
      let source = try ByteSource(file)
      let start = try TextStart(try source.start(ImportJob.glimpse), options)
      glimpses.append(
        FileGlimpse(
          path: file.path, header: start.header, start: start.text,
          delimiter: start.dialect.delimiter))
    }
    let isOwn = glimpses.contains { OwnFormats.isOwn(ImportJob.ownColumns($0.header), context) }
    if !isOwn, let app = FormatCatalogue.apps.first(where: { !$0.claim(glimpses).isEmpty }) {
      return app.name
    }
    guard glimpses.count == 1 else { return nil }
    let header = ImportJob.ownColumns(glimpses[0].header)
    let plain = options.isStrict ? header : ImportJob.plainColumns(header)
    return FormatCatalogue.records.first { format in
      [header, plain].contains { format.translator(for: $0, context) != nil }
    }?.name
  }

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - options: how it is to be read, as far as that is known.
  /// - Throws: `InputFailure` when it cannot be read, or is several.
  public init(_ path: String, _ options: ImportOptions) throws {
    let files = try InputGroup.groups(of: [path]).flatMap(\.files)
    guard files.count == 1, let file = files.first, file.location != .standardInput else {
      throw InputFailure(
        path, "expected one file on the disk to look at", isUnreadable: false)
    }
    var options = options
    var feed = try RecordFeed(file, options)
    if options.columns == nil {
      let finder = HeaderFinder(feed.text.start.text, feed.text.start.dialect)
      if finder.skippedLines > 0 {
        options.mappedForm.skippedLines = finder.skippedLines
        feed = try RecordFeed(file, options)
      }
    }
    skippedLines = options.mappedForm.skippedLines
    try Self.check(feed.header, file)
    hasHeader = options.columns == nil && !Self.isRow(feed.header)
    if !hasHeader && options.columns == nil {
      options.columns = feed.header.indices.map { "column \($0 + 1)" }
      feed = try RecordFeed(file, options)
    }
    var probes = feed.header.map { name in
      ColumnProbe(mostDistinct: MappingDraft.isIdentifier(name) ? Self.mostRecords : nil)
    }
    var records = 0
    var faulty: (count: Int, first: String)?
    var isMore = true
    while records < Self.mostRecords {
      do {
        isMore = try feed.next()
      } catch let error as CSVError {
        faulty = ((faulty?.count ?? 0) + 1, faulty?.first ?? error.description)
        continue
      }
      if !isMore { break }
      records += 1
      for place in probes.indices where place < feed.parser.record.count {
        probes[place].add(feed.parser.record[place])
      }
    }
    self.path = path
    self.records = records
    self.faulty = faulty
    isCut = isMore
    encoding = options.encoding ?? feed.text.start.encoding ?? "UTF-8"
    delimiter = feed.text.start.dialect.delimiter
    isDelimiterSaid = options.delimiter != nil
    columns = zip(feed.header, probes).map { name, probe in
      probe.column(named: name, options.dateOrder)
    }
  }

  private static func check(_ header: [String], _ file: InputFile) throws(InputFailure) {
    if header.count > mostColumns {
      throw InputFailure(
        file.name,
        "its first record has \(header.count) fields; no more than \(mostColumns) columns are "
          + "looked at: this is no table, or its lines end in another way", isUnreadable: false)
    }
    if let long = header.map(\.utf8.count).max(), long > longestName {
      throw InputFailure(
        file.name,
        "its first record has a field of \(long) bytes, which is no name of a column: this is no "
          + "table, or it has another delimiter or an unclosed quote", isUnreadable: false)
    }
  }

  /// Whether the fields of a first record are no names of columns: one is a date or a number.
  static func isRow(_ fields: [String]) -> Bool {
    fields.contains { text in
      DateReader().read(text) != nil
        || NumberReader(mark: .point, isRounding: true).read(text) != nil
        || DateOrder.allCases.contains { DateReader(order: $0).read(text) != nil }
    }
  }

  /// The order of the numbers of all dates, where any needs one.
  ///
  /// - Throws: `FormatProblem` when it cannot be told, with what each order would mean.
  public func order(_ said: DateOrder?) throws(FormatProblem) -> DateOrder? {
    if let said { return said }
    let dates = columns.filter { if case .date = $0.content { true } else { false } }
    var found: (column: String, order: DateOrder)?
    for column in dates {
      switch column.order {
      case .unneeded, .ambiguous: continue
      case .contradictory(let one, let other):
        throw problem(
          column,
          "\"\(one)\" and \"\(other)\" are not dates of one order; say which is right with "
            + "--dates dmy, --dates mdy or --dates ymd")
      case .order(let order):
        if let found, found.order != order {
          throw problem(
            column,
            "its dates are \(order.rawValue), and those of column \"\(found.column)\" are "
              + "\(found.order.rawValue); say which is right with --dates")
        }
        found = found ?? (column.name, order)
      }
    }
    if let found { return found.order }
    for column in dates {
      if case .ambiguous(let ambiguity) = column.order { throw problem(column, ambiguity.message) }
    }
    return nil
  }

  private func problem(_ column: SniffedColumn, _ message: String) -> FormatProblem {
    FormatProblem(path: path, message: "column \"\(column.name)\": \(message)")
  }
}
