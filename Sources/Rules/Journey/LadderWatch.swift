/// What an examination of the ladders found that unlocked nothing: what must come before another can
/// unlock anything. It follows from the rest of the state, so it is neither compared nor written.
struct LadderWatch: BitwiseCopyable, Sendable {
  /// Whether every ladder with a rung to come waits for something that only an event can bring: not
  /// for the next day, as after an achievement, and not for a score or days on a journey.
  var isQuiet = false
  /// The fewest active days at which a rung could hold.
  var activeDays = Int64.max
  /// The shortest streak at which a rung could hold.
  var streak = Int64.max

  /// Whether an active day more can unlock anything.
  @inline(__always)
  func wakes(activeDays: Int, streak: Int32) -> Bool {
    !isQuiet || Int64(activeDays) >= self.activeDays || Int64(streak) >= self.streak
  }

  /// Takes in that a rung was held against a condition that does not hold.
  mutating func wait(for condition: LadderCondition) {
    switch condition.metric {
    case .activeDays: activeDays = min(activeDays, condition.atLeast)
    case .activityStreak: streak = min(streak, condition.atLeast)
    // After an activity all are examined anyway.
    case .journals, .sosSessions: break
    case .days, .consistency, .selfCare, .stability: isQuiet = false
    }
  }
}
