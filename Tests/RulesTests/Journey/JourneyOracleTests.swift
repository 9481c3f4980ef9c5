import Foundation
import Testing

@testable import Rules

/// Stories told by an independent program (`Tests/Oracle/journey_oracle.py`): what was reached
/// when, what the ladders look at on chosen days, and the landscape of the last week.
struct `Journeys agree with the oracle` {
  struct Fixture: Decodable {
    struct Story: Decodable {
      var seed: String
      var today: String
      var look: [String]
      var events: [Telling]
    }
    /// [instant in ms, offset in s, what, id]
    struct Telling: Decodable {
      var at: Int64
      var offset: Int32
      var what: String
      var id: UInt64

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        at = try list.decode(Int64.self)
        offset = try list.decode(Int32.self)
        what = try list.decode(String.self)
        id = try list.decode(UInt64.self)
      }
    }
    /// [rung, day, instant in ms or null]
    struct Reached: Decodable, Equatable {
      var rung: String
      var day: String
      var at: Int64?

      init(rung: String, day: String, at: Int64?) {
        self.rung = rung
        self.day = day
        self.at = at
      }

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        rung = try list.decode(String.self)
        day = try list.decode(String.self)
        at = try list.decode(Int64?.self)
      }
    }
    /// [day, millionths]
    struct Point: Decodable, Equatable {
      var day: String
      var millionths: Int64

      init(day: String, millionths: Int64) {
        self.day = day
        self.millionths = millionths
      }

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        day = try list.decode(String.self)
        millionths = try list.decode(Int64.self)
      }
    }
    struct Expected: Decodable {
      var unlocks: [Reached]
      var values: [String: [Int64?]]
      var landscape: [Point]
      var longest_streak: Int
      var void: [UInt64]
    }

    var story: Story
    var expected: Expected

    static func load(_ name: String) throws -> Fixture {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures")
      return try JSONDecoder().decode(
        Fixture.self,
        from: Data(contentsOf: folder.appendingPathComponent("journey-\(name).json")))
    }
  }

  static let names = [
    "all-of-them", "begun-ten-days-ago", "day-by-day", "heavy-journaling", "jump-of-400-days",
    "late-insertion", "never-started", "sparse", "traveller", "two-journeys",
  ]

  private static func action(_ what: String) throws -> JourneyAction? {
    if what == "other" { return nil }
    if what.hasPrefix("journey ") {
      return .start(day: try #require(CivilDay(what.dropFirst("journey ".count))))
    }
    return .activity(.of(try #require(ActivityKind(name: what))))
  }

  /// Plays the story in the order of the fold, going through bytes after every so many events.
  private static func play(
    _ story: Fixture.Story, throughBytesEvery count: Int? = nil
  ) throws -> (played: JourneyStory, void: [UInt64]) {
    var played = JourneyStory()
    var void: [UInt64] = []
    let events = story.events.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    for (index, event) in events.enumerated() {
      let effect = played.apply(
        try action(event.what), at: Instant(milliseconds: event.at),
        offset: UTCOffset(seconds: event.offset), id: event.id)
      if effect.void != nil { void.append(event.id) }
      if let count, index % count == 0 {
        played.state = try #require(JourneyState(bytes: played.state.bytes))
      }
    }
    played.open(try #require(CivilDay(story.today)))
    return (played, void)
  }

  @Test(arguments: names)
  func `on what was reached, and when`(name: String) throws {
    let fixture = try Fixture.load(name)
    let (played, void) = try Self.play(fixture.story)
    let reached = played.state.unlocks.map {
      Fixture.Reached(
        rung: played.id(of: $0), day: $0.day.description, at: $0.at?.milliseconds)
    }
    #expect(reached == fixture.expected.unlocks)
    #expect(void == fixture.expected.void)
    #expect(played.state.longestActivityStreak == fixture.expected.longest_streak)
  }

  @Test(arguments: names)
  func `on every metric of chosen days`(name: String) throws {
    let fixture = try Fixture.load(name)
    let (played, _) = try Self.play(fixture.story)
    try #require(fixture.expected.values.count == fixture.story.look.count)
    for (text, expected) in fixture.expected.values {
      let day = try #require(CivilDay(text))
      let values = LadderMetric.allCases.map { played.state.value(of: $0, on: day) }
      #expect(values == expected, "\(name), \(text)")
      let scores = played.state.scores(on: day)
      #expect(
        [scores?.days, scores?.consistency, scores?.selfCare, scores?.stability]
          == [expected[0], expected[5], expected[6], expected[7]])
    }
  }

  @Test(arguments: names)
  func `on the landscape`(name: String) throws {
    let fixture = try Fixture.load(name)
    let (played, _) = try Self.play(fixture.story)
    let seed = try #require(UInt64(fixture.story.seed))
    let today = try #require(CivilDay(fixture.story.today))
    let points = played.state.landscape(endingOn: today, seed: seed).map {
      Fixture.Point(day: $0.day.description, millionths: $0.millionths)
    }
    #expect(points == fixture.expected.landscape)
  }

  @Test(arguments: names)
  func `on the same when the state goes through bytes on the way`(name: String) throws {
    let fixture = try Fixture.load(name)
    let (straight, _) = try Self.play(fixture.story)
    for count in [1, 3, 20] {
      let (stopped, _) = try Self.play(fixture.story, throughBytesEvery: count)
      #expect(stopped.state == straight.state)
    }
  }

  @Test func `in one of them every achievement is reached`() throws {
    let fixture = try Fixture.load("all-of-them")
    let all = BundledLadders.all.flatMap { $0.rungs.map(\.id) }
    #expect(all.count == 46)
    #expect(Set(fixture.expected.unlocks.map(\.rung)) == Set(all))
    #expect(fixture.expected.unlocks.count == all.count)
  }
}
