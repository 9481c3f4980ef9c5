import JSON
public import Rules
import Storage

/// Changes of the rulebook, which are batches without records.
extension History {
  /// Makes a rulebook the profile's, and folds the profile with it. The change has a batch of its
  /// own, so that it can be undone. The profile stores the definitions of the new and of the
  /// previous rulebook.
  public func setRulebook(_ new: Rulebook) throws(SessionError) {
    try session.work {
      try session.begin()
      try session.closeBatch()
      try changeRulebook(to: new)
      try session.closeBatch()
    }
  }

  /// Restores a rulebook that a batch replaced, or with which it replaced another one, if the
  /// profile still has the other one.
  ///
  /// - Throws: `SessionError.unfitRulebook` when history has since used ids that the rulebook does
  ///   not have.
  func restoreRulebook(_ change: RulebookChange, _ report: inout UndoReport) throws {
    let current = try session.access.profile.read()
    if current.rulebookHash == change.new.hash { return }
    guard current.rulebookHash == change.old.hash else {
      report.rulebookInstead = current.rulebook
      return
    }
    guard
      let restored = try Rulebook(id: change.new.id, hash: change.new.hash, session.access)
    else { throw SessionError.unknownRulebook(change.new.id) }
    let obstacles = try session.reader.obstacles(to: restored.definition)
    guard obstacles.isEmpty else { throw SessionError.unfitRulebook(change.new.id, obstacles) }
    try changeRulebook(to: restored)
    report.rulebook = change
  }

  private func changeRulebook(to new: Rulebook) throws {
    try session.begin()
    let access = session.access
    let number = try session.provenance().batch
    session.progress.batches.ofSetting = number
    let old = session.rulebook
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
    // The current state was derived under the old rules.
    session.fold = SessionFold(rulebook: new, seed: session.fold.seed)
    // A state that lacks events later than now does not cover all records.
    guard try access.foldOrder.firstInstant(after: session.now) == nil else { return }
    let state = try session.reader.stateOfAllEvents(under: new)
    try access.stateCache.store(state, records: session.progress.records, rulebook: new)
  }
}

extension Rulebook {
  /// Returns the rulebook with which a session folds a profile: another one if that is wanted, else
  /// the profile's own.
  init(of profile: Profile, instead: RulebookDefinition?, _ access: StoreAccess) throws {
    if let instead {
      guard let rulebook = try? Rulebook(instead) else {
        throw SessionError.unknownRulebook(instead.id)
      }
      self = rulebook
      return
    }
    if let found = try Rulebook(id: profile.rulebook, hash: profile.rulebookHash, access) {
      self = found
      return
    }
    // A profile of a version that did not store definitions. Otherwise, folding with different
    // rules would change the results of the profile.
    guard try access.rulebooks.definition(hash: profile.rulebookHash) == nil,
      let bundled = Rulebook(bundled: profile.rulebook)
    else { throw SessionError.unknownRulebook(profile.rulebook) }
    self = bundled
  }

  /// Finds the rulebook with a hash: the bundled one, or else the stored definition.
  fileprivate init?(id: String, hash: String, _ access: StoreAccess) throws {
    if let bundled = Rulebook(bundled: id), bundled.hash == hash {
      self = bundled
      return
    }
    guard
      let rulebook = try access.rulebooks.definition(hash: hash).flatMap({ Rulebook(kept: $0) })
    else { return nil }
    self = rulebook
  }

  private init?(bundled id: String) {
    guard let definition = RulebookDefinition.bundled.first(where: { $0.id == id }),
      let rulebook = try? Rulebook(definition)
    else { return nil }
    self = rulebook
  }

  /// Reads a stored definition; `nil` if this version does not support it.
  init?(kept definition: String) {
    guard let tree = try? JSONValue(parsing: definition),
      let definition = try? RulebookDefinition(reading: tree, bundled: []),
      let rulebook = try? Rulebook(definition)
    else { return nil }
    self = rulebook
  }
}
