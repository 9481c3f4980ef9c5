import Calendar
import Rules
import Storage

/// The modes in which a session inserts many sparks.
struct BulkModes {
  /// The ids of all sparks while new ones are added in bulk; `nil` otherwise.
  var knownIDs: KnownIDs?
  /// The number of new sparks in a row.
  var newInARow: Int64 = 0
  /// The state of the bulk insert from a file, if there is one.
  var insert: BulkInsert?
}

/// The state of a bulk insert of millions of sparks from a file, of which the profile may contain
/// many already.
final class BulkInsert {
  enum Mode {
    /// Each spark is searched for in the profile.
    case searching
    /// Sparks are new: `seen` contains all ids, approximately.
    case adding
    /// Sparks are known: each is expected behind the previous one.
    case matching(SparkReader)
  }

  var mode = Mode.searching
  var seen = SeenIDs(expecting: 0)
  /// The sparks added in bulk whose ids the filter took for known ones; nearly all of them are new.
  var possibleDuplicates: [PossibleDuplicate] = []
  /// The sequence numbers of the possible duplicates that existed already and were removed again.
  var removed: Set<Int64> = []
  /// The events that had a correction when matching of known sparks began.
  var corrected: Set<EventID> = []
  /// The sequence numbers of the profile's sparks, if the file is not in the order of recording.
  var rows: KnownRows?
  /// The number of sparks that were not in that order.
  var misses = 0
  /// The number of sparks in the profile, including those added one by one.
  var stored: Int64 = 0
  /// The expected number of sparks.
  let expected: Int
  /// The numbers of new and of known sparks in a row.
  var new: Int64 = 0
  var known: Int64 = 0

  init(expected: Int) { self.expected = expected }

  /// A spark that was added although its id may exist already.
  struct PossibleDuplicate {
    var position: FoldPosition
    var sequence: Int64
    /// The counted note about its time.
    var note: Zone.Note?
  }
}

/// The result of inserting a spark in bulk.
public struct BulkInsertResult: Sendable {
  /// The result, as far as it is known.
  public var recorded: Recorded
  /// The sequence number of a possible duplicate, which `BulkInserter.end` may return; `nil` if the result
  /// is certain.
  public var possibleDuplicate: Int64?
}
