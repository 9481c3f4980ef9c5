import Rules
import Schema

/// A reader for texts that are one of several names, ignoring case, or that the mapping defines as
/// synonyms of one.
struct ChoiceReader {
  /// The names.
  let names: [String]
  /// The indices of the names and their synonyms, in lower case.
  private var indices: [String: Int] = [:]
  /// The indices by the texts as written, which avoids the conversion to lower case.
  private var usual: [String: Int] = [:]

  /// Creates a reader of the names, and of the numbers for these, if there are any.
  init(_ choice: FieldType.Choice) {
    names = choice.names
    for (index, name) in names.enumerated() { add(name, index) }
    for (index, number) in choice.numbers.enumerated() { add(String(number), index) }
  }

  /// Adds a synonym for a name, or for the number of a name.
  mutating func add(_ text: String, for name: String) {
    if let index = index(of: name) { add(text, index) }
  }

  private mutating func add(_ text: String, _ index: Int) {
    indices[text.trimmedWhitespace.lowercased()] = index
    usual[text] = index
  }

  /// Returns the index of the name that a text means; `nil` when it means none.
  func index(of text: String) -> Int? {
    usual[text] ?? indices[text.trimmedWhitespace.lowercased()]
  }

  /// Returns the error message for a text that means none of the names.
  func expectation(_ text: String) -> String {
    "expected \(names.alternatives)" + NearestName.hint(for: text, among: names)
  }
}
