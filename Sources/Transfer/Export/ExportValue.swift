import Calendar
import JSON
import Rules

/// One value of a row.
enum ExportValue {
  case none
  /// Text of the user, which a spreadsheet might interpret as a formula.
  case text(String)
  /// An identifier defined by Flint, such as the name of a kind or an id.
  case word(String)
  case integer(Int64)
  /// A number in millionths.
  case decimal(Int64)
  case flag(Bool)
  case day(CivilDay)
  case time(Instant, UTCOffset)
  case list([String])
  /// A JSON text.
  case json(String)

  init(text: String?) { self = text.map { .text($0) } ?? .none }
  init(word: String?) { self = word.map { .word($0) } ?? .none }
  init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int64($0)) } ?? .none }
  init(_ day: CivilDay?) { self = day.map { .day($0) } ?? .none }
  init(json: String?) { self = json.map { .json($0) } ?? .none }

  var isNone: Bool { if case .none = self { true } else { false } }

  /// The value as text, without a guard.
  var plain: String {
    switch self {
    case .none: ""
    case .text(let text), .word(let text), .json(let text): text
    case .integer(let number): String(number)
    case .decimal(let millionths): ExportValue.decimalText(millionths)
    case .flag(let flag): flag ? "true" : "false"
    case .day(let day): day.description
    case .time(let instant, let offset): instant.text(offset: offset)
    case .list(let texts): TagList.joined(texts)
    }
  }

  /// Returns the value as a field of a table.
  ///
  /// - Parameters:
  ///   - isRaw: Whether formulas are written unguarded.
  ///   - hasComma: Whether decimals are written with a comma.
  func field(isRaw: Bool, hasComma: Bool) -> String {
    switch self {
    case .text(let text): TextGuard.guarded(text, isRaw: isRaw)
    case .list(let texts):
      texts.isEmpty ? "" : TextGuard.guarded(TagList.joined(texts), isRaw: isRaw)
    case .decimal where hasComma: plain.replacing(".", with: ",")
    default: plain
    }
  }

  /// Appends the value as JSON.
  func write(to text: inout String) {
    switch self {
    case .none: text += "null"
    case .integer, .decimal, .flag, .json: text += plain
    case .list(let texts): text += JSONValue.array(texts.map { .string($0) }).text()
    case .text, .word, .day, .time: text += JSONValue.string(plain).text()
    }
  }

  /// Returns a number of millionths as a decimal without trailing zeros.
  static func decimalText(_ millionths: Int64) -> String {
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = millionths < 0 ? "-" : ""
    if rest == 0 { return sign + String(whole) }
    let digits = String(rest)
    var fraction = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)"
  }
}

extension ExportValue {
  /// Whether the left value precedes the right one. A missing value precedes all others.
  static func precedes(_ left: ExportValue, _ right: ExportValue) -> Bool {
    switch (left, right) {
    case (.none, .none): false
    case (.none, _): true
    case (_, .none): false
    case (.time(let a, _), .time(let b, _)): a < b
    case (.day(let a), .day(let b)): a < b
    case (.word(let a), .word(let b)):
      if let first = scalePosition(of: a, beside: b), let second = scalePosition(of: b, beside: a) {
        first < second
      } else {
        a.utf8.lexicographicallyPrecedes(b.utf8)
      }
    default:
      if let a = left.number, let b = right.number {
        a < b
      } else {
        left.plain.utf8.lexicographicallyPrecedes(right.plain.utf8)
      }
    }
  }

  /// Returns the position of a name on the scale of intensities, moods or rarities that another
  /// name is on as well; `nil` if the two are not on one scale.
  static func scalePosition(of word: String, beside other: String) -> Int? {
    if let level = Intensity(name: word), Intensity(name: other) != nil {
      return Int(level.rawValue)
    }
    if let level = Mood(name: word), Mood(name: other) != nil { return Int(level.rawValue) }
    if let level = Rarity(name: word), Rarity(name: other) != nil { return level.index }
    return nil
  }

  /// The numeric value in millionths, clamped to the range of `Int64`; `nil` if it is not a number.
  var number: Int64? {
    switch self {
    case .integer(let number):
      number.multipliedReportingOverflow(by: 1_000_000).overflow
        ? (number < 0 ? .min : .max) : number * 1_000_000
    case .decimal(let millionths): millionths
    default: nil
    }
  }
}
