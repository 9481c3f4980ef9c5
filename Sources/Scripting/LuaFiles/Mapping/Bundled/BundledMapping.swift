package import Transfer

/// A mapping for a table of an app, as the text of a mapping file.
///
/// To add one: write it in the file of its app, list it in `BundledMappings.all`, and make a file
/// `examples/data/imports/APP-TABLE` of which a test says what becomes of it.
package struct BundledMapping: Sendable {
  /// The name of the app, in small letters.
  package let app: String
  /// What distinguishes the table from others of the app, such as `workouts`; empty for an app with one
  /// table.
  package let table: String
  /// The file, and what becomes of it.
  package let title: String
  package let signature: KnownMapping.Signature
  package let lua: String

  /// - Parameters:
  ///   - columns: the columns that every file has.
  ///   - alternatives: columns of which every file has at least one.
  ///   - ending: how the name of the file ends, where columns do not distinguish it.
  ///   - members: members that the beginning of a JSON file has.
  init(
    _ app: String, _ title: String, table: String = "", columns: [String] = [],
    anyOf alternatives: [String] = [], ending: String? = nil, members: [String] = [],
    _ lua: String
  ) {
    self.app = app
    self.table = table
    self.title = title
    signature = .init(
      columns: columns, alternatives: alternatives, ending: ending, members: members)
    self.lua = lua
  }

  /// The mapping as an import uses it, read once a file has its signature.
  var known: KnownMapping {
    KnownMapping(name: app, signature: signature, text: "-- \(title)\n\(lua)\n") { [app, lua] in
      try MappingFile.mapping(of: Array(lua.utf8), path: app)
    }
  }
}
