import ArgumentParser
import Commands
import FlintRules

/// Prints a completion script for a shell.
struct CompletionsCommand: Subcommand {
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish
  }

  static let name = "completions"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Print a completion script for a shell.",
    discussion: """
      The script completes commands, options, option values, file names, and names
      of the profile: habits, trackers, tasks, aliases, ids and others. Packages of
      Flint install it. Otherwise save it in the completion directory of your shell
      and start a new shell. For zsh, the directory has to be in $fpath before
      compinit is called.

      Examples:
        flint completions bash > ~/.local/share/bash-completion/completions/flint
        flint completions zsh > ~/.zsh/completions/_flint
        flint completions fish > ~/.config/fish/completions/flint.fish
      """)

  @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell

  /// What the scripts ask for, besides the commands, to complete the first word. Nobody gives it.
  @Option(help: .hidden, completion: .profile(.saved(.alias))) var alias: String?

  func validate() throws {
    if alias != nil { throw ValidationError("--alias belongs to the completion of the first word") }
  }

  func run() throws {
    let shell: CompletionShell =
      switch self.shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    StandardOutput.shared.write(try CompletionScript(for: shell).text)
  }
}
