@testable import FlintRules
import FlintCalendar
import FlintSchema

/// Trackers under test: events with the ids 1, 2, 3 …, a minute apart.
struct PlayedTrackers {
  var state = TrackersState()
  private var count: UInt64 = 0

  /// Creates a tracker on 1 January 2026; its id is that of the last event.
  @discardableResult
  mutating func create(_ content: TrackerContent) -> SubjectEffect { apply(.create(content)) }

  @discardableResult
  mutating func update(_ tracker: EventID, _ change: TrackerChange) -> SubjectEffect {
    apply(.update(tracker, change))
  }

  @discardableResult
  mutating func enter(
    _ tracker: EventID, _ kind: EntryKind, on text: String = "2026-01-01",
    minutes: Int64? = nil, values: [EntryContent.Value] = []
  ) throws -> SubjectEffect {
    apply(
      .entry(
        try EntryContent(tracker: tracker, kind: kind, minutes: minutes, values: values)),
      on: day(text))
  }

  mutating func apply(_ action: TrackerAction, on day: CivilDay = day("2026-01-01"))
    -> SubjectEffect
  {
    count += 1
    return state.apply(
      action, id: PlayedTrackers.id(count),
      at: Instant(milliseconds: 1_767_225_600_000 + Int64(count) * 60_000), day: day)
  }

  static func id(_ number: UInt64) -> EventID { EventID(high: number, low: 9) }
}

extension TrackerChange {
  /// Creates a change of some fields, and of the tracker's own fields.
  init(
    _ values: KeyValuePairs<String, FieldValue>, removedFields: [String] = [],
    addedFields: [TrackerField] = []
  ) throws(FieldError) {
    try self.init(RecordChange(values), removedFields: removedFields, addedFields: addedFields)
  }
}

/// A number, from a valid text.
func number(_ text: String) -> DecimalNumber {
  guard let number = try? DecimalNumber(reading: text, field: "number") else {
    preconditionFailure("no number: \(text)")
  }
  return number
}
