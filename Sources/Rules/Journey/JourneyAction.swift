/// The action of an event about journeys and activities.
public indirect enum JourneyAction: Hashable, Sendable {
  /// The start of a journey, on a day that is not later than the civil day of the event.
  case start(day: CivilDay)
  /// An activity.
  case activity(Activity)

  /// Creates an activity from its kind and text.
  ///
  /// - Throws: `FieldError` about `text` when a journal entry has none.
  public static func activity(
    _ kind: ActivityKind, text: String?
  ) throws(FieldError) -> JourneyAction {
    .activity(try Activity(kind, text: text))
  }

  /// The kind of the event.
  public var kind: EventKind {
    switch self {
    case .start: .journeyStart
    case .activity: .activity
    }
  }

  /// Returns the reason why the action cannot be recorded on a civil day; `nil` when it can.
  public func problem(recordedOn day: CivilDay) -> FieldError? {
    guard case .start(let start) = self else { return nil }
    guard (1...9999).contains(start.components.year) else {
      return FieldError(
        field: "day", expected: "a day from 0001-01-01 to 9999-12-31", found: start.description)
    }
    if start <= day { return nil }
    return FieldError(
      field: "day", expected: "a day that is not later than \(day)", found: start.description)
  }

  /// Writes the canonical content. Members of a journey: `day`; of an activity: `activity` (its
  /// name) and `text`.
  public func write(to content: inout ContentWriter) {
    switch self {
    case .start(let day): content.write("day", day)
    case .activity(let activity):
      content.write("activity", activity.kind.name)
      content.write("text", activity.text)
    }
  }

  /// Reads the content of an event of a kind; unknown members are ignored.
  ///
  /// - Throws: `ContentError` when a member is absent or invalid, or the kind is not one of
  ///   journeys.
  public static func read(
    _ kind: EventKind, _ content: inout ContentReader
  ) throws(ContentError) -> JourneyAction {
    switch kind {
    case .journeyStart: .start(day: try startDay(&content))
    case .activity: .activity(try activity(&content))
    default: throw ContentError("expected a kind of journey event, got \(kind.name)")
    }
  }

  private static func startDay(_ content: inout ContentReader) throws(ContentError) -> CivilDay {
    var day: CivilDay?
    while let name = try content.next() {
      if name == "day" { day = try content.day() } else { _ = try content.json() }
    }
    guard let day else { throw ContentError("expected a day") }
    return day
  }

  private static func activity(_ content: inout ContentReader) throws(ContentError) -> Activity {
    var kind: ActivityKind?
    var text: String?
    while let name = try content.next() {
      switch name {
      case "activity":
        let name = try content.string()
        kind = ActivityKind(name: name)
        if kind == nil { throw ContentError("expected an activity, got \"\(name)\"") }
      case "text": text = try content.string()
      default: _ = try content.json()
      }
    }
    guard let kind else { throw ContentError("expected an activity") }
    do {
      return try Activity(kind, text: text)
    } catch {
      throw ContentError(error.description)
    }
  }
}
