import FlintCalendar
import FlintRules

/// The events of a simulated player: they are folded at once and not written, until a query needs
/// more than the folded state; then they are first written into a profile in memory, so that every
/// query works. Events without a key are numbered in the order of recording: (player, ordinal) is
/// used as the id, and keys their draws.
final class PlayedEvents {
  /// The parts of a spark that has no others except the usual title.
  struct PlainSpark {
    let at: Instant
    let offset: UTCOffset
    let category: SparkCategory
    let intensity: SparkIntensity
  }

  /// An event that is not written yet. Most are plain sparks: what is larger is stored apart, so that the list
  /// of a player's events stays small.
  enum Pending {
    indirect case spark(Spark, EventID)
    case plainSpark(PlainSpark, EventID)
    indirect case event(ProfileEvent, content: String)
  }

  private let player: UInt64
  // Nothing else runs while one of these is accessed, so that accesses are not checked for each spark.
  @exclusivity(unchecked) private var ordinal: UInt64 = 0
  @exclusivity(unchecked) private var words: RollWordBuffer
  /// The events that are not written yet.
  @exclusivity(unchecked) private var pending: [Pending] = []
  /// The number of events that were written in the order of the fold.
  private var written: Int64 = 0
  private var hasLateEvents = false
  /// Receives every event that is recorded at the end of the fold.
  var onEvent: ((ProfileEvent, Outcome, borrowing ProfileState) -> Void)?

  init(player: UInt64, seed: UInt64) {
    self.player = player
    words = RollWordBuffer(seed: seed)
  }

  /// The id of the next event without a key.
  @inline(__always)
  var nextID: EventID { EventID(high: player << 32 | ordinal, low: 0) }

  /// Adds an event without a key, which has the id `nextID`.
  @inline(__always)
  func append(_ event: Pending) {
    ordinal += 1
    pending.append(event)
  }

  /// Returns the random words of an event's roll.
  @inline(__always)
  func words(of id: EventID) -> RollWords { words.words(of: id.high) }

  /// Returns the events that are not written yet, which the caller writes.
  @inline(__always)
  func takePending() -> [Pending] {
    if pending.isEmpty { return [] }
    defer { pending = [] }
    written += Int64(pending.count)
    return pending
  }

  /// Counts an event in the past.
  func addLate() { hasLateEvents = true }

  /// Returns whether events were recorded in the past, with a key, corrected or removed.
  ///
  /// - Parameter records: the number of stored records.
  func historyChanged(records: Int64) -> Bool { hasLateEvents || records != written }
}
