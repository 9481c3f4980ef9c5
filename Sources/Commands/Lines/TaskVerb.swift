import Lua

/// The verbs that other programs have for tasks, and what does the same.
package struct TaskVerb {
  /// What follows the verb, where it is one rather than the beginning of a name.
  private enum Complement {
    /// Any words: a task whose name begins with the verb is written in another way.
    case anything
    /// A task, which may also stand before the verb.
    case task
    /// Nothing, or a selection.
    case selection
    case file
  }

  private let words: [String]
  /// What does the same.
  let answer: String
  private let complement: Complement
  /// The command that takes the task; `nil` where the task is no argument of it.
  private let command: String?

  private init(
    _ words: String..., answer: String, _ complement: Complement, by command: String? = nil
  ) {
    (self.words, self.answer, self.complement, self.command) = (words, answer, complement, command)
  }

  private static let all = [
    TaskVerb("new", "create", answer: "flint task records without a verb", .anything),
    TaskVerb("add", answer: "flint task add records", .anything),
    TaskVerb("list", "ls", "show", answer: "flint task list lists tasks", .anything),
    TaskVerb("done", "complete", "finish", answer: "flint done completes", .anything, by: "done"),
    TaskVerb(
      "edit", "change", "modify", "update", answer: "flint edit changes", .anything, by: "edit"),
    TaskVerb(
      "remove", "delete", "rm", "del", answer: "flint remove removes", .anything, by: "remove"),
    TaskVerb("purge", answer: "flint remove removes", .task, by: "remove"),
    TaskVerb("start", answer: "flint start begins the work on a task", .task, by: "start"),
    TaskVerb("stop", answer: "flint stop ends the work on a task", .task),
    TaskVerb(
      "annotate", "denotate", answer: "flint edit TASK details=TEXT changes the details", .task),
    TaskVerb("append", "prepend", answer: "flint edit TASK name=TEXT changes the name", .task),
    TaskVerb("duplicate", answer: "flint task records another one", .task),
    TaskVerb("info", "information", answer: "flint log ID shows a task, by its id or name", .task),
    TaskVerb(
      "log", answer: "flint task records what is to do, and flint done completes it", .task,
      by: "done"),
    TaskVerb("undo", answer: "flint undo reverts the latest command", .selection),
    TaskVerb(
      "next", "ready", "all", "active", "minimal", "long", "newest", "oldest", "ids", "uuids",
      "count",
      answer: "flint tasks lists tasks by urgency", .selection),
    TaskVerb(
      "waiting", "blocked", "recurring", "completed", "unblocked", "blocking",
      answer: "flint tasks --status waiting, blocked, recurring or completed lists others",
      .selection),
    TaskVerb("overdue", answer: "flint tasks --view overdue lists them", .selection),
    TaskVerb("projects", answer: "flint tasks --projects lists projects", .selection),
    TaskVerb("tags", answer: "flint tasks --tag TAG lists those with a tag", .selection),
    TaskVerb(
      "summary", "stats", "burndown", "history", "ghistory", "timesheet",
      answer: "flint tasks --scores and flint stats show statistics", .selection),
    TaskVerb("calendar", answer: "flint due --format ics writes a calendar", .selection),
    TaskVerb("config", "context", answer: "flint config shows the settings", .selection),
    TaskVerb("sync", "synchronize", answer: "flint sync FOLDER exchanges profiles", .selection),
    TaskVerb("export", answer: "flint export tasks writes tasks", .file),
    TaskVerb("import", answer: "flint import FILE reads tasks", .file),
    TaskVerb("help", "version", answer: "flint help task describes the command", .selection),
  ]

  /// Returns how a task is written that has the words of a verb as its name. A shell removes the quotes of a single
  /// word.
  private static func textAdvice(_ words: [String]) -> String {
    words.count == 1
      ? "a task of this name is written after --"
      : "a task with these words is written in quotes, or after --"
  }

  /// Returns the verb that a word is where nothing but a task follows, or what is to be recorded.
  static func named(_ word: String) -> TaskVerb? {
    all.first { $0.words.contains(word) && $0.complement == .anything }
  }

  private static func any(_ word: String) -> TaskVerb? { all.first { $0.words.contains(word) } }

  /// The first of its names.
  var name: String { words.first ?? "" }

  /// Returns the advice for the words of a task that are rather a verb with what it is about; `nil` for other
  /// words. A text in quotes is one word, and so is never mistaken.
  package static func advice(for words: [String]) -> String? {
    let numbers = Array(words.prefix(while: isNumbers))
    if !numbers.isEmpty {
      let rest = Array(words.dropFirst(numbers.count))
      guard let word = rest.first, let verb = any(word),
        verb.complement == .task
          || verb.complement == .anything && (verb.command != nil || rest.count == 1)
      else { return nil }
      return verb.advice(of: numbers, Array(rest.dropFirst())) + "; " + textAdvice(words)
    }
    guard let word = words.first, word != "add", let verb = any(word) else { return nil }
    let rest = Array(words.dropFirst())
    if verb.complement == .anything {
      return
        "\(verb.advice(of: rest.filter(isNumbers), rest.filter { !isNumbers($0) })); a task whose name "
        + "begins with \(Suggestion.quoted(word)) is written in quotes, or after --"
    }
    guard
      rest.allSatisfy({ isNumbers($0) || isField($0) || verb.complement == .file && isFile($0) })
    else { return nil }
    return verb.advice(of: rest.filter(isNumbers), []) + "; " + textAdvice(words)
  }

  /// Returns what may be the name of a task behind a verb, and the advice if it is one; `nil` for other words.
  package static func complement(of words: [String]) -> (name: String, advice: String)? {
    guard let word = words.first, words.count > 1, !words.contains(where: { $0.hasPrefix("--") }),
      let verb = any(word.lowercased()), verb.complement == .task
    else { return nil }
    let name = words.dropFirst().filter { !isField($0) }.joined(separator: " ")
    if name.isEmpty { return nil }
    let command = verb.command.map { ": flint \($0) \(ShellWord.quoted(name))" } ?? ""
    return (
      name,
      "\(Suggestion.quoted(name)) names a task, and \(verb.answer)\(command); "
        + "flint task -- \(words.joined(separator: " ")) records a task of that name"
    )
  }

  /// Returns what does the same, with the whole command where that is plain.
  private func advice(of numbers: [String], _ rest: [String]) -> String {
    guard let command, !numbers.isEmpty, rest.isEmpty || command == "edit" else { return answer }
    let fields = rest.filter(Self.isField)
    let others = rest.filter { !Self.isField($0) }.joined(separator: " ")
    let changes = fields + (others.isEmpty ? [] : ["name=" + others])
    let line = [numbers.joined(separator: ",")] + changes.map(ShellWord.quoted)
    return "\(answer): flint \(command) \(line.joined(separator: " "))"
  }

  private static func isNumbers(_ word: String) -> Bool { word.contains(/^\d+(?:[,\-]\d+)*$/) }

  private static func isField(_ word: String) -> Bool {
    word.contains(/^\p{L}[\p{L}_\-]*:[^\/\s]*$/) || word.contains(/^\+\p{L}\S*$/)
  }

  private static func isFile(_ word: String) -> Bool { word.contains(/\S\.[A-Za-z]{2,5}$/) }
}
