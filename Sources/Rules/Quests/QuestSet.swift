/// A set of missions that belong together, as loaded: the whole of one file.
///
/// A value of this type is valid: its ids are unique, every dependency and every `afterNodeId` leads
/// to a node, and no node waits for itself. The nodes of a mission are in the order of their
/// `orderIndex`, equal ones as the file had them; a dependency named twice stands once.
public struct QuestSet: Sendable {
  /// What tells the set from others, upper and lower case aside.
  public internal(set) var id: String
  /// The name to show.
  public internal(set) var name: String
  /// What sort of set it is, if said.
  public internal(set) var category: String?
  /// Where its facts come from, if said.
  public internal(set) var source: String?
  /// The address of that, if said.
  public internal(set) var sourceURL: String?
  /// When its facts were gathered, as the file says it.
  public internal(set) var lastScraped: String?
  /// Up to when its facts are known to hold, as the file says it.
  public internal(set) var lastKnownUpdate: String?
  /// How many missions the file says that there are; it may hold others.
  public internal(set) var totalMissions: Int64?
  /// The missions, in the order of the file.
  public internal(set) var missions: [QuestMission]

  /// What follows from the missions, for the fold.
  var plan = QuestPlan.empty

  /// What sets are told apart by: their ids, case aside.
  static func key(_ id: String) -> String { id.lowercased() }

  /// Whether an id means this set.
  public func isNamed(_ id: String) -> Bool { QuestSet.key(self.id) == QuestSet.key(id) }

  /// How many nodes all missions have together.
  public var nodeCount: Int { plan.nodes.count }
}

extension QuestSet: Hashable {
  /// Whether both say the same.
  public static func == (left: QuestSet, right: QuestSet) -> Bool {
    left.id == right.id && left.name == right.name && left.category == right.category
      && left.source == right.source && left.sourceURL == right.sourceURL
      && left.lastScraped == right.lastScraped && left.lastKnownUpdate == right.lastKnownUpdate
      && left.totalMissions == right.totalMissions && left.missions == right.missions
  }

  /// Hashes what tells sets apart in practice.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(name)
    hasher.combine(missions.count)
  }
}

/// Steps that together make one thing done.
public struct QuestMission: Hashable, Sendable {
  /// What tells the mission from others of its set.
  public internal(set) var id: String
  /// The title to show.
  public internal(set) var title: String
  /// Its number in the set, such as `1-1`, if said.
  public internal(set) var number: String?
  /// Where to read about it, if said.
  public internal(set) var url: String?
  /// The steps, by `orderIndex`; none in a mission that is not worked out yet.
  public internal(set) var nodes: [QuestNode]
  /// What stands before some or all of the steps, in the order of the file.
  public internal(set) var gates: [QuestGate]
}

/// One step of a mission.
public struct QuestNode: Hashable, Sendable {
  /// What tells the node from others of its set.
  public internal(set) var id: String
  /// Where it stands in its mission, usually from 0.
  public internal(set) var orderIndex: Int64
  /// The title to show.
  public internal(set) var title: String
  /// More about it, if said.
  public internal(set) var description: String?
  /// The ids of the nodes, of any mission of the set, that must be completed before it.
  public internal(set) var dependencies: [String]
  /// Where it takes place, if said.
  public internal(set) var location: QuestLocation?
}

/// Where a node takes place; at least one part is said.
public struct QuestLocation: Hashable, Sendable {
  /// A place on a map, such as `H-8`.
  public internal(set) var coordinates: String?
  /// The region.
  public internal(set) var zone: String?
  /// Whom one meets there.
  public internal(set) var npc: String?
}

/// What stands before some or all nodes of a mission, until it is open.
public struct QuestGate: Hashable, Sendable {
  /// What a gate asks for.
  public enum Requirement: String, Sendable, CaseIterable {
    /// That a whole set is complete.
    case missionSet
    /// That a mission is complete.
    case mission
    /// That a node is completed.
    case node
    /// A level at least so high.
    case level
    /// Something to have; only a person can say that it is there.
    case item
    /// Anything else.
    case other
  }

  /// What tells the gate from others of its set.
  public internal(set) var id: String
  /// What it asks for.
  public internal(set) var type: Requirement
  /// The node after which it stands: before all nodes of the mission with a greater `orderIndex`.
  /// Before the whole mission when there is none.
  public internal(set) var afterNodeID: String?
  /// What exactly is asked for: an id, a level or free text.
  public internal(set) var requirement: String
  /// The same in words, if said.
  public internal(set) var description: String?

  /// The level that is asked for; `nil` for another type, or where the requirement is no integer.
  public var level: Int64? { type == .level ? Int64(requirement.trimmedWhitespace) : nil }
}
