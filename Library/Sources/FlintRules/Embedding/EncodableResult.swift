import FlintCalendar
import FlintJSON
import FlintSchema

/// A result that an app can encode: its fields are declared in a schema, and named as the program's JSON names them.
package protocol EncodableResult: Encodable {
  static var encoded: ResultSchema<Self> { get }
}

extension EncodableResult {
  /// Encodes an object with the fields of the result; days as `YYYY-MM-DD`, instants in UTC.
  public func encode(to encoder: any Encoder) throws {
    try Self.encoded.json(self).encode(to: encoder)
  }
}

extension Outcome: EncodableResult {
  package static let encoded = ResultSchema<Outcome>(
    "Outcome", "What an event brought.",
    [
      ResultField("refusal", \.refusal, "Why the event had no effect; null when it had one."),
      ResultField("points", \.points, "The points from all sources."),
      ResultField("base_points", \.basePoints, "The points for the event itself."),
      ResultField("mission_points", \.missionPoints, "The points paid by missions."),
      ResultField("duplicate_points", \.duplicatePoints, "The points for duplicates."),
      ResultField("rarity", \.draw.rarity, "The rarity drawn; null without a draw."),
      ResultField("is_new", \.draw.isNew, "Whether the card is a first copy."),
      ResultField("overloads", \.overloads, "The number of overloads."),
      ResultField("level_before", \.levelBefore, "The level before the event."),
      ResultField("level", \.level, "The level after the event."),
      ResultField("streak", .integer, "The spark streak at the event.") {
        .integer(Int64($0.streak))
      },
      ResultField("task_score", \.taskScore, "The score of a completed task."),
    ])
}

extension ProfileSummary: EncodableResult {
  package static let encoded = ResultSchema<ProfileSummary>(
    "Summary", "The most important numbers of a profile.",
    [
      ResultField("points", \.ledger.total, "The points from all sources."),
      ResultField("level", \.level.number, "The level, from 1."),
      ResultField("title", \.level.title, "The title of the level."),
      ResultField("next_level_at", \.level.nextThreshold, "The points of the next level, if any."),
      ResultField("streak", \.streak.current, "The spark streak as of today."),
      ResultField("longest_streak", \.streak.longest, "The longest spark streak."),
      ResultField("cards", \.cards.tally.owned, "The number of different cards owned."),
      ResultField("missions_completed", \.missionsCompleted, "The missions, repetitions included."),
      ResultField("fuel", \.fuel.amount, "The fuel."),
      ResultField("tokens", \.fuel.tokens, "The unspent roll tokens."),
    ])
}

extension CardView: EncodableResult {
  package static let encoded = ResultSchema<CardView>(
    "Card", "A card of the rulebook.",
    [
      ResultField("id", \.id, "The id."),
      ResultField("name", \.name, "The name."),
      ResultField("category", \.category, "The category."),
      ResultField("rarity", \.rarity, "The rarity."),
      ResultField("copies", \.copies, "The number of copies owned."),
      ResultField("first", \.first, "The time of the first copy; null when there is none."),
    ])
}

extension MissionView: EncodableResult {
  package static let encoded = ResultSchema<MissionView>(
    "Mission", "A mission in a window.",
    [
      ResultField("id", \.id, "The id."),
      ResultField("title", \.title, "The title."),
      ResultField("window", .text, "The kind of its window.") { .name($0.window.rawValue) },
      ResultField("progress", \.progress, "The count so far, up to the target."),
      ResultField("target", \.target, "The count at which the mission completes."),
      ResultField("reward", \.reward, "The points that it pays."),
      ResultField("status", .text, "Its status.") { .name($0.status.rawValue) },
    ])
}

extension AchievementView: EncodableResult {
  package static let encoded = ResultSchema<AchievementView>(
    "Achievement", "An achievement, unlocked or not.",
    [
      ResultField("id", \.id, "The id."),
      ResultField("title", \.title, "The title."),
      ResultField(
        "unlocked_on", \.unlockedOn, "The day on which it was unlocked; null if not yet."),
    ])
}

extension HabitView: EncodableResult {
  package static let encoded = ResultSchema<HabitView>(
    "Habit", "A habit as of a day.",
    [
      ResultField("id", \.id, "The id of its tracker."),
      ResultField("name", \.name, "The name."),
      ResultField("status", \.status, "The status of today."),
      ResultField("open", \.isOpen, "Whether something can still be done for it today."),
      ResultField("last_chance", \.isLastChance, "Whether its period is missed otherwise."),
      ResultField("streak", \.streak, "The number of consecutive periods that are done."),
      ResultField("paused", \.isPaused, "Whether it is paused."),
    ])
}

extension DueView: EncodableResult {
  package static let encoded = ResultSchema<DueView>(
    "Due", "What needs attention.",
    [
      ResultField("id", \.id, "The id."),
      ResultField("kind", \.kind, "The kind."),
      ResultField("name", \.name, "The name, if it has one."),
      ResultField("urgency", \.urgency, "The urgency."),
      ResultField("day", .day, "The day on which it is due; null with a time.", isOptional: true) {
        if case .on(let day) = $0.moment { .day(day) } else { .none }
      },
      ResultField("at", .time, "The instant at which it is due; null with a day.", isOptional: true)
      {
        if case .at(let instant) = $0.moment { .instant(instant) } else { .none }
      },
    ])
}

extension OpenTask: EncodableResult {
  package static let encoded = ResultSchema<OpenTask>(
    "Task", "A task that is not completed.",
    [
      ResultField("id", \.id, "The id of the event that added it."),
      ResultField("name", \.name, "The name."),
      ResultField("details", \.details, "The details, if any."),
      ResultField("priority", \.priority, "The priority."),
      ResultField("due", \.due, "The day on which it is due, if any."),
      ResultField("reminder", \.reminder, "The time of its reminder, if any."),
    ])
}
