package import ArgumentParser
import FlintJSON

/// The options among the words of a command line, by the description of its command.
///
/// Fields of records are not among them: the commands that record read these from the words.
package struct LineOptions {
  private struct Found {
    let key: String
    /// The name by which it was given.
    let name: String
    /// Its words: the name, and the value if it is a word of its own.
    let words: Range<Int>
  }

  private let words: [String]
  private var found: [Found] = []
  private var isList: [String: Bool] = [:]
  private var files: Set<String> = []

  /// - Parameter words: the words behind the name of the command.
  package init(_ words: [String], of command: any ParsableCommand.Type) {
    self.words = words
    guard let command = try? JSONValue(parsing: command._dumpHelp())["command"] else { return }
    var subcommands = command.described("subcommands")
    var options = options(of: command)
    if let usual = command.defaultSubcommand { options = self.options(of: usual) }
    var index = 0
    while index < words.count, words[index] != "--" {
      let word = words[index]
      let start = index
      index += 1
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard word.hasPrefix("-"), let name = parts.first.map(String.init) else {
        if let chosen = subcommands.first(where: { $0["commandName"] == .string(word) }) {
          options = self.options(of: chosen)
          subcommands = []
        }
        continue
      }
      // Of short names written together, the last one may have a value.
      let isJoined = !name.hasPrefix("--") && name.count > 2
      guard let option = options[name] ?? (isJoined ? name.last.flatMap { options["-\($0)"] } : nil)
      else { continue }
      if option.hasValue, parts.count == 1, index < words.count { index += 1 }
      found.append(Found(key: option.key, name: name, words: start..<index))
    }
  }

  /// The first option whose value is a file; `nil` if none is.
  package var fileOption: String? { found.first { files.contains($0.key) }?.name }

  /// Returns the words without the options that another part of the line gives, too. Those that may be repeated add up.
  package func without(optionsOf other: LineOptions) -> [String] {
    let keys = Set(other.found.map(\.key))
    let dropped = found.filter { keys.contains($0.key) && !(isList[$0.key] ?? false) }
    return words.indices.filter { index in !dropped.contains { $0.words.contains(index) } }
      .map { words[$0] }
  }

  private mutating func options(
    of command: JSONValue
  ) -> [String: (key: String, hasValue: Bool)] {
    var options: [String: (key: String, hasValue: Bool)] = [:]
    for argument in command.described("arguments") {
      let names = argument.optionNames
      guard let key = names.first else { continue }
      let hasValue = argument["kind"] == .string("option")
      isList[key] = argument["isRepeating"] == .boolean(true) && !argument.isJoinedList
      // A rulebook may be a file, too.
      if argument["valueName"] == .string("rulebook")
        || ["file", "directory"].contains(where: { argument["completionKind"]?[$0] != nil })
      {
        files.insert(key)
      }
      for name in names { options[name] = (key, hasValue) }
    }
    return options
  }
}
