import FlintCalendar
import FlintJSON
import FlintSchema

extension TableField {
  /// Returns the fields of a season.
  ///
  /// - Parameters:
  ///   - from: the summary of its first day.
  ///   - before: the summary of the first day after it.
  static func season(
    _ path: any WritableKeyPath<Record, Season> & Sendable, from: String, before: String
  ) -> [TableField] {
    [
      TableField(
        "from", .seasonDay, from, get: { $0[keyPath: path].from },
        set: { $0[keyPath: path].from = $1 }),
      TableField(
        "before", .seasonDay, before, get: { $0[keyPath: path].before },
        set: { $0[keyPath: path].before = $1 }, stored: "until"),
      TableField(
        "every", .choice(of: ["year"], blank: "year") { $0 },
        "`year` for a season that recurs, whose days have no year: `from = \"12-01\"`, `before = "
          + "\"03-01\"` (default: it does not recur).",
        get: { $0[keyPath: path].isYearly ? "year" : nil },
        set: { $0[keyPath: path].isYearly = $1 != nil }),
    ]
  }
}

extension TableType where Value == CivilDay {
  /// A day, or the day of every year, which is kept as one of the nominal year.
  fileprivate static let seasonDay = TableType(
    "a day such as \"2026-12-31\" or, of every year, \"12-31\"", blank: CivilDay(number: 0)
  ) { value throws(TableProblem) in
    if case .string(let text) = value {
      CivilDay(text.utf8.count == 5 ? "0004-\(text)" : text)
    } else {
      nil
    }
  } json: {
    .string($0.seasonText)
  }
}
