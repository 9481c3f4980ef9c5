/// The kind of an activity.
public enum ActivityKind: UInt8, Sendable, CaseIterable {
  /// A visit.
  case open = 0
  /// A journal entry.
  case journal = 1
  /// An sos session.
  case sos = 2
  /// A self-care session.
  case selfCare = 3

  /// The name in Lua, CSV and the command line.
  public var name: String { ActivityKind.names[Int(rawValue)] }
  /// The names of all kinds.
  public static let names = ["open", "journal", "sos", "self_care"]

  /// Creates a kind from its name; `nil` when the name is unknown.
  public init?(name: some StringProtocol) {
    guard let index = ActivityKind.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }
}

/// A recorded activity.
///
/// Invariant: a journal entry has a text, and no text is blank.
public struct Activity: Hashable, Sendable {
  /// The kind of the activity.
  public let kind: ActivityKind
  /// The text as entered; never `nil` for a journal entry.
  public let text: String?

  /// Creates an activity; a blank text counts as `nil`.
  ///
  /// - Throws: `FieldError` about `text` when a journal entry has none.
  public init(_ kind: ActivityKind, text: String? = nil) throws(FieldError) {
    let written = text.flatMap { $0.trimmedWhitespace.isEmpty ? nil : $0 }
    if kind == .journal && written == nil {
      throw FieldError(
        field: "text", expected: "a text that is not empty",
        found: text.map { "\"\($0)\"" } ?? "nothing")
    }
    self.kind = kind
    self.text = written
  }
}
