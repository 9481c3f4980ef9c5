/// A filter for quest nodes. Conditions that are `nil` match every node; text conditions match
/// substrings and ignore letter case.
package struct QuestQuery: Sendable {
  /// The id of the set to which nodes must belong.
  package var set: String?
  /// The id of the mission to which nodes must belong.
  package var mission: String?
  package var status: QuestStatus?
  package var zone: String?
  /// A substring of the name of the character at the location.
  package var npc: String?
  /// A substring of the title or the description.
  package var text: String?
  /// The maximum number of nodes returned.
  package var limit: Int?

  /// Creates a query for all nodes, or for those of a status, a set or a mission.
  package init(_ status: QuestStatus? = nil, set: String? = nil, mission: String? = nil) {
    self.status = status
    self.set = set
    self.mission = mission
  }
}

extension QuestsState {
  /// Returns the nodes that match a query: sets in the order of loading, missions in the order of
  /// the set, nodes by `orderIndex`.
  ///
  /// - Parameter level: the profile's level, which applies unless another was set.
  package func nodes(_ query: QuestQuery = QuestQuery(), level: Int64) -> [QuestNodeView] {
    let level = self.level(ofProfile: level)
    let limit = max(0, query.limit ?? .max)
    let terms = QuestTerms(query)
    var views: [QuestNodeView] = []
    for set in selected(query.set) {
      var range = set.plan.nodes.indices
      if let mission = query.mission {
        guard let position = set.plan.missionPositions[mission] else { continue }
        range = set.plan.missionNodes[position]
      }
      for node in range {
        if views.count >= limit { return views }
        if let status = query.status, set.status(of: node, level: level) != status { continue }
        if !terms.match(set.definition.node(node)) { continue }
        views.append(view(of: node, in: set, level: level))
      }
    }
    return views
  }
}

/// The texts that a query looks for, in lower case.
private struct QuestTerms {
  private let zone: String?
  private let npc: String?
  private let text: String?

  init(_ query: QuestQuery) {
    zone = query.zone?.lowercased()
    npc = query.npc?.lowercased()
    text = query.text?.lowercased()
  }

  func match(_ node: QuestNode) -> Bool {
    has(node.location?.zone, zone) && has(node.location?.npc, npc)
      && (has(node.title, text) || has(node.description, text))
  }

  private func has(_ text: String?, _ term: String?) -> Bool {
    guard let term else { return true }
    guard let text else { return false }
    return term.isEmpty || text.lowercased().contains(term)
  }
}
