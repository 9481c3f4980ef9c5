import FlintRules
import FlintSchema
import Testing

@testable import Views

/// Minutes as pages and tables show them.
struct `A duration` {
  @Test(
    arguments: [
      (0, "0 min"), (45, "45 min"), (60, "1 h"), (61, "1 h 1 min"), (450, "7 h 30 min"),
      (75_030, "1,250 h 30 min"),
    ] as [(Int64, String)])
  func `is hours and minutes`(minutes: Int64, text: String) {
    #expect(Language.english.duration(minutes) == text)
  }

  /// A mean of 32 minutes and 52 seconds has a fraction; one of more than an hour is rounded.
  @Test func `shows the fraction of a minute below an hour`() {
    #expect(Language.english.duration(millionths: 32_866_667) == "32.87 min")
    #expect(Language.italian.duration(millionths: 32_866_667) == "32,87 min")
    #expect(Language.english.duration(millionths: 90_500_000) == "1 h 31 min")
    #expect(Language.english.duration(millionths: 45_000_000) == "45 min")
  }

  @Test func `of a goal of an hour or more is shown in every language`() throws {
    let goal = try HabitGoal(.atLeastOnDay, DecimalNumber(Int64(450), field: "n"), of: .minutes)
    #expect("\(goal)" == "at least 7 h 30 min")
    #expect(Language.spanish.text(goal) == "al menos 7 h 30 min")
    #expect(Language.italian.text(goal) == "almeno 7 h 30 min")
    #expect(Language.english.sum(135_000_000, of: goal) == "2 h 15 min")
    let short = try HabitGoal(.atLeastOnDay, DecimalNumber(Int64(20), field: "n"), of: .minutes)
    #expect("\(short)" == "at least 20 minutes")
    #expect(Language.english.sum(90_000_000, of: short) == "90")
  }
}
