public import FlintSchema

/// The kind of an activity.
public enum ActivityKind: UInt8, NamedChoice {
  /// A visit.
  case open = 0
  /// A journal entry.
  case journal = 1
  /// An sos session.
  case sos = 2
  /// A self-care session.
  case selfCare = 3

  /// The name in Lua, CSV and the command line.
  public var name: String {
    switch self {
    case .open: "open"
    case .journal: "journal"
    case .sos: "sos"
    case .selfCare: "self_care"
    }
  }
}

/// A recorded activity.
///
/// Invariant: a journal entry has a text, and no text is blank.
package struct Activity: SchemaRecord {
  /// The kind of the activity.
  package private(set) var kind = ActivityKind.open
  /// The text as entered; never `nil` for a journal entry.
  package private(set) var text: String?

  package static let schema = RecordSchema<Activity>([
    Field("kind", \.kind, "The kind of activity.", member: "activity"),
    Field("text", \.text, "The text; required for a journal entry."),
  ])
  package static let blank = Activity()

  private init() {}

  /// Creates an activity; a blank text counts as `nil`.
  ///
  /// - Throws: `FieldError` about `text` when a journal entry has none.
  package init(_ kind: ActivityKind, text: String? = nil) throws(FieldError) {
    self.kind = kind
    self.text = text
    try validate()
  }

  /// Removes a blank text, and checks that a journal entry has one.
  package mutating func validate() throws(FieldError) {
    let written = text.flatMap { $0.trimmedWhitespace.isEmpty ? nil : $0 }
    if kind == .journal && written == nil {
      throw FieldError(
        field: "text", expected: "a text that is not empty",
        found: text.map { "\"\($0)\"" } ?? "nothing")
    }
    text = written
  }
}

extension Activity: EventContent {
  package var action: ProfileEvent.Action { .journey(.activity(self)) }
  package init?(_ action: ProfileEvent.Action) {
    guard case .journey(.activity(let content)) = action else { return nil }
    self = content
  }
}
