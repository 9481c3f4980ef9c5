import Charts
import Players
import Views

/// A measure of a simulation with segments: of all players, and then of each segment.
struct SegmentedMeasure {
  /// The position of the measure of all players.
  let measure: Int
  /// The names of the segments, in order.
  private(set) var segments: [String]
  /// The positions of the measures of all players and of each segment.
  private(set) var columns: [Int]

  /// Creates the segments of a measure; `nil` where there are none, or the measure is one of a segment.
  init?(_ plan: PlanSummary, measure: Int) {
    guard plan.measures.indices.contains(measure), !plan.measures[measure].isPart else {
      return nil
    }
    let parts = plan.measures[(measure + 1)...].prefix(while: \.isPart)
    guard !parts.isEmpty else { return nil }
    self.measure = measure
    let start = plan.measures[measure].name.count + 1
    segments = parts.map { String($0.name.dropFirst(start)) }
    columns = Array(measure...(measure + parts.count))
  }

  /// The names of all players and of the segments.
  var names: [String] { ["all players"] + segments }

  /// The measure in groups of segments of which a picture shows all curves, each with all players.
  var groups: [SegmentedMeasure] {
    let most = Paint.seriesCount - 1
    return stride(from: 0, to: segments.count, by: most).map { start in
      var group = self
      let end = min(start + most, segments.count)
      group.segments = Array(segments[start..<end])
      group.columns = [measure] + columns[(start + 1)...end]
      return group
    }
  }

  /// Returns the position of another measure's column for a curve: of all players for 0, then of the segments.
  func column(_ curve: Int, of other: Int) -> Int { other + columns[curve] - measure }

  /// Creates the segments of each measure of a plan.
  ///
  /// - Parameter shown: the number of measures of the plan itself.
  static func all(_ plan: PlanSummary, measures shown: Int) -> [SegmentedMeasure] {
    (0..<min(shown, plan.measures.count)).compactMap { SegmentedMeasure(plan, measure: $0) }
  }

  /// Returns a table of the means of measures by segment; none without segments.
  static func table(
    _ result: SimulationResult, measures shown: Int, variant: Int
  ) -> [ReportPage.Block] {
    let all = all(result.plan, measures: shown)
    guard let first = all.first else { return [] }
    let table = DataTable(
      columns: ["measure", "all players"] + first.segments,
      rows: all.map { parts in
        [result.plan.measures[parts.measure].name]
          + parts.columns.map { result.estimates[variant][$0].principal.text }
      })
    let rules = result.plan.rules.count > 1 ? " (\(result.plan.rules[variant].name))" : ""
    return [.table("Means by segment, of goals restricted to the horizon\(rules)", table)]
  }
}

extension ReportPage.Block {
  /// Returns the block, a table with a name before its title.
  func titled(_ name: String) -> ReportPage.Block {
    if case .table(let title, let table) = self { .table("\(name): \(title)", table) } else { self }
  }
}

extension MeanEstimate {
  /// The mean with the half width of its interval, to two digits of that. Shares have theirs in tables of their own.
  fileprivate var text: String {
    guard value.isFinite else { return "" }
    if method == .wilson { return chanceText(value) }
    let mean = measured(value, places)
    return reach.isFinite && method != .ruleOfThree
      ? "\(mean) ± \(measured(reach, places))" : mean
  }
}
