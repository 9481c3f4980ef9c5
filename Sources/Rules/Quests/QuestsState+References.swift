/// A text that names no node, mission, gate or set of those that are loaded, or several.
public struct QuestReferenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was looked for: `quest node`, `quest mission`, `quest gate` or `quest set`.
  public var kind: String
  /// The text.
  public var text: String
  /// What it may mean, as `set/id`, in the order of loading; empty when it means nothing.
  public var candidates: [String]
  /// A name that is near, when it means nothing.
  public var nearest: String?

  /// What was found and what was expected.
  public var description: String {
    let quoted = JSONValue.string(text).sort
    if candidates.isEmpty {
      return "no \(kind) \(quoted) in the sets that are loaded"
        + (nearest.map { " (did you mean \(JSONValue.string($0).sort)?)" } ?? "")
    }
    return "\(quoted) names \(candidates.count) \(kind)s; say which: "
      + NearestName.alternatives(candidates)
  }
}

extension QuestsState {
  /// The node that a text names: `set/node`, or only the node's id where no other loaded set has a
  /// node of that id.
  ///
  /// - Throws: `QuestReferenceError` when there is none, or where it may be several.
  public func resolveNode(_ text: String) throws(QuestReferenceError) -> QuestReference {
    try resolve(text, "quest node") { $0.nodePositions }
  }

  /// The mission that a text names, in the same way.
  ///
  /// - Throws: `QuestReferenceError` when there is none, or where it may be several.
  public func resolveMission(_ text: String) throws(QuestReferenceError) -> QuestReference {
    try resolve(text, "quest mission") { $0.missionPositions }
  }

  /// The gate that a text names, in the same way.
  ///
  /// - Throws: `QuestReferenceError` when there is none, or where it may be several.
  public func resolveGate(_ text: String) throws(QuestReferenceError) -> QuestReference {
    try resolve(text, "quest gate") { $0.gatePositions }
  }

  /// The id of the loaded set that a text names.
  ///
  /// - Throws: `QuestReferenceError` when there is none.
  public func resolveSet(_ text: String) throws(QuestReferenceError) -> String {
    if let position = position(of: text) { return progress[position].definition.id }
    throw QuestReferenceError(
      kind: "quest set", text: text, candidates: [],
      nearest: NearestName.nearest(to: text, among: progress.map(\.definition.id)))
  }

  private func resolve(
    _ text: String, _ kind: String, _ ids: (QuestPlan) -> [String: Int]
  ) throws(QuestReferenceError) -> QuestReference {
    var whole: [QuestReference] = []
    var parts: [QuestReference] = []
    for set in progress {
      let id = set.definition.id
      for rest in QuestsState.rests(of: text, behind: id) {
        if ids(set.plan)[rest] != nil { whole.append(QuestReference(set: id, id: rest)) }
      }
      if ids(set.plan)[text] != nil { parts.append(QuestReference(set: id, id: text)) }
    }
    // A text that says the set goes before an id that looks the same.
    let found = whole.isEmpty ? parts : whole
    if let reference = found.first, found.count == 1 { return reference }
    let candidates = found.map(\.description)
    throw QuestReferenceError(
      kind: kind, text: text, candidates: candidates,
      nearest: candidates.isEmpty ? nearest(to: text, ids) : nil)
  }

  /// What a text says behind the id of a set and a slash.
  private static func rests(of text: String, behind id: String) -> [String] {
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
      // In the order of the set, so that of equally near ones it is always the same.
      ids(set.plan).sorted { $0.value < $1.value }.map { id, _ in
        text.contains("/") ? "\(set.definition.id)/\(id)" : id
      }
    }
    return NearestName.nearest(to: text, among: names)
  }
}
