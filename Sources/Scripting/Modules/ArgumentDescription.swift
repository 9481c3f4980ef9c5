import Lua
import Rules

/// What a script may be given.
struct ArgumentDescription {
  /// What is wrong with a description.
  struct Fault: Error {
    var expected: String
    var found: String
  }

  /// What is wrong with arguments, or that help is asked for.
  enum End: Error, Equatable {
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
  }

  private struct Item {
    var names: [String]
    var kind = Kind.text
    var help = ""
    var standard: LuaValue?
    var isOptional = false
    var isMany = false

    var isOption: Bool { names[0].hasPrefix("-") }
    /// Under which it is found among the values.
    var field: String {
      let name = names.first { $0.hasPrefix("--") } ?? names[0]
      return String(name.drop { $0 == "-" }).replacing("-", with: "_")
    }
    /// As the help shows it: `--since DAY`, `FILE…`.
    var shown: String {
      if !isOption { return names[0].uppercased() + (isMany ? "…" : "") }
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

  init(_ value: LuaValue, name: String) throws(Fault) {
    // A directory is run by its name, whose main.lua it is.
    let parts = name.split(separator: "/").map(String.init)
    self.name = (parts.last == "main.lua" ? parts.dropLast().last : nil) ?? parts.last ?? name
    let (list, named) = Self.parts(value)
    summary = named["summary"]?.text ?? ""
    if let other = named.keys.sorted().first(where: { $0 != "summary" }) {
      throw Fault(expected: "summary and a list of tables", found: Suggestion.quoted(other))
    }
    for entry in list { items.append(try Self.item(entry)) }
    var fields = Set<String>(["help"])
    for item in items where !fields.insert(item.field).inserted {
      throw Fault(expected: "each name once", found: "\(Suggestion.quoted(item.names[0])) again")
    }
    let plain = items.filter { !$0.isOption }
    for (item, next) in zip(plain, plain.dropFirst()) {
      if item.isMany {
        throw Fault(expected: "many = true for the last name without dashes", found: item.names[0])
      }
      if item.isOptional && !next.isOptional {
        throw Fault(expected: "optional names behind the others", found: item.names[0])
      }
    }
  }

  private static func parts(_ value: LuaValue) -> (list: [LuaValue], named: [String: LuaValue]) {
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

  private static func item(_ value: LuaValue) throws(Fault) -> Item {
    let (list, named) = parts(value)
    let names = list.compactMap(\.text)
    guard let first = names.first, names.count == list.count else {
      throw Fault(expected: "a name first in each table", found: value.typeName)
    }
    var item = Item(names: names)
    for name in names
    where name.isEmpty || name == "-" || name == "--" || name.contains("=")
      || name.hasPrefix("-") != first.hasPrefix("-")
    {
      throw Fault(expected: "names such as \"file\" or \"--since\"", found: Suggestion.quoted(name))
    }
    if let taken = names.first(where: { $0 == "-h" || $0 == "--help" }) {
      throw Fault(expected: "other names than -h and --help", found: Suggestion.quoted(taken))
    }
    let known = ["type", "choices", "help", "default", "optional", "many"]
    if let other = named.keys.sorted().first(where: { !known.contains($0) }) {
      throw Fault(
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
      let choices = parts(named["choices"] ?? .nil).list.compactMap(\.text)
      if choices.isEmpty { throw Fault(expected: "choices = {…} for a choice", found: "none") }
      item.kind = .choice(choices)
    case let other:
      throw Fault(
        expected: "a type of text, integer, number, day, flag or choice",
        found: Suggestion.quoted(other))
    }
    if item.kind == .flag && !item.isOption {
      throw Fault(expected: "a flag with dashes", found: Suggestion.quoted(first))
    }
    item.help = named["help"]?.text ?? ""
    item.standard = named["default"]
    item.isOptional = item.isOption || named["optional"] == .boolean(true) || item.standard != nil
    item.isMany = named["many"] == .boolean(true)
    if let standard = item.standard, let expected = misfit(standard, item) {
      throw Fault(
        expected: "a default for \(first) that is \(expected)", found: LuaDifference.shown(standard)
      )
    }
    return item
  }

  /// What a default should be; `nil` when it is that.
  private static func misfit(_ value: LuaValue, _ item: Item) -> String? {
    if item.isMany {
      var one = item
      one.isMany = false
      guard case .array(let values) = value else {
        return parts(value).list.isEmpty && value == .table([]) ? nil : "a list"
      }
      return values.lazy.compactMap { misfit($0, one) }.first.map { "a list, each \($0)" }
    }
    switch (item.kind, value) {
    case (.text, .string), (.integer, .integer), (.number, .integer), (.number, .number),
      (.flag, .boolean):
      return nil
    case (.day, .string) where value.text.flatMap { CivilDay($0) } != nil: return nil
    case (.choice(let choices), .string) where value.text.map { choices.contains($0) } ?? false:
      return nil
    case (.text, _): return "a text"
    case (.integer, _): return "an integer"
    case (.number, _): return "a number"
    case (.day, _): return "a day such as 2026-03-01"
    case (.flag, _): return "true or false"
    case (.choice(let choices), _): return choices.joined(separator: " or ")
    }
  }

  // MARK: Reading arguments

  /// The values by name.
  func values(of arguments: [String]) throws(End) -> LuaValue {
    var found: [String: [LuaValue]] = [:]
    let plain = items.filter { !$0.isOption }
    var place = 0
    var words = arguments[...]
    var isPlainOnly = false
    while let word = words.popFirst() {
      if word == "--", !isPlainOnly {
        isPlainOnly = true
      } else if !isPlainOnly, word.hasPrefix("-"), word.count > 1, Double(word) == nil {
        let parts = word.split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false
        ).map(String.init)
        let name = parts.first ?? word
        if name == "--help" || name == "-h" { throw .help }
        guard let item = items.first(where: { $0.names.contains(name) }) else {
          let names = items.flatMap { $0.isOption ? $0.names : [] } + ["--help"]
          throw .misuse(
            "unknown option \(Suggestion.quoted(name))\(Suggestion.hint(for: name, among: names))")
        }
        if item.kind == .flag {
          if parts.count > 1 { throw .misuse("\(name): expected no value") }
          found[item.field] = [.boolean(true)]
          continue
        }
        guard let text = parts.count > 1 ? parts[1] : words.popFirst() else {
          throw .misuse("\(name): expected a value")
        }
        let value = try value(text, of: item, name)
        if !item.isMany, found[item.field] != nil { throw .misuse("\(name): given twice") }
        found[item.field, default: []].append(value)
      } else {
        guard place < plain.count else {
          throw .misuse("expected no more than \(plain.count), got \(Suggestion.quoted(word))")
        }
        let item = plain[place]
        found[item.field, default: []].append(try value(word, of: item, item.names[0]))
        if !item.isMany { place += 1 }
      }
    }
    var entries: [LuaValue.Entry] = []
    for item in items {
      let value: LuaValue
      if let given = found[item.field] {
        value = item.isMany ? .array(given) : given[0]
      } else if let standard = item.standard {
        value = standard
      } else if item.kind == .flag {
        value = .boolean(false)
      } else if item.isMany && item.isOptional {
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

  private func value(_ text: String, of item: Item, _ name: String) throws(End) -> LuaValue {
    func wrong(_ expected: String, hint: String = "") -> End {
      .misuse("\(name): expected \(expected), got \(Suggestion.quoted(text))\(hint)")
    }
    switch item.kind {
    case .text, .flag: return .text(text)
    case .integer:
      guard let number = Int64(text) else { throw wrong("an integer") }
      return .integer(number)
    case .number:
      guard let number = Double(text), number.isFinite else { throw wrong("a number") }
      return .number(number)
    case .day:
      guard CivilDay(text) != nil else { throw wrong("a day such as 2026-03-01") }
      return .text(text)
    case .choice(let choices):
      guard choices.contains(text) else {
        throw wrong(
          choices.joined(separator: " or "), hint: Suggestion.hint(for: text, among: choices))
      }
      return .text(text)
    }
  }

  // MARK: Help

  /// How the script is used, in a line.
  var usage: String {
    var words = ["usage: flint run \(name) --"]
    if items.contains(where: \.isOption) { words.append("[OPTION…]") }
    for item in items where !item.isOption {
      words.append(item.isOptional ? "[\(item.shown)]" : item.shown)
    }
    return words.joined(separator: " ")
  }

  /// The whole help.
  var help: String {
    var text = usage + "\n"
    if !summary.isEmpty { text += "\n\(summary)\n" }
    let rows = items.map { item in
      var help = item.help
      if let standard = item.standard {
        help += "\(help.isEmpty ? "" : " ")(\(LuaDifference.shown(standard)) if not given)"
      }
      return (item.shown, help)
    }
    guard !rows.isEmpty else { return text }
    let width = min(28, rows.map(\.0.count).max() ?? 0)
    text += "\n"
    for (shown, help) in rows {
      let gap = String(repeating: " ", count: max(2, width + 2 - shown.count))
      // What is longer has its help below.
      let between = shown.count > width ? "\n" + String(repeating: " ", count: width + 4) : gap
      text += "  \(shown)" + (help.isEmpty ? "" : between + help) + "\n"
    }
    return text
  }
}
