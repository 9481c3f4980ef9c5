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
  ///   - times: the form of times.
  func field(isRaw: Bool, hasComma: Bool, times: TimeForm) -> String {
    switch self {
    case .text(let text): TextGuard.guarded(text, isRaw: isRaw)
    case .list(let texts):
      texts.isEmpty ? "" : TextGuard.guarded(TagList.joined(texts), isRaw: isRaw)
    case .time(let instant, let offset): times.text(instant, offset)
    case .decimal where hasComma: plain.replacing(".", with: ",")
    default: plain
    }
  }

  /// Appends the value as JSON.
  ///
  /// - Parameter times: the form of times.
  func write(to text: inout String, times: TimeForm) {
    switch self {
    case .time(let instant, let offset):
      text += JSONValue.string(times.text(instant, offset)).text()
    // A decimal keeps all of its digits.
    case .decimal: text += plain
    default: text += json.text()
    }
  }

  /// Whether the left value precedes the right one. A missing value precedes all others.
  static func precedes(_ left: FieldValue, _ right: FieldValue, _ scales: NameScales) -> Bool {
    switch (left, right) {
    case (.none, .none): false
    case (.none, _): true
    case (_, .none): false
    case (.time(let a, _), .time(let b, _)): a < b
    case (.day(let a), .day(let b)): a < b
    case (.name(let a), .name(let b)):
      if let (first, second) = scales.ranks(a, b) {
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
