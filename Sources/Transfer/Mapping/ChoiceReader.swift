import Rules

/// Reads one of several names, case aside, or what a mapping says stands for one.
struct ChoiceReader {
  /// The names.
  let names: [String]
  /// The places of the names, and of what stands for them, in small letters.
  private var places: [String: Int] = [:]
  /// The same as they are mostly written, so that no small letters have to be made.
  private var usual: [String: Int] = [:]

  /// - Parameter first: the number of the first, if they are numbered.
  init(_ names: [String], from first: Int? = nil) {
    self.names = names
    for (place, name) in names.enumerated() {
      add(name, place)
      if let first { add(String(first + place), place) }
    }
  }

  /// Takes what a text of the file stands for: a name, or its number.
  mutating func add(_ text: String, for name: String) {
    if let place = place(of: name) { add(text, place) }
  }

  private mutating func add(_ text: String, _ place: Int) {
    places[text.trimmedWhitespace.lowercased()] = place
    usual[text] = place
  }

  /// The place among the names that a text stands for; `nil` when it stands for none.
  func place(of text: String) -> Int? {
    usual[text] ?? places[text.trimmedWhitespace.lowercased()]
  }

  /// What is wrong with a text that stands for none.
  func expectation(_ text: String) -> String {
    "expected \(names.alternatives)" + NearestName.hint(for: text, among: names)
  }
}
