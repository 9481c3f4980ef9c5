import ArgumentParser
import Commands

/// The page of `flint --help`: the commands in their groups, on one screen.
struct RootPage: PagedCommand {
  private static let indent = 15

  func run() throws {
    StandardOutput.shared.write(
      """
      \(FlintCommand.configuration.abstract)

      Begin with: flint demo; flint mood good; flint task "Buy milk"

      USAGE: flint COMMAND [OPTION …]
      \(FlintCommand.groups.map(Self.text).joined())\
      Options: -h, --help; -V, --version; --color auto|always|never; \(CommandProcess.pagerOption)
      flint help COMMAND describes a command, flint help words the words.

      """)
  }

  /// Returns a group: a line for each command, or all names together.
  private static func text(of group: SubcommandGroup) -> String {
    if group.isCompact {
      return wrapped(
        group.title + " " + group.commands.map { $0.name }.joined(separator: ", "), indent: "  ")
    }
    let lines = group.commands.map { command in
      // What follows a colon are details.
      let abstract = command.configuration.abstract.prefix { $0 != ":" }
      let name = "  " + command.name
      return name + String(repeating: " ", count: indent - name.count)
        + (abstract.hasSuffix(".") ? abstract.dropLast() : abstract) + "\n"
    }
    return group.title + "\n" + lines.joined()
  }
}
