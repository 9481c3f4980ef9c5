import FlintCalendar
import Charts

/// Charts of every kind with the same names and values.
enum Samples {
  /// A chart with the name of its kind.
  struct Sample: Sendable {
    var kind: String
    var chart: any Chart
  }

  static let table = DataTable(columns: ["Name", "Value"], rows: [["a", "1"]])
  private static let start = day("2024-12-30")

  /// Returns charts of every kind.
  ///
  /// - Parameters:
  ///   - names: The names of categories, nodes and the like, one for each value.
  ///   - texts: Three other texts, such as of series.
  static func all(_ names: [String], _ values: [Double], _ texts: [String]) -> [Sample] {
    bars(names, values, texts) + lines(names, values, texts) + days(values, texts)
      + rows(names, values, texts)
  }

  private static func bars(_ names: [String], _ values: [Double], _ texts: [String]) -> [Sample] {
    let series = texts.map { BarChart.Series($0, values) }
    func bars(
      _ series: [BarChart.Series], _ arrangement: BarChart.Arrangement, isLying: Bool = false,
      greatest: Double? = nil
    ) -> BarChart {
      BarChart(
        texts[0], summary: texts[1], heading: texts[2], categories: names, series: series,
        arrangement, isLying: isLying, greatest: greatest, unit: " %", places: 1)
    }
    let bins = values.enumerated().map {
      HistogramChart.Bin(from: Double($0), to: Double($0 + 1), count: $1)
    }
    let hostile = values.map { HistogramChart.Bin(from: $0, to: $0 + 1, count: $0) }
    return [
      Sample(kind: "bars", chart: bars([series[0]], .stacked)),
      Sample(kind: "stacked bars", chart: bars(series, .stacked)),
      Sample(kind: "grouped bars", chart: bars(series, .grouped)),
      Sample(kind: "bars up to 3", chart: bars(series, .stacked, greatest: 3)),
      Sample(kind: "lying bars", chart: bars([series[0]], .stacked, isLying: true)),
      Sample(
        kind: "lying series up to 3", chart: bars(series, .grouped, isLying: true, greatest: 3)),
      Sample(
        kind: "histogram",
        chart: HistogramChart(
          texts[0], summary: texts[1], table: table, bins: bins,
          markers: [LineChart.Event(0.5, texts[0]), LineChart.Event(0.6, texts[1])])),
      Sample(
        kind: "histogram of values",
        chart: HistogramChart(
          texts[0], summary: texts[1], table: table, bins: hostile,
          markers: values.map { LineChart.Event($0, texts[2]) }, places: 3)),
    ]
  }

  private static func lines(_ names: [String], _ values: [Double], _ texts: [String]) -> [Sample] {
    let points = values.enumerated().map {
      LineChart.Series.Value(Double(start.number) + Double($0), $1)
    }
    let band = LineChart.Band(
      texts[1], points.map { ($0.x, ($0.y ?? 0) - 1, ($0.y ?? 0) + 1) })
    let series = texts.enumerated().map { index, name in
      LineChart.Series(name, points, bands: index == 0 ? [band] : [], isStepped: index == 2)
    }
    func line(
      _ series: [LineChart.Series], over axis: HorizontalAxis, isPercent: Bool = false
    ) -> LineChart {
      LineChart(
        texts[0], summary: texts[1], table: table, over: axis, series: series,
        events: names.enumerated().map {
          LineChart.Event(Double(start.number) + Double($0) / 2, $1)
        }, isPercent: isPercent)
    }
    let swapped = LineChart.Series(texts[0], values.map { LineChart.Series.Value($0, 1) })
    let median = values.enumerated().map { LineChart.Series.Value(Double($0), $1) }
    return [
      Sample(kind: "line", chart: line([series[0]], over: .days)),
      Sample(kind: "lines", chart: line(series, over: .days)),
      Sample(kind: "shares", chart: line(series, over: .numbers(isWhole: false), isPercent: true)),
      Sample(kind: "line over values", chart: line([swapped], over: .numbers(isWhole: true))),
      Sample(kind: "line over days of values", chart: line([swapped], over: .days)),
      Sample(
        kind: "cumulative",
        chart: LineChart.cumulative(
          texts[0], summary: texts[1], table: table,
          functions: texts.map { ($0, values.map { (x: $0, share: 0.5) }) })),
      Sample(
        kind: "fan",
        chart: LineChart.fan(
          texts[0], summary: texts[1], table: table, over: .numbers(isWhole: true), name: texts[0],
          median: median, bands: [band])),
    ]
  }

  private static func days(_ values: [Double], _ texts: [String]) -> [Sample] {
    let scale = LevelScale(values)
    let cells = values.enumerated().map { index, value in
      DayCell(
        .level(scale.level(of: value)), symbol: index % 3 == 0 ? texts[0].first : nil,
        tip: index % 2 == 0 ? texts[1] : nil, isOutline: index % 5 == 0)
    }
    let legend = scale.legend { ChartLocale.english.text($0) } + [LegendEntry(.muted, texts[2])]
    let week = Array(
      (cells + Array(repeating: cells.first ?? DayCell(.level(0)), count: 7)).prefix(7))
    let dated = cells.enumerated().map { (day("2024-01-01") + $0, $1) }
    return [
      Sample(
        kind: "calendar",
        chart: CalendarHeatMap(
          texts[0], summary: texts[1], table: table, from: start, cells: cells, legend: legend)),
      Sample(
        kind: "months",
        chart: MonthCalendar(
          texts[0], summary: texts[1], table: table, from: start, cells: cells, legend: legend)),
      Sample(
        kind: "days",
        chart: DayGrid(
          texts[0], summary: texts[1], table: table, days: (0..<7).map { start + $0 },
          rows: texts.map { DayGrid.Row($0, week) }, legend: legend)),
      Sample(
        kind: "year",
        chart: YearInPixels(
          texts[0], summary: texts[1], table: table, year: 2024,
          cells: Dictionary(uniqueKeysWithValues: dated), legend: legend)),
    ]
  }

  private static func rows(_ names: [String], _ values: [Double], _ texts: [String]) -> [Sample] {
    let symbols = Array("✓×●◆") + [texts[0].first ?? "?"]
    let rows = zip(names, values).map { name, value in
      let (low, high) = (value - 1, value + 1)
      return DotIntervals.Row(name, value, low <= high ? low...high : nil)
    }
    let cards = names.enumerated().map { index, name in
      Board.Card(
        name, note: index % 2 == 0 ? texts[1] : "", .rank(index % 4),
        symbol: symbols[index % symbols.count], isOwned: index % 3 > 0)
    }
    let nodes = names.enumerated().map { index, name in
      LayeredGraph.Node(
        name, .positive, symbol: symbols[index % symbols.count], tip: texts[1],
        isOutline: index % 3 == 0)
    }
    let edges = names.indices.map { (from: $0 / 3, to: $0) } + [(from: -1, to: 0)]
    return [
      Sample(
        kind: "intervals",
        chart: DotIntervals(
          texts[0], summary: texts[1], columns: texts, rows: rows, reference: values.first)),
      Sample(
        kind: "board",
        chart: Board(
          texts[0], summary: texts[1], table: table, groups: texts.map { ($0, cards) },
          legend: texts.map { LegendEntry(.rank(1), $0, symbol: symbols[4], isOutline: true) })),
      Sample(
        kind: "graph",
        chart: LayeredGraph(
          texts[0], summary: texts[1], table: table, nodes: nodes, edges: edges,
          legend: [LegendEntry(.positive, texts[2], symbol: symbols[4])])),
    ]
  }
}
