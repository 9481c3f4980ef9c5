import FlintCalendar

/// The effect of a subject's event on the state that all subjects share.
struct SubjectEffect {
  /// Counts that an event subtracts from an earlier day; negative ones are added back.
  struct Reversal {
    var day: CivilDay
    var tasks: Int64 = 0
    var taskScore: Int64 = 0
    var steps: Int64 = 0
    /// What the event earned that is reversed, if it earned anything.
    var payment: Payment?
    /// What occurred then, as missions with general metrics counted it.
    var undone: Undone?
  }

  /// An earlier occurrence and its time.
  struct Undone {
    var occurrence: Occurrence
    var names = OccurrenceNames()
    var at: Instant
    var offset: UTCOffset
  }

  /// The reason why the event is void; `nil` when it is not. A void event has no other effect.
  var void: VoidReason?
  var tasks: Int64 = 0
  var taskScore: Int64 = 0
  /// The number of quest nodes completed.
  var steps: Int64 = 0
  /// The number of days rated for the first time.
  var moods: Int64 = 0
  var activities: Int64 = 0
  var entries: Int64 = 0
  /// The tracker of a habit of which the event made a day done: once for each day, or for each period
  /// where the goal is over the period.
  var habitDone: EventID?
  /// The groups of habits of which it made the day done.
  var groupsDone: [EventID] = []
  /// The counts to subtract from earlier days.
  var reversals: [Reversal] = []
  /// The earlier events that become void.
  var voided: [EventID] = []
  /// The void events that have their effect again.
  var revived: [EventID] = []

  static func void(_ reason: VoidReason) -> SubjectEffect { SubjectEffect(void: reason) }
}
