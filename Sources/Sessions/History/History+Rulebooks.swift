import FlintJSON
package import FlintRules
import Storage

/// Changes of the rulebook, which are batches without records.
extension History {
  /// Makes a rulebook the profile's, and folds the profile with it. The change has a batch of its
  /// own, so that it can be undone. The profile stores the definitions of the new and of the
  /// previous rulebook.
  package func setRulebook(_ new: Rulebook) throws(SessionError) {
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
      let restored = try Rulebook.find(
        id: change.new.id, hash: change.new.hash, session.access)
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
    session.progress.batches.settingBatch = number
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
    var new = new
    new.dayStart = profile.dayStart
    try session.fold(under: new)
  }
}

extension Rulebook {
  /// Returns the rulebook with which a session folds a profile, with the profile's day start: another
  /// one if that is wanted, else the profile's own.
  static func folding(
    _ profile: Profile, instead: RulebookDefinition?, _ access: StoreAccess
  ) throws -> Rulebook {
    var rulebook = try own(profile, instead: instead, access)
    rulebook.dayStart = profile.dayStart
    return rulebook
  }

  private static func own(
    _ profile: Profile, instead: RulebookDefinition?, _ access: StoreAccess
  ) throws -> Rulebook {
    if let instead {
      guard let rulebook = try? Rulebook(instead) else {
        throw SessionError.unknownRulebook(instead.id)
      }
      return rulebook
    }
    let (id, hash) = (profile.rulebook, profile.rulebookHash)
    if let found = try find(id: id, hash: hash, access) { return found }
    // A profile of a version that did not store definitions.
    guard let bundled = bundled(id) else { throw SessionError.unknownRulebook(id) }
    return bundled
  }

  /// Returns the rulebook with a hash: the bundled one, or else the stored one.
  fileprivate static func find(
    id: String, hash: String, _ access: StoreAccess
  ) throws -> Rulebook? {
    if let bundled = bundled(id), bundled.hash == hash { return bundled }
    return try access.rulebooks.rulebook(hash: hash)
  }

  private static func bundled(_ id: String) -> Rulebook? {
    RulebookDefinition.bundled.first { $0.id == id }.flatMap { try? Rulebook($0) }
  }
}
