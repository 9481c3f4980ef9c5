import FlintCalendar
import Testing

@testable import FlintRules

struct `Achievements and next goals` {
  @Test func `list every rung, unlocked or not`() throws {
    var story = JourneyStory()
    let first = day("2026-01-01")
    story.start(first, on: first)
    story.journal(on: first + 1, count: 6)
    story.open(first + 2)
    let views = story.state.achievements(of: story.definitions, today: first + 2)
    #expect(views.map(\.id) == BundledLadders.all.flatMap { $0.rungs.map(\.id) })
    let reached = views.filter(\.isUnlocked).map { "\($0.id) \($0.unlockedOn?.description ?? "")" }
    #expect(Set(reached) == Set(story.reached))
    let one = try #require(views.first { $0.id == "journaling-1" })
    #expect(
      one.at?.milliseconds
        == CivilTime(
          day: first + 1, milliseconds: 36_000_000
        ).instant(offset: .zero).milliseconds)
    let five = try #require(views.first { $0.id == "journaling-5" })
    #expect(five.unlockedOn == first + 2)
    #expect(five.at == nil)
    #expect(five.ladderID == "journaling" && five.rung == 1 && five.ladder == 2)
    let ten = try #require(views.first { $0.id == "journaling-10" })
    #expect(!ten.isUnlocked)
    #expect(ten.conditions == [ConditionView(metric: .journals, have: 6, need: 10)])
    #expect(ten.conditions[0].missing == 4)
    let month = try #require(views.first { $0.id == "month-writer" })
    #expect(month.conditions.map(\.have) == [2, 6])
    #expect(month.conditions.map(\.missing) == [28, 9])
  }

  @Test func `of an empty profile wait for a journey, or for the first activity`() throws {
    let today = day("2026-01-01")
    let goals = JourneyState().nextGoals(of: BundledLadders.all, today: today)
    #expect(goals.map(\.achievement.ladderID) == BundledLadders.all.map(\.id))
    let waiting = goals.filter(\.waitsForJourney).map(\.achievement.ladderID)
    #expect(
      waiting == [
        "time", "consistency", "self-care", "positive", "gratitude", "strength",
        "self-compassion", "growth", "steady", "month-writer", "balanced",
      ])
    #expect(goals.allSatisfy { $0.unlocksOn == nil })
    let time = try #require(goals.first)
    #expect(time.achievement.conditions == [ConditionView(metric: .days, have: nil, need: 1)])
    #expect(time.achievement.conditions[0].missing == 1)
    #expect(!time.achievement.conditions[0].holds)
    #expect(time.ladderTitle == "Days on the Way")
  }

  @Test func `end with the ladder`() {
    var story = JourneyStory([LadderDefinition("writing", .journals, [1, 2])])
    let today = day("2026-01-01")
    story.journal(on: today, count: 2)
    let goals = story.state.nextGoals(of: story.definitions, today: today)
    #expect(goals.map(\.achievement.id) == ["writing-2"])
    // Nothing is missing but another day.
    #expect(goals.map(\.unlocksOn) == [today + 1])
    story.open(today + 1)
    #expect(story.state.nextGoals(of: story.definitions, today: today + 1).isEmpty)
  }

  @Test func `contain the day on which the passing of days unlocks a rung`() throws {
    var story = JourneyStory()
    let first = day("2026-01-01")
    story.start(first, on: first + 10)
    func goal(_ ladder: String) -> NextGoal? {
      story.state.nextGoals(of: story.definitions, today: first + 10)
        .first { $0.achievement.ladderID == ladder }
    }
    // time-1 came at the event: 3 tomorrow, though ten days have passed.
    #expect(goal("time")?.achievement.id == "time-3")
    #expect(goal("time")?.unlocksOn == first + 11)
    #expect(goal("time")?.achievement.conditions[0].missing == 0)
    #expect(goal("month-writer")?.unlocksOn == nil)
    #expect(goal("strength")?.unlocksOn == nil)
    #expect(goal("activity-streak")?.unlocksOn == nil)
    story.journal(on: first + 10, count: 15)
    #expect(goal("month-writer")?.unlocksOn == first + 30)
    story.open(first + 30)
    #expect(story.days(of: "month-writer") == ["2026-01-31"])
  }

  @Test func `unlock on the predicted day`() throws {
    let start = day("2026-01-01")
    for age in 0...40 {
      var story = JourneyStory()
      story.start(start, on: start + age)
      for ahead in 0...120 {
        let today = start + age + ahead
        story.open(today)
        for goal in story.state.nextGoals(of: story.definitions, today: today) {
          guard let promised = goal.unlocksOn else { continue }
          #expect(promised > today)
          var later = story
          later.open(promised + -1)
          let before = later.state.unlocks.count { $0.ladder == Int32(goal.achievement.ladder) }
          later.open(promised)
          let after = later.state.unlocks.count { $0.ladder == Int32(goal.achievement.ladder) }
          #expect(before == goal.achievement.rung && after == before + 1)
        }
      }
    }
  }
}
