/// The earliest changes that can unlock a rung, collected by an examination of the ladders that
/// unlocked none. They follow from the rest of the state, and are neither compared nor stored.
struct LadderWatch: BitwiseCopyable, Sendable {
  /// Whether every ladder with a next rung depends on events alone: neither on the next day, as
  /// after an achievement, nor on a score or on the days of a journey.
  var isQuiet = false
  /// The smallest number of active days that could unlock a rung.
  var activeDays = Int64.max
  /// The shortest streak that could unlock a rung.
  var streak = Int64.max

  /// Returns whether another active day can unlock a rung.
  @inline(__always)
  func wakes(activeDays: Int, streak: Int32) -> Bool {
    !isQuiet || Int64(activeDays) >= self.activeDays || Int64(streak) >= self.streak
  }

  mutating func wait(for condition: LadderCondition) {
    switch condition.metric {
    case .activeDays: activeDays = min(activeDays, condition.atLeast)
    case .activityStreak: streak = min(streak, condition.atLeast)
    // After an activity all ladders are examined anyway.
    case .journals, .sosSessions: break
    case .days, .consistency, .selfCare, .stability: isQuiet = false
    }
  }
}
