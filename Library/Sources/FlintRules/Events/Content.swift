import FlintJSON
package import FlintSchema

/// The members of an event's canonical content, in order and without absent values.
typealias Content = [(name: String, value: JSONValue)]

/// An action of one subject, which has a canonical content.
protocol EventAction: Hashable, Sendable {
  /// The canonical content, from which ids are made and which profiles store.
  var content: Content { get }

  /// Reads the content of an event of a kind; unknown members are ignored.
  ///
  /// - Throws: `FieldError` when a member is missing or invalid.
  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError)
}

/// The content of the events of one kind, field by field.
package protocol EventContent: SchemaRecord {
  var action: ProfileEvent.Action { get }
  /// Creates the content of an action; `nil` when the action is of another kind.
  init?(_ action: ProfileEvent.Action)
}

extension EventContent {
  package static var kind: EventKind { blank.action.kind }
}

/// An error about stored content that is damaged, or was written by a later version.
package struct ContentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value found and the value expected.
  package var description: String
}

extension FieldError {
  /// The error of an action that is read from the content of another subject's event.
  static func wrongKind(_ kind: EventKind) -> FieldError {
    FieldError(field: "kind", expected: "a kind of this subject", found: kind.name)
  }
}

extension EventID: FieldConvertible {
  package static var fieldType: FieldType { .id }
  /// The 32 hexadecimal digits.
  package var fieldValue: FieldValue { .name(description) }

  package init(_ value: FieldValue, field: String) throws(FieldError) {
    guard let id = EventID(value.plain) else {
      throw FieldError(
        field: field, expected: FieldType.id.expectation, found: "\"\(value.plain)\"")
    }
    self = id
  }
}
