import Commands
import Design
import Players
import Reports
import Schema

extension PopulationTallies {
  /// Writes the result of the replay: the text of its page, JSON, or CSV with a record for each measure.
  func write(_ format: ListFormat) {
    let output = StandardOutput.shared
    switch format {
    case .json: output.write(json: json)
    case .csv:
      if comparisons.isEmpty {
        output.write(csv: measures)
      } else {
        output.write(csv: comparisons)
      }
    case .table: output.write(textOf: ReportPage(self))
    }
  }
}
