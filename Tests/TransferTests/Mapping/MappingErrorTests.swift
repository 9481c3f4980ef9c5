import FlintRules
import Testing
import Transfer

struct `A mapping` {
  private static let sound: [(name: String, value: MappingTree)] = [
    ("kind", "spark"),
    ("columns", ["title": "Name", "at": "Date", "category": ["value": "idea"]]),
  ]

  /// Returns the errors of a mapping that is valid except for some members.
  private static func faults(_ members: (String, MappingTree)...) -> [String] {
    let names = members.map(\.0)
    return ImportScratch.faults(
      .table(sound.filter { !names.contains($0.name) } + members.map { ($0.0, $0.1) }))
  }

  @Test func `is read when it has what its kind needs`() {
    #expect(Self.faults() == [])
    #expect(
      Self.faults(
        ("id", ["A", "B"]), ("dates", "dmy"), ("decimal", ","), ("separator", "|"),
        ("delimiter", ";"), ("encoding", "windows-1252"), ("zone", "Europe/Rome"),
        ("header", ["Name", "Date", "A", "B"]), ("skip", .of { _ in .nothing }),
        ("defaults", ["intensity": "high"]),
        ("values", ["category": ["Work": "decision"], "intensity": ["low", "medium"]])) == [])
  }

  @Test func `is refused where two spellings of a name mean different things`() {
    #expect(
      ImportScratch.faults([
        "kind": "mood", "columns": ["day": "D", "mood": "M"], "scale": [1, 1],
        "values": ["mood": ["Gut": "good", " gut": "bad", "GUT": "good"]],
      ]) == [
        "values.mood[\" gut\"]: \" gut\" cannot mean both \"good\" and \"bad\"; case is ignored",
        "scale: expected two different whole numbers, those of the worst and the best mood, such as "
          + "{1, 5}, got {1, 1}",
      ])
    #expect(
      ImportScratch.faults([
        "kind": "entry", "columns": ["at": "D", "tracker": "T", "number": "N"],
        "habits": [
          "A": ["schedule": ["per": "day"]], "a": ["schedule": ["times": 1, "per": "week"]],
          "b": ["schedule": ["per": "day"]], "B": ["schedule": ["per": "day"]],
        ],
      ]) == ["habits.a: the tracker has another schedule here; names ignore case"])
  }

  @Test func `reports all errors at once`() {
    #expect(
      ImportScratch.faults([
        "kind": "spark", "colums": "x", "dates": "dym", "decimal": ".,", "zone": "Europe/Rom",
        "columns": [
          "titel": "Name", "at": 1, "category": ["value": "idee"], "notes": ["a": "b"],
        ],
        "values": ["category": ["Work": "decisoin"], "mood": ["x": "y"]],
        "defaults": ["intensity": "hihg"], "delimiter": "ab", "encoding": "x-nothing",
        "separator": "", "skip": "x", "header": "x", "fields": ["a": "text"],
      ]) == [
        "colums: unknown name (did you mean \"columns\"?)",
        "defaults.intensity: expected low, medium, high or extreme, got \"hihg\" "
          + "(did you mean \"high\"?)",
        "fields: only trackers have custom fields, and this is a mapping of sparks",
        "columns.titel: unknown name (did you mean \"title\"?)",
        "columns.category: expected decision, energy, idea, experiment or challenge, got "
          + "\"idee\" (did you mean \"idea\"?)",
        "columns.notes: expected a column, a list of columns, a function or {value = …}, got "
          + "a table",
        "values.mood: unknown name; expected title, category, intensity, at, notes, estimated or "
          + "actual",
        "values.category.Work: expected decision, energy, idea, experiment or challenge, got "
          + "\"decisoin\" (did you mean \"decision\"?)",
        "columns.title: expected a column, a function or {value = …}, got nothing",
        "skip: expected a function of the row, the number of lines before the header, or "
          + "{lines = …, rows = …}, got \"x\"",
        "dates: expected ymd, dmy, mdy, unix, unix_ms, excel, week, month or a pattern such as "
          + "\"%d.%m.%Y\", got \"dym\" (did you mean \"dmy\"?)",
        "decimal: expected \",\" or \".\", got \".,\"",
        "separator: expected the separator between tags",
        "zone: there is no time zone \"Europe/Rom\"",
        "delimiter: expected one character that is neither a quote nor a line end, got \"ab\"",
        "encoding: expected an encoding in common use, such as UTF-8, UTF-16LE, windows-1252, "
          + "ISO-8859-15, Shift_JIS or GB18030, got \"x-nothing\"",
        "header: expected a list of the names of the columns, got \"x\"",
      ])
  }

  @Test func `needs a kind before anything else is checked`() {
    #expect(
      Self.faults(("kind", "sprak")) == [
        "kind: expected spark, task, mood, activity, entry or quest, got \"sprak\" "
          + "(did you mean \"spark\"?)"
      ])
    #expect(ImportScratch.faults("x") == ["expected a table, got \"x\""])
    #expect(
      ImportScratch.faults([:]) == [
        "kind: expected spark, task, mood, activity, entry or quest, got nothing"
      ])
  }

  @Test func `needs the time of a mood, and the value of an entry`() {
    #expect(
      ImportScratch.faults(["kind": "mood", "columns": ["mood": "M"]])
        == ["columns: expected day or at: the time of the mood"])
    #expect(
      ImportScratch.faults(["kind": "entry", "columns": ["tracker": "T", "at": "D"]])
        == [
          "columns: expected one of minutes, number, text, done, rating or amount; with several, "
            + "kind has to name the one that a row has"
        ])
    #expect(
      ImportScratch.faults([
        "kind": "entry",
        "columns": [
          "tracker": "T", "at": "D", "number": "N", "values": ["Place": "P", "Far": ["x": "y"]],
        ], "fields": ["Far": "numbre"],
      ]) == [
        "fields.Far: expected text, number, boolean or day, got \"numbre\" "
          + "(did you mean \"number\"?)",
        "columns.values.Far: expected a column, a list of columns, a function or {value = …}, got "
          + "a table",
      ])
  }

  @Test func `has a header that lists each column once`() {
    #expect(
      Self.faults(("header", ["Name", "Datum", "Name"])) == ["header[3]: \"Name\" is listed twice"])
  }

  @Test(arguments: ["title", "id", "skip", "values"])
  func `is used on one thread if it has a function`(name: String) throws {
    let function = MappingTree.of { _ in .nothing }
    let tree: MappingTree =
      switch name {
      case "title":
        [
          "kind": "entry",
          "columns": ["tracker": "T", "at": "D", "number": "N", "title": function],
        ]
      case "values":
        [
          "kind": "entry",
          "columns": ["tracker": "T", "at": "D", "number": "N", "values": ["X": function]],
        ]
      default: .table(Self.sound + [(name, function)])
      }
    #expect(!MappedFormat(try Mapping(reading: tree, name: "m")).isReadAnywhere)
    let plain = try Mapping(reading: .table(Self.sound + [("id", "ID")]), name: "m")
    #expect(MappedFormat(plain).isReadAnywhere)
  }

  @Test func `sets options that are not given`() throws {
    let mapping = try Mapping(
      reading: .table(Self.sound + [("delimiter", ";"), ("zone", "Asia/Tokyo")]), name: "m.lua")
    var options = ImportOptions()
    options.values.zone = "UTC"
    mapping.fill(&options)
    #expect(options.text.mappedForm.delimiter == UInt8(ascii: ";"))
    #expect(options.values.zone == "UTC")
    #expect(options.mapping?.name == "m.lua")
  }
}
