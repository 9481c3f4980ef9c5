import Rules

/// What a mapping makes of a row.
public enum MappingKind: String, Sendable, CaseIterable {
  /// A spark.
  case spark
  /// A task, perhaps completed.
  case task
  /// A mood of a day.
  case mood
  /// An activity of the journey.
  case activity
  /// An entry of a tracker.
  case entry
  /// A quest's node that was completed.
  case quest

  /// The names of all.
  public static let names = allCases.map(\.rawValue)

  /// What such a row can say, by the names that scripts use, too.
  public var fields: [MappingField] {
    switch self {
    case .spark:
      [
        .init("title", .text, isRequired: true),
        .init("category", .choice(Category.names), isRequired: true),
        .init("intensity", .choice(Intensity.names, from: 1)), .init("at", .time, isRequired: true),
        .init("notes", .text), .init("tags", .tags), .init("estimated", .whole),
        .init("actual", .whole),
      ]
    case .task:
      [
        .init("name", .text, isRequired: true), .init("details", .text),
        .init("priority", .choice(TaskPriority.names, from: 1)),
        .init("type", .choice(TaskType.names, from: 1)),
        .init("project", .text), .init("due", .day), .init("reminder", .time),
        .init("added", .time), .init("completed", .time),
      ]
    case .mood:
      [
        .init("mood", .choice(Mood.ratings.map(\.name), from: 0), isRequired: true),
        .init("day", .day),
        .init("at", .time), .init("note", .text),
      ]
    case .activity:
      [
        .init("kind", .choice(ActivityKind.names), isRequired: true), .init("text", .text),
        .init("at", .time, isRequired: true),
      ]
    case .entry:
      [
        .init("tracker", .text, isRequired: true), .init("kind", .choice(EntryKind.names)),
        .init("minutes", .whole), .init("number", .number), .init("text", .text),
        .init("done", .truth), .init("rating", .whole), .init("title", .text),
        .init("notes", .text), .init("tags", .tags), .init("values", .values),
        .init("at", .time, isRequired: true),
      ]
    case .quest:
      [
        .init("set", .text, isRequired: true), .init("node", .text, isRequired: true),
        .init("at", .time, isRequired: true),
      ]
    }
  }
}

/// Something that a row can say.
public struct MappingField: Hashable, Sendable {
  /// How what a file has for it is read.
  public enum Content: Hashable, Sendable {
    /// As it is.
    case text
    /// One of these names, or what is said to stand for it; where they are numbered, also its number,
    /// the first having this one.
    case choice([String], from: Int? = nil)
    /// A date, with a time of day or without.
    case time
    /// A day.
    case day
    /// A whole number, such as minutes or a rating.
    case whole
    /// A number.
    case number
    /// Yes or no.
    case truth
    /// Several texts.
    case tags
    /// Values for fields of one's own, by their names.
    case values
  }

  /// Its name.
  public var name: String
  /// How it is read.
  public var content: Content
  /// Whether each row has to say it.
  public var isRequired: Bool

  init(_ name: String, _ content: Content, isRequired: Bool = false) {
    self.name = name
    self.content = content
    self.isRequired = isRequired
  }
}
