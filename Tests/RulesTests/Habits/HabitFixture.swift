import FlintCalendar
import Foundation
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// A random history and what an independent program makes of it (`Tests/Oracle/habit_oracle.py`).
struct HabitFixture {
  let json: JSONValue

  static func load(_ name: String) throws -> [JSONValue] {
    try #require(loadObject(name).list)
  }

  static func loadObject(_ name: String) throws -> JSONValue {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures")
    let bytes = try Data(contentsOf: folder.appendingPathComponent("habits-\(name).json"))
    return try JSONValue(parsing: Array(bytes))
  }

  static func random() throws -> [HabitFixture] {
    try load("random").map { HabitFixture(json: $0) }
  }

  /// The tracker of all events.
  static let tracker = EventID(high: 0, low: 1)

  var seed: Int64 { json["seed"]?.whole ?? -1 }
  var today: CivilDay { get throws { try #require(json["today"]?.day) } }
  /// The local time at which the civil days of the events start.
  var dayStart: DayStart {
    get throws { try #require(json["day_start"]?.whole.flatMap { DayStart(minutes: $0) }) }
  }

  struct Played {
    var state = TrackersState()
    var voids: [Int64] = []
    var fired: [Int64] = []
  }

  /// Plays the events, encoding and decoding the state at an interval.
  func play(throughBytesEvery interval: Int? = nil) throws -> Played {
    var played = Played()
    let dayStart = try dayStart
    let creation = try TrackerContent(name: "Habit")
    _ = played.state.apply(
      .create(creation), id: Self.tracker, at: Instant(milliseconds: 0),
      day: CivilDay(number: 0))
    for (index, event) in try #require(json["events"]?.list).enumerated() {
      let event = try #require(event.list)
      let milliseconds = try #require(event[0].whole)
      let at = Instant(milliseconds: milliseconds)
      let seconds = try #require(event[1].whole)
      let offset = UTCOffset(seconds: Int32(seconds))
      let name = try #require(event[2].text)
      let kind = try #require(EventKind(name: name))
      let action = try ProfileEvent.Action(kind, content: Array(event[3].text().utf8))
      let day = dayStart.day(of: at, offset: offset)
      let effect: SubjectEffect
      switch action {
      case .tracker(let action):
        effect = played.state.apply(
          action, id: EventID(high: 1, low: UInt64(index)), at: at, day: day)
      case .habit(let action): effect = played.state.apply(action, day: day)
      default:
        Issue.record("an event of kind \(kind.name)")
        continue
      }
      if effect.void != nil { played.voids.append(Int64(index)) }
      if let tracker = effect.habitDone {
        #expect(tracker == Self.tracker)
        played.fired.append(Int64(index))
      }
      if let interval, index % interval == 0 {
        var writer = StateWriter()
        played.state.encode(to: &writer)
        var reader = StateReader(writer.bytes)
        let decoded = TrackersState(from: &reader)
        #expect(reader.isAtEnd && decoded == played.state)
        played.state = decoded
      }
    }
    return played
  }
}

extension JSONValue {
  var list: [JSONValue]? { if case .array(let list) = self { list } else { nil } }
  var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var day: CivilDay? { text.flatMap { CivilDay($0) } }
}
