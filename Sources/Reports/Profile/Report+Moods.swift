import FlintCalendar
import Chance
import Charts
import FlintRules
import FlintSchema
import Sessions
import Views

extension ReportSource {
  /// Returns the moods: years in pixels, means by weekday and month, and relations with what days have.
  func moods() throws(SessionError) -> ReportPage.Section? {
    let summary = state.moods.summary(from: range.since, before: range.before, today: today)
    guard summary.rated > 0 else { return nil }
    var facts = [(name(of: .moods), text(summary.rated))]
    if let mean = summary.mean {
      facts.append((name(of: .moodMean), language.decimal(mean, places: 2)))
    }
    if let median = summary.median {
      facts.append((language[.median], language.decimal(median, places: 1)))
    }
    facts.append((language[.longestRated], language.counted(summary.longestRun, .days)))
    var blocks: [ReportPage.Block] = [.facts(facts)]
    blocks += hasDatedMonths ? moodCalendars() : moodPixels()
    blocks += relations()
    blocks.append(
      .chart(
        BarChart(
          language[.moodCounts],
          summary: Mood.ratings.map { "\(language.name(of: $0)): \(text(summary.count(of: $0)))" }
            .joined(separator: ", "),
          heading: language[.mood],
          categories: Mood.ratings.reversed().map { language.name(of: $0) },
          series: [
            BarChart.Series(
              language[.days], Mood.ratings.reversed().map { Double(summary.count(of: $0)) })
          ], isLying: true, locale: locale)))
    blocks.append(
      means(
        language[.moodByWeekday], language[.weekday],
        Weekday.allCases.sorted {
          locale.weekStart.column(of: $0) < locale.weekStart.column(of: $1)
        }.map { (language.name(of: $0), summary.byWeekday[Int($0.rawValue)]) }))
    if summary.byMonth.count > 2 {
      blocks.append(
        means(
          language[.moodByMonth], language[.month],
          summary.byMonth.map {
            ("\(language.shortMonthName($0.month.month)) \($0.month.year)", $0.average)
          }))
    }
    if options.showsTitles { blocks += try moodNotes() }
    return ReportPage.Section(id: "moods", language[.moods], blocks)
  }

  private var moodLegend: [LegendEntry] {
    Mood.ratings.map { mood in
      LegendEntry(
        .rating(Int(mood.rawValue)), language.name(of: mood), symbol: Character("\(mood.rawValue)"))
    }
  }

  func moodCalendars() -> [ReportPage.Block] {
    years.compactMap { year in
      let ratings = state.moods.ratings(from: year.lowerBound, before: year.upperBound)
      let moods = Dictionary(uniqueKeysWithValues: ratings.map { ($0.day, $0.mood) })
      guard !moods.isEmpty else { return nil }
      let days = (0..<(year.upperBound - year.lowerBound)).map { year.lowerBound + $0 }
      return .chart(
        dayCalendar(
          title(language[.moods], of: year),
          summary: language.text(
            .pixelsSummary, title(language.text(year)), language.counted(moods.count, .days)),
          table: weekTable(days) { day in moods[day].map { "\($0.rawValue)" } ?? "" },
          from: year.lowerBound,
          cells: days.map { day in moods[day].map { cell(of: $0, on: day) } },
          legend: moodLegend))
    }
  }

  func cell(of mood: Mood, on day: CivilDay) -> DayCell {
    DayCell(
      .rating(Int(mood.rawValue)), symbol: Character("\(mood.rawValue)"),
      tip: "\(language.shortText(day)): \(language.name(of: mood))")
  }

  /// Returns the moods of each year of the range in pixels.
  func moodPixels() -> [ReportPage.Block] {
    calendarYears.compactMap { year, span in
      let rated = state.moods.ratings(from: span.lowerBound, before: span.upperBound)
      guard !rated.isEmpty else { return nil }
      var cells: [CivilDay: DayCell] = [:]
      for rating in rated {
        cells[rating.day] = cell(of: rating.mood, on: rating.day)
      }
      let moods = Dictionary(uniqueKeysWithValues: rated.map { ($0.day, $0.mood) })
      let days = (rated.first?.day.number ?? 0)...(rated.last?.day.number ?? 0)
      return .chart(
        YearInPixels(
          language.text(.yearInPixels, "\(year)"),
          summary: language.text(.pixelsSummary, "\(year)", language.counted(rated.count, .days)),
          table: weekTable(days.map { CivilDay(number: $0) }) { day in
            moods[day].map { "\($0.rawValue)" } ?? ""
          },
          year: year, months: months(of: span), cells: cells, legend: moodLegend, locale: locale))
    }
  }

  /// Returns lying bars of mean ratings, each with the number of its days.
  private func means(
    _ title: String, _ heading: String, _ means: [(name: String, average: MoodAverage)]
  ) -> ReportPage.Block {
    let shown = means.filter { $0.average.rated > 0 }
    return .chart(
      BarChart(
        title,
        summary: shown.map {
          "\($0.name): \(language.decimal($0.average.mean ?? 0, places: 2))"
        }.joined(separator: "; "),
        heading: heading, categories: shown.map { "\($0.name) (\(text($0.average.rated)))" },
        series: [
          BarChart.Series(
            language[.mean], shown.map { $0.average.mean.map { Double($0) / 1_000_000 } })
        ], isLying: true, greatest: 4, places: 2, locale: locale),
      note: language[.meansNote])
  }

  /// Returns the differences of the mean mood with and without what days have.
  private func relations() -> [ReportPage.Block] {
    let all = moodRelations?.relations.relations.filter { $0.interval != nil } ?? []
    // What differs most comes first.
    let shown = all.prefix(12).sorted { $0.difference > $1.difference }
    guard !shown.isEmpty else { return [] }
    var note = language[.relationsNote]
    if shown.count < all.count {
      let days = "--since \(range.since) --before \(range.before)"
      note +=
        " "
        + language.text(
          .relationsShown, text(shown.count), text(all.count),
          "flint stats relate mood --with habits,tags \(days) --limit 0")
    }
    return [
      .chart(
        DotIntervals(
          language[.moodRelations], summary: language[.relationsSummary],
          columns: [
            language[.factor], language[.difference], language[.lowerBound], language[.upperBound],
          ],
          rows: shown.map { relation in
            let interval = relation.interval.map { $0.low...max($0.low, $0.high) }
            return DotIntervals.Row(shownName(of: relation), relation.difference, interval)
          }, reference: 0, locale: locale),
        note: note)
    ]
  }

  /// Returns the name of what days have. In one such as "Read above 20", a sign needs no translation.
  func shownName(of relation: Relation) -> String {
    relation.name.replacing(#/ above (?=[0-9.]+$)/#, with: " > ")
  }

  private func moodNotes() throws(SessionError) -> [ReportPage.Block] {
    var rows: [[String]] = []
    for view in state.moods.days(
      from: range.since, before: range.before, weekdays: .all, today: today)
    where view.isRated {
      let entry = try session.moodEntry(view)
      guard let note = entry.note, let mood = view.mood else { continue }
      rows.append([language.shortText(view.day), language.name(of: mood), note])
    }
    if rows.isEmpty { return [] }
    return [
      .table(
        language[.notes],
        DataTable(
          columns: [language[.day], language[.mood], language[.notes]], rows: rows, textColumns: [2]
        ))
    ]
  }
}
