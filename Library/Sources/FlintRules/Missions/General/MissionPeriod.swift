package import FlintCalendar
import FlintJSON
import FlintSchema

/// The period within which a mission with a general metric counts.
package enum MissionPeriod: BitwiseCopyable, Hashable, Sendable {
  /// A day, a week or the lifetime.
  case window(Window)
  case month
  /// The latest days, so many, up to the event; after a completion they begin anew on the next day.
  case days(Int32)

  /// The name in tables.
  package var name: String {
    switch self {
    case .window(let window): window.name
    case .month: "month"
    case .days(let count): "\(count) days"
    }
  }

  /// The period without the length of a rolling window.
  var kind: MissionView.Filter.Window {
    switch self {
    case .window(.day): .day
    case .window(.week): .week
    case .window(.life): .life
    case .month: .month
    case .days: .rolling
    }
  }

  /// The maximum length of rolling windows.
  static let maximumDays: Int64 = 366

  /// The window of the short metrics, if the period is one.
  var window: Window? { if case .window(let window) = self { window } else { nil } }

  /// Returns the first day of the period that contains a day; `nil` for a lifetime.
  package func start(containing day: CivilDay) -> CivilDay? {
    switch self {
    case .window(let window): window.start(containing: day)
    case .month: CivilMonth(day).firstDay
    case .days(let count): day + (1 - Int(count))
    }
  }

  /// Returns the first day after the period that contains a day; `nil` for one that does not end.
  package func end(containing day: CivilDay) -> CivilDay? {
    switch self {
    case .window(let window): window.end(containing: day)
    case .month: CivilMonth(day).end
    case .days: nil
    }
  }
}

extension TableType where Value == MissionPeriod {
  /// The name of a window, or the length of a rolling one in a table.
  static let period = TableType(
    "day, week, month, life or {days = n}", blank: .window(.life)
  ) { value throws(TableProblem) in
    switch value {
    case .string("month"): return .month
    case .string(let name):
      if let window = Window(name: name) { return .window(window) }
      throw TableProblem(
        "expected day, week, month, life or {days = n}, got \(value.summary)"
          + NearestName.hint(for: name, among: Window.names + ["month"]))
    case .object(let members) where members.count == 1 && members[0].name == "days":
      guard case .integer(let count) = members[0].value,
        (1...MissionPeriod.maximumDays).contains(count)
      else {
        throw TableProblem(
          "expected 1 to \(MissionPeriod.maximumDays) days, got \(members[0].value.summary)")
      }
      return .days(Int32(count))
    default: return nil
    }
  } json: {
    switch $0 {
    case .window(let window): .string(window.name)
    case .month: .string("month")
    case .days(let count): .object([("days", .integer(Int64(count)))])
    }
  }
}
