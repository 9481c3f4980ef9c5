/// The names that programs which move folders give to a file that was changed in two places.
package enum ConflictName {
  /// Returns the name of the file of which a file is the other version; its own name if it is none.
  ///
  /// Syncthing writes `NAME.sync-conflict-20261128-183000-ABCDEFG.txt`, Dropbox and Nextcloud
  /// `NAME (… conflicted copy …).txt`.
  package static func original(of name: String) -> String {
    if let mark = name.firstRange(of: ".sync-conflict-") {
      let rest = name[mark.upperBound...]
      return String(name[..<mark.lowerBound] + rest[(rest.lastIndex(of: ".") ?? rest.endIndex)...])
    }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let (stem, ending) = (name[..<dot], name[dot...])
    guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
      stem[open...].contains("conflicted copy")
    else { return name }
    var end = open
    while end > stem.startIndex, stem[stem.index(before: end)] == " " {
      end = stem.index(before: end)
    }
    return String(stem[..<end] + ending)
  }
}
