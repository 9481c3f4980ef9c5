public import Rules
import Storage

/// The result of undoing or redoing.
public struct UndoReport: Equatable, Sendable {
  /// The batch that was undone or done again, if it was a whole one.
  public var batch: Int64?
  /// Events taken back.
  public var removed = 0
  /// Events that are back.
  public var restored = 0
  /// Events that say again what they said before.
  public var changed = 0
  /// Events that say what they said: what was undone or done again of them shows only once something
  /// else is undone.
  public var unchanged = 0
  /// Events left as they are, because something was recorded about them since, or because events of
  /// other batches are about them.
  public var left: [EventID] = []
  /// What became of an event.
  public enum Effect: Sendable {
    case removed
    case restored
    case changed
  }

  /// An event, and what became of it.
  public struct Reversed: Equatable, Sendable {
    /// The event.
    public var id: EventID
    /// What became of it.
    public var effect: Effect
  }

  /// The first of the events that were removed, restored or changed, in the order of recording; none of
  /// them where very many were taken back at once.
  public var events: [Reversed] = []
  /// The batch's kind and source: `import moods.csv`.
  public var batchName: String?
  /// The change of the rulebook that this made, if it made one.
  public var rulebook: RulebookChange?
  /// The rulebook that was left as it is, since it was set after the change that was to be undone or
  /// redone.
  public var rulebookInstead: String?

  /// So many of the events are named.
  static let mostEvents = 10

  /// How many events were removed, restored or changed.
  public var touched: Int { removed + restored + changed }

  /// Whether anything was recorded.
  public var isDone: Bool { touched + unchanged > 0 || rulebook != nil }

  init(of batch: StoredBatch? = nil) {
    self.batch = batch?.number
    batchName = batch.map { $0.source.isEmpty ? $0.kind : "\($0.kind) \($0.source)" }
  }

  mutating func note(_ id: EventID, _ effect: Effect) {
    if events.count < Self.mostEvents { events.append(Reversed(id: id, effect: effect)) }
  }
}
