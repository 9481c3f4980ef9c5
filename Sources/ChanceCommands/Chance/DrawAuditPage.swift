import Charts
import Commands
import Foundation
import Lua
import Reports
import Simulation
import Views

extension DrawAudit {
  /// The audit as a page of text.
  func page(_ power: AuditPower) -> String {
    let text = DrawAuditText(self, power)
    // Names in a log may contain control characters.
    var page = TerminalText.printable(text.verdict) + "\n\n"
    for sentence in text.sentences { page += "- \(TerminalText.printable(sentence))\n" }
    page += "\n" + text.tiers.terminalText + "\n" + text.tests.terminalText
    for (title, table) in text.gaps { page += "\n\(title)\n" + table.terminalText }
    if let months = text.months { page += "\n" + months.terminalText }
    if let players = text.players(most: 20) { page += "\n" + players.terminalText }
    page += "\n"
    for note in text.notes { page += note + "\n" }
    return page
  }

  /// Writes the tests as CSV.
  func writeRecords() {
    func digits(_ name: String, _ number: @escaping (DrawTest) -> Double?) -> Column<DrawTest> {
      Column(name) { test in number(test).map { String(format: "%.12g", $0) } }
    }
    Listing.write(
      tests, .csv,
      [
        Column("test") { $0.kind.rawValue }, Column("subject") { $0.subject },
        Column("statistic_name") { $0.statisticName }, digits("statistic") { $0.statistic },
        Column("df") { $0.df }, digits("p_value") { $0.pValue },
        Column("method") { $0.method.name },
        digits("adjusted_p_value") { $0.adjusted }, Column("effect_name") { $0.effect?.name },
        digits("effect") { $0.effect?.value }, digits("effect_low") { $0.effect?.interval?.low },
        digits("effect_high") { $0.effect?.interval?.high },
      ])
  }
}

extension DataTable {
  /// The table for the terminal: the first column is text, and numbers end at the right.
  fileprivate var terminalText: String {
    TerminalTable(
      columns: columns,
      rows: rows.map { row in
        row.enumerated().map { index, text in
          index > 0
            && text.unicodeScalars.first.map { "0123456789+−–".unicodeScalars.contains($0) } == true
            && !text.contains("–") ? .rounded(text) : .text(text)
        }
      }
    ).text
  }
}
