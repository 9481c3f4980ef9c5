import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

struct EntryCommand: RecordingCommand, FieldSource {
  static let syntax = FieldSyntax(
    fields: EntryContent.schema.declarations.filter {
      $0.name != "tracker" && $0.name != "kind" && $0.name != "values"
    } + FieldSyntax.ofEvents, aliases: ["tag": "tags", "note": "notes", "on": "at"])

  static let name = "entry"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Record an entry of a tracker.",
    usage: "flint entry TRACKER [AMOUNT] [FIELD=VALUE …] [OPTION …]",
    discussion: """
      The amount is a number (20), minutes (45min, 1h30), yes or no, or a text. A
      number is taken for what most entries of the tracker have: minutes, a rating or
      a measurement, as in a new tracker. Without an amount, the entry says yes.
      Fields of the tracker's own are given as FIELD=VALUE. The name of a tracker may
      be abbreviated. --new creates the tracker, with these fields, if there is none.

      Examples:
        flint entry Reading 20
        flint entry Run 45min Distance=8.2 --note "Along the river"
        flint entry Meditation yes --new
      """)

  @OptionGroup(title: "Fields") var fields: FieldOptions<Self>
  @OptionGroup var options: RecordOptions
  @Flag(help: "Create the tracker if there is none of that name.") var new = false
  @Argument(
    parsing: .allUnrecognized, help: "The tracker, the amount, and values of its fields.",
    completion: .profile(.trackers))
  var words: [String] = []

  /// The arguments: the tracker, the amount, and the values of its own fields by name.
  private struct Parts {
    var tracker: String
    var amount: String?
    var values: [(name: String, text: String)] = []
    var written: WrittenFields
  }

  private func parts() throws -> Parts {
    let (written, words, text) = try Self.syntax.separated(words)
    let plain = words + text
    guard let tracker = plain.first, !tracker.isEmpty else {
      throw ValidationError("expected the name of a tracker; flint trackers lists them")
    }
    var parts = Parts(tracker: tracker, written: written)
    for word in plain.dropFirst() {
      if word.trimmedWhitespace.isEmpty {
        throw ValidationError("amount: expected \(EntryAmount.forms), or a text, got nothing")
      }
      if let match = word.firstIndex(of: "="), match != word.startIndex {
        let (name, text) = (String(word[..<match]), String(word[word.index(after: match)...]))
        if text.trimmedWhitespace.isEmpty {
          throw ValidationError("\(name): expected a value, got nothing")
        }
        parts.values.append((name, text))
      } else {
        parts.amount = [parts.amount, word].compactMap(\.self).joined(separator: " ")
      }
    }
    return parts
  }

  func validate() throws { try parts().written.check() }

  var line: [String] { ["entry"] + words + (new ? ["--new"] : []) }

  func run() throws {
    var parts = try parts()
    if parts.amount == "-" {
      let text = try StandardInput.text().trimmedWhitespace
      if text.isEmpty {
        throw CommandFailure(.badInput, "standard input: expected an amount, got nothing")
      }
      parts.amount = text
    }
    try recording { try record(parts, in: $0) }
  }

  func record(in session: Session) throws -> [RecordedView] { try record(parts(), in: session) }

  private func record(_ parts: Parts, in session: Session) throws -> [RecordedView] {
    let time = try parts.written.time(in: session)
    var views: [RecordedView] = []
    let tracker: Tracker
    do throws(SessionError) {
      // An amount in place of the name must not be taken for a word of another name.
      let abbreviates = !new && HabitAmount(parts.tracker) == nil
      tracker = try session.reader.tracker(
        parts.tracker, abbreviatesNames: abbreviates, among: session.folded().trackers)
    } catch {
      guard case .reference(let reference) = error, !reference.isAmbiguous else { throw error }
      let isAmountFirst =
        HabitAmount(parts.tracker) != nil && parts.amount.map { HabitAmount($0) == nil } ?? false
      guard new, !isAmountFirst else {
        let advice =
          isAmountFirst
          ? "the amount goes behind the tracker: flint entry "
            + "\(Suggestion.quoted(parts.amount ?? "")) \(parts.tracker)\(new ? " --new" : "")"
          : "flint trackers lists them, and --new creates it"
        throw CommandFailure(.failure, "\(error.description); \(advice)")
      }
      views.append(
        try session.recorded(.tracker(.create(try Self.tracker(parts))), at: time))
      tracker = try session.reader.tracker(parts.tracker)
    }
    let content = try content(parts, tracker, session)
    views.append(
      try session.recorded(
        content.action, at: session.time(time, about: tracker.id),
        key: parts.written["key"]?.last))
    return views
  }

  /// Returns the tracker for a first entry: its own fields are those that the entry has, numbers, days
  /// or texts.
  private static func tracker(_ parts: Parts) throws -> TrackerContent {
    do {
      let fields = try parts.values.map { name, text in
        let types: [TrackerFieldType] = [.number, .day]
        let type = types.first {
          (try? TrackerValue(reading: text, as: $0, field: name)) != nil
        }
        return try TrackerField(name: name, type: type ?? .text)
      }
      return try TrackerContent(name: parts.tracker, fields: fields)
    } catch let error as FieldError {
      throw ValidationError(error)
    }
  }

  /// Returns the entry that the arguments describe.
  private func content(
    _ parts: Parts, _ tracker: Tracker, _ session: Session
  ) throws -> EntryContent {
    var given: [String: FieldValue] = ["tracker": .name(tracker.id.description)]
    for field in Self.syntax.fields where field.name != "at" {
      if let value = try parts.written.value(field, in: session) { given[field.name] = value }
    }
    do {
      var values: [EntryContent.Value] = []
      for (name, text) in parts.values {
        guard let field = tracker.content.field(named: name) else {
          let names = tracker.content.fields.map(\.name)
          throw CommandFailure(
            .failure,
            "tracker \"\(tracker.content.name)\" has no field \(Suggestion.quoted(name))"
              + NearestName.hint(for: name, among: names)
              + (names.isEmpty ? "" : "; it has \(names.listed("and"))"))
        }
        values.append(
          EntryContent.Value(
            name: field.name,
            value: try TrackerValue(reading: text, as: field.type, field: field.name)))
      }
      let kinds: [EntryKind.Name] = [.measurement, .log, .checklist, .rating]
      var options = kinds.filter { given[$0.valueField] != nil }
      if options.isEmpty {
        // Minutes beside an amount are the duration of another kind of entry.
        let amount = try EntryAmount(
          parts.amount, for: tracker, hasMinutes: given["minutes"] != nil)
        let name = amount.kind.valueField
        if let value = amount.value {
          if given[name] != nil { options.append(amount.kind) }
          given[name] = value
        }
        given["kind"] = .name(amount.kind.name)
      } else {
        given["kind"] = .name(options[0].name)
      }
      let amounts =
        options.isEmpty
        ? []
        : (parts.amount.map { ["the amount " + Suggestion.quoted($0)] } ?? [])
          + options.map { "--" + $0.valueField }
      if amounts.count > 1 {
        throw ValidationError("\(amounts.listed("and")) cannot be combined")
      }
      if !values.isEmpty {
        given["values"] = .json(.object(values.map { ($0.name, $0.value.json) }))
      }
      return try EntryContent.schema.record(
        { (field, _) throws(FieldError) in given[field.name] }, failure: { $0 })
    } catch let error as FieldError {
      throw parts.written.failure(error)
    }
  }
}

/// The amount of an entry, as a person writes it.
struct EntryAmount {
  let kind: EntryKind.Name
  /// The value; `nil` where an option gives it.
  let value: FieldValue?

  /// The forms of an amount that is no text.
  static let forms = "a number such as 20, minutes such as 45min, yes or no"

  /// - Parameter hasMinutes: Whether the minutes are given as an option.
  init(_ text: String?, for tracker: Tracker, hasMinutes: Bool) throws(FieldError) {
    // The kind of most entries.
    let usual = tracker.totalsByKind.max { $0.entries < $1.entries }
      .flatMap { $0.entries > 0 ? EntryKind.Name(name: $0.kind) : nil }
    guard let text else {
      kind = hasMinutes ? .session : .checklist
      value = hasMinutes ? nil : .boolean(true)
      return
    }
    // A clock may be a time of the day, which trackers of texts have, and decimal hours a number.
    let isPlain = text.wholeMatch(of: /[^.,:]+/) != nil
    if isPlain || usual == nil || usual == .session, let minutes = WrittenNumber.minutes(text) {
      (kind, value) = (.session, .integer(minutes))
    } else if let flag = WrittenFields.flag(text), usual != .log {
      (kind, value) = (.checklist, .boolean(flag))
    } else if usual != .log, let number = try Self.number(text) {
      let whole = Int64(text)
      switch (usual, whole) {
      case (.session?, let minutes?): (kind, value) = (.session, .integer(minutes))
      case (.rating?, let rating?): (kind, value) = (.rating, .integer(rating))
      default: (kind, value) = (.measurement, .decimal(number.millionths))
      }
    } else if usual == nil, text.contains(/^\P{L}*\d\P{L}*(\p{L}+\P{L}*)?$/) {
      // A number in another form, or with a unit, would be a text, which nothing adds up.
      throw FieldError(
        field: "amount",
        expected: "a number such as 20, or for a text \(WrittenDay.typed("--text", text))",
        found: Suggestion.quoted(text) + Self.advice(text))
    } else if usual == nil || usual == .log {
      (kind, value) = (.log, .text(text))
    } else {
      throw FieldError(
        field: "amount", expected: Self.forms,
        found: Suggestion.quoted(text) + Self.advice(text))
    }
  }

  /// Returns a number; `nil` for a text that is none.
  private static func number(_ text: String) throws(FieldError) -> DecimalNumber? {
    do throws(FieldError) {
      return try WrittenNumber.number(text, field: "amount")
    } catch {
      // A number out of range is reported as such.
      if Double(text) != nil, text.contains(where: \.isNumber) { throw error }
      return nil
    }
  }

  /// Returns how an amount in another form is written, or which option gives the day that a text is or
  /// ends with; often nothing.
  private static func advice(_ text: String) -> String {
    if let advice = WrittenNumber.advice(text) { return "; " + advice }
    let words = text.split(separator: " ").map(String.init)
    let day =
      WrittenDay.isWritten(in: text, as: .moment) ? text : WrittenDay.end(of: words, as: .moment)
    return day.map { "; \(WrittenDay.typed("--on", $0)) gives the day" } ?? ""
  }
}
