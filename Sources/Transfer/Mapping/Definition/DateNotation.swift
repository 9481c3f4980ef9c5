import FlintCalendar
import FlintSchema

/// The form of the dates of a file, as a mapping states it.
enum DateNotation: Sendable {
  /// The order of three numbers.
  case order(DateOrder)
  /// Times since 1970.
  case unix(DateReader.UnixUnit)
  /// The days of a spreadsheet since 1900, as numbers.
  case serial
  /// Weeks or months, which are read as the days on which they begin.
  case start(PeriodStart)
  /// A pattern such as `%d.%m.%Y`.
  case pattern(DatePattern)

  /// The words for forms, other than patterns.
  static let names =
    DateOrder.allCases.map(\.rawValue) + DateReader.UnixUnit.allCases.map(\.rawValue) + ["excel"]
    + PeriodStart.allCases.map(\.rawValue)

  var order: DateOrder? { if case .order(let order) = self { order } else { nil } }
  var unix: DateReader.UnixUnit? { if case .unix(let unit) = self { unit } else { nil } }

  /// Creates the notation of one of the words; `nil` for another.
  init?(name: String) {
    if let order = DateOrder(rawValue: name) {
      self = .order(order)
    } else if let unit = DateReader.UnixUnit(rawValue: name) {
      self = .unix(unit)
    } else if let period = PeriodStart(rawValue: name) {
      self = .start(period)
    } else if name == "excel" {
      self = .serial
    } else {
      return nil
    }
  }

  /// Returns the date that a text means; `nil` if it means none in this form, or is to be read with
  /// the order alone.
  func read(_ text: String) -> WrittenDate? {
    switch self {
    case .order, .unix: nil
    case .serial: try? SerialDay.read(text)
    case .start(let period): period.read(text)
    case .pattern(let pattern): pattern.read(text)
    }
  }

  /// Returns the error message for a text that is not of this form.
  func fault(of text: String) -> String {
    switch self {
    case .order(let order): return "expected \(DateReader(order: order).form)"
    case .unix(let unit):
      return "expected \(unit == .seconds ? "seconds" : "milliseconds") since 1970"
    case .start(let period): return "expected \(period.form)"
    case .pattern(let pattern): return "expected a date of the form \(pattern.text)"
    case .serial:
      do throws(SerialDay.Fault) {
        _ = try SerialDay.read(text)
        return ""
      } catch {
        return error.message
      }
    }
  }
}
