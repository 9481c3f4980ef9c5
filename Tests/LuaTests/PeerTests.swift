import Foundation
import Lua
import TestSupport
import Testing

/// The replaced functions of the string and table libraries behave like Lua's own, including messages.
@Suite struct `Replaced library functions` {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Peers")

  @Test(.slow, arguments: ["patterns.lua", "tables.lua"], [1, 2, 3])
  func `produce the output of lua5.4`(file: String, seed: Int) throws {
    let path = Self.folder.appendingPathComponent(file).path
    let output = FileManager.default.temporaryDirectory.appendingPathComponent(
      "flint-peer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }
    var child = try ChildProcess(
      ["/usr/bin/lua5.4", file, "\(seed)"], directory: Self.folder.path, environment: [:],
      output: output.path)
    #expect(child.wait() == 0)
    let theirs = try Data(contentsOf: output).split(
      separator: 10, omittingEmptySubsequences: false)
    let outcome = run(
      try String(contentsOfFile: path, encoding: .utf8), arguments: ["\(seed)"], name: file)
    #expect(outcome.error == nil, "\(outcome.message)")
    let ours = outcome.bytes.split(separator: 10, omittingEmptySubsequences: false)
    #expect(theirs.count > 3000 && ours.count == theirs.count)
    for (line, pair) in zip(theirs, ours).enumerated() where !pair.0.elementsEqual(pair.1) {
      let context = theirs[max(0, line - 7)..<line].map { String(decoding: $0, as: UTF8.self) }
      Issue.record(
        """
        line \(line + 1):
        \(context.joined(separator: "\n"))
        theirs: \(String(decoding: pair.0, as: UTF8.self))
        ours:   \(String(decoding: pair.1, as: UTF8.self))
        """)
      break
    }
  }
}
