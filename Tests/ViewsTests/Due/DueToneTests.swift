import FlintRules
import FlintSchema
import Testing
import Views

struct `The tone` {
  /// Items of every kind.
  static func dues() throws -> [DueView] {
    var story = try DueStory(
      readRulebook(
        """
        {"id": "world", "extends": "ignition", "currencies": {"gems": {"start": 1}},
         "cards": [{"id": "sun", "name": "Sun", "category": "idea", "rarity": "legendary",
                    "exclusive": true}],
         "pools": [{"id": "dawn", "before": "2026-03-02", "cards": ["sun"],
                    "rates": {"legendary": 1}, "price": {"gems": 1}}]}
        """))
    try story.apply(.journey(.start(day: day("2026-02-27"))), "2026-02-28T09:00")
    for number in 0..<12 {
      try story.task(
        "Task \(number)", due: "2026-02-\(number + 11)", reminder: "2026-02-\(number + 11)T09:00")
      try story.task(
        "Next \(number)", due: number % 2 == 0 ? "2026-03-01" : "2026-03-02",
        reminder: "2026-03-01T22:00")
    }
    let tracker = try story.apply(
      .tracker(.create(try TrackerContent(name: "Read"))), "2026-02-28T10:00")
    let plan = try HabitPlan(HabitSchedule(.day))
    try story.apply(
      .habit(.plan(HabitContent(tracker: tracker, plan: plan))), "2026-02-28T10:01")
    let set = """
      {"id": "s", "name": "S", "category": "c", "missions": [{"id": "m", "title": "M", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []},
        {"id": "b", "orderIndex": 1, "title": "B", "dependencies": ["a"]}]}]}
      """
    try story.apply(
      .quest(.load(try QuestSet(parsing: Array(set.utf8), file: "s.json"))), "2026-02-28T11:00")
    try story.apply(
      .quest(.complete(PlayedQuests.reference("s/a"))), "2026-02-28T11:01")
    try story.spark("2026-02-28T13:00")
    try story.mood("2026-02-27", at: "2026-02-27T20:00")
    return try story.dues("2026-03-01T20:00")
  }

  @Test func `changes the remark and not the facts`() throws {
    let dues = try Self.dues()
    #expect(Set(dues.map(\.kind)) == Set(DueView.Kind.allCases))
    for due in dues {
      let (nice, rude) = (due.detail(.nice), due.detail(.rude))
      #expect(nice == due.detail())
      #expect(nice != rude)
      let facts = nice.utf8.starts(with: rude.utf8.prefix(8))
      #expect(facts, "\(nice) | \(rude)")
      #expect(nice.hasSuffix(".") || nice.hasSuffix("?"))
      #expect(!nice.contains("\n") && !rude.contains("\n"))
    }
  }

  @Test func `has several remarks for each kind, and a constant one for each item`() throws {
    let dues = try Self.dues()
    for tone in DueTone.allCases {
      for kind in [DueView.Kind.overdue, .task, .reminder] {
        // The remark after the facts.
        let words = dues.filter { $0.kind == kind }.map { due in
          due.detail(tone).split(separator: ". ").dropFirst().joined()
        }
        #expect(Set(words).count > 1)
      }
      #expect(dues.map { $0.detail(tone) } == (try Self.dues()).map { $0.detail(tone) })
    }
  }
}
