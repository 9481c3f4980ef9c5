import FlintCalendar
import Foundation
import GRDB
import FlintRules
import Sessions
import TestSupport
import Testing

@testable import Storage

/// A temporary directory of one test, which is removed afterwards.
final class Scratch {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-sessions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  var path: String { directory.appendingPathComponent("profile.db").path }

  func create(_ profile: Profile? = nil) throws -> Store {
    try Store.create(path: path, profile: try profile ?? .sample())
  }

  func open() throws -> Store { try Store.open(path: path) }

  /// The path of another profile in the directory.
  func path(_ name: String) -> String {
    directory.appendingPathComponent(name + ".db").path
  }

  /// Copies one of the directory's profiles, under another name.
  func copy(_ from: String, _ to: String) throws -> Store {
    try Store.openForReading(path: path(from)).backUp(to: path(to))
    return try Store.open(path: path(to))
  }

  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}

/// The current time of tests by default.
let today = "2026-06-01T12:00:00Z"

extension Profile {
  static func sample(seed: UInt64 = 42, zone: String = "Europe/Rome") throws -> Profile {
    try .new(seed: seed, zone: zone, rulebook: .ignition, now: at("2026-01-01T00:00:00Z"))
  }
}

extension SessionOptions {
  init(at now: String, isWriting: Bool = true, rulebook: RulebookDefinition? = nil) {
    self.init(
      now: Timestamp(now).map { DateExpression($0) }, isWriting: isWriting, batchKind: "test",
      batchSource: "test", rulebook: rulebook)
    // Every state is cached, since profiles of tests are small.
    mostBehindCache = 0
  }
}

extension Store {
  /// Merges the copy at a path.
  func merge(
    _ path: String, _ options: SessionOptions, _ body: (Session, MergeReport) throws -> Void
  ) throws {
    try merge(Store.openForReading(path: path), options, body)
  }

  /// A session at a known time.
  @discardableResult
  func at<Result>(_ now: String = today, _ body: (Session) throws -> Result) throws -> Result {
    try session(SessionOptions(at: now), body)
  }

  /// Creates a profile in memory.
  static func scratch(seed: UInt64 = 42, zone: String = "Europe/Rome") throws -> Store {
    try .inMemory(profile: .sample(seed: seed, zone: zone))
  }

  /// The contents of all rows of records, independent of the order of recording; those of
  /// corrections only if wanted (they contain the time of recording).
  func records(corrections: Bool = true) throws -> [String] {
    var queries = [
      "SELECT 'profile', record_count, record_high, record_low FROM profile",
      """
      SELECT 'spark', hex(id), at, "offset", category, intensity, title, notes, tags, estimated,
        actual, key, removed FROM spark ORDER BY id
      """,
      """
      SELECT 'roll', hex(id), at, "offset", category, key, removed FROM card_roll ORDER BY id
      """,
    ]
    if corrections {
      queries.append(
        """
        SELECT 'correction', hex(hash), hex(event), change FROM correction ORDER BY hash
        """)
    } else {
      queries.removeFirst()
    }
    return try queries.flatMap { try rows($0) }
  }

  func rows(_ sql: String) throws -> [String] {
    try access { access in
      try Row.fetchAll(access.database, sql: sql).map { row in
        row.databaseValues.map { "\($0)" }.joined(separator: "|")
      }
    }
  }

  func execute(_ sql: String) throws {
    try access { try $0.database.execute(sql: sql) }
  }

  func indexes() throws -> [String] {
    try rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'spark'").sorted()
  }

  /// The state as of a time, and the same folded from the beginning.
  func state(_ now: String = today) throws -> ProfileState {
    try session(SessionOptions(at: now, isWriting: false)) { session in
      let state = try session.state()
      #expect(try state == session.reader.refoldedState())
      return state
    }
  }
}

/// An instant from a text that is known to be valid.
func at(_ text: String) -> Instant {
  guard let timestamp = Timestamp(text) else { preconditionFailure("no time: \(text)") }
  return timestamp.local.instant(offset: timestamp.offset ?? .zero)
}

/// A spark to record, with a time if one is given.
func newSpark(
  _ title: String, _ category: SparkCategory = .idea,
  at time: String? = "2026-03-01T12:00:00Z",
  key: String? = nil, _ change: (inout NewSpark) -> Void = { _ in }
) -> NewSpark {
  var newSpark = NewSpark(title: title, category: category)
  newSpark.at = time.flatMap { Timestamp($0) }.map { .written($0) }
  newSpark.key = key
  change(&newSpark)
  return newSpark
}

/// Random sparks to record, derived from a seed: no two are equal, some have keys, many have the
/// same instant.
func newSparks(_ count: Int, seed: UInt64, days: Int64 = 90) -> [NewSpark] {
  var random = SplitMix64(state: seed)
  return (0..<count).map { number in
    var newSpark = NewSpark(
      title: "Spark \(number)",
      category: SparkCategory.ignition.randomElement(using: &random) ?? .idea)
    newSpark.intensity = SparkIntensity.ignition.randomElement(using: &random) ?? .low
    let second = Int64.random(in: 0..<days * 1440, using: &random) * 60
    newSpark.at = .instant(
      Instant(milliseconds: at("2026-02-01T00:00:00Z").milliseconds + second * 1000))
    if number % 5 == 0 { newSpark.key = "key \(number)" }
    if number % 7 == 0 { newSpark.tags = ["a, b", "t\(number % 3)"] }
    if number % 11 == 0 { newSpark.notes = "notes | \"\(number)\"" }
    return newSpark
  }
}

/// An error with which tests abort a session.
struct Halt: Error {}
