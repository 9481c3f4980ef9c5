import Foundation
import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import TestSupport
import Testing

@testable import Transfer

@Suite struct `Mappings of JSON` {
  private static let sparks: MappingTree = [
    "kind": "spark", "rows": "$.entries[*]", "id": "id", "source": "app",
    "columns": [
      "title": "text", "category": ["value": "idea"], "at": "when.start", "notes": "place.name",
      "tags": "tags[*]", "actual": "minutes",
    ],
  ]

  private static let entries = """
    {
      "version": 3,
      "entries": [
        {"id": 1, "text": "Sketch", "when": {"start": "2026-06-01T08:00:00Z"}, "tags": ["a", "b c"],
         "place": {"name": "Café \\"Zoë\\""}, "minutes": 25},
        {"id": 2, "text": "Plan", "when": {"start": "2026-06-02T08:00:00Z"}, "tags": [],
         "place": null, "minutes": 1e1}
      ]
    }
    """

  private func report(
    _ name: String, _ text: String, _ tree: MappingTree, in scratch: ImportScratch
  ) throws -> ImportReport {
    try scratch.write(name, text)
    try? FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
    let mapping = try Mapping(reading: tree, name: "test.lua")
    return try scratch.run(name) { mapping.fill(&$0) }
  }

  @Test func `read the rows at a path, and nested members as columns`() throws {
    let scratch = try ImportScratch()
    let report = try report("a.json", Self.entries, Self.sparks, in: scratch)
    #expect(report.line == "2=2+0+0+0+0")
    let found = try scratch.session { session in
      try session.reader.sparks(
        sequences: try session.reader.sparkSequences(SparkQuery())[...]
      ).map(\.spark)
    }
    #expect(found.map(\.title) == ["Sketch", "Plan"])
    #expect(found.map(\.tags) == [["a", "b c"], []])
    #expect(found.map(\.notes) == ["Café \"Zoë\"", nil])
    #expect(found.map(\.actualMinutes) == [25, 10])
  }

  @Test func `record nothing new when the file is imported again, or by lines`() throws {
    let scratch = try ImportScratch()
    _ = try report("a.json", Self.entries, Self.sparks, in: scratch)
    #expect(try report("a.json", Self.entries, Self.sparks, in: scratch).line == "2=0+0+2+0+0")
    let lines = """
      {"entries": [{"id": 1, "text": "Sketch", "when": {"start": "2026-06-01T08:00:00Z"}, \
      "tags": ["a", "b c"], "place": {"name": "Café \\"Zoë\\""}, "minutes": 25}]}
      {"entries": [{"id": 3, "text": "New", "when": {"start": "2026-06-03T08:00:00Z"}}]}
      """
    #expect(try report("a.jsonl", lines, Self.sparks, in: scratch).line == "2=1+0+1+0+0")
  }

  @Test func `read JSON Lines without a path, and reject single invalid lines`() throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "entry", "columns": ["tracker": ["value": "Weight"], "at": "t", "number": "kg"],
      "dates": "unix", "decimal": ".",
    ]
    let text = """
      {"t": 1780300800, "kg": 71.5}

      {"t": 1780387200, "kg": 71.2
      {"t": 1780473600, "kg": {"value": 3}}
      {"t": 1780560000, "kg": 1e-3}
      """
    let report = try report("weights.ndjson", text, tree, in: scratch)
    #expect(report.line == "4=2+0+0+2+0")
    #expect(
      report.rejects.map { "\($0.line) \($0.problem)" } == [
        "3 not JSON: column 29: expected ',' or '}', but the text ends",
        "4 kg \"a table\": expected a value, got an object; name a member of it in the path",
      ])
    // The rejected rows are imported from the rejects file, once they are correct.
    let rejects = try scratch.text("rejects.csv")
    #expect(rejects.hasPrefix("json,reject_file,"))
    let fixed = rejects.replacing("71.2,", with: "71.2},").replacing(
      #"{""value"": 3}"#, with: "3"
    ).replacing(#"""kg"": 71.2""#, with: #"""kg"": 71.2}""#)
    let mapping = try Mapping(reading: tree, name: "test.lua")
    try scratch.write("fixed.csv", fixed)
    let again = try scratch.run("fixed.csv") { mapping.fill(&$0) }
    #expect(again.line == "2=2+0+0+0+0")
  }

  @Test func `reject rows that are no objects, such as the whole list instead of its elements`()
    throws
  {
    let scratch = try ImportScratch()
    var list = Self.sparks
    if case .table(let members) = list {
      list = .table(members.map { ($0.name, $0.name == "rows" ? "$.entries" : $0.value) })
    }
    let whole = try report("a.json", Self.entries, list, in: scratch)
    #expect(whole.line == "1=0+0+0+1+0")
    #expect(
      whole.rejects.map { "\($0.line) \($0.problem)" } == [
        "3 \"a list\": expected an object, got a list; if its elements are the rows, rows has to end "
          + "with [*]"
      ])
    let text = "{\"entries\": [\n\"x\",\n7,\nnull, {\"other\": 1}, []]}"
    let report = try report("b.json", text, Self.sparks, in: scratch)
    #expect(report.line == "5=0+0+0+2+3")
    #expect(
      report.rejects.map { "\($0.line) \($0.problem)" } == [
        "2 \"\"x\"\": expected an object", "3 \"7\": expected an object",
      ])
    // The row itself may be a column.
    let texts: MappingTree = [
      "kind": "activity", "rows": "$[*]",
      "columns": ["kind": ["value": "journal"], "text": "$", "at": ["value": "2026-05-01"]],
    ]
    #expect(try self.report("c.json", "[\"x\", \"y\"]", texts, in: scratch).line == "2=2+0+0+0+0")
  }

  @Test(arguments: [
    (#"{"entries": [{"id": 1}"#, "line 1, column 23: expected ',' or ']', but the text ends"),
    ("{\"entries\": [\n{\"id\": 1,}]}", "line 2, column 10: expected a name in quotes, got '}'"),
    (
      #"{"items": [], "version": 1}"#,
      "there is nothing at rows = \"$.entries[*]\": $ is a table with the members items, version"
    ),
    (
      "{\"entries\": [],\n\"entries\": []}",
      "line 2, column 1: a second member \"entries\" of the same object, so it is not JSON"
    ),
    (#"{"entries": 7}"#, "there is nothing at rows = \"$.entries[*]\": $.entries is 7"),
    (
      String(repeating: "[", count: 300), "more than 256 levels deep"
    ),
    (#"{"entries": [1e999]}"#, "line 1, column 14: the number 1e999 is too large"),
  ])
  func `refuse a text that is not JSON or has no rows, with the position`(
    text: String, message: String
  ) throws {
    let scratch = try ImportScratch()
    let error = #expect(throws: InputFailure.self) {
      try report("a.json", text, Self.sparks, in: scratch)
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `accept an empty list of rows`() throws {
    let scratch = try ImportScratch()
    #expect(
      try report("a.json", #"{"entries": []}"#, Self.sparks, in: scratch).line == "0=0+0+0+0+0")
  }

  @Test func `report columns that no row has`() throws {
    let scratch = try ImportScratch()
    let text = #"{"entries": [{"id": 1, "text": "a", "when": {"start": "2026-06-01T08:00:00Z"}}]}"#
    let report = try report("a.json", text, Self.sparks, in: scratch)
    #expect(
      report.sources.flatMap(\.notes) == [
        #"No row has a value at "place.name", "tags[*]", "minutes", which the mapping names."#
      ])
  }

  /// The numbers of the entries of the tracker T, in the order of time.
  private func numbers(_ scratch: ImportScratch) throws -> [String] {
    try scratch.session { session in
      try session.reader.events(EventQuery(kinds: [.trackerEntry])).compactMap { stored in
        guard case .tracker(.entry(let entry)) = stored.event.action,
          case .measurement(let number) = entry.kind
        else { return nil }
        return number.description
      }
    }
  }

  // The texts have the mark of the mapping; the numbers of JSON have a point.
  @Test(
    arguments: [
      (",", "1.500,5", "1500.5"), (".", "1,500.5", "1500.5"), (nil, "0,125", "0.125"),
    ] as [(String?, String, String)], [false, true])
  func `read numbers with a decimal point, whatever the mark of texts is`(
    form: (mark: String?, text: String, number: String), hasFunction: Bool
  ) throws {
    let scratch = try ImportScratch()
    var members: [(String, MappingTree)] = [
      ("kind", "entry"),
      (
        "columns",
        .table([
          ("at", "d"), ("tracker", ["value": "T"]), ("number", "v.n"),
          ("title", hasFunction ? .of { _ in .text("t") } : ["value": "t"]),
        ])
      ),
    ]
    if let mark = form.mark { members.append(("decimal", .text(mark))) }
    let values = ["1.234", "70.125", "1.5", "12e3", "-7", "\"\(form.text)\""]
    let rows = values.enumerated().map { #"{"d": "2026-01-0\#($0 + 1)", "v": {"n": \#($1)}}"# }
    let expected = ["1.234", "70.125", "1.5", "12000", "-7", form.number]
    let whole = "[\(rows.joined(separator: ",\n"))]"
    #expect(
      try report("a.json", whole, .table(members), in: scratch).line == "6=6+0+0+0+0")
    #expect(try numbers(scratch) == expected)
    let lines = try ImportScratch()
    _ = try report("a.jsonl", rows.joined(separator: "\n"), .table(members), in: lines)
    #expect(try numbers(lines) == expected)
  }

  @Test func `name the row where several begin on a line, and a field with U+0000`() throws {
    let scratch = try ImportScratch()
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["at": "d", "tracker": "t", "number": "v"],
    ]
    let text =
      #"[{"d": "2026-01-01", "t": "T", "v": 1}, {"d": "x", "t": "T", "v": 1}, "#
      + "\n" + #"{"d": "2026-01-01", "t": "T\u0000", "v": 2}]"#
    let report = try report("a.json", text, mapping, in: scratch)
    #expect(
      report.rejects.map { "\($0.line): \($0.problem)" } == [
        "1: d \"x\": expected a date such as 2026-06-22, 2026-06-22 21:30 or 22 Jun 2026 (row 2)",
        "2: t \"a text\": expected text without the character U+0000",
      ])
  }

  @Test func `reject numbers and lists that cannot be read exactly`() throws {
    var columns = try JSONColumns(JSONForm(rows: nil, columns: ["a", "b[*]"], separator: ","))
    func texts(_ text: String) throws -> [String] {
      try columns.texts(of: try JSONValue(parsing: text))
    }
    // The last text has a mark a column: n for a number.
    #expect(
      try texts(#"{"a": 0.000025, "b": ["x", 1, true, null]}"#) == ["0.000025", "x,1,true", "n-"])
    #expect(try texts(#"{"a": -1.5e-7, "b": ["x, y"]}"#) == ["-0.00000015", "x, y", "n-"])
    #expect(try texts(#"{"a": 12e3}"#) == ["12000", "", "n-"])
    #expect(try texts(#"{"a": "12", "b": [null, 3]}"#) == ["12", "3", "-n"])
    for (text, problem) in [
      (
        #"{"a": 12345678901234567890}"#,
        "a \"1.2345678901234567e+19\": the number has too many digits to be read exactly"
      ),
      // From 2^53 on, whole numbers as floating-point numbers are not exact.
      (
        #"{"a": 9007199254740992.0}"#,
        "a \"9007199254740992.0\": the number has too many digits to be read exactly"
      ),
      (
        #"{"b": ["x,y", "z"]}"#,
        "b[*] \"x,y\": a text of a list contains \",\", the separator of lists; define another in the "
          + "mapping, such as separator = \"|\""
      ),
      (#"{"b": [["x"]]}"#, "b[*] \"a list\": expected a value, got a list within a list"),
      (
        #"{"a": {}}"#,
        "a \"a table\": expected a value, got an object; name a member of it in the path"
      ),
    ] {
      let found = #expect(throws: RowProblem.self) { try texts(text) }
      #expect(found?.description == problem)
    }
    #expect(try texts(#"{"a": 9007199254740991.0}"#) == ["9007199254740991", "", "n-"])
    #expect(try texts(#"{"a": 9223372036854775807}"#) == ["9223372036854775807", "", "n-"])
  }

  @Test(
    arguments: [
      ("$", []), ("a", [.member("a")]), ("$.a.b", [.member("a"), .member("b")]),
      ("$['a.b'][*].c", [.member("a.b"), .every, .member("c")]),
      ("Full name", [.member("Full name")]), ("_id.$oid", [.member("_id"), .member("$oid")]),
      ("$.list[2].*", [.member("list"), .element(2), .every]), ("$id", [.member("$id")]),
    ] as [(String, [JSONPath.Step])])
  func `have paths of names, positions and stars`(text: String, steps: [JSONPath.Step]) throws {
    let path = try JSONPath(text)
    #expect(path.steps == steps)
    #expect(try JSONPath(path.description) == path)
    #expect(try JSONPath(path.columnName) == path)
  }

  private static let name = "expected a name; one with a dot or a bracket is written [\"name\"]"
  private static let bracket = "expected [*], [\"name\"] or a position from 0, got "

  @Test(arguments: [
    ("$..a", ".. is not supported; write the whole path, such as $.entries[*]"),
    ("a[", "a bracket is not closed"), ("a[x]", bracket + "[x]"), ("a[-1]", bracket + "[-1]"),
    ("a.", name), ("$.a[*]b", "expected . or [ after ]"), ("a]b", name),
    ("['a'", "a bracket is not closed"), ("['a", "a bracket is not closed"),
    ("a.*b", "expected . or [ after .*"), ("a[]", bracket + "[]"),
  ])
  func `refuse other paths`(text: String, problem: String) {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(text) }
    #expect(error?.message == "\"\(text)\": \(problem)")
  }

  @Test func `refuse a path with more steps than JSON may have levels`() throws {
    let most = String(repeating: "[*]", count: JSONValue.maximumDepth)
    #expect(try JSONPath("$" + most).steps.count == JSONValue.maximumDepth)
    let error = #expect(throws: JSONPathError.self) { try JSONPath("$[0]" + most) }
    // The first 40 characters.
    let start = "$[0]" + String(repeating: "[*]", count: 12)
    #expect(error?.message == "\"\(start)…\": expected at most 256 steps, got 257")
    let nothing = #expect(throws: JSONPathError.self) { try JSONPath("") }
    #expect(nothing?.message == "expected a path, got nothing")
  }

  @Test func `are refused with a wrong path or options of CSV`() {
    #expect(
      ImportScratch.faults([
        "kind": "mood", "rows": "$..days", "columns": ["mood": "m", "day": "d["], "delimiter": ";",
      ]) == [
        "rows: \"$..days\": .. is not supported; write the whole path, such as $.entries[*]"
      ])
    #expect(
      ImportScratch.faults([
        "kind": "mood", "rows": "$[*]", "columns": ["mood": "m", "day": "d["], "delimiter": ";",
      ]) == [
        "\"d[\": a bracket is not closed", "delimiter: JSON has no delimiter, and rows are of JSON",
      ])
  }

  @Test(.slow) func `survive damage at any byte of a file`() throws {
    let seed = TestSeed.make(for: "damaged JSON")
    var numbers = SplitMix64(state: seed)
    let text = Array(Self.entries.utf8)
    for _ in 0..<150 {
      var damaged = text
      let index = Int.random(in: damaged.indices, using: &numbers)
      switch Int.random(in: 0..<3, using: &numbers) {
      case 0: damaged.removeSubrange(index...)
      case 1: damaged[index] = UInt8.random(in: 0 ... .max, using: &numbers)
      default: damaged.remove(at: index)
      }
      let scratch = try ImportScratch()
      try Data(damaged).write(to: URL(fileURLWithPath: scratch.path("a.json")))
      let mapping = try Mapping(reading: Self.sparks, name: "test.lua")
      do {
        let report = try scratch.run("a.json") { mapping.fill(&$0) }
        #expect(report.total.isBalanced, "seed \(seed)")
      } catch is InputFailure {
        #expect(try scratch.sparks().isEmpty, "seed \(seed)")
      }
    }
  }

  @Test func `are suggested for a file of JSON`() throws {
    let scratch = try ImportScratch()
    let path = try scratch.write("runs.json", Self.entries)
    let draft = try SuggestedMapping(try FileSniff(path, ImportOptions()))
    #expect(
      draft.lua == """
        return {
          kind = "entry",
          rows = "$.entries[*]",
          columns = {
            at = "when.start",
            tracker = {value = "runs"},
            minutes = "minutes",
            notes = "text",
            tags = "tags",
            values = {["place.name"] = "place.name"},
          },
          separator = "|",
          id = "id",
          source = "runs",
        }

        """)
  }
}
