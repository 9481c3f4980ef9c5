package import FlintCalendar
import FlintJSON
package import FlintSchema

/// A recorded rating of a day.
///
/// Invariant: the mood is a rating, the year of the day has at most four digits, no note is empty.
package struct MoodContent: SchemaRecord {
  /// The rated day; not later than the civil day of the event.
  package private(set) var day = CivilDay(number: 0)
  /// The rating.
  package private(set) var mood = Mood.average
  package private(set) var entryType = MoodEntryType.script
  /// The note, if any.
  package private(set) var note: String?

  package static let schema = RecordSchema<MoodContent>([
    Field("day", \.day, "The civil day.", column: "date"),
    Field("mood", \.mood, "The rating: a name or 0 to 4."),
    Field("entry_type", \.entryType, "The type of entry.", default: .script),
    Field("note", \.note, "The note."),
  ])
  package static let blank = MoodContent()

  private init() {}

  /// Creates a rating; an empty note counts as `nil`.
  ///
  /// - Throws: `FieldError` about `mood` when it is `missing` or `placeholder`, about `day` when
  ///   its year is outside 1–9999.
  package init(
    day: CivilDay, mood: Mood, entryType: MoodEntryType = .script, note: String? = nil
  ) throws(FieldError) {
    self.day = day
    self.mood = mood
    self.entryType = entryType
    self.note = note
    self = try checked()
  }

  /// Returns the reason why the rating cannot be recorded on a civil day; `nil` when it can.
  package func problem(recordedOn day: CivilDay) -> FieldError? {
    if self.day <= day { return nil }
    return FieldError(
      field: "day", expected: "a day that is not later than \(day)",
      found: self.day.description)
  }
}

package indirect enum MoodAction: Hashable, Sendable {
  case record(MoodContent)
  /// Switching the display of unrated days as missing on or off.
  case fill(Bool)

  package var kind: EventKind {
    switch self {
    case .record: .mood
    case .fill: .moodFill
    }
  }
}

extension MoodAction: EventAction {
  var content: Content {
    switch self {
    case .record(let rating): MoodContent.schema.content(of: rating)
    case .fill(let isOn): [("on", .boolean(isOn))]
    }
  }

  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    switch kind {
    case .mood: self = .record(try MoodContent.schema.record(content))
    case .moodFill: self = .fill(try content.required("on"))
    default: throw .wrongKind(kind)
    }
  }
}

extension MoodContent: EventContent {
  package var action: ProfileEvent.Action { .mood(.record(self)) }
  package init?(_ action: ProfileEvent.Action) {
    guard case .mood(.record(let content)) = action else { return nil }
    self = content
  }
}
