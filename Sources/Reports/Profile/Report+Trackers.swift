import FlintCalendar
import Charts
import FlintRules
import Views

extension ReportSource {
  /// The greatest number of trackers with pictures of their own.
  private static let mostPictures = 12

  /// Returns the trackers that were no habits in the range: totals, and the days of those with the most
  /// entries.
  func trackers() -> ReportPage.Section? {
    let habits = Set(habitViews.map(\.tracker.id))
    let trackers = state.trackers.trackers.filter {
      !habits.contains($0.id) && !days(of: $0).isEmpty
    }
    guard !trackers.isEmpty else { return nil }
    let busiest = trackers.enumerated().sorted {
      (-days(of: $0.element).count, $0.offset) < (-days(of: $1.element).count, $1.offset)
    }.map(\.element)
    var blocks: [ReportPage.Block] = [.table(language[.trackers], trackerTable(busiest))]
    for tracker in busiest.prefix(Self.mostPictures) {
      // A line shows what a measurement does; a calendar of it would add nothing.
      blocks += tracker.amount == .mean ? [course(of: tracker)] : calendars(of: tracker)
    }
    if trackers.count > Self.mostPictures {
      blocks.append(
        .text(language.counted(trackers.count - Self.mostPictures, .trackersInTable)))
    }
    return ReportPage.Section(id: "trackers", language[.trackers], blocks)
  }

  /// Returns calendars of what a tracker counts by day.
  func calendars(of tracker: Tracker, hasTips: Bool = false) -> [ReportPage.Block] {
    let (unit, amounts) = amounts(of: tracker)
    return heatMaps(
      calendarTitle(of: tracker), amounts, isMean: unit == .mean, hasTips: hasTips
    ) { text($0, unit) }
  }

  /// Returns the name of a tracker with what its calendar counts.
  func calendarTitle(of tracker: Tracker) -> String {
    let unit =
      switch amounts(of: tracker).unit {
      case .mean: language[.mean]
      case .minutes: name(of: .minutes)
      case .entries: name(of: .entries)
      }
    return "\(tracker.content.name): \(unit.lowercased())"
  }

  /// Returns what a calendar counts of the days of a tracker. It has no colours for values below 0.
  func amounts(of tracker: Tracker) -> (unit: Tracker.Amount, amounts: [CivilDay: Int64]) {
    let days = days(of: tracker)
    var unit = tracker.amount
    if days.contains(where: { unit.value(of: $0) ?? 0 < 0 }) { unit = .entries }
    let amounts = days.compactMap { day in unit.value(of: day).map { (day.day, $0) } }
    return (unit, Dictionary(uniqueKeysWithValues: amounts))
  }

  private func days(of tracker: Tracker) -> ArraySlice<Tracker.Day> {
    tracker.days(from: range.since, before: range.before)
  }

  /// Returns an amount of a day in words.
  private func text(_ amount: Int64, _ unit: Tracker.Amount) -> String {
    switch unit {
    case .mean: number(amount, isMean: true)
    case .minutes: language.duration(amount)
    case .entries: language.counted(amount, .entries)
    }
  }

  private func trackerTable(_ trackers: [Tracker]) -> DataTable {
    DataTable(
      columns: [
        language[.tracker], name(of: .entries), name(of: .activeDays), name(of: .minutes),
        language[.mean], language[.longestDays],
      ],
      rows: trackers.map { tracker in
        let days = days(of: tracker)
        let minutes = days.reduce(Int64(0)) { $0 &+ $1.minutes }
        var mean = "–"
        if tracker.amount == .mean {
          let sum = days.reduce(Int128(0)) { $0 + Int128($1.number) }
          let count = days.reduce(Int128(0)) { $0 + Int128($1.counting) }
          if count > 0 { mean = language.decimal(Int64(clamping: sum / count), places: 2) }
        }
        return [
          tracker.content.name, text(days.reduce(0) { $0 + $1.entries }),
          text(days.count { $0.run > 0 }), minutes > 0 ? language.duration(minutes) : "–", mean,
          text(days.reduce(0) { max($0, min($1.run, Int64($1.day - range.since + 1))) }),
        ]
      })
  }

  /// Returns the daily means of a tracker of measurements or ratings as a line.
  private func course(of tracker: Tracker) -> ReportPage.Block {
    let days = days(of: tracker).compactMap { day in
      tracker.amount.value(of: day).map { (day: day.day, mean: $0) }
    }
    let name = tracker.content.name
    let means = days.map { Double($0.mean) / 1_000_000 }
    return .chart(
      LineChart(
        language.text(.trackerOverTime, name),
        summary: language.text(
          .trackerOverTimeSummary, language.shortText(days.first?.day ?? range.since),
          text(days.first?.mean ?? 0, .mean), text(days.last?.mean ?? 0, .mean),
          language.shortText(days.last?.day ?? range.since)),
        table: DataTable(
          columns: [language[.day], language[.mean]],
          rows: sampled(days).map { [language.shortText($0.day), text($0.mean, .mean)] }),
        over: .days,
        series: [
          LineChart.Series(
            name, zip(days, means).map { LineChart.Series.Value(Double($0.day.number), $1) })
        ], including: (means.min() ?? 0)...(means.max() ?? 0), locale: locale))
  }
}

extension Tracker {
  /// What is shown of a day.
  enum Amount {
    /// The mean of its measurements or ratings, in millionths.
    case mean
    case minutes
    case entries

    /// Returns the amount of a day; `nil` without one.
    func value(of day: Day) -> Int64? {
      switch self {
      case .mean: day.counting > 0 ? day.number / day.counting : nil
      case .minutes: day.minutes > 0 ? day.minutes : nil
      case .entries: day.entries
      }
    }
  }

  /// What is shown of the tracker's days.
  fileprivate var amount: Amount {
    let values = measurements.count + ratings.count
    if values > 0, values == entries { return .mean }
    return sessions.count > 0 && sessions.count == entries ? .minutes : .entries
  }
}
