/// What a project is called: trimmed, 1 to 100 characters. Names that differ in letter case only
/// are names of one project, and every spelling of Inbox is `Inbox`.
public struct ProjectName: Hashable, Sendable {
  /// The name as it was spelled.
  public let text: String
  /// What names of one project have in common.
  let key: String

  /// The most characters a name can have.
  public static let longest = 100

  /// The project that always exists.
  public static let inbox = ProjectName(text: "Inbox", key: "inbox")

  private init(text: String, key: String) {
    self.text = text
    self.key = key
  }

  /// Makes a name, trimming it.
  ///
  /// - Throws: `FieldError` that names the field, when the name is empty or too long.
  public init(_ text: String, field: String = "project") throws(FieldError) {
    let text = try TaskContent.line(text, field: field, longest: ProjectName.longest)
    let key = text.lowercased()
    self = key == ProjectName.inbox.key ? .inbox : ProjectName(text: text, key: key)
  }

  /// Whether this is Inbox.
  public var isInbox: Bool { key == ProjectName.inbox.key }

  /// What a name in any spelling is looked up by, white space at its ends aside.
  static func key(of text: String) -> String { text.trimmedWhitespace.lowercased() }
}

/// What an event says that adds a project.
public struct ProjectContent: Hashable, Sendable {
  /// The name.
  public let name: ProjectName
  /// Free text, if any.
  public let description: String?

  /// Makes the content from what was said; an empty description is none.
  ///
  /// - Throws: `FieldError` that names the field, when the name is empty or too long.
  public init(name: String, description: String? = nil) throws(FieldError) {
    self.name = try ProjectName(name, field: "name")
    self.description = description?.isEmpty == true ? nil : description
  }
}
