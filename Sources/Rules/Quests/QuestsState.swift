/// Everything derived from the events about quests.
public struct QuestsState: Sendable {
  /// A gate that waits for a set, by position of its own set and in it.
  struct Watcher: Hashable, Sendable {
    var set: Int
    var gate: Int
  }

  /// The level that was set, which gates are held against; the profile's own when there is none.
  public internal(set) var level: Int64?
  /// The loaded sets, in the order in which their ids were first loaded.
  var progress: [QuestProgress] = []
  /// Where each set is in `progress`, by its key.
  var positions: [String: Int] = [:]
  /// The gates that ask for a set of each key, loaded or not.
  var watchers: [String: [Watcher]] = [:]

  /// Makes the state before any event: no set is loaded.
  public init() {}

  /// The level that gates are held against.
  ///
  /// - Parameter profileLevel: the profile's own, which counts unless another was set.
  public func level(ofProfile profileLevel: Int64) -> Int64 { level ?? profileLevel }

  /// The set of an id, as loaded; `nil` when there is none.
  public func set(_ id: String) -> QuestSet? { position(of: id).map { progress[$0].definition } }

  /// Where the set of an id is in `progress`; `nil` when there is none.
  func position(of id: String) -> Int? { positions[QuestSet.key(id)] }

  /// The place of the node that an event completes; `nil` when it completes none that is loaded.
  func place(completedBy action: Event.Action) -> Place? {
    guard case .quest(.complete(let reference)) = action, let set = position(of: reference.set),
      let node = progress[set].plan.nodePositions[reference.id]
    else { return nil }
    return Place(set: set, node: node)
  }

  /// Whether a node is not completed and waits for nothing but maybe a level.
  func isReady(_ place: Place) -> Bool { progress[place.set].ready.contains(place.node) }

  /// Whether a gate is open.
  ///
  /// - Parameter level: the level to hold it against.
  func isOpen(_ gate: Int, of set: QuestProgress, level: Int64) -> Bool {
    if case .level(let needed) = set.plan.gates[gate].opening { return needed <= level }
    return set.isOpen[gate]
  }

  /// Whether only a person can open a gate: nothing that is loaded ever would.
  func opensByHand(_ gate: Int, of set: QuestProgress) -> Bool {
    switch set.plan.gates[gate].opening {
    case .hand: true
    case .level, .node, .mission: false
    case .set(let key): positions[key].map { !progress[$0].canBeComplete } ?? true
    }
  }

  /// Whether a gate is open without a person's having opened it; levels aside.
  func opensByItself(_ gate: Int, of set: QuestProgress) -> Bool {
    switch set.plan.gates[gate].opening {
    case .hand, .level: false
    case .node(let node): set.completions[node] != nil
    case .mission(let mission): set.isComplete(mission: mission)
    case .set(let key): positions[key].map { progress[$0].isComplete } ?? false
    }
  }
}

extension QuestsState: Equatable {
  /// Whether both say the same of every set, completion and gate.
  public static func == (left: QuestsState, right: QuestsState) -> Bool {
    // All else follows from these.
    left.level == right.level
      && left.progress.elementsEqual(right.progress) {
        $0.openedByHand == $1.openedByHand && $0.completions == $1.completions
          && $0.vanished == $1.vanished && $0.definition == $1.definition
      }
  }
}
