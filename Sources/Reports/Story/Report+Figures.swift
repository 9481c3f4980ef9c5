import FlintCalendar
import FlintRules
import Sessions
import Views

extension Int64 {
  /// The number of millionths that so many decimals of it show, so that a difference can agree with the numbers beside it.
  func shown(places: Int) -> Int64 {
    let unit = (places..<6).reduce(Int64(1)) { unit, _ in unit * 10 }
    let (steps, rest) = quotientAndRemainder(dividingBy: unit)
    return (rest.magnitude * 2 < unit.magnitude ? steps : steps + signum()) * unit
  }
}

extension ReportSource {
  /// The number of totals that are large numbers.
  static let figureCount = 4

  /// Returns the totals that stand out, each with what puts it into perspective.
  func figures() throws(SessionError) -> [ReportPage.Figure] {
    hasRecords ? Array(try totals().prefix(Self.figureCount)) : []
  }

  /// Returns the totals of the range, those of most importance first.
  func totals() throws(SessionError) -> [ReportPage.Figure] {
    var figures = [
      ReportPage.Figure(
        name(of: .points), text(try total(.points)), note: "\(language[.level]) \(levelText)")
    ]
    func add(_ metric: SeriesMetric, note: String = "") throws(SessionError) {
      let total = try total(metric)
      if total > 0 { figures.append(ReportPage.Figure(name(of: metric), text(total), note: note)) }
    }
    let days = language.counted(lastDay - range.since + 1, .days)
    try add(.activeDays, note: language.text(.ofTotal, days))
    let habitDays = habitViews.reduce(0) { $0 + (daysDone(of: $1) ?? 0) }
    if habitDays > 0 {
      let note = habitCompletion.map { "\(language[.completion]) \(language.percent($0))" }
      figures.append(ReportPage.Figure(name(of: .habits), text(habitDays), note: note ?? ""))
    }
    if let mean = try session.reader.series(.moodMean, by: .year, range).total {
      let rated = state.moods.ratings(from: range.since, before: range.before).count
      figures.append(
        ReportPage.Figure(
          name(of: .moodMean), language.decimal(mean, places: 2),
          note: language.counted(rated, .ratedDays)))
    }
    let metrics: [SeriesMetric] = [
      .tasks, .sparks, .entries, .questSteps, .cards, .missions, .achievements,
    ]
    for metric in metrics { try add(metric) }
    return figures
  }

  /// The share of the periods of all habits that are done, in millionths; `nil` where none is over.
  private var habitCompletion: Int64? {
    let counts = habitViews.map {
      $0.record.completion(from: range.since, before: range.before)
    }
    let done = counts.reduce(0) { $0 + $1.done }
    let all = counts.reduce(done) { $0 + $1.missed }
    return all > 0 ? Int64(done) * 1_000_000 / Int64(all) : nil
  }

  // MARK: Points and levels

  /// The points before the range.
  var pointsBefore: Int64 {
    state.history.totals(from: CivilDay(number: .min), before: range.since)
      .reduce(Int64(0)) { $0 &+ $1.points }
  }

  /// Returns the points and the level at the end of each day of the range that has come.
  func pointCourses() -> [(day: CivilDay, total: Int64, level: Int)] {
    let thresholds = rulebook.definition.levels.map(\.threshold)
    var total = pointsBefore
    var level = thresholds.lastIndex { $0 <= total } ?? 0
    var history = state.history.totals(from: range.since, before: range.before)[...]
    return pastDays.map { day in
      if history.first?.day == day { total &+= history.removeFirst().points }
      while level + 1 < thresholds.count, thresholds[level + 1] <= total { level += 1 }
      return (day, total, level + 1)
    }
  }

  /// The levels reached in the range, each with its day.
  var newLevels: [(day: CivilDay, level: Int)] {
    let before = pointsBefore
    var level = (rulebook.definition.levels.lastIndex { $0.threshold <= before } ?? 0) + 1
    return pointCourses().flatMap { day in
      let reached = level < day.level ? Array(level + 1...day.level) : []
      level = max(level, day.level)
      return reached.map { (day.day, $0) }
    }
  }

  /// Returns the title of a level, from 1; its number where it has none.
  func levelName(_ number: Int) -> String {
    let levels = rulebook.definition.levels
    return levels.indices.contains(number - 1)
      ? language.title(of: levels[number - 1]) : text(number)
  }

  /// The level at the end of the range, or now.
  private var levelText: String {
    let number = hasToday ? state.level : pointCourses().last?.level ?? 1
    let name = levelName(number)
    return name == text(number) ? name : "\(text(number)) · \(name)"
  }
}
