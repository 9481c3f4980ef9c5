/// A day's rating, as recorded.
///
/// A value of this type is valid: its mood is one that a day can be rated with, its day has a year
/// of four digits, and its note is not empty.
public struct MoodContent: Hashable, Sendable {
  /// The day that is rated; not later than the civil day of the event.
  public let day: CivilDay
  /// How it was.
  public let mood: Mood
  /// How the rating came to be.
  public let entryType: MoodEntryType
  /// Free text, if any.
  public let note: String?

  /// Makes a rating; an empty note is none.
  ///
  /// - Throws: `FieldError` about `mood` when that is `missing` or `placeholder`, about `day` when
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
        found: "placeholder, which stands where there is no day and cannot be recorded")
    case .horrible, .bad, .average, .good, .great: break
    }
    self.day = day
    self.mood = mood
    self.entryType = entryType
    self.note = note.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Why it cannot be recorded on a civil day; `nil` when it can.
  public func problem(recordedOn day: CivilDay) -> FieldError? {
    if self.day <= day { return nil }
    return FieldError(
      field: "day", expected: "a day that is not later than \(day)",
      found: self.day.description)
  }
}

/// What an event about moods says.
public indirect enum MoodAction: Hashable, Sendable {
  /// A day was rated.
  case record(MoodContent)
  /// Filling of unrated days was switched on or off.
  case fill(Bool)

  /// The kind of event it is.
  public var kind: EventKind {
    switch self {
    case .record: .mood
    case .fill: .moodFill
    }
  }

  /// Writes the canonical content. A rating: `day`, `mood` and `entry_type` by name (left out when
  /// it is `script`), `note`. Filling: `on`.
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

  /// Reads the content of a kind; members that are not known are passed over.
  ///
  /// - Throws: `ContentError` when a member is absent or makes no sense, or the kind is none of
  ///   moods.
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
