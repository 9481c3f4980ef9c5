import Calendar
import JSON
public import Rules
import Storage

extension Session {
  /// Folds the profile's events under two rulebooks, without changing the profile.
  ///
  /// - Parameters:
  ///   - new: the first rulebook.
  ///   - old: the second rulebook; by default that of the profile.
  ///   - isOfAll: whether events later than now are folded too.
  public func replay(
    under new: Rulebook, against old: Rulebook? = nil, ofAll isOfAll: Bool = false
  ) throws(SessionError) -> Replay {
    try begin()
    var replay = Replay(old: old ?? rulebook, new: new, seed: rollSeed)
    let end = isOfAll ? Self.endOfTime : now
    try storing {
      try access.foldOrder.forEachEvent(after: nil, through: end) { replay.apply($0) }
    }
    replay.finish()
    replay.open(through: today)
    return replay
  }

  /// Returns the reasons why a rulebook cannot become the profile's: ids in use by its history
  /// whose meaning would differ from that in its rulebook or in one with which it was folded
  /// before. Empty if there are none.
  public func obstacles(to new: RulebookDefinition) throws(SessionError) -> [TableFault] {
    try begin()
    let kept = try storing { try access.rulebooks.definitions() }
    var found = try obstacles(to: new, after: rulebook)
    // Definitions of a version with other fields cannot be compared.
    for case let former? in kept.map({ Rulebook(kept: $0) }) where former.hash != rulebook.hash {
      for obstacle in try obstacles(to: new, after: former) where !found.contains(obstacle) {
        found.append(obstacle)
      }
    }
    return found
  }

  /// Returns the ids in use by history whose meaning differs between two rulebooks. All of history
  /// counts, including events later than now.
  private func obstacles(
    to new: RulebookDefinition, after old: Rulebook
  ) throws(SessionError) -> [TableFault] {
    let folded = try stateOfAllEvents(under: old, through: Self.endOfTime)
    let state = old.opened(folded, through: today) ?? folded
    let definition = old.definition
    let cards = zip(definition.cards, state.holdings).filter { $1.copies > 0 }.map(\.0.id)
    let missions = state.completions.map { definition.missions[Int($0.mission)].id }
    let rungs = state.journey.unlocks.map {
      definition.ladders[Int($0.ladder)].rungs[Int($0.rung)].id
    }
    return definition.incompatibilities(
      with: new, usedCards: Set(cards), completedMissions: Set(missions),
      unlockedRungs: Set(rungs))
  }

  private static let endOfTime = Instant(milliseconds: .max)

  /// Makes a rulebook the profile's, and folds the profile with it. The change has a batch of its
  /// own, so that it can be undone. The profile stores the definitions of the new and of the
  /// previous rulebook.
  public func setRulebook(_ new: Rulebook) throws(SessionError) {
    try begin()
    try closeBatch()
    try changeRulebook(to: new)
    try closeBatch()
  }

  /// Restores a rulebook that a batch replaced, or with which it replaced another one, if the
  /// profile still has the other one.
  ///
  /// - Throws: `SessionError.unfitRulebook` when history has since used ids that the rulebook does
  ///   not have.
  func restoreRulebook(
    _ change: RulebookChange, _ report: inout UndoReport
  ) throws(SessionError) {
    let current = try storing { try access.profile.read() }
    if current.rulebookHash == change.new.hash { return }
    guard current.rulebookHash == change.old.hash else {
      report.rulebookInstead = current.rulebook
      return
    }
    let restored = try rulebook(change.new)
    let obstacles = try obstacles(to: restored.definition)
    guard obstacles.isEmpty else { throw .unfitRulebook(change.new.id, obstacles) }
    try changeRulebook(to: restored)
    report.rulebook = change
  }

  private func changeRulebook(to new: Rulebook) throws(SessionError) {
    try begin()
    let number = try provenance().batch
    settingBatch = number
    let (records, old) = (records, rulebook)
    let isComplete = try storing {
      let profile = try access.profile.read()
      if old.hash == profile.rulebookHash {
        try access.rulebooks.keep(hash: old.hash, definition: old.definition.json.text())
      }
      try access.profile.setRulebook(
        id: new.definition.id, hash: new.hash, definition: new.definition.json.text())
      let change = RulebookChange(
        old: RulebookChange.Version(id: profile.rulebook, hash: profile.rulebookHash),
        new: RulebookChange.Version(id: new.definition.id, hash: new.hash))
      try access.batches.describe(number, change.detail)
      return try access.foldOrder.firstInstant(after: now) == nil
    }
    // The current state was derived under the old rules.
    rulebook = new
    fold = SessionFold(rulebook: new, seed: rollSeed)
    // A state that lacks events later than now does not cover all records.
    guard isComplete else { return }
    let state = try stateOfAllEvents(under: new)
    try storing {
      try access.stateCache.store(state, records: records, rulebook: new)
    }
  }

  /// Returns a rulebook with which the profile was folded: from the stored definition, or else the
  /// bundled one.
  private func rulebook(_ version: RulebookChange.Version) throws(SessionError) -> Rulebook {
    let kept = try storing {
      try access.rulebooks.definition(hash: version.hash)
    }
    if let rulebook = kept.flatMap({ Rulebook(kept: $0) }) { return rulebook }
    let bundled = RulebookDefinition.bundled.first { $0.id == version.id }
      .flatMap { try? Rulebook($0) }
    guard let bundled, bundled.hash == version.hash else { throw .unknownRulebook(version.id) }
    return bundled
  }
}

extension Rulebook {
  /// Reads a stored definition; `nil` if this version does not support it.
  init?(kept definition: String) {
    guard let tree = try? JSONValue(parsing: definition),
      let definition = try? RulebookDefinition(reading: tree, bundled: []),
      let rulebook = try? Rulebook(definition)
    else { return nil }
    self = rulebook
  }
}
