package import FlintCalendar
import FlintJSON
package import FlintSchema

/// The content of an event that gives a tracker a schedule, or takes it away: the tracker is a habit
/// from the civil day of the event on, or no longer.
package struct HabitContent: SchemaRecord {
  package private(set) var tracker = EventID(high: 0, low: 0)
  /// How often the habit is due; `nil` when the tracker stops being a habit.
  package private(set) var schedule: HabitSchedule?
  /// What makes a day done; `nil` where an entry that counts suffices.
  package private(set) var goal: HabitGoal?
  /// The habits of a group; `nil` where the habit has entries of its own.
  package private(set) var members: HabitMembers?

  package static let schema = RecordSchema<HabitContent>([
    Field("tracker", \.tracker, "The tracker."),
    Field(
      "schedule", \.schedule,
      "How often: {times = n, per = \"day\", \"week\" or \"month\"}, {times = n, days = d} for n "
        + "times in every d days, or {weekdays = {\"mon\", …}}."),
    Field(
      "goal", \.goal,
      "What makes a day done, an entry unless given: {at_least = n, of = \"number\", \"minutes\" or "
        + "\"entries\"}; with over = \"period\" the sum of the period has to reach it. {at_most = n, "
        + "of = …} is a limit of the period."),
    Field(
      "members", \.members,
      "The habits of a group, whose days are done when they are: {of = {ids of trackers}, needs = "
        + "\"all\", \"any\" or how many}."),
  ])
  package static let blank = HabitContent()

  private init() {}

  /// Creates the content for a plan; `nil` for the end of the habit.
  package init(tracker: EventID, plan: HabitPlan?) {
    self.tracker = tracker
    schedule = plan?.schedule
    goal = plan?.goal
    members = plan?.members
  }

  /// Returns the content about other trackers.
  func mapping(_ id: (EventID) -> EventID) -> HabitContent {
    var content = self
    content.tracker = id(tracker)
    content.members = members?.mapping(id)
    return content
  }

  /// The schedule, the goal and the members; `nil` when the tracker stops being a habit.
  package var plan: HabitPlan? {
    // Cannot fail: the content was validated.
    schedule.flatMap { try? HabitPlan($0, goal: goal, members: members) }
  }

  /// Checks that the schedule and the goal fit, and completes the schedule.
  package mutating func validate() throws(FieldError) {
    guard let schedule else {
      if let goal {
        throw FieldError(
          field: "schedule", expected: "a schedule beside the goal (\(goal))", found: "nothing")
      }
      if members != nil {
        throw FieldError(
          field: "schedule", expected: "a schedule beside the members", found: "nothing")
      }
      return
    }
    self.schedule = try HabitPlan(schedule, goal: goal, members: members).schedule
  }
}

/// The content of an event that makes a day of a habit neutral.
package struct HabitSkip: SchemaRecord {
  package private(set) var tracker = EventID(high: 0, low: 0)
  /// The civil day: past, today's, or a coming one.
  package private(set) var day = CivilDay(number: 0)
  /// The note, if any.
  package private(set) var note: String?

  package static let schema = RecordSchema<HabitSkip>([
    Field("tracker", \.tracker, "The tracker."),
    Field("day", \.day, "The civil day to skip: past, today's or a coming one."),
    Field("note", \.note, "The reason."),
  ])
  package static let blank = HabitSkip()

  private init() {}

  /// Creates a skip; an empty note counts as absent.
  ///
  /// - Throws: `FieldError` about `day` when its year is outside 1–9999.
  package init(tracker: EventID, day: CivilDay, note: String? = nil) throws(FieldError) {
    self.tracker = tracker
    self.day = day
    self.note = note
    self = try checked()
  }
}

/// The content of an event that pauses a habit, or resumes it.
package struct HabitPause: SchemaRecord {
  package private(set) var tracker = EventID(high: 0, low: 0)
  /// The note, if any.
  package private(set) var note: String?

  package static let schema = RecordSchema<HabitPause>([
    Field("tracker", \.tracker, "The tracker."), Field("note", \.note, "The reason."),
  ])
  package static let blank = HabitPause()

  private init() {}

  /// Creates the content; an empty note counts as absent.
  package init(tracker: EventID, note: String? = nil) {
    self.tracker = tracker
    self.note = note.flatMap { $0.isEmpty ? nil : $0 }
  }
}
