package import FlintRules

package struct ImportOptions: Sendable {
  /// The name of the format; detected from the header of each file if `nil`.
  package var format: String?
  /// The mapping with which the files are read, if one was given.
  package var mapping: (any RecordFormat)?
  /// The mappings by which files of apps are recognised that have no format of their own.
  package var known = KnownMappings()
  /// The options of reading files as tables.
  package var text = TextOptions()
  package var values = ValueOptions()
  /// The treatment of rejected rows.
  package var errors = ErrorOptions()
  /// Whether a row with a known key and other content corrects the event; otherwise the row is only
  /// reported.
  package var isUpdating = false
  /// The name of the batches; the names of the files if `nil`.
  package var batchName: String?
  /// The number of rows after which the import is committed each time; only at the end if `nil`.
  package var commitEvery: Int?
  /// The number of recorded events that the report describes.
  package var firstEvents = 0
  /// Whether a script gives the options, so that messages advise in Lua.
  package var isFromScript = false
  /// The options needed to import the rejected records again, which the rejects file stores.
  package var repeated = RepeatedOptions()

  package init() {}
}

/// The options of reading files as tables.
package struct TextOptions: Sendable {
  /// The encoding of the files, by its name in iconv; UTF-8, or the encoding detected from the
  /// first bytes, if `nil`.
  package var encoding: String?
  /// The byte between two fields; detected if `nil`.
  package var delimiter: UInt8?
  /// Whether deviations from the rules of CSV are errors.
  package var isStrict = false
  /// The names of the columns of files without a header.
  package var columns: [String]?
  /// The layout of the files according to the mapping, where the options do not specify it.
  package var mappedForm = FileForm()
}

package struct ValueOptions: Sendable {
  /// The IANA name of the time zone of times without an offset; the profile's zone if `nil`.
  package var zone: String?
  /// The order of day, month and year in dates.
  package var dateOrder: DateOrder?
  /// The moods that the user's own names mean, by name.
  package var moods: [String: Mood] = [:]
  /// The names of the trackers to which entries are added, by the lower-case names in the file.
  package var trackers: [String: String] = [:]
  /// The name of the habit of a file that does not name it.
  package var tracker: String?
}

/// The treatment of rejected rows.
package struct ErrorOptions: Sendable {
  /// What happens to rejected rows and to the others.
  package enum OnError: String, Sendable, CaseIterable {
    /// Rejected rows are written to the rejects file, and the others are recorded.
    case reject
    /// The import ends at the first rejected row, and nothing is recorded.
    case stop
    /// Rejected rows are omitted, and counted as skipped.
    case skip
  }

  /// What happens to rejected rows and to the others.
  package var onError = OnError.reject
  /// The maximum number of rejected rows; with more, the import ends and nothing is recorded.
  package var maximumErrors: Int?
}

/// The layout of a file, as far as it is specified.
package struct FileForm: Equatable, Sendable {
  package var encoding: String?
  /// The byte between two fields.
  package var delimiter: UInt8?
  package var columns: [String]?
  /// The number of lines before the header, or before the first row if there is no header.
  package var skippedLines = 0
  /// The rows and columns of a file that is JSON; without them, JSON is not read as a table.
  package var json: JSONForm?

  /// Creates a layout with nothing specified.
  package init() {}
}
