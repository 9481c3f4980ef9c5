import Rules

/// The kind of record that a mapping creates from a row.
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
  /// A completed node of a quest.
  case quest

  /// The names of all kinds.
  public static let names = allCases.map(\.rawValue)

  /// The fields of such a row, with the names that scripts use, too.
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
        .init("done", .boolean), .init("rating", .whole), .init("title", .text),
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

/// A field of a row.
public struct MappingField: Hashable, Sendable {
  /// The type of a field, which determines how its text is read.
  public enum Content: Hashable, Sendable {
    /// Text, unchanged.
    case text
    /// One of these names, or a synonym; if the first has a number, also the number of a name.
    case choice([String], from: Int? = nil)
    /// A date, with or without a time of day.
    case time
    /// A day.
    case day
    /// A whole number, such as minutes or a rating.
    case whole
    /// A number.
    case number
    /// A Boolean value.
    case boolean
    /// A list of texts.
    case tags
    /// Values of custom fields, by name.
    case values
  }

  /// The name of the field.
  public var name: String
  /// The type of the field.
  public var content: Content
  /// Whether each row must have a value for the field.
  public var isRequired: Bool

  init(_ name: String, _ content: Content, isRequired: Bool = false) {
    self.name = name
    self.content = content
    self.isRequired = isRequired
  }
}
