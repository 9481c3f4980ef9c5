import Calendar
import Foundation
import Lua

/// The error message about an invalid command line: that of swift-argument-parser in the form of
/// Flint's own messages, with a suggestion.
package struct UsageMessage {
  /// The message, followed by the usage.
  package let text: String

  /// - Parameters:
  ///   - full: The full message of swift-argument-parser.
  ///   - arguments: The command line without the program's name.
  package init(_ full: String, arguments: [String]) {
    var lines = full.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let prefix = "Error: "
    if let first = lines.first {
      var message = first.hasPrefix(prefix) ? String(first.dropFirst(prefix.count)) : first
      let others = lines.count > 1 ? lines[1] : ""
      message =
        Self.withScriptHint(message, arguments) ?? Self.withRecorder(message, arguments)
        ?? Self.withQuotes(message, arguments)
        ?? Self.withNearestValue(message, others)
      lines[0] = "flint: " + message
    }
    text = lines.joined(separator: "\n")
  }

  /// Adds the nearest accepted value, as the parser does for options. Long lists of values follow the
  /// message, one per line.
  private static func withNearestValue(_ message: String, _ below: String) -> String {
    guard
      let match = message.wholeMatch(
        of: /(The value '(.*)' is invalid for '.*'\.) (Please provide one of (.*)[.:])/)
    else { return message }
    let values =
      match.3.hasSuffix("the following:")
      ? below.matches(of: /(?m)^  - (.*)$/).map { String($0.1) }
      : match.4.matches(of: /'([^']*)'/).map { String($0.1) }
    guard let nearest = Suggestion.closest(to: String(match.2), among: values) else {
      return message
    }
    return "\(match.1) Did you mean '\(nearest)'? \(match.3)"
  }

  /// Adds which command records, if a list was given words; `nil` in all other cases.
  private static func withRecorder(_ message: String, _ arguments: [String]) -> String? {
    guard
      let match = message.firstMatch(
        of: /^(?:Unexpected argument|\d+ unexpected arguments:) '([^']*)'/),
      let advice = CommandGuesses.advice(for: arguments, unexpected: String(match.1))
    else { return nil }
    return "\(message); \(advice)"
  }

  /// Adds quotes, if an option has the first word of a day or a range of several words; `nil` in all other
  /// cases.
  private static func withQuotes(_ message: String, _ arguments: [String]) -> String? {
    guard let match = message.firstMatch(of: /^The value '([^']*)' is invalid for '(--[a-z-]+)/),
      let index = arguments.firstIndex(of: String(match.2)),
      arguments.indices.contains(index + 2), arguments[index + 1] == match.1
    else { return nil }
    let date = arguments[(index + 1)...].prefix(3)
    let words = (2...3).reversed().map { date.prefix($0).joined(separator: " ") }
    guard let text = words.first(where: { (try? DateExpression($0, as: .range)) != nil }) else {
      return nil
    }
    return "\(message); what has spaces is quoted: \(match.2) \(Suggestion.quoted(text))"
  }

  /// Adds where arguments of a script belong, if an unexpected argument follows the script; `nil` in
  /// all other cases.
  private static func withScriptHint(_ message: String, _ arguments: [String]) -> String? {
    guard let command = arguments.first, command == "run" || command == "eval",
      let match = message.firstMatch(
        of: /^(?:Unknown option|Unexpected argument|\d+ unexpected arguments:) '([^']*)'/),
      let index = arguments.indices.dropFirst().first(where: {
        arguments[$0] == match.1 || arguments[$0].hasPrefix(match.1 + "=")
      }),
      arguments[1..<index].contains(where: { argument in
        // Code is never the value of an option; the name of a script may only look like one.
        command == "eval"
          ? !argument.hasPrefix("-")
          : argument == "-" || argument.hasSuffix(".lua")
            || ScriptText.isDirectory(argument)
      })
    else { return nil }
    let first = message.firstRange(of: ". Did you mean").map { message[..<$0.lowerBound] }
    let script = command == "eval" ? "CODE" : "SCRIPT"
    return (first ?? message[...])
      + ". Arguments of the script go after --: flint \(command) \(script) -- "
      + arguments[index...].joined(separator: " ")
  }
}
