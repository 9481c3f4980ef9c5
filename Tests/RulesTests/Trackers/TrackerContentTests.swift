import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `The content of a tracker` {
  @Test func `the content is trimmed, and personal by default`() throws {
    let tracker = try TrackerContent(name: " Weight\n", description: " ", goal: " Less ")
    #expect(tracker.name == "Weight")
    #expect(tracker.description == nil)
    #expect(tracker.goal == "Less")
    #expect(tracker.category == .personal)
    #expect(tracker.target == nil)
    #expect(tracker.fields.isEmpty)
  }

  @Test func `a tracker has a name of 1 to 100 characters`() throws {
    #expect(try TrackerContent(name: String(repeating: "é", count: 100)).name.count == 100)
    #expect(
      throws: FieldError(
        field: "name", expected: "1 to 100 characters", found: "101 characters")
    ) {
      try TrackerContent(name: String(repeating: "x", count: 101))
    }
    #expect(
      throws: FieldError(field: "name", expected: "1 to 100 characters", found: "\" \"")
    ) {
      try TrackerContent(name: " ")
    }
    #expect(throws: FieldError.self) { try TrackerField(name: "", type: .text) }
  }

  @Test func `the fields of a tracker have names that differ by more than case`() throws {
    let (place, again) = (
      try TrackerField(name: "Place", type: .text), try TrackerField(name: "PLACE ", type: .day)
    )
    #expect(
      throws: FieldError(
        field: "fields", expected: "names that differ by more than case",
        found: "\"PLACE\" twice")
    ) {
      try TrackerContent(name: "Runs", fields: [place, again])
    }
    let tracker = try TrackerContent(name: "Runs", fields: [place])
    #expect(tracker.field(named: "place") == place)
    #expect(tracker.field(named: "places") == nil)
  }

  @Test func `a category is created from its name`() {
    let names = ["personal", "work", "health", "finance", "learning", "hobbies", "projects"]
    #expect(TrackerCategory.allCases.map(\.name) == names)
    #expect(names.map { TrackerCategory(name: $0) } == TrackerCategory.allCases)
    #expect(TrackerCategory(name: "Work") == nil)
  }
}

struct `A change of a tracker` {
  static func field(_ name: String, _ type: TrackerFieldType = .text) throws -> TrackerField {
    try TrackerField(name: name, type: type)
  }

  @Test func `a change sets, clears or keeps a field`() throws {
    var tracker = try TrackerContent(
      name: "Runs", description: "d", goal: "g", target: number("5"))
    try TrackerChange(["description": .none, "target": number("6.5").fieldValue]).apply(
      to: &tracker)
    #expect(
      try tracker == TrackerContent(name: "Runs", goal: "g", target: number("6.5")))
    try TrackerChange([
      "name": .text(" Walks "), "description": .text(" new "), "category": .name("health"),
      "goal": .text(" "), "target": .none,
    ]).apply(to: &tracker)
    #expect(try tracker == TrackerContent(name: "Walks", description: "new", category: .health))
    let before = tracker
    let nothing = try TrackerChange()
    #expect(nothing.isEmpty)
    nothing.apply(to: &tracker)
    #expect(tracker == before)
  }

  @Test func `a change removes fields, then adds or replaces them`() throws {
    var tracker = try TrackerContent(
      name: "Runs", fields: [Self.field("a"), Self.field("b"), Self.field("c")])
    try TrackerChange(
      removedFields: ["B", "nothing"],
      addedFields: [Self.field("C", .number), Self.field("d", .day), Self.field("b", .boolean)]
    ).apply(to: &tracker)
    #expect(
      tracker.fields == [
        try Self.field("a"), try Self.field("C", .number), try Self.field("d", .day),
        try Self.field("b", .boolean),
      ])
  }

  @Test func `a change is validated like a tracker`() throws {
    #expect(throws: FieldError.self) { try TrackerChange(["name": .text("")]) }
    #expect(throws: FieldError.self) { try TrackerChange(removedFields: [" "]) }
    #expect(throws: FieldError.self) {
      try TrackerChange(addedFields: [Self.field("a"), Self.field("A")])
    }
    let change = try TrackerChange(removedFields: ["b", " a", "b "])
    #expect(change.removedFields == ["a", "b"])
    #expect(!change.isEmpty)
  }
}

struct `A value of a tracker's field` {
  @Test func `a value is parsed by the type of its field`() throws {
    #expect(try TrackerValue(reading: " far ", as: .text, field: "f") == .text(" far "))
    #expect(try TrackerValue(reading: "4.25", as: .number, field: "f") == .number(number("4.25")))
    for text in ["true", "Yes", " TRUE "] {
      #expect(try TrackerValue(reading: text, as: .boolean, field: "f") == .boolean(true))
    }
    for text in ["false", "no", "No"] {
      #expect(try TrackerValue(reading: text, as: .boolean, field: "f") == .boolean(false))
    }
    #expect(
      try TrackerValue(reading: "2026-03-01", as: .day, field: "f") == .day(day("2026-03-01")))
  }

  @Test(arguments: [
    (TrackerFieldType.number, "far", "a number"), (.boolean, "1", "true, false, yes or no"),
    (.day, "2026-02-29", "a day such as 2026-03-01"),
    (.day, "2026-03-01T10:00", "a day such as 2026-03-01"),
  ])
  func `a value of another type is refused`(type: TrackerFieldType, text: String, expected: String)
  {
    #expect(throws: FieldError(field: "f", expected: expected, found: "\"\(text)\"")) {
      try TrackerValue(reading: text, as: type, field: "f")
    }
  }

  @Test func `a value is written in the form in which it is parsed`() throws {
    let values: [TrackerValue] = [
      .text("a, b"), .number(number("-0.25")), .boolean(true), .boolean(false),
      .day(day("2026-03-01")),
    ]
    for value in values {
      #expect(
        try TrackerValue(reading: value.description, as: value.type, field: "f") == value)
    }
    #expect(TrackerFieldType.allCases.map(\.name) == ["text", "number", "boolean", "day"])
    #expect(TrackerFieldType(name: "date") == nil)
  }
}

struct `An entry of a tracker` {
  static func entry(
    _ kind: EntryKind = .checklist(true), title: String? = nil, notes: String? = nil,
    tags: [String] = [], values: [EntryContent.Value] = []
  ) throws(FieldError) -> EntryContent {
    try EntryContent(
      tracker: PlayedTrackers.id(1), kind: kind, title: title, notes: notes, tags: tags,
      values: values)
  }

  @Test func `keeps a comma inside a tag`() throws {
    let entry = try Self.entry(tags: ["Red, green", "b", " B ", "a"])
    #expect(entry.tags == ["a", "b", "red, green"])
  }

  @Test func `the tags of an entry are normalized like those of a spark`() throws {
    let examples = [
      [], ["b", "a"], ["Ä", "a\u{308}", "ä"], ["z", "Z", "ß", "SS"], ["é", "e\u{301}", "x"],
      ["🌈", "￼", "\u{2003}wide\u{2003}"], ["İ", "i"],
    ]
    for tags in examples {
      let spark = try Spark(
        at: Instant(milliseconds: 0), offset: .zero, category: .idea, title: "t", tags: tags)
      let entry = try Self.entry(tags: tags)
      #expect(entry.tags.map { Array($0.utf8) } == spark.tags.map { Array($0.utf8) })
    }
    #expect(
      throws: FieldError(field: "tags", expected: "tags that are not empty", found: "\" \"")
    ) {
      try Self.entry(tags: ["a", " "])
    }
  }

  @Test func `empty texts of an entry count as absent`() throws {
    let entry = try Self.entry(title: "  ", notes: "")
    #expect(entry.title == nil)
    #expect(entry.notes == nil)
    let other = try Self.entry(title: " t ", notes: " n ")
    #expect(other.title == "t")
    #expect(other.notes == " n ")
  }

  @Test func `the value of an entry is in range`() throws {
    let limit = Int64(Int32.max)
    for kind in [
      .session(minutes: 0), .session(minutes: limit), .rating(1), .rating(5), .log(" a "),
      .measurement(number("-1")), .checklist(false),
    ] as [EntryKind] {
      #expect(try Self.entry(kind).kind == kind)
    }
    let refused: [(EntryKind, String)] = [
      (.session(minutes: -1), "minutes"), (.session(minutes: limit + 1), "minutes"),
      (.rating(0), "rating"), (.rating(6), "rating"), (.log(" \n"), "text"), (.log(""), "text"),
    ]
    for (kind, field) in refused {
      let error = #expect(throws: FieldError.self) { try Self.entry(kind) }
      #expect(error?.field == field)
    }
    #expect(EntryKind.names == ["session", "measurement", "log", "checklist", "rating"])
    #expect(EntryKind.log("x").name == "log")
  }

  @Test func `an entry has at most one value for each field, sorted by name`() throws {
    let entry = try Self.entry(values: [
      EntryContent.Value(name: "b ", value: .boolean(true)),
      EntryContent.Value(name: "a", value: .text("")),
      EntryContent.Value(name: "Z", value: .day(day("2026-03-01"))),
    ])
    #expect(entry.values.map(\.name) == ["Z", "a", "b"])
    #expect(
      throws: FieldError(
        field: "values", expected: "one value for each field", found: "two values of \"A\"")
    ) {
      try Self.entry(values: [
        EntryContent.Value(name: "a", value: .text("1")),
        EntryContent.Value(name: "A", value: .text("2")),
      ])
    }
  }
}
