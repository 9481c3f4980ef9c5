package import FlintCalendar
package import FlintRules
import Storage

/// Changes of the profile's settings, which are batches without records.
extension History {
  /// Changes a setting, and folds the profile again if its days change. The change has a batch of its
  /// own, so that it can be undone.
  ///
  /// - Returns: the change; `nil` when the setting already has the value.
  /// - Throws: `SessionError.field` with the name of the setting when it does not accept the value;
  ///   `SessionError.unknownZone`.
  package func set(
    _ setting: ProfileSetting, to value: String
  ) throws(SessionError) -> SettingChange? {
    try session.work {
      try session.begin()
      let old = session.profile
      var new = old
      try new.set(setting, to: value)
      if new == old { return nil }
      try session.closeBatch()
      var change = SettingChange(
        setting: setting, old: old.value(of: setting), new: new.value(of: setting))
      switch setting {
      case .dayStart:
        change.movedEvents = try movedEvents(from: old.dayStart, to: new.dayStart)
      // Events keep their offsets.
      case .zone: change.movedEvents = 0
      case .weekStart, .language, .color, .pager, .limit, .saved: break
      }
      try apply(change, new)
      try session.closeBatch()
      return change
    }
  }

  /// Returns the local times at which the profile's civil days started before, without the current
  /// one: events for which only a day was stated were recorded at these times.
  package func earlierDayStarts() throws(SessionError) -> [DayStart] {
    var found: [DayStart] = []
    for case let change? in try batches().map(\.settingChange) where change.setting == .dayStart {
      for case let start? in [DayStart(change.old), DayStart(change.new)]
      where start != session.dayStart && !found.contains(start) {
        found.append(start)
      }
    }
    return found
  }

  /// Restores a setting that a batch changed, or makes the change again, if nothing has changed it
  /// since.
  func restore(_ change: SettingChange, _ report: inout UndoReport) throws {
    let current = session.profile.value(of: change.setting)
    if current == change.new { return }
    guard current == change.old else {
      report.settingInstead = "\(change.setting.name) \(change.setting.text(of: current))"
      return
    }
    var restored = session.profile
    try restored.set(change.setting, to: change.new)
    try apply(change, restored)
    report.setting = change
  }

  /// Returns the number of events whose civil day another start of days changes.
  private func movedEvents(from old: DayStart, to new: DayStart) throws -> Int {
    var moved = 0
    let end = Instant(milliseconds: .max)
    try session.access.foldOrder.forEachEvent(after: nil, through: end) { event in
      if event.day(old) != event.day(new) { moved += 1 }
    }
    return moved
  }

  private func apply(_ change: SettingChange, _ new: Profile) throws {
    let zone = try CivilZone.named(new.zone, dayStart: new.dayStart)
    try session.begin()
    let number = try session.provenance().batch
    session.progress.batches.settingBatch = number
    try session.access.profile.setSettings(of: new)
    try session.access.batches.describe(number, change.detail)
    session.progress.profile = new
    session.progress.clock.zone = zone
    if change.setting == .dayStart {
      var rulebook = session.rulebook
      rulebook.dayStart = new.dayStart
      try session.fold(under: rulebook)
    }
  }
}

extension Session {
  /// Folds the profile under other rules from now on, and stores the state derived with them.
  func fold(under rulebook: Rulebook) throws {
    // The current state was derived under the old rules.
    fold = SessionFold(rulebook: rulebook, seed: fold.seed)
    // A state that lacks events later than now does not cover all records.
    guard try access.foldOrder.firstInstant(after: now) == nil else { return }
    let state = try reader.stateOfAllEvents()
    try access.stateCache.store(state, records: progress.records, rulebook: rulebook)
  }
}
