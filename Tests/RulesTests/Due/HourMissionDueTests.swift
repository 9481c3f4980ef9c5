import FlintCalendar
import FlintRules
import Testing

/// Missions of sparks before an hour, in days that start later than midnight.
struct `A mission before an hour is due` {
  /// The ids of the due missions at a local time in UTC, of January 15, on which there was a spark: a mission
  /// of a day takes two before an hour.
  private func dues(_ now: String, before hour: Int, dayStart: String) throws -> [String] {
    let dayStart = try #require(DayStart(dayStart))
    var definition = RulebookDefinition.ignition
    definition.missions = [
      MissionDefinition(
        id: "early", title: "Early", window: .day,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: hour), target: 2, reward: 1,
        difficulty: .easy)
    ]
    var profile = PlayedProfile(try Rulebook(definition, dayStart: dayStart))
    let day = day("2026-01-15")
    // The spark is at 09:00, or at 00:05 of a day that starts later.
    let isLate = dayStart.minutes > 540
    profile.spark(on: isLate ? day + 1 : day, minute: isLate ? 5 : 540)
    let zone = CivilZone(try CivilZone(name: "UTC"), dayStart: dayStart)
    let time = try #require(Timestamp(now)).local
    let (rulebook, state) = (profile.rulebook, profile.state)
    return rulebook.dues(of: state, at: time.instant(offset: .zero), in: zone, days: 0)
      .map(\.id).filter { $0.hasPrefix("mission-") }
  }

  /// A local time, the hour of the mission, the start of days, and whether the mission is due.
  @Test(arguments: [
    ("2026-01-15T11:59", 12, "00:00", true), ("2026-01-15T12:00", 12, "00:00", false),
    ("2026-01-15T23:59", 12, "00:00", false),
    // After midnight, clocks show an early hour of the same day again.
    ("2026-01-15T11:59", 12, "04:00", true), ("2026-01-15T12:00", 12, "04:00", true),
    ("2026-01-15T23:59", 12, "04:00", true), ("2026-01-16T00:00", 12, "04:00", true),
    ("2026-01-16T03:59", 12, "04:00", true),
    // After midnight the hours of the day do not come again.
    ("2026-01-16T00:59", 10, "10:00", true), ("2026-01-16T01:00", 1, "10:00", false),
    ("2026-01-16T09:59", 9, "10:00", false),
  ])
  func `while a spark can still count`(
    now: String, hour: Int, dayStart: String, isDue: Bool
  ) throws {
    #expect(
      try dues(now, before: hour, dayStart: dayStart) == (isDue ? ["mission-early-2026-01-15"] : [])
    )
  }
}
