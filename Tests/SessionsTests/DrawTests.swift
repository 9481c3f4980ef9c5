import Calendar
import Rules
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
          title: "Spark \(number)", category: Category.ignition[number % 5])
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
