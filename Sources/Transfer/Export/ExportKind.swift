package enum ExportKind: String, Sendable, CaseIterable {
  case sparks
  /// Roll tokens spent on cards.
  case rolls
  /// Tasks and projects, and the changes to them.
  case tasks
  case moods
  /// Activities and the starts of journeys.
  case activities
  /// Trackers, and the changes to them.
  case trackers
  case entries
  /// Quest sets, and the progress in them.
  case quests
  /// Events of all kinds except sparks and rolls, in Flint's own representation.
  case events
  case points
  /// The cards drawn, one by one.
  case draws
  /// The cards of the rulebook, with the number of copies drawn.
  case cards
  case missions
  /// Achievements, unlocked or not.
  case achievements
  /// The days of habits, with their statuses.
  case habits
  case days
  /// A row for each day, week or month, with a column for each tracker.
  case table

  package static let names = allCases.map(\.rawValue)

  /// Whether the table is derived from events, so that it cannot be imported.
  package var isDerived: Bool {
    switch self {
    case .points, .draws, .cards, .missions, .achievements, .habits, .days, .table: true
    default: false
    }
  }

  /// The names of all columns of the table, in order.
  package var columns: [String] { columnList.map(\.name) }

  /// All columns of the table, in order.
  package var columnList: [ExportColumn] { source.columns }

  /// The columns that depend on the trackers of the profile, by the form of their names.
  package var namedColumns: [ExportColumn] { source.namedColumns }

  /// The source of the table's rows.
  var source: any ExportTable.Type {
    switch self {
    case .sparks: SparkExport.self
    case .rolls: RollExport.self
    case .tasks: TaskExport.self
    case .moods: MoodExport.self
    case .activities: ActivityExport.self
    case .trackers: TrackerExport.self
    case .entries: EntryExport.self
    case .quests: QuestExport.self
    case .events: EventExport.self
    case .points: PointExport.self
    case .draws: DrawExport.self
    case .cards: CollectionExport.self
    case .missions: MissionExport.self
    case .achievements: AchievementExport.self
    case .habits: HabitExport.self
    case .days: DayExport.self
    case .table: PeriodExport.self
    }
  }
}

/// The file formats of an exported table.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// Fields separated by commas.
  case csv
  /// Fields separated by tabs.
  case tsv
  /// One JSON array of objects.
  case json
  /// One JSON object per line.
  case jsonl

  var isTable: Bool { self == .csv || self == .tsv }
}
