import Charts
package import Design
internal import RealModule
import FlintSchema
import Views

extension ReportPage {
  /// Creates the page of a sequential audit of a log: the verdict, the course of the e-value, and its parts.
  package init(_ audit: SequentialAudit) {
    let text = SequentialAuditText(audit)
    var sections = [Section(id: "result", "What the log shows", [.list(text.sentences)])]
    let bound = -Double.log10(audit.alpha)
    let curve = audit.course.filter(\.logarithm.isFinite)
    if curve.count > 2 {
      let ends = [0, Double(audit.draws)]
      sections.append(
        Section(
          id: "course", "Course",
          [
            .chart(
              LineChart(
                "The decimal logarithm of the e-value",
                summary:
                  "The e-value after each draw, its greatest value, and the value that passes the level.",
                table: DataTable(
                  audit.course.enumerated().filter { $0.offset % 20 == 0 }.map(\.element),
                  ["draw", "log10_e_value", "log10_greatest"], .english),
                over: .numbers(isWhole: true, name: "draws"),
                series: [
                  LineChart.Series(
                    "e-value", curve.map { .init(Double($0.draw), $0.decimalLogarithm) }),
                  LineChart.Series(
                    "greatest", curve.map { .init(Double($0.draw), $0.greatestDecimalLogarithm) }),
                  LineChart.Series("level", ends.map { .init($0, bound) }),
                ],
                events: audit.passing.map {
                  [LineChart.Event(Double($0.draw), "level passed")]
                } ?? []))
          ]))
    }
    sections.append(
      Section(
        id: "tests", "Tests",
        [
          .table(
            "Tests of the rules", audit.parts,
            [
              "test", "subject", "observed", "expected", "log10_e_value", "log10_greatest",
              "adjusted_p_value",
            ], .english)
        ]))
    self.init(
      "Sequential audit of \(counted(audit.draws, "draw"))", lead: [text.verdict],
      sections: sections, notes: text.notes + audit.model.remarks.map { $0.capitalizedFirst + "." },
      provenance: PageProvenance(), language: .english)
  }
}
