import Rules
import Sessions

/// Rows that have no id of their own and are alike are told apart by numbers, in the order of their
/// file. Where one of them is gone since an earlier import, or could not be read then, the others have
/// moved up; so they are first held against what the profile has under each number.
extension ImportJob {
  /// Gives rows that are alike the numbers under which the profile has them.
  func matchAlike(_ units: inout [ImportUnit]) throws {
    var groups: [String: [Int]] = [:]
    for (place, unit) in units.enumerated() {
      // Those of a rejects file bring their numbers along.
      guard let key = unit.alikeKey, unit.originals.first?.origin == nil,
        case .drafts(let drafts) = unit.outcome, !drafts.isEmpty
      else { continue }
      groups[key, default: []].append(place)
    }
    for (key, places) in groups {
      // One alone is the first, unless there was another.
      if places.count == 1, try !isThere(units[places[0]], key, 1) { continue }
      try match(places.sorted { number(units[$0], key) < number(units[$1], key) }, key, &units)
    }
  }

  private func match(
    _ places: [Int], _ key: String, _ units: inout [ImportUnit]
  ) throws {
    // A few more than there are rows: of those of the profile some may be gone.
    var standing: [Int] = []
    for number in 0..<places.count + 8 where try isThere(units[places[0]], key, number) {
      standing.append(number)
    }
    if standing.isEmpty { return }
    var taken: [Int: Int] = [:]
    func isFree(_ number: Int) -> Bool { !taken.values.contains(number) }
    // Those that are where they were, then those that have moved, then those that say something new.
    for place in places {
      let own = number(units[place], key)
      if standing.contains(own), try isSame(units[place], key, own) { taken[place] = own }
    }
    for place in places where taken[place] == nil {
      let found = try standing.first { number in
        try isFree(number) && isSame(units[place], key, number)
      }
      if let found { taken[place] = found }
    }
    for place in places where taken[place] == nil {
      let own = number(units[place], key)
      taken[place] = isFree(own) ? own : (0...).first(where: isFree) ?? own
    }
    for place in places {
      guard let number = taken[place], number != self.number(units[place], key) else { continue }
      renumber(&units[place], key, number)
    }
  }

  // MARK: Numbers and keys

  private func key(_ alike: String, _ number: Int) -> String {
    number == 0 ? alike : "\(alike)/\(number + 1)"
  }

  /// The number of a unit: its key is the longest that its first draft's begins with.
  private func number(_ unit: ImportUnit, _ alike: String) -> Int {
    guard case .drafts(let drafts) = unit.outcome, let own = drafts.first?.key,
      own.hasPrefix("\(alike)/"), let number = Int(own.dropFirst(alike.count + 1))
    else { return 0 }
    return number - 1
  }

  private func renumber(_ unit: inout ImportUnit, _ alike: String, _ number: Int) {
    let (old, new) = (key(alike, self.number(unit, alike)), key(alike, number))
    func renamed(_ key: String?) -> String? { key.map { new + $0.dropFirst(old.count) } }
    guard case .drafts(let drafts) = unit.outcome else { return }
    let isTimeInKey = unit.isTimeInKey
    unit.absences = unit.absences.map { absence in
      var absence = absence
      absence.key = renamed(absence.key) ?? absence.key
      return absence
    }
    unit.outcome = .drafts(
      drafts.map { draft in
        switch draft {
        case .action(var action):
          action.key = renamed(action.key)
          if isTimeInKey { action.isTimeKnown = false }
          return .action(action)
        case .entry(var entry):
          entry.key = renamed(entry.key)
          if isTimeInKey { entry.isTimeKnown = false }
          return .entry(entry)
        default: return draft
        }
      })
  }

  // MARK: What the profile has

  private func event(_ kind: EventKind, _ key: String) throws -> Event? {
    try session.event(id: recorder.id(kind, key: key))?.event
  }

  /// Whether the profile has something under a number, of the sort that a unit says first.
  private func isThere(_ unit: ImportUnit, _ alike: String, _ number: Int) throws -> Bool {
    guard case .drafts(let drafts) = unit.outcome, let kind = drafts.first?.kind(recorder) else {
      return false
    }
    return try session.hasEvent(id: recorder.id(kind, key: key(alike, number)))
  }

  /// Whether the profile has under a number just what a unit says.
  private func isSame(_ unit: ImportUnit, _ alike: String, _ number: Int) throws -> Bool {
    guard case .drafts(let drafts) = unit.outcome else { return false }
    let old = key(alike, self.number(unit, alike)).count
    func renamed(_ own: String) -> String { key(alike, number) + own.dropFirst(old) }
    for absence in unit.absences where try event(absence.kind, renamed(absence.key)) != nil {
      return false
    }
    for draft in drafts {
      guard let own = draft.key, let kind = draft.kind(recorder),
        let event = try event(kind, renamed(own)),
        try recorder.isSame(draft, event, isTimed: !unit.isTimeInKey)
      else { return false }
    }
    return true
  }
}

extension DraftRecorder {
  /// Whether an event says what a draft does, whatever task or tracker it is about.
  fileprivate func isSame(_ draft: Draft, _ event: Event, isTimed: Bool) throws -> Bool {
    switch (draft, event.action) {
    case (.action(let action), .task(.taskComplete)): return instant(action.at) == event.at
    case (.action(let action), let standing):
      let said = try action.action(references)
      return said.content.utf8.elementsEqual(standing.content.utf8)
        && (!isTimed || !action.isTimeKnown || instant(action.at) == event.at)
    case (.entry(let entry), .tracker(.entry(let standing))):
      let said = try? EntryContent(
        tracker: standing.tracker, kind: entry.kind, minutes: entry.minutes, title: entry.title,
        notes: entry.notes, tags: entry.tags, values: entry.values)
      return said.map { Event.Action.tracker(.entry($0)).content } == event.action.content
        && (!isTimed || !entry.isTimeKnown || instant(time(of: entry)) == event.at)
    default: return false
    }
  }
}

extension Draft {
  /// The kind of event that it becomes, as far as it can be told before what it refers to is there.
  fileprivate func kind(_ recorder: DraftRecorder) -> EventKind? {
    switch self {
    case .entry: return .trackerEntry
    // What refers to another draft of its unit is the completion of a task.
    case .action(let action): return (try? action.action(recorder.references).kind) ?? .taskComplete
    default: return nil
    }
  }
}
