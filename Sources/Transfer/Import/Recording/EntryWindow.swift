import FlintCalendar
import FlintRules
import Sessions

/// The times and trackers of rows that are entries.
struct EntryWindow {
  /// The time of each row; `nil` where it is refused, or has to be counted as ambiguous or skipped.
  private(set) var times: [(at: Instant, offset: UTCOffset)?] = []
  private(set) var trackers: [ImportedTracker] = []
  /// The earliest entry of each tracker with a time, and its row.
  private(set) var first: [(at: Instant, row: Int)?] = []
  /// An entry for each tracker and kind of amount.
  private(set) var samples: [ImportedEntry] = []
  private(set) var hasKeys = false
  /// The index of the tracker of each row.
  private var trackerNumbers: [Int32] = []

  private struct Amount: Hashable {
    var tracker: Int
    var kind: EntryKind.Name
  }

  /// Returns `nil` if the rows have to be recorded as units, since some have the same key.
  init?(_ window: PendingRows, _ recorder: ImportRecorder) {
    times.reserveCapacity(window.rows.count)
    trackerNumbers.reserveCapacity(window.rows.count)
    var known: [ImportedTracker: Int] = [:]
    var amounts: Set<Amount> = []
    var keys: Set<String> = []
    var latest: (tracker: ImportedTracker, number: Int)?
    for (row, pending) in window.rows.enumerated() {
      guard let entry = window.entry(pending) else { return nil }
      if let key = entry.key, !keys.insert(key).inserted { return nil }
      let number: Int
      if let latest, latest.tracker === entry.tracker {
        number = latest.number
      } else {
        number = known[entry.tracker] ?? trackers.count
        if number == trackers.count {
          known[entry.tracker] = number
          trackers.append(entry.tracker)
          first.append(nil)
        }
        latest = (entry.tracker, number)
      }
      trackerNumbers.append(Int32(number))
      if amounts.insert(Amount(tracker: number, kind: entry.kind.kind)).inserted {
        samples.append(entry)
      }
      let time = recorder.plainTime(entry.at)
      times.append(time)
      if let at = time?.at, first[number].map({ at < $0.at }) ?? true { first[number] = (at, row) }
    }
    hasKeys = !keys.isEmpty
  }

  /// The rows with the earliest entries of the trackers.
  var leaders: [Int] { first.compactMap { $0?.row }.sorted() }

  /// The earliest entries of the trackers; `nil` for a tracker without any that has a time.
  var expected: [EntryTrackers.ExpectedEntry?] {
    zip(trackers, first).map { tracker, first in first.map { (tracker, $0.at) } }
  }

  /// Returns the index of the tracker of a row among `trackers`.
  func tracker(ofRow row: Int) -> Int { Int(trackerNumbers[row]) }
}

extension ImportRecorder {
  /// Returns the time of an event, without counting it; `nil` for one that is refused, and for a local
  /// time that clocks showed twice or skipped.
  fileprivate func plainTime(_ time: EventTime) -> (at: Instant, offset: UTCOffset)? {
    guard let zone, case .written(let timestamp) = time, timestamp.offset == nil else {
      return session.plainTime(time)
    }
    let (instant, offset, note) = zone.resolveEvent(timestamp)
    if note != nil { return nil }
    return session.plainTime(.written(Timestamp(instant, offset: offset)))
  }

  /// Whether an entry is recorded as it is written: its line ends, its key and its time are not those
  /// of other versions of the file.
  func isOrdinary(_ entry: PreparedEntry, at time: EventTime) throws(SessionError) -> Bool {
    if entry.key == nil && entry.hasEscapes { return false }
    return try !mayBeFormer(entry, at: time)
  }

  /// Returns the result of an entry; `nil` if it has to be recorded as an event of a file.
  func record(_ entry: PreparedEntry) throws(SessionError) -> RowResult? {
    do throws(SessionError) {
      return result(of: try session.record(entry), key: entry.key)
    } catch {
      if error.isRowError { return nil }
      throw error
    }
  }
}
