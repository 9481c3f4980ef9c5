package import FlintSchema

/// A project's name: trimmed, 1 to 100 characters. Names that differ only in letter case are names
/// of the same project, and every spelling of Inbox becomes `Inbox`.
package struct ProjectName: Hashable, Sendable {
  package let text: String
  /// The lower-case key that identifies the project.
  let key: String

  /// The maximum number of characters in a name.
  package static let longest = 100

  /// The name of the project that always exists.
  package static let inbox = ProjectName(text: "Inbox", key: "inbox")

  private init(text: String, key: String) {
    self.text = text
    self.key = key
  }

  /// - Throws: `FieldError` with the name of the field, when the name is empty or too long.
  package init(_ text: String, field: String = "project") throws(FieldError) {
    let text = try text.line(maximum: ProjectName.longest, field: field)
    let key = text.lowercased()
    self = key == ProjectName.inbox.key ? .inbox : ProjectName(text: text, key: key)
  }

  package var isInbox: Bool { key == ProjectName.inbox.key }

  /// Returns the key of a name in any spelling, ignoring white space at both ends.
  static func key(of text: String) -> String { text.trimmedWhitespace.lowercased() }
}

extension ProjectName: FieldConvertible {
  /// A line of at most 100 characters.
  package static let fieldType = FieldType.line(maximum: longest)
  package var fieldValue: FieldValue { .text(text) }

  package init(_ value: FieldValue, field: String) throws(FieldError) {
    try self.init(value.plain, field: field)
  }
}

package struct ProjectContent: SchemaRecord {
  package private(set) var name: ProjectName
  /// The description as free text, if any.
  package private(set) var description: String?

  package static let schema = RecordSchema<ProjectContent>([
    Field("name", \.name, "The name: 1 to 100 characters.", column: "project"),
    Field("description", \.description, "The description.", column: "details"),
  ])
  package static let blank = ProjectContent(name: .inbox)

  private init(name: ProjectName) { self.name = name }

  /// Creates the content; an empty description counts as absent.
  ///
  /// - Throws: `FieldError` with the name of the field, when the name is empty or too long.
  package init(name: String, description: String? = nil) throws(FieldError) {
    self.name = try ProjectName(name, field: "name")
    self.description = description?.isEmpty == true ? nil : description
  }
}

extension ProjectContent: EventContent {
  package var action: ProfileEvent.Action { .task(.projectAdd(self)) }
  package init?(_ action: ProfileEvent.Action) {
    guard case .task(.projectAdd(let content)) = action else { return nil }
    self = content
  }
}
