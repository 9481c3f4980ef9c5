import FlintSchema

/// A set of related missions, as loaded from one file.
///
/// A value of this type is valid: its ids are unique, every dependency and every `afterNodeId`
/// names a node, and no node depends on itself. The nodes of a mission are sorted by `orderIndex`,
/// equal ones in the order of the file; repeated dependencies are removed.
package struct QuestSet: Sendable {
  /// The id, unique among loaded sets; upper and lower case are equal.
  package internal(set) var id: String
  package internal(set) var name: String
  /// The kind of set, if given.
  package internal(set) var category: String?
  /// The source of the set's facts, if given.
  package internal(set) var source: String?
  /// The address of the source, if given.
  package internal(set) var sourceURL: String?
  /// The time at which the facts were gathered, as written in the file.
  package internal(set) var lastScraped: String?
  /// The time up to which the facts are known to be correct, as written in the file.
  package internal(set) var lastKnownUpdate: String?
  /// The number of missions according to the file, which may differ from the actual number.
  package internal(set) var totalMissions: Int64?
  /// The missions, in the order of the file.
  package internal(set) var missions: [QuestMission]

  /// The missions compiled for the fold.
  var plan = QuestPlan.empty

  /// Returns the key of an id, by which sets are identified: the id in lower case.
  static func key(_ id: String) -> String { id.lowercased() }

  package func isNamed(_ id: String) -> Bool { QuestSet.key(self.id) == QuestSet.key(id) }

  package var nodeCount: Int { plan.nodes.count }
}

extension QuestSet: Hashable {
  /// Whether both sets have equal fields.
  package static func == (left: QuestSet, right: QuestSet) -> Bool {
    left.id == right.id && left.name == right.name && left.category == right.category
      && left.source == right.source && left.sourceURL == right.sourceURL
      && left.lastScraped == right.lastScraped && left.lastKnownUpdate == right.lastKnownUpdate
      && left.totalMissions == right.totalMissions && left.missions == right.missions
  }

  /// Hashes the fields that distinguish sets in practice.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(name)
    hasher.combine(missions.count)
  }
}

/// A sequence of steps towards one goal.
package struct QuestMission: Hashable, Sendable {
  /// The id, unique among the missions of the set.
  package internal(set) var id: String
  package internal(set) var title: String
  /// The number in the set, such as `1-1`, if given.
  package internal(set) var number: String?
  /// The address of a page about the mission, if given.
  package internal(set) var url: String?
  /// The steps, by `orderIndex`; none in a mission that is not worked out yet.
  package internal(set) var nodes: [QuestNode]
  /// The gates before some or all of the steps, in the order of the file.
  package internal(set) var gates: [QuestGate]
}

package struct QuestNode: Hashable, Sendable {
  /// The id, unique among the nodes of the set.
  package internal(set) var id: String
  /// The sort key within the mission, usually from 0.
  package internal(set) var orderIndex: Int64
  package internal(set) var title: String
  /// The description, if given.
  package internal(set) var description: String?
  /// The ids of the nodes, in any mission of the set, that must be completed before this one.
  package internal(set) var dependencies: [String]
  /// The location in the game, if given.
  package internal(set) var location: QuestLocation?
}

/// The location of a node; at least one field is given.
package struct QuestLocation: Hashable, Sendable {
  /// The coordinates on a map, such as `H-8`.
  package internal(set) var coordinates: String?
  package internal(set) var zone: String?
  package internal(set) var npc: String?
}

/// A lock on some or all nodes of a mission until its requirement is met.
package struct QuestGate: Hashable, Sendable {
  package enum Requirement: String, Sendable, CaseIterable {
    /// A whole set is complete.
    case missionSet
    case mission
    case node
    /// The level is at least a number.
    case level
    /// An item is owned; the gate is opened by hand.
    case item
    /// Any other requirement; the gate is opened by hand.
    case other
  }

  /// The id, unique among the gates of the set.
  package internal(set) var id: String
  package internal(set) var type: Requirement
  /// The id of the node after which the gate begins: it locks all nodes of the mission with a
  /// greater `orderIndex`, or the whole mission when this is `nil`.
  package internal(set) var afterNodeID: String?
  /// The requirement: an id, a level or free text.
  package internal(set) var requirement: String
  /// The description of the requirement, if given.
  package internal(set) var description: String?

  /// The required level; `nil` for another type, or where the requirement is no integer.
  package var level: Int64? { type == .level ? Int64(requirement.trimmedWhitespace) : nil }
}
