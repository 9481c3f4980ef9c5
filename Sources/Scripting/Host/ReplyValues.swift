import FlintCalendar
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

extension HostReply {
  /// Replies a JSON value; null members are omitted, since Lua's tables have no nil.
  func json(_ value: JSONValue) {
    switch value {
    case .null: self.nil()
    case .boolean(let flag): boolean(flag)
    case .integer(let number): integer(number)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .array(let items):
      beginArray(expecting: items.count)
      for item in items { json(item) }
      end()
    case .object(let members):
      beginTable()
      for member in members where member.value != .null {
        field(dynamic: member.name)
        json(member.value)
      }
      end()
    }
  }
}

extension HostReply {
  /// Replies the value of a field; a decimal is a number, a day or a time is a string.
  func value(_ value: FieldValue) {
    switch value {
    case .none: self.nil()
    case .text(let text), .name(let text): string(text)
    case .integer(let number): integer(number)
    case .boolean(let flag): boolean(flag)
    case .day, .instant, .time: string(value.plain)
    case .number(let number): self.number(number)
    case .decimal, .list, .json: json(value.json)
    }
  }
}

extension HostCall {
  /// Returns the name in a slot, one of those that a rulebook lists.
  func name<Name: RulebookName>(
    _ slot: HostSlot, of names: [Name]
  ) throws(HostFailure) -> Name? {
    let text: String
    if let index = choice(slot) {
      let name = Name(code: UInt16(truncatingIfNeeded: index))
      if names.contains(name) { return name }
      text = name.name
    } else if let given = try optionalString(slot) {
      text = given
    } else {
      return nil
    }
    do throws(FieldError) {
      return try names.entry(text, field: "")
    } catch {
      throw .argument(slot, expected: error.expected, got: error.found)
    }
  }

  /// Returns the category in a slot declared with `HostType.category`.
  func category(_ slot: HostSlot, _ session: Session) throws(HostFailure) -> SparkCategory? {
    try name(slot, of: session.kinds.categories)
  }

  /// Returns the intensity in a slot declared with `HostType.intensity`.
  func intensity(_ slot: HostSlot, _ session: Session) throws(HostFailure) -> SparkIntensity? {
    try name(slot, of: session.kinds.intensities)
  }

  /// Returns the time in a slot declared with `HostType.time`; `nil` if it is absent. Everyday words
  /// become the time that they mean, so that no record contains them.
  ///
  /// - Parameters:
  ///   - session: the session whose present everyday words are read against.
  ///   - use: a moment, or the bound of a range.
  func time(
    _ slot: HostSlot, _ session: @autoclosure () throws(HostFailure) -> Session,
    as use: DateUse = .moment, direction: DateExpression.Direction = .latest
  ) throws(HostFailure) -> EventTime? {
    switch kind(slot) {
    case .absent: return nil
    case .integer, .number:
      let milliseconds = (number(slot) * 1000).rounded()
      let range = Instant.earliest.milliseconds...Instant.latest.milliseconds
      guard let whole = Int64(exactly: milliseconds), range.contains(whole) else {
        throw .argument(slot, expected: "seconds since 1970", got: "\(number(slot))")
      }
      return .instant(Instant(milliseconds: whole))
    default:
      let text = try string(slot)
      if let timestamp = Timestamp(text) { return .written(timestamp) }
      let dates = try session().dates
      return .written(
        try date(text, slot) { () throws(DateFault) in
          try DateExpression(text, as: use).moment(dates, direction: direction)
        })
    }
  }

  /// Returns the value of a written date; an argument error if there is none.
  private func date<Value>(
    _ text: String, _ slot: HostSlot, _ value: () throws(DateFault) -> Value
  ) throws(HostFailure) -> Value {
    do throws(DateFault) {
      return try value()
    } catch {
      throw .argument(slot, expected: error.expected, got: "\"\(text)\"", hint: error.hint)
    }
  }

  /// Returns the instant in a slot declared with `HostType.time`.
  func instant(
    _ slot: HostSlot, _ session: Session, as use: DateUse = .moment,
    direction: DateExpression.Direction = .latest
  ) throws(HostFailure) -> Instant? {
    switch try time(slot, session, as: use, direction: direction) {
    case nil: nil
    case .written(let timestamp): session.zone.resolve(timestamp).instant
    case .instant(let instant): instant
    }
  }

  /// Returns the instant in a slot for the content of an event, with a note if its local time is
  /// skipped or ambiguous.
  func instantWithNote(
    _ slot: HostSlot, _ session: Session, direction: DateExpression.Direction
  ) throws(HostFailure) -> (instant: Instant?, note: CivilZone.Note?) {
    guard let time = try time(slot, session, direction: direction) else { return (nil, nil) }
    let (instant, note) = session.instant(of: time)
    return (instant, note)
  }

  /// Returns the civil day of an event whose time is in a slot declared with `HostType.time`, at
  /// the offset of the time if it has one. Today if the slot is absent.
  func eventDay(_ slot: HostSlot, _ session: Session) throws(HostFailure) -> CivilDay {
    session.day(of: try time(slot, session))
  }

  /// Returns the day in a slot declared with `HostType.day`; `nil` if it is absent. Everyday words
  /// become the day that they mean; as a bound, a range becomes its first day.
  func day(
    _ slot: HostSlot, _ session: @autoclosure () throws(HostFailure) -> Session,
    as use: DateUse = .day, direction: DateExpression.Direction = .latest
  ) throws(HostFailure) -> CivilDay? {
    guard let text = try optionalString(slot) else { return nil }
    if let day = CivilDay(text) { return day }
    let dates = try session().dates
    return try date(text, slot) { () throws(DateFault) in
      try DateExpression(text, as: use).day(dates, direction: direction)
    }
  }

  /// Returns the first day and the exclusive end in the slots `since` and `before`.
  func dayBounds(
    _ session: @autoclosure () throws(HostFailure) -> Session
  ) throws(HostFailure) -> (since: CivilDay?, before: CivilDay?) {
    let since = try day("since", try session(), as: .dayBound)
    return (since, try day("before", try session(), as: .dayBound))
  }

  /// Returns the days of the written range in a slot; `nil` if it is absent.
  func days(
    _ slot: HostSlot, _ session: @autoclosure () throws(HostFailure) -> Session
  ) throws(HostFailure) -> Range<CivilDay>? {
    guard let text = try optionalString(slot) else { return nil }
    let dates = try session().dates
    return try date(text, slot) { () throws(DateFault) in
      try DateExpression(text, as: .range).days(dates)
    }
  }

  /// Returns the id in a slot that is not a reference to any event of the profile; an argument error
  /// if it is not 32 hexadecimal digits.
  func completeID(_ slot: HostSlot) throws(HostFailure) -> EventID {
    let text = try string(slot)
    guard let id = EventID(text) else {
      throw .argument(slot, expected: "an id of 32 hexadecimal digits", got: "\"\(text)\"")
    }
    return id
  }
}

extension HostType {
  static func choice<Case: CaseIterable & RawRepresentable<String>>(of type: Case.Type) -> HostType
  {
    .choice(type.allCases.map(\.rawValue))
  }

  /// The name of a category that the rulebook lists.
  static let category = HostType.names(SparkCategory.ignitionNames)
  /// The name of an intensity that the rulebook lists.
  static let intensity = HostType.names(SparkIntensity.ignitionNames)
  /// The name of a rarity that the rulebook lists.
  static let rarity = HostType.names(CardRarity.ignitionNames)
  /// A written time, or seconds since 1970 as returned by `os.time`.
  static let time = HostType.either(.date(as: .moment, .bound, .range), .number())
  static let day = HostType.date(as: .day, .dayBound, .range)

  /// A written day or time: text that has a form for one of some uses.
  private static func date(as uses: DateUse...) -> HostType {
    .written { text in
      if Timestamp(text) != nil { return nil }
      var first: DateFault?
      for use in uses {
        do throws(DateFault) {
          _ = try DateExpression(text, as: use)
          return nil
        } catch {
          first = first ?? error
        }
      }
      return first.map { "expected \($0.expected), got \(Suggestion.quoted(text))\($0.hint)" }
    }
  }
}

/// Arguments of `update` functions: `false` removes an optional value.
extension HostCall {
  /// Returns the text in a slot, an inner `nil` for `false`; `nil` if the slot is absent.
  func textOrNone(_ slot: HostSlot) throws(HostFailure) -> String?? {
    // Not one expression: an inner optional would turn "absent" into "none".
    if try isNone(slot, "string") { return .some(nil) }
    return isPresent(slot) ? .some(try string(slot)) : .none
  }

  /// Whether a slot contains `false`.
  func isNone(_ slot: HostSlot, _ expected: String) throws(HostFailure) -> Bool {
    guard kind(slot) == .boolean else { return false }
    if boolean(slot) { throw .argument(slot, expected: "\(expected) or false", got: "true") }
    return true
  }
}

extension HostType {
  /// A text, or `false` for none.
  static let textOrNone = HostType.either(.string, .boolean)
}

/// The time and the key of an event to record: fields of functions of all subjects.
struct RecordingOptions {
  /// The fields, for the end of a table or a table of their own.
  static let fields: [HostField] = [
    .optional("at", .time, "The time, not in the future (default: now)."),
    .optional(
      "key", .string,
      "An id from the source of the event, by which it is recognised when it is recorded again."),
  ]

  /// The fields as the last parameter of a function.
  static let parameter = HostField.optional("options", .table(fields), "The time and the key.")

  var at: EventTime?
  var key: String?

  init(
    _ call: borrowing HostCall, _ session: @autoclosure () throws(HostFailure) -> Session
  ) throws(HostFailure) {
    at = try call.time("at", try session())
    key = try call.optionalString("key")
  }
}

/// Fields that functions of several modules have.
extension HostField {
  /// Returns the exclusive end of a range.
  static func before(_ type: HostType, _ summary: String) -> HostField {
    .optional("before", type, summary)
  }

  static let order = HostField.optional(
    "order", .choice(["oldest", "newest"]), "The order by time (default: oldest first).")

  /// Returns the maximum number of results.
  static func limit(_ summary: String) -> HostField {
    .optional("limit", .integer(0...Int64.max), summary)
  }

  /// Returns the parameter that selects what a view includes.
  static func filter(_ summary: String, _ fields: HostField...) -> HostField {
    .optional("filter", .table(fields), summary)
  }

  static func options(_ summary: String, _ fields: HostField...) -> HostField {
    .optional("options", .table(fields), summary)
  }

  static func table(_ name: String, _ summary: String, _ fields: HostField...) -> HostField {
    HostField(name, .table(fields), summary)
  }

  static func table(_ name: String, _ summary: String, _ fields: [HostField]) -> HostField {
    HostField(name, .table(fields), summary)
  }
}

/// Results that functions of several modules have.
extension HostResult {
  /// Returns an iterator over the rows of a schema.
  ///
  /// - Parameter condition: when the function raises an error instead.
  static func iterator<Row: ResultRow>(
    of row: Row.Type, orError condition: String? = nil
  ) -> HostResult {
    HostResult(
      "iterator", "fun(): table?",
      "An iterator for a generic for loop"
        + (condition.map { "; an error \($0)." } ?? "."), of: row)
  }

  /// Returns the outcome of an event that draws no card.
  static func outcome(_ summary: String) -> HostResult {
    HostResult("outcome", "table?", summary, of: SubjectOutcome.self)
  }

  static func removed(_ summary: String) -> HostResult { HostResult("removed", "true?", summary) }
}

/// Arguments of fields that functions of several modules have.
extension HostCall {
  /// Returns the argument `limit`; `nil` if it is absent.
  var limit: Int? { optionalInteger("limit").map { Int(clamping: $0) } }

  /// Whether the argument `order` is `newest`.
  var isNewestFirst: Bool { choice("order") == 1 }

  /// Returns the case in a slot that is declared with the names of all cases, in their order; `nil`
  /// if it is absent.
  func choice<Case: CaseIterable>(_ slot: HostSlot, of type: Case.Type) -> Case?
  where Case.AllCases == [Case] {
    choice(slot).map { type.allCases[$0] }
  }

  /// Returns the integer in a slot; `nil` if it is absent.
  func optionalInteger(_ slot: HostSlot) -> Int64? { isPresent(slot) ? integer(slot) : nil }

  /// Returns the number in a slot; `nil` if it is absent.
  func optionalNumber(_ slot: HostSlot) -> Double? { isPresent(slot) ? number(slot) : nil }

  /// Returns the boolean in a slot; `nil` if it is absent.
  func optionalBoolean(_ slot: HostSlot) -> Bool? { isPresent(slot) ? boolean(slot) : nil }

  /// Returns the strings of the list in a slot; `nil` if it is absent.
  func optionalStrings(_ slot: HostSlot) throws(HostFailure) -> [String]? {
    isPresent(slot) ? try strings(slot) : nil
  }
}
