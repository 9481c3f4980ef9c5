import Schema
package import Transfer

/// A mapping for a table of an app, as the text of a mapping file.
///
/// To add one: write it in the file of its app, list it in `BundledMappings.all`, and make a file
/// `examples/data/mapped/APP-TABLE` of which a test says what becomes of it.
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
    KnownMapping(name: app, signature: signature) { [app, lua] in
      try MappingFile.mapping(of: Array(lua.utf8), path: app)
    }
  }
}

package enum BundledMappings {
  package static let all: [BundledMapping] =
    activityWatch + clockify + fitbit + fitNotes + goodreads + habitBull + habitKit
    + healthAutoExport + hevy + letterboxd + oura + pixels + sleepCycle + strava + strong + whoop

  /// The names of the apps, each once.
  package static var names: [String] { known().names }

  package static func tables(of app: String) -> [BundledMapping] { all.filter { $0.app == app } }

  /// Returns the mappings by which an import recognises files.
  ///
  /// - Parameter asked: The only app to consider.
  package static func known(asked: String? = nil) -> KnownMappings {
    KnownMappings(all.map(\.known), asked: asked)
  }

  /// Whether the value of an option for a mapping is a name and no path.
  package static func isName(_ text: String) -> Bool {
    !text.contains("/") && !text.hasSuffix(".lua")
  }

  /// Returns an error message about a name that no app has.
  package static func unknown(_ name: String) -> String {
    "there is no file \(name), and no mapping of that name\(NearestName.hint(for: name, among: names)); "
      + "there are \(names.joined(separator: ", "))"
  }
}
