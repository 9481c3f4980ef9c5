public import Calendar
public import JSON
public import Rules
public import Sessions

extension Due {
  /// The time at which it is due: a day, or a time in the profile's zone.
  public func momentText(_ zone: Zone) -> String {
    switch moment {
    case .on(let day): day.description
    case .at(let instant): zone.text(instant)
    }
  }

  /// Returns the due item as JSON, with messages in a tone.
  public func json(_ session: Session, _ tone: DueTone) -> JSONValue {
    .object([
      ("kind", .string(kind.name)), ("id", .string(id)), ("title", .string(title)),
      ("due", .string(momentText(session.zone))), ("urgency", .string(urgency.name)),
      ("detail", .string(detail(tone))), ("missing", missing.map { .integer($0) } ?? .null),
    ])
  }
}
