/// The value of a tracker entry, by kind.
public enum EntryKind: Hashable, Sendable {
  /// A duration in whole minutes, 0 to 2,147,483,647.
  case session(minutes: Int64)
  /// A number, in the unit of the tracker.
  case measurement(TrackerNumber)
  /// A text that is not blank.
  case log(String)
  /// Whether the item was done.
  case checklist(Bool)
  /// A rating, 1–5.
  case rating(Int64)

  /// The names of all kinds, in order.
  public static let names = ["session", "measurement", "log", "checklist", "rating"]

  /// The name in Lua, CSV and the command line.
  public var name: String { EntryKind.names[position] }

  /// Whether the value is a number of minutes.
  public var hasMinutes: Bool { position == 0 }

  /// The index among all kinds, from 0.
  var position: Int {
    switch self {
    case .session: 0
    case .measurement: 1
    case .log: 2
    case .checklist: 3
    case .rating: 4
    }
  }

  /// The numeric value in millionths: minutes, the number measured, 1 or 0 for done or not done, or
  /// the rating; `nil` for a text.
  var millionths: Int64? {
    switch self {
    case .session(let minutes): minutes * 1_000_000
    case .measurement(let number): number.millionths
    case .log: nil
    case .checklist(let isDone): isDone ? 1_000_000 : 0
    case .rating(let rating): rating * 1_000_000
    }
  }

  /// - Throws: `FieldError` about `minutes`, `text` or `rating` when the value is out of range.
  func check() throws(FieldError) {
    switch self {
    case .session(let minutes):
      if !(0...Int64(Int32.max)).contains(minutes) {
        throw FieldError(
          field: "minutes", expected: "minutes from 0 to \(Int32.max)", found: String(minutes))
      }
    case .log(let text):
      if text.trimmedWhitespace.isEmpty {
        throw FieldError(field: "text", expected: "a text that is not empty", found: "\"\(text)\"")
      }
    case .rating(let rating):
      if !(1...5).contains(rating) {
        throw FieldError(field: "rating", expected: "a rating from 1 to 5", found: String(rating))
      }
    case .measurement, .checklist: break
    }
  }
}

/// The content of an event that adds an entry to a tracker.
///
/// A value of this type is valid: the value of its kind is in range, its title is trimmed, it has
/// no empty text, and its tags are trimmed, lower-case, unique and in byte order. The names of its
/// values are trimmed, unique regardless of case, and in byte order. Whether the tracker has these
/// fields is checked by the fold.
public struct EntryContent: Hashable, Sendable {
  /// A value of one of the tracker's fields.
  public struct Value: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// The value.
    public var value: FieldValue

    /// Creates a value of the field of a name.
    public init(name: String, value: FieldValue) {
      self.name = name
      self.value = value
    }
  }

  /// The id of the event that created the tracker.
  public let tracker: EventID
  /// The value, by kind.
  public let kind: EntryKind
  /// The duration in whole minutes, 0 to 2,147,483,647, if given; `nil` for a session, whose value
  /// is the duration.
  public let minutes: Int64?
  /// The title on one line, if any.
  public let title: String?
  /// The notes as free text, if any.
  public let notes: String?
  /// The tags: trimmed, lower-case, unique, in byte order. A tag may contain a comma.
  public let tags: [String]
  /// The values of the tracker's fields, in the byte order of their names.
  public let values: [Value]

  /// Creates an entry, trims the title and the names of values, and sorts tags and values. An empty
  /// title or empty notes count as absent.
  ///
  /// - Throws: `FieldError` about `minutes`, `text` or `rating` when the value is out of range, or
  ///   a session also has a separate duration; about `tags` when a tag is empty; and about `values`
  ///   when a name is empty, or two names differ only in case.
  public init(
    tracker: EventID, kind: EntryKind, minutes: Int64? = nil, title: String? = nil,
    notes: String? = nil, tags: [String] = [], values: [Value] = []
  ) throws(FieldError) {
    try kind.check()
    if let minutes {
      if case .session = kind {
        throw FieldError(
          field: "minutes", expected: "minutes given only once for a session",
          found: String(minutes))
      }
      try EntryKind.session(minutes: minutes).check()
    }
    self.tracker = tracker
    self.kind = kind
    self.minutes = minutes
    self.title = String(line: title)
    self.notes = notes.flatMap { $0.isEmpty ? nil : $0 }
    self.tags = try tags.normalizedTags()
    self.values = try EntryContent.ordered(values)
  }

  private static func ordered(_ values: [Value]) throws(FieldError) -> [Value] {
    var names: Set<String> = []
    var ordered: [Value] = []
    for value in values {
      let name = try String(name: value.name, field: "values")
      guard names.insert(name.lowercased()).inserted else {
        throw FieldError(
          field: "values", expected: "one value for each field", found: "two values of \"\(name)\"")
      }
      ordered.append(Value(name: name, value: value.value))
    }
    return ordered.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
