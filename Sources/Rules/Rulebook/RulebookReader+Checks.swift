/// Holding what was read against the rules, and telling what is wrong by the file's own paths.
extension RulebookReader {
  /// Adds what `RulebookDefinition.faults()` finds, except where the file could not be read and
  /// except what would follow from that only.
  mutating func check(_ definition: RulebookDefinition) {
    let unreadable = Set(faults.map(\.path)).union(unreliable.map(\.text))
    for fault in withoutConsequences(definition).faults() {
      let translated = translated(fault)
      var path = RulebookPath()
      var isKnown = false
      for key in translated.keys {
        path = path[key]
        isKnown = isKnown || unreadable.contains(path.text)
      }
      if !isKnown { faults.append(translated) }
    }
  }

  /// The definition with what could not be read, and whatever is checked against it, replaced by
  /// something sound.
  private func withoutConsequences(_ definition: RulebookDefinition) -> RulebookDefinition {
    var sound = definition
    let root = RulebookPath()
    let areCardsDamaged = isDamaged(root["cards"], root["change_cards"])
    if areCardsDamaged || isDamaged(root["drops"]) { sound.drops.emptyCell = .none }
    if isDamaged(root["drops"]["rates"]) {
      sound.drops.rates = [.one, .zero, .zero, .zero]
    }
    if isDamaged(root["ladders"], root["change_ladders"]) { Self.makeRungIDsUnique(&sound) }
    let areLevelsDamaged = isDamaged(root["levels"])
    let areMissionsDamaged = isDamaged(root["missions"], root["change_missions"])
    for index in sound.missions.indices {
      let rests =
        switch sound.missions[index].metric {
        case .cards: areCardsDamaged
        case .level: areLevelsDamaged
        case .missionsCompleted: areMissionsDamaged
        default: false
        }
      if rests { sound.missions[index].metric = .totalPoints }
    }
    return sound
  }

  /// Ids that are taken were told when they were read, of that one of the two which the file gives.
  private static func makeRungIDsUnique(_ definition: inout RulebookDefinition) {
    var seen: Set<String> = []
    for ladder in definition.ladders.indices {
      for rung in definition.ladders[ladder].rungs.indices {
        let id = definition.ladders[ladder].rungs[rung].id
        if !seen.insert(id).inserted {
          definition.ladders[ladder].rungs[rung].id = "rung-\(ladder)-\(rung)"
        }
      }
    }
  }

  /// A fault in the definition as one in the file: entries of lists stand there at other places
  /// than in the definition, if at all.
  private func translated(_ fault: RulebookFault) -> RulebookFault {
    let keys = fault.keys
    guard keys.count >= 2, case .name(let list) = keys[0], case .position(let position) = keys[1],
      let places = origins[list], places.indices.contains(position - 1)
    else { return fault }
    let origin = places[position - 1]
    var path = origin.path
    for key in keys.dropFirst(2) { path = path[key] }
    var problem = fault.problem
    if origin.isInherited, let base {
      let owner = isGuessed ? "" : " from \(base.id)"
      problem += " (inherited\(owner); to change it use change_\(list))"
    }
    return RulebookFault(path: (aliases[path] ?? path).text, problem: problem)
  }

  /// Faults in the order of a rulebook's parts, and of the entries of its lists.
  static func inOrder(_ faults: [RulebookFault]) -> [RulebookFault] {
    let keyed = faults.enumerated().map { index, fault in
      var place = (part: parts.count, position: 0, index: index)
      let keys = fault.keys
      if case .name(let name)? = keys.first {
        place.part = parts.firstIndex(of: name) ?? place.part
      }
      if keys.count > 1, case .position(let position) = keys[1] { place.position = position }
      return (place: place, fault: fault)
    }
    return keyed.sorted { $0.place < $1.place }.map(\.fault)
  }
}
