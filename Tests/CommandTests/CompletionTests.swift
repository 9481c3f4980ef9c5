import Foundation
import Testing

/// Completion scripts for shells.
struct `Completion scripts` {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `are printed by a documented command`(shell: String) throws {
    let scratch = try Scratch()
    let script = try Shell.run("flint completions \(shell)", in: scratch.url)
    #expect(script.status == 0)
    #expect(script.output.contains("flint"))
    let help = try Shell.run("flint --help; flint completions --help", in: scratch.url).output
    #expect(help.contains("Print a completion script for a shell."), "\(help)")
    #expect(help.contains("flint completions \(shell) >"), "\(help)")
    let unknown = try Shell.run("flint completions tcsh", in: scratch.url)
    #expect(unknown.status == 2)
  }

  /// Returns bash's completions of a line with the cursor at its end.
  private func offered(
    _ words: String, in folder: URL, profile: String = ""
  ) throws -> [String] {
    let quoted = words.split(separator: " ", omittingEmptySubsequences: false)
      .map { "'\($0)'" }.joined(separator: " ")
    let count = words.split(separator: " ", omittingEmptySubsequences: false).count
    try """
    source ./flint.bash
    export FLINT_DB='\(profile)'
    COMP_WORDS=(\(quoted)) COMP_CWORD=\(count - 1) COMP_LINE='\(words)' COMP_POINT=\(words.count)
    COMP_TYPE=9 COMP_KEY=9
    _flint flint "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>errors
    printf '%s\\n' "${COMPREPLY[@]}"
    """.write(to: folder.appendingPathComponent("try.sh"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "flint completions bash >flint.bash && bash try.sh", in: folder)
    return result.output.split(separator: "\n").map(String.init).sorted()
  }

  @Test(arguments: [
    ("flint run pix", ["pixels.lua"]), ("flint import day", ["daylio.csv"]),
    ("flint status --db fi", ["first.db"]), ("flint rules check pix", ["pixels.lua"]),
    ("flint init --rules pix", ["pixels.lua"]), ("flint backup fi", ["first.db"]),
    ("flint merge fi", ["first.db"]), ("flint simulate pix", ["pixels.lua"]),
    ("flint export sparks -o day", ["daylio.csv"]), ("flint check pix", ["pixels.lua"]),
    ("flint eval --allow-read day", ["daylio.csv"]), ("flint import --map pix", ["pixels.lua"]),
    ("flint import --sniff day", ["daylio.csv"]), ("flint api quest", ["quest", "quests"]),
    ("flint stat", ["stats", "status"]),
  ])
  func `bash completion completes file names`(words: String, expected: [String]) throws {
    let scratch = try Scratch()
    for name in ["pixels.lua", "daylio.csv", "first.db"] {
      try "".write(
        to: scratch.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    #expect(try offered(words, in: scratch.url) == expected)
  }

  @Test func `bash completion completes names of the profile`() throws {
    let scratch = try Scratch()
    let setup = try Shell.run(
      """
      flint init --db p.db --seed 1 --zone UTC --quiet
      export FLINT_DB=$PWD/p.db
      flint habit add Meditate && flint entry Reading 20 --new
      flint task "Buy milk" --project House && flint spark Ran energy --tag outside
      flint config alias.weekend "week last week" && flint config list.urgent "tasks -p P1"
      """, in: scratch.url)
    #expect(setup.status == 0, "\(setup.output)")
    let expected = [
      ("flint habits --name Me", ["Meditate"]), ("flint habit done mE", ["Meditate"]),
      ("flint habit pau", ["pause"]), ("flint entry Re", ["Reading"]),
      ("flint done bu", ["Buy\\ milk"]), ("flint tasks --project Ho", ["House"]),
      ("flint sparks --tag out", ["outside"]), ("flint mood goo", ["good"]),
      ("flint spark Walk ener", ["energy"]), ("flint sparks --category Ener", ["energy"]),
      ("flint cards --rarity leg", ["legendary"]),
      ("flint achievements --ladder jour", ["journaling"]),
      ("flint calendar moo", ["mood_mean", "moods"]), ("flint stats --metric poi", ["points"]),
      ("flint undo las", ["last"]), ("flint log --batch 1", ["1"]),
      ("flint init --zone Europe/Ro", ["Europe/Rome"]),
      ("flint rules show ignition-", ["ignition-shipped"]), ("flint config day", ["day-start"]),
      ("flint config zone Europe/Ro", ["Europe/Rome"]), ("flint config color ne", ["never"]),
      ("flint task x --du", ["--due"]), ("flint task x --project Ho", ["House"]),
      ("flint spark x --cat", ["--category"]), ("flint spark x --category Ener", ["energy"]),
      ("flint odds --goal complet", ["complete"]), ("flint audit --fail", ["--fail-below"]),
      ("flint habit add x --per mo", ["month"]), ("flint edit last du", ["due="]),
      ("flint weeke", ["weekend"]), ("flint wee", ["week", "weekend"]),
      ("flint list ur", ["urgent"]), ("flint config ali", ["alias.weekend"]),
    ]
    for (words, names) in expected {
      #expect(try offered(words, in: scratch.url, profile: "p.db") == names, "\(words)")
    }
    // Without a profile, none is created to look for names in it.
    _ = try offered("flint habit done Me", in: scratch.url, profile: "none.db")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/none.db"))
  }

  /// zsh and fish show what an id means; bash has no place for it.
  @Test(arguments: [("zsh", ":"), ("fish", "\t"), ("bash", nil)] as [(String, String?)])
  func `ids are offered with their titles, the latest twenty`(shell: String, sign: String?) throws {
    let scratch = try Scratch()
    let output = try Shell.run(
      """
      export FLINT_DB=$PWD/p.db SAP_SHELL=\(shell)
      flint init --quiet --seed 1; for n in $(seq 25); do flint task --quiet "Task: $n"; done
      flint ---completion undo -- positional@0 2 0 flint undo ''
      """, in: scratch.url
    ).output
    // The completions of zsh end with a blank line.
    let lines = output.split(separator: "\n").filter { $0 != " " }
    let titled = lines.filter { $0.hasSuffix((sign ?? "") + "Task: 25") }
    #expect(titled.count == (sign == nil ? 0 : 1), "\(output)")
    // `last`, 20 events, and as many batches.
    #expect(lines.count == 41 && !output.contains("Task: 5\n"), "\(output)")
  }

  /// Names that mean something to a shell. The last ones must not be offered: an option, and texts that a
  /// terminal or the list of candidates would not show as they are.
  private static let names = [
    "$(touch RAN)", "`touch RAN`", "\"quoted\" $HOME", "odd's quote", "{a,b} [c] *?", "~/tilde",
    "back\\slash  two", "colon: @", "-dash", "esc\u{1b}[31m", "two\nlines",
  ]

  /// Returns what bash makes of the words that are offered for an argument of `flint done`, if they are
  /// inserted in place of what was typed.
  private func inserted(_ typed: String, in scratch: borrowing Scratch) throws -> [String] {
    let quote = typed.first.map { "\"'".contains($0) ? String($0) : "" } ?? ""
    try """
    source ./flint.bash
    export FLINT_DB=$PWD/p.db
    IFS= read -r typed <typed
    COMP_WORDS=(flint done "$typed") COMP_CWORD=2 COMP_LINE="flint done $typed"
    COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_KEY=9 quote=\(quote.isEmpty ? "" : "\\" + quote)
    _flint_joined flint "${typed#"$quote"}" done 2>errors
    for word in "${COMPREPLY[@]}"; do
      eval "printf '%s\\n' $quote$word$quote"
    done
    """.write(to: scratch.url.appendingPathComponent("try.sh"), atomically: true, encoding: .utf8)
    try (typed + "\n").write(
      to: scratch.url.appendingPathComponent("typed"), atomically: true, encoding: .utf8)
    let output = try Shell.run("bash try.sh; cat errors", in: scratch.url).output
    return output.split(separator: "\n").map(String.init)
  }

  @Test func `bash inserts names as they are and runs none of them`() throws {
    let scratch = try Scratch()
    for (index, name) in Self.names.enumerated() {
      try name.write(
        to: scratch.url.appendingPathComponent("name\(index)"), atomically: true, encoding: .utf8)
    }
    let setup = try Shell.run(
      """
      export FLINT_DB=$PWD/p.db
      flint init --quiet --seed 1
      for file in name*; do flint task --quiet -- "$(cat "$file")" || exit; done
      flint completions bash >flint.bash
      """, in: scratch.url)
    #expect(setup.status == 0, "\(setup.output)")
    let shown = Set(Self.names.dropLast(3))
    for typed in ["", "\"", "'"] {
      #expect(Set(try inserted(typed, in: scratch)) == shown, "after \(typed)")
    }
    // What was typed is found whether it is quoted or not, and without regard to case.
    for (typed, name) in [
      ("\\$\\(TOU", "$(touch RAN)"), ("\"\\$(tou", "$(touch RAN)"), ("'$(tou", "$(touch RAN)"),
      ("\\`", "`touch RAN`"), ("ODD\\'", "odd's quote"), ("\"odd'S", "odd's quote"),
      ("\\~", "~/tilde"), ("BACK\\\\s", "back\\slash  two"), ("\\{", "{a,b} [c] *?"),
    ] {
      #expect(try inserted(typed, in: scratch) == [name], "after \(typed)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/RAN"))
  }

  /// What is offered in all three shells, which `scripts/packaging/test-completions` tests in terminals.
  @Test(arguments: [[], ["--"]])
  func `a name with a hyphen before it is offered only where it is no option`(before: [String])
    throws
  {
    let scratch = try Scratch()
    let names = try Shell.run(
      """
      export FLINT_DB=$PWD/p.db
      flint init --quiet --seed 1; flint task --quiet -- --all; flint task --quiet -- all
      flint ---completion done -- positional@0 \(2 + before.count) 0 flint done \
        \(before.joined()) ''
      """, in: scratch.url
    ).output.split(separator: "\n").map(String.init)
    #expect(Set(names) == (before.isEmpty ? ["all"] : ["all", "--all"]))
  }

  /// In the generated script, compgen would expand what it is given: command substitutions, too.
  @Test func `bash completion passes no answer of the program to compgen`() throws {
    let scratch = try Scratch()
    let script = try Shell.run("flint completions bash", in: scratch.url).output
    let answers = script.split(separator: "\n").filter {
      $0.contains("\"$(__flint_custom_complete")
    }
    #expect(answers.count > 50)
    #expect(answers.allSatisfy { $0.contains("__flint_add_words \"$(") })
    let words = script.split(separator: "\n").filter { $0.contains("compgen -W") }
    #expect(words.count < 10 && words.allSatisfy { !$0.contains("$(__") }, "\(words)")
  }

  /// The zsh script has valid syntax: a value name such as `a|b` once broke it.
  @Test func `zsh completion contains only valid variable names`() throws {
    let scratch = try Scratch()
    let script = try Shell.run("flint completions zsh", in: scratch.url).output
    let names = script.matches(of: /local -ar ([^=]+)=/).map { String($0.1) }
    #expect(names.count > 10)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[A-Za-z_0-9]+/) != nil }, "\(names)")
    #expect(script.contains("_files"))
  }
}
