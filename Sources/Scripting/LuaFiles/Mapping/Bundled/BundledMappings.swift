import FlintSchema
package import Transfer

/// The mappings that the program has for the tables of apps.
package enum BundledMappings {
  package static let all: [BundledMapping] =
    activityWatch + clockify + fitbit + fitNotes + goodreads + habitBull + habitKit
    + healthAutoExport + hevy + letterboxd + oura + pixels + sleepCycle + strava + strong + whoop

  /// The names of the apps, each once.
  package static var names: [String] { known().names }

  package static func tables(of app: String) -> [BundledMapping] { all.filter { $0.app == app } }

  /// Returns the mappings by which an import recognises files.
  ///
  /// - Parameter asked: the only app to consider.
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

  // MARK: Descriptions

  /// Returns one sentence about the files of an app.
  package static func summary(of app: String) -> String {
    let tables = tables(of: app)
    guard tables.count > 1, let name = tables[0].title.split(separator: ",").first else {
      return tables.map(\.title).joined()
    }
    return "\(name): \(tables.map(\.table).listed("and"))."
  }

  /// Returns how the files of an app are recognised and read: the texts of its mapping files.
  package static func page(of app: String) -> String {
    var text = ""
    for table in tables(of: app) {
      text += "-- \(table.title)\n-- It is recognised by \(table.signature.description).\n\n"
      text += table.lua + "\n\n"
    }
    return text
      + "-- To read a file in another way, change a copy: flint import --map COPY.lua FILE\n"
  }
}
