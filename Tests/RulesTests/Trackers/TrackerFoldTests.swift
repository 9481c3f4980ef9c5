import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `The fold of trackers` {
  static let runs = PlayedTrackers.id(1)

  @Test func `a tracker is identified by the event that created it`() throws {
    var trackers = PlayedTrackers()
    #expect(trackers.create(try TrackerContent(name: "Runs", category: .health)).void == nil)
    trackers.create(try TrackerContent(name: "Books"))
    #expect(trackers.state.tracker(Self.runs)?.content.name == "Runs")
    #expect(
      trackers.state.tracker(Self.runs)?.createdAt == Instant(milliseconds: 1_767_225_660_000))
    #expect(trackers.state.tracker(named: " books ")?.id == PlayedTrackers.id(2))
    #expect(trackers.state.tracker(named: "films") == nil)
    #expect(trackers.state.tracker(PlayedTrackers.id(3)) == nil)
    #expect(trackers.state.trackers.map(\.content.name) == ["Runs", "Books"])
    #expect(trackers.state.trackers(in: .health).map(\.id) == [Self.runs])
  }

  @Test func `a later creation of the same name, regardless of case, changes the tracker`() throws {
    var trackers = PlayedTrackers()
    trackers.create(
      try TrackerContent(
        name: "Runs", description: "All of them", goal: "Fitness",
        fields: [TrackerField(name: "Route", type: .text)]))
    let again = try TrackerContent(
      name: "RUNS", category: .health, goal: "Marathon", target: number("42"),
      fields: [TrackerField(name: "km", type: .number)])
    #expect(trackers.create(again).void == nil)
    #expect(trackers.state.trackers.count == 1)
    let runs = try #require(trackers.state.tracker(Self.runs))
    #expect(
      runs.content
        == (try TrackerContent(
          name: "Runs", description: "All of them", category: .health, goal: "Marathon",
          target: number("42"),
          fields: [
            TrackerField(name: "Route", type: .text), TrackerField(name: "km", type: .number),
          ])))
    // Entries may refer to the tracker by either creation.
    #expect(try trackers.enter(PlayedTrackers.id(2), .rating(3)).void == nil)
    #expect(try trackers.enter(Self.runs, .rating(4)).void == nil)
    #expect(trackers.state.tracker(PlayedTrackers.id(2))?.entries == 2)
  }

  @Test func `a day with only checklists that are not done is not active`() throws {
    var trackers = PlayedTrackers()
    trackers.create(try TrackerContent(name: "Meditate"))
    try trackers.enter(Self.runs, .checklist(true), on: "2026-11-18")
    try trackers.enter(Self.runs, .checklist(true), on: "2026-11-19")
    try trackers.enter(Self.runs, .checklist(false), on: "2026-11-20")
    try trackers.enter(Self.runs, .checklist(true), on: "2026-11-21")
    let tracker = try #require(trackers.state.tracker(Self.runs))
    #expect(tracker.entries == 4)
    #expect(tracker.activeDays == 3)
    #expect(tracker.total == 3_000_000)
    #expect(tracker.currentStreak(today: day("2026-11-20")) == 2)
    #expect(tracker.currentStreak(today: day("2026-11-21")) == 1)
    #expect(tracker.bestStreak == 2)
    // A day is active as soon as one of its entries counts.
    try trackers.enter(Self.runs, .checklist(true), on: "2026-11-20")
    #expect(trackers.state.tracker(Self.runs)?.bestStreak == 4)
  }

  @Test func `values of different kinds have no total`() throws {
    var trackers = PlayedTrackers()
    trackers.create(try TrackerContent(name: "Walk", target: number("600")))
    try trackers.enter(Self.runs, .session(minutes: 504))
    #expect(trackers.state.tracker(Self.runs)?.total == 504_000_000)
    #expect(trackers.state.tracker(Self.runs)?.progress == 840_000)
    try trackers.enter(Self.runs, .log("Rainy"))
    #expect(trackers.state.tracker(Self.runs)?.total == 504_000_000)
    try trackers.enter(Self.runs, .checklist(true))
    #expect(trackers.state.tracker(Self.runs)?.total == nil)
    #expect(trackers.state.tracker(Self.runs)?.progress == nil)
    #expect(trackers.state.tracker(Self.runs)?.minutes == 504)
  }

  @Test func `the duration of an entry is counted besides its value`() throws {
    var trackers = PlayedTrackers()
    trackers.create(try TrackerContent(name: "Runs"))
    try trackers.enter(Self.runs, .rating(4), minutes: 30)
    try trackers.enter(Self.runs, .session(minutes: 60))
    let runs = try #require(trackers.state.tracker(Self.runs))
    #expect(runs.minutes == 90)
    #expect(runs.hours == 1_500_000)
    #expect(runs.entries == 2)
    #expect(
      throws: FieldError(
        field: "minutes", expected: "minutes given only once for a session", found: "2")
    ) { try EntryContent(tracker: Self.runs, kind: .session(minutes: 1), minutes: 2) }
  }

  @Test func `renaming a tracker frees the old name`() throws {
    var trackers = PlayedTrackers()
    trackers.create(try TrackerContent(name: "Runs"))
    #expect(trackers.update(Self.runs, try TrackerChange(["name": .text("RUNS")])).void == nil)
    #expect(trackers.update(Self.runs, try TrackerChange(["name": .text("Walks")])).void == nil)
    #expect(trackers.state.tracker(named: "runs") == nil)
    #expect(trackers.state.tracker(named: "walks")?.id == Self.runs)
    trackers.create(try TrackerContent(name: "Runs"))
    let taken = try TrackerChange(["name": .text("runs"), "category": .name("work")])
    #expect(trackers.state.problem(with: .update(Self.runs, taken))?.field == "name")
    #expect(trackers.update(Self.runs, taken).void == .trackerExists)
    #expect(trackers.state.tracker(Self.runs)?.content.category == .personal)
    #expect(trackers.update(PlayedTrackers.id(99), taken).void == .unknownTracker)
  }

  @Test
  func `an entry counts when its values match the tracker's fields at that position of the fold`()
    throws
  {
    var trackers = PlayedTrackers()
    trackers.create(
      try TrackerContent(name: "Runs", fields: [TrackerField(name: "Distance", type: .number)]))
    let far = [EntryContent.Value(name: "distance", value: .number(number("5")))]
    let place = [EntryContent.Value(name: "place", value: .text("park"))]
    #expect(try trackers.enter(Self.runs, .rating(3), values: far).entries == 1)
    #expect(try trackers.enter(Self.runs, .rating(3)).entries == 1)
    #expect(try trackers.enter(Self.runs, .rating(3), values: place).void == .unfitEntry)
    #expect(
      trackers.update(
        Self.runs,
        try TrackerChange(
          removedFields: ["DISTANCE"], addedFields: [TrackerField(name: "place", type: .text)])
      ).void == nil)
    let unfit = try trackers.enter(Self.runs, .rating(3), values: far)
    #expect(unfit.void == .unfitEntry)
    #expect(unfit.entries == 0)
    #expect(try trackers.enter(Self.runs, .rating(3), values: place).entries == 1)
    #expect(trackers.state.tracker(Self.runs)?.entries == 3)
  }

  @Test func `a problem is reported before recording, with the name of the field`() throws {
    var trackers = PlayedTrackers()
    trackers.create(
      try TrackerContent(
        name: "Runs",
        fields: [
          TrackerField(name: "distance", type: .number), TrackerField(name: "place", type: .text),
        ]))
    trackers.create(try TrackerContent(name: "Books"))
    func problem(_ name: String, _ value: TrackerValue, of tracker: UInt64 = 1) throws
      -> FieldError?
    {
      trackers.state.problem(
        with: try EntryContent(
          tracker: PlayedTrackers.id(tracker), kind: .rating(1),
          values: [EntryContent.Value(name: name, value: value)]))
    }
    #expect(try problem("distance", .number(number("1"))) == nil)
    #expect(
      try problem("speed", .number(number("1")))
        == FieldError(
          field: "speed", expected: "a field of \"Runs\" (distance, place)",
          found: "an unknown field"))
    #expect(
      try problem("distance", .text("far"))
        == FieldError(
          field: "distance", expected: "a value of type number", found: "text \"far\""))
    #expect(
      try problem("x", .boolean(true), of: 2)
        == FieldError(
          field: "x", expected: "a field of \"Books\" (it has none)",
          found: "an unknown field"))
    #expect(
      try problem("distance", .text(""), of: 3)
        == FieldError(
          field: "tracker", expected: "a tracker of the profile",
          found: "00000000000000030000000000000009"))
    #expect(
      trackers.state.problem(
        with: .update(Self.runs, try TrackerChange(removedFields: ["Place", "Speed"])))
        == FieldError(
          field: "remove_fields", expected: "names of fields of \"Runs\"", found: "\"Speed\""))
    #expect(
      trackers.state.problem(with: .update(Self.runs, try TrackerChange(["name": .text("Go")])))
        == nil)
    #expect(trackers.state.problem(with: .create(try TrackerContent(name: "Go"))) == nil)
  }

  @Test func `a cached state equals the original`() throws {
    var trackers = PlayedTrackers()
    trackers.create(
      try TrackerContent(
        name: "Runs", description: "d", category: .health, goal: "g", target: number("-2.5"),
        fields: [TrackerField(name: "distance", type: .number)]))
    trackers.create(try TrackerContent(name: "Books"))
    try trackers.enter(Self.runs, .measurement(number("-9000000000000")), on: "2026-01-01")
    try trackers.enter(Self.runs, .measurement(number("-9000000000000")), on: "2026-01-02")
    try trackers.enter(Self.runs, .log("x"), on: "2026-01-02")
    try trackers.enter(PlayedTrackers.id(2), .session(minutes: 5), on: "2026-01-04")
    var writer = StateWriter()
    trackers.state.encode(to: &writer)
    var reader = StateReader(writer.bytes)
    let copy = TrackersState(from: &reader)
    #expect(copy == trackers.state)
    #expect(reader.isAtEnd)
    #expect(copy.tracker(named: "runs")?.measurements.sum == -18_000_000_000_000_000_000)
    #expect(copy.tracker(PlayedTrackers.id(2)) == trackers.state.tracker(named: "books"))
    for length in 0..<writer.bytes.count {
      var reader = StateReader(writer.bytes, in: 0..<length)
      _ = TrackersState(from: &reader)
      #expect(!reader.isAtEnd)
    }
  }

  @Test func `a cache with a duplicate name is refused`() throws {
    var trackers = PlayedTrackers()
    trackers.create(try TrackerContent(name: "aa"))
    trackers.create(try TrackerContent(name: "ab"))
    var writer = StateWriter()
    trackers.state.encode(to: &writer)
    let places = writer.bytes.indices.filter { writer.bytes[$0] == UInt8(ascii: "b") }
    #expect(places.count == 1)
    var bytes = writer.bytes
    for place in places { bytes[place] = UInt8(ascii: "a") }
    var reader = StateReader(bytes)
    _ = TrackersState(from: &reader)
    #expect(!reader.isSound)
  }
}
