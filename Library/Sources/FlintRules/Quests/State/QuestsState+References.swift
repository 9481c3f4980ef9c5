import FlintJSON
import FlintSchema

/// The error of a text that names no loaded node, mission, gate or set, or several.
package struct QuestReferenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was looked up: a `quest node`, `quest mission`, `quest gate` or `quest set`.
  package var kind: String
  package var text: String
  /// The matches, as `set/id` in the order of loading; empty when nothing matches.
  package var candidates: [String]
  /// A similar name, when nothing matches.
  package var nearest: String?

  /// The message: the text, and the matches or a suggestion.
  package var description: String {
    let quoted = JSONValue.string(text).summary
    if candidates.isEmpty {
      return "no \(kind) \(quoted) in the loaded sets"
        + (nearest.map { " (did you mean \(JSONValue.string($0).summary)?)" } ?? "")
    }
    return "\(quoted) names \(candidates.count) \(kind)s; specify one: "
      + candidates.alternatives
  }
}

extension QuestsState {
  /// Returns the node that a text names: `set/node`, or only the node's id where no other loaded
  /// set has a node of that id, or the node's title in any letter case.
  ///
  /// - Throws: `QuestReferenceError` when no node or more than one matches.
  package func resolveNode(_ text: String) throws(QuestReferenceError) -> QuestReference {
    try resolve(text, "quest node") {
      $0.nodePositions
    } titles: { set in
      set.missions.flatMap { $0.nodes.map { ($0.id, $0.title) } }
    }
  }

  /// Returns the mission that a text names, in the same way.
  package func resolveMission(_ text: String) throws(QuestReferenceError) -> QuestReference {
    try resolve(text, "quest mission") {
      $0.missionPositions
    } titles: { set in
      set.missions.map { ($0.id, $0.title) }
    }
  }

  /// Returns the gate that a text names, in the same way.
  package func resolveGate(_ text: String) throws(QuestReferenceError) -> QuestReference {
    try resolve(text, "quest gate") { $0.gatePositions }
  }

  /// - Throws: `QuestReferenceError` when no set matches.
  package func resolveSet(_ text: String) throws(QuestReferenceError) -> String {
    if let position = position(of: text) { return progress[position].definition.id }
    throw QuestReferenceError(
      kind: "quest set", text: text, candidates: [],
      nearest: NearestName.nearest(to: text, among: progress.map(\.definition.id)))
  }

  private func resolve(
    _ text: String, _ kind: String, _ ids: (QuestPlan) -> [String: Int],
    titles: (QuestSet) -> [(id: String, title: String)] = { _ in [] }
  ) throws(QuestReferenceError) -> QuestReference {
    var qualified: [QuestReference] = []
    var unqualified: [QuestReference] = []
    for set in progress {
      let id = set.definition.id
      for rest in QuestsState.remainders(of: text, after: id) {
        if ids(set.plan)[rest] != nil { qualified.append(QuestReference(set: id, id: rest)) }
      }
      if ids(set.plan)[text] != nil { unqualified.append(QuestReference(set: id, id: text)) }
    }
    // A text that includes the set takes precedence over an id that looks the same.
    var found = qualified.isEmpty ? unqualified : qualified
    if found.isEmpty { found = titled(text, titles) }
    if let reference = found.first, found.count == 1 { return reference }
    let candidates = found.map(\.description)
    throw QuestReferenceError(
      kind: kind, text: text, candidates: candidates,
      nearest: candidates.isEmpty ? nearest(to: text, ids) : nil)
  }

  /// Returns what has a title, ignoring case.
  private func titled(
    _ text: String, _ titles: (QuestSet) -> [(id: String, title: String)]
  ) -> [QuestReference] {
    let key = text.trimmedWhitespace.lowercased()
    return progress.flatMap { set in
      titles(set.definition).filter { $0.title.lowercased() == key }
        .map { QuestReference(set: set.definition.id, id: $0.id) }
    }
  }

  /// Returns the remainders of a text after the id of a set and a slash.
  private static func remainders(of text: String, after id: String) -> [String] {
    let key = QuestSet.key(id)
    return text.utf8.indices.compactMap { slash in
      guard text.utf8[slash] == UInt8(ascii: "/"),
        QuestSet.key(String(Substring(text.utf8[..<slash]))) == key
      else { return nil }
      return String(Substring(text.utf8[text.utf8.index(after: slash)...]))
    }
  }

  private func nearest(to text: String, _ ids: (QuestPlan) -> [String: Int]) -> String? {
    let names = progress.flatMap { set in
      // Sorted in the order of the set, so that ties are resolved the same way every time.
      ids(set.plan).sorted { $0.value < $1.value }.map { id, _ in
        text.contains("/") ? "\(set.definition.id)/\(id)" : id
      }
    }
    return NearestName.nearest(to: text, among: names)
  }
}
