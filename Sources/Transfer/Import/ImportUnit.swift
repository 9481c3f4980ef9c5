public import Rules

/// One or more records of a file that stand or fall together, and what became of reading them. Most
/// units are one record; a note that a file gives a record of its own belongs to the one above it.
public struct ImportUnit: Sendable {
  /// What reading them came to.
  public enum Outcome: Sendable {
    /// What they say happened, in the order in which it has to be recorded.
    case drafts([Draft])
    /// They are not to be recorded, and why: part of the format, or nothing that Flint keeps. The
    /// reasons are counted, so one reason is one text.
    case skipped(String)
    /// They say something that cannot be read.
    case rejected(RowProblem)
  }

  /// The records, as they were read; at least one.
  public var originals: [OriginalRecord]
  /// What reading them came to.
  public var outcome: Outcome
  /// What they say is not so, or no longer: if the profile has it, it is told, or taken back.
  public var absences: [Absence] = []
  /// Of rows that have no id of their own: what the keys of those that are alike begin with, before
  /// the `/2` or `/3` that tells one from another.
  public var alikeKey: String?
  /// Whether that says when it happened.
  public var isTimeInKey = false

  /// Makes a unit.
  public init(_ originals: [OriginalRecord], _ outcome: Outcome) {
    self.originals = originals
    self.outcome = outcome
  }
}

extension ImportUnit.Outcome {
  /// Whether the records say something that cannot be read.
  var isRejected: Bool { if case .rejected = self { true } else { false } }
}

/// That something of a key did not happen, or was taken back in the app that a file is from.
public struct Absence: Hashable, Sendable {
  /// What sort of thing.
  public var kind: EventKind
  /// The key under which the profile would have it.
  public var key: String
  /// The column that says so.
  public var column: String
  /// What the column says.
  public var value: String

  /// Makes an absence.
  public init(_ kind: EventKind, key: String, column: String, value: String) {
    self.kind = kind
    self.key = key
    self.column = column
    self.value = value
  }
}

/// A record as it was read, for the report and the rejects file.
public struct OriginalRecord: Hashable, Sendable {
  /// The file it is in, by its place among the files that are read together.
  public var file: Int
  /// The line it begins on, from 1.
  public var line: Int
  /// Its fields, without quotes; of a file that is no table, one: the record as text.
  public var fields: [String]
  /// The same byte by byte, of a record that is no text in the file's encoding.
  public var bytes: [[UInt8]]?
  /// What it means by what is around it, as a JSON object of the format's own making, which a file of
  /// rejected records keeps.
  public var context: String?
  /// Whether its fields do not show what is wrong with it.
  var isOfForm = false
  /// Where it was rejected first, if it comes from a file of rejected records.
  public var origin: RecordOrigin?

  /// Makes a record.
  public init(file: Int = 0, line: Int, fields: [String]) {
    self.file = file
    self.line = line
    self.fields = fields
  }
}

/// Where a record was when it was rejected.
public struct RecordOrigin: Hashable, Sendable {
  /// The file's name in reports.
  public var file: String
  /// The line it begins on.
  public var line: Int
  /// The file's path within the folder or zip file that it was found in, or its own name.
  public var path: String

  /// Makes an origin.
  public init(file: String, line: Int, path: String) {
    self.file = file
    self.line = line
    self.path = path
  }
}
