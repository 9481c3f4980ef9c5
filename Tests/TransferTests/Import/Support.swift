import FlintCalendar
import Foundation
import FlintRules
import Sessions
import Storage
import Transfer

/// A folder for one test, with a profile in memory; it is removed with the test.
final class ImportScratch {
  let folder: URL
  let store: Store

  init(
    seed: UInt64 = 7, zone: String = "UTC", rulebook: RulebookDefinition = .ignition
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try .inMemory(
      profile: .new(
        seed: seed, zone: zone, rulebook: rulebook, now: Instant(milliseconds: 0)))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let path = path(name)
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }

  /// Imports files of the folder on 1 July 2026; rejects are written to `rejects.csv`, if enabled.
  @discardableResult
  func run(
    _ names: String..., now: String = "2026-07-01T00:00:00Z",
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = ImportOptions()
    change(&options)
    var times = SessionOptions(batchKind: "import")
    times.now = Timestamp(now).map { DateExpression($0) }
    return try store.session(times) { session in
      let job = try ImportJob(
        names.map { $0.hasPrefix("/") ? $0 : path($0) }, options, session,
        rejectsLocation: { (wanted) throws(InputFailure) in
          try FileLocation(
            self.path(wanted.number == 1 ? "rejects.csv" : "rejects-\(wanted.number).csv"))
        })
      return try job.run()
    }
  }

  /// Runs work in a session on 1 July 2026.
  @discardableResult
  func session<Result>(_ body: (Session) throws -> Result) throws -> Result {
    var options = SessionOptions()
    options.now = Timestamp("2026-07-01T00:00:00Z").map { DateExpression($0) }
    return try store.session(options, body)
  }

  /// Returns the titles of the current sparks with their categories, in the order of time.
  func sparks() throws -> [String] {
    try session { session in
      try session.reader.sparks(sequences: try session.reader.sparkSequences(SparkQuery())[...])
        .map { "\($0.spark.title) \($0.spark.category.name)" }
    }
  }

  func state() throws -> ProfileState { try session { try $0.state() } }
}

extension ImportReport {
  /// The counts of all files, and whether they add up: `read=added+updated+unchanged+rejected+skipped`.
  var line: String {
    let all = total
    let sum =
      "\(all.read)=\(all.added)+\(all.updated)+\(all.unchanged)+\(all.rejected)+\(all.skippedCount)"
    return all.isBalanced ? sum : "unbalanced: \(sum)"
  }
}
