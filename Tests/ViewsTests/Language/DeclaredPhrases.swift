import Foundation

/// A declaration of a phrase in the sources: its texts, in the order of the languages, and for a counted one
/// each in the singular and the plural.
struct DeclaredPhrase {
  var file: String
  var isCounted: Bool
  var texts: [String]
}

/// A reader of the declarations of phrases in Swift sources. What it does not understand is a fault, so that
/// no phrase escapes the tests.
struct PhraseScanner {
  private(set) var phrases: [DeclaredPhrase] = []
  private(set) var faults: [String] = []

  /// Scans all sources of the project, except the declaration of the types.
  static func ofSources() throws -> PhraseScanner {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let sources = root.appendingPathComponent("Sources")
    var scanner = PhraseScanner()
    let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    for file in (files ?? []).sorted()
    where file.hasSuffix(".swift") && file != "Views/Language/Phrase.swift" {
      let source = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      if source.contains("Phrase") || source.contains("es:") {
        scanner.scan(source, file: file)
      }
    }
    return scanner
  }

  /// Scans one source.
  mutating func scan(_ source: String, file: String) {
    // Labels of translations outside of the declarations found are declarations in another form.
    var labels = source.matches(of: /\b(?:es|it):/).map(\.range.lowerBound)
    for match in source.matches(of: /(Counted)?\bPhrase\(|CountedPhrase\(/) {
      let isCounted = match.output.0.hasPrefix("Counted")
      var rest = source[match.range.upperBound...]
      let texts = DeclaredPhrase.texts(&rest)
      guard let texts else {
        faults.append("\(file): not literals: \(source[match.range.lowerBound...].prefix(80))")
        continue
      }
      if texts.count != (isCounted ? 6 : 3) {
        faults.append("\(file): \(texts.count) texts: \(texts)")
      }
      labels.removeAll { match.range.lowerBound < $0 && $0 < rest.startIndex }
      phrases.append(DeclaredPhrase(file: file, isCounted: isCounted, texts: texts))
    }
    for label in labels {
      let line = source[label...].prefix { $0 != "\n" }
      // Other functions have a parameter `it`.
      if line.hasPrefix("es:") { faults.append("\(file): outside of a phrase: \(line)") }
    }
  }
}

extension DeclaredPhrase {
  /// Reads the arguments of a declaration up to its closing parenthesis; `nil` where they are not literals.
  fileprivate static func texts(_ rest: inout Substring) -> [String]? {
    var texts: [String] = []
    var depth = 1
    var isJoined = false
    while let character = rest.popFirst() {
      switch character {
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth == 0 { return texts }
      case "\"":
        guard let text = literal(&rest) else { return nil }
        if isJoined { texts[texts.count - 1] += text } else { texts.append(text) }
        isJoined = false
      case "+":
        if texts.isEmpty { return nil }
        isJoined = true
      case ",", ":", "e", "s", "i", "t": break
      default: if !character.isWhitespace { return nil }
      }
    }
    return nil
  }

  /// Reads the rest of a literal; `nil` for one with interpolation or of several lines.
  private static func literal(_ rest: inout Substring) -> String? {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text.isEmpty && rest.first == "\"" ? nil : text
      case "\\":
        switch rest.popFirst() {
        case "\"": text += "\""
        case "\\": text += "\\"
        case "n": text += "\n"
        case "u":
          let digits = rest.dropFirst().prefix { $0 != "}" }
          guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
            return nil
          }
          text.unicodeScalars.append(scalar)
          rest = rest.dropFirst(digits.count + 2)
        default: return nil
        }
      default: text.append(character)
      }
    }
    return nil
  }
}
