import Foundation

/// What the program says of its commands and their options to what makes completions and manual pages.
struct Tool: Decodable {
  /// An option, a flag or a word of a command.
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
      var text: String { (kind == "short" ? "-" : "--") + name }
    }
    let kind: String
    let isRepeating: Bool
    let shouldDisplay: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let sectionTitle: String?

    /// The names with their hyphens.
    var texts: [String] { (names ?? []).map(\.text) }
  }

  struct Command: Decodable {
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The options and flags of the command and its subcommands.
    func options(after path: [String] = []) -> [(command: [String], option: Argument)] {
      (arguments ?? []).filter { $0.kind != "positional" }.map { (path, $0) }
        + (subcommands ?? []).flatMap { $0.options(after: path + [$0.commandName]) }
    }
  }

  let command: Command

  /// The commands.
  var commands: [Command] { command.subcommands ?? [] }

  /// The description of the program that is tested.
  static let described: Tool = {
    let text = try? Shell.run(
      "flint --experimental-dump-help", in: FileManager.default.temporaryDirectory
    ).output
    let none = Tool(command: Command(commandName: "", arguments: nil, subcommands: nil))
    return (try? JSONDecoder().decode(Tool.self, from: Data((text ?? "").utf8))) ?? none
  }()
}
