import FlintCalendar
import Foundation
import GRDB
import FlintRules
import Testing

@testable import Storage

/// A temporary directory of one test, which is removed afterwards.
final class Scratch {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-storage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  func path(_ name: String = "profile.db") -> String {
    directory.appendingPathComponent(name).path
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String = "profile.db") throws {
    try Data(bytes).write(to: directory.appendingPathComponent(name))
  }

  func bytes(_ name: String = "profile.db") throws -> Data {
    try Data(contentsOf: directory.appendingPathComponent(name))
  }

  /// Creates a profile and closes it.
  func makeProfile(sparks: Int = 0) throws {
    let store = try Store.create(path: path(), profile: .sample)
    try store.record(sparks)
  }

  /// The names of all files in the directory.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  /// Changes the file without using the store.
  func tamper(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path())
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }
}

extension Profile {
  static let sample = Profile(
    id: EventID(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210),
    seed: 0xffff_ffff_ffff_fff7, zone: "Europe/Rome", rulebook: "ignition",
    rulebookHash: "00ff", createdAt: Instant(milliseconds: 1_772_323_200_123))
}

extension Store {
  /// Records a number of sparks in one transaction.
  func record(_ count: Int, from first: Int = 0) throws {
    if count == 0 { return }
    try access { access in
      try access.begin(writing: true)
      let batch = try access.batches.insert(
        kind: "test", source: "", at: Instant(milliseconds: 0))
      let start = try access.records.lastSequence()
      var sum = try access.profile.recordSum()
      for number in 0..<count {
        let spark = try numbered(first + number)
        let id = spark.id(seed: Profile.sample.seed, key: .content(occurrence: 0))
        let provenance = Provenance(
          sequence: start + Int64(number) + 1, recordedAt: Instant(milliseconds: 0), batch: batch)
        #expect(try access.sparks.insert(spark, id: id, key: nil, provenance))
        sum.add(id)
      }
      try access.profile.setRecordSum(sum)
      try access.commit()
    }
  }

  func sparkCount() throws -> Int {
    try access { try $0.sparks.count(SparkQuery()) }
  }
}

/// Returns a spark that differs from those with other numbers.
func numbered(_ number: Int) throws -> Spark {
  try Spark(
    at: Instant(milliseconds: 1_772_323_200_000 + Int64(number) * 60_000), offset: .zero,
    category: .idea, title: "Spark \(number)", notes: String(repeating: "n", count: 200))
}

/// Returns the error of a closure, which must be a `StoreError`.
func storeError(_ body: () throws -> Void) throws -> StoreError {
  try #require(throws: StoreError.self) { try body() }
}
