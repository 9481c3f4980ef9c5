import Commands
import Design
import Players
import Reports
import FlintSchema

extension PopulationTallies {
  /// Writes the result of the replay: the text of its page, JSON, or CSV with a record for each measure; and the page,
  /// where one is asked for.
  ///
  /// - Parameters:
  ///   - format: the format of standard output; `nil` where it has something else.
  ///   - page: the page that is written besides, or with `-` in place of the text.
  ///   - isForced: whether an existing file is replaced by the page.
  func write(_ format: ListFormat?, page: PageTarget?, isForced: Bool) throws {
    let output = StandardOutput.shared
    try page?.write(ReportPage(self), force: isForced)
    switch format {
    case .json: output.write(json: json)
    case .csv:
      if comparisons.isEmpty {
        output.write(csv: measures)
      } else {
        output.write(csv: comparisons)
      }
    case .table: if page != .terminal { output.write(textOf: ReportPage(self)) }
    case nil: break
    }
  }
}
