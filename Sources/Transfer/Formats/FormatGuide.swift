/// What a format's columns become, for `flint import --formats NAME`, the reference and the report.
public struct FormatGuide: Hashable, Sendable {
  /// What becomes of a column, or of a part of a file that is no table.
  public struct Column: Hashable, Sendable {
    /// The column's name as the file has it.
    public var name: String
    /// What it becomes; `nil` when it is lost.
    public var becomes: String?

    /// Makes a line of the table.
    public init(_ name: String, _ becomes: String?) {
      self.name = name
      self.becomes = becomes
    }
  }

  /// One sentence: which app, which file, what it becomes.
  public var summary: String
  /// The columns, in the order of the file.
  public var columns: [Column]
  /// Oddities of the sending app that the reader knows of, a sentence each.
  public var oddities: [String]
  /// What tells two rows apart, and so what a second import recognises a row by.
  public var identity: String

  /// Makes a guide.
  public init(
    summary: String, columns: [Column], oddities: [String] = [], identity: String
  ) {
    self.summary = summary
    self.columns = columns
    self.oddities = oddities
    self.identity = identity
  }

  /// The names of the columns that are lost.
  public var lost: [String] { columns.filter { $0.becomes == nil }.map(\.name) }
}
