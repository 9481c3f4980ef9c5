import Charts
import Players
import Views

/// The sections of a simulation's page: one for each measure, with tables where rulebooks are compared, and one for the course over the days of each
/// total.
struct SimulationSections {
  private(set) var sections: [ReportPage.Section] = []

  /// A total of which several days were measured, such as `points on day 30`.
  private struct Course {
    let total: String
    /// The days, with the position of the measure of each.
    var days: [(day: Int, measure: Int)]
  }

  init(_ result: SimulationResult, measures shown: Int) {
    var courses: [Course] = []
    for (index, measure) in result.plan.measures.enumerated() where !measure.isPart {
      guard let (total, day) = Self.day(of: measure) else { continue }
      if let course = courses.firstIndex(where: { $0.total == total }) {
        courses[course].days.append((day, index))
      } else {
        courses.append(Course(total: total, days: [(day, index)]))
      }
    }
    courses = courses.filter { $0.days.count > 1 }
    for index in courses.indices { courses[index].days.sort { $0.day < $1.day } }
    let ofCourses = Set(courses.flatMap { $0.days.map(\.measure) })
    for (index, measure) in result.plan.measures.enumerated()
    where index < shown && !measure.isPart {
      let parts = SegmentedMeasure(result.plan, measure: index)
      let isCompared = result.plan.rules.count > 1
      let tables =
        isCompared
        ? (parts?.columns ?? [index]).flatMap { column in
          SimulationTables(result, measure: column).blocks.map { block in
            column == index ? block : block.titled(result.plan.measures[column].name.heading)
          }
        } : []
      var charts =
        ofCourses.contains(index) || (parts != nil && !isCompared)
        ? [] : MeasureCharts(result, index).all
      if let parts, !ofCourses.contains(index) {
        charts += result.plan.rules.indices.flatMap { variant in
          parts.groups.flatMap { MeasureCharts(result, $0, variant: variant).all }
        }
      }
      let blocks = tables + charts.map { .chart($0.chart, note: $0.note) }
      if blocks.isEmpty { continue }
      sections.append(
        ReportPage.Section(id: "measure-\(index + 1)", measure.name.heading, blocks))
    }
    for (index, course) in courses.enumerated() {
      sections.append(
        ReportPage.Section(
          id: "course-\(index + 1)", "\(course.total.heading) by day",
          Self.charts(result, course).map { .chart($0) }))
    }
  }

  /// Returns the total and the day of a measure such as `points on day 30` or `retention.30`.
  private static func day(of measure: PlanSummary.Measure) -> (total: String, day: Int)? {
    if measure.isShare {
      let fields = measure.name.split(separator: ".")
      guard fields.count == 2, let day = Int(fields[1]) else { return nil }
      return (String(fields[0]), day)
    }
    let fields = measure.name.split(separator: " ")
    guard fields.count == 4, fields[1] == "on", fields[2] == "day", let day = Int(fields[3]) else {
      return nil
    }
    return (String(fields[0]), day)
  }

  private static func charts(_ result: SimulationResult, _ course: Course) -> [any Chart] {
    let rules = result.plan.valueNames
    var charts: [any Chart] = []
    if course.days.contains(where: { result.plan.measures[$0.measure].isShare }) {
      return ShareCourse(result, course.total, course.days).charts
    }
    charts += medians(result, course)
    // Of many values of a sweep the medians are enough.
    guard result.plan.sweep == nil else { return charts }
    for variant in rules.indices {
      charts.append(
        fan(
          "\(course.total.heading): quantiles of players by day"
            + (rules.count > 1 ? " (\(rules[variant]))" : ""),
          course.days.map { ($0.day, result.estimates[variant][$0.measure]) }))
    }
    return charts
  }

  /// Returns the medians over the days: a curve for each rulebook, and for each rulebook one for each segment.
  private static func medians(_ result: SimulationResult, _ course: Course) -> [any Chart] {
    let rules = result.plan.valueNames
    var charts: [any Chart] = []
    if rules.count > 1 {
      charts += medians(
        "\(course.total.heading): medians by day", "Medians over the days of each rulebook.", rules,
        course
      ) { variant, measure in result.estimates[variant][measure] }
    }
    guard let first = course.days.first,
      let parts = SegmentedMeasure(result.plan, measure: first.measure)
    else { return charts }
    for (variant, rules) in rules.enumerated() {
      let suffix = result.plan.rules.count > 1 ? " (\(rules))" : ""
      charts += parts.groups.flatMap { group in
        medians(
          "\(course.total.heading): medians by day and segment\(suffix)",
          "Medians over the days of all players and of each segment.", group.names, course
        ) { result.estimates[variant][group.column($0, of: $1)] }
      }
    }
    return charts
  }

  /// - Parameter estimate: returns the estimate of a curve of a measure of all players.
  private static func medians(
    _ title: String, _ summary: String, _ names: [String], _ course: Course,
    _ estimate: (_ curve: Int, _ measure: Int) -> Estimate
  ) -> [any Chart] {
    guard names.count <= Paint.seriesCount else { return [] }
    let medians = names.indices.map { curve in
      course.days.map { estimate(curve, $0.measure).quantile(0.5).value }
    }
    return [
      LineChart(
        title, summary: summary,
        table: DataTable(
          columns: ["day"] + names,
          rows: course.days.enumerated().map { index, day in
            ["\(day.day)"] + medians.map { $0[index].text }
          }), over: .numbers(isWhole: true, name: "day"),
        series: names.indices.map { curve in
          LineChart.Series(
            names[curve],
            zip(course.days, medians[curve]).map { day, median in
              LineChart.Series.Value(Double(day.day), median.number.map { Double($0) })
            })
        })
    ]
  }

  private static func fan(
    _ title: String, _ days: [(day: Int, estimate: Estimate)]
  ) -> LineChart {
    func quantile(_ share: Double, _ estimate: Estimate) -> Double? {
      estimate.quantile(share).value.number.map { Double($0) }
    }
    func band(_ name: String, _ low: Double, _ high: Double) -> LineChart.Band {
      LineChart.Band(
        name,
        days.compactMap { day, estimate in
          guard let low = quantile(low, estimate), let high = quantile(high, estimate) else {
            return nil
          }
          return (Double(day), low, high)
        })
    }
    let shares = [0.05, 0.25, 0.5, 0.75, 0.95]
    return .fan(
      title, summary: "Median over days, within bands of half and of nine in ten of the players.",
      table: DataTable(
        columns: ["day"] + shares.map { chanceText($0) },
        rows: days.map { day, estimate in
          ["\(day)"] + shares.map { estimate.quantile($0).value.text }
        }), over: .numbers(isWhole: true, name: "day"), name: "median",
      median: days.map { LineChart.Series.Value(Double($0.day), quantile(0.5, $0.estimate)) },
      bands: [
        band("5 to 95 % of players", 0.05, 0.95), band("25 to 75 % of players", 0.25, 0.75),
      ])
  }
}

extension PlanSummary {
  /// The names of the rulebooks; of a sweep its values alone.
  var valueNames: [String] {
    rules.map { rules in
      sweep.map { String(rules.name.dropFirst($0.utf8.count + 1)) } ?? rules.name
    }
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The name of a measure in words: `days_without_streak` is "days without streak".
  var words: String { replacing("_", with: " ") }

  /// The name of a measure as a heading. Tables have it as the plan writes it, as do names of parts such as
  /// `cards.legendary`.
  var heading: String {
    let first = prefix { $0 != " " }
    return first.contains(".") || first.contains(":") ? words : words.capitalizedFirst
  }
}
