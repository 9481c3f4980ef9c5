import Rules

extension TrackerContent {
  /// Makes a tracker for something that another app lets have a name of any length: the tracker has
  /// the first 100 characters of it, and of a longer one the whole stands before the description.
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
