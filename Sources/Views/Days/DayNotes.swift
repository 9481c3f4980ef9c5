package import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

/// What was noted about a day of a tracker: with an entry, or with a skip, a pause or its end.
package struct DayNote: Hashable, Sendable {
  package let day: CivilDay
  /// The id of the tracker.
  package let tracker: EventID
  /// The name of the tracker.
  package let name: String
  package let text: String

  /// The note as one line.
  package var line: String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension DayNote: ResultRow {
  package static let schema = ResultSchema<DayNote>(
    "DayNote", "What was noted about a day of a tracker.",
    [
      ResultField("day", \.day, "The day."),
      ResultField("name", \.name, "The name of the tracker."),
      ResultField("note", \.text, "The note."),
    ])
}

extension Session {
  /// Returns the notes about the days of trackers in a half-open range, by day and in the order of their
  /// events.
  package func notes(
    of trackers: [Tracker], in range: Range<CivilDay>
  ) throws(SessionError) -> [DayNote] {
    if trackers.isEmpty || range.isEmpty { return [] }
    var names: [EventID: Tracker] = [:]
    for tracker in trackers { for id in tracker.ids { names[id] = tracker } }
    let voids = Set(try state().events.voids.map(\.event))
    var found: [DayNote] = []
    func add(_ id: EventID, _ day: CivilDay, _ note: String?) {
      guard let note, let tracker = names[id], range.contains(day) else { return }
      found.append(DayNote(day: day, tracker: tracker.id, name: tracker.content.name, text: note))
    }
    // Offsets and the start of days move a day by less than two.
    var dated = EventQuery(kinds: [.trackerEntry, .habitPause, .habitResume])
    dated.since = (range.lowerBound + -2).firstInstant
    dated.before = (range.upperBound + 2).firstInstant
    // A skip is about a day of its own, before or after that of its event.
    for var query in [dated, EventQuery(kinds: [.habitSkip])] {
      query.members = [("tracker", names.keys.map(\.description))]
      for stored in try reader.events(query) where !voids.contains(stored.event.id) {
        let day = stored.event.day(dayStart)
        switch stored.event.action {
        case .tracker(.entry(let entry)): add(entry.tracker, day, entry.notes)
        case .habit(.skip(let skip)): add(skip.tracker, skip.day, skip.note)
        case .habit(.pause(let pause)), .habit(.resume(let pause)):
          add(pause.tracker, day, pause.note)
        default: break
        }
      }
    }
    return found.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }.map(\.element)
  }
}

extension CivilDay {
  /// The instant at which the day begins in UTC.
  fileprivate var firstInstant: Instant {
    Instant(milliseconds: Int64(number) * 86_400_000)
  }
}
