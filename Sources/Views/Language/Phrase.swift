/// A text in all languages.
///
/// A phrase is declared once with all of its texts, so that one without a translation does not compile.
/// The texts are literals without interpolation, which a test reads; `{1}`, `{2}` and so on are placeholders,
/// in any order.
package struct Phrase: Hashable, Sendable {
  /// The text in English.
  package let english: String
  /// The text in Spanish.
  package let spanish: String
  /// The text in Italian.
  package let italian: String

  /// Creates a phrase from its texts.
  package init(_ english: String, es spanish: String, it italian: String) {
    self.english = english
    self.spanish = spanish
    self.italian = italian
  }

  /// Returns the phrase of a name that is the same in every language, such as one of a rulebook.
  static func unchanged(_ name: String) -> Phrase { Phrase(english: name) }

  private init(english: String) {
    (self.english, spanish, italian) = (english, english, english)
  }

  fileprivate func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .spanish: spanish
    case .italian: italian
    }
  }
}

/// A text about a number of things in all languages, in the singular and in the plural.
///
/// `{n}` is replaced by the number, as the language writes it; other placeholders are those of a phrase.
package struct CountedPhrase: Hashable, Sendable {
  /// The text about one thing.
  package let one: Phrase
  /// The text about none, or about several.
  package let many: Phrase

  /// Creates a phrase from its texts, each in the singular and in the plural.
  package init(
    _ one: String, _ many: String, es spanish: (one: String, many: String),
    it italian: (one: String, many: String)
  ) {
    self.one = Phrase(one, es: spanish.one, it: italian.one)
    self.many = Phrase(many, es: spanish.many, it: italian.many)
  }
}

/// What has a name in all languages, such as a mood.
package protocol Translated {
  /// The name.
  var phrase: Phrase { get }
}

extension Language {
  /// Returns a phrase without placeholders.
  package subscript(phrase: Phrase) -> String { phrase.text(in: self) }

  /// Returns a phrase with values in place of its placeholders: the first one for `{1}`.
  package func text(_ phrase: Phrase, _ values: String...) -> String {
    phrase.text(in: self).filled { name in
      Int(name).flatMap { values.indices.contains($0 - 1) ? values[$0 - 1] : nil }
    }
  }

  /// Returns the phrase about a number of things, with values in place of `{1}` and so on.
  package func counted(
    _ number: some BinaryInteger, _ phrase: CountedPhrase, _ values: String...
  ) -> String {
    (number == 1 ? phrase.one : phrase.many).text(in: self).filled { name in
      if name == "n" { return text(number) }
      return Int(name).flatMap { values.indices.contains($0 - 1) ? values[$0 - 1] : nil }
    }
  }

  /// Returns the name of a value, such as a mood.
  package func name(of value: some Translated) -> String { self[value.phrase] }

  /// Returns texts as an enumeration: `a, b and c`.
  package func listed(_ texts: [String]) -> String {
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    return "\(texts.dropLast().joined(separator: ", ")) \(conjunction(before: last)) \(last)"
  }

  /// Returns "and" before a text: in Spanish "y" becomes "e" before the same sound.
  private func conjunction(before text: String) -> String {
    let start = text.lowercased()
    let sounds = ["i", "í", "hi", "hí"].contains { start.hasPrefix($0) }
    let isDiphthong = ["hia", "hie", "hio", "ia", "ie", "io"].contains { start.hasPrefix($0) }
    return self == .spanish && sounds && !isDiphthong ? "e" : self[.and]
  }
}

extension String {
  /// Returns the text with the values of its placeholders; those without a value stay.
  fileprivate func filled(_ value: (Substring) -> String?) -> String {
    guard contains("{") else { return self }
    var filled = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "{") {
      filled += rest[..<start]
      rest = rest[start...]
      if let end = rest.firstIndex(of: "}"),
        let value = value(rest[rest.index(after: start)..<end])
      {
        filled += value
        rest = rest[rest.index(after: end)...]
      } else {
        filled.append(rest.removeFirst())
      }
    }
    return filled + rest
  }
}
