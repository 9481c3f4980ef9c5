import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import TestSupport
import Testing

/// A list with days alone gives all events of a day the same instant, 00:00.
struct `Events at the same instant` {
  private static let seeds = cases(1...10 as ClosedRange<UInt64>, quick: 3)
  private static let day = "2026-03-01"

  /// The profile's state, which must be equal when folded from the beginning, and contain no void
  /// event.
  private static func state(of store: Store) throws -> ProfileState {
    let state = try store.state()
    #expect(state.events.voids == [])
    #expect(try store.at { try $0.reader.verify() }.problems == [])
    return state
  }

  @Test(arguments: seeds)
  func `are accepted when tasks are added and completed on one day`(seed: UInt64) throws {
    let store = try Store.scratch(seed: seed)
    try store.at { session in
      for number in 1...20 {
        let task = try session.addTask("Task \(number)", at: Self.day)
        #expect(try session.completeTask(task, at: Self.day).status == .added)
      }
    }
    #expect(try Self.state(of: store).tasks.completedCount(on: civil(Self.day)) == 20)
  }

  @Test(arguments: seeds)
  func `score by a priority that was changed before the completion`(seed: UInt64) throws {
    let store = try Store.scratch(seed: seed)
    try store.at { session in
      for number in 1...20 {
        let task = try session.addTask("Task \(number)", .p0, at: Self.day)
        _ = try session.record(
          .task(.taskUpdate(task, TaskChange(["priority": .name("P3")]))), at: written(Self.day))
        try session.completeTask(task, at: Self.day)
        _ = try session.record(.task(.taskReopen(task)), at: written(Self.day))
        if number % 2 == 0 { try session.completeTask(task, at: "2026-03-02") }
      }
    }
    let tasks = try Self.state(of: store).tasks
    #expect(tasks.score(on: civil(Self.day)) == 0)
    // P3 scores 2.
    #expect(tasks.score(on: civil("2026-03-02")) == 10 * 2)
  }

  @Test(arguments: seeds)
  func `are accepted when a tracker is created and has its first entries`(seed: UInt64) throws {
    let store = try Store.scratch(seed: seed)
    try store.at { session in
      for number in 1...20 {
        let content = try TrackerContent(name: "Tracker \(number)")
        _ = try session.record(.tracker(.create(content)), at: written(Self.day))
        let tracker = try #require(try session.state().trackers.tracker(named: content.name))
        let entry = try EntryContent(tracker: tracker.id, kind: .session(minutes: 5))
        #expect(
          try session.record(.tracker(.entry(entry)), at: written(Self.day)).status == .added)
      }
    }
    let trackers = try Self.state(of: store).trackers.trackers
    #expect(trackers.map(\.entries) == Array(repeating: 1, count: 20))
  }

  @Test(arguments: seeds)
  func `are accepted when projects are added and renamed`(seed: UInt64) throws {
    let store = try Store.scratch(seed: seed)
    try store.at { session in
      for number in 1...20 {
        let project = try ProjectContent(name: "Project \(number)")
        _ = try session.record(.task(.projectAdd(project)), at: written(Self.day))
        let renamed = try ProjectName("Renamed \(number)")
        _ = try session.record(
          .task(.projectRename(from: project.name, to: renamed)), at: written(Self.day))
      }
    }
    #expect(try Self.state(of: store).tasks.projects.count == 21)
  }

  private static func chain(of count: Int) -> String {
    let nodes = (0..<count).map { number in
      let dependencies = number == 0 ? "" : "\"n\(number - 1)\""
      return """
        {"id": "n\(number)", "orderIndex": \(number), "title": "Step \(number)",
        "dependencies": [\(dependencies)]}
        """
    }
    return """
      {"id": "s", "name": "Chain", "category": "other", "missions": [{"id": "m", "title": "All",
      "nodes": [\(nodes.joined(separator: ","))]}]}
      """
  }

  @Test(arguments: seeds)
  func `are accepted when a chain of nodes is completed on one day`(seed: UInt64) throws {
    let store = try Store.scratch(seed: seed)
    try store.at { session in
      try session.load(Self.chain(of: 40), at: Self.day)
      for number in 0..<40 {
        #expect(try session.completeNode("s", "n\(number)", at: Self.day).status == .added)
      }
      // A node that is locked at that instant is refused nevertheless.
      _ = try session.record(
        .quest(.reset(.node(QuestReference(set: "s", id: "n39")), cascade: false)),
        at: written("2026-03-02"))
      #expect(throws: SessionError.refused(.nodeCompleted)) {
        try session.completeNode("s", "n38", at: Self.day)
      }
    }
    #expect(try Self.state(of: store).quests.missions(set: "s").map(\.completedNodes) == [39])
  }

  @Test(arguments: seeds)
  func `give the same result in any order of recording`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let reference = try Store.scratch(seed: seed)
    var contents: [Correction.Content] = []
    try reference.at { session in
      try session.load(Self.chain(of: 12), at: Self.day)
      for number in 0..<12 {
        try session.completeNode("s", "n\(number)", at: Self.day)
        let task = try session.addTask("Task \(number)", at: Self.day)
        try session.completeTask(task, at: Self.day)
        if number % 3 == 0 {
          _ = try session.record(.task(.taskReopen(task)), at: written(Self.day))
        }
        try session.spark(at: Self.day)
      }
      for stored in try session.reader.events(EventQuery()) {
        let event = stored.event
        contents.append(.event(at: event.at, offset: event.offset, event.action))
      }
      for spark in try session.reader.sparks(
        sequences: session.reader.sparkSequences(SparkQuery())[...])
      {
        contents.append(.spark(spark.spark))
      }
    }
    let expected = try Self.state(of: reference)
    for _ in 0..<4 {
      let store = try Store.scratch(seed: seed)
      try store.at { session in
        var waiting = contents.shuffled(using: &random)
        while !waiting.isEmpty {
          var refused: [Correction.Content] = []
          for content in waiting {
            do {
              try session.savepoint { try session.record(content) }
            } catch is SessionError {
              refused.append(content)
            }
            if Int.random(in: 0..<5, using: &random) == 0 { _ = try session.state() }
          }
          try #require(refused.count < waiting.count)
          waiting = refused
        }
      }
      let state = try Self.state(of: store)
      #expect(state == expected)
      #expect(state.encoded == expected.encoded)
    }
  }

  @Test(arguments: seeds)
  func `keep their effects when something else is recorded late`(seed: UInt64) throws {
    let store = try Store.scratch(seed: seed)
    try store.at { session in
      try session.load(Self.chain(of: 6), at: "2026-02-01")
      // By their ids most of them precede their dependencies, and are deferred.
      for number in 0..<5 { try session.completeNode("s", "n\(number)", at: Self.day) }
      try session.spark(at: "2026-03-20")
    }
    try store.at { session in
      let project = try ProjectContent(name: "Late")
      _ = try session.record(.task(.projectAdd(project)), at: written("2026-03-10"))
    }
    #expect(try Self.state(of: store).quests.missions(set: "s").map(\.completedNodes) == [5])
    let last = try store.at { try $0.completeNode("s", "n5", at: "2026-03-11") }
    #expect(last.status == .added)
    #expect(try Self.state(of: store).quests.missions(set: "s").map(\.completedNodes) == [6])
  }

  @Test(arguments: seeds)
  func `precede deferred ones, even when they are recorded behind them`(
    seed: UInt64
  ) throws {
    let store = try Store.scratch(seed: seed)
    try store.at { try $0.history.setRulebook(Rulebook(RandomSubjects.definition)) }
    let tasks = try store.at { session in
      try session.load(Self.chain(of: 6), at: "2026-02-01")
      let tasks = try (1...3).map { try session.addTask("Task \($0)", at: "2026-02-01") }
      for number in 0..<6 { try session.completeNode("s", "n\(number)", at: Self.day) }
      return tasks
    }
    // Completions of tasks have the higher rank, so they are behind every node at that instant.
    // Missions in which both are counted pay in the order of the fold.
    try store.at { session in
      for task in tasks { try session.completeTask(task, at: Self.day) }
    }
    _ = try Self.state(of: store)
  }

  @Test func `are refused or accepted after very many events as after few`() throws {
    let store = try Store.scratch(seed: 1)
    let tasks = try store.at { session in
      try (1...150).map { try session.addTask("Task \($0)", at: "2026-02-01") }
    }
    try store.at { session in
      for task in tasks {
        #expect(try session.completeTask(task, at: Self.day).status == .added)
      }
      let unknown = try #require(EventID(String(repeating: "0", count: 32)))
      #expect(throws: SessionError.refused(.unknownTask)) {
        try session.completeTask(unknown, at: Self.day)
      }
      #expect(throws: SessionError.self) {
        try session.completeTask(tasks[0], at: "2026-03-02")
      }
    }
    #expect(try Self.state(of: store).tasks.completedCount(on: civil(Self.day)) == 150)
  }

  @Test func `after the last accepted time are refused`() throws {
    let store = try Store.scratch(zone: "UTC")
    try store.at("9999-12-30T23:59:59.999Z") { session in
      _ = try session.record(.journey(.activity(.journal, text: "the last")))
      #expect(throws: SessionError.self) {
        try session.record(.journey(.activity(.journal, text: "one more")))
      }
      #expect(try session.reader.verify().problems == [])
    }
  }
}

extension Session {
  /// Records content without a key.
  fileprivate func record(_ content: Correction.Content) throws {
    switch content {
    case .spark(let spark):
      var new = NewSpark(title: spark.title, category: spark.category)
      new.intensity = spark.intensity
      new.at = .written(Timestamp(spark.at, offset: spark.offset))
      _ = try add(new)
    case .event(let at, let offset, let action):
      _ = try record(action, at: .written(Timestamp(at, offset: offset)))
    }
  }
}
