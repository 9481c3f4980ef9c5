import FlintCalendar
import FlintRules
import FlintSchema
import Testing

@testable import Sessions

/// The events of one tracker do not depend on other trackers, except through names.
struct `Events about trackers` {
  private static func event(_ number: UInt64, _ action: ProfileEvent.Action) -> ProfileEvent {
    ProfileEvent(
      id: EventID(high: number, low: 0), at: Instant(milliseconds: 0), offset: .zero,
      action: action)
  }

  private static func id(_ number: UInt64) -> EventID { EventID(high: number, low: 0) }

  /// Gym (1, again 2), which was renamed to Sport (11), a name that Run (3) had once; and Sleep (4).
  private static func events() throws -> [ProfileEvent] {
    func change(_ tracker: UInt64, _ field: String, _ text: String) throws -> ProfileEvent.Action {
      .tracker(.update(id(tracker), try TrackerChange(RecordChange([field: .text(text)]))))
    }
    return [
      event(1, .tracker(.create(try TrackerContent(name: "Gym")))),
      event(2, .tracker(.create(try TrackerContent(name: "gym")))),
      event(3, .tracker(.create(try TrackerContent(name: "Sport")))),
      event(4, .tracker(.create(try TrackerContent(name: "Sleep")))),
      event(10, try change(3, "name", "Run")),
      event(11, try change(1, "name", "Sport")),
      event(12, try change(4, "goal", "8 hours")),
    ]
  }

  private func numbers(_ events: [ProfileEvent]) -> [UInt64] { events.map(\.id.high).sorted() }

  @Test func `are related if their trackers ever shared a name`() throws {
    let trackers = TrackerEvents(try Self.events().reversed())
    func related(_ tracker: UInt64) throws -> [UInt64] {
      let entry = try EntryContent(tracker: Self.id(tracker), kind: .log("Done"))
      return numbers(trackers.related(to: .tracker(.entry(entry))))
    }
    for tracker in [1, 2, 3] as [UInt64] { #expect(try related(tracker) == [1, 2, 3, 10, 11]) }
    #expect(try related(4) == [4, 12])
    #expect(try related(5) == [])
    #expect(numbers(trackers.related(toName: "RUN")) == [1, 2, 3, 10, 11])
    #expect(numbers(trackers.related(toName: "Walk")) == [])
    let renaming = try TrackerChange(RecordChange(["name": .text("run")]))
    #expect(
      numbers(trackers.related(to: .tracker(.update(Self.id(4), renaming))))
        == [1, 2, 3, 4, 10, 11, 12])
  }

  @Test func `can be removed and added again`() throws {
    let events = try Self.events()
    var trackers = TrackerEvents(events)
    trackers.remove(events[3])
    #expect(numbers(trackers.related(toName: "sleep")) == [12])
    trackers.add(events[3])
    #expect(numbers(trackers.related(toName: "sleep")) == [4, 12])
  }
}
