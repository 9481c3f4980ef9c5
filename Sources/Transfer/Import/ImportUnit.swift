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

  /// Makes a unit.
  public init(_ originals: [OriginalRecord], _ outcome: Outcome) {
    self.originals = originals
    self.outcome = outcome
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

  /// Makes a record.
  public init(file: Int = 0, line: Int, fields: [String]) {
    self.file = file
    self.line = line
    self.fields = fields
  }
}
