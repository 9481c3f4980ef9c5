import CSV
import Rules
public import Sessions

/// Something to be written down as a table: validated, and then good for any profile.
public struct ExportJob: Sendable {
  /// What was asked for.
  public let options: ExportOptions
  /// The byte between two fields.
  public let delimiter: UInt8

  /// Makes a job.
  ///
  /// - Throws: `ExportProblem` when a column is none of the kind's or is compared with what it cannot
  ///   hold, or options exclude each other.
  public init(_ options: ExportOptions) throws(ExportProblem) {
    self.options = options
    for name in options.columns ?? [] { try ExportJob.check(name, "columns", options.kind) }
    for condition in options.conditions {
      try ExportJob.check(condition.column, "where", options.kind)
      if let fault = condition.fault(options.kind.content(of: condition.column)) {
        throw ExportProblem(option: "where", message: fault)
      }
    }
    if let order = options.order { try ExportJob.check(order.column, "order", options.kind) }
    if let columns = options.columns {
      if columns.isEmpty {
        throw ExportProblem(option: "columns", message: "expected at least one column")
      }
      if let twice = columns.enumerated().first(where: { columns[..<$0].contains($1) }) {
        throw ExportProblem(
          option: "columns", message: "expected each column once, got \"\(twice.element)\" twice")
      }
    }
    if options.kind == .cards, options.since != nil || options.until != nil {
      throw ExportProblem(
        option: options.since == nil ? "until" : "since",
        message: "goes with what happened at a time, not with cards, of which all copies are "
          + "counted; sparks has the card of each spark as a column")
    }
    if options.includesMissing && options.kind != .moods {
      throw ExportProblem(
        option: "missing", message: "goes with moods, not with \(options.kind.rawValue)")
    }
    if let limit = options.limit, limit < 0 {
      throw ExportProblem(option: "limit", message: "expected 0 or more, got \(limit)")
    }
    let isTable = options.format == .csv || options.format == .tsv
    if options.spreadsheet != nil && !isTable {
      throw ExportProblem(
        option: "for", message: "a spreadsheet reads csv or tsv, not \(options.format.rawValue)")
    }
    if options.delimiter != nil && options.format != .csv {
      throw ExportProblem(
        option: "delimiter", message: "goes with csv, not with \(options.format.rawValue)")
    }
    let usual =
      options.spreadsheet?.hasDecimalComma == true ? UInt8(ascii: ";") : UInt8(ascii: ",")
    delimiter = options.format == .tsv ? 0x09 : options.delimiter ?? usual
    guard CSVDialect.canDelimit(delimiter) else {
      throw ExportProblem(
        option: "delimiter", message: "expected a character such as ; that no quote or line end is")
    }
  }

  private static func check(
    _ name: String, _ option: String, _ kind: ExportKind
  ) throws(ExportProblem) {
    let columns = kind.columns
    if columns.contains(name) { return }
    throw ExportProblem(
      option: option,
      message: "there is no column \"\(name)\" in \(kind.rawValue)"
        + "\(NearestName.hint(for: name, among: columns)); it has \(columns.joined(separator: ", "))"
    )
  }

  /// Writes what was asked for.
  ///
  /// - Parameters:
  ///   - session: lent for reading.
  ///   - sink: takes the bytes, piece by piece.
  /// - Throws: what `sink` throws; `SessionError`.
  public func run(
    _ session: Session, to sink: (Span<UInt8>) throws -> Void
  ) throws -> ExportReport {
    try run(session, eventKinds: [], to: sink)
  }

  /// - Parameter eventKinds: of events only these; all when empty.
  func run(
    _ session: Session, eventKinds: [EventKind], to sink: (Span<UInt8>) throws -> Void
  ) throws -> ExportReport {
    var table = try makeTable(session, eventKinds)
    let names = options.columns ?? table.usualColumns
    let all = options.kind.columns
    let wanted = names.compactMap { name in all.firstIndex(of: name) }
    table.wanted = Set(wanted)
    for name in options.conditions.map(\.column) + (options.order.map { [$0.column] } ?? []) {
      if let place = all.firstIndex(of: name) { table.wanted.insert(place) }
    }
    var writer = RowWriter(self, columns: names, wanted)
    try writer.begin(sink)
    if let sparks = table as? SparkTable, writer.isTable, options.conditions.isEmpty,
      options.order == nil, let fields = SparkFields(wanted, isRaw: options.isRaw)
    {
      try sparks.writeFast(fields, &writer, session, sink)
    } else {
      try write(&table, &writer, session, sink)
    }
    try writer.end(sink)
    return ExportReport(
      kind: options.kind, columns: names, rows: writer.count, notes: table.notes)
  }

  private func write(
    _ table: inout any ExportTable, _ writer: inout RowWriter, _ session: Session,
    _ sink: (Span<UInt8>) throws -> Void
  ) throws {
    let columns = options.kind.columns
    let conditions = options.conditions.compactMap { condition in
      columns.firstIndex(of: condition.column).map { (place: $0, condition: condition) }
    }
    let zone = session.zone
    let key = options.order.flatMap { columns.firstIndex(of: $0.column) }
    let limit = options.limit ?? .max
    // Of rows that wait for their order only what is needed is held.
    var sorted: [(key: ExportValue, values: [ExportValue])] = []
    try table.forEachRow(session) { row in
      if writer.count >= limit { return false }
      for (place, condition) in conditions where !condition.holds(for: row[place], zone) {
        return true
      }
      if let key {
        sorted.append((row[key], writer.picked(row)))
      } else {
        try writer.write(row, sink)
      }
      return true
    }
    guard let order = options.order else { return }
    let places = sorted.indices.sorted { left, right in
      let (a, b) = (sorted[left].key, sorted[right].key)
      if ExportValue.precedes(a, b) { return !order.isDescending }
      if ExportValue.precedes(b, a) { return order.isDescending }
      return left < right
    }
    for place in places.prefix(limit) {
      try writer.write(picked: sorted[place].values, sink)
    }
  }

  private func makeTable(
    _ session: Session, _ eventKinds: [EventKind]
  ) throws -> any ExportTable {
    switch options.kind {
    case .sparks: try SparkTable(session, options)
    case .rolls: try RollTable(session, options)
    case .tasks: try TaskTable(session, options)
    case .moods: try MoodTable(session, options)
    case .activities: try ActivityTable(session, options)
    case .trackers: try TrackerTable(session, options)
    case .entries: try EntryTable(session, options)
    case .quests: try QuestTable(session, options)
    case .events: try EventTable(session, options, kinds: eventKinds)
    case .points: PointTable(options)
    case .cards: CardTable()
    case .missions: MissionTable(options)
    case .achievements: AchievementTable(options)
    case .days: DayTable(options)
    }
  }
}
