@testable import FlintRules
import FlintCalendar

/// Moods recorded one after the other: ids 1, 2, 3 …, an hour apart.
struct PlayedMoods {
  var state = MoodsState()
  private var count: UInt64 = 0

  /// Rates a day, by default on that day.
  @discardableResult
  mutating func rate(
    _ text: String, _ mood: Mood, type: MoodEntryType = .script, on recording: String? = nil
  ) throws -> SubjectEffect {
    let action = MoodAction.record(
      try MoodContent(day: day(text), mood: mood, entryType: type))
    return apply(action, on: day(recording ?? text))
  }

  /// Rates consecutive days.
  mutating func rate(from first: String, _ ratings: [Int64]) throws {
    for (offset, rating) in ratings.enumerated() {
      guard let mood = Mood(rating: rating) else { continue }
      try rate((day(first) + offset).description, mood)
    }
  }

  @discardableResult
  mutating func fill(_ isOn: Bool) -> SubjectEffect {
    apply(.fill(isOn), on: day("2026-01-01"))
  }

  private mutating func apply(_ action: MoodAction, on day: CivilDay) -> SubjectEffect {
    count += 1
    return state.apply(action, id: PlayedMoods.id(count), at: PlayedMoods.at(count), latest: day)
  }

  static func id(_ number: UInt64) -> EventID { EventID(high: number, low: 7) }

  static func at(_ number: UInt64) -> Instant {
    Instant(milliseconds: 1_767_225_600_000 + Int64(number) * 3_600_000)
  }
}
