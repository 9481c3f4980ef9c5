import ArgumentParser
import Rules

/// A value of the command line that can say what its words look like, for the message about one
/// that is none.
protocol FormedWord: ExpressibleByArgument, SendableMetatype {
  /// What is expected, with an example: `a day such as 2026-03-01`.
  static var form: String { get }
}

extension Option {
  /// An option whose message about a word that cannot be read says what was expected. Being more
  /// special than the library's own, it is chosen for every option of such a type.
  init<Word: FormedWord>(
    name: NameSpecification = .long, parsing strategy: SingleValueParsingStrategy = .next,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == Word? {
    self.init(
      name: name, parsing: strategy, help: help, completion: completion,
      transform: { text in
        guard let word = Word(argument: text) else {
          throw ValidationError("expected \(Word.form)")
        }
        return word
      })
  }
}

extension CivilDay: FormedWord {
  static var form: String { "a day such as 2026-03-01" }
}

extension CivilMonth: FormedWord {
  static var form: String { "a month such as 2026-03" }
}

extension Int: FormedWord {
  static var form: String { "a whole number such as 20" }
}

extension Timestamp: FormedWord {}

extension Weekdays: FormedWord {
  static var form: String { "weekdays such as mon,tue or Saturday" }
}
