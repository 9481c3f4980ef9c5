import Calendar
import JSON
import Rules
import Schema

extension FieldValue {
  /// Creates the value of a JSON text; `none` for `nil`.
  init(json text: String?) {
    self = text.flatMap { try? JSONValue(parsing: $0) }.map { .json($0) } ?? .none
  }

  /// Returns the value as a field of a table.
  ///
  /// - Parameters:
  ///   - isRaw: whether formulas are written unguarded.
  ///   - hasComma: whether decimals are written with a comma.
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
    // A decimal keeps all of its digits.
    case .decimal: text += plain
    default: text += json.text()
    }
  }

  /// Whether the left value precedes the right one. A missing value precedes all others.
  static func precedes(_ left: FieldValue, _ right: FieldValue) -> Bool {
    switch (left, right) {
    case (.none, .none): false
    case (.none, _): true
    case (_, .none): false
    case (.time(let a, _), .time(let b, _)): a < b
    case (.day(let a), .day(let b)): a < b
    case (.name(let a), .name(let b)):
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
    if let level = Intensity.ignition.named(word), Intensity.ignition.named(other) != nil {
      return Intensity.ignition.position(of: level)
    }
    if let level = Mood(name: word.lowercased()), Mood(name: other.lowercased()) != nil {
      return Int(level.rawValue)
    }
    let rarities = Rarity.ignition
    if let level = rarities.named(word), rarities.named(other) != nil {
      return rarities.position(of: level)
    }
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
