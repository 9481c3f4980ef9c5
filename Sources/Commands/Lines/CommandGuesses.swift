import FlintCalendar
import Lua
import FlintRules
import FlintSchema

/// What people type who do not know a command yet, and the command that they mean.
package enum CommandGuesses {
  private static let recording =
    "flint spark, task, mood, habit, entry or journal records, and flint done completes"
  private static let listing =
    "flint sparks, tasks, moods, quests and trackers list, flint today shows the day and flint log "
    + "everything that was recorded"

  private static let answers: [(guesses: [String], answer: String)] = [
    (["add", "record", "create", "log-event", "track"], recording),
    (["ls", "show-all", "history", "events"], listing),
    (
      ["show", "view", "get", "info"], "flint log ID shows an event, and flint today shows the day"
    ),
    (
      ["cal", "agenda"],
      "flint due lists what is due (--format ics for a calendar), flint week shows a week, and "
        + "flint calendar the days of a year"
    ),
    (
      ["chart", "charts", "graph", "plot", "heatmap", "picture", "pixels"],
      "flint calendar and flint year draw days, flint report writes a page with pictures, and "
        + "--output of flint odds, simulate, stats, replay and audit draws their results"
    ),
    (
      ["last", "yesterday", "month"],
      "flint week last week shows last week, and flint stats --on \"last month\" any range of days"
    ),
    (
      ["relate", "correlate", "correlation", "compare"],
      "flint stats relate mood compares moods with habits, tags, trackers, sparks and tasks"
    ),
    (["delete", "rm", "del"], "flint remove removes what was recorded"),
    (["revert", "rollback", "back", "undelete"], "flint undo reverts the latest command"),
    (["complete", "finish", "check-off", "tick", "do"], "flint done completes"),
    (["change", "update", "set", "modify", "rename"], "flint edit changes what was recorded"),
    (["todo", "todos"], "flint task records a task, and flint tasks lists them"),
    (["note", "diary", "write"], "flint journal records an entry of the journal"),
    (
      ["track-time", "timer"],
      "flint start TASK and flint stop time work, flint entry TRACKER 45min records a time"
    ),
    (["draw", "card", "pull"], "flint roll spends a roll token, and flint cards lists cards"),
    (["level", "points", "score", "profile"], "flint status shows level, points and more"),
    (["quest", "node"], "flint done completes a node, and flint quests lists them"),
    (["now", "day", "dashboard", "home"], "flint today shows the day"),
    (["settings", "preferences", "setup"], "flint config shows and changes the settings"),
    (["search", "find", "grep"], "flint sparks --text and flint tasks --text search"),
    (["lua", "script"], "flint run runs a script, and flint eval a line of Lua"),
    (["words", "word", "glossary", "terms", "vocabulary"], "flint help words explains the words"),
    (["tour", "tutorial", "example"], "flint demo shows an invented year"),
    (["version"], "flint --version shows the version"),
  ]

  package static var words: [String] { answers.flatMap(\.guesses) }

  /// Returns the answer to a guess; `nil` if there is none.
  package static func answer(to word: String) -> String? {
    let word = word.lowercased()
    return answers.first { $0.guesses.contains(word) }?.answer
  }

  /// The commands that list, by what records or lists the same.
  private static let lists = [
    "task": "tasks", "habit": "habits", "tasks": "tasks", "habits": "habits", "sparks": "sparks",
    "moods": "moods", "trackers": "trackers",
    "quests": "quests", "missions": "missions", "cards": "cards", "pools": "pools",
  ]

  /// Returns the arguments of the command that lists, for a noun and nothing but the word `list` behind
  /// it, and for `tasks done`.
  package static func listing(_ arguments: [String]) -> [String] {
    guard arguments.count > 1, let list = lists[arguments[0]] else { return arguments }
    let rest = Array(arguments.dropFirst(2))
    guard rest.first?.hasPrefix("-") ?? true else { return arguments }
    return switch arguments[1] {
    case "list": [list] + rest
    case "done" where arguments[0] == "tasks": [list, "--status", "completed"] + rest
    default: arguments
    }
  }

  /// The commands that list what others record: one that has words is probably meant to record.
  private static let recorders = [
    "sparks": "spark", "tasks": "task", "moods": "mood", "trackers": "entry", "journey": "journal",
    "habits": "habit done",
  ]

  /// The commands that select a range of days.
  private static let ranged: Set = [
    "stats", "sparks", "tasks", "moods", "trackers", "journey", "log",
  ]

  /// Returns the arguments with a range of days among the words behind the command as the value of
  /// `--on`, in the commands that select a range and have no such word of their own.
  package static func withRange(_ arguments: [String]) -> [String] {
    guard let command = arguments.first else { return arguments }
    let words = Array(arguments.dropFirst().prefix { !$0.hasPrefix("-") })
    let starts: [Int] =
      switch command {
      // A single word may be a subject.
      case "calendar", "year": words.count > 1 ? [0, 1] : []
      case "report": Array(words.indices)
      // A number may be the beginning of an id.
      case "log": []
      default: ranged.contains(command) ? [0] : []
      }
    for start in starts where start < words.count {
      let range = words[start...].joined(separator: " ")
      if (try? DateExpression(range, as: .range)) != nil {
        return [command] + words[..<start] + ["--on", range] + arguments[(1 + words.count)...]
      }
    }
    return arguments
  }

  /// The commands with words that people write in place of an option's value.
  private static let choices: KeyValuePairs<String, (option: String, names: [String])> = [
    "cards": ("--rarity", CardRarity.ignitionNames),
    "cards": ("--category", SparkCategory.ignitionNames),
    "sparks": ("--category", SparkCategory.ignitionNames),
    "sparks": ("--intensity", SparkIntensity.ignitionNames),
    "missions": ("--difficulty", Difficulty.names),
    "tasks": ("--status", TaskCondition.names),
    "tasks": ("--priority", TaskPriority.names),
    "tasks": ("--view", TaskView.allCases.map(\.rawValue)),
    "missions": ("--status", MissionView.Status.allCases.map(\.rawValue)),
    "missions": ("--window", MissionView.Filter.Window.allCases.map(\.rawValue)),
    "stats": ("--metric", SeriesMetric.allCases.map(\.name)),
    "stats": ("relate", ["mood"]),
    "stats relate": ("mood --with", DayFactor.Kind.names),
  ]

  /// What shows other days than the commands that show the present, or what is to come.
  private static let dayAdvice: [String: String] = {
    let past =
      "flint week shows the days of a week, and flint log --on yesterday what was recorded on a day"
    let advice = [
      "due":
        "--within 2d says how far to look ahead, and flint tasks --view upcoming lists later tasks",
      "habits":
        "flint habit --on yesterday asks for a day, and flint calendar HABIT shows the days",
    ]
    return advice.merging(
      ["today", "status", "missions", "quests", "achievements", "pools"].map {
        ($0, past)
      }
    ) { first, _ in first }
  }()

  /// Returns the option that selects what a word such as `+tag` or `project:Work` does in other programs; `nil` for
  /// other words.
  private static func selection(_ word: String, in command: String) -> String? {
    guard ["tasks", "sparks"].contains(command) else { return nil }
    func option(_ name: String, _ value: some StringProtocol) -> String {
      "did you mean flint \(command) --\(name) \(ShellWord.quoted(String(value)))?"
    }
    if let match = word.wholeMatch(of: /\+(\p{L}\S*)/) { return option("tag", match.1) }
    guard let match = word.wholeMatch(of: /(\p{L}{2,}):(\S.*)/) else { return nil }
    let name = match.1.lowercased()
    if command == "tasks", name == "due" {
      return "--where 'due<=DATE' selects by the due day, and flint due lists what is due"
    }
    let options =
      command == "tasks"
      ? ["project", "priority", "tag", "type", "status", "text"]
      : ["category", "intensity", "tag", "text"]
    let found = options.filter { $0.hasPrefix(name) || $0 + "s" == name }
    guard let only = found.first, found.count == 1 else { return nil }
    let letter = only == "priority" ? TaskPriority(letter: match.2.uppercased()) : nil
    return option(only, letter?.name ?? String(match.2))
  }

  /// Returns the advice for a value that an option does not take; `nil` for other command lines.
  static func advice(for arguments: [String], value: String, of name: String) -> String? {
    return switch (arguments.first, name) {
    case ("stats", "--metric"):
      "of a tracker: flint stats --metric amount --tracker \(ShellWord.quoted(value))"
    case ("tasks", "--status"):
      TaskView(rawValue: value).map { "did you mean flint tasks --view \($0.rawValue)?" }
    case ("tasks", "--view"):
      TaskCondition(rawValue: value).map { "did you mean flint tasks --status \($0.rawValue)?" }
    default: nil
    }
  }

  /// Returns the advice for an option that there is not; `nil` for other command lines.
  static func advice(for arguments: [String], option: String) -> String? {
    if let date = dateAdvice(for: arguments, option: option) { return date }
    return switch arguments.first {
    case "undo" where Int(option) != nil:
      "flint undo alone undoes the latest batch; flint log --batches lists the numbers of others"
    case "roll" where option == "--at" || option == "--on":
      "a card is rolled at the present time, which --now sets"
    default: nil
    }
  }

  /// Returns which option gives a distance such as `-7d`; `nil` for other options.
  private static func dateAdvice(for arguments: [String], option: String) -> String? {
    guard let command = arguments.first, (try? DateExpression(option, as: .day)) != nil else {
      return nil
    }
    if command == "week" { return "--day \(option) gives a day of the week" }
    if arguments.starts(with: ["journey", "start"]) { return "flint journey start -- \(option)" }
    return ranged.contains(command)
      ? "--since \(option) begins on that day, and --on \(option) is that day alone" : nil
  }

  /// Returns the advice for a list that was given words; `nil` for other command lines.
  package static func advice(for arguments: [String], unexpected word: String) -> String? {
    guard let command = arguments.first, !word.hasPrefix("-") else { return nil }
    // The words from the unexpected one on: those before it may be values of options.
    let words = arguments.drop { $0 != word }.prefix { !$0.hasPrefix("-") }
    let range = words.joined(separator: " ")
    if ranged.contains(command), (try? DateExpression(range, as: .range)) != nil {
      return "a range of days is given by \(WrittenDay.typed("--on", range))"
    }
    let chosen = arguments.dropFirst().first == "relate" ? "\(command) relate" : command
    for (name, choice) in choices where name == chosen {
      if let value = choice.names.first(where: { $0.lowercased() == word.lowercased() }) {
        return "did you mean flint \(chosen) \(choice.option) \(value)?"
      }
    }
    if let selection = selection(word, in: command) { return selection }
    if let advice = dayAdvice[command], WrittenDay.isWritten(in: range, as: .range) {
      return advice
    }
    if command == "stats", chosen == command, !word.isEmpty {
      return "of a tracker: flint stats --metric amount --tracker \(ShellWord.quoted(word))"
    }
    guard let recorder = recorders[command], !word.isEmpty else { return nil }
    let verb = TaskVerb.named(word)
    // Behind the verb of another program is what is to be recorded.
    let named = verb == nil ? words : words.dropFirst()
    guard let first = named.first else {
      return switch verb?.name {
      case nil: nil
      case "add": "flint \(command) lists; flint \(recorder) records without a verb"
      case "list": "flint \(command) lists without a verb"
      default: "flint \(command) lists; \(verb?.answer ?? "")"
      }
    }
    let name = Suggestion.quoted(first)
    let isText = ["spark", "task", "journal"].contains(recorder)
    let what =
      isText
      ? Suggestion.quoted(named.joined(separator: " "))
      : ([name] + named.dropFirst().map(ShellWord.quoted)).joined(separator: " ")
    let selection =
      switch command {
      case "habits", "trackers": "; flint \(command) --name \(name) shows one"
      case "tasks": "; --project or --text selects tasks"
      case "sparks": "; --tag or --text selects sparks"
      default: ""
      }
    return "flint \(command) lists; flint \(recorder) records: flint \(recorder) \(what)"
      + (verb == nil ? selection : "")
  }
}
