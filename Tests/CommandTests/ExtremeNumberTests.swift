import Foundation
import FlintJSON
import FlintRules
import TestSupport
import Testing

/// A number of a rulebook that is replaced by one that nobody would write.
///
/// Each number of the bundled rulebooks and of those in `examples` is replaced by each extreme, one at a time. The tests
/// try a sample of these changes; `scripts/campaign/numbers` tries all.
struct `An extreme number in a rulebook` {
  private static let extremes = [
    "0", "-1", "101", "1000000", "2147483648", "9223372036854775807", "0.5", "1e308",
  ]

  /// A rulebook file with one number replaced.
  private struct Change {
    var name: String
    var text: String
    var range: Range<String.Index>
    var number: String

    var changed: String { text.replacingCharacters(in: range, with: number) }

    /// The line of the number, before and after the change.
    var shown: String {
      let line = text.lineRange(for: range)
      return "\(name): \(text[line]) with \(number) for \(text[range])"
    }
  }

  /// The rulebook files of `examples`, and the bundled rulebooks as such files.
  private static func files() throws -> [(name: String, text: String)] {
    let examples = Shell.root.appendingPathComponent("examples")
    var files: [(name: String, text: String)] = []
    for folder in ["designers-guide", "rulebooks", "worlds"] {
      let folder = examples.appendingPathComponent(folder)
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        let text = try? String(
          contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        guard file.hasSuffix(".lua"), let text, text.contains("extends = ") else { continue }
        files.append((file, text))
      }
    }
    for rulebook in RulebookDefinition.bundled {
      var own = rulebook
      own.id = "own"
      files.append(("\(rulebook.id).lua", "return " + lua(own.json)))
    }
    return files
  }

  /// A value in Lua.
  private static func lua(_ value: JSONValue) -> String {
    switch value {
    case .null: "nil"
    case .array(let values): "{" + values.map(lua).joined(separator: ",\n") + "}"
    case .object(let members):
      "{"
        + members.map { "[" + JSONValue.string($0.name).text() + "] = " + lua($0.value) }
        .joined(separator: ",\n") + "}"
    default: value.text()
    }
  }

  private static func changes() throws -> [Change] {
    try files().flatMap { name, text in
      // Numbers, also those that texts such as "0.6%" and "1/3" consist of, but no comments, ids or days.
      text.matches(of: /[ ={,\/"]([0-9]+(?:\.[0-9]+)?)(?=[ ,}\n%\/"])/).map(\.output.1).filter {
        !text[text.lineRange(for: $0.startIndex..<$0.endIndex)].contains("--")
      }.flatMap { number in
        extremes.map {
          Change(
            name: name, text: text, range: number.startIndex..<number.endIndex, number: $0)
        }
      }
    }
  }

  /// How many changes are left out between two that are tried.
  private static let stride =
    ProcessInfo.processInfo.environment["FLINT_NUMBERS"] == nil ? 97 : 1

  @Test func `is used or refused within ten seconds`() throws {
    let scratch = try Scratch()
    let changes = try Self.changes()
    #expect(changes.count > 5000)
    var refused = 0
    var used = 0
    for index in Swift.stride(from: 0, to: changes.count, by: Self.stride) {
      let change = changes[index]
      let file = scratch.url.appendingPathComponent(change.name)
      try Data(change.changed.utf8).write(to: file)
      let result = try Shell.run(
        "ulimit -v 8000000; timeout 10 flint rules check \(change.name)", in: scratch.url)
      #expect(
        [0, 65].contains(result.status), "\(change.shown): \(result.status) \(result.output)")
      if result.status == 0 { used += 1 } else { refused += 1 }
    }
    // Either answer would be wrong if it were always given.
    #expect(used > 0 && refused > 0)
  }

  /// Two entries whose sum in millionths needs more than 64 bits.
  @Test(arguments: [
    #"window = "week", sum = 10"#, #"window = "life", sum = 10"#, #"window = {days = 7}, sum = 10"#,
    #"window = "week", days = 1, each_at_least = 10"#,
  ])
  func `of entries completes a mission instead of overflowing`(mission: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      echo 'return {id = "own", extends = "everyday", missions = {{id = "m1", title = "Sum",
        event = "entry", tracker = "T", of = "number", reward = 1, difficulty = "easy",
        \(mission)}}}' > own.lua
      flint init --db p.db --zone UTC --seed 1 --rules own.lua --quiet
      flint entry T 9000000000000 --new --db p.db > log && flint entry T 9000000000000 --db p.db > log &&
        flint undo --db p.db > log 2>&1 &&
      flint missions --db p.db --format json | grep '"id":"m1"' | grep -c '"status":"completed"'
      """, in: scratch.url)
    #expect(result.output == "1\n", "\(result.output)")
  }
}
