import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema

extension FieldValue {
  /// Creates the value of a JSON text; `none` for `nil`.
  init(json text: String?) {
    self = text.flatMap { try? JSONValue(parsing: $0) }.map { .json($0) } ?? .none
  }

  /// - Parameters:
  ///   - isRaw: whether formulas are written unguarded.
  ///   - hasComma: whether decimals are written with a comma.
  func field(isRaw: Bool, hasComma: Bool, times: TimeForm) -> String {
    switch self {
    case .text(let text): TextGuard.guarded(text, isRaw: isRaw)
    case .list(let texts):
      texts.isEmpty ? "" : TextGuard.guarded(TagList.joined(texts), isRaw: isRaw)
    case .time(let instant, let offset): times.text(instant, offset).string
    case .decimal where hasComma: plain.replacing(".", with: ",")
    default: plain
    }
  }

  func write(to text: inout String, times: TimeForm) {
    switch self {
    case .time(let instant, let offset):
      text += JSONValue.string(times.text(instant, offset).string).text()
    // A decimal keeps all of its digits.
    case .decimal: text += plain
    default: text += json.text()
    }
  }
}
