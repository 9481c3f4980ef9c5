import Foundation
import Lua

/// The message about a command line that could not be read: swift-argument-parser's, in the form of
/// Flint's own, with what was perhaps meant.
struct UsageMessage {
  /// The message, with the usage below it.
  let text: String

  /// - Parameters:
  ///   - full: what swift-argument-parser says.
  ///   - arguments: the command line.
  init(_ full: String, arguments: [String]) {
    var lines = full.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let prefix = "Error: "
    if let first = lines.first {
      var message = first.hasPrefix(prefix) ? String(first.dropFirst(prefix.count)) : first
      let others = lines.count > 1 ? lines[1] : ""
      message =
        Self.withScriptHint(message, arguments) ?? Self.withNearestValue(message, others)
      lines[0] = "flint: " + message
    }
    text = lines.joined(separator: "\n")
  }

  /// Of a value that is none of those listed, the nearest is named, as it is of options. Many values are
  /// listed below the message, one a line.
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

  /// Of what comes behind a script, it is said where arguments of the script go.
  private static func withScriptHint(_ message: String, _ arguments: [String]) -> String? {
    guard let command = arguments.first, command == "run" || command == "eval",
      let match = message.firstMatch(
        of: /^(?:Unknown option|Unexpected argument|\d+ unexpected arguments:) '([^']*)'/),
      let place = arguments.indices.dropFirst().first(where: {
        arguments[$0] == match.1 || arguments[$0].hasPrefix(match.1 + "=")
      }),
      arguments[1..<place].contains(where: { word in
        // Code is never an option's value; a script's name may only look like one.
        command == "eval"
          ? !word.hasPrefix("-")
          : word == "-" || word.hasSuffix(".lua")
            || ScriptText.isDirectory(word)
      })
    else { return nil }
    let first = message.firstRange(of: ". Did you mean").map { message[..<$0.lowerBound] }
    let script = command == "eval" ? "CODE" : "SCRIPT"
    return (first ?? message[...])
      + ". What is meant for the script goes after --: flint \(command) \(script) -- "
      + arguments[place...].joined(separator: " ")
  }
}
