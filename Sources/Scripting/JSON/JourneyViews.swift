public import Rules
public import Sessions

/// A journey at a glance, as of a day.
public struct JourneyView: Sendable {
  /// The day.
  public var day: CivilDay
  /// The journey that counts on the day, if any.
  public var journey: Journey?
  /// How often something was done up to the day.
  public var totals: ActivityTotals
  /// Active days in a row, up to the day or the one before.
  public var streak: Int
  /// The most active days in a row, over all of history.
  public var longestStreak: Int
  /// Whether anything happened on the day.
  public var isActive: Bool
  /// The first day on which anything happened.
  public var firstActiveDay: CivilDay?
  /// Achievements unlocked up to the day, of how many.
  public var achievements: (unlocked: Int, total: Int)

  /// Looks at a journey.
  ///
  /// - Parameters:
  ///   - state: the state of the profile.
  ///   - ladders: those of the rulebook.
  ///   - day: the day as of which it is looked at.
  public init(_ state: JourneyState, ladders: [LadderDefinition], on day: CivilDay) {
    self.day = day
    journey = state.journey(on: day)
    totals = state.activityTotals(through: day)
    streak = state.activityStreak(on: day)
    longestStreak = state.longestActivityStreak
    isActive = state.isActive(on: day)
    firstActiveDay = state.firstActiveDay
    achievements = (
      state.unlocks.count { $0.day <= day }, ladders.reduce(0) { $0 + $1.rungs.count }
    )
  }

  /// Whole civil days since the journey's start.
  public var days: Int64? { journey.map { Int64(day - $0.start) } }

  /// The journey as members of a JSON object.
  public func members(_ session: Session) -> [(name: String, value: JSONValue)] {
    [
      ("day", .string(day.description)),
      ("id", journey.map { .string($0.id.description) } ?? .null),
      ("start", journey.map { .string($0.start.description) } ?? .null),
      ("started_at", journey.map { .string(session.zone.text($0.at)) } ?? .null),
      ("days", days.map { .integer($0) } ?? .null),
      ("streak", .integer(Int64(streak))),
      ("longest_streak", .integer(Int64(longestStreak))),
      ("active", .boolean(isActive)),
      ("active_days", .integer(totals.activeDays)),
      ("first_active_day", firstActiveDay.map { .string($0.description) } ?? .null),
      ("journals", .integer(totals.journals)),
      ("sos_sessions", .integer(totals.sosSessions)),
      ("self_care_sessions", .integer(totals.selfCareSessions)),
      ("achievements", .integer(Int64(achievements.unlocked))),
      ("achievements_total", .integer(Int64(achievements.total))),
    ]
  }
}

extension JourneyScores {
  /// The scores as JSON, as numbers from 0 to 1.
  public var json: JSONValue {
    .object([
      ("day", .string(day.description)), ("days", .integer(days)),
      ("consistency", .millionths(consistency)), ("self_care", .millionths(selfCare)),
      ("stability", .millionths(stability)),
    ])
  }
}

extension LandscapePoint {
  /// The point as JSON.
  public var json: JSONValue {
    .object([("day", .string(day.description)), ("value", .millionths(millionths))])
  }
}

extension ConditionView {
  /// The condition as JSON: counts as they are, scores as numbers from 0 to 1.
  public var json: JSONValue {
    func number(_ value: Int64) -> JSONValue {
      metric.isScore ? .millionths(value) : .integer(value)
    }
    return .object([
      ("metric", .string(metric.name)), ("have", have.map { number($0) } ?? .null),
      ("need", number(need)), ("missing", number(missing)),
    ])
  }
}

extension AchievementView {
  /// The achievement as JSON.
  public func json(_ session: Session) -> JSONValue {
    .object([
      ("id", .string(id)), ("ladder", .string(ladderID)), ("title", .string(title)),
      ("unlocked", .boolean(isUnlocked)),
      ("day", unlockedOn.map { .string($0.description) } ?? .null),
      ("at", at.map { .string(session.zone.text($0)) } ?? .null),
      ("conditions", .array(conditions.map(\.json))),
    ])
  }
}

extension NextGoal {
  /// The goal as JSON.
  public var json: JSONValue {
    .object([
      ("ladder", .string(achievement.ladderID)), ("ladder_title", .string(ladderTitle)),
      ("id", .string(achievement.id)), ("title", .string(achievement.title)),
      ("conditions", .array(achievement.conditions.map(\.json))),
      ("needs_journey", .boolean(waitsForJourney)),
      ("unlocks_on", unlocksOn.map { .string($0.description) } ?? .null),
    ])
  }
}

/// An activity, as it is listed.
extension StoredEvent {
  /// The activity that the event says, as JSON; `nil` when it is another kind of event.
  var activityJSON: JSONValue? {
    guard case .journey(.activity(let activity)) = event.action else { return nil }
    return .object([
      ("id", .string(event.id.description)), ("kind", .string(activity.kind.name)),
      ("text", activity.text.map { .string($0) } ?? .null),
      ("at", .string(event.at.text(offset: event.offset))),
      ("day", .string(event.day.description)), ("key", key.map { .string($0) } ?? .null),
    ])
  }
}
