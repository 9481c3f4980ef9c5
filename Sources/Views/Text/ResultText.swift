package import FlintCalendar
import Foundation
import FlintJSON
import FlintRules
package import FlintSchema

extension ResultColumn {
  /// Returns the text of a row in tables for people; empty without a value.
  ///
  /// - Parameter shortID: the short forms of ids, by id.
  package func text(
    _ row: Row, _ language: Language, shortID: [String: String] = [:]
  ) -> String {
    if let text { return text(row) ?? "" }
    let value = value(row)
    if declaration.type == .id, declaration.style != .whole, let short = shortID[value.plain] {
      return short
    }
    return language.text(value, declaration.style)
  }

  /// Whether tables align the texts on the right, as those of numbers.
  package var isNumeric: Bool {
    // Texts in these styles are numbers, too, such as `7 h 30 min`.
    let isWritten = text == nil || [.exact, .positive].contains(declaration.style)
    return isWritten && declaration.type.isNumeric
  }
}

extension Language {
  /// Returns the text of a value in a style; empty for no value.
  package func text(_ value: FieldValue, _ style: ResultStyle) -> String {
    switch (style, value) {
    case (_, .none), (.positive, .integer(0)), (.positive, .decimal(0)): return ""
    case (.amounts, .json(.object(let amounts))):
      return listed(
        amounts.map { name, amount in
          let value = FieldValue(amount)
          if case .number = value { return "\(text(value, .decimals(2))) \(name)" }
          return "\(text(value, .usual)) \(name)"
        })
    case (.usual, .json): return value.plain
    case (_, .json(.object(let ends))) where ends.first?.name == "low":
      return range(ends.map(\.value), style)
    case (_, .json(.array(let ends))): return range(ends, style)
    case (.share, _): return value.millionths.map { percent($0) } ?? value.plain
    case (.percent, _):
      return value.double.map { significant($0 * 100) + percentSign } ?? value.plain
    case (.chance, _): return value.double.map { rateText($0) } ?? value.plain
    case (.chanceBound, _): return value.double.map { chanceText($0) } ?? value.plain
    case (.rate, _): return value.double.map { rate($0) } ?? value.plain
    case (.rateAlone, _): return value.double.map { chance($0) } ?? value.plain
    case (.points, _):
      return value.double.map { rounded($0 * 100, 4, isSigned: true) } ?? value.plain
    case (.pValue, _):
      return value.double.map { $0 < 0.001 ? "< " + fixed(0.001, 3) : fixed($0, 3) } ?? value.plain
    case (.deviation, _): return value.double.map { deviation($0) } ?? value.plain
    case (.places(let places), _): return value.double.map { fixed($0, places) } ?? value.plain
    case (.decimals(let places), _):
      return value.double.map { text($0, places: places) } ?? value.plain
    case (.digits(let digits), _):
      return value.double.map { significant($0, digits) } ?? value.plain
    case (.rounded(let digits), _):
      return value.double.map { rounded($0, digits) } ?? value.plain
    case (.signed(let digits), _):
      return value.double.map { rounded($0, digits, isSigned: true) } ?? value.plain
    case (.ordinal, .integer), (.whole, _): return value.plain
    case (.exact, .decimal): return written(value.plain)
    case (_, .integer(let number)): return text(number)
    case (_, .decimal(let millionths)): return written(decimalText(millionths, places: 2))
    case (_, .number(let number)): return significant(number)
    case (_, .boolean(let flag)): return flag ? "yes" : "no"
    case (_, .time(let instant, let offset)): return CivilTime(instant, offset: offset).minuteText
    case (_, .list(let texts)): return texts.joined(separator: ", ")
    case (_, .text), (_, .name), (_, .day), (_, .instant), (_, .json): return value.plain
    }
  }

  private var percentSign: String { (self == .english ? " " : "\u{A0}") + "%" }

  private func fixed(_ number: Double, _ places: Int) -> String {
    number.isFinite ? written(String(format: "%.\(places)f", number)) : significant(number)
  }

  /// Returns the two ends of an interval, with their unit once.
  private func range(_ ends: [JSONValue], _ style: ResultStyle) -> String {
    let texts = ends.map { end in
      switch FieldValue(end) {
      case .json(let json): json.text()
      case let number: text(number, style == .chance ? .chanceBound : style)
      }
    }
    guard let low = texts.first, let high = texts.last else { return "" }
    let start = low.hasSuffix(percentSign) ? String(low.dropLast(percentSign.count)) : low
    // A dash beside a minus sign is hard to read.
    return start + (texts.contains { "-−+".contains($0.prefix(1)) } ? " to " : "–") + high
  }
}

extension Language {
  /// Returns a chance as `chance` does, with 1 in N beside it where it is rare.
  package func rate(_ chance: Double) -> String {
    self.chance(chance) + (oneIn(chance).map { " (\($0))" } ?? "")
  }

  /// Returns a rare chance as 1 in N; `nil` for others.
  func oneIn(_ chance: Double) -> String? {
    guard chance > 0, chance < 0.01 else { return nil }
    guard chance > 1e-15 else { return text(.oneIn, multitude(1 / chance)) }
    return text(.oneIn, text(Int64(threeDigits(1 / chance))))
  }

  /// Returns a chance as a percentage with four digits that count, above 99.9 % as many of
  /// the difference from 100 %; only what is certain is 100 %. An expected number above 1 is one, too.
  package func chance(_ chance: Double) -> String {
    let sign = (self == .english ? " " : "\u{A0}") + "%"
    if chance <= 0 { return "0" + sign }
    // A sum of chances differs from 1 by its rounding.
    if chance > 1 + 1e-9 { return rounded(chance * 100, 4) + sign }
    if chance > 1 - 1e-12 { return "100" + sign }
    let percent = chance * 100
    let near = percent > 99.9 ? 100 - percent : percent
    let places = max(2, min(15, 3 - Int(log10(near).rounded(.down))))
    var text = String(format: "%.\(places)f", percent)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return exact(text) + sign
  }
}

extension FieldValue {
  /// Creates the value of a number in JSON; of another value, that value.
  fileprivate init(_ json: JSONValue) {
    switch json {
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    default: self = .json(json)
    }
  }

  /// A number in millionths; `nil` for other values.
  fileprivate var millionths: Int64? {
    switch self {
    case .decimal(let millionths): millionths
    case .integer(let whole): whole * 1_000_000
    case .number(let number): Int64(exactly: (number * 1_000_000).rounded(.down))
    default: nil
    }
  }

  /// A number as a floating-point number; `nil` for other values.
  fileprivate var double: Double? {
    switch self {
    case .decimal(let millionths): Double(millionths) / 1_000_000
    case .integer(let whole): Double(whole)
    case .number(let number): number
    default: nil
    }
  }
}

extension CivilTime {
  /// The time as `YYYY-MM-DD HH:MM`.
  package var minuteText: String { String(description.prefix(16)).replacing("T", with: " ") }
}

extension CivilZone {
  /// Returns an instant as the value of a field, with the offset of the zone.
  package func time(_ instant: Instant) -> FieldValue { .time(instant, offset(at: instant)) }
}
