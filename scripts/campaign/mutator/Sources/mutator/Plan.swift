/// What to do, as JSON on standard input.
struct Plan: Decodable {
  /// A module and its source files.
  struct Module: Decodable {
    var name: String
    /// The path of its folder from the package's.
    var folder: String
    /// The number of its first mutant.
    var first: Int
    /// The paths of its files from the package's folder.
    var files: [String]
  }

  /// The package's folder.
  var root: String
  /// The folder of its copy.
  var copy: String
  var modules: [Module]
  var seed: UInt64
  /// The number of mutants of each module.
  var count: Int
  /// The keys of those that do not compile.
  var without: Set<String>
}

/// A row of the table that is written to standard output as JSON.
struct Row: Encodable {
  var id: Int
  var module: String
  var file: String
  var line: Int
  var kind: Kind
  /// The lines as they are, as one.
  var before: String
  /// The lines with the mutation, as one.
  var after: String
  /// What names the mutant whatever its number is.
  var key: String
  /// Its first and last line in the copy.
  var written: [Int]
  /// The first and last line of its function in the copy.
  var function: [Int]
}
