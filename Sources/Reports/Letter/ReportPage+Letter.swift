import FlintCalendar
import Charts
package import FlintRules
package import Sessions
package import Views

extension ReportPage {
  /// Creates a report of few days that is short enough for a mail: what was most notable, four numbers, the days of moods
  /// and habits, tasks, missions and cards.
  package init(
    letterOf session: Session, _ range: DayRange, language: Language, showsTitles: Bool
  ) throws(SessionError) {
    let source = try ReportSource(
      session, range, language, ReportOptions([.overview], showsTitles: showsTitles))
    let sections = [source.letterTasks(), source.letterMissions(), source.letterCards()]
      .compactMap(\.self)
    self.init(
      language.text(.reviewTitle, language.text(source.range.since..<source.range.before)),
      lead: [], sections: sections,
      notes: [
        language.text(.madeOn, language.text(session.today)),
        language[showsTitles ? .containsTitles : .leavesTitlesOut],
      ], language: language)
    story = source.story()
    figures = try source.figures()
    sizeLimit = Self.letterLimit
    self = source.letter(self)
    if self.sections.isEmpty && !source.hasRecords { lead = [language[.nothingRecorded]] }
  }

  /// The greatest size in bytes of a page that is short.
  private static let letterLimit = 59_999

  fileprivate var isShort: Bool { html.utf8.count <= Self.letterLimit }
}

extension ReportSource {
  /// The greatest number of days that are columns.
  private static let mostColumns = 14

  /// Returns a page with the section of days, which shows the moods and as many habits, those of greatest completion first,
  /// as leave it short.
  fileprivate func letter(_ page: ReportPage) -> ReportPage {
    func letter(drawing count: Int) -> ReportPage {
      var letter = page
      if let days = letterDays(drawing: count) { letter.sections.insert(days, at: 0) }
      return letter.withoutSparseCharts
    }
    // The moods count as one.
    var (least, most) = (0, habitViews.count + 1)
    let whole = letter(drawing: most)
    if whole.isShort { return whole }
    while most - least > 1 {
      let middle = (least + most) / 2
      if letter(drawing: middle).isShort { least = middle } else { most = middle }
    }
    return letter(drawing: least)
  }

  /// Returns the section of days.
  ///
  /// - Parameter count: How many subjects it draws, of the moods and the habits.
  private func letterDays(drawing count: Int) -> ReportPage.Section? {
    let views = habitViews
    let drawn = views.prefix(max(0, count - 1))
    let moods = state.moods.ratings(from: range.since, before: range.before).isEmpty ? 0 : 1
    var blocks: [ReportPage.Block] = []
    if range.count > Self.mostColumns {
      if count > 0, moods > 0 { blocks += hasDatedMonths ? moodCalendars() : moodPixels() }
      for view in drawn { blocks += calendars(of: view, among: views.count) }
    } else if count > 0, let grid = dayGrid(Array(drawn)) {
      blocks.append(grid)
    }
    let (shown, all) = (drawn.count + min(count, moods), views.count + moods)
    if shown < all {
      blocks.append(
        .text(
          language.text(
            .letterShortened, text(shown), text(all),
            "flint report habits moods --since \(range.since) --before \(range.before)")))
    }
    if !views.isEmpty {
      blocks.append(
        .table(
          language[.habits],
          DataTable(
            columns: [
              language[.habit], language[.daysDone], language[.completion], language[.streakTitle],
            ],
            rows: views.map { view in
              [
                view.tracker.content.name, daysDone(of: view).map { text($0) } ?? "–",
                completion(of: view).map { language.percent($0) } ?? "–",
                language.counted(streakLength(of: view), view.streakUnit.counted),
              ]
            })))
    }
    return blocks.isEmpty ? nil : ReportPage.Section(id: "days", language[.days], blocks)
  }

  /// Returns the moods, the points and the habits of each day; `nil` where there are none.
  private func dayGrid(_ views: [HabitView]) -> ReportPage.Block? {
    let days = Array(pastDays)
    let ratings = state.moods.ratings(from: range.since, before: range.before)
    let moods = Dictionary(uniqueKeysWithValues: ratings.map { ($0.day, $0.mood) })
    let totals = state.history.totals(from: range.since, before: range.before)
    let points = Dictionary(uniqueKeysWithValues: totals.map { ($0.day, $0.points) })
    let scale = LevelScale(points.values.map { Double($0) })
    var rows: [DayGrid.Row] = []
    var texts: [[String]] = []
    func add(_ name: String, _ cells: [DayCell?], _ values: [String]) {
      rows.append(DayGrid.Row(name, cells))
      texts.append([name] + values)
    }
    if !moods.isEmpty {
      add(
        language[.mood], days.map { day in moods[day].map { cell(of: $0, on: day) } },
        days.map { day in moods[day].map { language.name(of: $0) } ?? "" })
    }
    if points.values.contains(where: { $0 > 0 }) {
      add(
        name(of: .points),
        days.map { day in
          let amount = points[day] ?? 0
          let tip = "\(language.shortText(day)): \(language.counted(amount, .points))"
          return DayCell(.level(scale.level(of: Double(amount))), tip: tip)
        }, days.map { text(points[$0] ?? 0) })
    }
    for view in views {
      let records = days.map { view.record.day($0) }
      add(
        view.tracker.content.name,
        zip(days, records).map { day, record in
          record.map { record in
            let tip = "\(language.shortText(day)): \(language.name(of: record.status))"
            return view.cell(of: record, tip: tip)
          }
        }, records.map { $0?.status.sign ?? "" })
    }
    guard !rows.isEmpty, let first = days.first else { return nil }
    let all = views.flatMap { view in
      habitLegend(days.compactMap { view.record.day($0) }, view)
    }
    var legend: [LegendEntry] = []
    for entry in all where !legend.contains(entry) { legend.append(entry) }
    return .chart(
      DayGrid(
        language.text(first..<lastDay + 1),
        summary: rows.map(\.name).joined(separator: ", "),
        table: DataTable(
          columns: [language[.name]] + days.map { language.shortText($0) }, rows: texts),
        days: days, rows: rows, legend: legend, locale: locale))
  }

  fileprivate func letterTasks() -> ReportPage.Section? {
    let done = state.tasks.tasks.flatMap(\.completions).filter { range.contains($0.day) }
    let open = state.tasks.tasks.count { $0.status == .open }
    guard !done.isEmpty else { return nil }
    var blocks: [ReportPage.Block] = [
      .facts([
        (name(of: .tasks), text(done.count)), (language[.openTasks], text(open)),
      ])
    ]
    if options.showsTitles { blocks += taskTable() }
    return ReportPage.Section(id: "tasks", language[.tasks], blocks)
  }

  fileprivate func letterMissions() -> ReportPage.Section? {
    let missions = rulebook.definition.missions
    var counts: [Int: Int] = [:]
    for completion in state.missions.completions where range.contains(day(of: completion)) {
      counts[Int(completion.mission), default: 0] += 1
    }
    let done = counts.filter { missions.indices.contains($0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard !done.isEmpty else { return nil }
    let shown = done.prefix(10)
    return ReportPage.Section(
      id: "missions", language[.missions],
      [
        .table(
          titleOfSome(name(of: .missions), shown.count, of: done.count),
          DataTable(
            columns: [language[.mission], language[.reward], language[.times]],
            rows: shown.map { position, count in
              [
                language.title(of: missions[position]), text(missions[position].reward),
                text(count),
              ]
            }))
      ])
  }

  fileprivate func letterCards() -> ReportPage.Section? {
    let new = rulebook.collection(in: state).filter { card in
      firstDay(of: card).map { range.contains($0) } ?? false
    }
    guard !new.isEmpty else { return nil }
    let shown = new.prefix(10)
    return ReportPage.Section(
      id: "cards", language[.newCards],
      [
        .list(
          shown.map { card in
            "\(language.name(of: card.definition)) (\(language.name(of: card.definition.rarity)))"
          } + (shown.count < new.count ? ["… \(text(new.count - shown.count))"] : []))
      ])
  }
}
