import Commands
import Design
import Players
import Reports
import FlintSchema

extension PopulationTallies {
  /// Writes the result of the replay in a format, of which CSV has a record for each measure; and the page, where one
  /// is asked for.
  ///
  /// - Parameters:
  ///   - format: the format of standard output; `nil` where it has something else.
  ///   - page: the page that is written besides, or with `-` in place of the text.
  ///   - isForced: whether an existing file is replaced by the page.
  func write(_ format: ListFormat?, page: PageTarget?, isForced: Bool) throws {
    guard let format else { return try page?.write(ReportPage(self), force: isForced) ?? () }
    try format.write(
      page: { ReportPage(self) }, to: page, force: isForced, json: { json },
      csv: {
        if comparisons.isEmpty {
          StandardOutput.shared.write(csv: measures)
        } else {
          StandardOutput.shared.write(csv: comparisons)
        }
      })
  }
}
