import FlintCalendar
import FlintRules
import FlintSchema

extension TrackerSeries.Source {
  /// The end of the name of a column of this kind of value.
  var suffix: String {
    switch self {
    case .minutes: ".minutes"
    case .number: ".number"
    case .rating: ".rating"
    case .done: ".done"
    case .entries: ".entries"
    case .field(let name): "." + name
    case .status: ".status"
    case .isDone: ".is_done"
    }
  }

  var usualAggregate: TrackerSeries.Aggregate { self == .rating ? .mean : .sum }

  var isOfHabit: Bool { self == .status || self == .isDone }

  /// Returns what an entry contributes; `nil` if it has no such value.
  func value(of entry: EntryContent) -> TrackerSeries.Value? {
    switch (self, entry.kind) {
    case (.minutes, .session(let minutes)): .number(minutes * 1_000_000)
    case (.minutes, _): entry.minutes.map { .number($0 * 1_000_000) }
    case (.number, .measurement(let number)): .number(number.millionths)
    case (.rating, .rating(let rating)): .number(rating * 1_000_000)
    case (.done, .checklist(let isDone)): .number(isDone ? 1_000_000 : 0)
    case (.entries, _): .number(1_000_000)
    case (.field(let name), _):
      switch entry.values.first(where: { $0.name.lowercased() == name })?.value {
      case .number(let number): .number(number.millionths)
      case .boolean(let flag): .number(flag ? 1_000_000 : 0)
      case let value?: .other(value.fieldValue)
      case nil: nil
      }
    default: nil
    }
  }

  /// Returns what a day of a habit contributes; `nil` if it has no such value.
  func value(of status: HabitDayStatus) -> TrackerSeries.Value? {
    if self == .status { return .other(.name(status.name)) }
    switch status {
    case .done: return .number(1_000_000)
    case .partial, .notDone: return .number(0)
    case .unknown, .skipped, .paused, .notDue: return nil
    }
  }
}

extension TrackerSeries {
  /// The values of a period, in the order of time.
  struct Totals {
    fileprivate private(set) var count: Int64 = 0
    fileprivate private(set) var sum: Int128 = 0
    fileprivate private(set) var least = Int64.max
    fileprivate private(set) var greatest = Int64.min
    fileprivate private(set) var last = FieldValue.none

    mutating func add(_ value: Value) {
      switch value {
      case .number(let millionths):
        count += 1
        sum += Int128(millionths)
        least = min(least, millionths)
        greatest = max(greatest, millionths)
        last = .exact(millionths)
      case .other(let value): last = value
      }
    }
  }
}

extension TrackerSeries.Aggregate {
  func value(of totals: TrackerSeries.Totals) -> FieldValue {
    if self == .last { return totals.last }
    if totals.count == 0 { return .none }
    return switch self {
    case .sum: .exact(totals.sum)
    case .mean: .mean(of: totals.sum, totals.count)
    case .min: .exact(totals.least)
    case .max: .exact(totals.greatest)
    case .last: totals.last
    }
  }
}

extension FieldValue {
  /// Returns the mean of numbers in millionths, rounded to a millionth.
  static func mean(of sum: Int128, _ count: Int64) -> FieldValue {
    let (quotient, rest) = sum.quotientAndRemainder(dividingBy: Int128(count))
    return .exact(
      rest.magnitude * 2 >= Int128(count).magnitude ? quotient + sum.signum() : quotient)
  }
}
