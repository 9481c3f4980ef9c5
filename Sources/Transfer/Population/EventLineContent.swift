import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema

/// Reads the content of lines: what people write as well as the canonical form.
///
/// It is an object, and keeps what it needs of the rulebook: a copy of that for each line would take
/// longer than the line.
final class EventLineContent {
  private let zone: CivilZone
  private let givesDays: Bool
  private let dayStart: DayStart
  private let now: Instant?
  private let ignored: Set<String>
  private let categoryNames: [String]
  private let intensityNames: [String]
  private let categories: [String: SparkCategory]
  private let intensities: [String: SparkIntensity]
  /// The types of members, by kind and name.
  private let types: [EventKind: [String: FieldType]]

  init(_ terms: PopulationTerms) {
    zone = CivilZone(terms.zone)
    givesDays = terms.givesDays
    dayStart = terms.rulebook.dayStart
    now = terms.now
    ignored = terms.ignored
    let definition = terms.rulebook.definition
    let other = terms.other?.definition ?? definition
    let listed = (
      definition.categories + other.categories.filter { !definition.categories.contains($0) },
      definition.intensities + other.intensities.filter { !definition.intensities.contains($0) }
    )
    categoryNames = listed.0.names
    intensityNames = listed.1.names
    categories = Dictionary(
      listed.0.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    intensities = Dictionary(
      listed.1.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    types = Dictionary(
      uniqueKeysWithValues: EventKind.allCases.map { kind in
        let types = kind.members.map { ($0.member, $0.type) }
        return (kind, Dictionary(types, uniquingKeysWith: { first, _ in first }))
      })
  }

  /// The kinds of events that others refer to, by id, by key or, trackers, by name.
  static let referred: [EventKind] = [.taskAdd, .trackerCreate]

  /// Returns whether a line refers to a task or a tracker other than by id.
  func refers(_ line: EventLine) -> Bool {
    guard let kind = line.kind, kind != .spark else { return false }
    return Self.referred.contains { line.reference(to: $0) != nil && types[kind]?[$0.name] == .id }
  }

  func time(of line: EventLine) throws(RowProblem) -> (Instant, UTCOffset) {
    var found: (at: Instant, offset: UTCOffset)
    switch line.at {
    case .string(var text)?:
      let read = text.withUTF8 { Timestamp(utf8: $0.span) }
      guard let timestamp = read ?? Timestamp(text.trimmedWhitespace) else {
        throw EventLine.mismatch("at", .string(text), Timestamp.form)
      }
      let resolved = zone.resolve(timestamp)
      found = (
        resolved.instant, givesDays ? zone.offset(at: resolved.instant) : resolved.offset
      )
    case .integer(let milliseconds)?:
      let at = Instant(milliseconds: milliseconds)
      guard at.isAccepted else { throw EventLine.mismatch("at", .integer(milliseconds), Self.span) }
      if let problem = DateReader.secondsProblem(milliseconds: milliseconds) {
        throw RowProblem(reason: "at: \(milliseconds): \(problem); write it in milliseconds")
      }
      found = (at, zone.offset(at: at))
    case let value:
      throw EventLine.mismatch(
        "at", value ?? .null, "\(Timestamp.form), or milliseconds since 1970")
    }
    guard found.at.isAccepted, found.offset.isAccepted else {
      throw RowProblem(reason: "at: expected \(Self.span)")
    }
    if let now, found.at > now {
      throw RowProblem(
        reason: "at: \(zone.text(found.at)) is later than --now, \(zone.text(now))")
    }
    return found
  }

  private static let span = "an instant from \(Instant.earliest) to \(Instant.latest)"

  /// Returns the spark of a line; without a title it is called "spark".
  func spark(
    _ line: EventLine, _ at: Instant, _ offset: UTCOffset
  ) throws(RowProblem) -> Spark {
    var category: SparkCategory?
    var intensity: SparkIntensity? = intensities[SparkIntensity.medium.name]
    var (title, notes, tags) = ("spark", String?.none, [String]())
    var (estimated, actual): (Int64?, Int64?)
    for (name, value) in try members(of: line) where value != .null {
      switch name {
      case "category": category = try choice(name, value, categories)
      case "intensity": intensity = try choice(name, value, intensities)
      case "title": title = try self.value(name, value, .text)
      case "notes": notes = try self.value(name, value, .text)
      case "tags": tags = try self.value(name, value, .list)
      case "estimated": estimated = try self.value(name, value, .integer)
      case "actual": actual = try self.value(name, value, .integer)
      default: try checkIgnored(name, .spark)
      }
    }
    guard let category else { throw missing("category", categoryNames) }
    guard let intensity else {
      throw missing("intensity", intensityNames)
    }
    do throws(FieldError) {
      return try Spark(
        at: at, offset: offset, category: category, intensity: intensity, title: title,
        notes: notes,
        tags: tags, estimatedMinutes: estimated, actualMinutes: actual)
    } catch {
      throw RowProblem(reason: error.description)
    }
  }

  func action(
    _ line: EventLine, _ kind: EventKind, _ at: Instant, _ offset: UTCOffset
  ) throws(RowProblem) -> ProfileEvent.Action {
    var content: [(name: String, value: JSONValue)] = []
    for (name, value) in try members(of: line) {
      // A change clears a field by null.
      if value == .null && kind != .taskUpdate && kind != .trackerUpdate { continue }
      if let type = types[kind]?[name] {
        content.append((name, type.canonical(written: value, zone)))
      } else if kind == .questLoad, line.content != nil {
        content.append((name, value))
      } else {
        try checkIgnored(name, kind)
      }
    }
    func has(_ name: String) -> Bool { content.contains { $0.name == name } }
    switch kind {
    case .roll:
      for (name, value) in content where name == "category" {
        _ = try choice(name, value, categories)
      }
    case .mood where !has("day"):
      let day = dayStart.day(of: at, offset: offset)
      content.append(("day", .string(day.description)))
    case .trackerEntry where !has("kind"):
      // The value shows the kind.
      let kinds: [EntryKind.Name] = [.measurement, .log, .checklist, .rating, .session]
      if let found = kinds.first(where: { has($0.valueField) }) {
        content.append(("kind", .string(found.name)))
      }
    default: break
    }
    do throws(FieldError) {
      return try ProfileEvent.Action(kind, ContentMembers(content))
    } catch {
      throw RowProblem(reason: error.description)
    }
  }

  /// The members of the content, of which `content` and the line have different ones.
  private func members(
    of line: EventLine
  ) throws(RowProblem) -> [(name: String, value: JSONValue)] {
    guard case .object(let content)? = line.content else { return line.members }
    for (name, _) in line.members where content.contains(where: { $0.name == name }) {
      throw RowProblem(reason: "\(name): given in the line and in its content")
    }
    return content + line.members
  }

  private func choice<Name: RulebookName>(
    _ name: String, _ value: JSONValue, _ names: [String: Name]
  ) throws(RowProblem) -> Name {
    guard case .string(let text) = value else {
      throw EventLine.mismatch(name, value, names.keys.sorted().alternatives)
    }
    if let found = names[text] ?? names[text.trimmedWhitespace.lowercased()] { return found }
    let list = Name.self == SparkCategory.self ? categoryNames : intensityNames
    throw EventLine.mismatch(
      name, value, list.alternatives + NearestName.hint(for: text, among: list))
  }

  private func value<Value: FieldConvertible>(
    _ name: String, _ value: JSONValue, _ type: FieldType
  ) throws(RowProblem) -> Value {
    let content = ContentMembers([(name, type.canonical(written: value, zone))])
    do throws(FieldError) {
      return try content.required(name)
    } catch {
      throw RowProblem(reason: error.description)
    }
  }

  private func missing(_ name: String, _ names: [String]) -> RowProblem {
    RowProblem(reason: "\(name): expected \(names.alternatives), got nothing")
  }

  /// Throws unless a member that events of the kind do not have is to be ignored.
  private func checkIgnored(_ name: String, _ kind: EventKind) throws(RowProblem) {
    if ignored.contains(name) { return }
    let known = EventLine.names + kind.members.map(\.member)
    throw RowProblem(
      reason:
        "unknown member \"\(name)\"\(NearestName.hint(for: name, among: known)); to ignore it, "
        + "give --ignore \(name)")
  }
}

extension EventLine {
  /// The text that refers to an event of a kind, unless it is an id.
  func reference(to kind: EventKind) -> String? {
    let named =
      members.last { $0.name == kind.name }?.value ?? content?[kind.name]
    guard case .string(let text)? = named, EventID(text) == nil else { return nil }
    return text
  }

  /// Replaces the text that refers to an event of a kind by its id.
  mutating func resolve(_ kind: EventKind, _ find: (String) -> ProfileEvent?) throws(RowProblem) {
    guard let name = reference(to: kind) else { return }
    guard let event = find(name) else {
      let named = kind == .taskAdd ? "key" : "name or key"
      throw RowProblem(
        reason:
          "\(kind.name): expected an id, or the \(named) of a \(kind.name) of the player, got "
          + JSONValue.string(name).summary)
    }
    members.removeAll { $0.name == kind.name }
    if case .object(let object)? = content {
      content = .object(object.filter { $0.name != kind.name })
    }
    members.append((kind.name, .string(event.id.description)))
  }
}

extension FieldType {
  /// Returns the canonical JSON of a value as people and tables write it, such as a number as a text;
  /// a value that has no other form is returned as it is.
  func canonical(written value: JSONValue, _ zone: CivilZone) -> JSONValue {
    switch (self, value) {
    case (.text, .integer(let number)), (.line, .integer(let number)),
      (.decimal, .integer(let number)):
      return .string(String(number))
    case (.decimal, .number(let number)): return .string("\(number)")
    case (.integer, .string(let text)):
      return Int64(text.trimmedWhitespace).map { .integer($0) } ?? value
    case (.boolean, .string(let text)):
      switch text.lowercased() {
      case "true", "yes": return .boolean(true)
      case "false", "no": return .boolean(false)
      default: return value
      }
    case (.boolean, .integer(let number)):
      return number == 1 ? .boolean(true) : number == 0 ? .boolean(false) : value
    case (.choice(let choice), .string(let text)): return canonical(text, choice) ?? value
    case (.choice(let choice), .integer(let number)) where !choice.isStoredAsNumber:
      return canonical(String(number), choice) ?? value
    case (.time, .string(let text)):
      return Timestamp(text.trimmedWhitespace).map {
        .integer(zone.resolve($0).instant.milliseconds)
      } ?? value
    case (.list, .string(let text)), (.ids, .string(let text)):
      return .array(TagList.split(text).map { .string($0) })
    case (.structure, .string(let text)): return (try? JSONValue(parsing: text)) ?? value
    default: return value
    }
  }

  private func canonical(_ text: String, _ choice: Choice) -> JSONValue? {
    guard let name = choice.name(reading: text) else { return nil }
    guard choice.isStoredAsNumber else { return .string(name) }
    return choice.names.firstIndex(of: name).map { .integer(choice.numbers[$0]) }
  }
}
