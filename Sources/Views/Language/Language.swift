/// A language of texts that people read.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case spanish = "es"
  case italian = "it"

  /// The BCP 47 tag, as in `<html lang>`.
  package var code: String { rawValue }

  package static let codes = allCases.map(\.code)

  /// Creates the language of a tag or of a locale: `es`, `it-IT`, `es_MX.UTF-8`; `C` and `POSIX` are
  /// English. `nil` for other languages.
  package init?(code: some StringProtocol) {
    let language = code.lowercased().prefix { !"-_.@".contains($0) }
    switch language {
    case "c", "posix": self = .english
    default: self.init(rawValue: String(language))
    }
  }

  /// The language's name in itself.
  package var name: String {
    switch self {
    case .english: "English"
    case .spanish: "español"
    case .italian: "italiano"
    }
  }
}
