import ArgumentParser
import Commands

/// The completion script of a shell: that of swift-argument-parser, with its parts replaced that do not
/// hold for names out of a profile, and with the aliases of the profile among the commands. Each part that is
/// replaced, or before which something is inserted, has to occur in the generated script.
struct CompletionScript {
  private(set) var text: String

  /// - Throws: `CommandFailure` if the parser's generator no longer writes what is replaced here.
  init(for shell: CompletionShell) throws(CommandFailure) {
    text = FlintCommand.completionScript(for: shell) + "\n"
    switch shell {
    case .bash:
      // The words of compgen's -W are expanded: a name such as $(…) would run.
      try replace("__flint_add_completions -W ", with: "__flint_add_words ", isRepeated: true)
      try insert(
        "        __flint_add_words \"$(__flint_custom_complete \(Self.aliases) \"${COMP_CWORD}\" "
          + "\"$(__flint_cursor_index_in_current_word)\")\"\n",
        before: "        # Offer subcommand completions\n", after: "\n_flint() {\n")
      text += Self.bash
    case .zsh:
      // Each group of candidates gets the matcher.
      try replace(
        #"_describe -V '' non_empty_completions -- empty_completions -P $'\'\''"#,
        with: "local -ar matcher=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')\n    "
          + #"_describe -V '' non_empty_completions "${matcher[@]}" -- empty_completions "#
          + #"-P $'\'\'' "${matcher[@]}""#)
      try insert(
        "        __flint_custom_complete \(Self.aliases) \"${current_word_index}\" "
          + "\"$(__flint_cursor_index_in_current_word)\"\n",
        before: "        _describe -V subcommand subcommands", after: "\n_flint() {\n")
    case .fish:
      try replace(
        from: "function __flint_should_offer", before: "function __flint_parse_tokens",
        with: Self.fish)
      try replace(
        from: "        for non_repeating_flag_or_option in",
        before: "        test (count $unparsed",
        with: "        set -a present (set --local --names | string match -- '_flag_*')\n")
      text +=
        "complete -c 'flint' -n '__flint_should_offer_completions_for_positional \"flint\" -eq 1' "
        + "-fka '(__flint_custom_completion \(Self.aliases) "
        + "(count (__flint_tokens -pc)) (__flint_tokens -tC))'\n"
    default: break
    }
  }

  private mutating func replace(
    _ part: String, with replacement: String, isRepeated: Bool = false
  ) throws(CommandFailure) {
    let pieces = text.split(separator: part, omittingEmptySubsequences: false)
    guard isRepeated ? pieces.count > 1 : pieces.count == 2 else { throw Self.missing(part) }
    text = pieces.joined(separator: replacement)
  }

  private mutating func replace(
    from beginning: String, before end: String, with replacement: String
  ) throws(CommandFailure) {
    guard let start = text.firstRange(of: beginning),
      let next = text[start.upperBound...].firstRange(of: end)
    else { throw Self.missing(beginning) }
    text.replaceSubrange(start.lowerBound..<next.lowerBound, with: replacement)
  }

  /// Inserts an addition before the first occurrence of a part behind another one.
  private mutating func insert(
    _ addition: String, before part: String, after beginning: String
  ) throws(CommandFailure) {
    guard let start = text.firstRange(of: beginning),
      let next = text[start.upperBound...].firstRange(of: part)
    else { throw Self.missing(part) }
    text.insert(contentsOf: addition, at: next.lowerBound)
  }

  /// The words by which a script asks for the aliases of the profile.
  private static let aliases = "---completion completions -- --alias"

  private static func missing(_ part: String) -> CommandFailure {
    CommandFailure(
      .internalError, "the generated completion script does not contain \(part)")
  }

  /// Functions for bash. The shell passes what was typed with its quotes and backslashes, and splits
  /// words at colons: goals such as `card:ID` have them.
  private static let bash = #"""

    # Offers the lines of a text: those that begin with what was typed, without regard to case. Nothing
    # of them is expanded; what is inserted is quoted as the typed word is.
    __flint_add_words() {
        local typed="${cur}" quote='' tilde='' word
        case "${COMP_WORDS[COMP_CWORD]}" in
        \"*) quote=\" ;;
        \'*) quote=\' ;;
        esac
        typed="${typed#"${quote}"}"
        if [[ "${quote}" = \" ]]; then
            typed="${typed//\\\$/\$}"
            typed="${typed//\\\`/\`}"
            typed="${typed//\\\"/\"}"
            typed="${typed//\\\\/\\}"
        elif [[ -z "${quote}" ]]; then
            # The folder of the user is left to the shell, if it was typed so.
            [[ "${typed}" = '~'*/* ]] && tilde="${typed%%/*}/"
            # Without -r, backslashes are removed.
            IFS='' read -d '' typed <<<"${typed}"
            typed="${typed%$'\n'}"
        fi

        local -a words=()
        while IFS='' read -r word; do
            [[ -n "${word}" && "${word,,}" = "${typed,,}"* ]] && words+=("${word}")
        done <<<"${1}"
        ((${#words[@]})) || return

        # Where words differ in case before the end of what was typed, that would be shortened to what
        # they share: another candidate, which shares nothing, keeps it.
        local -i count="${#typed}"
        for word in "${words[@]}"; do
            if [[ "${word:0:count}" != "${words[0]:0:count}" ]]; then
                COMPREPLY+=(' ')
                break
            fi
        done
        for word in "${words[@]}"; do
            case "${quote}" in
            \')
                word="${word//\'/\'\\\'\'}"
                ;;
            \")
                word="${word//\\/\\\\}"
                word="${word//\"/\\\"}"
                word="${word//\$/\\\$}"
                word="${word//\`/\\\`}"
                ;;
            *)
                if [[ -n "${tilde}" && "${word}" = "${tilde}"?* ]]; then
                    printf -v word '%s%q' "${tilde}" "${word#"${tilde}"}"
                else
                    printf -v word %q "${word}"
                fi
                ;;
            esac
            COMPREPLY+=("${word}")
        done
        # The words are no names of files, which the shell would quote again.
        compopt +o filenames 2>/dev/null
    }

    _flint_joined() {
        local -a words=()
        local -i index cword=0
        for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
            local word="${COMP_WORDS[index]}" last="${#words[@]}"
            if ((last > 1)) && [[ "${word}" = [:@]* || "${words[last - 1]}" = *[:@] ]]; then
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
        # The shell replaces only what follows the last of these characters.
        local prefix="${current%"${current##*[:@]}"}"
        for index in "${!COMPREPLY[@]}"; do
            word="${COMPREPLY[index]}"
            [[ "${word,,}" = "${prefix,,}"* ]] && COMPREPLY[index]="${word:${#prefix}}"
        done
    }

    complete -o filenames -F _flint_joined flint

    """#

  /// Functions for fish, which evaluates a condition for each of a thousand candidates: the command
  /// line is parsed for the first of them, not for each.
  private static let fish = #"""
    function __flint_parse
        set -l line "$(commandline -pc)"
        set -q __flint_line; and test "$__flint_line" = "$line"; and return
        set -g __flint_line $line
        set -l positional_index 0
        set -l commands
        set -l present
        __flint_parse_tokens
        set -g __flint_commands "$commands"
        set -g __flint_positional_index $positional_index
        set -g __flint_present $present
    end

    function __flint_should_offer_completions_for_flags_or_options -a expected_commands
        __flint_parse
        test "$__flint_commands" = "$expected_commands"; or return
        for name in $argv[2..]
            contains -- _flag_(string replace -a - _ -- $name) $__flint_present; and return 1
        end
        return 0
    end

    function __flint_should_offer_completions_for_positional -a expected_commands comparison expected_index
        __flint_parse
        test "$__flint_commands" = "$expected_commands" -a \( "$__flint_positional_index" "$comparison" "$expected_index" \)
    end


    """#
}
