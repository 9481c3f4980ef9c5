import FlintRules
import Sessions

/// Equal rows without an id are distinguished by numbers, in the order of their file. If one of
/// them was removed since an earlier import, or could not be read then, the numbers of the others
/// are shifted; so the rows are first compared with the events that the profile has under each
/// number.
extension ImportJob {
  /// Assigns to equal rows the numbers under which the profile contains them.
  func matchDuplicates(_ units: inout [ImportUnit]) throws {
    if try session.reader.isEmpty { return }
    var groups: [String: [Int]] = [:]
    for (index, unit) in units.enumerated() {
      guard let key = unit.duplicateKey, case .events(let events) = unit.outcome, !events.isEmpty
      else { continue }
      groups[key, default: []].append(index)
    }
    for (key, indices) in groups {
      // A single row is the first, unless the profile has a second one.
      if try indices.count > 1 || exists(units[indices[0]], key, 1) {
        try match(indices.sorted { number(units[$0], key) < number(units[$1], key) }, key, &units)
      }
      for index in indices { try rejectUnknownNumber(of: &units[index], key) }
    }
  }

  /// Rejects a row of a rejects file if the profile has other content under its number, which only
  /// the whole file tells.
  private func rejectUnknownNumber(of unit: inout ImportUnit, _ key: String) throws {
    let number = number(unit, key)
    guard let origin = unit.originals.first?.origin, try exists(unit, key, number),
      try !isSame(unit, key, number)
    else { return }
    unit.outcome = .rejected(
      RowProblem(
        reason: "the profile has this with other content: correct the row in \(origin.file), and "
          + "import that"))
  }

  private func match(
    _ indices: [Int], _ key: String, _ units: inout [ImportUnit]
  ) throws {
    // Slightly more than there are rows, since numbers of removed events may be missing.
    var existing: [Int] = []
    for number in 0..<indices.count + 8 where try exists(units[indices[0]], key, number) {
      existing.append(number)
    }
    if existing.isEmpty { return }
    var taken: [Int: Int] = [:]
    func isFree(_ number: Int) -> Bool { !taken.values.contains(number) }
    // First the rows with an unchanged number, then those whose number was shifted, then new ones.
    for index in indices {
      let own = number(units[index], key)
      if existing.contains(own), try isSame(units[index], key, own) { taken[index] = own }
    }
    for index in indices where taken[index] == nil {
      let found = try existing.first { number in
        try isFree(number) && isSame(units[index], key, number)
      }
      if let found { taken[index] = found }
    }
    for index in indices where taken[index] == nil {
      let own = number(units[index], key)
      taken[index] = isFree(own) ? own : (0...).first(where: isFree) ?? own
    }
    for index in indices {
      guard let number = taken[index], number != self.number(units[index], key) else { continue }
      renumber(&units[index], key, number)
    }
  }

  // MARK: Numbers and keys

  private func key(_ baseKey: String, _ number: Int) -> String {
    number == 0 ? baseKey : "\(baseKey)/\(number + 1)"
  }

  /// Returns the number of a unit, from 0, according to the key of its first event.
  private func number(_ unit: ImportUnit, _ baseKey: String) -> Int {
    guard case .events(let events) = unit.outcome, let own = events.first?.key,
      own.hasPrefix("\(baseKey)/"), let number = Int(own.dropFirst(baseKey.count + 1))
    else { return 0 }
    return number - 1
  }

  private func renumber(_ unit: inout ImportUnit, _ baseKey: String, _ number: Int) {
    let (old, new) = (key(baseKey, self.number(unit, baseKey)), key(baseKey, number))
    func renamed(_ key: String?) -> String? { key.map { new + $0.dropFirst(old.count) } }
    guard case .events(let events) = unit.outcome else { return }
    let isTimeInKey = unit.isTimeInKey
    unit.absences = unit.absences.map { absence in
      var absence = absence
      absence.key = renamed(absence.key) ?? absence.key
      return absence
    }
    unit.outcome = .events(
      events.map { event in
        switch event {
        case .action(var action):
          action.key = renamed(action.key)
          if isTimeInKey { action.isTimeKnown = false }
          return .action(action)
        case .entry(var entry):
          entry.key = renamed(entry.key)
          if isTimeInKey { entry.isTimeKnown = false }
          return .entry(entry)
        default: return event
        }
      })
  }

  // MARK: Events of the profile

  private func event(_ kind: EventKind, _ key: String) throws -> ProfileEvent? {
    try session.reader.event(id: session.id(ofKind: kind, key: key))?.event
  }

  /// Whether the profile contains an event under a number, of the kind of the first event of a unit.
  private func exists(_ unit: ImportUnit, _ baseKey: String, _ number: Int) throws -> Bool {
    guard case .events(let events) = unit.outcome, let kind = events.first?.kind else {
      return false
    }
    return try session.reader.hasEvent(id: session.id(ofKind: kind, key: key(baseKey, number)))
  }

  /// Whether the events of the profile under a number are equal to those of a unit.
  private func isSame(_ unit: ImportUnit, _ baseKey: String, _ number: Int) throws -> Bool {
    guard case .events(let events) = unit.outcome else { return false }
    let old = key(baseKey, self.number(unit, baseKey)).count
    func renamed(_ own: String) -> String { key(baseKey, number) + own.dropFirst(old) }
    for absence in unit.absences where try event(absence.kind, renamed(absence.key)) != nil {
      return false
    }
    for imported in events {
      guard let own = imported.key, let event = try event(imported.kind, renamed(own)),
        try recorder.isSame(imported, event, isTimed: !unit.isTimeInKey)
      else { return false }
    }
    return true
  }
}

extension ImportRecorder {
  /// Whether an event is equal to an imported one, ignoring the task or tracker to which it refers.
  fileprivate func isSame(_ imported: ImportedEvent, _ event: ProfileEvent, isTimed: Bool) throws
    -> Bool
  {
    switch (imported, event.action) {
    case (.action(let action), .task(.taskComplete)): return instant(action.at) == event.at
    case (.action(let action), let existing):
      let content = try action.action(references)
      return content.content.utf8.elementsEqual(existing.content.utf8)
        && (!isTimed || !action.isTimeKnown || instant(action.at) == event.at)
    case (.entry(let entry), .tracker(.entry(let existing))):
      let content = try? EntryContent(
        tracker: existing.tracker, kind: entry.kind, minutes: entry.minutes, title: entry.title,
        notes: entry.notes, tags: entry.tags, values: entry.values)
      return content.map { ProfileEvent.Action.tracker(.entry($0)).content } == event.action.content
        && (!isTimed || !entry.isTimeKnown || instant(entry.at) == event.at)
    default: return false
    }
  }
}
