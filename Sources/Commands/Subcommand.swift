package import ArgumentParser

/// A command of flint. Its name is known without its configuration, whose help some commands compute.
package protocol Subcommand: ParsableCommand {
  /// The first word after `flint`.
  static var name: String { get }
}

/// The subcommand of a command that has options of the same names with other meanings, which the parser
/// would take for the command's.
package protocol SeparateSubcommand: ParsableCommand {}

/// A command that only prints an answer, which a terminal shows in a pager where it is longer than the screen.
package protocol PagedCommand: ParsableCommand {}

/// Commands that `flint --help` shows under one title.
package struct SubcommandGroup: Sendable {
  /// The title in the help.
  package let title: String
  /// The commands, in the order of the help.
  package let commands: [any Subcommand.Type]
  /// Whether the names say what the commands show, so that the help of the program lists only these.
  package let isCompact: Bool

  package init(_ title: String, _ commands: [any Subcommand.Type], isCompact: Bool = false) {
    self.title = title
    self.commands = commands
    self.isCompact = isCompact
  }
}

extension CommandConfiguration {
  /// Creates the configuration of a command of flint. Without the name of the root, the parser would
  /// look for a request for completion scripts.
  package static func command(
    _ name: String, abstract: String, discussion: String
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, _superCommandName: "flint", abstract: abstract, discussion: discussion)
  }
}
