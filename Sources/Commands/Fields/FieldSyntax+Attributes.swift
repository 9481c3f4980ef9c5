import ArgumentParser
import Lua
import FlintSchema

/// Words that give a field, as other programs for tasks have them: `due:fri project:Work pri:H +phone`.
extension FieldSyntax {
  /// How a text with a word that gives a field is written.
  static let textAdvice = "text with this word goes after --"

  /// Returns the syntax in which words give each field that the words without a colon do not.
  ///
  /// - Parameter others: further names, which are no options.
  package func readingFields(or others: [String: String] = [:]) -> FieldSyntax {
    var syntax = self
    syntax.attributes = names.filter { $0.value != text && $0.value != "key" }
      .merging(others) { name, _ in name }
    return syntax
  }

  /// Returns the words that are no fields, and adds the fields of the others.
  ///
  /// A word `name:value` is a field if its name is one of `attributes` or begins those of one field, and
  /// `+word` is a tag. Without a value, the field is not given. A single word with spaces, which was quoted,
  /// is text as it is.
  ///
  /// - Throws: `ValidationError` if the name begins those of several fields, or is hardly anything but a misspelt
  ///   one, and if the value is a word of its own.
  package func readingAttributes(
    of words: [String], into written: inout WrittenFields
  ) throws -> [String] {
    if attributes.isEmpty { return words }
    if words.count == 1, words[0].contains(" ") { return words }
    var text: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if let (field, value) = try attribute(word) {
        if !value.isEmpty {
          try written.add(value, to: field)
        } else if let next = rest.first, try attribute(next) == nil {
          throw ValidationError(Self.advice(about: next, behind: word) + "; " + Self.textAdvice)
        }
        continue
      }
      text.append(word)
      guard attributes["priority"] != nil, rest.isEmpty, text.count > 1,
        word.contains(/^[pP][0-3]$/)
      else { continue }
      throw ValidationError(
        "\(Suggestion.quoted(word)): write pri:\(word.uppercased()); \(Self.textAdvice)")
    }
    return text
  }

  /// Returns how a value is written that is a word of its own behind the name of its field.
  package static func advice(about value: String, behind name: String) -> String {
    "\(Suggestion.quoted("\(name) \(value)")): write \(name)\(ShellWord.quoted(value)), without a space"
  }

  /// Returns the fields with those that the words of a line give beside its text. A line that begins with `--` is
  /// text as it is, and one with a value in quotes is read as a line of an inbox.
  package func reading(line: String, into written: WrittenFields) throws -> WrittenFields {
    guard let name = text, !attributes.isEmpty else {
      return text.map { written.with(line, for: $0) } ?? written
    }
    let isQuoted = line.contains(/(?:^|\s)\p{L}[\p{L}_\-]*:["'“„‘]/)
    let words =
      isQuoted
      ? try LineWords.words(of: line)
      : line.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.first == "--" {
      return written.with(String(line.trimmedWhitespace.dropFirst(2)).trimmedWhitespace, for: name)
    }
    var fields = written
    let rest = try readingAttributes(of: words, into: &fields)
    return fields.with(rest.count == words.count ? line : rest.joined(separator: " "), for: name)
  }

  /// Returns the field and the value, which may be empty, that a word `name:value` or `+word` gives; `nil` for
  /// other words.
  func attribute(_ word: String) throws -> (field: FieldDeclaration, value: String)? {
    if let match = word.wholeMatch(of: /\+(\p{L}\S*)/), let name = attributes["tag"],
      let field = field(name)
    {
      return (field, String(match.1))
    }
    guard let match = word.wholeMatch(of: /(\p{L}[\p{L}_\-]*):((?:[^\/\s].*)?)/) else { return nil }
    let (name, value) = (
      match.1.lowercased().replacing("-", with: "_"), String(match.2)
    )
    let found = fields(beginning: name, among: attributes)
    let field = found.count == 1 ? found.first : nil
    // Words such as `on:` are rather text.
    if value.isEmpty { return name.count > 2 ? field.map { ($0, value) } : nil }
    func refusal(_ advice: String) -> ValidationError {
      ValidationError("\(Suggestion.quoted(word)): \(advice)")
    }
    if let advice = guesses[name + ":"] { throw refusal(advice) }
    if let field { return (field, value) }
    if value.contains(" ") { return nil }
    // The subject of an answered mail begins like this.
    if name != "re", found.count > 1 {
      let meant = attributes.keys.filter { $0.hasPrefix(name) }.sorted().map { "\($0):\(value)" }
        .alternatives
      throw refusal("did you mean \(meant)? Otherwise \(Self.textAdvice)")
    }
    guard name.count > 2,
      let nearest = NearestName.nearest(to: name, among: attributes.keys.sorted())
    else { return nil }
    throw refusal("did you mean \(nearest):\(value)? Otherwise \(Self.textAdvice)")
  }
}
