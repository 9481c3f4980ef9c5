import ArgumentParser
import FlintCalendar
import Lua
package import FlintRules
package import FlintSchema

/// The words and options of a command that records something, derived from the declarations of its
/// fields: a field that is added to a schema is an option at once.
package struct FieldSyntax: Sendable {
  /// The fields, each of which has an option.
  package var fields: [FieldDeclaration]
  /// The choices that the first words give, in order.
  package var leading: [String] = []
  /// The field that the remaining words give.
  package var text: String?
  /// The choices that the words at the end give, in order.
  package var trailing: [String] = []
  package var aliases: [String: String] = [:]
  /// The field of the day or time that people write at the end of the words.
  package var day: String?
  /// What people mean by the name of an option that there is not or, with a colon behind it, of a word.
  package var guesses: [String: String] = [:]
  /// What people mean by a value that a field does not take, by the field.
  package var advice: [String: String] = [:]
  /// Whether each line of standard input is a record of its own.
  package var readsLines = false
  /// The fields that words such as `due:tue` give, by the names that people write before the colon.
  package var attributes: [String: String] = [:]
  /// Whether an empty value clears a field; where something is recorded, it is hardly meant.
  package var clears = false

  package init(
    fields: [FieldDeclaration], leading: [String] = [], text: String? = nil,
    trailing: [String] = [], aliases: [String: String] = [:], day: String? = nil,
    guesses: [String: String] = [:], advice: [String: String] = [:], readsLines: Bool = false
  ) {
    self.fields = fields
    self.leading = leading
    self.text = text
    self.trailing = trailing
    self.aliases = aliases
    self.day = day
    self.guesses = guesses
    self.advice = advice
    self.readsLines = readsLines
  }

  /// The fields of an event that are not part of its content.
  package static let ofEvents = [
    FieldDeclaration("at", .time, "The time at which it happened (default: now)."),
    FieldDeclaration(
      "key", .line(maximum: nil), "The id that its source assigns, which prevents duplicates."),
  ]

  /// The names of the options that all commands that record have, for suggestions.
  package static let commonOptions = [
    "--db", "--now", "--seed", "--zone", "--day-start", "--rules", "--create", "--format",
    "--dry-run", "--quiet",
  ]

  package func field(_ name: String) -> FieldDeclaration? { fields.first { $0.name == name } }

  /// Returns the fields that the words and options of a command line give.
  ///
  /// - Throws: `ValidationError` about an unknown or repeated option or one without a value, and about
  ///   words that fit no field.
  package func parse(_ arguments: [String]) throws -> WrittenFields {
    var (written, words, text) = try separated(arguments)
    words = try readingAttributes(of: words, into: &written)
    if text.isEmpty { try checkDay(in: words, beside: written) }
    try place(words + text, in: &written)
    return written
  }

  /// Returns the syntax with the names that a rulebook lists.
  package func under(_ definition: RulebookDefinition) -> FieldSyntax {
    var syntax = self
    for index in syntax.fields.indices {
      syntax.fields[index].type = definition.type(of: syntax.fields[index])
    }
    return syntax
  }

  /// Returns the fields that options give, the words, and those behind `--`, which are text in any case.
  package func separated(
    _ arguments: [String]
  ) throws -> (options: WrittenFields, words: [String], text: [String]) {
    var written = WrittenFields(syntax: self)
    var words: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { break }
      guard argument.hasPrefix("-"), argument != "-", Double(argument) == nil else {
        words.append(argument)
        continue
      }
      if let field = fields.first(where: { $0.shortName.map { "-\($0)" == argument } ?? false }) {
        guard let value = rest.popFirst() else {
          throw ValidationError("\(argument): expected \(field.type.writtenForm)")
        }
        try checkQuotes(value, before: rest, of: field, by: field.optionName)
        try written.add(value, to: field, by: field.optionName)
        continue
      }
      guard argument.hasPrefix("--") else {
        let names = optionNames.filter { $0.hasPrefix("-" + argument) }
        throw ValidationError(
          "unknown option \(Suggestion.quoted(argument))"
            + (names.isEmpty ? "" : " (did you mean \(names.alternatives)?)")
            + "; text that begins with - goes after --")
      }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (field, option) = try field(ofOption: String(parts.first ?? ""))
      if parts.count == 2 {
        try checkQuotes(String(parts[1]), before: rest, of: field, by: option)
        try written.add(String(parts[1]), to: field, by: option)
      } else if field.type == .boolean {
        try written.add("yes", to: field)
      } else if let value = rest.popFirst() {
        try checkQuotes(value, before: rest, of: field, by: option)
        try written.add(value, to: field, by: option)
      } else {
        throw ValidationError("\(argument): expected \(field.type.writtenForm)")
      }
    }
    return (written, words, Array(rest))
  }

  /// Throws if a day or a time goes on in the words behind it, which would become part of the text.
  private func checkQuotes(
    _ value: String, before rest: ArraySlice<String>, of field: FieldDeclaration, by option: String
  ) throws {
    let use: DateUse
    switch field.type {
    case .day: use = .day
    case .time: use = .moment
    default: return
    }
    for count in [2, 1] where rest.count >= count {
      let text = ([value] + rest.prefix(count)).joined(separator: " ")
      guard (try? DateExpression(text, as: use)) != nil else { continue }
      throw ValidationError("what has spaces is quoted: \(WrittenDay.typed("--" + option, text))")
    }
  }

  /// The fields by their names and aliases.
  package var names: [String: String] {
    aliases.merging(fields.map { ($0.name, $0.name) }) { _, name in name }
  }

  /// Returns the fields that a name means: the one of that name, or those with a name that begins with two letters
  /// of it or more.
  ///
  /// - Parameter names: the fields by their names.
  package func fields(
    beginning name: String, among names: [String: String]
  ) -> [FieldDeclaration] {
    if let field = names[name].flatMap({ field($0) }) { return [field] }
    let found = Set(names.filter { name.count > 1 && $0.key.hasPrefix(name) }.values)
    return fields.filter { found.contains($0.name) }
  }

  /// Returns the field of an option, whose name may be abbreviated, and the whole name.
  private func field(
    ofOption name: String
  ) throws -> (field: FieldDeclaration, option: String) {
    let wanted = name.replacing("-", with: "_")
    let names = fields.map(\.name) + aliases.keys.sorted()
    let found =
      names.contains(wanted) ? [wanted] : names.filter { !wanted.isEmpty && $0.hasPrefix(wanted) }
    if let option = found.first, Set(found.map { aliases[$0] ?? $0 }).count == 1,
      let field = field(aliases[option] ?? option)
    {
      return (field, option.replacing("_", with: "-"))
    }
    let guess = ["json", "csv"].contains(name) ? "--format json answers with JSON" : guesses[name]
    let hint = Suggestion.hint(for: "--" + name, among: optionNames + Self.commonOptions)
    let advice = guess ?? (hint.isEmpty ? "the fields are \(optionNames.listed("and"))" : nil)
    throw ValidationError(
      "unknown option \(Suggestion.quoted("--" + name))"
        + (guess == nil ? hint : "") + (advice.map { "; " + $0 } ?? ""))
  }

  private var optionNames: [String] {
    (fields.map(\.name) + aliases.keys.sorted()).map { "--\($0.replacing("_", with: "-"))" }
  }

  // MARK: Words

  /// Throws if the words end with a day that an option has to give. A note, which follows other
  /// words, may end with one, but hardly consists of it.
  private func checkDay(in words: [String], beside written: WrittenFields) throws {
    guard let use = dayUse, let day, written[day] == nil, let text else { return }
    let rest = words.dropFirst(leading.count)
    if !leading.isEmpty {
      let note = rest.joined(separator: " ")
      guard WrittenDay.isWritten(in: note, as: use) else { return }
      throw ValidationError(
        "\(dayAdvice(note)); a \(text) that is only \(Suggestion.quoted(note)) is given by "
          + "--\(text)")
    }
    guard let end = WrittenDay.end(of: rest, as: use) else { return }
    throw ValidationError(
      "\(dayAdvice(end)); a \(text) that ends with \(Suggestion.quoted(end)) is written in "
        + "quotes, or after --")
  }

  /// What the day is used as; `nil` where no words are one.
  var dayUse: DateUse? {
    day.flatMap { field($0) }.map { $0.type == .day ? .day : .moment }
  }

  /// Returns which option gives a day.
  package func dayAdvice(_ text: String) -> String {
    let option = day.map { aliases["on"] == $0 ? "--on" : "--\($0)" } ?? "--on"
    let isTime = text.contains(":")
    return WrittenDay.typed(isTime ? "--at" : option, text)
      + " gives the \(isTime ? "time" : "day")"
  }

  /// Assigns words to fields: choices at the beginning and at the end, and the text between them.
  private func place(_ given: [String], in written: inout WrittenFields) throws {
    var words = given[...]
    for name in leading {
      guard let field = field(name), written[name] == nil, let word = words.first else { break }
      try written.add(word, to: field)
      words = words.dropFirst()
    }
    for (name, word) in trailingChoices(words) {
      guard let field = field(name), written[name] == nil else { continue }
      try written.add(word, to: field)
      words = words.dropLast()
    }
    if words.isEmpty { return }
    guard let text, let field = field(text) else {
      throw ValidationError("unexpected word \(Suggestion.quoted(words.joined(separator: " ")))")
    }
    try written.add(words.joined(separator: " "), to: field)
  }

  /// Returns the choices at the end of the words, the last one first. The first word is always text.
  private func trailingChoices(_ words: ArraySlice<String>) -> [(name: String, word: String)] {
    // Optional choices at the end may be omitted.
    for count in stride(from: trailing.count, to: 0, by: -1) where words.count > count {
      let names = trailing.prefix(count)
      let chosen = zip(names, words.suffix(count)).map { (name: $0, word: $1) }
      if chosen.allSatisfy({ field($0.name)?.type.names($0.word) ?? false }) {
        return chosen.reversed()
      }
    }
    return []
  }

  // MARK: Help

  /// The usage of the words, such as `TITLE CATEGORY [INTENSITY]`.
  package var usage: String {
    let names = leading + [text].compactMap(\.self) + trailing
    return names.map { name in
      let word = name.uppercased()
      return field(name)?.isRequired ?? false ? word : "[\(word)]"
    }.joined(separator: " ")
  }
}

extension [FieldDeclaration] {
  /// Returns the declarations, with one that need not be given, since it has a default.
  package func with(default text: String, for name: String) -> [FieldDeclaration] {
    map { field in
      guard field.name == name else { return field }
      var optional = field
      optional.isRequired = false
      optional.defaultText = text
      return optional
    }
  }
}

extension FieldDeclaration {
  /// Whether the value is a number of minutes, which people also write as `45min` or `1h30`.
  var isDuration: Bool {
    ["estimated", "actual", "minutes", "at_least", "at_most"].contains(name)
  }

  /// The short names of options, by the names of their fields; `-p` is `--priority` in lists, too.
  private static let shortNames: [String: Character] = [
    "priority": "p", "due": "d", "tags": "t", "category": "c",
  ]

  /// The letter of the field's option, without the hyphen before it; `nil` if it has none.
  var shortName: Character? { Self.shortNames[name] }

  /// The name of the field's option, without the hyphens before it.
  package var optionName: String { name.replacing("_", with: "-") }
}

extension FieldType {
  /// Returns how a number that a person writes in another form is written; `nil` if it is none.
  func advice(about text: String) -> String? {
    switch self {
    case .decimal: WrittenNumber.decimal(text).map { "write \($0)" }
    default: nil
    }
  }

  /// What a command line accepts: days and times in everyday words, too.
  var writtenForm: String {
    switch self {
    case .day: DateUse.day.form
    case .time: DateUse.moment.form
    default: expectation
    }
  }

  /// Returns whether a word names a choice, or abbreviates the name of exactly one.
  package func names(_ word: String) -> Bool {
    guard case .choice(let choice) = self else { return false }
    return choice.name(abbreviated: word) != nil
  }
}

extension FieldType.Choice {
  /// Returns the name that a text means: a name, a number, or at least two letters with which exactly
  /// one name begins; `nil` when it means none.
  package func name(abbreviated text: String) -> String? {
    if let name = name(reading: text) { return name }
    let beginning = text.lowercased()
    guard beginning.count >= 2 else { return nil }
    let found = names.filter { $0.lowercased().hasPrefix(beginning) }
    return found.count == 1 ? found[0] : nil
  }
}
