import FlintCalendar
import FlintRules
import Sessions
import Storage
import TestSupport
import Testing

/// How people refer to events: by the first digits of an id, by a name, or as `last`.
struct `References to events` {
  private static func message(_ body: () throws -> EventID) -> String {
    do {
      return "found \(try body())"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a prefix is unique exactly where a search of all ids says so`() throws {
    try Store.scratch().at { session in
      var ids: [EventID] = []
      // So many that about thirty pairs share four digits.
      for minute in 0..<2000 {
        let time = "2026-03-\(10 + minute / 720)T\(10 + minute / 60 % 12):\(10 + minute % 50)"
        ids.append(try session.spark(at: time).id)
      }
      let texts = Set(ids.map(\.description))
      #expect(texts.count == 2000)
      var counts: [Substring: Int] = [:]
      for text in texts {
        for length in 4...32 { counts[text.prefix(length), default: 0] += 1 }
      }
      for text in texts.sorted() {
        for length in 4...6 {
          let prefix = text.prefix(length)
          let found = Self.message {
            try session.reader.id(String(prefix), in: ReferenceScope(.spark))
          }
          if counts[prefix] == 1 {
            #expect(found == "found \(text)")
          } else {
            #expect(found.hasPrefix("\"\(prefix)\" names several of kind spark; specify one: "))
          }
        }
        let short = try session.reader.shortID(of: #require(EventID(text)))
        let unique = (4...32).first { counts[text.prefix($0)] == 1 }
        #expect(short.count == unique)
        #expect(text.hasPrefix(short))
      }
    }
  }

  @Test func `a prefix counts only events of the wanted kinds that are not removed`() throws {
    try Store.scratch().at { session in
      let spark = try session.spark(at: "2026-03-01T10:00").id
      let task = try session.addTask("Letter", at: "2026-03-01T11:00")
      let reader = session.reader
      let prefix = String(spark.description.prefix(8)).uppercased()
      #expect(try reader.id(prefix, in: ReferenceScope(.spark)) == spark)
      #expect(try reader.id(prefix, in: ReferenceScope()) == spark)
      #expect(
        Self.message { try reader.id(prefix, in: ReferenceScope(.taskAdd)) }
          == "there is no task \"\(prefix)\"")
      #expect(
        Self.message { try reader.id("abc", in: ReferenceScope(.spark)) }
          == "there is no spark \"abc\"; an id is named by at least 4 of its digits")
      try session.removeSpark(id: spark)
      #expect(
        Self.message { try reader.id(prefix, in: ReferenceScope()) }
          == "there is no event \"\(prefix)\"")
      #expect(try reader.id(prefix, in: .anyRecorded) == spark)
      #expect(try reader.id("last", in: ReferenceScope()) == task)
    }
  }

  @Test func `last is the event that was recorded last, not the latest one`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let reader = session.reader
      #expect(
        Self.message { try reader.id("last", in: ReferenceScope(.spark)) }
          == "there is no spark yet, so that last names none")
      let early = try session.addTask("Early", at: "2026-03-02T10:00")
      _ = try session.spark(at: "2026-03-09T10:00")
      let late = try session.spark(at: "2026-03-01T10:00").id
      #expect(try reader.id("last", in: ReferenceScope(.spark)) == late)
      #expect(try reader.id("last", in: ReferenceScope()) == late)
      #expect(try reader.id("last", in: ReferenceScope(.taskAdd)) == early)
      #expect(try reader.id("last", in: ReferenceScope(.spark, .taskAdd)) == late)
    }
  }

  @Test func `names are whole for scripts, and may be abbreviated by people`() throws {
    try Store.scratch().at { session in
      let call = try session.addTask("Call Ada", at: "2026-03-01T10:00")
      let milk = try session.addTask("Buy milk", at: "2026-03-01T11:00")
      let reader = session.reader
      let people = ReferenceScope(.taskAdd, abbreviatesNames: true)
      #expect(try reader.id(" call ADA ", in: ReferenceScope(.taskAdd)) == call)
      #expect(try reader.id("call", in: people) == call)
      #expect(try reader.id("ada", in: people) == call)
      #expect(try reader.id("mil", in: people) == milk)
      #expect(
        Self.message { try reader.id("Call", in: ReferenceScope(.taskAdd)) }
          == "there is no task \"Call\" (did you mean \"Call Ada\"?)")
      #expect(
        Self.message { try reader.id("Buy mlik", in: people) }
          == "there is no task \"Buy mlik\" (did you mean \"Buy milk\"?)")
      #expect(
        Self.message { try reader.id("Sleep", in: people) } == "there is no task \"Sleep\"")
      let other = try session.addTask("Buy bread", at: "2026-03-01T12:00")
      let (first, second) = (try reader.shortID(of: milk), try reader.shortID(of: other))
      #expect(
        Self.message { try reader.id("buy", in: people) }
          == "\"buy\" names several of kind task; specify one: \(first) (Buy milk) or "
          + "\(second) (Buy bread)")
      // An abbreviation means the open one; a task to reopen is a completed one.
      try session.completeTask(milk, at: "2026-03-02T12:00")
      #expect(try reader.id("buy", in: people) == other)
      var reopening = people
      reopening.preferredStatus = .completed
      #expect(try reader.id("buy", in: reopening) == milk)
    }
  }

  @Test func `a habit is named among habits only, and as a tracker among all trackers`() throws {
    try Store.scratch().at { session in
      func create(_ name: String) throws -> EventID {
        try session.record(
          .tracker(.create(try TrackerContent(name: name))), at: written("2026-03-01T08:00")
        ).id
      }
      let (reading, running) = (try create("Reading"), try create("Running"))
      let plan = try HabitPlan(HabitSchedule(.day))
      _ = try session.record(
        .habit(.plan(HabitContent(tracker: running, plan: plan))), at: written("2026-03-01T09:00"))
      let reader = session.reader
      let trackers = ReferenceScope(.trackerCreate, abbreviatesNames: true)
      #expect(try reader.id("read", in: trackers) == reading)
      #expect(try reader.id("run", in: trackers) == running)
      #expect(try reader.id("r", in: .habits) == running)
      #expect(
        Self.message { try reader.id("read", in: .habits) } == "there is no habit \"read\"")
    }
  }

  @Test func `a word that is a name and the beginning of an id is ambiguous`() throws {
    try Store.scratch().at { session in
      let spark = try session.spark(at: "2026-03-01T10:00").id
      let name = String(spark.description.prefix(6))
      let task = try session.addTask(name, at: "2026-03-01T11:00")
      let reader = session.reader
      #expect(try reader.id(name, in: ReferenceScope(.taskAdd)) == task)
      #expect(
        Self.message { try reader.id(name, in: ReferenceScope()) }
          == "\"\(name)\" names several events; specify one: "
          + "\(try reader.shortID(of: task)) (\(name)) or \(try reader.shortID(of: spark)) (Spark)")
    }
  }
}
