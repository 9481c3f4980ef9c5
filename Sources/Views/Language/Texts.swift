import CTexts

/// The texts of a language, as `Sources/CTexts/en.txt` describes them.
package struct Texts: Sendable {
  package enum Section: String, CaseIterable, Sendable {
    case phrases, numbers, names
    // Names that the bundled rulebooks give, by their English texts; English has none.
    case missions, cards, sets, sentences, levels, achievements, currencies
    case niceRemarks = "nice remarks"
    case rudeRemarks = "rude remarks"
  }

  /// The forms of each text, by section and key.
  package private(set) var sections: [Section: [String: [String]]] = [:]
  /// The lines that are neither texts nor sections, and those that repeat a key.
  package private(set) var faults: [String] = []

  package init(_ source: String) {
    var section: Section?
    var texts: [String: [String]] = [:]
    for line in Array(source.utf8).split(separator: UInt8(ascii: "\n"))
    where line.first != Self.comment {
      if line.first == UInt8(ascii: "[") {
        if let section { sections[section] = texts }
        texts = [:]
        section = Section(rawValue: String(decoding: line.dropFirst().dropLast(), as: UTF8.self))
        if section == nil { faults.append(String(decoding: line, as: UTF8.self)) }
      } else if let equals = line.firstIndex(of: UInt8(ascii: "=")), section != nil {
        let forms = line[equals...].dropFirst().split(separator: UInt8(ascii: "|")).map(
          Self.trimmed)
        let earlier = texts.updateValue(forms, forKey: Self.trimmed(line[..<equals]))
        if earlier != nil { faults.append(String(decoding: line, as: UTF8.self)) }
      } else {
        faults.append(String(decoding: line, as: UTF8.self))
      }
    }
    if let section { sections[section] = texts }
  }

  /// Returns the forms of a text, of which most have one; none if the key is unknown.
  func forms(_ section: Section, _ key: String) -> [String] { sections[section]?[key] ?? [] }

  private static let comment = UInt8(ascii: "#")

  private static func trimmed(_ text: ArraySlice<UInt8>) -> String {
    let space = UInt8(ascii: " ")
    let start = text.firstIndex { $0 != space } ?? text.endIndex
    let end = text.lastIndex { $0 != space }.map { text.index(after: $0) } ?? start
    return String(decoding: text[start..<end], as: UTF8.self)
  }
}

extension Language {
  /// The texts of the language, read when the first of them is needed.
  package var texts: Texts {
    switch self {
    case .english: Self.englishTexts
    case .spanish: Self.spanishTexts
    case .italian: Self.italianTexts
    }
  }

  private static let englishTexts = Texts(String(cString: flint_texts_en()))
  private static let spanishTexts = Texts(String(cString: flint_texts_es()))
  private static let italianTexts = Texts(String(cString: flint_texts_it()))
}
