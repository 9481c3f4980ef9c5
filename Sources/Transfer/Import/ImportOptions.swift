public import Rules

/// How an import is to be done.
public struct ImportOptions: Sendable {
  /// What becomes of rows that are rejected.
  public enum OnError: String, Sendable, CaseIterable {
    /// They go to the rejects file, the others are recorded.
    case reject
    /// At the first one the import ends, and nothing is recorded.
    case stop
    /// They are left out, and counted as skipped.
    case skip
  }

  /// The format's name; found out by each file's header if not given.
  public var format: String?
  /// What becomes of rows that are rejected.
  public var onError = OnError.reject
  /// With more rejected rows than this the import ends, and nothing is recorded.
  public var mostErrors: Int?
  /// Whether a row whose key the profile knows, and that says something else, corrects the event;
  /// otherwise it is only told.
  public var isUpdating = false
  /// The IANA name of the zone of times without an offset; the profile's if not given.
  public var zone: String?
  /// What the batches are called; the files' names if not given.
  public var batchName: String?
  /// After so many rows everything so far is made to last; at the end only, if not given.
  public var commitEvery: Int?
  /// The files' encoding, as iconv knows it; UTF-8, or what the first bytes say, if not given.
  public var encoding: String?
  /// The byte between two fields; found out if not given.
  public var delimiter: UInt8?
  /// Whether what breaks the rules of CSV is an error.
  public var isStrict = false
  /// The names of the columns of files without a header.
  public var columns: [String]?
  /// In which order the numbers of dates stand.
  public var dateOrder: DateOrder?
  /// What moods the user's own names stand for.
  public var moods: [String: Mood] = [:]
  /// What reads files of any other form, if a mapping was given.
  public var mapping: (any RecordFormat)?
  /// How the mapping says that its files are written, where the options do not say it.
  public var mappedForm = FileForm()
  /// The trackers that entries go to, by the names that the file has for them, in small letters.
  public var trackers: [String: String] = [:]
  /// Whether a script gives the options, so that advice is in Lua.
  public var isFromScript = false
  /// What has to be said again to import rejected records as they were, which the rejects file keeps.
  public var repeated = RepeatedOptions()

  /// Makes options that leave everything as it is by default.
  public init() {}
}

/// How a file is written, as far as that is said.
public struct FileForm: Equatable, Sendable {
  /// The encoding.
  public var encoding: String?
  /// The byte between two fields.
  public var delimiter: UInt8?
  /// The names of the columns of a file without a header.
  public var columns: [String]?
  /// How many lines stand before the header, or before the first row where there is none.
  public var skippedLines = 0

  /// Makes a form of which nothing is said.
  public init() {}
}
