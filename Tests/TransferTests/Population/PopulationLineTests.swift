import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Testing

@testable import Transfer

/// Lines of a population: what each member may be.
struct `A line of a population` {
  /// Returns the events of a line, or the reason why it is rejected.
  private func result(_ line: String) throws -> String {
    var reader = PopulationReader(
      PopulationTerms(
        rulebook: try Rulebook(.ignition), zone: try CivilZone(name: "UTC").definition,
        now: Timestamp("2026-07-01T00:00:00Z").map { $0.local.instant(offset: .zero) }, seed: 7,
        mostEvents: 100))
    let block = PopulationBlock(lines: .json(Array(line.utf8), first: 1), file: "p.jsonl")
    var players: [PlayerLines] = []
    let rejects = try reader.read(block) { players.append($0) }
    if let reject = rejects.first { return reject.reason }
    return players.map { "\($0.player) \($0.seed) \($0.events.count)" }.joined(separator: "; ")
  }

  /// 20:00 on Monday in UTC is 8:00 on Tuesday in Auckland, 12 hours ahead in June.
  @Test(arguments: [
    (true, "2026-06-01T20:00:00Z", "2026-06-02"), (false, "2026-06-01T20:00:00Z", "2026-06-01"),
    (true, "2026-06-01T22:00:00+02:00", "2026-06-02"),
    (true, "2026-06-01T20:00:00", "2026-06-01"), (false, "2026-06-01T20:00:00", "2026-06-01"),
  ])
  func `has the day of the zone, or of its own offset`(
    givesDays: Bool, at: String, day: String
  ) throws {
    var reader = PopulationReader(
      PopulationTerms(
        rulebook: try Rulebook(.ignition), zone: try CivilZone(name: "Pacific/Auckland").definition,
        givesDays: givesDays, seed: 7, mostEvents: 100))
    let line = Self.spark(#", "at": "\#(at)""#)
    let block = PopulationBlock(lines: .json(Array(line.utf8), first: 1), file: "p.jsonl")
    var days: [String] = []
    let rejects = try reader.read(block) { player in
      days += player.events.map { $0.day(.midnight).description }
    }
    #expect(rejects.isEmpty && days == [day])
  }

  /// A spark of one player, with members in addition to its own or in their place.
  private static func spark(_ members: String) -> String {
    let own = [
      ("player", #""p""#), ("seed", "1"), ("kind", #""spark""#),
      ("at", #""2026-06-01T10:00:00Z""#), ("category", #""idea""#),
    ].filter { !members.hasPrefix(#", "\#($0.0)":"#) }
    return "{" + own.map { #""\#($0)": \#($1)"# }.joined(separator: ", ") + members + "}"
  }

  private static let names = "decision, energy, idea, experiment or challenge"

  private static let members: [(String, String)] = [
    ("", "p 1 1"),
    // A null is no value.
    (#", "id": null"#, "p 1 1"), (#", "key": null"#, "p 1 1"), (#", "content": null"#, "p 1 1"),
    // Derived from the seed of the replay and the name.
    (#", "seed": null"#, "p 13577975942562073596 1"), (#", "title": null"#, "p 1 1"),
    (#", "seed": 2"#, "p 2 1"),
    (#", "id": "0123456789abcdef0123456789abcdef""#, "p 1 1"),
    (
      #", "id": "0123456789abcdef0123456789abcde""#,
      #"id: expected an id of 32 hexadecimal digits, got "0123456789abcdef0123456789abcde""#
    ),
    (#", "id": 7"#, "id: expected an id of 32 hexadecimal digits, got 7"),
    (#", "key": 7"#, "p 1 1"), (#", "key": "k""#, "p 1 1"),
    (#", "key": """#, #"key: expected 1 to 1000 bytes, got """#),
    (#", "key": true"#, "key: expected a text or a whole number, got true"),
    (#", "content": {"notes": "n"}"#, "p 1 1"),
    (#", "content": []"#, "content: expected an object, got a list"),
    (#", "player": 12"#, "12 1 1"),
    (#", "player": """#, #"player: expected a name or a whole number, got """#),
    (#", "player": null"#, "player: expected a name or a whole number, got null"),
    (#", "seed": 0"#, "p 0 1"), (#", "seed": 9223372036854775807"#, "p 9223372036854775807 1"),
    (#", "seed": "18446744073709551615""#, "p 18446744073709551615 1"),
    (
      #", "seed": -1"#,
      "seed: expected a whole number from 0 to 18446744073709551615, as a text above "
        + "9223372036854775807, got -1"
    ),
    (
      #", "seed": "18446744073709551616""#,
      "seed: expected a whole number from 0 to 18446744073709551615, as a text above "
        + "9223372036854775807, got \"18446744073709551616\""
    ),
    (
      #", "kind": "sprak""#,
      #"kind: expected a kind such as spark or task.complete (did you mean "spark"?), got "sprak""#
    ),
    (#", "kind": null"#, "kind: expected a kind such as spark or task.complete, got null"),
    (
      #", "at": "soon""#,
      #"at: expected \#(Timestamp.form), got "soon""#
    ),
    (
      #", "at": null"#,
      "at: expected \(Timestamp.form), or milliseconds since 1970, got null"
    ),
    (#", "at": 0"#, "p 1 1"), (#", "at": 99999999"#, "p 1 1"), (#", "at": 4200000000"#, "p 1 1"),
    (
      #", "at": 1768289400"#,
      "at: 1768289400: it is 1970-01-21 in milliseconds and 2026-01-13 in seconds; write it in milliseconds"
    ),
    (#", "title": "a", "title": "b""#, "title: given twice"),
    (#", "seed": 1, "seed": 2"#, "seed: given twice"),
    (#", "content": {"category": "idea"}"#, "category: given in the line and in its content"),
    (
      #", "content": {"notes": "a", "notes": "b"}"#,
      #"not JSON: column 121: a second member "notes" of the same object"#
    ),
    (#", "at": "2026-07-01T00:00:00Z""#, "p 1 1"),
    (
      #", "at": "2026-07-01T00:00:00.001Z""#,
      "at: 2026-07-01T00:00:00.001Z is later than --now, 2026-07-01T00:00:00Z"
    ),
    (#", "at": -62135510400000"#, "p 1 1"),
    (
      #", "at": -62135510400001"#,
      "at: expected an instant from 0001-01-02T00:00:00Z to 9999-12-30T23:59:59.999Z, "
        + "got -62135510400001"
    ),
    (#", "category": "Energy ""#, "p 1 1"),
    (
      #", "category": "idee""#,
      #"category: expected \#(Self.names) (did you mean "idea"?), got "idee""#
    ),
    (#", "category": null"#, "category: expected \(Self.names), got nothing"),
    (
      #", "intensity": "hihg""#,
      #"intensity: expected low, medium, high or extreme (did you mean "high"?), got "hihg""#
    ),
    (#", "estimated": 2147483647"#, "p 1 1"), (#", "estimated": "5""#, "p 1 1"),
    (
      #", "estimated": 2147483648"#,
      #"field "estimated": expected minutes from 0 to 2147483647, got 2147483648"#
    ),
    (#", "actual": 0"#, "p 1 1"),
    (#", "actual": -1"#, #"field "actual": expected minutes from 0 to 2147483647, got -1"#),
    (#", "title": " ""#, #"field "title": expected a title that is not empty, got " ""#),
    (#", "tags": "a|b""#, "p 1 1"), (#", "tags": ["a"]"#, "p 1 1"),
    (#", "tags": [""]"#, #"field "tags": expected tags that are not empty, got """#),
    (
      #", "titel": "x""#,
      #"unknown member "titel" (did you mean "title"?); to ignore it, give --ignore titel"#
    ),
  ]

  @Test(arguments: members)
  func `is read with each member, or rejected for it`(members: String, expected: String) throws {
    #expect(try result(Self.spark(members)) == expected)
  }

  @Test func `has a key of 1,000 bytes at most`() throws {
    let key = String(repeating: "é", count: 500)
    #expect(try result(Self.spark(#", "key": "\#(key)""#)) == "p 1 1")
    // 60 characters of the value are shown.
    #expect(
      try result(Self.spark(#", "key": "\#(key)x""#))
        == #"key: expected 1 to 1000 bytes, got "\#(key.prefix(60))"…"#)
  }

  private static let incomplete: [(String, String)] = [
    (#"{"kind": "spark", "at": 0, "category": "idea"}"#, "player: expected a name, got nothing"),
    (#"{"player": "p", "at": 0}"#, "kind: expected a kind such as spark, got nothing"),
    (
      #"{"player": "p", "kind": "spark", "category": "idea"}"#,
      "at: expected \(Timestamp.form), or milliseconds since 1970, got null"
    ),
    (
      #"{"player": "p", "kind": "spark", "at": 0}"#,
      "category: expected decision, energy, idea, experiment or challenge, got nothing"
    ),
    (#"{"player": "p""#, "not JSON: column 15: expected ',' or '}', but the text ends"),
    (#"{} {}"#, "not JSON: column 4: expected the end of the line, got '{'"),
    (#"[]"#, "not JSON: column 1: expected '{', got '['"),
    (#"{player: "p"}"#, "not JSON: column 2: expected a name in quotes, got 'p'"),
    (
      #"{"player": "p", "kind": "task.complete", "at": 0, "task": "T"}"#,
      #"task: expected an id, or the key of a task of the player, got "T""#
    ),
    (
      #"{"player": "p", "kind": "tracker.entry", "at": 0, "tracker": "T", "number": 1}"#,
      #"tracker: expected an id, or the name or key of a tracker of the player, got "T""#
    ),
  ]

  @Test(arguments: incomplete)
  func `lacks nothing that it needs`(line: String, expected: String) throws {
    #expect(try result(line) == expected)
  }

  @Test func `has the seed of the other lines of its player`() throws {
    let lines = [1, 2].map {
      #"{"player": "p", "seed": \#($0), "kind": "spark", "at": 0, "# + #""category": "idea"}"#
    }
    #expect(
      try result(lines.joined(separator: "\n"))
        == "the lines of a player have to have the same seed, or none")
  }
}
