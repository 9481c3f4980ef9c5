import FlintJSON
package import FlintSchema

/// The value of a tracker entry, by kind.
package enum EntryKind: Hashable, Sendable {
  /// A duration in whole minutes, 0 to 2,147,483,647.
  case session(minutes: Int64)
  /// A number, in the unit of the tracker.
  case measurement(DecimalNumber)
  /// A text that is not blank.
  case log(String)
  /// Whether the item was done.
  case checklist(Bool)
  /// A rating, 1–5.
  case rating(Int64)

  package enum Name: String, NamedChoice {
    case session, measurement, log, checklist, rating
    package var name: String { rawValue }

    /// The name of the field that has the value.
    package var valueField: String {
      switch self {
      case .session: "minutes"
      case .measurement: "number"
      case .log: "text"
      case .checklist: "done"
      case .rating: "rating"
      }
    }
  }

  /// The names of all kinds, in order.
  package static var names: [String] { Name.names }

  package var name: String { kind.name }

  package var hasMinutes: Bool { kind == .session }

  package var kind: Name {
    switch self {
    case .session: .session
    case .measurement: .measurement
    case .log: .log
    case .checklist: .checklist
    case .rating: .rating
    }
  }

  package var value: FieldValue {
    switch self {
    case .session(let minutes): .integer(minutes)
    case .measurement(let number): .decimal(number.millionths)
    case .log(let text): .text(text)
    case .checklist(let isDone): .boolean(isDone)
    case .rating(let rating): .integer(rating)
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
package struct EntryContent: SchemaRecord {
  /// A value of one of the tracker's fields.
  package struct Value: Hashable, Sendable {
    package var name: String
    package var value: TrackerValue

    package init(name: String, value: TrackerValue) {
      self.name = name
      self.value = value
    }
  }

  /// The id of the event that created the tracker.
  package private(set) var tracker: EventID
  /// The value, by kind.
  package private(set) var kind: EntryKind
  /// The duration in whole minutes, up to 2,147,483,647, if given and not the value of a session.
  package private(set) var minutes: Int64?
  package private(set) var title: String?
  /// The notes as free text, if any.
  package private(set) var notes: String?
  /// The tags: trimmed, lower-case, unique, in byte order. A tag may contain a comma.
  package private(set) var tags: [String]
  /// The values of the tracker's fields, in the byte order of their names.
  package private(set) var values: [Value]
  /// The kind whose value is still to be read.
  private var announced: EntryKind.Name?

  /// The fields of an entry: of the values only the one of its kind can be given, and `minutes` for any kind.
  package static let schema = RecordSchema<EntryContent>([
    Field("tracker", \.tracker, "The tracker."),
    Field(
      FieldDeclaration(
        "kind", EntryKind.Name.fieldType, "The kind of the entry.", isRequired: true),
      get: { .name($0.kind.name) },
      set: { (entry, value) throws(FieldError) in
        entry.announced = try EntryKind.Name(value, field: "kind")
      }),
    value("number", .decimal, "The number of a measurement.", .measurement) {
      (value) throws(FieldError) in .measurement(try DecimalNumber(value, field: "number"))
    },
    value("text", .text, "The text of a log.", .log) { (value) throws(FieldError) in
      .log(value.plain)
    },
    value("done", .boolean, "Whether the item of a checklist was done.", .checklist) {
      (value) throws(FieldError) in .checklist(value == .boolean(true))
    },
    value("rating", Int64.fieldType, "The rating, 1 to 5.", .rating) {
      (value) throws(FieldError) in .rating(try Int64(value, field: "rating"))
    },
    Field(
      FieldDeclaration(
        "minutes", Int64.fieldType,
        "The minutes of a session, or the duration of another entry."),
      get: {
        if case .session(let minutes) = $0.kind {
          .integer(minutes)
        } else {
          FieldValue($0.minutes)
        }
      },
      set: { (entry, value) throws(FieldError) in
        let minutes = try Int64(value, field: "minutes")
        if entry.announced == .session {
          entry.kind = .session(minutes: minutes)
          entry.announced = nil
        } else {
          entry.minutes = minutes
        }
      }),
    Field("title", \.title, "The title.", type: .line(maximum: nil)),
    Field("notes", \.notes, "Notes."),
    Field("tags", \.tags, "Tags.", default: []),
    Field(
      FieldDeclaration(
        "values", .structure("table<string, any>"), "Values of the tracker's fields by name."),
      get: { entry in
        entry.values.isEmpty
          ? .none : .json(.object(entry.values.map { ($0.name, $0.value.json) }))
      },
      set: { (entry, value) throws(FieldError) in entry.values = try EntryContent.values(value) }),
  ])

  private static func value(
    _ name: String, _ type: FieldType, _ summary: String, _ kind: EntryKind.Name,
    _ make: @escaping @Sendable (FieldValue) throws(FieldError) -> EntryKind
  ) -> Field<EntryContent> {
    Field(
      FieldDeclaration(name, type, summary), get: { $0.kind.kind == kind ? $0.kind.value : .none },
      set: { (entry, value) throws(FieldError) in
        guard entry.announced == kind else {
          let own = entry.announced ?? entry.kind.kind
          throw FieldError(
            field: name,
            expected:
              "no \(name) in an entry of kind \(own.name), whose value is its \(own.valueField)",
            found: value.plain)
        }
        entry.kind = try make(value)
        entry.announced = nil
      })
  }

  private static func values(_ value: FieldValue) throws(FieldError) -> [Value] {
    if value.isNone { return [] }
    guard case .json(.object(let members)) = value else {
      throw FieldError(field: "values", expected: "values by name", found: value.json.summary)
    }
    var values: [Value] = []
    for (name, json) in members {
      guard let value = TrackerValue(json: json) else {
        throw FieldError(
          field: "values", expected: "a text, number, boolean or day", found: json.summary)
      }
      values.append(Value(name: name, value: value))
    }
    return values
  }

  package static let blank = EntryContent(EventID(high: 0, low: 0), .checklist(false))

  private init(_ tracker: EventID, _ kind: EntryKind) {
    self.tracker = tracker
    self.kind = kind
    tags = []
    values = []
  }

  /// Creates an entry, trims the title and the names of values, and sorts tags and values. An empty
  /// title or empty notes count as absent.
  ///
  /// - Throws: `FieldError` about `minutes`, `text` or `rating` when the value is out of range, or
  ///   a session also has a separate duration; about `tags` when a tag is empty; and about `values`
  ///   when a name is empty, or two names differ only in case.
  package init(
    tracker: EventID, kind: EntryKind, minutes: Int64? = nil, title: String? = nil,
    notes: String? = nil, tags: [String] = [], values: [Value] = []
  ) throws(FieldError) {
    self.init(tracker, kind)
    self.minutes = minutes
    self.title = title.map(\.trimmedWhitespace)
    self.notes = notes
    self.tags = tags
    self.values = values
    try validate()
  }

  /// Checks the value and the duration, and normalizes tags and values.
  package mutating func validate() throws(FieldError) {
    if let announced {
      throw FieldError(
        field: "kind", expected: "an entry with the value of its kind", found: announced.name)
    }
    try kind.check()
    if let minutes {
      if case .session = kind {
        throw FieldError(
          field: "minutes", expected: "minutes given only once for a session",
          found: String(minutes))
      }
      try EntryKind.session(minutes: minutes).check()
    }
    if title?.isEmpty == true { title = nil }
    if notes?.isEmpty == true { notes = nil }
    tags = try tags.normalizedTags()
    values = try EntryContent.ordered(values)
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

extension EntryContent: EventContent {
  package var action: ProfileEvent.Action { .tracker(.entry(self)) }
  package init?(_ action: ProfileEvent.Action) {
    guard case .tracker(.entry(let content)) = action else { return nil }
    self = content
  }
}
