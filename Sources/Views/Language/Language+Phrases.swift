extension Language {
  /// Returns a phrase without placeholders.
  package subscript(phrase: Phrase) -> String {
    texts.forms(.phrases, phrase.rawValue).first ?? phrase.rawValue
  }

  /// Returns a phrase with values in place of its placeholders: the first one for `{1}`.
  package func text(_ phrase: Phrase, _ values: String...) -> String {
    self[phrase].filled(values, isItalian: self == .italian)
  }

  /// Returns the phrase about a number of things, with values in place of `{1}` and so on.
  package func counted(
    _ number: some BinaryInteger, _ phrase: CountedPhrase, _ values: String...
  ) -> String {
    counted(written: text(number), isOne: number == 1, phrase, values)
  }

  /// Returns the phrase about a number that is written already, such as `2.5`.
  func counted(
    written number: String, isOne: Bool, _ phrase: CountedPhrase, _ values: [String] = []
  ) -> String {
    let forms = texts.forms(.numbers, phrase.rawValue)
    return ((isOne ? forms.first : forms.last) ?? phrase.rawValue)
      .filled(values, number: number, isItalian: self == .italian)
  }

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
  /// Returns the text with the values of its placeholders, the number for `{n}`; those without a value stay.
  ///
  /// - Parameter isItalian: Whether what stands before a value agrees with its sound: "dall'8", "negli 11", "ad aprile".
  func filled(_ values: [String], number: String? = nil, isItalian: Bool = false) -> String {
    guard contains("{") else { return self }
    var filled = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "{") {
      filled += rest[..<start]
      rest = rest[start...]
      if let end = rest.firstIndex(of: "}"),
        let value = Self.value(of: rest[rest.index(after: start)..<end], values, number)
      {
        if isItalian { filled.elide(before: value) }
        filled += value
        rest = rest[rest.index(after: end)...]
      } else {
        filled.append(rest.removeFirst())
      }
    }
    return filled + rest
  }

  /// Changes the Italian article or preposition at the end of the text before a value that begins with a vowel's sound.
  private mutating func elide(before value: String) {
    guard last == " ", let word = dropLast().split(separator: " ").last else { return }
    let number = value.prefix { $0.isNumber }
    let rest = value.dropFirst(number.count)
    // "Otto", "undici" and "uno" do; 1 is "primo" of a month, and "mille" of thousands.
    let hasVowel =
      number.hasPrefix("8") || number == "11"
      || number == "1" && [",", "\u{A0}%"].contains { rest.hasPrefix($0) }
    let elided: String? =
      switch word {
      case "a" where value.lowercased().hasPrefix("a"): "ad "
      case "il" where hasVowel: "l'"
      case "al", "dal", "del", "nel", "sul": hasVowel ? "\(word)l'" : nil
      case "i", "ai", "dai", "dei", "nei", "sui": hasVowel ? "\(word.dropLast())gli " : nil
      default: nil
      }
    if let elided { self = dropLast(word.count + 1) + elided }
  }

  private static func value(
    of placeholder: Substring, _ values: [String], _ number: String?
  ) -> String? {
    if placeholder == "n" { return number }
    return Int(placeholder).flatMap { values.indices.contains($0 - 1) ? values[$0 - 1] : nil }
  }
}
