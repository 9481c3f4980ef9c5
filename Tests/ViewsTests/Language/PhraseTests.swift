import Foundation
import TestSupport
import Testing
import Views

@Suite struct `Phrases` {
  /// The phrases of all sources, which take seconds to scan.
  private static let ofSources = Result { try PhraseScanner.ofSources() }

  @Test(.slow) func `in the sources are literals in three languages`() throws {
    let scanner = try Self.ofSources.get()
    #expect(scanner.faults == [])
    #expect(scanner.phrases.count > 250)
    #expect(scanner.phrases.contains { $0.isCounted && $0.texts[3] == "{n} días" })
  }

  @Test func `have the same placeholders in all languages`() throws {
    for phrase in try Self.ofSources.get().phrases {
      let placeholders = phrase.texts.map(Self.placeholders)
      #expect(Set(placeholders).count == 1, "\(phrase)")
      #expect(phrase.isCounted == (placeholders.first?.contains("n") ?? false), "\(phrase)")
      // The numbers are 1, 2 and so on.
      let numbers = (placeholders.first ?? []).filter { $0 != "n" }
      #expect(numbers == numbers.indices.map { String($0 + 1) }, "\(phrase)")
    }
  }

  @Test func `are declared in one file`() throws {
    // A translation of its own is a reason: adjectives agree with what they are about.
    let files = Dictionary(grouping: try Self.ofSources.get().phrases, by: \.texts)
      .mapValues { Set($0.map(\.file)) }
    #expect(files.filter { $0.value.count > 1 } == [:])
  }

  @Test func `are not empty and have the same spaces around them`() throws {
    for phrase in try Self.ofSources.get().phrases {
      #expect(!phrase.texts.contains { $0.allSatisfy(\.isWhitespace) }, "\(phrase)")
      let starts = phrase.texts.map { $0.prefix(while: \.isWhitespace) }
      let ends = phrase.texts.map { String($0.reversed().prefix(while: \.isWhitespace)) }
      #expect(Set(starts).count == 1 && Set(ends).count == 1, "\(phrase)")
      #expect(!phrase.texts.contains { $0.contains("  ") }, "\(phrase)")
      // A sentence is one in every language; an abbreviation may end with a full stop in one.
      if phrase.texts[0].hasSuffix(".") {
        #expect(phrase.texts.allSatisfy { $0.last == "." || $0.last == "?" }, "\(phrase)")
      }
    }
  }

  @Test(arguments: [
    #"Phrase("a \(b)", es: "a", it: "a")"#, #"Phrase("a", es: name, it: "a")"#,
    #"Phrase("a", es: "b")"#, #"CountedPhrase("a", "b", es: ("a"), it: ("a", "b"))"#,
    #"let phrase: Phrase = .init("a", es: "b", it: "c")"#,
  ])
  func `that are not literals or lack a text are found`(source: String) {
    var scanner = PhraseScanner()
    scanner.scan(source, file: "a.swift")
    #expect(!scanner.faults.isEmpty)
  }

  @Test func `of several lines and with escapes are read`() {
    var scanner = PhraseScanner()
    scanner.scan(
      """
      static let a = Phrase(
        "one \\"x\\" " + "two", es: "uno\\u{A0}dos",
        it: "uno, due")
      """, file: "a.swift")
    #expect(scanner.faults == [])
    #expect(scanner.phrases.map(\.texts) == [["one \"x\" two", "uno\u{A0}dos", "uno, due"]])
  }

  @Test func `are filled in any order and once`() {
    let phrase = Phrase("{1} of {2}", es: "de {2}, {1}", it: "{1} di {2}")
    #expect(Language.english.text(phrase, "3", "{1}") == "3 of {1}")
    #expect(Language.spanish.text(phrase, "3", "5") == "de 5, 3")
    #expect(Language.italian.text(phrase, "3") == "3 di {2}")
    #expect(Language.italian[phrase] == "{1} di {2}")
  }

  @Test(arguments: [
    (0, "0 points", "0 puntos", "0 punti"), (1, "1 point", "1 punto", "1 punto"),
    (2, "2 points", "2 puntos", "2 punti"), (-1, "−1 points", "−1 puntos", "−1 punti"),
    (12345, "12,345 points", "12\u{A0}345 puntos", "12.345 punti"),
  ])
  func `about a number are singular for one thing`(
    number: Int, english: String, spanish: String, italian: String
  ) {
    #expect(Language.english.counted(number, .points) == english)
    #expect(Language.spanish.counted(number, .points) == spanish)
    #expect(Language.italian.counted(number, .points) == italian)
  }

  @Test func `are enumerated with the conjunction of the language`() {
    #expect(Language.english.listed([]) == "")
    #expect(Language.english.listed(["a"]) == "a")
    #expect(Language.english.listed(["a", "b", "c"]) == "a, b and c")
    #expect(Language.spanish.listed(["lunes", "martes"]) == "lunes y martes")
    #expect(Language.spanish.listed(["ideas", "historias"]) == "ideas e historias")
    #expect(Language.spanish.listed(["agua", "hielo"]) == "agua y hielo")
    #expect(Language.italian.listed(["lunedì", "ieri"]) == "lunedì e ieri")
  }

  private static func placeholders(_ text: String) -> [String] {
    text.matches(of: /\{([^}]*)\}/).map { String($0.output.1) }.sorted()
  }
}
