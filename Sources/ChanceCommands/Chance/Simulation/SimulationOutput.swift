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
    let output = StandardOutput.shared
    let report = page == nil && format != .table ? nil : report()
    if let report { try page?.write(report, force: isForced) }
    switch format {
    case .json: output.write(json: result.json)
    case .csv: output.write(csv: result.rows)
    case .table: if let report, page != .terminal { output.write(textOf: report) }
    }
    let open = result.checks.filter { $0.verdict != .holds }
    guard open.isEmpty else {
      throw CommandFailure(
        .failure, open.map { TerminalText.printable($0.line) }.joined(separator: "\nflint: "))
    }
  }
}
