import ArgumentParser
import Commands

/// Prints a completion script for a shell.
struct CompletionsCommand: Subcommand {
  /// A supported shell.
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
      of the profile: habits, trackers, tasks, ids and others. Packages of Flint
      install it. Otherwise save it in the completion directory of your shell and
      start a new shell. For zsh, the directory has to be in $fpath before compinit
      is called.

      Examples:
        flint completions bash > ~/.local/share/bash-completion/completions/flint
        flint completions zsh > ~/.zsh/completions/_flint
        flint completions fish > ~/.config/fish/completions/flint.fish
      """)

  @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell

  func run() {
    let shell: CompletionShell =
      switch self.shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    StandardOutput.shared.write(FlintCommand.completionScript(for: shell) + "\n")
    if shell == .bash { StandardOutput.shared.write(Self.joining) }
  }

  /// What follows the parser's script for bash, which splits words at colons: goals such as `card:ID`
  /// have them.
  private static let joining = """

    _flint_joined() {
        local -a words=()
        local -i index cword=0
        for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
            local word="${COMP_WORDS[index]}" last="${#words[@]}"
            if ((last > 1)) && [[ "${word}" = :* || "${words[last - 1]}" = *: ]]; then
                words[last - 1]+="${word}"
            else
                words+=("${word}")
            fi
            if ((index == COMP_CWORD)); then cword=${#words[@]}-1; fi
        done
        if ((${#words[@]} == ${#COMP_WORDS[@]})); then
            _flint "$@"
            return
        fi
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD=cword
        local current="${words[cword]}"
        _flint "$1" "${current}" "${words[cword - 1]}"
        # The shell replaces only what follows the last colon.
        local prefix="${current%"${current##*:}"}"
        COMPREPLY=("${COMPREPLY[@]#"${prefix}"}")
    }

    complete -o filenames -F _flint_joined flint

    """
}
