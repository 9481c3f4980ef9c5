/// A recorded rating of a day.
///
/// Invariant: the mood is a rating, the day has a year of at most four digits, and the note is not
/// empty.
public struct MoodContent: Hashable, Sendable {
  /// The rated day; not later than the civil day of the event.
  public let day: CivilDay
  /// The rating.
  public let mood: Mood
  /// The origin of the rating.
  public let entryType: MoodEntryType
  /// The note, if any.
  public let note: String?

  /// Creates a rating; an empty note counts as `nil`.
  ///
  /// - Throws: `FieldError` about `mood` when it is `missing` or `placeholder`, about `day` when
  ///   its year is outside 1–9999.
  public init(
    day: CivilDay, mood: Mood, entryType: MoodEntryType = .script, note: String? = nil
  ) throws(FieldError) {
    guard (1...9999).contains(day.components.year) else {
      throw FieldError(
        field: "day", expected: "a day from 0001-01-01 to 9999-12-31", found: day.description)
    }
    switch mood {
    case .missing:
      throw FieldError(
        field: "mood", expected: Mood.expectedRating,
        found: "missing, which marks a day that nobody rated and cannot be recorded")
    case .placeholder:
      throw FieldError(
        field: "mood", expected: Mood.expectedRating,
        found: "placeholder, which marks a cell without a day and cannot be recorded")
    case .horrible, .bad, .average, .good, .great: break
    }
    self.day = day
    self.mood = mood
    self.entryType = entryType
    self.note = note.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the reason why the rating cannot be recorded on a civil day; `nil` when it can.
  public func problem(recordedOn day: CivilDay) -> FieldError? {
    if self.day <= day { return nil }
    return FieldError(
      field: "day", expected: "a day that is not later than \(day)",
      found: self.day.description)
  }
}

/// The action of an event about moods.
public indirect enum MoodAction: Hashable, Sendable {
  /// The rating of a day.
  case record(MoodContent)
  /// Switching the display of unrated days as missing on or off.
  case fill(Bool)

  /// The kind of the event.
  public var kind: EventKind {
    switch self {
    case .record: .mood
    case .fill: .moodFill
    }
  }

  /// Writes the canonical content. Members of a rating: `day`, `mood` and `entry_type` (their
  /// names; `script` is omitted) and `note`; of filling: `on`.
  public func write(to content: inout ContentWriter) {
    switch self {
    case .record(let rating):
      content.write("day", rating.day)
      content.write("mood", rating.mood.name)
      if rating.entryType != .script { content.write("entry_type", rating.entryType.name) }
      content.write("note", rating.note)
    case .fill(let isOn): content.write("on", isOn)
    }
  }

  /// Reads the content of an event of a kind; unknown members are ignored.
  ///
  /// - Throws: `ContentError` when a member is absent or invalid, or the kind is not one of moods.
  public static func read(
    _ kind: EventKind, _ content: inout ContentReader
  ) throws(ContentError) -> MoodAction {
    switch kind {
    case .mood: .record(try rating(&content))
    case .moodFill: .fill(try filling(&content))
    default: throw ContentError("expected a kind of mood event, got \(kind.name)")
    }
  }

  private static func rating(_ content: inout ContentReader) throws(ContentError) -> MoodContent {
    var day: CivilDay?
    var mood: Mood?
    var entryType = MoodEntryType.script
    var note: String?
    while let name = try content.next() {
      switch name {
      case "day": day = try content.day()
      case "mood":
        let text = try content.string()
        mood = Mood(name: text)
        if mood == nil { throw ContentError("expected a mood, got \"\(text)\"") }
      case "entry_type":
        let text = try content.string()
        guard let type = MoodEntryType(name: text) else {
          throw ContentError("expected an entry type, got \"\(text)\"")
        }
        entryType = type
      case "note": note = try content.string()
      default: _ = try content.json()
      }
    }
    guard let day else { throw ContentError("expected a day") }
    guard let mood else { throw ContentError("expected a mood") }
    do {
      return try MoodContent(day: day, mood: mood, entryType: entryType, note: note)
    } catch {
      throw ContentError(error.description)
    }
  }

  private static func filling(_ content: inout ContentReader) throws(ContentError) -> Bool {
    var isOn: Bool?
    while let name = try content.next() {
      if name == "on" { isOn = try content.boolean() } else { _ = try content.json() }
    }
    guard let isOn else { throw ContentError("expected whether filling is on") }
    return isOn
  }
}
