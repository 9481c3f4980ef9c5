import Testing

/// The options of all commands: one name has one meaning, and one meaning one name.
struct `The options of all commands` {
  /// Names whose values have several forms, each with the reason.
  private static let forms: [String: String] = [
    "--at": "an instant; of odds, numbers at which a distribution is shown, as at = {…} in Lua",
    "--columns": "the columns that are written",
    "--format": "each command lists its formats",
    "--kind": "repeatable where several kinds are listed together",
    "--measure": "of a population, totals alone",
    "--name": "the name of one of what the command is about",
    "--on": "a range of days; in recording, the day or time",
    "--only-pool": "of an audit, what is tested; of a state, the names of one pool in the log",
    "--order": "lists have orders of their own",
    "--output": "with a choice of files: pages, tables, shards or rulebooks",
    "--rates": "of counts in their order; of a log by tier",
    "--rules": "repeatable where rulebooks are compared",
    "--seed": "of permutations",
    "--sweep": "of odds, repeatable where two numbers vary",
    "--trackers": "of an export, names; of an import, names of the file with trackers",
    "--zone": "a time zone; of quests, a zone of their map",
  ]

  /// Names whose sentence says what the command does with the value: what a list has, what a question is
  /// about, or what a file is.
  private static let sentences: Set = [
    "--against", "--all", "--allow-read", "--before", "--by", "--category", "--copies", "--day",
    "--days",
    "--delimiter", "--encoding", "--goal", "--group", "--intensity", "--limit", "--min-intensity",
    "--missing", "--mix",
    "--now", "--only", "--per-day", "--players", "--precision", "--priority", "--project",
    "--rejects",
    "--set", "--since",
    "--status", "--tag", "--text", "--tracker", "-n", "-o",
  ]

  /// Further names of an option.
  private static let synonyms: [Set<String>] = [["--at", "--on"]]

  /// The options that helps show, but fields of records, which schemas declare.
  private static var options: [(command: [String], option: Tool.Argument)] {
    Tool.described.command.options().filter { _, option in
      option.shouldDisplay && !(option.sectionTitle?.isOfFields ?? false)
    }
  }

  @Test func `have one meaning for one name`() {
    var found: [String: [String: (command: [String], option: Tool.Argument)]] = [:]
    for (command, option) in Self.options {
      for name in option.texts where name != "-h" {
        let form = "\(option.kind) \(option.valueName ?? "") \(option.isRepeating)"
        let isListed = Self.forms[name] != nil || Self.sentences.contains(name)
        // A short name means what the long one does.
        let long = option.texts.filter { $0.hasPrefix("--") }
        let meaning =
          !name.hasPrefix("--") && !long.isEmpty
          ? long.joined(separator: ",") : isListed ? form : form + " " + (option.abstract ?? "")
        found[name, default: [:]][meaning] = (command, option)
      }
    }
    #expect(found.count > 150)
    for (name, meanings) in found.sorted(by: { $0.key < $1.key }) where meanings.count > 1 {
      if Self.forms[name] != nil || name == "-o" { continue }
      let all = meanings.map { "\($1.command.joined(separator: " ")): \($0)" }.sorted()
      Issue.record("\(name) has several meanings: \(all.joined(separator: "; "))")
    }
  }

  @Test func `have one name for one meaning`() {
    var found: [String: Set<[String]>] = [:]
    for (_, option) in Self.options {
      guard let abstract = option.abstract, !abstract.isEmpty else { continue }
      found[abstract, default: []].insert(option.texts.filter { $0.hasPrefix("--") })
    }
    for (abstract, names) in found {
      let all = Set(names.joined())
      #expect(all.count == 1 || Self.synonyms.contains(all), "\(abstract): \(all.sorted())")
    }
  }

  /// The short names, each with the long ones that it stands for: in lists `--tag` selects what `--tags` gives.
  private static let shortNames: [String: Set<String>] = [
    "-o": ["--output"], "-n": ["--limit"], "-q": ["--quiet"], "-f": ["--format"], "-w": ["--where"],
    "-p": ["--priority"], "-d": ["--due"], "-t": ["--tag", "--tags"], "-c": ["--category"],
    "-h": ["--help"],
  ]

  @Test func `have short names for the same long ones, wherever these are`() {
    let texts = Tool.described.command.options().map(\.option).filter(\.shouldDisplay)
      .map { Set($0.texts) }
    for names in texts {
      for short in names where !short.hasPrefix("--") {
        #expect(Self.shortNames[short].map { !$0.isDisjoint(with: names) } ?? false, "\(names)")
      }
    }
    for (short, long) in Self.shortNames {
      #expect(texts.contains { $0.contains(short) }, "\(short)")
      // --tags and the like of other commands are columns of a file, and lists of names.
      guard long.count == 1 else { continue }
      for names in texts where !names.isDisjoint(with: long) {
        #expect(names.contains(short), "\(names)")
      }
    }
  }

  @Test(arguments: [
    ("task", "--due"), ("task", "--project"), ("spark", "--category"), ("spark", "--tags"),
    ("mood", "--day"), ("entry", "--minutes"), ("habit", "--times"), ("habit", "--no-goal"),
    ("journal", "--kind"),
  ])
  func `are those of the fields, too`(command: String, option: String) {
    let options = Tool.described.command.options().filter { $0.command == [command] }
    #expect(options.contains { $0.option.texts.contains(option) }, "\(command) \(option)")
  }
}

extension String {
  /// Whether a section of a help has fields of records.
  var isOfFields: Bool { self == "Fields" || hasPrefix("Options of ") }
}
