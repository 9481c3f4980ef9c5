package import FlintCalendar
import FlintJSON
package import FlintSchema

/// The action of an event about journeys and activities.
package indirect enum JourneyAction: Hashable, Sendable {
  /// The start of a journey, on a day that is not later than the civil day of the event.
  case start(day: CivilDay)
  case activity(Activity)

  /// - Throws: `FieldError` about `text` when a journal entry has none.
  package static func activity(
    _ kind: ActivityKind, text: String?
  ) throws(FieldError) -> JourneyAction {
    .activity(try Activity(kind, text: text))
  }

  package var kind: EventKind {
    switch self {
    case .start: .journeyStart
    case .activity: .activity
    }
  }

  /// Returns the reason why the action cannot be recorded on a civil day; `nil` when it can.
  package func problem(recordedOn day: CivilDay) -> FieldError? {
    guard case .start(let start) = self else { return nil }
    guard (1...9999).contains(start.components.year) else {
      return FieldError(
        field: "day", expected: "a day from 0001-01-01 to 9999-12-31", found: start.description)
    }
    if start <= day { return nil }
    return FieldError(
      field: "day", expected: "a day that is not later than \(day)", found: start.description)
  }
}

extension JourneyAction: EventAction {
  var content: Content {
    switch self {
    case .start(let day): [("day", .string(day.description))]
    case .activity(let activity): Activity.schema.content(of: activity)
    }
  }

  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    switch kind {
    case .journeyStart: self = .start(day: try content.required("day"))
    case .activity: self = .activity(try Activity.schema.record(content))
    default: throw .wrongKind(kind)
    }
  }
}
