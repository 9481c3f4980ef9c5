import FlintCalendar
import Charts
import FlintRules
import Views

extension ReportSource {
  /// Returns calendars of an amount by day, one for each year in which there is any.
  ///
  /// - Parameters:
  ///   - amounts: The amount of each day of the range that has one.
  ///   - isMean: Whether the amounts are means, in millionths.
  ///   - hasTips: Whether each day has its amount in words, which makes a page larger.
  ///   - tip: Returns an amount in words.
  func heatMaps(
    _ title: String, _ amounts: [CivilDay: Int64], isMean: Bool = false, hasTips: Bool = false,
    tip: (Int64) -> String
  ) -> [ReportPage.Block] {
    let scale = LevelScale(amounts.values.map { Double($0) })
    let legend = legend(of: scale, isMean: isMean)
    return years.compactMap { year in
      let days = (0..<(year.upperBound - year.lowerBound)).map { year.lowerBound + $0 }
      let active = days.count { (amounts[$0] ?? 0) > 0 }
      guard active > 0 else { return nil }
      let sum = days.reduce(Int128(0)) { $0 + Int128(amounts[$1] ?? 0) }
      return .chart(
        dayCalendar(
          self.title(title, of: year),
          summary: language.text(
            .heatMapSummary, self.title(language.text(year)),
            tip(Int64(clamping: isMean ? sum / Int128(active) : sum)),
            language.counted(active, .days)),
          table: weekTable(days) { day in
            amounts[day].map { number($0, isMean: isMean) } ?? ""
          },
          from: year.lowerBound,
          cells: days.map { day in
            guard day <= today else { return nil }
            let amount = amounts[day] ?? 0
            return DayCell(
              .level(scale.level(of: Double(amount))),
              tip: hasTips && amount > 0 ? "\(language.shortText(day)): \(tip(amount))" : nil)
          }, legend: legend))
    }
  }

  /// Whether the range is so short that its calendars are those of months with dates.
  var hasDatedMonths: Bool { range.count <= 62 }

  /// Returns the calendar of consecutive days: of few, with the dates of their months; of many, a column for each week.
  ///
  /// - Parameter weekdays: The weekdays that have a row where weeks are columns.
  func dayCalendar(
    _ title: String, summary: String, table: DataTable, from start: CivilDay, cells: [DayCell?],
    weekdays: Set<Weekday> = Set(Weekday.allCases), legend: [LegendEntry]
  ) -> any Chart {
    hasDatedMonths
      ? MonthCalendar(
        title, summary: summary, table: table, from: start, cells: cells, legend: legend,
        locale: locale)
      : CalendarHeatMap(
        title, summary: summary, table: table, from: start, cells: cells, weekdays: weekdays,
        legend: legend, locale: locale)
  }

  /// Returns the title of the calendar of some days, with their year, or their month where the calendar has dates.
  func title(_ name: String, of days: Range<CivilDay>) -> String {
    let month = CivilMonth(days.lowerBound)
    return hasDatedMonths && days.upperBound <= month.end
      ? "\(name), \(language.text(month))" : "\(name), \(yearText(of: days))"
  }

  /// Returns the year of some days, or the first and the last one.
  func yearText(of days: Range<CivilDay>) -> String {
    let (first, last) = (days.lowerBound.components.year, (days.upperBound + -1).components.year)
    return first == last ? "\(first)" : "\(first)–\(last)"
  }

  /// Returns an amount as a number; means are in millionths.
  func number(_ amount: Int64, isMean: Bool) -> String {
    isMean ? language.decimal(amount, places: amount % 1_000_000 == 0 ? 0 : 2) : text(amount)
  }

  /// Returns the legend of amounts of days. A day without a mean has no entry, not 0.
  func legend(of scale: LevelScale, isMean: Bool) -> [LegendEntry] {
    var legend = scale.legend { number(Int64($0), isMean: isMean) }
    if isMean, !legend.isEmpty { legend[0].text = language[.noEntry] }
    return legend
  }

  /// Returns a table of days with a row for each week.
  func weekTable(_ days: [CivilDay], _ cell: (CivilDay) -> String) -> DataTable {
    guard let first = days.first, let last = days.last else {
      return DataTable(columns: [], rows: [])
    }
    let order = (0..<7).map { (Int(locale.weekStart.rawValue) + $0) % 7 }
    let start = first + -locale.weekStart.column(of: Weekday(first))
    return DataTable(
      columns: [language[.week]] + order.map { locale.weekdays[$0] },
      rows: stride(from: 0, through: last - start, by: 7).map { offset in
        let monday = start + offset
        return [language.shortText(monday)]
          + (0..<7).map { column in
            let day = monday + column
            return (first...last).contains(day) ? cell(day) : ""
          }
      })
  }
}
