import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions
import TestSupport
import Testing
import Transfer

/// Mappings in which a row becomes several events.
struct `Several events of a row` {
  /// Imports a text by a mapping, and returns the events as they are described, and the counts.
  private func events(
    _ tree: MappingTree, _ text: String, in scratch: ImportScratch? = nil,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> [String] {
    let report = try (scratch ?? ImportScratch()).map(tree, text) { options in
      options.firstEvents = 100
      change(&options)
    }
    return report.firstEvents.map { "\($0.line) \($0.text)" }
      + report.rejects.map { "\($0.line): \($0.problem)" }
      + report.sources.flatMap(\.notes) + [report.line]
  }

  private static let wide: MappingTree = [
    "kind": "entry", "columns": ["at": "Date", "notes": "Remark"],
    "each": .mixed(
      ["Yoga", "Water"],
      [
        ("Sleep", ["minutes": "Time in bed"]),
        ("Weight", .mixed(["weight (kg)"], [("unit", "kg")])),
      ]),
  ]

  private static let table = """
    Date,Yoga,Water,Time in bed,weight (kg),Remark
    2026-04-01,1,8,7:30,70.5 kg,calm
    2026-04-02,,6,450 min,,
    2026-04-03,,,,,
    2026-04-04,,,,155 lb,
    """

  @Test func `are one of each column that has a value`() throws {
    #expect(
      try events(Self.wide, Self.table) == [
        "2 entry: tracker Yoga, at 2026-04-01, number 1, notes calm",
        "2 entry: tracker Water, at 2026-04-01, number 8, notes calm",
        "2 entry: tracker Sleep, at 2026-04-01, minutes 450, notes calm",
        "2 entry: tracker Weight, at 2026-04-01, number 70.5, notes calm",
        "3 entry: tracker Water, at 2026-04-02, number 6",
        "3 entry: tracker Sleep, at 2026-04-02, minutes 450",
        "5: weight (kg) \"155 lb\": it is in lb, and the mapping says kg",
        "Rows without a value: Yoga 1, Weight 1.", "4=2+0+0+1+1",
      ])
  }

  @Test func `add nothing the second time, and what a column that is added has`() throws {
    let scratch = try ImportScratch()
    #expect(try scratch.results(Self.wide, Self.table).last == "4=2+0+0+1+1")
    #expect(try scratch.results(Self.wide, Self.table).last == "4=0+0+2+1+1")
    let one: MappingTree = [
      "kind": "entry", "id": "Date", "columns": ["at": "Date"], "each": ["Yoga"],
    ]
    let two: MappingTree = [
      "kind": "entry", "id": "Date", "columns": ["at": "Date"], "each": ["Yoga", "Water"],
    ]
    let keyed = try ImportScratch()
    #expect(try keyed.results(one, Self.table) == ["4=1+0+0+0+3"])
    #expect(try keyed.results(two, Self.table) == ["4=2+0+0+0+2"])
    #expect(try keyed.results(two, Self.table) == ["4=0+0+2+0+2"])
  }

  @Test func `have keys of their own, also where several are of one tracker`() throws {
    let tree: MappingTree = [
      "id": "Id", "columns": ["at": "Day"],
      "events": [
        ["kind": "entry", "columns": ["tracker": ["value": "Weight"], "number": "Morning"]],
        ["kind": "entry", "columns": ["tracker": ["value": "Weight"], "number": "Evening"]],
        ["kind": "entry", "each": ["Weight"]],
      ],
    ]
    let text = "Id,Day,Morning,Evening,Weight\n1,2026-04-01,70,71,72\n2,2026-04-02,,73,\n"
    let scratch = try ImportScratch()
    #expect(
      try events(tree, text, in: scratch).prefix(4) == [
        "2 entry: tracker Weight, at 2026-04-01, number 70, key 1/Weight",
        "2 entry: tracker Weight, at 2026-04-01, number 71, key 1/Weight 2",
        "2 entry: tracker Weight, at 2026-04-01, number 72, key 1/Weight 3",
        "3 entry: tracker Weight, at 2026-04-02, number 73, key 2/Weight 2",
      ])
    #expect(try scratch.results(tree, text).last == "2=0+0+2+0+0")
  }

  @Test func `have the custom fields, and their types, of the whole mapping and their own`() throws
  {
    let tree: MappingTree = [
      "columns": ["at": "D", "values": ["place": "P"]], "fields": ["pulse": "number"],
      "events": [
        [
          "kind": "entry",
          "columns": ["tracker": ["value": "Run"], "number": "R", "values": ["pulse": "H"]],
        ],
        ["kind": "entry", "each": ["Row": ["number": "O", "values": ["pulse": "H"]]]],
      ],
    ]
    let scratch = try ImportScratch()
    #expect(
      try events(tree, "D,R,O,H,P\n2026-04-01,5,6,120,Rome\n", in: scratch).prefix(2).map {
        $0.contains("place") && $0.contains("pulse")
      } == [true, true])
    #expect(
      try events(tree, "D,R,O,H,P\n2026-04-02,5,6,fast,Rome\n", in: scratch).contains {
        $0.contains("H \"fast\": expected a number")
      })
  }

  @Test func `are not of a column whose unit its field cannot have`() {
    #expect(
      ImportScratch.faults([
        "kind": "entry", "columns": ["at": "D"], "as": "minutes",
        "each": ["Run": .mixed(["R"], [("unit", "lightyears")])],
      ]) == [
        "each.Run.unit: expected milliseconds, seconds, minutes, hours, days or m:ss, "
          + "got \"lightyears\""
      ])
  }

  @Test func `have no key of a part of an id, where a file lacks the other`() throws {
    let tree: MappingTree = [
      "kind": "entry", "optional": true, "id": ["A", "B"],
      "columns": ["tracker": ["value": "T"], "at": "D", "number": "N"],
    ]
    let scratch = try ImportScratch()
    let text = "A,D,N\n1,2026-04-01,5\n1,2026-04-02,6\n"
    #expect(try scratch.results(tree, text).last == "2=2+0+0+0+0")
  }

  @Test func `fill the field that the mapping names`() throws {
    let tree: MappingTree = [
      "kind": "entry", "columns": ["at": "D"], "each": ["Run", "Read"], "as": "done",
    ]
    #expect(
      try events(tree, "D,Run,Read\n2026-04-01,yes,no\n2026-04-02,maybe,\n") == [
        "2 entry: tracker Run, at 2026-04-01, done true",
        "2 entry: tracker Read, at 2026-04-01, done false",
        "3: Run \"maybe\": expected yes or no (also true, false, y, n, on, off, 1, 0, x)",
        "2=1+0+0+1+0",
      ])
  }

  @Test func `are one a day in a table with a column a day`() throws {
    let tree: MappingTree = [
      "kind": "entry", "columns": ["tracker": "Habit"], "each": "dates", "as": "amount",
    ]
    let text = "Habit,2026-04-01,2026-04-02,Total\nRead,20 min,,20\nPills,1,2,3\nNone,,,0\n"
    #expect(
      try events(tree, text) == [
        "2 entry: tracker Read, at 2026-04-01, minutes 20",
        "3 entry: tracker Pills, at 2026-04-01, number 1",
        "3 entry: tracker Pills, at 2026-04-02, number 2",
        "Rows without a value: 2026-04-02 1.", "3=2+0+0+0+1",
      ])
    // The order of the numbers in the names of columns is that of dates.
    var american = tree
    if case .table(let members) = tree { american = .table(members + [("dates", "mdy")]) }
    #expect(
      try events(american, "Habit,4/1/2026,4/2/2026\nRead,1,\n") == [
        "2 entry: tracker Read, at 2026-04-01, number 1", "Rows without a value: 2026-04-02 1.",
        "1=1+0+0+0+0",
      ])
    #expect(
      throws: InputFailure.self, "no column is a day",
      performing: { try events(tree, "Habit,4/1/2026,4/2/2026\nRead,1,\n") })
  }

  @Test func `are the same whatever form the days of the columns have`() throws {
    let tree: MappingTree = [
      "kind": "entry", "id": "Habit", "columns": ["tracker": "Habit"], "each": "dates",
    ]
    let scratch = try ImportScratch()
    #expect(try scratch.results(tree, "Habit,2026-04-01\nRead,1\n").last == "1=1+0+0+0+0")
    #expect(try scratch.results(tree, "Habit,1 Apr 2026\nRead,1\n").last == "1=0+0+1+0+0")
  }

  @Test func `are of several kinds`() throws {
    let tree: MappingTree = [
      "columns": ["at": "Day", "notes": "Text"], "dates": "dmy",
      "events": [
        ["kind": "mood", "columns": ["mood": "Mood", "note": "Text"], "scale": [1, 5]],
        ["kind": "entry", "columns": ["tracker": ["value": "Steps"], "number": "Steps"]],
        ["kind": "entry", "columns": ["tracker": ["value": "Coffee"], "number": "Cups"]],
      ],
    ]
    #expect(
      try events(tree, "Day,Mood,Steps,Cups,Text\n1.4.2026,5,8000,,fine\n2.4.2026,,,2,\n") == [
        "2 mood: at 2026-04-01, day 2026-04-01, mood great, note fine",
        "2 entry: tracker Steps, at 2026-04-01, number 8000, notes fine",
        "3 entry: tracker Coffee, at 2026-04-02, number 2",
        "Rows without a value: mood 1, Steps 1, Coffee 1.", "2=2+0+0+0+0",
      ])
  }

  @Test func `are refused where their columns do not say what they are`() {
    #expect(
      ImportScratch.faults([
        "kind": "entry", "columns": ["at": "D", "number": "N"], "each": ["A", "a"],
      ]) == [
        "each: the columns of each have the values; leave number out of the columns",
        "each[2]: \"a\" is listed twice",
      ])
    #expect(
      ImportScratch.faults(["kind": "task", "columns": ["name": "N"], "each": ["A"]])
        == ["each: only entries and moods have several columns, and these are tasks"])
    #expect(
      ImportScratch.faults(["kind": "entry", "columns": ["at": "D"], "each": ["A"], "as": "dome"])
        == [
          "as: expected minutes, number, text, done, rating or amount, got \"dome\" "
            + "(did you mean \"done\"?)"
        ])
    #expect(
      ImportScratch.faults([
        "kind": "entry", "columns": ["at": "D", "tracker": "T"], "each": "dates",
      ]) == ["each: the day of an event is the name of its column; leave at out of the columns"])
    #expect(
      ImportScratch.faults(["kind": "entry", "columns": ["at": "D"], "events": [["kind": "mood"]]])
        == [
          "kind: the events have the kinds; leave it out",
          "events[1].columns.mood: expected a "
            + "column, a function or {value = …}, got nothing",
        ])
    #expect(
      ImportScratch.faults([
        "columns": ["at": "D"], "events": [["kind": "mood", "columns": ["moood": "M"]]],
      ]) == [
        "events[1].columns.moood: unknown name (did you mean \"mood\"?)",
        "events[1].columns.mood: expected a column, a function or {value = …}, got nothing",
      ])
  }
}
