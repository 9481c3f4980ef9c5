import Chance
import Charts
import Players
import FlintRules
import Views

/// A picture of how values are distributed, for one or several series side by side.
enum DistributionCharts {
  /// The first and the last value of a bin, with its share of all.
  typealias Bin = (low: Int64, high: Int64, share: Double)

  /// The shares of values in bins of one width, ascending.
  struct Series {
    var name: String
    var bins: [Bin]
    /// The share beyond every value, as of players who never reach a goal.
    var never = 0.0
    /// The median, if there is one.
    var median: Int64?
    /// A sentence below the picture.
    var note: String?
  }

  /// The greatest number of values that have a bar with a name each.
  private static let mostNamed = 14

  /// Returns pictures of the shares: one with a named bar for each value where there are few values, else
  /// a histogram for each series, all over the same range; each with the sentences of its series.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - heading: The name of the values.
  ///   - summary: What the bars count.
  static func bars(
    _ title: String, heading: String, summary: String, _ series: [Series]
  ) -> [(chart: any Chart, note: String?)] {
    let all = series.flatMap(\.bins)
    guard let low = all.map(\.low).min(), let high = all.map(\.high).max() else { return [] }
    let isNamed = all.allSatisfy { $0.low == $0.high } && high - low < Int64(mostNamed)
    guard isNamed, series.count <= Paint.seriesCount else {
      return series.filter { !$0.bins.isEmpty }.map {
        (
          histogram(title, heading: heading, summary: summary, $0, low...high, series.count > 1),
          $0.note
        )
      }
    }
    let never = series.contains { $0.never > 0 }
    let values = Array(low...high)
    let chart = BarChart(
      title, summary: summary, heading: heading,
      categories: values.map { grouped($0) } + (never ? ["never"] : []),
      series: series.map { series in
        var shares = [Double](repeating: 0, count: values.count)
        for bin in series.bins { shares[Int(bin.low - low)] += bin.share * 100 }
        return BarChart.Series(series.name, shares + (never ? [series.never * 100] : []))
      }, .grouped, unit: " %", places: 1)
    let notes = series.compactMap(\.note)
    return [(chart, notes.isEmpty ? nil : notes.joined(separator: " "))]
  }

  private static func histogram(
    _ title: String, heading: String, summary: String, _ series: Series,
    _ range: ClosedRange<Int64>, _ isNamed: Bool
  ) -> HistogramChart {
    // A bar is centred on its whole values, so that that of 3 lies over 3.
    func bin(_ low: Int64, _ high: Int64, _ share: Double) -> HistogramChart.Bin {
      HistogramChart.Bin(from: Double(low) - 0.5, to: Double(high) + 0.5, count: share * 100)
    }
    var bins = series.bins.map { bin($0.low, $0.high, $0.share) }
    if let first = series.bins.first, first.low > range.lowerBound {
      bins.insert(bin(range.lowerBound, first.low - 1, 0), at: 0)
    }
    if let last = series.bins.last, last.high < range.upperBound {
      bins.append(bin(last.high + 1, range.upperBound, 0))
    }
    var rows = series.bins.map {
      [grouped($0.low), grouped($0.high), (($0.share) * 100).significantText(4) + " %"]
    }
    if series.never > 0 {
      rows.append(["never", "", (series.never * 100).significantText(4) + " %"])
    }
    return HistogramChart(
      title + (isNamed ? " (\(series.name))" : "") + ", in %", summary: summary,
      table: DataTable(columns: ["from", "to", series.name], rows: rows), bins: bins,
      markers: series.median.map { [LineChart.Event(Double($0), "median \(grouped($0))")] } ?? [],
      places: 1)
  }
}
