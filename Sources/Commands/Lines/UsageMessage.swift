package import ArgumentParser
import FlintCalendar
import Foundation
import FlintJSON
import Lua
import FlintSchema

/// The error message about an invalid command line: that of swift-argument-parser in the form of
/// Flint's own messages, with a suggestion.
///
/// A wrong value is answered with what was expected; only a word or an option that there is not is
/// followed by the usage.
package struct UsageMessage {
  /// The message, and the usage or the help of the option where they say more.
  package let text: String

  /// - Parameter arguments: The command line without the program's name.
  package init(_ error: any Error, of root: any ParsableCommand.Type, arguments: [String]) {
    let message = root.message(for: error)
    let lines = root.fullMessage(for: error).dropFirst("Error: \(message)\n".count)
    let start = lines.firstRange(of: "Usage: ")?.lowerBound ?? lines.endIndex
    let (help, usage) = (lines[..<start], lines[start...])
    let names = CommandLineNames(arguments, of: root)
    if let answer = RenamedSpellings.answer(to: arguments, isOption: names.contains) {
      text = "flint: " + answer
      return
    }
    let problem = Problem.reading(message, names)
    let advice =
      Self.withScriptHint(problem, arguments) ?? problem.hint + Self.advice(problem, arguments)
    var parts = ["flint: " + problem.text + advice]
    if problem.rest != .nothing, !help.isEmpty { parts.append(String(help.trimmedEnd)) }
    if problem.rest == .usage { parts.append(Self.short(usage)) }
    text = parts.joined(separator: "\n")
  }

  /// Returns the message about the options of a line that is no command line, in Flint's form.
  package static func text(
    _ error: any Error, of options: any ParsableArguments.Type, named names: [String]
  ) -> String {
    let problem = Problem.reading(options.message(for: error), CommandLineNames(options: names))
    return problem.text + problem.hint
  }

  /// Returns the usage with one placeholder for all options, as Flint's own usages have.
  private static func short(_ usage: Substring) -> String {
    usage.split(separator: "\n").map { line in
      guard line.hasPrefix("Usage: "), line.contains("<") else { return String(line) }
      let others = line.replacing(/\ \[(-(?:[^\]<]|<[^>]*>)*|<options>)\]|\ <options>/, with: "")
        .replacing(/<([^>]*)>/) { $0.1.uppercased() }
      let end = others.firstRange(of: " -- ")?.lowerBound ?? others.endIndex
      return others[..<end] + " [OPTION …]" + others[end...]
    }.joined(separator: "\n")
  }

  /// Returns what the person probably means, behind the message; often nothing.
  private static func advice(_ problem: Problem, _ arguments: [String]) -> String {
    let advice: String? =
      switch problem.kind {
      case .value(let name, let value):
        quotes(name, value, arguments)
          ?? CommandGuesses.advice(for: arguments, value: value, of: name)
      case .option(let name): CommandGuesses.advice(for: arguments, option: name)
      case .word(let word): CommandGuesses.advice(for: arguments, unexpected: word)
      case .other: nil
      }
    return advice.map { "; " + $0 } ?? ""
  }

  /// Returns the quoted value, if an option has the first word of a day or a range of several words.
  private static func quotes(_ name: String, _ value: String, _ arguments: [String]) -> String? {
    guard let index = arguments.firstIndex(of: name), arguments.indices.contains(index + 2),
      arguments[index + 1] == value
    else { return nil }
    let date = arguments[(index + 1)...].prefix(3)
    let words = (2...3).reversed().map { date.prefix($0).joined(separator: " ") }
    return words.first { (try? DateExpression($0, as: .range)) != nil }
      .map { "what has spaces is quoted: \(name) \(Suggestion.quoted($0))" }
  }

  /// Returns where arguments of a script belong, if an unexpected argument follows the script; `nil` in
  /// all other cases.
  private static func withScriptHint(_ problem: Problem, _ arguments: [String]) -> String? {
    let word: String
    switch problem.kind {
    case .option(let name): word = name
    case .word(let found): word = found
    case .value, .other: return nil
    }
    guard let command = arguments.first, command == "run" || command == "eval",
      let index = arguments.indices.dropFirst().first(where: {
        arguments[$0] == word || arguments[$0].hasPrefix(word + "=")
      }),
      arguments[1..<index].contains(where: { argument in
        // Code is never the value of an option; the name of a script may only look like one.
        command == "eval"
          ? !argument.hasPrefix("-")
          : argument == "-" || argument.hasSuffix(".lua")
            || ScriptText.isDirectory(argument)
      })
    else { return nil }
    let script = command == "eval" ? "CODE" : "SCRIPT"
    return "; arguments of the script go after --: flint \(command) \(script) -- "
      + arguments[index...].joined(separator: " ")
  }
}

/// What is wrong with a command line, read from a message of swift-argument-parser.
private struct Problem {
  enum Kind {
    /// The value of an option or a word.
    case value(name: String, value: String)
    case option(String)
    case word(String)
    case other
  }

  /// What follows the message.
  enum Rest {
    case nothing, help, usage
  }

  var kind = Kind.other
  let text: String
  /// What was probably meant, as the end of the text.
  var hint = ""
  var rest = Rest.nothing

  static func reading(_ message: String, _ names: CommandLineNames) -> Problem {
    if let match = message.wholeMatch(of: /(?s)The value '(.*)' is invalid for '([^']*)'(.*)/) {
      let value = String(match.1)
      if let option = names.unknownOption(before: value) { return unknown(option, names) }
      return wrong(value, of: match.2, because: match.3)
    }
    if let match = message.firstMatch(of: /^Unknown option '([^']*)'/) {
      let name = match.1.dropLast()
      if match.1.hasSuffix("="), names.contains(String(name)) {
        return Problem(text: "\(name): expected a value, got nothing", rest: .help)
      }
      return unknown(String(match.1), names)
    }
    if let match = message.firstMatch(
      of: /(?s)^(?:Unexpected argument|\d+ unexpected arguments:) '(.*)'/)
    {
      let words = match.1.split(separator: "', '", omittingEmptySubsequences: false)
        .map(String.init)
      return Problem(
        kind: .word(words.first ?? ""),
        text: (words.count == 1 ? "unexpected word " : "unexpected words ")
          + words.map(Suggestion.quoted).listed("and"), rest: .usage)
    }
    if let match = message.firstMatch(of: /^Missing value for '([^' ]*)/) {
      // The parser takes no value that begins with a hyphen.
      let value = names.word(after: String(match.1)).map(Suggestion.quoted)
      return Problem(
        text: "\(match.1): expected \(value == nil ? "a" : "another") value, got "
          + (value ?? "nothing"), rest: .help)
    }
    if let match = message.firstMatch(of: /^Missing expected argument '([^']*)'/) {
      return Problem(text: "expected \(plain(match.1)), got nothing", rest: .usage)
    }
    if let match = message.wholeMatch(
      of: /(?s)The option '([^']*)' does not take any value, but '(.*)' was specified\./)
    {
      return Problem(
        text: "\(match.1): expected no value, got \(Suggestion.quoted(String(match.2)))")
    }
    // A message of Flint's own.
    let isAboutValue = message.contains(/^[-\w]+: expected .*, got\b/)
    return Problem(text: message, rest: isAboutValue ? .nothing : .usage)
  }

  /// - Parameters:
  ///   - argument: The option with the name of its value, or the name of the word.
  ///   - reason: What the parser says behind them.
  private static func wrong(
    _ value: String, of argument: Substring, because reason: Substring
  ) -> Problem {
    let parts = argument.split(separator: " ").map(plain)
    let (name, form) = (parts.first ?? "", parts.last ?? "")
    let quoted = Suggestion.quoted(value)
    var problem: String
    var rest = Rest.nothing
    if reason.hasPrefix(": ") {
      problem = String(reason.dropFirst(2))
      if !problem.contains(quoted) { problem += ", got \(quoted)" }
    } else if reason.hasPrefix(". Please provide one of ") {
      let choices = reason.matches(of: /'([^']*)'|\n  - (.*)/).map { String($0.1 ?? $0.2 ?? "") }
      problem =
        "expected \(choices.alternatives), got \(quoted)"
        + Suggestion.hint(for: value, among: choices)
    } else {
      problem = "expected \(name.hasSuffix(form) ? "another value" : "a " + form), got \(quoted)"
      rest = .help
    }
    return Problem(
      kind: .value(name: name, value: value), text: "\(name): \(problem)", rest: rest)
  }

  private static func unknown(_ option: String, _ names: CommandLineNames) -> Problem {
    Problem(
      kind: .option(option),
      text: "unknown option \(Suggestion.quoted(option))", hint: names.hint(for: option),
      rest: .usage)
  }

  /// Returns the name of a value without its angle brackets.
  private static func plain(_ name: Substring) -> String { name.filter { !"<>".contains($0) } }
}

/// The names of the options of the command that a command line names.
private struct CommandLineNames {
  /// Options that other programs, or other commands, have in place of each other.
  private static let synonyms: [Set<String>] = [
    ["--order", "--sort"], ["--text", "--search", "--filter", "--grep"],
    ["--on", "--day", "--date", "--range"], ["--since", "--from", "--after"],
    ["--before", "--until", "--to"], ["--output", "--out", "--file"],
    ["--limit", "--count", "--max", "-n"], ["--quiet", "--silent", "-q"], ["--force", "-f"],
  ]

  private let arguments: [String]
  private let options: [String]

  init(options: [String]) {
    arguments = []
    self.options = options
  }

  init(_ arguments: [String], of root: any ParsableCommand.Type) {
    self.arguments = arguments
    let commands =
      root.configuration.subcommands
      + root.configuration.groupedSubcommands.flatMap(\.subcommands)
    let command = commands.first { $0.configuration.commandName == arguments.first }
    guard let command, var help = try? JSONValue(parsing: command._dumpHelp())["command"] else {
      options = []
      return
    }
    let word = arguments.dropFirst().first ?? ""
    if let subcommand = help.described("subcommands").first(where: {
      $0["commandName"] == .string(word)
    }) {
      help = subcommand
    } else if let usual = help.defaultSubcommand {
      help = usual
    }
    options = help.described("arguments").flatMap(\.optionNames)
  }

  func contains(_ name: String) -> Bool { options.contains(name) }

  /// Returns the word behind an option, unless that is an option too; `nil` if there is none.
  func word(after name: String) -> String? {
    guard let index = arguments.firstIndex(of: name), arguments.indices.contains(index + 1) else {
      return nil
    }
    let word = arguments[index + 1]
    return word.hasPrefix("--") || options.contains(word) ? nil : word
  }

  /// Returns a suggestion for an option that there is not.
  func hint(for name: String) -> String {
    let meant = Self.synonyms.first { $0.contains(name) } ?? []
    let longer = options.filter { name.count > 3 && $0.hasPrefix(name) }
    guard
      let nearest = options.first(where: meant.contains)
        ?? (longer.count == 1
          ? longer[0] : Suggestion.closest(to: name, among: name.count > 2 ? options : []))
    else { return "" }
    return " (did you mean \"\(nearest)\"?)"
  }

  /// Returns the unknown option whose value the parser took for a word.
  func unknownOption(before value: String) -> String? {
    guard !options.isEmpty, let index = arguments.firstIndex(of: value), index > 0 else {
      return nil
    }
    let name = arguments[index - 1]
    return name.hasPrefix("--") && name.count > 2 && !options.contains(name) ? name : nil
  }
}

extension Substring {
  /// The text without white space at its end.
  fileprivate var trimmedEnd: Substring {
    self[..<(lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex)]
  }
}
