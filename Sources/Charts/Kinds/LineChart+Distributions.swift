extension LineChart {
  /// Creates the chart of empirical or exact distribution functions: for each value the share of values
  /// that are not greater.
  ///
  /// - Parameters:
  ///   - functions: The name of each function, and its steps: a value and the share up to it.
  ///   - bands: Bands around each function.
  package static func cumulative(
    _ title: String, summary: String, table: DataTable,
    functions: [(name: String, steps: [(x: Double, share: Double)])], bands: [Band] = [],
    isWhole: Bool = true,
    events: [Event] = [], locale: ChartLocale = .english
  ) -> LineChart {
    LineChart(
      title, summary: summary, table: table, over: .numbers(isWhole: isWhole),
      series: functions.map { function in
        Series(
          function.name, function.steps.map { Series.Value($0.x, $0.share) }, bands: bands,
          isStepped: true)
      }, events: events, including: 0...1, isPercent: true, locale: locale)
  }

  /// Creates a fan chart: the median over days or numbers, within bands between quantiles.
  ///
  /// - Parameters:
  ///   - median: The medians.
  ///   - bands: The bands, the widest first.
  package static func fan(
    _ title: String, summary: String, table: DataTable, over axis: HorizontalAxis, name: String,
    median: [Series.Value], bands: [Band], locale: ChartLocale = .english
  ) -> LineChart {
    LineChart(
      title, summary: summary, table: table, over: axis,
      series: [Series(name, median, bands: bands)], locale: locale)
  }
}
