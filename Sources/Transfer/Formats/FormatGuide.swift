import FlintRules
import FlintSchema

/// A description of a format and its columns, for `flint import --formats NAME`, the reference and
/// the report.
package struct FormatGuide: Hashable, Sendable {
  /// The meaning of a column, or of a member in a file that is not a table.
  package struct Column: Hashable, Sendable {
    /// The name of the column in the file. Several names are separated by commas, and preceded by
    /// the name of the file where a format has several, as in `Habits.csv: Position, Color`.
    package var name: String
    /// The target of the column; `nil` when it is ignored.
    package var becomes: String?

    package init(_ name: String, _ becomes: String?) {
      self.name = name
      self.becomes = becomes
    }
  }

  /// One sentence that names the app, the file and its target.
  package var summary: String
  /// The columns, in the order of the file.
  package var columns: [Column]
  /// Peculiarities of the app's files, one sentence each.
  package var oddities: [String] = []
  /// The fields that identify a row, and by which a second import recognises it.
  package var identity: String
}

extension FormatGuide.Column {
  var names: [String] {
    (name.split(separator: ": ").last ?? "").split(separator: ",").map {
      String($0).trimmedWhitespace
    }
  }

  /// The name of their file, where a format has several.
  var file: String? {
    name.firstRange(of: ": ").map { String(name[..<$0.lowerBound]) }
  }
}

package struct IgnoredColumns: Hashable, Sendable {
  /// The names of all ignored columns, in the order of the file.
  package var names: [String] = []
  /// The names of those that the format does not know.
  package var unknown: [String] = []

  package init() {}

  /// Checks that there is no column that the format does not know, in strict reading.
  func check(
    _ options: TextOptions, of file: InputFile, format: String
  ) throws(FormatProblem) {
    guard options.isStrict, !unknown.isEmpty else { return }
    let names = unknown.map { "\"\($0)\"" }.joined(separator: ", ")
    throw FormatProblem(
      path: file.name,
      message: "strict reading refuses columns that the format \(format) does not know: \(names)")
  }
}

extension FormatGuide {
  /// Returns the columns of a file that the guide marks as ignored or does not contain.
  ///
  /// - Parameters:
  ///   - header: the names of the file's columns; an unnamed one is `column N`.
  ///   - file: the format's file whose entries apply; by default, those of all files do.
  package func ignored(in header: [String], of file: String? = nil) -> IgnoredColumns {
    let lines = columns.filter { file == nil || $0.file == file }
    let used = Set(lines.filter { $0.becomes != nil }.flatMap(\.names).map { $0.lowercased() })
    let known = used.union(lines.flatMap(\.names).map { $0.lowercased() })
    var ignored = IgnoredColumns()
    var seen: [String: Int] = [:]
    for name in header.map(\.trimmedWhitespace) {
      let plain = name.lowercased()
      let number = seen[plain, default: 0] + 1
      seen[plain] = number
      // The first of several columns with the same name is used.
      if number == 1 && used.contains(plain) { continue }
      let shown = number == 1 ? name : "\(name) (\(number))"
      ignored.names.append(shown)
      if number > 1 || !known.contains(plain) { ignored.unknown.append(shown) }
    }
    return ignored
  }
}
