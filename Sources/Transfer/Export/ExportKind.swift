/// What can be written down as a table.
public enum ExportKind: String, Sendable, CaseIterable {
  /// Sparks.
  case sparks
  /// Roll tokens spent on cards.
  case rolls
  /// Tasks and projects, and what was done with them.
  case tasks
  /// Every rating of a day.
  case moods
  /// Activities and the starts of journeys.
  case activities
  /// Trackers, and changes of them.
  case trackers
  /// Entries of trackers.
  case entries
  /// Quest sets, and what was done of them.
  case quests
  /// Events of every kind but sparks and rolls, as Flint itself keeps them.
  case events
  /// Where points came from, one by one.
  case points
  /// The cards of the rulebook, and how many copies of each were given.
  case cards
  /// Missions as they were completed.
  case missions
  /// Achievements, reached or not.
  case achievements
  /// What each civil day came to.
  case days

  /// The names of all kinds.
  public static let names = allCases.map(\.rawValue)

  /// Whether it is worked out from events, so that nothing can be made of it again.
  public var isDerived: Bool {
    switch self {
    case .points, .cards, .missions, .achievements, .days: true
    default: false
    }
  }

  /// The names of the columns that it can have, in order.
  public var columns: [String] { columnList.map(\.name) }

  /// The columns, in order.
  var columnList: [ExportColumn] {
    switch self {
    case .sparks: SparkTable.columns
    case .rolls: RollTable.columns
    case .tasks: TaskTable.columns
    case .moods: MoodTable.columns
    case .activities: ActivityTable.columns
    case .trackers: TrackerTable.columns
    case .entries: EntryTable.columns
    case .quests: QuestTable.columns
    case .events: EventTable.columns
    case .points: PointTable.columns
    case .cards: CardTable.columns
    case .missions: MissionTable.columns
    case .achievements: AchievementTable.columns
    case .days: DayTable.columns
    }
  }
}

/// How a table is written.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// Fields with commas between them.
  case csv
  /// Fields with tabs between them.
  case tsv
  /// One JSON array of objects.
  case json
  /// One JSON object a line.
  case jsonl
}

/// A column of a table.
struct ExportColumn: Sendable {
  /// When it is written, unless the columns are chosen.
  enum Presence: Sendable {
    case always
    /// Where any row has something in it.
    case whenNeeded
    case onRequest
  }

  var name: String
  var presence: Presence

  init(_ name: String, _ presence: Presence = .always) {
    self.name = name
    self.presence = presence
  }
}
