import Rules
import Views

extension SeriesMetric {
  /// The name of the metric.
  var phrase: Phrase {
    switch self {
    case .events: .everything
    case .sparks: .sparks
    case .points: .points
    case .sparkPoints: .sparkPoints
    case .duplicatePoints: .duplicatePoints
    case .missionPoints: .missionPoints
    case .taskPoints: .taskPoints
    case .earnedPoints: .earnedPoints
    case .cards: .cardsGiven
    case .duplicates: .duplicates
    case .missions: .missionsCompleted
    case .overloads: .overloads
    case .tasks: .tasksDone
    case .taskScore: .score
    case .questSteps: .questSteps
    case .moods: .ratedDays
    case .moodMean: .meanMood
    case .activities: .activities
    case .entries: .entriesMade
    case .habits: .habitsDone
    case .minutes: .minutesName
    case .meanIntensity: .meanIntensity
    case .activeDays: .activeDays
    case .sparkDays: .daysWithSpark
    case .achievements: .achievements
    }
  }
}
