import Rules

/// What a format's columns become, for `flint import --formats NAME`, the reference and the report.
public struct FormatGuide: Hashable, Sendable {
  /// What becomes of a column, or of a part of a file that is no table.
  public struct Column: Hashable, Sendable {
    /// The column's name as the file has it; several with a comma between them, and behind the name
    /// of the file where a format has several, as in `Habits.csv: Position, Color`.
    public var name: String
    /// What it becomes; `nil` when it is ignored.
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
}

extension FormatGuide.Column {
  /// The names of the columns that the line is about.
  var names: [String] {
    (name.split(separator: ": ").last ?? "").split(separator: ",").map {
      String($0).trimmedWhitespace
    }
  }

  /// The file that has them, where a format has several.
  var file: String? {
    name.firstRange(of: ": ").map { String(name[..<$0.lowerBound]) }
  }
}

/// Columns of a file that nothing is made of.
public struct IgnoredColumns: Hashable, Sendable {
  /// All of them, in the order of the file.
  public var names: [String] = []
  /// Those of them that the format does not know.
  public var unknown: [String] = []

  /// Makes a list of none.
  public init() {}
}

extension FormatGuide {
  /// The columns of a file that the guide says are ignored, or does not have.
  ///
  /// - Parameters:
  ///   - header: the names of the file's columns; one without a name is `column N`.
  ///   - file: of which of the format's files only the lines count; of all unless given.
  public func ignored(in header: [String], of file: String? = nil) -> IgnoredColumns {
    let lines = columns.filter { file == nil || $0.file == file }
    let used = Set(lines.filter { $0.becomes != nil }.flatMap(\.names).map { $0.lowercased() })
    let known = used.union(lines.flatMap(\.names).map { $0.lowercased() })
    var ignored = IgnoredColumns()
    var seen: [String: Int] = [:]
    for name in header.map(\.trimmedWhitespace) {
      let plain = name.lowercased()
      let number = seen[plain, default: 0] + 1
      seen[plain] = number
      // Of several columns of one name the first counts.
      if number == 1 && used.contains(plain) { continue }
      let shown = number == 1 ? name : "\(name) (\(number))"
      ignored.names.append(shown)
      if number > 1 || !known.contains(plain) { ignored.unknown.append(shown) }
    }
    return ignored
  }
}
