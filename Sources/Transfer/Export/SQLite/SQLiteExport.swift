import FlintCalendar
import FlintRules
package import FlintSchema
package import Sessions

/// What writes the tables of a database, in order: each is created, then filled.
package protocol TableSink {
  /// - Parameter columns: the names of the columns, each with its type in SQL.
  func create(_ table: String, _ columns: [(name: String, type: String)]) throws
  func insert(_ row: [FieldValue]) throws
  func execute(_ sql: String) throws
}

/// The export of a profile as a database of tidy tables, which other programs open.
///
/// The columns are those of the exported tables: days and times are texts in ISO 8601, lists are JSON,
/// true and false are 1 and 0. The table of days has at most 2,000 columns.
package enum SQLiteExport {
  /// The number of columns that a table of SQLite can have.
  private static let mostColumns = 2000

  /// A table of the database.
  struct Table {
    var name: String
    var source: any ExportTable.Type
    var kind: ExportKind
    var conditions: [RowCondition] = []
    /// The columns that are left out.
    var omitted: Set<String> = []
  }

  static var tables: [Table] {
    [
      Table(name: "sparks", source: SparkExport.self, kind: .sparks),
      Table(name: "tasks", source: CurrentTaskExport.self, kind: .tasks),
      Table(name: "task_completions", source: TaskCompletionExport.self, kind: .tasks),
      Table(
        name: "moods", source: MoodExport.self, kind: .moods,
        conditions: [RowCondition(column: "counts", comparison: .equal, value: "true")],
        omitted: ["can_edit", "can_delete", "counts"]),
      Table(name: "activities", source: ActivityExport.self, kind: .activities),
      Table(name: "trackers", source: CurrentTrackerExport.self, kind: .trackers),
      Table(
        name: "entries", source: EntryExport.self, kind: .entries, omitted: ["value", "values"]),
      Table(name: "entry_values", source: EntryValueExport.self, kind: .entries),
      Table(name: "points", source: PointExport.self, kind: .points),
      Table(name: "draws", source: DrawExport.self, kind: .draws),
      Table(name: "cards", source: CollectionExport.self, kind: .cards),
      Table(name: "missions", source: MissionExport.self, kind: .missions),
      Table(name: "achievements", source: AchievementExport.self, kind: .achievements),
      Table(name: "habits", source: HabitExport.self, kind: .habits),
      Table(name: "days", source: DayExport.self, kind: .days),
      Table(name: "daily", source: PeriodExport.self, kind: .table),
    ]
  }

  /// The tables of the database, each with its columns: for the table of days, those of every profile.
  package static var described: [(table: String, columns: [ExportColumn])] {
    tables.map { table in
      (table.name, table.source.columns.filter { !table.omitted.contains($0.name) })
    }
  }

  /// - Parameter session: the session of the profile, which is only read.
  /// - Returns: the number of rows of each table.
  package static func run(
    _ session: Session, into sink: some TableSink
  ) throws -> [(table: String, rows: Int)] {
    var counts: [(table: String, rows: Int)] = []
    for table in tables {
      counts.append((table.name, try write(table, session, sink)))
    }
    for view in SQLiteView.all {
      try sink.execute("CREATE VIEW \(view.name) AS\n\(view.query)")
    }
    return counts
  }

  private static func write(
    _ table: Table, _ session: Session, _ sink: some TableSink
  ) throws -> Int {
    let source = try table.source.init(session, ExportOptions(table.kind))
    let columns = source.columns
    // Own fields have a table of their own.
    let most = table.kind == .table ? mostColumns : table.source.columns.count
    let wanted = columns.indices.prefix(most).filter { !table.omitted.contains(columns[$0].name) }
    try sink.create(table.name, wanted.map { (columns[$0].name, columns[$0].content.sqlType) })
    let conditions = table.conditions.compactMap { condition in
      columns.firstIndex { $0.name == condition.column }.map { ($0, condition) }
    }
    let scales = NameScales(session.rulebook.definition)
    let times = TimeForm(hasFraction: try source.hasFractions(session), zone: session.zone)
    var count = 0
    try source.forEachRow(session) { row in
      for (column, condition) in conditions
      where !condition.isSatisfied(by: row[column], session.zone, scales) {
        return true
      }
      try sink.insert(wanted.map { times.written(row[$0]) })
      count += 1
      return true
    }
    for column in ["day", "date", "tracker", "entry"]
    where wanted.contains(where: { columns[$0].name == column }) {
      try sink.execute("CREATE INDEX \(table.name)_\(column) ON \(table.name) (\"\(column)\")")
    }
    return count
  }
}

extension ColumnContent {
  /// The type of a column in SQL.
  fileprivate var sqlType: String {
    switch self {
    case .text, .time, .day: "TEXT"
    case .number: "NUMERIC"
    case .flag: "INTEGER"
    }
  }
}

extension TimeForm {
  /// Returns a value as other programs read it: a time as text, no text for an empty list.
  fileprivate func written(_ value: FieldValue) -> FieldValue {
    switch value {
    case .time(let instant, let offset): .name(text(instant, offset).string)
    case .list(let texts) where texts.isEmpty: .none
    default: value
    }
  }
}
