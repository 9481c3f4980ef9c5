import FlintCalendar
import Foundation
import GRDB
import FlintRules
import Sessions
import TestSupport
import Testing

@testable import Storage

struct `Setting when days start` {
  private static func filled(_ seed: UInt64 = 3) throws -> Store {
    let store = try Store.scratch()
    try store.at { (session) throws in
      for newSpark in newSparks(80, seed: seed) { _ = try session.add(newSpark) }
      _ = try session.rate("2026-03-01", .good, at: "2026-03-01T00:00:00+01:00")
      _ = try session.startJourney(on: "2026-02-01", at: "2026-02-01T12:00:00+01:00")
    }
    return store
  }

  /// The same events in a profile that had the day start from the beginning.
  private static func state(_ start: String, of store: Store) throws -> ProfileState {
    let dayStart = try #require(DayStart(start))
    var profile = try Profile.sample()
    profile.dayStart = dayStart
    let other = try Store.inMemory(profile: profile)
    try other.at { session in
      for newSpark in newSparks(80, seed: 3) { _ = try session.add(newSpark) }
      _ = try session.rate("2026-02-28", .good, at: "2026-03-01T00:00:00+01:00")
      _ = try session.startJourney(on: "2026-02-01", at: "2026-02-01T12:00:00+01:00")
    }
    return try other.state()
  }

  @Test(arguments: ["04:00", "00:01", "11:59"])
  func `folds all events again, as if it had always been so`(start: String) throws {
    let store = try Self.filled()
    let change = try store.at { try $0.history.set(.dayStart, to: start) }
    #expect(change?.text == "day-start 00:00 → \(start)")
    let folded = try store.state()
    let expected = try Self.state(start, of: store)
    #expect(folded.ledger == expected.ledger)
    #expect(folded.history.days.map(\.sparks) == expected.history.days.map(\.sparks))
    #expect(folded.history.days.map(\.day) == expected.history.days.map(\.day))
    // The rating is dated 2026-03-01 and keeps its effect.
    #expect(folded.events.voids == [])
    #expect(folded.moods.rating(of: civil("2026-03-01"))?.mood == .good)
    try store.at { (session) throws in
      let rating = try #require(try session.folded().moods.rating(of: civil("2026-03-01")))
      let change = ProfileEvent.Action.mood(
        .record(try MoodContent(day: civil("2026-03-01"), mood: .great)))
      _ = try session.edit(rating.id, of: .mood) { _ in change }
      #expect(try session.folded().moods.rating(of: civil("2026-03-01"))?.mood == .great)
      #expect(session.dayStart.description == start)
      #expect(try session.state() == session.reader.refoldedState())
      #expect(try session.reader.verify().problems == [])
    }
  }

  @Test func `keeps a journey that began in the night, and lets it be corrected`() throws {
    let store = try Store.scratch()
    let id = try store.at { (session) throws in
      try session.startJourney(on: "2026-02-10", at: "2026-02-10T02:00:00+01:00").id
    }
    _ = try store.at { try $0.history.set(.dayStart, to: "04:00") }
    try store.at { (session) throws in
      #expect(try session.state().events.voids == [])
      #expect(try session.state().journey.journey?.start == civil("2026-02-09"))
      _ = try session.edit(id, of: .journeyStart) { _ in .journey(.start(day: civil("2026-02-01")))
      }
      #expect(try session.state().journey.journey?.start == civil("2026-02-01"))
      _ = try session.edit(id, of: .journeyStart) { _ in .journey(.start(day: civil("2026-02-10")))
      }
      #expect(try session.state().journey.journey?.start == civil("2026-02-09"))
      #expect(try session.state() == session.reader.refoldedState())
      #expect(try session.reader.verify().problems == [])
      // A new one is of the day on which it is recorded.
      #expect(throws: SessionError.refused(.laterDay)) {
        try session.startJourney(on: "2026-02-11", at: "2026-02-11T02:00:00+01:00")
      }
    }
  }

  @Test func `is undone and redone to the byte`() throws {
    let store = try Self.filled()
    let before = (try store.state(), try store.records(), try store.rows("SELECT * FROM profile"))
    _ = try store.at { try $0.history.set(.dayStart, to: "04:00") }
    let changed = (try store.state(), try store.rows("SELECT * FROM profile"))
    #expect(changed.0 != before.0)
    // The cached state is that of the new days.
    func events(_ records: [String]) -> [String] { records.filter { !$0.contains("cached") } }
    #expect(try events(store.records()) == events(before.1))
    let undo = try store.at { try $0.history.undoLatest() }
    #expect(undo?.setting?.text == "day-start 04:00 → 00:00")
    #expect(undo?.isDone == true)
    #expect(try store.state() == before.0)
    #expect(try store.state().encoded == before.0.encoded)
    #expect(try store.rows("SELECT * FROM profile") == before.2)
    let redo = try store.at { try $0.history.redoLatest() }
    #expect(redo?.setting?.new == "04:00")
    #expect(try store.state() == changed.0)
    #expect(try store.rows("SELECT * FROM profile") == changed.1)
    #expect(try store.at { try $0.reader.verify().problems } == [])
  }

  @Test func `folds late events as a fold from the beginning does`() throws {
    let store = try Store.scratch()
    _ = try store.at { try $0.history.set(.dayStart, to: "04:00") }
    for seed: UInt64 in 5..<9 {
      try store.at { (session) throws in
        for var newSpark in newSparks(40, seed: seed) {
          newSpark.key = newSpark.key.map { "\(seed) \($0)" }
          _ = try session.add(newSpark)
        }
        let (state, refolded) = (try session.state(), try session.reader.refoldedState())
        #expect(state == refolded, "seed \(seed)")
      }
    }
  }

  @Test func `keeps a cached state only for the day start it was derived with`() throws {
    let store = try Self.filled()
    _ = try store.at { try $0.history.set(.dayStart, to: "04:00") }
    #expect(try store.rows("SELECT day_start FROM cached_state") == ["240"])
    let found = try store.session(SessionOptions(at: today, isWriting: false)) {
      try $0.reader.verify()
    }
    #expect(found.hadCache)
    #expect(found.problems == [])
  }

  @Test func `is left when it was set again since`() throws {
    let store = try Self.filled()
    _ = try store.at { try $0.history.set(.dayStart, to: "04:00") }
    let first = try #require(try store.at { try $0.history.batches() }.first?.number)
    _ = try store.at { try $0.history.set(.dayStart, to: "05:00") }
    let report = try store.at { try $0.history.undo(batch: first) }
    #expect(!report.isDone)
    #expect(report.settingInstead == "day-start 05:00")
    #expect(try store.at { $0.dayStart.description } == "05:00")
  }

  @Test func `is restored with the rest of a savepoint`() throws {
    let store = try Self.filled()
    let before = try store.state()
    struct Stop: Error {}
    try store.at { (session) throws in
      #expect(throws: Stop.self) {
        try session.savepoint {
          _ = try session.history.set(.dayStart, to: "04:00")
          _ = try session.history.set(.zone, to: "Asia/Tokyo")
          throw Stop()
        }
      }
      #expect(session.dayStart == .midnight)
      #expect(session.zone.name == "Europe/Rome")
      #expect(try session.state() == before)
    }
    #expect(try store.state() == before)
  }
}

struct `The settings of a profile` {
  private static let names = [SavedName(.alias, "w")].compactMap(\.self)
  private static var alias: SavedName { names[0] }

  @Test(arguments: ["", "W", "1w", "a b", "w.x", "é", String(repeating: "w", count: 41)])
  func `have no alias of another form`(word: String) {
    #expect(SavedName(.alias, word) == nil)
    #expect(ProfileSetting(name: "alias." + word) == nil)
  }

  @Test func `are kept by dumps and copies, and their sum covers them`() throws {
    let scratch = try Scratch()
    let store = try scratch.create()
    _ = try store.at { try $0.history.set(.saved(Self.alias), to: "week --format json") }
    _ = try store.at { try $0.history.set(.limit, to: "7") }
    #expect(
      try store.rows(
        #"SELECT options ->> 'limit' || ' ' || (options ->> '$."alias.w"') FROM profile"#)
        == [#""7 week --format json""#])
    _ = try Dump.write(store, to: scratch.path("dump"))
    _ = try Dump.restore(scratch.path("dump"), to: scratch.path("restored"))
    try Store.open(path: scratch.path("restored")).at { (session) throws in
      #expect(session.profile.display.limit == 7)
      #expect(session.profile.value(of: .saved(Self.alias)) == "week --format json")
      #expect(try session.reader.verify().problems == [])
    }
  }

  @Test(arguments: [
    (ProfileSetting.dayStart, "12:00"), (.dayStart, "4h"), (.weekStart, "someday"),
    (.language, "de"), (.color, "red"), (.zone, "Europe/Roma"), (.pager, "always"), (.limit, "-1"),
    (.limit, "1000001"), (.saved(alias), "today\u{7}"), (.saved(alias), "today\nweek"),
    (.saved(alias), String(repeating: "x", count: 1001)),
  ])
  func `refuse other values, and nothing is recorded`(
    setting: ProfileSetting, value: String
  ) throws {
    let store = try Store.scratch()
    let before = try store.rows("SELECT * FROM profile")
    try store.at { (session) throws in
      #expect(throws: SessionError.self) { try session.history.set(setting, to: value) }
      #expect(try session.history.batches() == [])
    }
    #expect(try store.rows("SELECT * FROM profile") == before)
  }

  @Test(arguments: [
    (ProfileSetting.weekStart, "Sun", "sunday"), (.language, "IT", "it"),
    (.color, "NEVER", "never"),
    (.zone, "Asia/Tokyo", "Asia/Tokyo"), (.dayStart, "4:30", "04:30"),
    (.pager, "Never", "never"), (.limit, "0", "0"), (.saved(alias), " week ", "week"),
  ])
  func `are stored, checked and undone`(
    setting: ProfileSetting, value: String, stored: String
  ) throws {
    let store = try Store.scratch()
    let before = try store.at { $0.profile }
    var change = try store.at { try $0.history.set(setting, to: value) }
    #expect(change?.new == stored)
    #expect(change?.movedEvents == (setting == .zone || setting == .dayStart ? 0 : nil))
    // Known only while it is made.
    change?.movedEvents = nil
    #expect(try store.at { $0.profile.value(of: setting) } == stored)
    #expect(try store.at { try $0.history.set(setting, to: stored) } == nil)
    #expect(try store.at { try $0.history.batches() }.map(\.settingChange) == [change])
    #expect(try store.at { try $0.reader.verify().problems } == [])
    _ = try store.at { try $0.history.undoLatest() }
    #expect(try store.at { $0.profile } == before)
  }

  @Test func `of the zone decide today, and events keep their offsets`() throws {
    let store = try Store.scratch()
    let late = "2026-03-01T23:30:00Z"
    try store.at(late) { (session) throws in
      _ = try session.add(newSpark("late", at: "2026-03-01T23:00:00+01:00"))
      #expect(session.today == civil("2026-03-02"))
      _ = try session.history.set(.zone, to: "America/New_York")
      #expect(session.today == civil("2026-03-01"))
      let added = try session.add(newSpark("now", at: "2026-03-01T18:00"))
      let records = try session.history.records(of: added.id)
      #expect(records?.original.at == at("2026-03-01T23:00:00Z"))
    }
    #expect(
      try store.rows("SELECT \"offset\" FROM spark ORDER BY seq") == ["3600", "-18000"])
  }

  @Test func `are kept when another copy has others`() throws {
    let scratch = try Scratch()
    let store = try scratch.create()
    let copy = try scratch.copy("profile", "copy")
    _ = try store.at { try $0.history.set(.dayStart, to: "04:00") }
    _ = try copy.at { try $0.history.set(.dayStart, to: "05:00") }
    _ = try copy.at { try $0.history.set(.weekStart, to: "sunday") }
    _ = try copy.at { try $0.add(newSpark("there", at: "2026-03-01T10:00:00Z")) }
    var found: [MergeReport.OtherSetting] = []
    try store.merge(scratch.path("copy"), SessionOptions(at: today)) { found = $1.otherSettings }
    #expect(
      found == [
        MergeReport.OtherSetting(setting: .dayStart, theirs: "05:00", ours: "04:00"),
        MergeReport.OtherSetting(setting: .weekStart, theirs: "sunday", ours: "monday"),
      ])
    try store.at { (session) throws in
      #expect(session.dayStart.description == "04:00")
      #expect(try session.state() == session.reader.refoldedState())
      #expect(try session.reader.verify().problems == [])
    }
  }
}

struct `A profile without settings` {
  let directory: URL
  let path: String

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    path = directory.appendingPathComponent("p.db").path
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/schema-3.db")
    try FileManager.default.copyItem(at: fixture, to: URL(fileURLWithPath: path))
  }

  @Test func `gets the defaults`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try Store.open(path: path)
    try store.at { (session) throws in
      #expect(
        session.profile.settings.map { session.profile.value(of: $0) }
          == ["Europe/Rome", "00:00", "monday", "en", "auto", "auto", "50"])
      _ = try session.history.set(.dayStart, to: "04:00")
      #expect(try session.reader.verify().problems == [])
    }
    // A dump has the settings too.
    let (dump, copy) = (
      directory.appendingPathComponent("dump").path, directory.appendingPathComponent("c.db").path
    )
    _ = try Dump.write(store, to: dump)
    _ = try Dump.restore(dump, to: copy)
    try Store.open(path: copy).at { (session) throws in
      #expect(session.dayStart.description == "04:00")
      #expect(try session.reader.verify().problems == [])
    }
    let file = dump + "/profile.jsonl"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("\"day_start\":240", with: "\"day_start\":720")
      .write(toFile: file, atomically: true, encoding: .utf8)
    #expect(
      throws: DumpError(
        file: file, line: 1,
        problem: "day_start: expected minutes after 00:00, from 0 to 719, got 720")
    ) { try Dump.read(dump) }
  }

  @Test func `that is damaged is still so afterwards`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let queue = try DatabaseQueue(path: path)
    try Schema.migrate(queue, through: 4)
    try queue.write { try $0.execute(sql: "UPDATE profile SET zone = 'Asia/Tokyo'") }
    try queue.close()
    let problems = try Store.open(path: path).session(
      SessionOptions(at: today, isWriting: false)
    ) { try $0.reader.verify() }.problems
    #expect(problems == ["the profile's own row differs from what was written"])
  }
}
