/// A format of another app's: its files are small enough to be read whole, and may belong together,
/// as those of one folder or one zip file.
public protocol AppFormat: Sendable {
  /// Its name in options and reports, such as `daylio`.
  var name: String { get }
  /// The app's own name.
  var title: String { get }
  /// What its columns become.
  var guide: FormatGuide { get }

  /// Which of some files that lie together are this format's, in the order in which `read` wants
  /// them: by their places in the list. Empty when none is.
  func claim(_ files: [FileGlimpse]) -> [Int]

  /// Reads files that were claimed.
  ///
  /// - Throws: `FormatProblem` when nothing can be made of a file as a whole; what is wrong with one
  ///   record is the outcome of its unit.
  func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading

  /// The columns of a file that nothing is made of.
  ///
  /// - Parameters:
  ///   - header: the names of its columns; of a file that is no table, those of its records' parts.
  ///   - path: the file's path.
  func ignored(in header: [String], of path: String) -> IgnoredColumns
}

extension AppFormat {
  /// Those that the guide says are ignored, or does not have.
  public func ignored(in header: [String], of path: String) -> IgnoredColumns {
    guide.ignored(in: header)
  }
}

/// A file as a format first sees it.
public struct FileGlimpse: Sendable {
  /// Its name, with the folders it lies in where it is one of several, such as `001 Run/Scores.csv`;
  /// of a file of rejected records, that of the file that its first record was rejected from.
  public var path: String
  /// The fields of its first record that has any text, if it can be read as a table.
  public var header: [String]
  /// Its first 64 KiB, as UTF-8, without a byte order mark.
  public var start: [UInt8]
  /// The byte between two fields, if it is a table.
  public var delimiter: UInt8

  /// Makes a glimpse.
  public init(
    path: String, header: [String], start: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")
  ) {
    self.path = path
    self.header = header
    self.start = start
    self.delimiter = delimiter
  }

  /// The last part of the path.
  public var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// A file that has been read whole.
public struct WholeFile: Sendable {
  /// Its name, with the folders it lies in where it is one of several.
  public var path: String
  /// Its content as UTF-8, without a byte order mark.
  public var bytes: [UInt8]
  /// The byte between two fields, if it is a table.
  public var delimiter: UInt8
  /// Whether what breaks the rules of CSV is an error, if it is a table.
  public var isStrict = false
  /// The names of the columns of a table without a header.
  public var columns: [String]?
  /// Bytes that were not of the encoding that the file is in.
  var faults = TextFaults(encoding: nil)

  /// Makes a file.
  public init(path: String, bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) {
    self.path = path
    self.bytes = bytes
    self.delimiter = delimiter
  }
}

/// What a format has read.
public struct FormatReading: Sendable {
  /// Every record, each in one unit, in the order of the files; a header is none.
  public var units: [ImportUnit]
  /// The names of the columns of each file, for the rejects file.
  public var columns: [[String]]
  /// The names of the parts that records of a file have which is no table, by the file's place.
  public var parts: [Int: [String]] = [:]
  /// What was decided or is lost, a sentence each, for the report.
  public var notes: [String]
  /// What records that are rejected have to know of the whole file they are in, by the file's place
  /// and, in a file of rejected records, the name of the one that they were rejected from.
  private(set) var shared: [Int: [String: RowContext]] = [:]

  /// Makes a reading.
  public init(units: [ImportUnit], columns: [[String]], notes: [String] = []) {
    self.units = units
    self.columns = columns
    self.notes = notes
  }

  /// Notes what rejected records of a file have to know of all of it.
  ///
  /// - Parameter origin: the file that they were rejected from, or nothing.
  mutating func share(_ context: RowContext, of origin: String, file: Int) {
    shared[file, default: [:]][origin] = context
  }
}

/// Why nothing can be made of a file: what is wrong, and what to do about it.
public struct FormatProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  public var path: String
  /// The line, from 1; `nil` when it is about the whole file.
  public var line: Int?
  /// What is wrong, and what to do.
  public var message: String

  /// Makes a problem.
  public init(path: String, line: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  /// `path:line: message`.
  public var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message)" }
}
