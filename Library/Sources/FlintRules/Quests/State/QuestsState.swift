package struct QuestsState: Sendable {
  /// A gate that requires a set, by the position of its own set and its position in that set.
  struct Watcher: Hashable, Sendable {
    var set: Int
    var gate: Int
  }

  /// The level that was set for gates to compare with; `nil` for the profile's own level.
  package internal(set) var level: Int64?
  /// The loaded sets, in the order in which their ids were first loaded.
  var progress: [QuestProgress] = []
  /// The position of each set in `progress`, by key.
  var positions: [String: Int] = [:]
  /// The gates that require the set of each key, whether or not it is loaded.
  var watchers: [String: [Watcher]] = [:]

  /// Creates the state before any event: no set is loaded.
  package init() {}

  /// Returns the level that gates compare with.
  ///
  /// - Parameter profileLevel: the profile's own level, which applies unless another was set.
  package func level(ofProfile profileLevel: Int64) -> Int64 { level ?? profileLevel }

  /// Returns the loaded set of an id; `nil` when no such set is loaded.
  package func set(_ id: String) -> QuestSet? { position(of: id).map { progress[$0].definition } }

  /// Returns the position in `progress` of the set of an id; `nil` when no such set is loaded.
  func position(of id: String) -> Int? { positions[QuestSet.key(id)] }

  /// Returns the position of the loaded node that an event completes; `nil` for any other event.
  func place(completedBy action: ProfileEvent.Action) -> NodePosition? {
    guard case .quest(.complete(let reference)) = action, let set = position(of: reference.set),
      let node = progress[set].plan.nodePositions[reference.id]
    else { return nil }
    return NodePosition(set: set, node: node)
  }

  /// Whether a node is not completed and has no unmet requirement except possibly a level.
  func isReady(_ position: NodePosition) -> Bool {
    progress[position.set].isReady(position.node)
  }

  /// - Parameter level: the level to compare with.
  func isOpen(_ gate: Int, of set: QuestProgress, level: Int64) -> Bool {
    if case .level(let needed) = set.plan.gates[gate].opening { return needed <= level }
    return set.isOpen[gate]
  }

  /// Whether a gate can only be opened by hand, because nothing that is loaded can open it.
  func opensByHand(_ gate: Int, of set: QuestProgress) -> Bool {
    switch set.plan.gates[gate].opening {
    case .hand: true
    case .level, .node, .mission: false
    case .set(let key): positions[key].map { !progress[$0].canBeComplete } ?? true
    }
  }

  /// Whether a gate is open without having been opened by hand or by a level.
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
  /// Whether both states have equal sets, completions and gates.
  package static func == (left: QuestsState, right: QuestsState) -> Bool {
    // All other properties are derived from these.
    left.level == right.level
      && left.progress.elementsEqual(right.progress) {
        $0.openedByHand == $1.openedByHand && $0.completions == $1.completions
          && $0.vanished == $1.vanished && $0.definition == $1.definition
      }
  }
}
