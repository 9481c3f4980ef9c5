import FlintRules
import FlintSchema

extension TrackerContent {
  /// Creates the content of a tracker for a name of any length from another app: the tracker's name
  /// has its first 100 characters, and a longer name is placed in full before the description.
  init(appName name: String, description: String?, goal: String? = nil) throws(FieldError) {
    let longest = 100
    let name = name.trimmedWhitespace
    guard name.count > longest else {
      try self.init(name: name, description: description, goal: goal)
      return
    }
    try self.init(
      name: String(name.prefix(longest)),
      description: [name, description].compactMap(\.self).joined(separator: "\n"), goal: goal)
  }
}
