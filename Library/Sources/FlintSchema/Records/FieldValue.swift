public import FlintCalendar
public import FlintJSON

/// A value of a field, in the one form that events, scripts, tables and pages share.
@usableFromInline package enum FieldValue: Hashable, Sendable {
  case none
  /// A text of the user, which a spreadsheet might interpret as a formula.
  case text(String)
  /// A name that Flint defines, such as one of a choice, or an id.
  case name(String)
  case integer(Int64)
  /// A number in millionths.
  case decimal(Int64)
  /// A floating-point number, in results.
  case number(Double)
  case boolean(Bool)
  case day(CivilDay)
  case instant(Instant)
  /// An instant with the offset of the local clock, which is written as local time.
  case time(Instant, UTCOffset)
  case list([String])
  case json(JSONValue)

  /// Creates the value of a text; `none` for `nil`.
  package init(text: String?) { self = text.map { .text($0) } ?? .none }
  /// Creates the value of a name; `none` for `nil`.
  package init(name: String?) { self = name.map { .name($0) } ?? .none }
  /// Creates the value of a whole number; `none` for `nil`.
  package init(_ number: (some BinaryInteger)?) {
    self = number.map { .integer(Int64($0)) } ?? .none
  }
  /// Creates the value of a day; `none` for `nil`.
  package init(_ day: CivilDay?) { self = day.map { .day($0) } ?? .none }
  /// Creates the value of a number of millionths; `none` for `nil`.
  package init(millionths: Int64?) { self = millionths.map { .decimal($0) } ?? .none }

  /// Returns the value of a number of millionths: a whole number where it is one.
  package static func exact(_ millionths: some BinaryInteger) -> FieldValue {
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0, let whole = Int64(exactly: whole) { return .integer(whole) }
    return Int64(exactly: millionths).map { .decimal($0) }
      ?? .number(Double(millionths) / 1_000_000)
  }

  package var isNone: Bool { if case .none = self { true } else { false } }

  /// The value as text: the text itself, a decimal without trailing zeros, `true` or `false`, a day,
  /// or a time with its offset; a list as JSON; empty for no value.
  package var plain: String {
    switch self {
    case .none: ""
    case .text(let text), .name(let text): text
    case .integer(let number): String(number)
    case .decimal(let millionths): DecimalNumber(unchecked: millionths).description
    case .number(let number): "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    case .day(let day): day.description
    case .instant(let instant): instant.description
    case .time(let instant, let offset): instant.text(offset: offset)
    case .list, .json: json.text()
    }
  }

  /// The value in JSON for people and programs: decimals are numbers, days and times are texts.
  package var json: JSONValue {
    switch self {
    case .none: .null
    case .text(let text), .name(let text): .string(text)
    case .integer(let number): .integer(number)
    case .decimal(let millionths): .number(Double(millionths) / 1_000_000)
    case .number(let number): .number(number)
    case .boolean(let flag): .boolean(flag)
    case .day, .instant, .time: .string(plain)
    case .list(let texts): .array(texts.map { .string($0) })
    case .json(let value): value
    }
  }
}
