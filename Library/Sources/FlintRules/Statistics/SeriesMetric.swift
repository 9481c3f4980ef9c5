import FlintSchema

/// A quantity that a series counts, sums or averages by civil day: that of the event, for moods the
/// rated day, for achievements the day of unlocking.
package enum SeriesMetric: String, NamedChoice {
  /// Events that had an effect.
  case events
  case sparks
  case points
  case sparkPoints = "spark_points"
  case duplicatePoints = "duplicate_points"
  case missionPoints = "mission_points"
  /// Points from tasks, where the rulebook credits them.
  case taskPoints = "task_points"
  /// Points from other events, by the rulebook's earning rules.
  case earnedPoints = "earned_points"
  /// Cards given, duplicates included.
  case cards
  case duplicates
  case missions
  case overloads
  /// Tasks completed and not reopened.
  case tasks
  case taskScore = "task_score"
  /// Quest nodes completed and not reset.
  case questSteps = "quest_steps"
  case moods
  /// The mean rating of the days rated with a mood, 0 to 4.
  case moodMean = "mood_mean"
  case activities
  case entries
  /// Days of habits that an entry made done; of a goal over a period, the day that reached it.
  case habits
  /// The actual minutes of sparks, where given.
  case minutes
  /// The mean intensity of sparks, 1 to 4.
  case meanIntensity = "mean_intensity"
  case activeDays = "active_days"
  case sparkDays = "spark_days"
  case achievements

  package var name: String { rawValue }

  /// Whether the metric is an average, in millionths and absent where there is nothing to average.
  /// All other metrics are whole numbers, 0 where there is nothing to count.
  package var isMean: Bool { self == .moodMean || self == .meanIntensity }

  /// Whether the metric only concerns sparks, so that it supports the filters of sparks.
  package var countsSparks: Bool {
    switch self {
    case .sparks, .sparkPoints, .minutes, .meanIntensity, .sparkDays: true
    default: false
    }
  }

  /// Whether the history of days does not contain the metric, even without a filter.
  var needsSparks: Bool { self == .minutes || self == .meanIntensity }

  /// Returns the value of the metric on a day of the history; `nil` where that lacks it.
  func value(of day: DayTotals) -> Int64? {
    switch self {
    case .events: day.events
    case .sparks: day.sparks
    case .points: day.points
    case .sparkPoints: day.ledger.spark
    case .duplicatePoints: day.ledger.duplicate
    case .missionPoints: day.ledger.mission
    case .taskPoints: day.ledger.task
    case .earnedPoints: day.ledger.earned
    case .cards: day.cards
    case .duplicates: day.duplicates
    case .missions: day.missions
    case .overloads: day.overloads
    case .tasks: day.subjects.tasks
    case .taskScore: day.subjects.taskScore
    case .questSteps: day.subjects.questSteps
    case .activities: day.subjects.activities
    case .entries: day.subjects.entries
    case .activeDays: day.events > 0 ? 1 : 0
    case .sparkDays: day.sparks > 0 ? 1 : 0
    case .moods, .moodMean, .habits, .minutes, .meanIntensity, .achievements: nil
    }
  }
}
