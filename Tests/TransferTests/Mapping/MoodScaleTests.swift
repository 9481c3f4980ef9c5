import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Testing

@testable import Transfer

@Suite struct `A number is a mood` {
  private func mapping(_ more: [(String, MappingTree)] = []) -> MappingTree {
    .table(
      [("kind", "mood"), ("columns", ["day": "date", "mood": "mood"])] + more)
  }

  private func moods(_ scratch: ImportScratch) throws -> [String] {
    let moods = try scratch.state().moods
    return (1...9).compactMap { CivilDay("2026-06-0\($0)") }.compactMap {
      moods.rating(of: $0)?.mood.name
    }
  }

  private func table(_ numbers: [String]) -> String {
    "date,mood\n"
      + numbers.enumerated().map { "2026-06-0\($0 + 1),\($1)\n" }.joined()
  }

  // Worked out by hand: the number lies in the nearest of five equal steps, ties towards the middle.
  @Test(
    arguments: [
      (1, 5, ["1", "2", "3", "4", "5"], ["horrible", "bad", "average", "good", "great"]),
      (0, 4, ["0", "1", "2", "3", "4"], ["horrible", "bad", "average", "good", "great"]),
      (5, 1, ["1", "2", "3", "4", "5"], ["great", "good", "average", "bad", "horrible"]),
      (-2, 2, ["-2", "-1", "0", "1", "2"], ["horrible", "bad", "average", "good", "great"]),
      (1, 3, ["1", "1.4", "2", "2.6", "3"], ["horrible", "bad", "average", "good", "great"]),
      (0, 10, ["1", "2", "6", "8", "9"], ["horrible", "bad", "average", "good", "great"]),
      (1, 9, ["2", "4", "5", "6", "8"], ["bad", "average", "average", "average", "good"]),
    ] as [(Int64, Int64, [String], [String])])
  func `under the scale of the mapping`(
    worst: Int64, best: Int64, numbers: [String], expected: [String]
  ) throws {
    let scratch = try ImportScratch()
    let scale = MappingTree.list([.integer(worst), .integer(best)])
    let report = try scratch.map(mapping([("scale", scale)]), table(numbers))
    #expect(report.line == "5=5+0+0+0+0")
    #expect(try moods(scratch) == expected)
  }

  // An eighth of the way from horrible to great lies between horrible and bad, nearer to the middle: bad.
  @Test func `with a decimal point, if a function of the mapping calculates it`() throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "mood", "scale": [0, 1], "decimal": ",",
      "columns": ["day": "date", "mood": .of { _ in .number(0.125) }],
    ]
    #expect(try scratch.results(tree, table(["x"])) == ["1=1+0+0+0+0"])
    #expect(try moods(scratch) == ["bad"])
    let texts: MappingTree = [
      "kind": "mood", "scale": [0, 1], "decimal": ",", "columns": ["day": "date", "mood": "mood"],
    ]
    #expect(
      try scratch.results(texts, table(["\"0,125\"", "0.125"])).first?.hasPrefix(
        "3: mood \"0.125\": expected a number from 0 to 1, or horrible, bad, average, good or great;"
      )
        == true)
  }

  @Test func `not without a scale, and the message has its readings`() throws {
    let scratch = try ImportScratch()
    #expect(
      try scratch.results(mapping(), table(["1", "good"])) == [
        "2: mood \"1\": a number is a mood only under a stated scale, worst and best: it is "
          + "horrible by scale = {1, 5}, bad by scale = {0, 4}; choose one in the mapping; the "
          + "mapping can define the meaning of such texts: values = {mood = {[\"1\"] = …}}",
        "2=1+0+0+1+0",
      ])
    let other = try ImportScratch()
    let values: MappingTree = ["mood": ["1": "great"]]
    #expect(
      try other.results(mapping([("values", values)]), table(["good", "1"]))
        == ["2=2+0+0+0+0"])
    #expect(try moods(other) == ["good", "great"])
  }

  @Test func `not outside of its scale, which two whole numbers state, and only of moods`() throws {
    let scratch = try ImportScratch()
    let scale: MappingTree = [1, 5]
    let results = try scratch.results(mapping([("scale", scale)]), table(["6", "0", "Good"]))
    #expect(results.last == "3=1+0+0+2+0")
    #expect(results.first?.hasPrefix("2: mood \"6\": expected a number from 1 to 5") == true)
    for wrong: MappingTree in [[1], [3, 3], ["a", "b"], 5] {
      #expect(
        ImportScratch.faults(mapping([("scale", wrong)])).first?.contains(
          "expected two different whole numbers, those of the worst and the best mood, such as {1, 5}"
        ) == true)
    }
    #expect(
      ImportScratch.faults([
        "kind": "activity", "scale": [1, 5],
        "columns": ["kind": ["value": "win"], "text": "t", "at": "date"],
      ]).contains { $0.contains("only moods have a scale") })
    let constant: MappingTree = ["kind": "mood", "columns": ["day": "date", "mood": 3]]
    #expect(ImportScratch.faults(constant).count == 1)
  }

  @Test(arguments: ["date,mood,note", "Date,Mood", "date,mood,recorded_at"])
  func `not in a table that does not say that it is Flint's own`(header: String) throws {
    let scratch = try ImportScratch()
    let fields = header.split(separator: ",").count
    try scratch.write(
      "m.csv", "\(header)\n" + ["2026-06-01", "4", ""].prefix(fields).joined(separator: ",") + "\n")
    let error = #expect(throws: InputFailure.self) { try scratch.run("m.csv") }
    #expect("\(try #require(error))".contains("only under a stated scale"))
    #expect(try moods(scratch).isEmpty)
  }

  @Test(arguments: ["value", "entry_type"])
  func `as Flint's own number in Flint's own table`(column: String) throws {
    let scratch = try ImportScratch()
    try scratch.write("m.csv", "date,mood,\(column)\n2026-06-01,4,\n2026-06-02,bad,\n")
    #expect(try scratch.run("m.csv").line == "2=2+0+0+0+0")
    #expect(try moods(scratch) == ["great", "bad"])
  }

  @Test(arguments: [
    (["5", "1", "3"], "scale = {1, 5},"), (["0", "4", "2"], "scale = {0, 4},"),
    (["3", "7"], "scale = {1, 10},"), (["0", "9"], "scale = {0, 10},"),
    (["-2", "1"], "scale = {-2, 2},"), (["-3", "3"], "scale = {-3, 3},"),
    (["55", "80"], "scale = {1, 100},"), (["2.5", "4.5"], "scale = {1, 5},"),
  ])
  func `under the scale that the draft of a mapping has from the range of the column`(
    numbers: [String], expected: String
  ) throws {
    let scratch = try ImportScratch()
    let rows = numbers.enumerated().map { "2026-06-0\($0 + 1),\($1)\n" }.joined()
    let path = try scratch.write("m.csv", "Day,Mood\n" + rows)
    let lua = try SuggestedMapping(FileSniff(path, ImportOptions())).lua
    #expect(lua.contains(expected), "\(lua)")
  }
}
