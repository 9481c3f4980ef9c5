/// Which nodes are wanted. What is not given filters nothing; texts are looked for letter case
/// aside, and may be part of a longer one.
public struct QuestQuery: Sendable {
  /// Only nodes of the set of this id.
  public var set: String?
  /// Only nodes of the missions of this id.
  public var mission: String?
  /// Only nodes that stand so.
  public var status: QuestStatus?
  /// Only nodes with this in their zone.
  public var zone: String?
  /// Only nodes with this in the name of whom one meets.
  public var npc: String?
  /// Only nodes with this in title or description.
  public var text: String?
  /// At most so many.
  public var limit: Int?

  /// Makes a query for all nodes, or those that stand in some way.
  public init(_ status: QuestStatus? = nil, set: String? = nil, mission: String? = nil) {
    self.status = status
    self.set = set
    self.mission = mission
  }
}

extension QuestsState {
  /// The nodes that a query asks for: by set in the order of loading, by mission in the order of the
  /// set, by `orderIndex`.
  ///
  /// - Parameter level: the profile's level, which counts unless another was set.
  public func nodes(_ query: QuestQuery = QuestQuery(), level: Int64) -> [QuestNodeView] {
    let level = self.level(ofProfile: level)
    let words = Words(query)
    let limit = max(0, query.limit ?? .max)
    var views: [QuestNodeView] = []
    for set in selected(query.set) {
      for node in candidates(query, in: set) {
        if views.count >= limit { return views }
        if let status = query.status, set.status(of: node, level: level) != status { continue }
        if !words.areIn(set.definition.node(node)) { continue }
        views.append(view(of: node, in: set, level: level))
      }
    }
    return views
  }

  /// The nodes that can be done now, in the same order.
  ///
  /// - Parameters:
  ///   - set: only those of the set of this id.
  ///   - mission: only those of the missions of this id.
  ///   - level: the profile's level, which counts unless another was set.
  public func available(
    set: String? = nil, mission: String? = nil, level: Int64
  ) -> [QuestNodeView] {
    nodes(QuestQuery(.available, set: set, mission: mission), level: level)
  }

  /// The positions of the nodes that a query may ask for.
  private func candidates(_ query: QuestQuery, in set: QuestProgress) -> [Int] {
    var range = set.plan.nodes.indices
    if let mission = query.mission {
      guard let position = set.plan.missionPositions[mission] else { return [] }
      range = set.plan.missionNodes[position]
    }
    guard query.status == .available else { return Array(range) }
    return set.ready.positions(in: range)
  }

  /// The texts of a query, in lower case.
  private struct Words {
    let zone: String?
    let npc: String?
    let text: String?

    init(_ query: QuestQuery) {
      zone = query.zone?.lowercased()
      npc = query.npc?.lowercased()
      text = query.text?.lowercased()
    }

    func areIn(_ node: QuestNode) -> Bool {
      has(node.location?.zone, zone) && has(node.location?.npc, npc)
        && (has(node.title, text) || has(node.description, text))
    }

    private func has(_ place: String?, _ word: String?) -> Bool {
      guard let word else { return true }
      guard let place else { return false }
      return word.isEmpty || place.lowercased().contains(word)
    }
  }
}
