public import Rules

/// What an import came to: every record of every file is accounted for.
public struct ImportReport: Sendable {
  /// How many records came to what.
  public struct Counts: Equatable, Sendable {
    /// Records read; a header is none.
    public var read = 0
    /// Of them, those that recorded something new.
    public var added = 0
    /// Those that corrected something.
    public var updated = 0
    /// Those of which all was there.
    public var unchanged = 0
    /// Those that could not be recorded.
    public var rejected = 0
    /// Those that were not to be recorded, by the reason.
    public var skipped: [String: Int] = [:]

    /// Makes counts of nothing.
    public init() {}

    /// How many were not to be recorded.
    public var skippedCount: Int { skipped.values.reduce(0, +) }

    /// Whether every record is accounted for.
    public var isBalanced: Bool {
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

  /// A record that was rejected.
  public struct Reject: Hashable, Sendable {
    /// The file's name.
    public var file: String
    /// The line it begins on.
    public var line: Int
    /// What is wrong.
    public var problem: RowProblem
  }

  /// The rating of a day that an import replaced, or that it left.
  public struct Rating: Hashable, Sendable {
    /// The day.
    public var day: CivilDay
    /// What it was before the import.
    public var before: Mood
    /// The note that it had.
    public var noteBefore: String?
    /// What the import says.
    public var after: Mood
    /// The note that the import has.
    public var noteAfter: String?
  }

  /// What became of files that were read together: mostly one.
  public struct Source: Sendable {
    /// The files' names.
    public var files: [String]
    /// The hash of their content, in hexadecimal: SipHash-2-4-128 under the key 0.
    public var hashes: [String]
    /// How many bytes they have.
    public var bytes: Int64
    /// The format's name.
    public var format: String
    /// The batch; `nil` when nothing was recorded.
    public var batch: Int64?
    /// How many records came to what.
    public var counts = Counts()
    /// The columns that nothing was made of.
    public var ignoredColumns: [String] = []
    /// The batch of an earlier import of the same file, what of it was recorded then and is recorded
    /// now once more: by another mapping, say.
    public var repeatedBatch: Int64?
    /// What was decided about the files, a sentence each.
    public var notes: [String] = []
  }

  /// The files, in the order in which they were read.
  public var sources: [Source] = []
  /// What is not read of what was given, such as files of no known format, with the reason.
  public var ignored: [(file: String, reason: String)] = []
  /// The first records that were rejected.
  public var rejects: [Reject] = []
  /// The first records that say something else than the event of their key, where that was only to
  /// be told.
  public var changed: [Reject] = []
  /// The days whose rating is another one since the import, in their order.
  public var replaced: [Rating] = []
  /// The days whose rating by hand the import left, in their order.
  public var ratedByHand: [Rating] = []
  /// The files of which records are no text in the encoding that they were read in, and how many.
  public var undecoded: [(file: String, count: Int)] = []
  /// Where the rejected records are.
  public var rejectsFiles: [String] = []
  /// Local times that clocks showed twice or skipped.
  public var ambiguousTimes = 0
  /// Local times that clocks skipped.
  public var skippedTimes = 0

  /// No more than so many rejects and changed records are kept in the report.
  public static let mostShown = 20

  /// All counts together.
  public var total: Counts { sources.reduce(into: Counts()) { $0 += $1.counts } }

  /// Makes a report of nothing.
  public init() {}

  /// Why records were skipped that could not be recorded, where those are to be skipped.
  public static let failedReason = "could not be recorded"

  /// Why records were skipped whose key the profile knows, and that say something else.
  static let changedReason = "changed since (--update takes it over)"

  /// Why ratings were skipped of days that have one made by hand.
  static let ratedByHandReason = "the day was rated by hand (--update replaces that)"
}

extension ImportReport {
  /// The report as an object.
  public var json: JSONValue {
    .object([
      ("total", total.json),
      ("sources", .array(sources.map(\.json))),
      (
        "ignored",
        .array(
          ignored.map { .object([("file", .string($0.file)), ("reason", .string($0.reason))]) })
      ),
      ("rejects", .array(rejects.map(\.json))),
      ("changed", .array(changed.map(\.json))),
      ("replaced", .array(replaced.map(\.json))),
      ("rated_by_hand", .array(ratedByHand.map(\.json))),
      ("rejects_files", .array(rejectsFiles.map { .string($0) })),
      ("ambiguous_times", .integer(Int64(ambiguousTimes))),
      ("skipped_times", .integer(Int64(skippedTimes))),
    ])
  }
}

extension ImportReport.Counts {
  /// The counts as an object.
  public var json: JSONValue {
    .object([
      ("read", .integer(Int64(read))), ("added", .integer(Int64(added))),
      ("updated", .integer(Int64(updated))), ("unchanged", .integer(Int64(unchanged))),
      ("rejected", .integer(Int64(rejected))), ("skipped", .integer(Int64(skippedCount))),
      (
        "skipped_reasons",
        .object(skipped.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })
      ),
    ])
  }
}

extension ImportReport.Reject {
  var json: JSONValue {
    .object([
      ("file", .string(file)), ("line", .integer(Int64(line))),
      ("column", problem.column.map { .string($0) } ?? .null),
      ("value", problem.value.map { .string($0) } ?? .null),
      ("reason", .string(problem.reason)),
    ])
  }
}

extension ImportReport.Rating {
  var json: JSONValue {
    .object([
      ("day", .string(day.description)), ("before", .string(before.name)),
      ("note_before", noteBefore.map { .string($0) } ?? .null), ("after", .string(after.name)),
      ("note_after", noteAfter.map { .string($0) } ?? .null),
    ])
  }
}

extension ImportReport.Source {
  /// The source as an object; what is kept with its batch.
  public var json: JSONValue {
    .object([
      ("files", .array(files.map { .string($0) })),
      ("hashes", .array(hashes.map { .string($0) })), ("bytes", .integer(bytes)),
      ("format", .string(format)), ("batch", batch.map { .integer($0) } ?? .null),
      ("repeated_batch", repeatedBatch.map { .integer($0) } ?? .null),
      ("counts", counts.json),
      ("ignored_columns", .array(ignoredColumns.map { .string($0) })),
      ("notes", .array(notes.map { .string($0) })),
    ])
  }
}
