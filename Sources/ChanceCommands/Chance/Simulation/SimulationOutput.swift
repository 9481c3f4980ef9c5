import Commands
import Lua
import Players
import Reports
import FlintSchema

/// The destination of the result of a simulation: the output, and a page besides it.
struct SimulationOutput {
  let format: ListFormat
  let page: PageTarget?
  /// Whether an existing file is replaced by the page.
  let isForced: Bool

  /// Writes a result, and checks the assertions of the plan. CSV has a record for each measure under each rulebook.
  ///
  /// - Throws: `CommandFailure` if an assertion fails or is undecided.
  func write(_ result: SimulationResult, _ report: @autoclosure () -> ReportPage) throws {
    try format.write(
      page: report, to: page, force: isForced, json: { result.json },
      csv: { StandardOutput.shared.write(csv: result.rows) })
    let open = result.checks.filter { $0.verdict != .holds }
    guard open.isEmpty else {
      throw CommandFailure(
        .failure, open.map { TerminalText.printable($0.line) }.joined(separator: "\nflint: "))
    }
  }
}
