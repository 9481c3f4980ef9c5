import FlintRules
import FlintSchema

/// A guess at the contents of a column, with the texts that led to it.
package struct SniffedColumn: Sendable {
  package enum Content: Hashable, Sendable {
    case nothing
    /// Free text.
    case text
    /// Names of a category, an intensity or a mood; the value is `category`, `intensity` or `mood`.
    case choice(String)
    case whole
    /// Numbers with decimals, and the decimal mark; `nil` where it cannot be determined.
    case decimal(DecimalMark?)
    /// Numbers with a unit, such as `70.5 kg` or `79%`; the unit is empty where there are several.
    case quantity(String)
    /// Durations with a unit or longer than a day, such as `1h 30m`; some may be bare numbers.
    case duration(hasBareNumbers: Bool)
    /// Numbers out of a greatest one, such as `7/10`.
    case fraction
    /// Ratings by signs such as ★★★☆☆.
    case stars
    /// Moods by words or signs, each with the position of its mood.
    case moods
    /// Dates, with their order where they need one, and whether any has a time of day or an offset.
    case date(order: DateOrder?, hasTime: Bool, hasOffset: Bool)
    /// Two times with a separator between them.
    case span(separator: String)
    /// Months such as 2026-11, or weeks such as 2026-W45.
    case period(PeriodStart)
    case time
    case unix(DateReader.UnixUnit)
    case boolean
  }

  package var name: String
  package var content: Content
  package var count: Int
  /// The number of rows without one.
  package var emptyCount: Int
  /// The number of distinct texts, up to a limit.
  package var distinctCount: Int
  /// Whether there are more distinct texts than the limit.
  package var isDistinctCut: Bool
  /// The first few distinct texts.
  package var examples: [String]
  /// The first text of another type than most, and the number of such texts.
  package var exception: (text: String, count: Int)?
  /// Whether all texts are hours, minutes and seconds of less than two hours, and not all midnight.
  var isShortClock = false
  var order: DateOrderFinder.Finding
  /// The least and the greatest number, in a column of numbers.
  var numbers: ClosedRange<DecimalNumber>?
  /// The decimal marks with which alone some number can be read.
  var marks: Set<DecimalMark> = []
  /// Whether a number may be read with either mark, with different meanings, and has a point.
  var hasOpenPoint = false
  var hasOpenComma = false
  /// The distinct texts, if there are few.
  var texts: [String]
  /// The texts that mean that there is no value.
  var nulls: [String] = []
  /// The average number of characters.
  var length = 0
  /// Whether the numbers count the rows.
  var isIndex = false

  package var description: String {
    switch content {
    case .nothing: return "nothing"
    case .text: return "text"
    case .choice(let name): return "\(name) by name"
    case .whole: return "whole number"
    case .decimal(.comma?): return "number, decimal comma"
    case .decimal(.point?): return "number, decimal point"
    case .decimal(nil): return "number, comma or point"
    case .quantity("%"): return "percent"
    case .quantity(""): return "number with units"
    case .quantity(let unit): return "number, \(unit)"
    case .duration: return "duration"
    case .fraction: return "number out of another"
    case .stars: return "rating by signs"
    case .moods: return "mood by words"
    case .span: return "two times"
    case .period(let period): return period.rawValue
    case .time: return isDuration ? "duration" : "time of day"
    case .unix(.seconds): return "seconds since 1970"
    case .unix(.milliseconds): return "milliseconds since 1970"
    case .boolean: return "yes or no"
    case .date(let order, let hasTime, let hasOffset):
      return "date" + (order.map { ", \($0.rawValue)" } ?? "") + (hasTime ? ", with time" : "")
        + (hasOffset ? " and offset" : "")
    }
  }
}

/// What the name and the texts of a column suggest together.
extension SniffedColumn {
  /// Whether the column has dates or Unix timestamps.
  var isTime: Bool {
    switch content {
    case .date, .unix, .span, .period: true
    default: false
    }
  }

  /// Whether the column has dates with a time of day.
  var hasClock: Bool {
    switch content {
    case .date(_, let hasTime, _): hasTime
    case .unix, .span: true
    default: false
    }
  }

  /// Whether the column has durations: by its name, or because all its values are too early to be
  /// times of day.
  var isDuration: Bool {
    if case .duration = content { return true }
    let name = ColumnName(name)
    if name.suggestsStarts || name.suggestsEnds { return false }
    return isShortClock || name.suggestsDurations || name.plain.hasPrefix("time in ")
      || ColumnUnit(self.name).time != nil
  }

  /// Whether the column may have times of day at which events happened.
  var isTimeOfDay: Bool {
    content == .time && !isDuration && !ColumnName(name).suggestsEnds
  }

  /// Whether the column has numbers without a unit.
  var isNumber: Bool {
    switch content {
    case .whole, .decimal: true
    default: false
    }
  }

  /// Whether all its numbers are 0 or 1, as yes and no are often written.
  var isZeroOrOne: Bool {
    content == .whole && exception == nil
      && numbers.map { range in
        range.lowerBound.millionths >= 0 && range.upperBound.millionths == 1_000_000
          && texts.allSatisfy { ["0", "1"].contains($0) }
      } ?? false
  }

  /// The range of its numbers if they are whole; `nil` if they are not.
  var wholeRange: ClosedRange<Int64>? {
    guard content == .whole, let numbers else { return nil }
    return numbers.lowerBound.millionths / 1_000_000...numbers.upperBound.millionths / 1_000_000
  }
}
