import FlintCalendar
import FlintRules
import Sessions
import Storage
import TestSupport
import Testing

@testable import Transfer

/// The tables of events are in the order of the fold, which is independent of the order of
/// recording.
struct `Tables of events` {
  private static let raw: [ExportKind] = [
    .sparks, .rolls, .tasks, .moods, .activities, .trackers, .entries, .quests, .events,
  ]
  private static let set = """
    {"id": "s", "name": "Chain", "missions": [{"id": "m", "title": "All", "nodes": [
      {"id": "n0", "orderIndex": 0, "title": "0", "dependencies": []},
      {"id": "n1", "orderIndex": 1, "title": "1", "dependencies": ["n0"]},
      {"id": "n2", "orderIndex": 2, "title": "2", "dependencies": ["n1"]},
      {"id": "n3", "orderIndex": 3, "title": "3", "dependencies": ["n2"]}]}]}
    """

  /// Returns three days of events of all kinds, each at the start of its day; some events are
  /// equal.
  private static func contents(seed: UInt64) throws -> [Correction.Content] {
    var contents: [Correction.Content] = []
    let utc = UTCOffset(seconds: 0)
    func add(_ action: ProfileEvent.Action, _ at: Instant) {
      contents.append(.event(at: at, offset: utc, action))
    }
    for day in 0..<3 as Range<Int64> {
      let at = Instant(milliseconds: 1_772_323_200_000 + day * 86_400_000)
      for number in 0..<3 as Range<UInt32> {
        for title in ["Equal", "Other"] {
          let spark = try Spark(
            at: at, offset: utc, category: .idea, intensity: .medium, title: title)
          contents.append(.spark(spark))
        }
        add(.journey(try .activity(.journal, text: "same")), at)
        add(
          .mood(.record(try MoodContent(day: CivilTime(at, offset: utc).day, mood: .good))), at)
        let task = ProfileEvent.Action.task(
          .taskAdd(try TaskContent(name: "Task \(day) \(number)")))
        add(task, at)
        let id = ProfileEvent.id(
          of: task, at: at, offset: utc, seed: seed, key: .content(occurrence: 0))
        add(.task(.taskComplete(id)), at)
        if number == 0 { add(.task(.taskReopen(id)), at) }
        let tracker = ProfileEvent.Action.tracker(
          .create(try TrackerContent(name: "Tracker \(day) \(number)")))
        add(tracker, at)
        add(
          .tracker(
            .entry(
              try EntryContent(
                tracker: ProfileEvent.id(
                  of: tracker, at: at, offset: utc, seed: seed, key: .content(occurrence: 0)),
                kind: .session(minutes: 5)))), at)
      }
      if day == 1 {
        add(.quest(.load(try QuestFile(parsing: Array(set.utf8), file: "f").set)), at)
        for node in 0..<4 { add(.quest(.complete(QuestReference(set: "s", id: "n\(node)"))), at) }
      }
    }
    return contents
  }

  private static func recorded(
    _ contents: [Correction.Content], seed: UInt64
  ) throws -> Store {
    let store = try Store.inMemory(profile: RandomProfile.profile(seed: seed))
    try store.session(RandomProfile.options()) { session in
      var waiting = contents
      while !waiting.isEmpty {
        var left: [Correction.Content] = []
        for content in waiting {
          do {
            try session.savepoint { try session.record(content) }
          } catch let error as SessionError {
            try #require(error.isRowError)
            left.append(content)
          }
        }
        try #require(left.count < waiting.count)
        waiting = left
      }
    }
    return store
  }

  private static func tables(_ store: Store) throws -> [String] {
    try store.session(RandomProfile.options(isWriting: false)) { session in
      try raw.map { kind in
        var bytes: [UInt8] = []
        _ = try ExportJob(ExportOptions(kind)).run(session) {
          $0.withUnsafeBufferPointer { bytes += Array($0) }
        }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `are the same for any order in which events of one instant were recorded`(seed: UInt64)
    throws
  {
    var random = SplitMix64(state: seed)
    let contents = try Self.contents(seed: seed)
    let expected = try Self.tables(Self.recorded(contents, seed: seed))
    for _ in 0..<3 {
      let store = try Self.recorded(contents.shuffled(using: &random), seed: seed)
      #expect(try Self.tables(store) == expected)
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `are imported completely, in any order of the rows of one instant`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let original = try Self.recorded(Self.contents(seed: seed), seed: seed)
    let tables = try Self.tables(original)
    for round in 0..<3 {
      let scratch = try ImportScratch(seed: seed, zone: "Europe/Rome")
      for (kind, table) in zip(Self.raw, tables) where kind != .events {
        let lines = table.split(separator: "\n")
        let rows = round == 0 ? Array(lines[1...]) : lines[1...].shuffled(using: &random)
        try scratch.write("\(kind.rawValue).csv", ([lines[0]] + rows).joined(separator: "\n"))
        if kind != .quests { try scratch.run("\(kind.rawValue).csv") }
      }
      // No line of it ends within a field: the definition is one field of one line.
      let report = try scratch.run("quests.csv")
      #expect(report.line == "5=5+0+0+0+0")
      #expect(try Self.tables(scratch.store) == tables)
    }
  }

  @Test func `are imported when the clock is the same as at the export`() throws {
    let source = try ImportScratch()
    try source.session { session in
      for number in 1...3 {
        _ = try session.add(NewSpark(title: "Spark \(number)", category: .idea))
        _ = try session.record(.journey(try .activity(.journal, text: "\(number)")))
      }
    }
    let target = try ImportScratch()
    for kind in [ExportKind.sparks, .activities] {
      let table = try source.session { session in
        var bytes: [UInt8] = []
        _ = try ExportJob(ExportOptions(kind)).run(session) {
          $0.withUnsafeBufferPointer { bytes += Array($0) }
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      try target.write("t.csv", table)
      #expect(try target.run("t.csv").line == "3=3+0+0+0+0")
    }
    // Times that are really in the future are still rejected.
    try target.write("late.csv", "at,title,category\n2026-07-01T00:00:01.001Z,Late,idea\n")
    #expect(try target.run("late.csv").line == "1=0+0+0+1+0")
  }
}

extension Session {
  /// Records content without a key.
  fileprivate func record(_ content: Correction.Content) throws {
    switch content {
    case .spark(let spark):
      var new = NewSpark(title: spark.title, category: spark.category)
      new.at = .written(Timestamp(spark.at, offset: spark.offset))
      _ = try add(new)
    case .event(let at, let offset, let action):
      _ = try record(action, at: .written(Timestamp(at, offset: offset)))
    }
  }
}
