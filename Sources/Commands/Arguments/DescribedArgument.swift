package import ArgumentParser
package import FlintCalendar
package import FlintRules
import FlintSchema

/// A type of command-line value that describes its own format for error messages.
package protocol DescribedArgument: ExpressibleByArgument, SendableMetatype {
  /// The expected format with an example: `a day such as 2026-03-01`.
  static var form: String { get }

  /// The name of a value in help texts, unless the option gives another one; by default the option's
  /// name.
  static var valueName: String? { get }

  /// How the value is found among the arguments.
  static var parsing: SingleValueParsingStrategy { get }

  /// Describes why a text that has the right format is still not a valid value, such as `November 2026
  /// has 30 days`. Returns `nil` if the text does not have the format.
  static func problem(in text: String) -> String?
}

extension DescribedArgument {
  package static var valueName: String? { nil }
  package static var parsing: SingleValueParsingStrategy { .next }
  package static func problem(in text: String) -> String? { nil }
}

extension Option {
  /// Creates an option whose help and error messages describe the format of its value. This
  /// overload is more specific than the library's, so that it is chosen for every option of such a
  /// type.
  package init<Described: DescribedArgument>(
    name: NameSpecification = .long, help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == Described? {
    var help = help
    if help?.valueName == nil { help?.valueName = Described.valueName }
    self.init(
      name: name, parsing: Described.parsing, help: help, completion: completion,
      transform: { text in
        try Described.read(text)
      })
  }
}

extension Argument {
  /// Creates an argument whose error messages describe the format of its value, like `Option`.
  package init<Described: DescribedArgument>(
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == Described? {
    self.init(help: help, completion: completion, transform: { try Described.read($0) })
  }
}

extension DescribedArgument {
  fileprivate static func read(_ text: String) throws -> Self {
    guard let value = Self(argument: text) else {
      throw ValidationError(problem(in: text) ?? "expected \(form)")
    }
    return value
  }
}

extension CivilDay: DescribedArgument {
  package static var form: String { "a day such as 2026-03-01" }
  package static var valueName: String? { "YYYY-MM-DD" }

  package static func problem(in text: String) -> String? {
    do throws(DateFault) {
      _ = try DateExpression(text, as: .bound)
    } catch {
      if case .impossible(let problem) = error.reason { return problem }
    }
    return nil
  }
}

extension CivilMonth: DescribedArgument {
  package static var form: String { "a month such as 2026-03" }
  package static var valueName: String? { "YYYY-MM" }

  package static func problem(in text: String) -> String? {
    guard let match = text.wholeMatch(of: /\d{4}-(\d\d)/), let month = Int(match.1) else {
      return nil
    }
    return (1...12).contains(month) ? nil : "there is no month \(month)"
  }
}

// The option is hidden in help texts, where the parser finds the accepted values of others.
extension ColorChoice: DescribedArgument {
  package static var form: String { allCases.map(\.rawValue).alternatives }
}

extension Int: DescribedArgument {
  package static var form: String { "a whole number such as 20" }
}

extension Int64: DescribedArgument {
  package static var form: String { Int.form }
}

extension Timestamp: DescribedArgument {
  package static var valueName: String? { "time" }

  package static func problem(in text: String) -> String? { CivilDay.problem(in: text) }
}

extension Weekdays: DescribedArgument {
  package static var form: String { "weekdays such as mon,tue or Saturday" }
}
