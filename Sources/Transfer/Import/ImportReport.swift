package import FlintCalendar
package import FlintRules

/// The result of an import, which accounts for every record of every file.
package struct ImportReport: Sendable {
  package struct Counts: Equatable, Sendable {
    /// The number of records read, without headers.
    package var read = 0
    package var added = 0
    /// The number of records that corrected an event.
    package var updated = 0
    /// The number of records that the profile contained already.
    package var unchanged = 0
    /// The number of records that could not be recorded.
    package var rejected = 0
    /// The number of records that were skipped, by reason.
    package var skipped: [String: Int] = [:]

    package init() {}

    package var skippedCount: Int { skipped.values.reduce(0, +) }

    /// Whether every record is accounted for.
    package var isBalanced: Bool {
      read == added + updated + unchanged + rejected + skippedCount
    }

    static func += (left: inout Counts, right: Counts) {
      left.read += right.read
      left.added += right.added
      left.updated += right.updated
      left.unchanged += right.unchanged
      left.rejected += right.rejected
      left.skipped.merge(right.skipped, uniquingKeysWith: +)
    }
  }

  package struct Reject: Hashable, Sendable {
    package var file: String
    /// The line on which the record begins, from 1.
    package var line: Int
    package var problem: RowProblem
  }

  /// A file that was not read, with the reason.
  package struct IgnoredFile: Hashable, Sendable {
    package var file: String
    package var reason: String
  }

  /// The rating of a day that an import replaced or left unchanged.
  package struct Rating: Hashable, Sendable {
    package var day: CivilDay
    package var before: Mood
    package var noteBefore: String?
    package var after: Mood
    package var noteAfter: String?
  }

  /// The result for files that were read together, usually one.
  package struct Source: Sendable {
    package var files: [String]
    /// The hashes of their contents, in hexadecimal: SipHash-2-4-128 with the key 0.
    package var hashes: [String]
    /// The total size of the files, in bytes.
    package var bytes: Int64
    package var format: String
    /// The number of the batch; `nil` if nothing was recorded.
    package var batch: Int64?
    package var counts = Counts()
    package var ignoredColumns: [String] = []
    /// The batch of an earlier import of the same files whose records are now recorded twice, for
    /// instance because of another mapping.
    package var repeatedBatch: Int64?
    /// The number of rows of a rejects file that equal recorded ones, and may be others.
    package var equalRows = 0
    /// Notes about decisions on the files, one sentence each.
    package var notes: [String] = []
  }

  /// An event as it was recorded, with its row.
  package struct RecordedEvent: Hashable, Sendable {
    package var file: String
    /// The line on which the record begins, from 1.
    package var line: Int
    /// The event as one line.
    package var text: String
  }

  /// The files, in the order in which they were read.
  package var sources: [Source] = []
  /// The inputs that were not read, such as files of no known format, with the reasons.
  package var ignored: [IgnoredFile] = []
  /// The first recorded events, as many as the options ask for.
  package var firstEvents: [RecordedEvent] = []
  /// The first rejected records, up to `mostShown`.
  package var rejects: [Reject] = []
  /// The first records that differ from the event of their key and were only reported, up to
  /// `mostShown`.
  package var changed: [Reject] = []
  /// The days whose rating the import changed, in order.
  package var replaced: [Rating] = []
  /// The days whose manual rating the import did not replace, in order.
  package var ratedByHand: [Rating] = []
  /// The files with records that are invalid in the encoding in which they were read, and the
  /// number of these records.
  package var undecoded: [(file: String, count: Int)] = []
  package struct WrittenRejects: Hashable, Sendable {
    package var path: String
    /// Whether the records have to be corrected in their original file, of which other rows
    /// determine their meaning.
    package var needsOriginal: Bool
  }
  package var rejectsFiles: [WrittenRejects] = []
  /// The number of local times that occurred twice because of a clock change.
  package var ambiguousTimes = 0
  /// The number of local times that a clock change skipped.
  package var skippedTimes = 0

  /// The maximum number of rejected and of changed records in the report.
  package static let mostShown = 20

  package var total: Counts { sources.reduce(into: Counts()) { $0 += $1.counts } }

  package init() {}

  /// The reason for skipping records that could not be recorded.
  package static let failedReason = "could not be recorded"

  /// The reason for skipping records that differ from the event of their key.
  static let changedReason = "changed since (--update takes it over)"

  /// The reason for skipping records whose key an earlier record has.
  static let repeatedReason = "an id that an earlier row has with other content"

  static let ratedByHandReason = "the day was rated by hand (--update replaces that)"
}
