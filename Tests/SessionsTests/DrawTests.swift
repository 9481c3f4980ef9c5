import FlintCalendar
import FlintRules
import Sessions
import Storage
import Testing

struct `The draws of a profile` {
  @Test(arguments: [false, true])
  func `equal those of its state, with late and removed events and rolls`(
    hasPity: Bool
  ) throws {
    var definition = RulebookDefinition.ignition
    if hasPity { definition.drops.pity[3] = PityDefinition(softStart: 5, softStep: .percent(9)) }
    let store = try Store.scratch()
    try store.session(SessionOptions(at: today, rulebook: definition)) { session in
      let start = at("2026-01-01T00:00:00Z").milliseconds
      var ids: [EventID] = []
      for number in 0..<300 {
        var newSpark = NewSpark(
          title: "Spark \(number)", category: SparkCategory.ignition[number % 5])
        // Every third is recorded after a later one.
        let position = number % 3 == 0 ? 1000 - number : number
        newSpark.at = .instant(Instant(milliseconds: start + Int64(position) * 60_000))
        ids.append(try session.add(newSpark).id)
      }
      try session.removeSpark(id: ids[7])
      _ = try session.roll(.idea)
      let tally = try session.reader.draws()
      let state = try session.state()
      var copies: [Int: Int64] = [:]
      for choice in tally.choices {
        for (card, count) in zip(choice.cards, choice.counts) { copies[card, default: 0] += count }
      }
      for view in session.rulebook.collection(in: state) {
        #expect(copies[view.position, default: 0] == Int64(view.copies))
      }
      #expect(tally.draws == 300)
      #expect((tally.groups.count > 5) == hasPity)
    }
  }

  /// Three sparks and a roll removed or undone, and one spark removed and recorded again.
  @Test func `are counted where they were removed or undone`() throws {
    let store = try Store.scratch()
    #expect(try store.at { try $0.reader.removedDraws().counts.isEmpty })
    var again = NewSpark(title: "Again", category: .challenge)
    again.key = "k"
    try store.at { session in
      for title in ["a", "b"] {
        try session.removeSpark(id: try session.add(NewSpark(title: title, category: .idea)).id)
      }
      try session.removeSpark(id: try session.add(again).id)
      _ = try session.add(again)
      _ = try session.add(NewSpark(title: "kept", category: .energy))
    }
    try store.at { session in
      _ = try session.add(NewSpark(title: "undone", category: .decision))
      _ = try session.roll(.idea)
    }
    _ = try store.at { try $0.history.undoLatest() }
    let removed = try store.at { try $0.reader.summary().removedDraws }
    #expect(removed.counts.map(\.name) == ["decision", "idea"])
    #expect(removed.counts.map(\.count) == [1, 3])
    #expect(removed.total == 4)
    #expect(try store.at { try $0.reader.verify().removedDraws } == removed)
    #expect(try store.at { try $0.reader.draws().removed } == removed)
    _ = try store.at { try $0.history.redoLatest() }
    #expect(try store.at { try $0.reader.removedDraws().total } == 2)
  }

  /// `everyday` gives a card for the first mood of a day: of three removed ratings of two days, two can have drawn.
  @Test func `that earning rules grant are counted at most as often as the rule pays`() throws {
    let store = try Store.scratch()
    try store.session(SessionOptions(at: today, rulebook: .everyday)) { session in
      for (day, hour) in [(1, 8), (1, 9), (2, 8)] {
        let rated = try #require(CivilDay(year: 2026, month: 5, day: day))
        let rating = try MoodContent(day: rated, mood: .good)
        let mood = try session.record(
          .mood(.record(rating)), at: .instant(at("2026-05-0\(day)T0\(hour):00:00Z")))
        try session.remove(mood.id, of: .mood)
      }
      #expect(try session.reader.removedDraws().counts.map(\.name) == ["energy"])
      #expect(try session.reader.removedDraws().total == 2)
    }
  }

  @Test func `exclude events later than now`() throws {
    let store = try Store.scratch()
    try store.at { session in
      _ = try session.add(NewSpark(title: "Now", category: .idea))
      let tally = try session.reader.draws()
      #expect(tally.draws == 1)
    }
    try store.session(SessionOptions(at: "2026-05-31T12:00:00Z", isWriting: false)) { session in
      let tally = try session.reader.draws()
      #expect(tally.draws == 0)
    }
  }
}
