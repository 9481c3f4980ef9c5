import FlintCalendar
import Charts
import FlintRules
import Views

extension ReportSource {
  /// Returns the score per day, the open tasks over time, and tasks by project and priority.
  func tasks() -> ReportPage.Section? {
    let analytics = state.tasks.analytics(
      since: range.since, before: min(range.before, today + 1), today: today)
    let completed = analytics.days.reduce(Int64(0)) { $0 + $1.completed }
    let open = openTasks()
    let openAtEnd = open.course.last?.open ?? open.start
    guard completed > 0 || openAtEnd > 0 else { return nil }
    var facts = [
      (name(of: .tasks), text(completed)),
      (name(of: .taskScore), text(analytics.days.reduce(Int64(0)) { $0 + $1.score })),
      (language[.openTasks], text(openAtEnd)),
    ]
    if let share = analytics.completion.millionths {
      facts.append((language[.completion], language.percent(share)))
    }
    facts.append((language[.longestScoreStreak], language.counted(analytics.streak.longest, .days)))
    var blocks: [ReportPage.Block] = [.facts(facts)]
    if completed > 0 {
      let scores = Dictionary(
        uniqueKeysWithValues: analytics.days.filter { $0.score > 0 }.map { ($0.day, $0.score) })
      blocks += heatMaps(language[.scorePerDay], scores) { language.text(.scoreOf, text($0)) }
      if scores.count >= ReportPage.leastPoints { blocks.append(means(analytics.days)) }
    }
    if open.days >= ReportPage.leastPoints { blocks.append(burndown(open)) }
    let projects = analytics.projects.filter { $0.tally.completed > 0 }
      .enumerated().sorted {
        ($1.element.tally.completed, $0.offset) < ($0.element.tally.completed, $1.offset)
      }.map(\.element)
    if !projects.isEmpty {
      blocks.append(
        shares(
          language[.byProject], projects.map { ($0.project.name.text, $0.tally.completed) }))
    }
    if completed > 0 {
      blocks.append(
        shares(
          language[.byPriority],
          analytics.priorities.map { ($0.priority.name, $0.tally.completed) }))
    }
    if options.showsTitles { blocks += taskTable() }
    return ReportPage.Section(id: "tasks", language[.tasks], blocks)
  }

  /// Returns the mean scores of 7 and 30 days as lines.
  private func means(_ days: [TaskAnalytics.Day]) -> ReportPage.Block {
    func line(_ name: Phrase, _ mean: KeyPath<TaskAnalytics.Day, TaskAnalytics.Mean>)
      -> LineChart.Series
    {
      LineChart.Series(
        language[name],
        sampled(days, most: 200).map {
          LineChart.Series.Value(
            Double($0.day.number), Double($0[keyPath: mean].millionths) / 1_000_000)
        })
    }
    return .chart(
      LineChart(
        language[.scoreMeans], summary: language[.scoreMeansSummary],
        table: DataTable(
          columns: [language[.day], name(of: .taskScore), language[.mean7], language[.mean30]],
          rows: sampled(days).map {
            [
              language.shortText($0.day), text($0.score),
              language.decimal($0.week.millionths, places: 2),
              language.decimal($0.month.millionths, places: 2),
            ]
          }),
        over: .days, series: [line(.mean7, \.week), line(.mean30, \.month)], locale: locale))
  }

  /// The number of open tasks before the range and at the end of each day, and on how many days it changed.
  private typealias OpenTasks = (start: Int, course: [(day: CivilDay, open: Int)], days: Int)

  private func openTasks() -> OpenTasks {
    var changes: [CivilDay: Int] = [:]
    var start = 0
    // A day before the range changes what is open at its beginning.
    func count(_ change: Int, on day: CivilDay) {
      if day < range.since { start += change } else { changes[day, default: 0] += change }
    }
    for task in state.tasks.tasks {
      count(1, on: task.addedDay)
      // After a change of time zone, a task can be completed on an earlier day than it was added.
      if let completion = task.completion { count(-1, on: max(completion.day, task.addedDay)) }
    }
    var open = start
    return (
      start,
      pastDays.map { day in
        open += changes[day] ?? 0
        return (day, open)
      }, changes.count { range.contains($0.key) && $0.value != 0 }
    )
  }

  /// Returns the number of open tasks at the end of each day as a line.
  private func burndown(_ open: OpenTasks) -> ReportPage.Block {
    let (start, course, _) = open
    return .chart(
      LineChart(
        language[.openOverTime],
        summary: language.text(.openSummary, text(start), text(course.last?.open ?? start)),
        table: DataTable(
          columns: [language[.day], language[.openTasks]],
          rows: sampled(course).map { [language.shortText($0.day), text($0.open)] }),
        over: .days,
        series: [
          LineChart.Series(
            language[.openTasks],
            sampled(course, most: 200).map {
              LineChart.Series.Value(Double($0.day.number), Double($0.open))
            }, isStepped: true)
        ], locale: locale))
  }

  /// Returns the latest tasks completed, with their names.
  func taskTable() -> [ReportPage.Block] {
    let done = state.tasks.tasks.flatMap { task in
      task.completions.filter { range.contains($0.day) }.map { (task, $0) }
    }.sorted { ($0.1.at.milliseconds, $0.0.id) > ($1.1.at.milliseconds, $1.0.id) }
    if done.isEmpty { return [] }
    let most = 50
    return [
      .table(
        titleOfSome(language[.latestTasks], min(done.count, most), of: done.count),
        DataTable(
          columns: [
            language[.titleHeading], language[.day], language[.project], language[.priority],
            name(of: .taskScore),
          ],
          rows: done.prefix(most).map { task, completion in
            [
              task.name, language.shortText(completion.day), task.project.text,
              completion.priority.name, text(completion.score),
            ]
          }, textColumns: [2]))
    ]
  }
}
