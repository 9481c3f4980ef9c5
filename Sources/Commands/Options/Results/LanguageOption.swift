package import ArgumentParser
import Glibc
import FlintRules
package import Sessions
package import Views

package struct LanguageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The language of texts (default: the profile's setting, else the locale).",
      valueName: Language.codes.joined(separator: "|")))
  package var language: Language?

  /// The given language, else that of the locale: for pages that belong to no profile.
  package var orOfLocale: Language { language ?? .ofLocale }

  /// Returns the given language, else the one of the profile, else that of the locale.
  package func language(_ session: Session) -> Language {
    language ?? Language(code: session.profile.display.language) ?? .ofLocale
  }

  package init() {}
}

extension Language {
  /// The language of messages of the locale; English where there is no other one.
  fileprivate static var ofLocale: Language {
    ofLocale { name in getenv(name).map { String(cString: $0) } }
  }

  /// Returns the language of messages of a locale, by the first variable that is not empty, as POSIX has
  /// it; English where Flint has no texts in that language.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  static func ofLocale(_ variable: (String) -> String?) -> Language {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap(variable).first { !$0.isEmpty }
    return locale.flatMap { Language(code: $0) } ?? .english
  }
}
