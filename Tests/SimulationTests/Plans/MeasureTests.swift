import FlintRules
import Testing
@testable import Players

@Suite struct `Measures` {
  @Test(arguments: [
    "points", "points.mission", "level", "cards", "cards.legendary", "cards.idea", "missions",
    "mission.week-warrior", "streak", "points on day 30", "sparks until first:legendary",
    "sparks until complete*2", "days until level:10", "days until mission:week-warrior",
    "sparks until points:5000", "days until achievement:time-3", "sparks until distinct:40",
    "active_days", "task_score", "retention.7", "level on day 30",
  ])
  func `have descriptions that parse as the same measure`(text: String) throws {
    #expect(try Measure(parsing: text).name == text)
  }

  @Test(arguments: [
    (
      "pionts",
      """
      unknown measure "pionts" (did you mean "points"?); expected a total such as points, level, \
      cards, cards.legendary, retention.7, missions or streak, or "sparks until GOAL" or "days until GOAL"
      """
    ),
    (
      "sparks until frist:legendary",
      """
      unknown goal "frist:legendary" (did you mean "first"?); expected complete, first:RARITY, \
      all:RARITY, category:NAME, card:ID, any:ID+ID, cards:ID+ID or distinct:K, level:N, points:N, \
      mission:ID or achievement:ID
      """
    ),
    (
      "sparks until complete*0",
      "expected a number of copies from 1 up after *, as in complete*2, got \"complete*0\""
    ),
    (
      "days until level:ten", "expected a whole number from 1 up after level:, got \"level:ten\""
    ),
  ])
  func `that are invalid are errors with a suggestion`(text: String, problem: String) {
    let error = #expect(throws: PlanProblem.self) { try Measure(parsing: text) }
    #expect(error?.problem == problem)
  }
}
