import CSV
import FlintCalendar
import Foundation
import FlintRules
import Sessions
import Testing
import Transfer

struct `Rows by a mapping` {
  private static let sparks: MappingTree = [
    "kind": "spark",
    "columns": [
      "title": "Name", "at": ["Date", "Time"], "category": "Area", "intensity": "Effort",
      "tags": "Labels", "notes": "Notes", "estimated": "Plan", "actual": "Took",
    ],
    "id": "ID", "dates": "dmy", "separator": ";",
    "values": ["category": ["Work": "decision", "Sport": "energy"]],
    "defaults": ["category": "idea"],
  ]

  @Test func `become sparks with all fields`() throws {
    let scratch = try ImportScratch()
    let text = """
      ID,Name,Date,Time,Area,Effort,Labels,Notes,Plan,Took
      a, Ran ,03.04.2026,18:30,Sport,HIGH,run; park;,"a, b",30,1200
      b,Read,04.04.2026,,,3,,,,
      c,Chose,05.04.2026 08:00,,work,,,,0,
      """
    #expect(try scratch.results(Self.sparks, text) == ["3=3+0+0+0+0"])
    try scratch.session { session in
      let found = try session.reader.sparks(
        sequences: try session.reader.sparkSequences(SparkQuery())[...])
      let lines = found.map { stored -> String in
        let spark = stored.spark
        let minutes = [spark.estimatedMinutes, spark.actualMinutes].map { minutes -> String in
          minutes.map { String($0) } ?? "-"
        }
        let words = [
          session.zone.text(spark.at), spark.title, spark.category.name, spark.intensity.name,
          "\(spark.tags)", spark.notes ?? "-",
        ]
        return (words + minutes).joined(separator: " ")
      }
      #expect(
        lines == [
          "2026-04-03T18:30:00Z Ran energy high [\"park\", \"run\"] a, b 30 1200",
          "2026-04-04T12:00:00Z Read idea high [] - - -",
          "2026-04-05T08:00:00Z Chose decision medium [] - 0 -",
        ])
    }
    // The ids are recognised, and the content has not changed.
    #expect(try scratch.results(Self.sparks, text) == ["3=0+0+3+0+0"])
  }

  @Test(
    arguments: [
      (.nothing, "1=1+0+0+0+0"), (.boolean(false), "1=1+0+0+0+0"), (.boolean(true), "1=0+0+0+0+1"),
      (.text("old"), "1=0+0+0+0+1"), (.integer(5), "1=0+0+0+1+0"), (.text(" "), "1=0+0+0+1+0"),
      (.list([]), "1=0+0+0+1+0"),
    ] as [(MappedValue, String)])
  func `are skipped only for true or a reason`(value: MappedValue, line: String) throws {
    let tree: MappingTree = [
      "kind": "entry", "skip": .of { _ in value },
      "columns": ["at": "D", "tracker": ["value": "T"], "number": "N"],
    ]
    #expect(try ImportScratch().map(tree, "D,N\n2026-01-01,1\n").line == line)
  }

  @Test func `are rejected where a function returns a list for one value`() throws {
    let tree: MappingTree = [
      "kind": "entry",
      "columns": ["at": .of { _ in .list([]) }, "tracker": ["value": "T"], "number": "N"],
    ]
    #expect(
      try ImportScratch().results(tree, "D,N\n2026-01-01,1\n")
        == ["2: at: expected one value, got a list", "1=0+0+0+1+0"])
  }

  @Test func `are told that a second byte order mark is in the way`() throws {
    let tree: MappingTree = [
      "kind": "entry", "columns": ["at": "D", "tracker": ["value": "T"], "number": "N"],
    ]
    let failure = #expect(throws: InputFailure.self) {
      try ImportScratch().map(tree, "\u{FEFF}\u{FEFF}D,N\n2026-01-01,1\n")
    }
    #expect(
      failure?.description.contains("two byte order marks; remove one") == true,
      "\(failure?.description ?? "")")
  }

  @Test func `are rejected with the column, its text and the expectation`() throws {
    let results = try ImportScratch().results(
      Self.sparks,
      """
      ID,Name,Date,Time,Area,Effort,Labels,Notes,Plan,Took
      a,Ran,31.02.2026,,Sport,,,,,
      b,Ran,03.04.2026,,Sports,,,,,
      c,,03.04.2026,,Sport,,,,,
      d,Ran,,,Sport,,,,,
      e,Ran,03.04.2026,,Sport,hihg,,,,
      f,Ran,03.04.2026,,Sport,,,,x,
      ,,,,,,,,,
      """)
    #expect(
      results == [
        "2: Date, Time \"31.02.2026\": expected a date such as 2026-06-22, 22/06/2026 or "
          + "22 Jun 2026",
        "3: Area \"Sports\": expected decision, energy, idea, experiment or challenge; the mapping "
          + "can define the meaning of such texts: values = {category = {[\"Sports\"] = …}}",
        "4: Name: expected a text, got nothing", "5: Date, Time: expected a date, got nothing",
        "6: Effort \"hihg\": expected low, medium, high or extreme (did you mean \"high\"?); the "
          + "mapping can define the meaning of such texts: values = {intensity = {[\"hihg\"] = …}}",
        "7: Plan \"x\": expected a duration such as 90 min, 1:30 or 1h 30m", "7=0+0+0+6+1",
      ])
  }

  @Test func `are not guessed at`() throws {
    let scratch = try ImportScratch()
    var tree: MappingTree = [
      "kind": "entry",
      "columns": ["tracker": ["value": "T"], "at": "Date", "number": "N"],
    ]
    let text = "Date,N\n03/04/2026,1\n2026-04-03,\"1,234\"\n13/04/2026,2\n2026-04-04,\"2,5\"\n"
    #expect(
      try scratch.results(tree, text) == [
        "2: Date \"03/04/2026\": it is 2026-04-03 as dmy, 2026-03-04 as mdy; choose one in the "
          + "mapping: dates = \"dmy\" or dates = \"mdy\"",
        "3: N \"1,234\": it is 1234 with a decimal point and 1.234 with a decimal comma; choose "
          + "one in the mapping: decimal = \".\" or decimal = \",\"",
        "4: Date \"13/04/2026\": the order of its numbers is not known: set dates = \"dmy\" in the "
          + "mapping", "4=1+0+0+3+0",
      ])
    guard case .table(let members) = tree else { return }
    tree = .table(members + [("decimal", ","), ("dates", "mdy")])
    // Options of the command line have precedence.
    #expect(
      try ImportScratch().results(tree, text) { $0.values.dateOrder = .dmy } == ["4=4+0+0+0+0"])
  }

  @Test func `have all named columns, or the file is refused`() throws {
    let scratch = try ImportScratch()
    #expect {
      _ = try scratch.map(
        ["kind": "spark", "columns": ["title": "Titel", "at": "Data", "category": "Cat"]],
        "Title,Date,X\na,b,c\n")
    } throws: { error in
      (error as? InputFailure)?.message
        == "test.lua: there is no column \"Titel\", which the mapping names for title (did you "
        + "mean \"Title\"?); there is no column \"Cat\", which the mapping names for category; the "
        + "columns are Title, Date, X; there is no column \"Data\", which the mapping names for at "
        + "(did you mean \"Date\"?)"
    }
    // Surrounding spaces and case are ignored.
    #expect(
      try scratch.results(
        ["kind": "spark", "columns": ["title": "title", "at": "DATE", "category": "x"]],
        " Title,Date ,X\na,2026-04-03,idea\n") == ["1=1+0+0+0+0"])
  }

  @Test(arguments: [
    ("0.0000001", "0"), ("92.4666666667", "92.466667"), ("-1.0000005", "-1"), ("1e-7", "0"),
  ])
  func `are counted where a number loses digits`(text: String, stored: String) throws {
    let scratch = try ImportScratch()
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["tracker": ["value": "T"], "at": "date", "number": "v"],
    ]
    let report = try scratch.map(
      mapping, "date,v\n2026-06-01,1.250000\n2026-06-02,\(text)\n2026-06-03,123456.5\n")
    #expect(
      report.sources.flatMap(\.notes) == [
        "Numbers with more than six decimals are rounded to six: 1 (line 3: \(text) is \(stored))."
      ])
  }

  @Test func `are rounded to whole minutes, half up, which the report counts`() throws {
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["tracker": ["value": "T"], "at": "date", "minutes": "v"],
    ]
    let scratch = try ImportScratch()
    let rows = ["90.0000001", "90.5", "90.000001", "89.99999999999999", "90.0"].enumerated().map {
      "2026-06-0\($0 + 1),\($1)\n"
    }
    let report = try scratch.map(mapping, "date,v\n" + rows.joined())
    #expect(report.line == "5=5+0+0+0+0")
    #expect(
      report.sources.flatMap(\.notes) == [
        "Durations are rounded to whole minutes: 4 (line 2: 90.0000001 is 90; line 3: 90.5 is 91; "
          + "line 4: 90.000001 is 90; …)."
      ])
  }

  @Test func `have the columns reported that the mapping does not name`() throws {
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["tracker": ["value": "T"], "at": "date", "number": "v"],
    ]
    let text = "date,V,Rating,Notes, long,v,Rating,\n2026-06-01,1,2,a,b,3,4,\n"
      .replacing("Notes, long", with: "\"Notes, long\"").replacing("a,b", with: "ab")
    let report = try ImportScratch().map(mapping, text)
    #expect(report.line == "1=1+0+0+0+0")
    #expect(report.sources.map(\.ignoredColumns) == [["V", "Rating", "Notes, long", "Rating (2)"]])
    let strict = try ImportScratch().map(mapping, "date,v,x\n2026-06-01,1,2\n") {
      $0.text.isStrict = true
    }
    #expect(strict.sources.map(\.ignoredColumns) == [["x"]])
  }

  @Test func `need no header if the mapping has the names`() throws {
    #expect(
      try ImportScratch().results(
        [
          "kind": "spark", "header": ["When", "What", "x"], "delimiter": "|",
          "columns": ["title": "What", "at": "When", "category": ["value": "idea"]],
        ], "2026-04-03|a;b|\n2026-04-04|c|d\n") == ["2=2+0+0+0+0"])
  }

  @Test(arguments: [("unix", "1775206800"), ("unix_ms", "1775206800000")])
  func `may have Unix timestamps`(unit: String, number: String) throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "spark", "dates": .text(unit),
      "columns": ["title": "t", "at": "n", "category": ["value": "idea"]],
    ]
    let results = try scratch.results(tree, "t,n\na,\(number)\nb,2026-04-03\n")
    let name = unit == "unix" ? "seconds" : "milliseconds"
    #expect(results == ["3: n \"2026-04-03\": expected \(name) since 1970", "2=1+0+0+1+0"])
    try scratch.session { session in
      let sequences = try session.reader.sparkSequences(SparkQuery())
      let spark = try #require(try session.reader.sparks(sequences: sequences[...]).first)
      #expect(session.zone.text(spark.spark.at) == "2026-04-03T09:00:00Z")
    }
  }

  @Test(arguments: [
    (
      "unix_ms", "1767225600",
      "it is 1970-01-21 in milliseconds and 2026-01-01 in seconds; for seconds "
        + "set dates = \"unix\" in the mapping"
    ),
    ("unix", "1767225600000", "expected seconds since 1970"),
  ])
  func `are refused where a timestamp is in the other unit`(
    unit: String, number: String, reason: String
  ) throws {
    let tree: MappingTree = [
      "kind": "spark", "dates": .text(unit),
      "columns": ["title": "t", "at": "n", "category": ["value": "idea"]],
    ]
    let results = try ImportScratch().results(tree, "t,n\na,\(number)\nb,0\n")
    #expect(results == ["2: n \"\(number)\": \(reason)", "2=1+0+0+1+0"])
  }

  @Test func `of one id are told as rows of one file, not as changes since`() throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "entry", "id": "id",
      "columns": ["tracker": ["value": "T"], "at": "date", "number": "v"],
    ]
    let text = "id,date,v\na,2026-06-01,1\na,2026-06-01,2\na,2026-06-01,1\n"
    let report = try scratch.map(tree, text)
    #expect(report.line == "3=1+0+1+0+1")
    #expect(
      report.sources[0].counts.skipped == ["an id that an earlier row has with other content": 1])
    #expect(
      report.changed.map { "\($0.line): \($0.problem)" } == [
        "3: \"a\": an earlier row has this id: number is \"1\" in that row, \"2\" here"
      ])
    // A later import of the file tells the same, since nothing has changed.
    let again = try scratch.map(tree, text)
    #expect(again.line == "3=0+0+2+0+1")
    #expect(again.sources[0].counts.skipped == report.sources[0].counts.skipped)
    #expect(
      again.changed.map { "\($0.line): \($0.problem)" } == [
        "3: \"a\": an earlier row has this id; number is \"1\" in the profile, \"2\" here"
      ])
    // In a later import the same row differs from the profile.
    let later = try scratch.map(tree, "id,date,v\na,2026-06-01,2\n")
    #expect(
      later.changed.map { "\($0.problem)" } == [
        "\"a\": number is \"1\" in the profile, \"2\" here"
      ])
  }

  // MARK: Kinds

  @Test func `become tasks, added and completed`() throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "task",
      "columns": [
        "name": "Task", "priority": "P", "due": "Due", "completed": "Done", "added": "Made",
        "project": "List", "type": ["value": "evening"], "details": "Text",
      ],
    ]
    let text = """
      Task,P,Due,Done,Made,List,Text
      Paint,1,2026-04-10,2026-04-09 10:00,2026-04-01,Home,two coats
      Sand,p3,,,2026-04-02,,
      Prime,,,2026-04-08 09:00,,,
      Wait,5,,,,,
      """
    #expect(
      try scratch.results(tree, text) == [
        "5: P \"5\": expected P0, P1, P2 or P3; the mapping can define the meaning of such texts: "
          + "values = {priority = {[\"5\"] = …}}", "4=3+0+0+1+0",
      ])
    let tasks = try scratch.state().tasks.tasks
    #expect(
      tasks.map(\.name).sorted() == ["Paint", "Prime", "Sand"])
    #expect(tasks.filter { !$0.isOpen }.map(\.name).sorted() == ["Paint", "Prime"])
    #expect(tasks.first { $0.name == "Paint" }?.priority == .p0)
    #expect(try scratch.results(tree, text).last == "4=0+0+3+1+0")
  }

  @Test func `become moods, by the user's own names`() throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "mood", "columns": ["mood": "M", "day": "D", "note": "N"],
      "values": ["mood": ["Prima": "great", "Naja": "average"]], "scale": [0, 4],
    ]
    let text = "D,M,N\n2026-04-01,Prima,yes\n2026-04-02,naja,\n2026-04-03,0,\n2026-04-04,Gut,\n"
    #expect(try scratch.results(tree, text) { $0.values.moods = ["gut": .good] } == ["4=4+0+0+0+0"])
    #expect(try scratch.results(tree, text) { $0.values.moods = ["gut": .good] } == ["4=0+0+4+0+0"])
    try scratch.session { session in
      let days = ["2026-04-01", "2026-04-02", "2026-04-03", "2026-04-04"]
      let state = try session.state()
      #expect(
        days.map { day in CivilDay(day).flatMap { state.moods.rating(of: $0)?.mood.name } }
          == ["great", "average", "horrible", "good"])
    }
  }

  @Test func `become entries of created trackers with custom fields`() throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "entry", "decimal": ",",
      "fields": ["Far": "number", "Wet": "boolean", "Next": "day"],
      "columns": [
        "tracker": "What", "at": "D", "kind": "K", "minutes": "V", "number": "V", "text": "V",
        "done": "V", "rating": "V", "title": "T", "tags": ["L1", "L2"],
        "values": ["Far": "Km", "Wet": "Rain", "Next": "Then", "Place": "Where"],
      ],
      "values": ["kind": ["s": "session", "m": "measurement"]],
    ]
    let text = """
      What;D;K;V;T;L1;L2;Km;Rain;Then;Where
      Run;2026-04-01;s;45;Long;a;b, c;5,5;yes;2026-04-03;Park
      Run;2026-04-02;m;1.234,5;;;;;;;
      Run;2026-04-03;log;words;;;;;;;
      Run;2026-04-04;checklist;no;;;;;;;
      Run;2026-04-05;rating;4;;;;;;;
      Run;2026-04-06;rating;9;;;;;;;
      Run;2026-04-07;;1;;;;;;;
      Run;2026-04-08;s;;;;;;;;
      """
    let entries = try scratch.results(tree, text)
    #expect(
      entries == [
        "7: V \"9\": expected a rating from 1 to 5",
        "8: K: expected session, measurement, log, checklist or rating, got nothing",
        "8=5+0+0+2+1",
      ])
    let tracker = try #require(try scratch.state().trackers.tracker(named: "run"))
    #expect(tracker.content.fields.map(\.name) == ["Far", "Wet", "Next", "Place"])
  }

  @Test func `become activities and steps of quests`() throws {
    let scratch = try ImportScratch()
    let activities = try scratch.results(
      ["kind": "activity", "columns": ["kind": "K", "text": "T", "at": "D"]],
      "K,T,D\njournal,words,2026-04-01\njournal,,2026-04-02\nsport,,2026-04-02\n")
    #expect(
      activities == [
        "3: text: expected a text that is not empty, got nothing",
        "4: K \"sport\": expected open, journal, sos or self_care; the mapping can define the "
          + "meaning of such texts: values = {kind = {[\"sport\"] = …}}", "3=1+0+0+2+0",
      ])
    let results = try scratch.results(
      ["kind": "quest", "columns": ["set": ["value": "s"], "node": "N", "at": "D"]],
      "N,D\nn1,2026-04-01\n")
    #expect(results.last == "1=0+0+0+1+0")
  }

  // MARK: Functions

  @Test func `are passed to functions, which may return any type of value`() throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "spark",
      "columns": [
        "title": .of { row in .text("\(row["a"] ?? "")!") },
        "at": .of { _ in .integer(1_775_206_800) },
        "category": .of { row in row["b"] == "" ? .nothing : .text(row["b"] ?? "") },
        "tags": .of { _ in .list(["x", " y "]) }, "actual": .of { _ in .number(30) },
        "notes": .of { _ in .boolean(true) },
      ],
      "defaults": ["category": "challenge"], "values": ["category": ["w": "energy"]],
      "id": .of { row in .text("k\(row["a"] ?? "")") },
      "skip": .of { row in
        row["a"] == "2" ? .boolean(true) : row["a"] == "3" ? .text("odd") : .nothing
      },
    ]
    let text = "a,b\n1,w\n2,w\n3,w\n4,\n5,q\n"
    let report = try scratch.map(tree, text)
    #expect(report.line == "5=2+0+0+1+2")
    #expect(report.total.skipped == ["the mapping skips it": 1, "odd": 1])
    #expect(report.rejects.first?.problem.column == "category")
    #expect(try scratch.sparks() == ["1! energy", "4! challenge"])
  }

  @Test func `are rejected with the error of a function`() throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "spark",
      "columns": [
        "title": .of { (row) throws(MappingFailure) in
          if row["a"] == "x" { throw .row(RowProblem(reason: "no x")) }
          return .text("t")
        }, "at": "d", "category": ["value": "idea"],
      ],
    ]
    #expect(
      try scratch.results(tree, "a,d\nx,2026-04-01\ny,2026-04-01\n") == [
        "2: title: no x", "2=1+0+0+1+0",
      ])
  }

  @Test func `end the import if a function must not be called again`() throws {
    struct Enough: Error {}
    let scratch = try ImportScratch()
    let tree: MappingTree = [
      "kind": "spark",
      "columns": [
        "title": .of { (row) throws(MappingFailure) in
          if row["a"] == "x" { throw .stop(Enough()) }
          return .text("t")
        }, "at": "d", "category": ["value": "idea"],
      ],
    ]
    #expect(throws: Enough.self) {
      _ = try scratch.map(tree, "a,d\ny,2026-04-01\nx,2026-04-01\ny,2026-04-02\n")
    }
    #expect(try scratch.sparks() == [])
  }

  @Test func `are skipped for a maximum of twenty distinct reasons`() throws {
    let tree: MappingTree = [
      "kind": "spark", "columns": ["title": "a", "at": "a", "category": "a"],
      "skip": .of { row in .text(row["a"] ?? "") },
    ]
    let rows = (1...100).map { "r\($0)" }.joined(separator: "\n")
    let report = try ImportScratch().map(tree, "a\n\(rows)\n")
    #expect(report.total.skipped.count == 21)
    #expect(report.total.skipped["the mapping skips it"] == 80)
  }

  @Test func `are reported one by one to a callback`() throws {
    let scratch = try ImportScratch()
    try scratch.write("a.csv", "t,d\na,x\nb,2026-04-01\nc,y\n")
    let mapping = try Mapping(
      reading: [
        "kind": "spark", "columns": ["title": "t", "at": "d", "category": ["value": "idea"]],
      ], name: "m")
    var results: [String] = []
    try scratch.session { session in
      var options = ImportOptions()
      mapping.fill(&options)
      let job = try ImportJob([scratch.path("a.csv")], options, session)
      job.onReject = { reject, fields in results.append("\(reject.line) \(fields)") }
      _ = try job.run()
    }
    #expect(results == ["2 [\"a\", \"x\"]", "4 [\"c\", \"y\"]"])
  }
}
