/// The ids that a draft gives to what a table names.
struct DraftNames {
  /// The ids by the name in lower case.
  private var ids: [String: String] = [:]
  private var taken: Set<String> = []
  /// The last number that was added to an id.
  private var numbers: [String: Int] = [:]
  /// The id in place of one that would be empty.
  private let blank: String

  init(blank: String) { self.blank = blank }

  /// Returns the id of a name; equal names, but for case, have the same one.
  mutating func id(of name: String) -> String {
    let key = name.lowercased()
    if let id = ids[key] { return id }
    let id = new(for: name)
    ids[key] = id
    return id
  }

  mutating func new(for name: String) -> String {
    let plain = Self.plain(name)
    let start = plain.isEmpty ? blank : plain
    var id = start
    while !taken.insert(id).inserted {
      let number = numbers[start, default: 1] + 1
      numbers[start] = number
      id = "\(start)-\(number)"
    }
    return id
  }

  /// The maximum length of an id before a number is added.
  private static let mostLetters = 80

  /// Returns a name with only lower-case letters, digits, `-` and `_`.
  static func plain(_ name: String) -> String {
    let stars = name.unicodeScalars.filter { $0 == "★" || $0 == "☆" || $0 == "⭐" }.count
    if stars > 0, stars == name.unicodeScalars.count { return "\(stars)-star" }
    var id = ""
    for scalar in name.lowercased().unicodeScalars where id.utf8.count < mostLetters {
      switch scalar {
      case "a"..."z", "0"..."9", "_": id.unicodeScalars.append(scalar)
      // An apostrophe does not divide a word.
      case "'", "’": break
      default: if !id.isEmpty, !id.hasSuffix("-") { id += "-" }
      }
    }
    while id.hasSuffix("-") { id.removeLast() }
    return id
  }
}
