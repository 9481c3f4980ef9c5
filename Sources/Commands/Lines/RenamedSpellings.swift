/// Spellings of the previous release, each with what is typed instead: they are errors that name it.
package enum RenamedSpellings {
  private static let commands = [
    "merge-shards": "flint simulate --merge FILE …", "imports": "flint log --imports",
  ]

  /// The options by the command that had them; those of all commands beside "".
  private static let options: [String: KeyValuePairs<String, String>] = [
    "": ["--plot": "--output", "--rulebook": "--rules"],
    "odds": [
      "--pool": "flint odds pool POOL", "--order": "flint odds pool --goal POOL/GOAL,…",
      "--table": "flint odds table FILE", "--disclose": "flint odds disclose",
      "--rate": "flint odds prize RATE", "--law": "--distribution", "--open": "--openings",
      "--date": "--day",
    ],
    "odds disclose": ["--pool": "flint odds disclose POOL"],
    "audit": [
      "--draws": "flint audit log FILE", "--counts": "flint audit counts N,N,…",
      "--item": "--item-column", "--rank": "--rank-column", "--id": "--id-column",
      "--max-time": "--time",
    ],
    "import": ["--columns": "--column-names"],
    "replay": ["--columns": "--column-names"],
    "cards": ["--search": "--text"],
    "missions": ["--sort": "--order"],
  ]

  /// The orders of lists that had names of their own, with the columns that a list may have instead.
  static let orders: [String: [String]] = [
    "newest": ["at:desc", "recorded:desc"], "oldest": ["at", "recorded"], "added": ["added_at"],
    "points": ["reward:desc"],
  ]

  /// Returns the answer to a command that there was; `nil` for other words.
  package static func answer(toCommand word: String) -> String? {
    commands[word].map { "flint \(word) is now written \($0)" }
  }

  /// Returns the answer to the first option of a command line that there was and is no more.
  static func answer(to arguments: [String], isOption: (String) -> Bool) -> String? {
    let command = arguments.first ?? ""
    let names = arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }
    for group in [arguments.prefix(2).joined(separator: " "), command, ""] {
      for (old, new) in options[group] ?? [:] where names.contains(old) && !isOption(old) {
        return "\(old) is now written \(new)"
      }
    }
    return nil
  }
}
