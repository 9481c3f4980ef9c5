import ArgumentParser
import Rules

/// A value of the command line that can say what its words look like, for the message about one
/// that is none.
protocol FormedWord: ExpressibleByArgument, SendableMetatype {
  /// What is expected, with an example: `a day such as 2026-03-01`.
  static var form: String { get }

  /// What is wrong with a text that has the form and is no such value all the same: `November 2026 has
  /// 30 days`; `nil` where it has not the form.
  static func fault(in text: String) -> String?
}

extension FormedWord {
  static func fault(in text: String) -> String? { nil }
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
          throw ValidationError(Word.fault(in: text) ?? "expected \(Word.form)")
        }
        return word
      })
  }
}

extension CivilDay: FormedWord {
  static var form: String { "a day such as 2026-03-01" }

  static func fault(in text: String) -> String? {
    guard let match = text.prefixMatch(of: /(\d{4})-(\d\d)-(\d\d)(?!\d)/),
      let year = Int(match.1), year > 0, let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    if let fault = CivilMonth.fault(in: "\(match.1)-\(match.2)") { return fault }
    let count = (29...31).first { CivilDay(year: year, month: month, day: $0) == nil } ?? 32
    return (1..<count).contains(day)
      ? nil : "\(Self.names[month - 1]) \(year) has \(count - 1) days"
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension CivilMonth: FormedWord {
  static var form: String { "a month such as 2026-03" }

  static func fault(in text: String) -> String? {
    guard let match = text.wholeMatch(of: /\d{4}-(\d\d)/), let month = Int(match.1) else {
      return nil
    }
    return (1...12).contains(month) ? nil : "there is no month \(month)"
  }
}

extension Int: FormedWord {
  static var form: String { "a whole number such as 20" }
}

extension Timestamp: FormedWord {
  static func fault(in text: String) -> String? { CivilDay.fault(in: text) }
}

extension Weekdays: FormedWord {
  static var form: String { "weekdays such as mon,tue or Saturday" }
}
