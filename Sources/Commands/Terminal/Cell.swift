package import FlintCalendar
package import FlintJSON
package import FlintSchema
import Views

/// A value in a list.
package enum Cell {
  case text(String)
  case integer(Int64)
  /// A whole number that identifies something, such as a batch; without commas between thousands.
  case ordinal(Int64)
  case number(Double)
  /// A number in millionths.
  case decimal(Int64)
  /// A share in millionths, which a table shows in percent. It is truncated, so that 100 % means
  /// exactly all.
  case share(Int64)
  /// A number that was already rounded for display.
  case rounded(String)
  case flag(Bool)
  case list([String])
  case json(JSONValue)
  case none

  package init(_ text: String?) { self = text.map { .text($0) } ?? .none }
  package init(_ number: (some BinaryInteger)?) {
    self = number.map { .integer(Int64($0)) } ?? .none
  }

  package init(_ value: FieldValue) {
    self =
      switch value {
      case .none: .none
      case .text(let text), .name(let text): .text(text)
      case .integer(let number): .integer(number)
      case .decimal(let millionths): .decimal(millionths)
      case .number(let number): .number(number)
      case .boolean(let flag): .flag(flag)
      case .day, .instant, .time: .text(value.plain)
      case .list(let texts): .list(texts)
      case .json(let json): .json(json)
      }
  }

  /// The text in a table.
  package var text: String {
    switch self {
    case .text(let text), .rounded(let text): text
    case .integer(let number): grouped(number)
    case .ordinal(let number): String(number)
    case .number(let number): significant(number)
    case .decimal(let millionths): groupedDecimal(millionths)
    case .share(let millionths): percentText(millionths)
    case .flag(let flag): flag ? "yes" : "no"
    case .list(let texts): texts.joined(separator: ", ")
    case .json(let value): value.text()
    case .none: ""
    }
  }

  /// The text in CSV.
  package var plainText: String {
    switch self {
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .decimal(let millionths), .share(let millionths): decimalText(millionths, places: 6)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let texts): texts.joined(separator: "|")
    default: text
    }
  }

  package var json: JSONValue {
    switch self {
    case .text(let text), .rounded(let text): .string(text)
    case .integer(let number), .ordinal(let number): .integer(number)
    case .number(let number): .number(number)
    case .decimal(let millionths), .share(let millionths): .millionths(millionths)
    case .flag(let flag): .boolean(flag)
    case .list(let texts): .array(texts.map { .string($0) })
    case .json(let value): value
    case .none: .null
    }
  }

  package var isNumber: Bool {
    switch self {
    case .integer, .ordinal, .number, .decimal, .share, .rounded: true
    default: false
    }
  }
}

package protocol CellValue {
  var cell: Cell { get }
}

extension Cell: CellValue { package var cell: Cell { self } }
extension String: CellValue { package var cell: Cell { .text(self) } }
extension Int: CellValue { package var cell: Cell { .integer(Int64(self)) } }
extension Int64: CellValue { package var cell: Cell { .integer(self) } }
extension Bool: CellValue { package var cell: Cell { .flag(self) } }
extension CivilDay: CellValue { package var cell: Cell { .text(description) } }
extension [String]: CellValue { package var cell: Cell { .list(self) } }

extension Optional: CellValue where Wrapped: CellValue {
  package var cell: Cell { map(\.cell) ?? .none }
}

/// Returns a number of millionths as a decimal with two decimal places and commas between thousands.
package func groupedDecimal(_ millionths: Int64) -> String {
  grouped(decimal: decimalText(millionths, places: 2))
}

/// Returns a share in millionths as a whole percentage.
package func percentText(_ millionths: Int64) -> String { Language.english.percent(millionths) }
