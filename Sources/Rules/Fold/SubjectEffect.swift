/// What an event of a subject did, for the parts of the fold that all subjects share.
struct SubjectEffect {
  /// Counts that an event took back from an earlier day; below 0 those that it gave back.
  struct TakenBack {
    var day: CivilDay
    var tasks: Int64 = 0
    var taskScore: Int64 = 0
    var steps: Int64 = 0
  }

  /// Why the event had no effect, if it had none; then all else is nothing.
  var void: VoidReason?
  /// Tasks completed.
  var tasks: Int64 = 0
  /// What they scored.
  var taskScore: Int64 = 0
  /// Quest nodes completed.
  var steps: Int64 = 0
  /// Days that came to be rated.
  var moods: Int64 = 0
  /// Activities.
  var activities: Int64 = 0
  /// Tracker entries.
  var entries: Int64 = 0
  /// What was taken back, or given back where the counts are below 0.
  var takenBack: [TakenBack] = []
  /// Earlier events that have no effect any more.
  var voided: [EventID] = []
  /// Those that have theirs again.
  var revived: [EventID] = []

  static func void(_ reason: VoidReason) -> SubjectEffect { SubjectEffect(void: reason) }
}
