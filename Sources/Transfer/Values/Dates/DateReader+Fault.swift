import FlintCalendar
import FlintRules
import FlintSchema

extension DateReader {
  /// Returns the error message for a text that is nearly a date: of a day that does not exist or has
  /// another weekday, a week, or a time that no profile accepts; `nil` for any other text.
  ///
  /// - Parameter order: the order of dates of three numbers, if it is known.
  static func fault(of text: String, in order: DateOrder? = nil) -> String? {
    let text = text.trimmedWhitespace
    if var tokens = DateTokens(text), DateReader(order: order).read(&tokens) == nil,
      let fault = tokens.fault
    {
      return fault.message
    }
    guard let match = text.prefixMatch(of: #/\d{4}-\d{2}-\d{2}|\d{4}-[Ww]\d{2}(?:-\d)?/#) else {
      return nil
    }
    let day = String(match.output)
    do throws(DateFault) {
      _ = try DateExpression(day, as: .day)
    } catch {
      switch error.reason {
      case .impossible: return "expected \(error.expected)"
      case .range: return "expected a day, got a week; the days of a week are \(day)-1 to \(day)-7"
      default: return nil
      }
    }
    if let date = WrittenDate(iso: Array(text.utf8).span), !date.isAccepted {
      return "expected a time from \(Instant.earliest) to \(Instant.latest)"
    }
    return nil
  }

  /// Reads a day of a week of ISO 8601, such as `2026-W47-1`.
  static func weekDay(_ tokens: inout DateTokens) -> CivilDay? {
    guard let year = tokens.number(digits: 4...4), tokens.take("-"), tokens.take(word: "w"),
      let week = tokens.number(digits: 2...2), tokens.take("-"),
      let day = tokens.number(digits: 1...1), (1...7).contains(day.value),
      let mondays = CivilDay.mondays(ofWeeksIn: year.value),
      mondays.indices.contains(week.value - 1)
    else { return nil }
    return mondays[week.value - 1] + (day.value - 1)
  }
}
