/// A language of texts that people read.
public enum Language: String, CaseIterable, Sendable {
  /// English.
  case english = "en"
  /// Spanish.
  case spanish = "es"
  /// Italian.
  case italian = "it"

  /// The BCP 47 tag, as in `<html lang>`.
  public var code: String { rawValue }

  /// The codes of all languages.
  public static let codes = allCases.map(\.code)

  /// Creates the language of a tag or of a locale: `es`, `it-IT`, `es_MX.UTF-8`; `C` and `POSIX` are
  /// English. `nil` for other languages.
  public init?(code: some StringProtocol) {
    let language = code.lowercased().prefix { !"-_.@".contains($0) }
    switch language {
    case "c", "posix": self = .english
    default: self.init(rawValue: String(language))
    }
  }

  /// The language's name in itself.
  public var name: String {
    switch self {
    case .english: "English"
    case .spanish: "español"
    case .italian: "italiano"
    }
  }
}
