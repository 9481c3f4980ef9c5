package import ArgumentParser
import FlintCalendar
import Lua
import FlintRules
package import FlintSchema
package import Sessions

/// The texts that a command line gives for fields.
package struct WrittenFields: Sendable {
  package let syntax: FieldSyntax
  private var texts: [String: [String]] = [:]
  /// The options that gave the fields, which may have other names, by the field.
  private var options: [String: String] = [:]

  /// Returns how errors name a field: by the option that gave it, or its own name where a word did.
  private func label(_ field: String) -> String {
    options[field].map { "--" + $0 } ?? field.replacing("_", with: "-")
  }

  package init(syntax: FieldSyntax) { self.syntax = syntax }

  /// The texts for a field; `nil` without any.
  package subscript(name: String) -> [String]? { texts[name] }

  package var names: Set<String> { Set(texts.keys) }

  /// Adds a text for a field. Only lists take several.
  ///
  /// - Parameter option: the name of the option that gave it, without hyphens before it.
  package mutating func add(
    _ text: String, to field: FieldDeclaration, by option: String? = nil
  ) throws {
    if let given = texts[field.name]?.last, !field.type.isList {
      throw ValidationError(
        "\(label(field.name)) is given twice: \(Suggestion.quoted(given)) and "
          + "\(Suggestion.quoted(text)); remove one")
    }
    texts[field.name, default: []].append(text)
    options[field.name] = option
  }

  /// Returns the fields with another text for one of them.
  package func with(_ text: String, for name: String) -> WrittenFields {
    var fields = self
    fields.texts[name] = [text]
    return fields
  }

  /// Throws if a value is missing, or invalid in a way that does not depend on the profile.
  package func check() throws {
    for field in syntax.fields {
      if field.isRequired && texts[field.name] == nil {
        throw failure(
          FieldError(field: field.name, expected: field.type.expectation, found: "nothing"))
      }
      _ = try value(field, in: nil)
    }
  }

  /// Returns the value of a field; `nil` if there is no text for it, `none`, or the
  /// default, for an empty one where that clears.
  ///
  /// - Parameter session: Tells what `today` means; may be `nil` for other types than days and times.
  package func value(_ field: FieldDeclaration, in session: Session?) throws -> FieldValue? {
    guard let texts = texts[field.name], var text = texts.last else { return nil }
    if syntax.clears {
      if text.isEmpty, field.isClearable { return FieldValue.none }
      if text.isEmpty { text = field.defaultText }
    } else if texts.contains(where: \.trimmedWhitespace.isEmpty) {
      throw failure(
        FieldError(field: field.name, expected: field.type.writtenForm, found: "nothing"))
    }
    let type = session?.rulebook.definition.type(of: field) ?? field.type
    let label = label(field.name)
    func expected(_ hint: String = "") -> ValidationError {
      let advice = syntax.advice[field.name] ?? type.advice(about: text)
      return ValidationError(
        "\(label): expected \(type.expectation), got \(Suggestion.quoted(text))"
          + hint + (advice.map { "; " + $0 } ?? ""))
    }
    switch type {
    case .text, .line, .phrase: return .text(text)
    case .integer:
      let minutes = field.isDuration ? WrittenNumber.minutes(text) : nil
      guard let number = minutes ?? Int64(text) else { throw expected() }
      return .integer(number)
    case .decimal:
      do throws(FieldError) {
        if field.isDuration, let minutes = WrittenNumber.minutes(text) {
          return .decimal(try DecimalNumber(minutes, field: field.name).millionths)
        }
        return .decimal(try WrittenNumber.number(text, field: field.name).millionths)
      } catch {
        throw expected()
      }
    case .boolean:
      guard let flag = Self.flag(text) else { throw expected() }
      return .boolean(flag)
    case .day:
      guard let session else { return nil }
      return .day(
        try DayArgument(text, of: label).resolve(session, direction: field.direction))
    case .time:
      guard let session else { return nil }
      let moment = try MomentArgument(text, of: label)
        .resolve(session, direction: field.direction)
      return .instant(session.instant(of: .written(moment)).instant)
    case .choice(let choice):
      // Other programs have letters for priorities.
      let letter = field.name == "priority" ? TaskPriority(letter: text.uppercased()) : nil
      guard let name = letter?.name ?? choice.name(abbreviated: text) else {
        let isDay = syntax.dayUse.map { WrittenDay.isWritten(in: text, as: $0) } ?? false
        throw expected(
          isDay ? "; " + syntax.dayAdvice(text) : Suggestion.hint(for: text, among: choice.names))
      }
      return .name(name)
    case .id: return .name(text)
    case .list:
      let parts = texts.flatMap { $0.split(separator: ",").map(String.init) }
      return .list(parts)
    case .ids(let kind):
      guard let session else { return nil }
      let names = texts.flatMap { $0.split(separator: ",").map(String.init) }
      return .list(try session.reader.ids(session.tasksByNumber(names), ofKind: kind))
    case .structure: throw ValidationError("\(label) can be set only by a script")
    }
  }

  /// Returns the boolean that a word means; `nil` if it means none.
  package static func flag(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "yes", "y", "true", "done": true
    case "no", "n", "false": false
    default: nil
    }
  }

  package func time(in session: Session) throws -> EventTime? {
    guard let text = texts["at"]?.last else { return nil }
    let moment = try MomentArgument(text, of: label("at")).resolve(session)
    if moment.local.day > session.today, session.zone.resolve(moment).instant > session.now {
      throw CommandFailure(.failure, toCome(text, moment, session))
    }
    return .written(moment)
  }

  /// Returns the error about a time to come. A time of the clock before the start of days is on the next
  /// date.
  private func toCome(_ text: String, _ moment: Timestamp, _ session: Session) -> String {
    let dates = session.dates
    let clock = text.replacing(/^\s*today\s+/.ignoresCase(), with: "")
    let yesterday = "yesterday \(clock)"
    if let earlier = try? DateExpression(yesterday, as: .moment).instant(dates),
      earlier <= session.now
    {
      return "\(label("at")): expected a time that is not later than now, got "
        + "\(Suggestion.quoted(text)), which is \(dates.text(session.zone.resolve(moment).instant)); "
        + "\(Suggestion.quoted(yesterday)) is \(dates.text(earlier))"
    }
    return
      "\(Suggestion.quoted(text)) is a day to come; expected a time that is not later than now; "
      + "flint habit skip, and flint task with --due, take a day to come"
  }

  /// - Parameter defaults: The values of fields that are not given.
  package func record<Record: SchemaRecord>(
    _ type: Record.Type, in session: Session, defaults: [String: FieldValue] = [:]
  ) throws -> Record {
    do {
      return try Record.schema.record(
        { (field, _) throws(any Error) in
          try value(field, in: session) ?? defaults[field.name]
        }, failure: { $0 })
    } catch let error as FieldError {
      throw failure(error)
    }
  }

  package func change<Record: SchemaRecord>(
    _ type: Record.Type, in session: Session
  ) throws -> RecordChange<Record> {
    do {
      return try Record.schema.change(
        { (field, _) throws(any Error) in try value(field, in: session) }, failure: { $0 })
    } catch let error as FieldError {
      throw failure(error)
    }
  }

  /// Returns the error of the command line for that of a field, with the form of the words where a
  /// required one is missing.
  package func failure(_ error: FieldError) -> ValidationError {
    let isMissing = texts[error.field] == nil
    let words = isMissing && !syntax.usage.isEmpty ? "; the words are \(syntax.usage)" : ""
    return ValidationError(
      "\(label(error.field)): expected \(error.expected), got \(error.found)"
        + (isMissing ? misspelt(error.field) : "") + words)
  }

  /// Returns a hint if the text has the choice that is missing, in the wrong place or before a word that
  /// is no choice, or if a word at its end is nearly the name of one.
  private func misspelt(_ name: String) -> String {
    guard syntax.trailing.contains(name), case .choice(let choice)? = syntax.field(name)?.type,
      let words = syntax.text.flatMap({ texts[$0]?.last })?.split(separator: " "), words.count > 1
    else { return "" }
    if let index = words.firstIndex(where: { choice.names.contains($0.lowercased()) }) {
      let others = syntax.trailing.drop { $0 != name }.dropFirst()
      if index > 0, words.count - index == 2,
        let other = others.first.flatMap({ syntax.field($0) }),
        case .choice(let choice) = other.type
      {
        let word = String(words[index + 1])
        let nearest = Suggestion.closest(to: word, among: choice.names)
        return " (\(Suggestion.quoted(word)) is no \(other.optionName)"
          + (nearest.map { "; did you mean \"\($0)\"?)" } ?? ")")
      }
      if let last = words.last.map(String.init), last.contains(":"), let use = syntax.dayUse,
        (try? DateExpression(last, as: use)) != nil
      {
        return "; \(syntax.dayAdvice(last))"
      }
      return " (\(Suggestion.quoted(String(words[index]))) belongs behind the "
        + "\(syntax.text ?? "text"))"
    }
    let hints = words.suffix(syntax.trailing.count).map {
      Suggestion.hint(for: String($0), among: choice.names)
    }
    return hints.first { !$0.isEmpty } ?? ""
  }
}
