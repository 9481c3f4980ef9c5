import FlintRules
import FlintSchema

extension ProfileReader {
  /// Returns the ids of the events that texts name, as a field that lists events of a kind stores them.
  ///
  /// - Parameter kind: the name of the kind, such as `task`.
  /// - Throws: `SessionError.reference` if a text names no event that exists, or several.
  package func ids(_ texts: [String], ofKind kind: String) throws(SessionError) -> [String] {
    guard let kind = EventKind(name: kind) else { return texts }
    let scope = ReferenceScope(kind, abbreviatesNames: true)
    var ids: [String] = []
    for text in texts.map(\.trimmedWhitespace) where !text.isEmpty {
      let id = try id(text, in: scope)
      guard let event = try event(id: id), !event.isRemoved, event.event.action.kind == kind else {
        throw .reference(ReferenceError(noun: kind.name, text: text))
      }
      ids.append(id.description)
    }
    return ids
  }
}
