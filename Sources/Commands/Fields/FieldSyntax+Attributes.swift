import ArgumentParser
import Lua
import Rules
package import Schema

/// Words that give a field, as other programs for tasks have them: `due:fri project:Work pri:H +phone`.
extension FieldSyntax {
  /// Returns the words that are no fields, and adds the fields of the others.
  ///
  /// A word `name:value` is a field if its name is one of `attributes` or begins exactly one of them, and
  /// `+word` is a tag. A single word with spaces, which was quoted, is text as it is.
  ///
  /// - Throws: `ValidationError` if the name is hardly anything but a misspelt field.
  func readingAttributes(
    of words: [String], into written: inout WrittenFields
  ) throws -> [String] {
    if attributes.isEmpty { return words }
    if words.count == 1, words[0].contains(" ") { return words }
    return try words.filter { word in
      if let (field, value) = try attribute(word) {
        try written.add(value, to: field)
        return false
      }
      guard words.count > 1, word == words.last, word.contains(/^[pP][0-3]$/) else { return true }
      throw ValidationError(
        "\(Suggestion.quoted(word)): write pri:\(word.uppercased()); a text with this word is quoted"
      )
    }
  }

  /// Returns the field and the value that a word `name:value` or `+word` gives; `nil` for other words.
  package func attribute(_ word: String) throws -> (field: FieldDeclaration, value: String)? {
    if let match = word.wholeMatch(of: /\+(\p{L}\S*)/), let name = attributes["tag"],
      let field = field(name)
    {
      return (field, String(match.1))
    }
    guard let match = word.wholeMatch(of: /(\p{L}+):([^\/\s].*)/) else { return nil }
    let name = String(match.1).lowercased()
    if let advice = guesses[name + ":"] {
      throw ValidationError("\(Suggestion.quoted(word)): \(advice)")
    }
    guard let found = attributeField(name) else {
      guard name.count > 2, !match.2.contains(" "),
        let meant = NearestName.nearest(to: name, among: attributes.keys.sorted())
      else { return nil }
      throw ValidationError(
        "\(Suggestion.quoted(word)): did you mean \(meant):\(match.2)? A text with this word is quoted "
          + "as a whole")
    }
    let value = String(match.2)
    guard found.name == "priority" else { return (found, value) }
    return (found, TaskPriority(letter: value.uppercased())?.name ?? value)
  }

  /// Returns the field of an attribute, whose name may be abbreviated to three letters.
  private func attributeField(_ name: String) -> FieldDeclaration? {
    if let field = attributes[name] { return self.field(field) }
    let fields = Set(
      attributes.keys.filter { name.count >= 3 && $0.hasPrefix(name) }.map { attributes[$0] })
    return fields.count == 1 ? fields.first.flatMap { $0 }.flatMap { field($0) } : nil
  }
}
