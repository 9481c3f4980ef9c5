package import FlintRules
package import Storage

package struct UndoReport: Equatable, Sendable {
  /// The batch that was undone or redone, if it was a whole one.
  package var batch: Int64?
  package var removed = 0
  package var restored = 0
  /// The number of events that got back their previous content.
  package var changed = 0
  /// The number of events whose content did not change: undoing or redoing their records has an
  /// effect only once something else is undone.
  package var unchanged = 0
  /// The events left unchanged, because something was recorded about them since, or because events
  /// of other batches refer to them.
  package var left: [EventID] = []
  /// The first of the removed, restored and changed events, in the order of recording; empty where
  /// very many were removed at once.
  package var events: [AffectedEvent] = []
  /// The kind and source of the batch: `import moods.csv`.
  package var batchName: String?
  package var isMerge = false
  /// The change of the rulebook that was carried out, if any.
  package var rulebook: RulebookChange?
  /// The rulebook that was left unchanged, because it was set after the change that was to be
  /// undone or redone.
  package var rulebookInstead: String?

  /// The change of a setting that was carried out, if any.
  package var setting: SettingChange?
  /// The setting that was left unchanged, with its value, because it was set after the change that
  /// was to be undone or redone.
  package var settingInstead: String?

  /// The maximum number of listed events.
  static let mostEvents = 10

  /// The number of events that were removed, restored or changed.
  package var touched: Int { removed + restored + changed }

  package var isDone: Bool { touched + unchanged > 0 || rulebook != nil || setting != nil }

  init(of batch: StoredBatch? = nil) {
    self.batch = batch?.number
    isMerge = batch?.isMerge ?? false
    batchName = batch.map { $0.source.isEmpty ? $0.kind : "\($0.kind) \($0.source)" }
  }

  mutating func note(_ id: EventID, _ effect: AffectedEvent.Effect) {
    if events.count < Self.mostEvents { events.append(AffectedEvent(id, effect)) }
  }
}
