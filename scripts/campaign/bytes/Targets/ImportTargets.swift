import FlintCalendar
import FlintRandom
import Foundation
import FlintRules
import Sessions
import Storage
import Transfer

/// One target for each app, and one for the tables that Flint itself writes.
let importTargets: [NamedTarget] =
  (AppFormats.readWhole.map(\.name) + AppFormats.readByRecord.map(\.name)).map { name in
    named("import-\(name)", "examples/data/imports/\(name)*")
  } + [named("import-flint", "Tests/CommandTests/Stored/tables")]

private func named(_ name: String, _ pattern: String) -> NamedTarget {
  (name, { try importTarget(pattern, $0) })
}

/// Exports of an app: one of the files is changed and all are imported into an empty profile; each record is counted
/// once.
private func importTarget(_ pattern: String, _ corpus: Corpus) throws -> Target {
  let folder = try ScratchFolder()
  var samples: [[UInt8]] = []
  var origins: [(entry: String, file: String)] = []
  for path in try corpus.paths(pattern) {
    let entry = String(path.split(separator: "/").last ?? "")
    let below =
      FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }.sorted() ?? []
    for file in below.isEmpty ? [""] : below {
      let full = file.isEmpty ? path : path + "/" + file
      guard let bytes = try? corpus.bytes(full), !bytes.isEmpty else { continue }
      let name = file.isEmpty ? entry : entry + "/" + file
      // A backup of Daylio's is base64 of JSON, or JSON.
      let decoded =
        file == "backup.daylio"
        ? Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters).map { Array($0) }
        : nil
      samples.append(decoded ?? bytes)
      origins.append((entry, name))
      try folder.write(name, samples[samples.count - 1])
    }
  }
  var options = SessionOptions(batchKind: "import")
  options.now = Timestamp("2026-09-01T10:00:00Z").map { DateExpression($0) }
  let store = try Store.inMemory(
    profile: .new(
      seed: 7, zone: "Europe/Berlin", rulebook: .everyday, now: Instant(milliseconds: 0)))
  return Target(
    samples, words: ["2026-08-31", "31/08/2026", "23:59", "-1", "YES_MANUAL", "SKIP", "{}", "TRUE"]
  ) { input in
    let (entry, name) = origins[input.sample]
    try folder.write(name, input.bytes)
    defer { try? folder.write(name, samples[input.sample]) }
    var report: ImportReport?
    do {
      try store.session(options) { session in
        report = try ImportJob([folder.path + "/" + entry], ImportOptions(), session).run()
        _ = try session.state()
        // The profile is empty again for the next case.
        throw Finished()
      }
    } catch is Finished {}
    guard let total = report?.total else { return }
    try Violation.unless(total.isBalanced, "the records of the report do not add up: \(total)")
  }
}

/// Rolls back a session.
private struct Finished: Error {}
