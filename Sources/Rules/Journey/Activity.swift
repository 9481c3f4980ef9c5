/// What somebody did for themselves.
public enum ActivityKind: UInt8, Sendable, CaseIterable {
  /// Came by.
  case open = 0
  /// Wrote an entry in the journal.
  case journal = 1
  /// Had an sos session.
  case sos = 2
  /// Had a self-care session.
  case selfCare = 3

  /// The name in Lua, CSV and the command line.
  public var name: String { ActivityKind.names[Int(rawValue)] }
  /// The names of all kinds.
  public static let names = ["open", "journal", "sos", "self_care"]

  /// Reads a name; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let index = ActivityKind.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }
}

/// An activity, as recorded.
///
/// A value of this type is valid: a journal entry has a text, and no text is blank.
public struct Activity: Hashable, Sendable {
  /// What sort of activity it is.
  public let kind: ActivityKind
  /// What was written, as it was written; a journal entry always has one.
  public let text: String?

  /// Makes an activity; a blank text is none.
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
