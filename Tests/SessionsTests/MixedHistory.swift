import FlintCalendar
import GRDB
import FlintRules
import FlintSchema
import Sessions
import TestSupport
import Testing

@testable import Storage

/// Random sessions, derived from a seed, that record, change and remove events of many kinds.
struct MixedHistory {
  private var random: SplitMix64
  /// The number of things named so far, so that each has a unique name.
  private var count = 0
  /// The prefix of names, so that two histories can share some and differ in others.
  var label = ""

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// Runs a session of a number of steps; refused steps are ignored.
  ///
  /// - Parameter most: the number of events that may follow the cached state.
  mutating func play(
    _ store: Store, _ now: String, steps: Int = 25, behindCache most: Int64 = 0
  ) throws {
    var options = SessionOptions(at: now)
    options.mostBehindCache = most
    try store.session(options) { session in
      for _ in 0..<steps {
        do {
          try step(session)
        } catch let error as SessionError {
          if case .store = error { throw error }
        }
      }
    }
  }

  private mutating func step(_ session: Session) throws {
    count += 1
    let time = EventTime.instant(
      Instant(
        milliseconds: session.now.milliseconds - Int64.random(in: 0..<90, using: &random)
          * 43_200_000))
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<5: try addSpark(session, time)
    case 5: _ = try session.roll(pick(SparkCategory.ignition), at: time)
    case 6..<9: try addTask(session, time)
    case 9:
      if let id = try any(.taskAdd, session) { _ = try session.record(.task(.taskComplete(id))) }
    case 10:
      if let id = try any(.taskAdd, session) { _ = try session.record(.task(.taskReopen(id))) }
    case 11: try updateTask(session)
    case 12: try rate(session, time)
    case 13:
      let action = try JourneyAction.activity(pick(ActivityKind.allCases), text: "\(label)\(count)")
      _ = try session.record(.journey(action), at: time)
    case 14: _ = try session.record(.journey(.start(day: session.today + -3)))
    case 15:
      let content = try TrackerContent(name: "\(label)Tracker \(count % 4)")
      _ = try session.record(.tracker(.create(content)), at: time)
    case 16..<18: try enter(session)
    case 18..<20: try updateSpark(session)
    case 20: if let id = try anySpark(session) { try session.removeSpark(id: id) }
    case 21:
      let kinds: [EventKind] = [.taskAdd, .taskComplete, .mood, .trackerEntry, .activity]
      let kind = pick(kinds)
      if let id = try any(kind, session) { try session.remove(id, of: kind) }
    case 22: try editEntry(session)
    default: try editTask(session)
    }
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private mutating func any(_ kind: EventKind, _ session: Session) throws -> EventID? {
    let found = try session.reader.events(EventQuery(kinds: [kind]))
    return found.isEmpty ? nil : pick(found).event.id
  }

  private mutating func anySpark(_ session: Session) throws -> EventID? {
    let found = try session.reader.sparkSequences(SparkQuery())
    return found.isEmpty ? nil : try session.reader.sparks(sequences: [pick(found)]).first?.id
  }

  private mutating func addSpark(_ session: Session, _ time: EventTime) throws {
    var newSpark = NewSpark(
      title: "\(label)Spark \(count % 40)", category: pick(SparkCategory.ignition))
    newSpark.at = time
    newSpark.intensity = pick(SparkIntensity.ignition)
    if count % 3 == 0 { newSpark.key = "\(label)key \(count)" }
    if count % 4 == 0 { newSpark.tags = ["a, b", "t\(count % 3)"] }
    _ = try session.add(newSpark)
  }

  private mutating func addTask(_ session: Session, _ time: EventTime) throws {
    let content = try TaskContent(
      name: "\(label)Task \(count % 10)", priority: pick(TaskPriority.allCases),
      project: count % 3 == 0 ? "House" : nil)
    _ = try session.record(
      .task(.taskAdd(content)), at: time, key: count % 5 == 0 ? "\(label)task \(count)" : nil)
  }

  private mutating func updateTask(_ session: Session) throws {
    guard let id = try any(.taskAdd, session) else { return }
    let change = try TaskChange([
      "name": .text("Renamed \(count)"), "priority": pick(TaskPriority.allCases).fieldValue,
    ])
    _ = try session.record(.task(.taskUpdate(id, change)))
  }

  private mutating func rate(_ session: Session, _ time: EventTime) throws {
    let content = try MoodContent(
      day: session.today + -Int.random(in: 0..<200, using: &random), mood: pick(Mood.ratings),
      note: "\(label)\(count)")
    _ = try session.record(.mood(.record(content)), at: nil)
  }

  private mutating func enter(_ session: Session) throws {
    guard let id = try any(.trackerCreate, session) else { return }
    let kind = pick([EntryKind.session(minutes: Int64(count)), .rating(3), .log("words \(count)")])
    _ = try session.record(.tracker(.entry(try EntryContent(tracker: id, kind: kind))))
  }

  private mutating func updateSpark(_ session: Session) throws {
    guard let id = try anySpark(session) else { return }
    var change = try SparkChange(["title": .text("\(label)Changed \(count)")])
    if count % 2 == 0 {
      change = try change.setting("category", pick(SparkCategory.ignition).fieldValue)
    }
    _ = try session.updateSpark(id: id, change)
  }

  private mutating func editEntry(_ session: Session) throws {
    guard let id = try any(.trackerEntry, session) else { return }
    let text = "\(label)edited \(count)"
    _ = try session.edit(id, of: .trackerEntry) { action throws(SessionError) in
      guard case .tracker(.entry(let entry)) = action else { return action }
      do throws(FieldError) {
        return .tracker(
          .entry(try EntryContent(tracker: entry.tracker, kind: entry.kind, title: text)))
      } catch {
        throw .field(error)
      }
    }
  }

  private mutating func editTask(_ session: Session) throws {
    guard let id = try any(.taskAdd, session) else { return }
    let name = "\(label)Edited \(count)"
    _ = try session.edit(id, of: .taskAdd) { _ throws(SessionError) in
      do throws(FieldError) {
        return .task(.taskAdd(try TaskContent(name: name)))
      } catch {
        throw .field(error)
      }
    }
  }
}

/// The contents of a profile's records, independent of the order of recording.
struct Facts: Equatable {
  /// The original content of each event with its key and time of recording, by id.
  var originals: [EventID: String] = [:]
  /// The current content of each event that is not removed, by id.
  var current: [EventID: String] = [:]
  /// The corrections, by hash.
  var corrections: [String: String] = [:]
}

extension Store {
  /// Reads the records of a profile.
  func facts() throws -> Facts {
    try access { access in
      var facts = Facts()
      let keys = try ["spark", "card_roll", "event"].flatMap { table in
        try access.keys(table)
      }
      for (id, key, recordedAt) in keys {
        guard let records = try access.records.all(of: id) else { continue }
        facts.originals[id] = "\(key ?? "-") \(recordedAt) \(records.original)"
        facts.current[id] = records.current.map { "\($0)" }
        for corrected in records.corrections {
          let correction = corrected.correction
          let hash = correction.hash(seed: try access.profile.read().seed)
          facts.corrections["\(hash)"] = "\(correction)"
        }
      }
      return facts
    }
  }

  /// Checks the file in all ways.
  func problems(_ now: String = today) throws -> [String] {
    try session(SessionOptions(at: now, isWriting: false)) { try $0.reader.verify() }.problems
  }
}

extension StoreAccess {
  fileprivate func keys(_ table: String) throws -> [(EventID, String?, Int64)] {
    try Row.fetchAll(database, sql: "SELECT id, key, recorded_at FROM \(table)").compactMap { row in
      EventID(data: row["id"]).map { ($0, row["key"], row["recorded_at"]) }
    }
  }
}
