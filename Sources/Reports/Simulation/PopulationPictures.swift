import Charts
import Players

/// The pictures of a population: one for each measure, and one for the shares of players of several days.
struct PopulationPictures {
  private let tallies: PopulationTallies

  init(_ tallies: PopulationTallies) { self.tallies = tallies }

  /// The sections, in the order of the measures.
  var sections: [ReportPage.Section] {
    let days = retentionDays
    var sections: [ReportPage.Section] = []
    for (index, name) in tallies.settings.measures.enumerated() {
      let id = "measure-\(index + 1)"
      if days.count > 1, days.contains(where: { $0.measure == index }) {
        guard index == days.map(\.measure).min() else { continue }
        let estimates = tallies.variantEstimates
        let charts = ShareCourse(
          "retention", tallies.variantNames, days.sorted { $0.day < $1.day }
        ) { estimates[$0][$1] }.charts
        sections.append(
          ReportPage.Section(id: id, "Retention by day", charts.map { .chart($0) }))
      } else if let picture = MeasureCharts(tallies, index).principal {
        sections.append(
          ReportPage.Section(id: id, name.heading, [.chart(picture.chart, note: picture.note)]))
      }
    }
    return sections
  }

  /// The days of retention that are measured, each with the position of its measure.
  private var retentionDays: [(day: Int, measure: Int)] {
    tallies.estimates.enumerated().compactMap { index, estimate in
      let fields = estimate.measure.split(separator: ".")
      guard estimate.isShare, fields.first == "retention", fields.count == 2 else { return nil }
      return Int(fields[1]).map { ($0, index) }
    }
  }
}

extension PopulationTallies {
  /// The names of the rulebooks, that which is compared with first.
  var variantNames: [String] {
    settings.against.map { [$0, settings.rules] } ?? ["all players"]
  }

  /// The estimates under each of these rulebooks.
  var variantEstimates: [[Estimate]] {
    other == nil ? [estimates] : [otherEstimates, estimates]
  }
}
