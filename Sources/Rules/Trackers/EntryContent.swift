/// What an entry records.
public enum EntryKind: Hashable, Sendable {
  /// Time spent, in whole minutes from 0 to 2,147,483,647.
  case session(minutes: Int64)
  /// A number, in whatever unit the tracker is about.
  case measurement(TrackerNumber)
  /// Words, not blank.
  case log(String)
  /// Whether something was done.
  case checklist(Bool)
  /// How something was, 1–5.
  case rating(Int64)

  /// The names of all kinds, in order.
  public static let names = ["session", "measurement", "log", "checklist", "rating"]

  /// The name in Lua, CSV and the command line.
  public var name: String { EntryKind.names[position] }

  /// Whether minutes are what it records.
  public var hasMinutes: Bool { position == 0 }

  /// The position among all kinds, from 0.
  var position: Int {
    switch self {
    case .session: 0
    case .measurement: 1
    case .log: 2
    case .checklist: 3
    case .rating: 4
    }
  }

  /// The number it counts as, in millionths: minutes, the number measured, 1 or 0 for done or not,
  /// the rating; `nil` for words.
  var millionths: Int64? {
    switch self {
    case .session(let minutes): minutes * 1_000_000
    case .measurement(let number): number.millionths
    case .log: nil
    case .checklist(let isDone): isDone ? 1_000_000 : 0
    case .rating(let rating): rating * 1_000_000
    }
  }

  /// - Throws: `FieldError` about `minutes`, `text` or `rating` when that is out of range.
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

/// An entry of a tracker, as recorded.
///
/// A value of this type is valid: what its kind records is in range, its title is trimmed, it has
/// no empty text, its tags are trimmed, lower-case, unique and in byte order, and so are the names
/// of its values but for their case. Whether those suit the tracker is for the fold to say.
public struct EntryContent: Hashable, Sendable {
  /// A value for one of the tracker's own fields.
  public struct Value: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// The value.
    public var value: FieldValue

    /// Makes a value for the field of a name.
    public init(name: String, value: FieldValue) {
      self.name = name
      self.value = value
    }
  }

  /// The event that created the tracker.
  public let tracker: EventID
  /// What it records.
  public let kind: EntryKind
  /// How long it took, in whole minutes from 0 to 2,147,483,647, if said; `nil` for a session, whose
  /// minutes are what it records.
  public let minutes: Int64?
  /// One line that names it, if any.
  public let title: String?
  /// Free text, if any.
  public let notes: String?
  /// Labels: trimmed, lower-case, unique, in byte order. A comma may be inside one.
  public let tags: [String]
  /// Values for the tracker's own fields, in the byte order of their names.
  public let values: [Value]

  /// Makes an entry, trimming the title and the names of values and putting tags and values in
  /// order; an empty title or empty notes are none.
  ///
  /// - Throws: `FieldError` about `minutes`, `text` or `rating` when that is out of range, or a
  ///   session has minutes beside its own, about `tags` when one is empty, and about `values` when two
  ///   have the same name, case aside, or one has none.
  public init(
    tracker: EventID, kind: EntryKind, minutes: Int64? = nil, title: String? = nil,
    notes: String? = nil, tags: [String] = [], values: [Value] = []
  ) throws(FieldError) {
    try kind.check()
    if let minutes {
      if case .session = kind {
        throw FieldError(
          field: "minutes", expected: "minutes once for a session", found: String(minutes))
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
          field: "values", expected: "one value a field", found: "two of \"\(name)\"")
      }
      ordered.append(Value(name: name, value: value.value))
    }
    return ordered.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
