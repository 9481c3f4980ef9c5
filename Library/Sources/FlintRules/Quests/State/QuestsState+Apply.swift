import FlintCalendar

extension QuestsState {
  /// - Parameter level: the profile's level before the event.
  /// - Returns: the counts of the event, or the reason why it is void and changed nothing.
  mutating func apply(
    _ action: QuestAction, id: EventID, at: Instant, offset: UTCOffset = .zero, day: CivilDay,
    level: Int64
  ) -> SubjectEffect {
    switch action {
    case .load(let set): return load(set)
    case .complete(let node):
      return complete(
        node, QuestCompletion(event: id, at: at, day: day, offset: offset),
        level: self.level(ofProfile: level))
    case .reset(let scope, let cascade): return reset(scope, cascade: cascade)
    case .openGate(let gate): return open(gate)
    case .setLevel(let level):
      self.level = level
      return SubjectEffect()
    }
  }

  private mutating func complete(
    _ reference: QuestReference, _ completion: QuestCompletion, level: Int64
  ) -> SubjectEffect {
    guard let set = position(of: reference.set),
      let node = progress[set].plan.nodePositions[reference.id]
    else { return .void(.unknownQuest) }
    if progress[set].completions[node] != nil { return .void(.nodeCompleted) }
    guard progress[set].isAvailable(node, level: level) else { return .void(.nodeLocked) }
    progress[set].complete(node, completion)
    if progress[set].isComplete { updateWatchers(of: set) }
    return SubjectEffect(steps: 1)
  }

  /// Notes what the completion of a node earned.
  mutating func note(_ payment: Payment, for reference: QuestReference) {
    guard let set = position(of: reference.set),
      let node = progress[set].plan.nodePositions[reference.id]
    else { return }
    progress[set].note(payment, for: node)
  }

  private mutating func open(_ reference: QuestReference) -> SubjectEffect {
    guard let set = position(of: reference.set),
      let gate = progress[set].plan.gatePositions[reference.id]
    else { return .void(.unknownGate) }
    guard opensByHand(gate, of: progress[set]), !progress[set].isOpen[gate] else {
      return .void(.gateNotClosed)
    }
    progress[set].openByHand(gate)
    return SubjectEffect()
  }

  /// Opens or closes the gates that require a set, depending on whether the set is complete.
  mutating func updateWatchers(of set: Int) {
    let isComplete = progress[set].isComplete
    for watcher in watchers[QuestSet.key(progress[set].definition.id)] ?? [] {
      progress[watcher.set].setGate(
        watcher.gate,
        isOpen: isComplete || progress[watcher.set].openedByHand[watcher.gate])
    }
  }

  // MARK: Loading

  /// Loads a set and replaces a loaded set of the same id: completions are retained by node id, and
  /// gates opened by hand stay open unless they are now opened by a level, node or mission.
  private mutating func load(_ set: QuestSet) -> SubjectEffect {
    if cycle(loading: set) != nil { return .void(.questCycle) }
    var loaded = QuestProgress(set)
    var effect = SubjectEffect()
    if let position = position(of: set.id) {
      effect = loaded.adopt(from: progress[position])
    }
    put(loaded)
    return effect
  }

  /// Returns the gates through which a set would depend on itself, by way of other sets, if it was
  /// loaded: the first gate is its own, and each requires the set of the next.
  package func cycle(loading set: QuestSet) -> [(gate: QuestReference, opener: String)]? {
    let own = QuestSet.key(set.id)
    var seen: Set<String> = [own]
    var ways: [[(gate: QuestReference, opener: String)]] = [[]]
    while let way = ways.popLast() {
      let last = way.last.flatMap { self.set($0.opener) } ?? set
      for (gate, opener) in last.setGates {
        let longer = way + [(gate, opener)]
        let key = QuestSet.key(opener)
        if key == own && !way.isEmpty { return longer }
        // A set without nodes is never complete, so gates that require it are opened by hand.
        guard let position = positions[key], progress[position].canBeComplete,
          seen.insert(key).inserted
        else { continue }
        ways.append(longer)
      }
    }
    return nil
  }

  /// Inserts a set with its progress, and replaces a set of the same id.
  mutating func put(_ loaded: QuestProgress) {
    let key = QuestSet.key(loaded.definition.id)
    let position = positions[key] ?? progress.count
    if position < progress.count {
      watchers = watchers.mapValues { $0.filter { $0.set != position } }
      progress[position] = loaded
    } else {
      positions[key] = position
      progress.append(loaded)
    }
    for (gate, found) in loaded.plan.gates.enumerated() {
      guard case .set(let opener) = found.opening else { continue }
      watchers[opener, default: []].append(Watcher(set: position, gate: gate))
      if opensByItself(gate, of: loaded) { progress[position].setGate(gate, isOpen: true) }
    }
    updateWatchers(of: position)
  }
}

extension QuestProgress {
  /// Adopts the progress of an earlier version of the set.
  ///
  /// - Returns: the effects of completions whose nodes were removed or exist again.
  fileprivate mutating func adopt(from before: QuestProgress) -> SubjectEffect {
    var effect = SubjectEffect()
    for (node, completion) in before.completions.enumerated() {
      guard let completion else { continue }
      let id = before.definition.node(node).id
      if let retained = plan.nodePositions[id] {
        complete(retained, completion)
      } else {
        vanished[id] = completion
        effect.reversals.append(
          QuestProgress.reversal(completion))
        effect.voided.append(completion.event)
      }
    }
    for (id, completion) in before.vanished.sorted(by: { $0.key < $1.key }) {
      if let back = plan.nodePositions[id] {
        complete(back, completion)
        effect.reversals.append(
          QuestProgress.reversal(completion, isRevived: true))
        effect.revived.append(completion.event)
      } else {
        vanished[id] = completion
      }
    }
    for (gate, wasOpened) in before.openedByHand.enumerated() where wasOpened {
      guard let retained = plan.gatePositions[before.definition.gate(gate).id] else { continue }
      switch plan.gates[retained].opening {
      case .hand, .set: openByHand(retained)
      case .level, .node, .mission: break
      }
    }
    return effect
  }
}

extension QuestSet {
  /// The gates with nodes behind them that require other sets, with the id of the required set.
  fileprivate var setGates: [(gate: QuestReference, opener: String)] {
    plan.gates.enumerated().compactMap { position, gate in
      guard case .set = gate.opening, !gate.nodes.isEmpty else { return nil }
      let definition = self.gate(position)
      return (QuestReference(set: id, id: definition.id), definition.requirement)
    }
  }
}
