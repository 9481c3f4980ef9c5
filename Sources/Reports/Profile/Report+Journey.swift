import FlintCalendar
import Charts
import FlintRules
import Sessions
import Views

extension ReportSource {
  /// Returns ladders, scores over time and the landscape.
  func journey() throws(SessionError) -> ReportPage.Section? {
    let ladders = rulebook.definition.ladders
    let achievements = state.journey.achievements(of: ladders, today: lastDay)
    let unlocked = achievements.filter { $0.unlockedOn.map { $0 <= lastDay } ?? false }
    guard range.since <= today else { return nil }
    let hasJourney = state.journey.journey(on: lastDay) != nil
    guard hasJourney || !unlocked.isEmpty else { return nil }
    let totals = state.journey.activityTotals(through: lastDay)
    var facts: [(name: String, value: String)] = []
    if let journey = state.journey.journey(on: lastDay) {
      facts.append((language[.journeyDays], text(lastDay - journey.start)))
    }
    facts += [
      (name(of: .achievements), "\(text(unlocked.count)) / \(text(achievements.count))"),
      (name(of: .activeDays), text(totals.activeDays)),
      (language[.journals], text(totals.journals)),
      (language[.longestActivity], language.counted(longestActivity, .days)),
    ]
    var blocks: [ReportPage.Block] = [.facts(facts)]
    if let scores = scoreLines() { blocks.append(scores) }
    if let landscape = landscape() { blocks.append(landscape) }
    blocks.append(
      .chart(
        BarChart(
          language[.ladders],
          summary: language.text(.laddersSummary, text(unlocked.count), text(achievements.count)),
          heading: language[.ladder], categories: ladders.map { language.title(of: $0) },
          series: [
            BarChart.Series(
              language[.unlocked],
              ladders.indices.map { ladder in
                Double(unlocked.count { $0.ladder == ladder })
              })
          ], isLying: true, locale: locale)))
    if !unlocked.isEmpty {
      let latest = unlocked.sorted {
        ($1.unlockedOn?.number ?? 0, $0.ladder) < ($0.unlockedOn?.number ?? 0, $1.ladder)
      }.prefix(16)
      blocks.append(
        .table(
          titleOfSome(name(of: .achievements), latest.count, of: unlocked.count),
          DataTable(
            columns: [language[.achievement], language[.day]],
            rows: latest.map { view in
              [language.title(of: view), view.unlockedOn.map { language.shortText($0) } ?? ""]
            })))
    }
    // The next rungs are those after the latest unlocked ones.
    // Without a journey, each ladder that needs one would only repeat that.
    let goals =
      hasToday
      ? state.journey.nextGoals(of: ladders, today: today).filter { !$0.waitsForJourney } : []
    if !goals.isEmpty { blocks.append(.table(language[.nextGoals], table(of: goals))) }
    if options.showsTitles { blocks += try journalTexts() }
    return ReportPage.Section(id: "journey", language[.journey], blocks)
  }

  /// The length of the longest run of active days in the range.
  private var longestActivity: Int {
    var (longest, length) = (0, 0)
    var last: CivilDay?
    for total in state.history.totals(from: range.since, before: range.before)
    where total.events > 0 {
      length = last.map { $0 + 1 == total.day } ?? false ? length + 1 : 1
      longest = max(longest, length)
      last = total.day
    }
    return longest
  }

  private func journalTexts() throws(SessionError) -> [ReportPage.Block] {
    let most = 20
    var query = EventQuery(kinds: [.activity])
    query.members = [("activity", [ActivityKind.journal.name])]
    // A day more on both sides: in other zones days begin at other instants.
    query.since = session.zone.start(of: range.since + -1).instant
    query.before = session.zone.start(of: range.before + 1).instant
    query.isNewestFirst = true
    var rest = try session.reader.eventSequences(query)[...]
    var rows: [[String]] = []
    while rows.count < most, !rest.isEmpty {
      for stored in try session.reader.events(sequences: rest.prefix(most)) {
        let day = stored.event.day(session.dayStart)
        guard case .journey(.activity(let activity)) = stored.event.action,
          let words = activity.text, range.contains(day), rows.count < most
        else { continue }
        rows.append([language.shortText(day), words])
      }
      rest = rest.dropFirst(most)
    }
    if rows.isEmpty { return [] }
    let all =
      state.journey.activityTotals(through: lastDay).journals
      - state.journey.activityTotals(through: range.since + -1).journals
    return [
      .table(
        titleOfSome(language[.journals], rows.count, of: Int(all)),
        DataTable(columns: [language[.day], language[.journalText]], rows: rows, textColumns: [1]))
    ]
  }

  private func scoreLines() -> ReportPage.Block? {
    let scores = sampled(Array(pastDays), most: 120).map { ($0, state.journey.scores(on: $0)) }
    guard scores.contains(where: { $0.1 != nil }) else { return nil }
    func line(
      _ metric: LadderMetric, _ score: KeyPath<JourneyScores, Int64>
    ) -> LineChart.Series {
      LineChart.Series(
        language.name(of: metric),
        scores.map { day, scores in
          LineChart.Series.Value(
            Double(day.number), scores.map { Double($0[keyPath: score]) / 1_000_000 })
        })
    }
    return .chart(
      LineChart(
        language[.scores], summary: language[.scoresSummary],
        table: DataTable(
          columns: [
            language[.day], language.name(of: LadderMetric.consistency),
            language.name(of: LadderMetric.selfCare), language.name(of: LadderMetric.stability),
          ],
          rows: sampled(scores).compactMap { day, scores in
            scores.map { scores in
              [language.shortText(day)]
                + [scores.consistency, scores.selfCare, scores.stability].map {
                  language.percent($0)
                }
            }
          }),
        over: .days,
        series: [
          line(.consistency, \.consistency), line(.selfCare, \.selfCare),
          line(.stability, \.stability),
        ], including: 0...1, isPercent: true, locale: locale))
  }

  private func landscape() -> ReportPage.Block? {
    let points = state.journey.landscape(
      endingOn: lastDay, seed: session.profile.seed)
    let heights = points.map(\.millionths)
    // A line without hills says nothing, and one of a week nothing about a year.
    guard let low = heights.min(), let high = heights.max(), high - low >= 50_000,
      hasDatedMonths || hasToday, let first = points.first?.day
    else { return nil }
    return .chart(
      LineChart(
        "\(language[.landscape]), \(language.text(first..<lastDay + 1))",
        summary: language[.landscapeSummary],
        table: DataTable(
          columns: [language[.day], language[.height]],
          rows: points.map { [language.shortText($0.day), language.percent($0.millionths)] }),
        over: .days,
        series: [
          LineChart.Series(
            language[.landscape],
            points.map {
              LineChart.Series.Value(Double($0.day.number), Double($0.millionths) / 1_000_000)
            })
        ], including: 0...1, isPercent: true, locale: locale))
  }

  private func table(of goals: [NextGoal]) -> DataTable {
    DataTable(
      columns: [language[.achievement], language[.ladder], language[.missing]],
      rows: goals.map { goal in
        let missing =
          goal.achievement.conditions.filter { !$0.holds }.map { condition in
            let name = language.name(of: condition.metric)
            func number(_ value: Int64) -> String {
              condition.metric.isScore ? language.percent(value) : text(value)
            }
            // What is missing is never rounded away.
            let have = condition.have ?? 0
            let shown = condition.metric.isScore ? have / 10_000 * 10_000 : have
            return "\(name) \(number(shown)) / \(number(condition.need))"
          }.joined(separator: ", ")
        return [
          language.title(of: goal.achievement), language.achievementTitle(goal.ladderTitle),
          missing,
        ]
      }, textColumns: [1, 2])
  }
}
