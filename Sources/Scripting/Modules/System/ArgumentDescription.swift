import FlintCalendar
import Lua
import FlintRules
import FlintSchema

/// The description of the arguments that a script accepts, as `args.parse` receives it.
struct ArgumentDescription {
  /// An error in a description: what was expected and what was found.
  struct Invalid: Error {
    var expected: String
    var found: String
  }

  /// The reason for which arguments have no values: a request for help, or a usage error.
  enum Exit: Error, Equatable {
    case help
    case misuse(String)
  }

  private enum Kind: Equatable {
    case text
    case integer
    case number
    case day
    case flag
    case choice([String])

    /// The text after “expected” in messages.
    var expectation: String {
      switch self {
      case .text: "a text"
      case .integer: "an integer"
      case .number: "a number"
      case .day: DateUse.day.form
      case .flag: "true or false"
      case .choice(let choices): choices.joined(separator: " or ")
      }
    }
  }

  private struct Item {
    var names: [String]
    var kind = Kind.text
    var help = ""
    var defaultValue: LuaValue?
    var isOptional = false
    var isRepeated = false

    var isOption: Bool { names[0].hasPrefix("-") }
    /// The name of the field that holds its value.
    var field: String {
      let name = names.first { $0.hasPrefix("--") } ?? names[0]
      return String(name.drop { $0 == "-" }).replacing("-", with: "_")
    }
    /// Its form in the help: `--since DAY`, `FILE…`.
    var shown: String {
      if !isOption { return names[0].uppercased() + (isRepeated ? "…" : "") }
      let value: String =
        switch kind {
        case .flag: ""
        case .text: " TEXT"
        case .integer, .number: " NUMBER"
        case .day: " DAY"
        case .choice(let choices): " " + choices.joined(separator: "|")
        }
      return names.joined(separator: ", ") + value
    }
  }

  private let name: String
  private let summary: String
  private var items: [Item] = []

  init(_ value: LuaValue, name: String) throws(Invalid) {
    // A directory is run under its own name, by its file main.lua.
    let components = name.split(separator: "/").map(String.init)
    self.name =
      (components.last == "main.lua" ? components.dropLast().last : nil) ?? components.last ?? name
    let (list, named) = Self.elements(value)
    summary = named["summary"]?.text ?? ""
    if let other = named.keys.sorted().first(where: { $0 != "summary" }) {
      throw Invalid(expected: "summary and a list of tables", found: Suggestion.quoted(other))
    }
    for entry in list { items.append(try Self.item(entry)) }
    var fields = Set<String>(["help"])
    for item in items where !fields.insert(item.field).inserted {
      throw Invalid(expected: "each name once", found: "\(Suggestion.quoted(item.names[0])) again")
    }
    let plain = items.filter { !$0.isOption }
    for (item, next) in zip(plain, plain.dropFirst()) {
      if item.isRepeated {
        throw Invalid(
          expected:
            "many = true only for the last name without dashes", found: item.names[0])
      }
      if item.isOptional && !next.isOptional {
        throw Invalid(expected: "optional names after the required ones", found: item.names[0])
      }
    }
  }

  private static func elements(_ value: LuaValue) -> (list: [LuaValue], named: [String: LuaValue]) {
    switch value {
    case .array(let items): return (items, [:])
    case .table(let entries):
      var list: [LuaValue] = []
      var named: [String: LuaValue] = [:]
      for entry in entries {
        if let name = entry.key.text { named[name] = entry.value } else { list.append(entry.value) }
      }
      return (list, named)
    default: return ([], [:])
    }
  }

  private static func item(_ value: LuaValue) throws(Invalid) -> Item {
    let (list, named) = elements(value)
    let names = list.compactMap(\.text)
    guard let first = names.first, names.count == list.count else {
      throw Invalid(expected: "a name as the first item of each table", found: value.typeName)
    }
    var item = Item(names: names)
    for name in names
    where name.isEmpty || name == "-" || name == "--" || name.contains("=")
      || name.hasPrefix("-") != first.hasPrefix("-")
    {
      throw Invalid(
        expected: "names such as \"file\" or \"--since\"", found: Suggestion.quoted(name))
    }
    if let taken = names.first(where: { $0 == "-h" || $0 == "--help" }) {
      throw Invalid(expected: "other names than -h and --help", found: Suggestion.quoted(taken))
    }
    let known = ["type", "choices", "help", "default", "optional", "many"]
    if let other = named.keys.sorted().first(where: { !known.contains($0) }) {
      throw Invalid(
        expected: known.joined(separator: ", "),
        found: Suggestion.quoted(other) + Suggestion.hint(for: other, among: known))
    }
    switch named["type"]?.text ?? (named["choices"] == nil ? "text" : "choice") {
    case "text": item.kind = .text
    case "integer": item.kind = .integer
    case "number": item.kind = .number
    case "day": item.kind = .day
    case "flag": item.kind = .flag
    case "choice":
      let choices = elements(named["choices"] ?? .nil).list.compactMap(\.text)
      if choices.isEmpty { throw Invalid(expected: "choices = {…} for a choice", found: "none") }
      item.kind = .choice(choices)
    case let other:
      throw Invalid(
        expected: "a type of text, integer, number, day, flag or choice",
        found: Suggestion.quoted(other))
    }
    if item.kind == .flag && !item.isOption {
      throw Invalid(expected: "a flag with dashes", found: Suggestion.quoted(first))
    }
    item.help = named["help"]?.text ?? ""
    item.defaultValue = named["default"]
    item.isOptional =
      item.isOption || named["optional"] == .boolean(true) || item.defaultValue != nil
    item.isRepeated = named["many"] == .boolean(true)
    if let defaultValue = item.defaultValue, let expected = expectedDefault(defaultValue, item) {
      throw Invalid(
        expected: "a default for \(first) that is \(expected)",
        found: LuaDifference.shown(defaultValue)
      )
    }
    return item
  }

  /// The expected form of a default value; `nil` if the value has it.
  private static func expectedDefault(_ value: LuaValue, _ item: Item) -> String? {
    if item.isRepeated {
      var one = item
      one.isRepeated = false
      guard let values = value.items else { return "a list" }
      return values.lazy.compactMap { expectedDefault($0, one) }.first.map { "a list, each \($0)" }
    }
    switch (item.kind, value) {
    case (.text, .string), (.integer, .integer), (.number, .integer), (.number, .number),
      (.flag, .boolean):
      return nil
    case (.day, .string) where value.text.flatMap { CivilDay($0) } != nil: return nil
    case (.choice(let choices), .string) where value.text.map { choices.contains($0) } ?? false:
      return nil
    default: return item.kind.expectation
    }
  }

  // MARK: Reading arguments

  /// Returns the values by name; everyday words for days become the days that they mean.
  ///
  /// - Parameter dates: Returns the present, if there is a profile.
  /// - Throws: `Exit` if help is asked for or the arguments do not match the description.
  func values(of arguments: [String], dates: () -> DateContext?) throws(Exit) -> LuaValue {
    var found: [String: [LuaValue]] = [:]
    let plain = items.filter { !$0.isOption }
    var position = 0
    var words = arguments[...]
    var isPlainOnly = false
    while let word = words.popFirst() {
      if word == "--", !isPlainOnly {
        isPlainOnly = true
      } else if !isPlainOnly, word.hasPrefix("-"), word.count > 1, Double(word) == nil {
        let components = word.split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false
        ).map(String.init)
        let name = components.first ?? word
        if name == "--help" || name == "-h" { throw .help }
        guard let item = items.first(where: { $0.names.contains(name) }) else {
          let names = items.flatMap { $0.isOption ? $0.names : [] } + ["--help"]
          throw .misuse(
            "unknown option \(Suggestion.quoted(name))\(Suggestion.hint(for: name, among: names))")
        }
        if item.kind == .flag {
          if components.count > 1 { throw .misuse("\(name): expected no value") }
          found[item.field] = [.boolean(true)]
          continue
        }
        guard let text = components.count > 1 ? components[1] : words.popFirst() else {
          throw .misuse("\(name): expected a value")
        }
        let value = try value(text, of: item, name, dates)
        if !item.isRepeated, found[item.field] != nil { throw .misuse("\(name): given twice") }
        found[item.field, default: []].append(value)
      } else {
        guard position < plain.count else {
          throw .misuse(
            "expected a maximum of \(plain.count) arguments, got \(Suggestion.quoted(word))")
        }
        let item = plain[position]
        found[item.field, default: []].append(try value(word, of: item, item.names[0], dates))
        if !item.isRepeated { position += 1 }
      }
    }
    var entries: [LuaValue.Entry] = []
    for item in items {
      let value: LuaValue
      if let given = found[item.field] {
        value = item.isRepeated ? .array(given) : given[0]
      } else if let defaultValue = item.defaultValue {
        value = defaultValue
      } else if item.kind == .flag {
        value = .boolean(false)
      } else if item.isRepeated && item.isOptional {
        value = .array([])
      } else if item.isOptional {
        continue
      } else {
        throw .misuse("\(item.names[0]): expected a value")
      }
      entries.append(LuaValue.Entry(.text(item.field), value))
    }
    return .table(entries)
  }

  private func value(
    _ text: String, of item: Item, _ name: String, _ dates: () -> DateContext?
  ) throws(Exit) -> LuaValue {
    let value: LuaValue?
    var hint = ""
    switch item.kind {
    case .text, .flag: value = .text(text)
    case .integer: value = Int64(text).map { .integer($0) }
    case .number: value = Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    case .day:
      do throws(DateFault) {
        let date = try DateExpression(text, as: .day)
        if CivilDay(text) != nil {
          value = .text(text)
        } else if let dates = dates() {
          value = .text(try date.day(dates).description)
        } else {
          value = nil
        }
      } catch {
        throw .misuse(
          "\(name): expected \(error.expected), got \(Suggestion.quoted(text))\(error.hint)")
      }
    case .choice(let choices):
      value = choices.contains(text) ? .text(text) : nil
      hint = Suggestion.hint(for: text, among: choices)
    }
    guard let value else {
      let expected = item.kind.expectation
      throw .misuse("\(name): expected \(expected), got \(Suggestion.quoted(text))\(hint)")
    }
    return value
  }

  // MARK: Help

  /// The usage of the script, in one line.
  var usage: String {
    var words = ["usage: flint run \(name) --"]
    if items.contains(where: \.isOption) { words.append("[OPTION…]") }
    for item in items where !item.isOption {
      words.append(item.isOptional ? "[\(item.shown)]" : item.shown)
    }
    return words.joined(separator: " ")
  }

  var help: String {
    var text = usage + "\n"
    if !summary.isEmpty { text += "\n\(summary)\n" }
    let rows = items.map { item in
      var help = item.help
      if let defaultValue = item.defaultValue {
        help += "\(help.isEmpty ? "" : " ")(default: \(LuaDifference.shown(defaultValue)))"
      }
      return (item.shown, help)
    }
    guard !rows.isEmpty else { return text }
    let width = min(28, rows.map(\.0.count).max() ?? 0)
    text += "\n"
    for (shown, help) in rows {
      let gap = String(repeating: " ", count: max(2, width + 2 - shown.count))
      // A longer form has its help on the next line.
      let between = shown.count > width ? "\n" + String(repeating: " ", count: width + 4) : gap
      text += "  \(shown)" + (help.isEmpty ? "" : between + help) + "\n"
    }
    return text
  }
}
