/// What a series counts, adds up or averages. All of it goes by civil day: that of the event, for
/// moods the day that was rated, for achievements the day on which they unlocked.
public enum SeriesMetric: String, Sendable, CaseIterable {
  /// Events that had an effect.
  case events
  /// Sparks.
  case sparks
  /// Points from all sources.
  case points
  /// Points from sparks.
  case sparkPoints = "spark_points"
  /// Points from duplicate cards.
  case duplicatePoints = "duplicate_points"
  /// Points from missions.
  case missionPoints = "mission_points"
  /// Points from tasks, where the rulebook credits them.
  case taskPoints = "task_points"
  /// Cards given, duplicates included.
  case cards
  /// Cards given that were duplicates.
  case duplicates
  /// Missions completed.
  case missions
  /// Overloads.
  case overloads
  /// Tasks completed and not opened again.
  case tasks
  /// What they scored.
  case taskScore = "task_score"
  /// Quest nodes completed and not taken back.
  case questSteps = "quest_steps"
  /// Days rated with a mood.
  case moods
  /// The mean rating of those days, 0 to 4.
  case moodMean = "mood_mean"
  /// Activities.
  case activities
  /// Tracker entries.
  case entries
  /// Minutes that sparks took, where that was said.
  case minutes
  /// The mean intensity of sparks, 1 to 4.
  case meanIntensity = "mean_intensity"
  /// Days with any event.
  case activeDays = "active_days"
  /// Days with a spark.
  case sparkDays = "spark_days"
  /// Achievements unlocked.
  case achievements

  /// The name in Lua, CSV and the command line.
  public var name: String { rawValue }
  /// The names of all metrics.
  public static let names = allCases.map(\.name)

  /// Reads a name; `nil` when it is none.
  public init?(name: String) { self.init(rawValue: name) }

  /// Whether it is an average: in millionths, and without a value where there is nothing to
  /// average. All else is a whole number, 0 where there is nothing.
  public var isMean: Bool { self == .moodMean || self == .meanIntensity }

  /// Whether it is about sparks alone, so that filters of sparks go with it.
  public var isOfSparks: Bool {
    switch self {
    case .sparks, .sparkPoints, .minutes, .meanIntensity, .sparkDays: true
    default: false
    }
  }

  /// Whether the history of days does not tell it even without a filter.
  var needsSparks: Bool { self == .minutes || self == .meanIntensity }

  /// What a day of the history came to in it; `nil` where the history does not tell.
  func value(of day: DayTotals) -> Int64? {
    switch self {
    case .events: day.events
    case .sparks: day.sparks
    case .points: day.points
    case .sparkPoints: day.sparkPoints
    case .duplicatePoints: day.duplicatePoints
    case .missionPoints: day.missionPoints
    case .taskPoints: day.taskPoints
    case .cards: day.cards
    case .duplicates: day.duplicates
    case .missions: day.missions
    case .overloads: day.overloads
    case .tasks: day.tasks
    case .taskScore: day.taskScore
    case .questSteps: day.questSteps
    case .activities: day.activities
    case .entries: day.entries
    case .activeDays: day.events > 0 ? 1 : 0
    case .sparkDays: day.sparks > 0 ? 1 : 0
    case .moods, .moodMean, .minutes, .meanIntensity, .achievements: nil
    }
  }
}
