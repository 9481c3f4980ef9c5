/// A format of another app whose files are small enough to be read into memory, and may belong
/// together, such as those of one folder or zip file.
package protocol AppFormat: Sendable {
  /// The name in options and reports, such as `daylio`.
  var name: String { get }
  var title: String { get }
  var guide: FormatGuide { get }
  /// Whether names of moods can be defined for its files.
  var hasNamedMoods: Bool { get }

  /// Returns the indices of the files of this format among files that belong together, in the order
  /// in which `read` needs them. Empty when there are none.
  func claim(_ files: [FileGlimpse]) -> [Int]

  /// - Throws: `FormatProblem` when a file cannot be read as a whole; an error in one record is the
  ///   outcome of its unit.
  func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading

  /// - Parameter header: the names of its columns; for a file that is not a table, the names of the members
  ///   of its records.
  func ignored(in header: [String], of path: String) -> IgnoredColumns
}

extension AppFormat {
  package var hasNamedMoods: Bool { false }

  /// Returns the columns that the guide marks as ignored or does not contain.
  package func ignored(in header: [String], of path: String) -> IgnoredColumns {
    guide.ignored(in: header)
  }
}

/// The beginning of a file, from which a format recognises it.
package struct FileGlimpse: Sendable {
  /// The name of the file, with its folders if it is one of several, such as `001 Run/Scores.csv`;
  /// for a rejects file, that of the original file of its first record.
  package var path: String
  /// The fields of its first record with any text, if the file can be read as a table.
  package var header: [String]
  /// Its first 64 KiB, as UTF-8, without a byte order mark.
  package var start: [UInt8]
  /// The byte between two fields, if it is a table.
  package var delimiter = UInt8(ascii: ",")
  /// The rows of a table that Flint wrote as JSON, if it is one.
  var json: JSONForm?

  /// The last component of the path.
  package var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// A file read into memory.
package struct WholeFile: Sendable {
  /// The name of the file, with its folders if it is one of several.
  package var path: String
  /// Its content as UTF-8, without a byte order mark.
  package var bytes: [UInt8]
  /// The byte between two fields, if it is a table.
  package var delimiter: UInt8
  /// Whether spaces before an opening quote are not part of its field, if it is a table.
  package var skipsSpaceBeforeQuotes = false
  /// Whether violations of the CSV format are errors, if it is a table.
  package var isStrict = false
  /// The names of the columns, for a table without a header.
  package var columns: [String]?
  /// Whether the reading has the fields of the original records, which only rejected records need. An import reads
  /// its files again with them once a record is rejected.
  package var keepsOriginals = true
  /// The bytes that were invalid in the encoding of the file.
  var faults = EncodingErrors(encoding: nil)

  package init(path: String, bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) {
    self.path = path
    self.bytes = bytes
    self.delimiter = delimiter
  }
}

package struct FormatReading: Sendable {
  /// The units, in the order of the files. Each record except a header belongs to one unit.
  package var units: [ImportUnit]
  /// The names of the columns of each file, for the rejects file.
  package var columns: [[String]]
  /// The names of the members of records, for files that are not tables, by the index of the file.
  package var memberNames: [Int: [String]] = [:]
  /// Decisions made and data lost, one sentence each, for the report.
  package var notes: [String]
  /// The habits that the files describe, with schedules and goals.
  package var habits: [ImportedHabit] = []
  /// The order of day, month and year that the dates of a file have determined, which a single row
  /// may not determine, by the index of the file.
  var dateOrders: [Int: DateOrder] = [:]

  package init(units: [ImportUnit], columns: [[String]], notes: [String] = []) {
    self.units = units
    self.columns = columns
    self.notes = notes
  }

  /// Adds the units of a file; those of the first are not copied.
  mutating func add(_ units: consuming [ImportUnit]) {
    if self.units.isEmpty {
      self.units = units
    } else {
      self.units += units
    }
  }

  mutating func noteOnce(_ note: String) {
    if !notes.contains(note) { notes.append(note) }
  }
}

/// An error that prevents reading a whole file: the problem, and what to do about it.
package struct FormatProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  /// The number of the line, from 1; `nil` when the problem concerns the whole file.
  package var line: Int?
  /// The problem, and what to do.
  package var message: String

  /// `path:line: message`.
  package var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message)" }
}
