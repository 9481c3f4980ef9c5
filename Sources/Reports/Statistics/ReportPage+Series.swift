import FlintCalendar
import Charts
package import FlintRules
import Views

extension ReportPage {
  /// Creates the page of a metric over time: bars, or a line of a mean; with many periods also the mean of
  /// seven of them.
  ///
  /// - Parameter filter: What is counted, in the words of the options; empty for everything.
  package init(_ series: Series, filter: [String] = []) {
    let metric = series.metric
    let name = metric.name.replacing("_", with: " ")
    let period = series.query.period.name
    let range = series.query.range
    let title = "\(name) by \(period)"
    var blocks: [Block] = [.facts(series.facts)]
    if series.buckets.contains(where: { $0.value != nil }) {
      blocks.append(.chart(series.picture(title)))
      if let smooth = series.smoothed("\(name), mean of 7 \(period)s") {
        blocks.append(.chart(smooth))
      }
    } else {
      blocks.append(.text("There is nothing to average."))
    }
    self.init(
      title.capitalizedFirst,
      lead: ["\(range.since) to \(range.last), \(counted(range.count, "day"))."]
        + (filter.isEmpty ? [] : ["Only " + filter.joined(separator: ", ") + "."]),
      sections: [Section(id: "series", title, blocks)],
      notes: ["The first and the last period contain only days within the range."],
      language: .english)
  }
}

extension Series {
  /// A value as a number; means are in millionths.
  private func number(_ value: Int64) -> Double {
    metric.isMean ? Double(value) / 1_000_000 : Double(value)
  }

  private var places: Int { metric.isMean ? 2 : 0 }

  private func text(_ value: Int64) -> String {
    metric.isMean ? decimalText(value, places: 2) : grouped(value)
  }

  fileprivate var facts: [(name: String, value: String)] {
    var facts: [(name: String, value: String)] = []
    if let total { facts.append((metric.isMean ? "Mean" : "Total", text(total))) }
    let filled = buckets.filter { metric.isMean ? $0.value != nil : $0.value ?? 0 != 0 }
    facts.append(
      (
        "\(query.period.name.capitalizedFirst)s with any",
        "\(grouped(filled.count)) of \(grouped(buckets.count))"
      ))
    // Of equal values, the first is named.
    if let greatest = filled.compactMap(\.value).max(),
      let first = filled.first(where: { $0.value == greatest })
    {
      facts.append(("Most", "\(text(greatest)), \(first.label)"))
    }
    return facts
  }

  /// The greatest number of bars, which more would make too thin to see.
  private static let mostBars = 800

  fileprivate func picture(_ title: String) -> any Chart {
    let summary = "The value of each \(query.period.name)."
    guard metric.isMean || buckets.count > Self.mostBars else {
      return BarChart(
        title, summary: summary, heading: query.period.name, categories: buckets.map(\.label),
        series: [BarChart.Series(metric.name, buckets.map { $0.value.map(number) })])
    }
    return line(title, summary: summary, buckets.map { $0.value.map(number) })
  }

  /// Returns the line of the mean of each period and the six before it; `nil` for few periods.
  fileprivate func smoothed(_ title: String) -> LineChart? {
    let width = 7
    guard buckets.count >= 2 * width else { return nil }
    var means = [Double?](repeating: nil, count: width - 1)
    for end in width...buckets.count {
      let values = buckets[(end - width)..<end].compactMap(\.value).map(number)
      means.append(values.isEmpty ? nil : values.reduce(0, +) / Double(values.count))
    }
    return line(
      title, summary: "The mean of each \(query.period.name) and the six before it.", means,
      places: 2)
  }

  private func line(
    _ title: String, summary: String, _ values: [Double?], places: Int? = nil
  ) -> LineChart {
    LineChart(
      title, summary: summary,
      table: DataTable(
        columns: [query.period.name, metric.name],
        rows: zip(buckets, values).map { bucket, value in
          [
            bucket.label,
            value.map { ChartLocale.english.text($0, places: places ?? self.places) } ?? "–",
          ]
        }), over: .days,
      series: [
        LineChart.Series(
          metric.name,
          zip(buckets, values).map { LineChart.Series.Value(Double($0.start.number), $1) })
      ])
  }
}
