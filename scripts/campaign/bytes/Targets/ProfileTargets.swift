import FlintRandom
import Foundation
@testable import FlintRules
import Sessions
import Storage

/// Cached states with a valid checksum: refused, or a state that is coded to bytes and back.
func stateTarget(_ corpus: Corpus) throws -> Target {
  let rulebooks = try [RulebookDefinition.ignition, .everyday].map { try Rulebook($0) }
  let folder = try ScratchFolder()
  let samples = try corpus.paths("Tests/CommandTests/Stored/[pq].db").map { path in
    try folder.write("p.db", try corpus.bytes(path))
    let store = try Store.openForReading(path: folder.path + "/p.db").copyInMemory()
    return try store.session { session in try session.state().encoded }
  }
  return Target(samples) { input in
    // Without its checksum, which is then that of the changed bytes.
    let content = Array(input.bytes.dropLast(16))
    let bytes =
      input.bytes == samples[input.sample]
      ? input.bytes : content + ProfileState.checksumBytes(content)
    for rulebook in rulebooks {
      guard let state = ProfileState(encoded: bytes, rulebook: rulebook) else { continue }
      let again = ProfileState(encoded: state.encoded, rulebook: rulebook)
      try Violation.unless(again != nil, "cannot be read once it is written")
      return
    }
    throw Refusal()
  }
}

/// A folder in memory, which is removed at the end.
final class ScratchFolder {
  let path: String

  init() throws {
    path = "/dev/shm/flint-parsers-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path + "/" + name) }
}

/// Profiles: opened for reading and folded, or refused.
func profileTarget(_ corpus: Corpus) throws -> Target {
  let folder = try ScratchFolder()
  return Target(
    try corpus.paths("Tests/CommandTests/Stored/[pq].db").map { try corpus.bytes($0) },
    words: ["CREATE TRIGGER", "CREATE VIEW", "spark", "event", "FLNT", "{\"name\":", "everyday"]
  ) { input in
    for suffix in ["-wal", "-shm", "-journal"] { folder.remove("p.db" + suffix) }
    try folder.write("p.db", input.bytes)
    let store = try Store.openForReading(path: folder.path + "/p.db")
    _ = try store.session { session in try session.state() }
  }
}

/// Dumps: restored in memory, or refused with the file and line.
func dumpTarget(_ corpus: Corpus) throws -> Target {
  let folder = try ScratchFolder()
  let paths = try corpus.paths("Tests/CommandTests/Stored/dump/*")
  let names = paths.map { String($0.split(separator: "/").last ?? "") }
  let samples = try paths.map { try corpus.bytes($0) }
  for (name, bytes) in zip(names, samples) { try folder.write(name, bytes) }
  return Target(samples, words: ["\"seq\":", "\"id\":", "\"kind\":", "\"content\":", "\"sum\":"]) {
    input in
    try folder.write(names[input.sample], input.bytes)
    defer { try? folder.write(names[input.sample], samples[input.sample]) }
    _ = try Dump.read(folder.path)
  }
}
