package import ArgumentParser
import FlintJSON
import Lua

/// What an option means that a command line gives more than once, in all commands: the values of a list
/// add up, and any other option is refused, since one of its values would be dropped.
///
/// An option is a list if its value name ends with `,…`, which the help shows; options that the parser
/// collects in an array add up there. A flag may be repeated.
package enum OptionRepetition {
  /// Names of options that mean the same in a command that has several of them.
  private static let synonyms: [Set<String>] = [
    ["-o", "--output"], ["-n", "--limit"], ["-f", "--format"], ["-c", "--category"],
    ["-p", "--priority"], ["-t", "--tag"], ["--at", "--on"],
  ]

  /// - Throws: `CommandFailure` about an option with two values that is no list.
  package static func joined(
    _ arguments: [String], of command: any ParsableCommand.Type
  ) throws(CommandFailure) -> [String] {
    // The description of the options takes longer than many commands.
    guard mayRepeat(arguments),
      let command = try? JSONValue(parsing: command._dumpHelp())["command"]
    else { return arguments }
    return try joined(arguments, of: command)
  }

  /// Returns whether two arguments have the form of one option.
  private static func mayRepeat(_ arguments: [String]) -> Bool {
    var found: Set<String> = []
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("-") {
      let name = String(argument.prefix { $0 != "=" })
      let names = synonyms.first { $0.contains(name) } ?? [name]
      if !found.isDisjoint(with: names) { return true }
      found.formUnion(names)
    }
    return false
  }

  private static func joined(
    _ arguments: [String], of command: JSONValue
  ) throws(CommandFailure) -> [String] {
    var subcommands = command.described("subcommands")
    var options = options(of: command)
    if let usual = command.defaultSubcommand { options = Self.options(of: usual) }
    var kept: [String] = []
    /// The position of the kept value of an option, by its first name, and the name before it.
    var values: [String: (name: String, index: Int)] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return kept + [argument] + rest }
      let parts = argument.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard argument.hasPrefix("-"), let name = parts.first.map(String.init),
        let option = options[name]
      else {
        kept.append(argument)
        if let chosen = subcommands.first(where: { $0["commandName"]?.string == argument }) {
          (options, subcommands) = (Self.options(of: chosen), [])
        }
        continue
      }
      let value: String
      if parts.count == 2 {
        value = String(parts[1])
      } else if let next = rest.first, option.takesAny || !next.hasPrefix("-") || next == "-" {
        value = rest.removeFirst()
      } else {
        // The parser reports that the value is missing.
        kept.append(argument)
        continue
      }
      if let (before, index) = values[option.key] {
        let given = kept[index]
        guard option.isList else {
          let both =
            before == name ? "\(name) is" : "\(before) and \(name) are one option, which is"
          throw CommandFailure(
            .usage,
            "\(both) given twice: \(Suggestion.quoted(given)) and \(Suggestion.quoted(value)); "
              + "remove one")
        }
        kept[index] = given + "," + value
      } else {
        kept += [name, value]
        values[option.key] = (name, kept.count - 1)
      }
    }
    return kept
  }

  private struct Option {
    /// One of its names, which stands for all.
    let key: String
    let isList: Bool
    /// Whether also a value that begins with a hyphen is its value.
    let takesAny: Bool
  }

  /// The options of a command that have one value, by their names. Flags and options that the parser
  /// collects are left to it.
  private static func options(of command: JSONValue) -> [String: Option] {
    var options: [String: Option] = [:]
    for argument in command.described("arguments")
    where argument["kind"]?.string == "option" && argument["isRepeating"] == .boolean(false) {
      let names = argument.optionNames
      guard let key = names.first else { continue }
      let option = Option(
        key: key, isList: argument.isJoinedList,
        takesAny: argument["parsingStrategy"]?.string == "unconditional")
      for name in names { options[name] = option }
    }
    return options
  }
}

/// The parser's description of a command.
extension JSONValue {
  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Returns the parts of one kind, such as the arguments of a command.
  func described(_ name: String) -> [JSONValue] {
    if case .array(let values)? = self[name] { values } else { [] }
  }

  /// The subcommand that is meant where none is named.
  var defaultSubcommand: JSONValue? {
    guard let name = self["defaultSubcommand"] else { return nil }
    return described("subcommands").first { $0["commandName"] == name }
  }

  /// Whether the value of an option is a list, whose parts commas separate: the help shows it in that form.
  var isJoinedList: Bool { self["valueName"]?.string?.hasSuffix(",…") ?? false }

  /// The names of an option or a flag, with their hyphens.
  var optionNames: [String] {
    described("names").compactMap { name in
      name["name"]?.string.map { (name["kind"]?.string == "short" ? "-" : "--") + $0 }
    }
  }
}
