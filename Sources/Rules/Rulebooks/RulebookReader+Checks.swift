/// Validation of what was read, with errors reported at the file's own paths.
extension RulebookReader {
  /// Adds the errors that `RulebookDefinition.faults()` finds, except at paths that could not be
  /// read and those that only follow from such paths.
  mutating func check(_ definition: RulebookDefinition) {
    let unreadable = Set(faults.map(\.path)).union(unreliable.map(\.text))
    for fault in withoutConsequences(definition).faults() {
      let translated = inFile(fault)
      var path = RulebookPath()
      var isKnown = false
      for key in translated.keys {
        path = path[key]
        isKnown = isKnown || unreadable.contains(path.text)
      }
      if !isKnown { faults.append(translated) }
    }
  }

  /// Returns the definition with valid values in place of those that could not be read and of those
  /// that are validated against them.
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
      let dependsOnDamaged =
        switch sound.missions[index].metric {
        case .cards: areCardsDamaged
        case .level: areLevelsDamaged
        case .missionsCompleted: areMissionsDamaged
        default: false
        }
      if dependsOnDamaged { sound.missions[index].metric = .totalPoints }
    }
    return sound
  }

  /// Replaces duplicate rung ids; they were reported while reading, at the path of the file's own
  /// rung.
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

  /// Returns an error in the definition as an error in the file, where list entries may have other
  /// positions or be absent.
  private func inFile(_ fault: RulebookFault) -> RulebookFault {
    let keys = fault.keys
    guard keys.count >= 2, case .name(let list) = keys[0], case .position(let position) = keys[1],
      let entries = origins[list], entries.indices.contains(position - 1)
    else { return fault }
    let origin = entries[position - 1]
    var path = origin.path
    for key in keys.dropFirst(2) { path = path[key] }
    var problem = fault.problem
    if origin.isInherited, let base {
      let owner = isGuessed ? "" : " from \(base.id)"
      problem += " (inherited\(owner); to change it use change_\(list))"
    }
    return RulebookFault(path: (aliases[path] ?? path).text, problem: problem)
  }

  /// Returns errors in the order of a rulebook's sections and of the entries of its lists.
  static func sorted(_ faults: [RulebookFault]) -> [RulebookFault] {
    let keyed = faults.enumerated().map { index, fault in
      var key = (section: sections.count, position: 0, index: index)
      let keys = fault.keys
      if case .name(let name)? = keys.first {
        key.section = sections.firstIndex(of: name) ?? key.section
      }
      if keys.count > 1, case .position(let position) = keys[1] { key.position = position }
      return (key: key, fault: fault)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.fault)
  }
}
