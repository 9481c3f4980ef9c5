/// The counts of the events of tasks, quests, moods, the journey and trackers in a period.
package struct SubjectCounts: Equatable, BitwiseCopyable, Sendable {
  /// The number of tasks completed in the period and not reopened since.
  package internal(set) var tasks: Int64 = 0
  package internal(set) var taskScore: Int64 = 0
  /// The number of quest nodes completed in the period and not reset since.
  package internal(set) var questSteps: Int64 = 0
  /// The number of days rated with a mood: in the totals of a day, of those that its events rated
  /// first; in statistics, of those in the range.
  package internal(set) var moods: Int64 = 0
  package internal(set) var activities: Int64 = 0
  package internal(set) var entries: Int64 = 0
}

extension SubjectCounts {
  /// The counts in a fixed order, for the cache format.
  var words: [Int64] { [tasks, taskScore, questSteps, moods, activities, entries] }

  init(from reader: inout StateReader) {
    tasks = reader.word()
    taskScore = reader.word()
    questSteps = reader.word()
    moods = reader.word()
    activities = reader.word()
    entries = reader.word()
  }
}
